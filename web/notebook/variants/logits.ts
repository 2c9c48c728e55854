/** What attention makes of an encoding when all contents are alike: logits that differ by positions alone. */
import type { EncodingSpec, Matrix, Shape } from '../../lib/types/posenc.js';
import type { Posenc } from '../library.js';

/** Queries, and keys: a matrix of them is for the eye. */
const mostLogits = 512;
/** Numbers of all queries together, where a head is wide. */
const mostNumbers = 2 ** 22;
/** Channels of a head where neither spec says how many. */
const usualWidth = 64;

/** Channels of queries and keys where a spec takes any number of them: those of the other. */
export const widthOf = (shapes: readonly Shape[]): number =>
  Math.max(...shapes.map(({ scoreDim }) => scoreDim)) || usualWidth;

export const countOf = (wanted: number, width: number): number =>
  Math.max(1, Math.min(wanted, mostLogits, Math.floor(mostNumbers / width)));

export interface Logits {
  readonly matrix: Matrix<Float64Array>;
  /** Of what they are. */
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
    // A table is added to tokens: what its rows add to a logit, as attention divides it.
    const { data, rows, cols } = await pe.gram(spec, count, { signal });
    const matrix = { data: Float64Array.from(data, (x) => x / Math.sqrt(columns)), rows, cols };
    return { matrix, of: `inner products of its rows, divided by the root of their ${columns} channels` };
  }
  const cols = scoreDim || width;
  const ones: Matrix<Float64Array> = { data: new Float64Array(count * cols).fill(1), rows: count, cols };
  const matrix = await pe.attentionScores(spec, ones, ones, { signal });
  return { matrix, of: `a query and keys of ${cols} channels that are all 1${heads > 1 ? ', in head 0' : ''}` };
}
