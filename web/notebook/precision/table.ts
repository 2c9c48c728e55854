/** All methods at one position: what it becomes, how far the rotation is off, and the attention score. */
import { precisionMethods } from 'posenc';
import { seriesColours } from '../../lib/charts/core/theme.js';
import type { Precision } from '../../lib/types/posenc.js';
import { html } from '../kit/html.js';
import { datum, short } from '../widgets/format.js';
import { reachable } from '../widgets/reachable.js';
import { said } from '../widgets/said.js';
import { sourceLinks } from '../widgets/source.js';
import { size } from './error-chart.js';

/** @param distinct how many of its positions, the first ones, each method tells apart */
export function methodTable(at: Precision, distinct: Precision): HTMLElement {
  const number = (value = Number.NaN, show: (value: number) => string = size) =>
    Number.isNaN(value) ? 'no number' : datum(value, show(value));
  const place = html`<div class="methods-scroll">
    <table class="methods">
      <thead>
        <tr>
          <th scope="col">Method</th>
          <th scope="col">position becomes</th>
          <th scope="col">rotation off by</th>
          <th scope="col">score off by</th>
          <th scope="col">distinct of ${short(distinct.positions.length)}</th>
          <th scope="col">Source</th>
        </tr>
      </thead>
      <tbody>
        ${at.methods.map(
          (method, i) =>
            html`<tr data-method=${method.id}>
              <th scope="row">
                <span class=${lineClass(i)} aria-hidden="true"></span>${method.title}
                <span class="means">${said(precisionMethods[i]?.doc ?? '')}</span>
              </th>
              <td>${number(method.held[0], short)}</td>
              <td>${number(method.errors[0])}</td>
              <td>${number(method.scoreErrors?.[0])}</td>
              <td>${number(distinct.methods[i]?.distinctPositions, short)}</td>
              <td class="from">${sourceLinks(method.source)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
  reachable(place, 'Methods at the position');
  return place;
}

/** Looks as the line of a method in the charts. */
const lineClass = (i: number): string => `line-swatch series-${i % seriesColours}${i < seriesColours ? '' : ' dashed'}`;
