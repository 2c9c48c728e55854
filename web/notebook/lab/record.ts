/** A snapshot of a run at one evaluation, for the scrubber. */
import type { Evaluation, Matrix, TrainingRun } from '../../lib/types/posenc.js';

export interface Record {
  readonly step: number;
  readonly evaluation: Evaluation;
  /** One entry per block. */
  readonly blocks: readonly BlockRecord[];
}
export interface BlockRecord {
  /** (tokens, dim); undefined if the block adds no table. */
  readonly table: Matrix<Float64Array> | undefined;
  /** (queries, tokens) for the first head and the first test sample. */
  readonly attention: Matrix<Float64Array>;
}

export async function recordOf(
  run: TrainingRun,
  evaluation: Evaluation,
  options: { readonly signal: AbortSignal },
): Promise<Record> {
  const blocks = await Promise.all(
    evaluation.blocks.map(async (_, block): Promise<BlockRecord> => {
      const [table, attention] = await Promise.all([run.table(block, options), run.attention(block, options)]);
      return { table, attention };
    }),
  );
  return { step: evaluation.step, evaluation, blocks };
}

/** Cosine similarities of the rows, (tokens, tokens); 0 for zero rows. */
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
