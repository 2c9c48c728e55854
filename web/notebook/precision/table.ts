/** All methods at one position: the rounded position, the error of the rotation, and that of the attention score. */
import { precisionMethods } from 'posenc';
import { seriesColours } from '../../lib/charts/core/theme.js';
import type { Precision } from '../../lib/types/posenc.js';
import { html } from '../kit/html.js';
import { row, table } from '../kit/tables.js';
import { datum, short } from '../widgets/format.js';
import { scroller } from '../widgets/reachable.js';
import { said } from '../widgets/said.js';
import { sourceLinks } from '../widgets/source.js';
import { size } from './error-chart.js';

/** @param distinct number of its first positions that each method distinguishes */
export function methodTable(at: Precision, distinct: Precision): HTMLElement {
  const number = (value = Number.NaN, show: (value: number) => string = size) =>
    Number.isNaN(value) ? 'no number' : datum(value, show(value));
  const head = [
    ...['Method', 'position becomes', 'rotation off by', 'score off by'],
    ...[`distinct of ${short(distinct.positions.length)}`, 'Source'],
  ];
  const rows = at.methods.map((method, i) =>
    row(
      [
        html`<th scope="row">
          <span class=${lineClass(i)} aria-hidden="true"></span>${method.title}
          <span class="means">${said(precisionMethods[i]?.doc ?? '')}</span>
        </th>`,
        ...[number(method.held[0], short), number(method.errors[0]), number(method.scoreErrors?.[0])],
        number(distinct.methods[i]?.distinctPositions, short),
        html`<td class="from">${sourceLinks(method.source)}</td>`,
      ],
      { 'data-method': method.id },
    ),
  );
  return scroller('methods-scroll', 'Methods at the position', table(head, { class: 'methods', rows }));
}

/** A swatch that matches the method's line in the charts. */
const lineClass = (i: number): string => `line-swatch series-${i % seriesColours}${i < seriesColours ? '' : ' dashed'}`;
