/** Float32 errors of the angles at one position, in the operations of each engine. */
import type { EngineAnswer } from '../../lib/types/posenc.js';
import { html } from '../kit/html.js';
import { datum, short } from '../widgets/format.js';
import { factsTable } from '../widgets/facts-table.js';

/** Returns false if no engine's operations are known. */
export function roundingTable(answers: readonly EngineAnswer[]): HTMLElement | false {
  const rows = answers.flatMap(({ title, layers }) =>
    Object.entries(layers).flatMap(([layer, { rounding }]) => (rounding ? [{ title, layer, rounding }] : [])),
  );
  const position = rows[0]?.rounding.position;
  if (position === undefined) return false;
  return html`<details class="engine-rounding">
    <summary>What float32 costs at position ${short(position)}</summary>
    ${factsTable(
      'Rounding by engine',
      ['Engine', 'Steps', 'Largest error, rad', 'In positions', 'Pair', 'Cosine and sine'],
      rows.map(({ title, layer, rounding: { steps, table, worst } }) => ({
        cells: [
          layer === 'default' ? title : `${title}, ${layer}`,
          steps,
          datum(worst.angle),
          datum(worst.positions),
          datum(worst.pair),
          table,
        ],
      })),
    )}
    <p>
      Each engine’s own order of operations, rounded to float32 after every one, against the exact angles of the same
      engine. A table in the type of the model rounds cosine and sine once more: bf16 by up to 0.002. The engine mlx-lm
      hands its frequencies to MLX, whose kernel was not read.
    </p>
  </details>`;
}
