/** Logits of attention for identical contents, which depend only on positions. */
import type { EncodingSpec, Matrix, Shape } from '../../lib/types/posenc.js';
import type { Posenc } from '../library.js';

/** Maximum number of queries and keys. */
const mostLogits = 512;
/** Maximum number of values of all queries, for wide heads. */
const mostNumbers = 2 ** 22;
/** Width of a head if neither spec defines it. */
const usualWidth = 64;

/** Width of queries and keys: an encoding that accepts any width uses that of the other. */
export const widthOf = (shapes: readonly Shape[]): number =>
  Math.max(...shapes.map(({ scoreDim }) => scoreDim)) || usualWidth;

export const countOf = (wanted: number, width: number): number =>
  Math.max(1, Math.min(wanted, mostLogits, Math.floor(mostNumbers / width)));

export interface Logits {
  readonly matrix: Matrix<Float64Array>;
  /** Description of the logits. */
  readonly of: string;
}

export async function logitsOf(
  pe: Posenc,
  spec: EncodingSpec,
  { axes, extent, cells, scoreDim, heads, width: columns }: Shape,
  count: number,
  width: number,
  signal: AbortSignal,
): Promise<Logits> {
  if (axes > 1 || extent.length > 0 || cells > 0)
    throw new Error(
      `${spec.encoding} has positions of its own: only encodings of one coordinate without an end are compared by logits`,
    );
  const has = pe.encodings.find(({ id }) => id === spec.encoding)?.stages ?? [];
  if (!has.includes('attentionScores')) {
    // Tables are added to tokens: the inner products of rows, scaled as in attention.
    const { data, rows, cols } = await pe.gram(spec, count, { signal });
    const matrix = { data: Float64Array.from(data, (x) => x / Math.sqrt(columns)), rows, cols };
    return { matrix, of: `inner products of its rows, divided by the root of their ${columns} channels` };
  }
  const cols = scoreDim || width;
  const ones: Matrix<Float64Array> = { data: new Float64Array(count * cols).fill(1), rows: count, cols };
  const matrix = await pe.attentionScores(spec, ones, ones, { signal });
  return { matrix, of: `a query and keys of ${cols} channels that are all 1${heads > 1 ? ', in head 0' : ''}` };
}
