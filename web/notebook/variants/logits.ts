/** What attention makes of an encoding when all contents are alike: logits that differ by positions alone. */
import type { EncodingSpec, Matrix, Posenc, Shape } from '../../lib/types/posenc.js';

/** Queries, and keys: a matrix of them is for the eye. */
export const mostLogits = 512;
/** Channels of a head where neither spec says how many. */
const usualWidth = 64;

/** Channels of queries and keys that both take; each alone has its own where they differ. */
export const widthOf = (shapes: readonly Shape[]): number =>
  Math.max(...shapes.map(({ scoreDim }) => scoreDim)) || usualWidth;

export async function logitsOf(
  pe: Posenc,
  spec: EncodingSpec,
  { axes, extent, cells, scoreDim, width: columns }: Shape,
  count: number,
  width: number,
  signal: AbortSignal,
): Promise<Matrix<Float64Array>> {
  if (axes > 1 || extent.length > 0 || cells > 0)
    throw new Error(
      `${spec.encoding} has positions of its own: only encodings of one coordinate without an end are compared by logits`,
    );
  const has = pe.encodings.find(({ id }) => id === spec.encoding)?.stages ?? [];
  if (!has.includes('attentionScores')) return scaled(await pe.gram(spec, count, { signal }), 1 / Math.sqrt(columns));
  const cols = scoreDim || width;
  const ones: Matrix<Float64Array> = { data: new Float64Array(count * cols).fill(1), rows: count, cols };
  return pe.attentionScores(spec, ones, ones, { signal });
}

/** Of tables, which are added to tokens: the inner products of their rows as attention divides them. */
function scaled({ data, rows, cols }: Matrix, by: number): Matrix<Float64Array> {
  return { data: Float64Array.from(data, (x) => x * by), rows, cols };
}
