/** What float32 costs the angles at one position, in the steps of each engine. */
import type { EngineAnswer } from '../../lib/types/posenc.js';
import { h } from './dom.js';
import { datum } from './format.js';

/** Nothing where no engine's steps were read. */
export function roundingTable(answers: readonly EngineAnswer[]): HTMLElement | false {
  const rows = answers.flatMap(({ title, layers }) =>
    Object.entries(layers).flatMap(([layer, { rounding }]) => (rounding ? [{ title, layer, rounding }] : [])),
  );
  const position = rows[0]?.rounding.position;
  if (position === undefined) return false;
  const columns = ['Engine', 'Steps', 'Largest error, rad', 'In positions', 'Pair', 'Cosine and sine'];
  return h(
    'details',
    { class: 'engine-rounding' },
    h('summary', {}, `What float32 costs at position ${position}`),
    h(
      'div',
      { class: 'facts-scroll', tabindex: 0, role: 'region', 'aria-label': 'Rounding by engine' },
      h(
        'table',
        { class: 'engines' },
        h('thead', {}, h('tr', {}, ...columns.map((name) => h('th', { scope: 'col' }, name)))),
        h(
          'tbody',
          {},
          ...rows.map(({ title, layer, rounding: { steps, table, worst } }) =>
            h(
              'tr',
              {},
              h('th', { scope: 'row' }, layer === 'default' ? title : `${title}, ${layer}`),
              h('td', {}, steps),
              h('td', {}, datum(worst.angle)),
              h('td', {}, datum(worst.positions)),
              h('td', {}, datum(worst.pair)),
              h('td', {}, table),
            ),
          ),
        ),
      ),
    ),
    h(
      'p',
      {},
      'Each engine’s own order of operations, rounded to float32 after every one, against the exact angles of the same engine. A table in the type of the model rounds cosine and sine once more: bf16 by up to 0.002. The engine mlx-lm hands its frequencies to MLX, whose kernel was not read.',
    ),
  );
}
