/** All methods at one position: what it becomes, how far the rotation is off, and the attention score. */
import { precisionMethods } from 'posenc';
import { seriesColours } from '../../lib/charts/core/theme.js';
import type { Precision } from '../../lib/types/posenc.js';
import { h } from '../widgets/dom.js';
import { datum, short } from '../widgets/format.js';
import { reachable } from '../widgets/reachable.js';
import { said } from '../widgets/said.js';
import { sourceLinks } from '../widgets/source.js';
import { size } from './error-chart.js';

/** @param distinct how many of the first distinctOf positions each method tells apart */
export function methodTable(at: Precision, distinct: Precision | undefined): HTMLElement {
  const head = [
    'Method',
    'position becomes',
    'rotation off by',
    'score off by',
    distinct ? `distinct of ${short(distinct.positions.length)}` : '',
    'Source',
  ].filter(Boolean);
  const place = h(
    'div',
    { class: 'methods-scroll' },
    h(
      'table',
      { class: 'methods' },
      h('thead', {}, h('tr', {}, ...head.map((name) => h('th', { scope: 'col' }, name)))),
      h(
        'tbody',
        {},
        ...at.methods.map((method, i) =>
          h(
            'tr',
            { 'data-method': method.id },
            h(
              'th',
              { scope: 'row' },
              lineSwatch(i),
              method.title,
              h('span', { class: 'means' }, ...said(precisionMethods[i]?.doc ?? '')),
            ),
            h('td', {}, number(method.held[0], short)),
            h('td', {}, number(method.errors[0], size)),
            h('td', {}, number(method.scoreErrors?.[0], size)),
            distinct && h('td', {}, number(distinct.methods[i]?.distinctPositions, short)),
            h('td', { class: 'from' }, sourceLinks(method.source)),
          ),
        ),
      ),
    ),
  );
  reachable(place, 'Methods at the position');
  return place;
}

/** The line of a method in the charts. */
const lineSwatch = (i: number): HTMLElement =>
  h('span', {
    class: `line-swatch series-${i % seriesColours}${i < seriesColours ? '' : ' dashed'}`,
    'aria-hidden': 'true',
  });

function number(value: number | undefined, show: (x: number) => string): Node | string {
  return value === undefined || Number.isNaN(value) ? 'no number' : datum(value, show(value));
}
