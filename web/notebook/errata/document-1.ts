/** The arXiv page of Ito et al. on the initialisation of learned encodings. */
import type { Document } from './erratum.js';

const csv =
  'ljhearne/LSTNN_public, processed_data/ito_models (15 seeds, epoch 4000), the repository of a later paper (bioRxiv 10.1101/2025.10.29.685457)';

export const document1: Document = {
  id: 'document-1',
  title: 'Ito et al., arXiv:2406.08272v2 (arXiv page)',
  about:
    'A page of November 2024 about learned encodings on Latin-square puzzles. The accuracies below are not computed here: they are those of the public result files.',
  rows: [
    {
      id: '1.1',
      title: 'Version and title',
      quoted: [
        'Title:Learning positional encodings in transformers depends on initialization',
        '[Submitted on 12 Jun 2024 (v1), revised 8 Nov 2024 (this version, v2), latest version 31 Jan 2025 (v3)]',
      ],
      correct:
        'Version 4 of 23 June 2025, “Learning interpretable positional encodings in transformers depends on initialization”, with three experiments instead of two. Version 1 was “The Importance of Positional Encoding Initialization in Transformers for Relational Reasoning”.',
      sources: 'arXiv:2406.08272',
      unconfirmed: 'where it was published (ICML 2025 or a workshop of it)',
    },
    {
      id: '1.2',
      title: '“Small-norm distribution”',
      judgement: 'no number',
      quoted: ['a learned PE initialized from a small-norm distribution'],
      correct: String.raw`$E \sim \sigma\,\mathcal{N}(0,1)$. LSTNN_public, the repository of a later paper, sweeps $\sigma$ from 0.01 to 3.0 with 1.0 as its default, and analyses 0.1, 0.2, 2.0 and 3.0.`,
      sources: 'ljhearne/LSTNN_public, scripts/run_RSA.py',
      figures: 2,
      live: (pe, signal) =>
        Promise.all(
          [0.2, 2].map(async (sigma) => {
            const spec = { encoding: 'learned', dim: 160, count: 16, init: 'small-norm', sigma } as const;
            const { data } = await pe.table(spec, 16, { dtype: 'f64', signal });
            const square = data.reduce((sum, x) => sum + x * x, 0) / data.length;
            return {
              what: String.raw`root mean square of a drawn 16 × 160 table, $\sigma = ${sigma}$`,
              computed: Math.sqrt(square),
              digits: 3,
            };
          }),
        ),
    },
    {
      id: '1.3',
      title: 'Generalisation “in both datasets”',
      quoted: ['lead to improved downstream generalization in both datasets'],
      correct: String.raw`On the 108 held-out puzzles $\sigma = 0.2$ reaches 0.956 and the fixed 2-D encoding 0.977, so it does not beat the oracle. Version 1’s “outperforms all commonly-used” was later softened.`,
      sources: csv,
      unconfirmed: 'that the difference is not significant (p = 0.35, from a public review)',
    },
    {
      id: '1.4',
      title: 'Where the effect is large',
      quoted: [
        'we find that the choice of initialization of a learnable PE greatly influences its ability to discover accurate PEs that lead to enhanced generalization',
      ],
      correct: String.raw`On test data like the training data it is small up to $\sigma = 1$: 0.981 against 0.986. The large effect is on the shifted 108 puzzles: 0.956 at $\sigma = 0.2$, 0.894 at 1, 0.377 at 2.`,
      sources: csv,
    },
    {
      id: '1.5',
      title: 'How small',
      judgement: 'no lower end',
      paraphrased: 'Small norms are recommended, and no limit below which they harm is given.',
      correct: String.raw`Smaller is not always better, at least with Adam: $\sigma = 0.1$ gives 0.925, less than the 0.956 of $\sigma = 0.2$.`,
      sources: csv,
    },
    {
      id: '1.6',
      title: '“Ground truth positions”',
      quoted: ['uncover interpretable PEs that mirror ground truth positions'],
      correct:
        'The authors set a 2-D sinusoid as the ground truth, and any rotation of it serves a network as well. Compare by measures that rotations leave alone (CKA, orthogonal Procrustes).',
      sources: 'reviews of the submission to ICLR 2025',
    },
  ],
};
