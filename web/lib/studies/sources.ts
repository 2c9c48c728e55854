/** The sources of the tested claims, by the name in a quotation's `source`. */
export interface Source {
  readonly title: string;
  /** Authors, year and identifier. */
  readonly citation: string;
}

export const sources: Readonly<Record<string, Source>> = {
  ito: {
    title: 'Learning positional encodings in transformers depends on initialization',
    citation: 'Ito et al., arXiv:2406.08272v2',
  },
  'ntk-paper': {
    title: 'Position Embeddings: Connections to NTK and Fourier Features',
    citation: 'anonymous authors, under double-blind review',
  },
  article: {
    title: 'Understanding Positional Embeddings in Transformers',
    citation: 'an article on sinusoidal encoding, rotary embedding and context extension',
  },
  lecture: { title: 'Positional Encoding', citation: 'J. Pustejovsky, slides of CS115B, Brandeis University, 2025' },
};
