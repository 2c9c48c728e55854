/** What is seen of a run at one evaluation: a frame of the film that the reader goes through afterwards. */
import type { Evaluation, Matrix, Posenc, TrainingRun } from '../../lib/types/posenc.js';

export interface Record {
  readonly step: number;
  readonly evaluation: Evaluation;
  /** By block. */
  readonly blocks: readonly BlockRecord[];
}
export interface BlockRecord {
  /** (tokens, dim); undefined where the block adds none. */
  readonly table: Matrix<Float64Array> | undefined;
  /** (tokens, 3): principal components, in units of the table; signs as in the record before. */
  readonly components: Matrix<Float64Array> | undefined;
  /** Share of the variance that each of the three has. */
  readonly explained: readonly number[];
  /** (queries, tokens) of the first head for the first sample of the test. */
  readonly attention: Matrix<Float64Array>;
}

const mostComponents = 3;

export async function recordOf(
  pe: Posenc,
  run: TrainingRun,
  evaluation: Evaluation,
  before: Record | undefined,
  signal: AbortSignal,
): Promise<Record> {
  const blocks = await Promise.all(
    evaluation.blocks.map(async (_, block): Promise<BlockRecord> => {
      const [table, attention] = await Promise.all([run.table(block, { signal }), run.attention(block, { signal })]);
      if (table === undefined) return { table, components: undefined, explained: [], attention };
      const { components, explained } = await principal(pe, table, before?.blocks[block]?.components, signal);
      return { table, components, explained, attention };
    }),
  );
  return { step: evaluation.step, evaluation, blocks };
}

/** Principal components: eigenvectors of the centred rows' Gram matrix. */
async function principal(
  pe: Posenc,
  table: Matrix<Float64Array>,
  before: Matrix<Float64Array> | undefined,
  signal: AbortSignal,
): Promise<{ components: Matrix<Float64Array>; explained: number[] }> {
  const { rows } = table;
  const cols = Math.min(mostComponents, rows);
  const { eigenvalues, eigenvectors } = await pe.analyse(
    { analysis: 'spectrum', vectors: cols },
    { table: centred(table) },
    { signal },
  );
  const vectors = eigenvectors!; // rows
  const all = eigenvalues.reduce((sum, value) => sum + Math.max(value, 0), 0) || 1;
  const data = new Float64Array(rows * cols);
  for (let c = 0; c < cols; c++) {
    const size = Math.sqrt(Math.max(eigenvalues[c] ?? 0, 0));
    let along = 0;
    for (let r = 0; r < rows; r++) {
      const value = size * vectors.data[c * vectors.cols + r]!;
      data[r * cols + c] = value;
      along += value * (before?.data[r * cols + c] ?? 0);
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

/** (tokens, tokens) of a table's rows; 0 where a row is 0. */
export function cosines({ data, rows, cols }: Matrix<Float64Array>): Matrix<Float64Array> {
  const out = new Float64Array(rows * rows);
  const norms = Array.from({ length: rows }, (_, r) => Math.hypot(...data.subarray(r * cols, (r + 1) * cols)));
  for (let i = 0; i < rows; i++)
    for (let j = 0; j < rows; j++) {
      let sum = 0;
      for (let c = 0; c < cols; c++) sum += data[i * cols + c]! * data[j * cols + c]!;
      const size = norms[i]! * norms[j]!;
      out[i * rows + j] = size === 0 ? 0 : Math.max(-1, Math.min(1, sum / size));
    }
  return { data: out, rows, cols: rows };
}
