/** Principal components of a table's rows. */
import type { Matrix } from '../../lib/types/posenc.js';
import type { Posenc } from '../library.js';

export interface Principal {
  /** (tokens, 3), in units of the table. */
  readonly components: Matrix<Float64Array>;
  /** Share of the variance explained by each component. */
  readonly explained: readonly number[];
}

const mostComponents = 3;

/** Eigenvectors of the Gram matrix of the centred rows. @param before components whose signs are kept */
export async function principal(
  pe: Posenc,
  table: Matrix<Float64Array>,
  before: Matrix<Float64Array> | undefined,
  signal: AbortSignal,
): Promise<Principal> {
  const { rows } = table;
  const cols = Math.min(mostComponents, rows);
  const { eigenvalues, eigenvectors } = await pe.analyse(
    { analysis: 'spectrum', vectors: cols },
    { table: centred(table) },
    { signal },
  );
  const vectors = eigenvectors!; // as rows
  const all = eigenvalues.reduce((sum, value) => sum + Math.max(value, 0), 0) || 1;
  const data = new Float64Array(rows * cols);
  for (let c = 0; c < cols; c++) {
    const size = Math.sqrt(Math.max(eigenvalues[c] ?? 0, 0));
    let along = 0;
    for (let r = 0; r < rows; r++) {
      const value = size * vectors.data[c * vectors.cols + r]!;
      data[r * cols + c] = value;
      along += value * ((before?.rows === rows ? before.data[r * cols + c] : undefined) ?? 0);
    }
    if (along < 0) for (let r = 0; r < rows; r++) data[r * cols + c] = -data[r * cols + c]!;
  }
  const explained = Array.from({ length: cols }, (_, c) => Math.max(eigenvalues[c] ?? 0, 0) / all);
  return { components: { data, rows, cols }, explained };
}

function centred({ data, rows, cols }: Matrix<Float64Array>): Matrix<Float64Array> {
  const out = Float64Array.from(data);
  for (let c = 0; c < cols; c++) {
    let mean = 0;
    for (let r = 0; r < rows; r++) mean += data[r * cols + c]! / rows;
    for (let r = 0; r < rows; r++) out[r * cols + c] = out[r * cols + c]! - mean;
  }
  return { data: out, rows, cols };
}
