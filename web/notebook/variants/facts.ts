/** The comparison in words and numbers, and the permutation that maps A to B. */
import { saveText } from '../widgets/save.js';
import type { Child } from '../widgets/dom.js';
import { h } from '../widgets/dom.js';
import { datum, short } from '../widgets/format.js';
import { toolbar } from '../widgets/section.js';
import { reachable } from '../widgets/reachable.js';
import { say } from '../page.js';
import type { Compared } from './compare.js';
import type { VariantsState } from './state.js';

export function comparisonFacts(compared: Compared, state: VariantsState): HTMLElement {
  const { comparison, apart, head } = compared;
  const { maxDifference, firstBeyond, mapping, maxDifferenceAfterMapping } = comparison;
  const rows: [string, string, Child][] = [
    ['max', 'Largest difference', maxDifference === null ? 'sizes differ' : datum(maxDifference)],
    [
      'first',
      `First ${compared.stage === 'table' ? 'position' : 'query and key'} beyond ${state.tolerance}`,
      firstBeyond === null ? 'none' : placeName(firstBeyond.position),
    ],
    ['mapping', 'B is A with', mapping === null ? 'no order and no signs found' : mapping.kind],
    ...(mapping !== null && mapping.kind !== 'identity'
      ? [['after', 'Largest difference after that', datum(maxDifferenceAfterMapping ?? 0)] as [string, string, Child]]
      : []),
    ...(apart === undefined
      ? []
      : [
          [
            'apart',
            `Frequencies furthest apart, pair ${apart.pair}`,
            datum(apart.ratio, `×\u202f${short(apart.ratio)}`),
          ] as [string, string, Child],
        ]),
    ...(head === undefined ? [] : [['head', 'Head that is shown', datum(head)] as [string, string, Child]]),
  ];
  return h(
    'div',
    { class: 'comparison' },
    h('p', { class: 'sentence' }, comparison.sentence),
    h(
      'dl',
      { class: 'comparison-facts' },
      ...rows.map(([key, name, value]) =>
        h('div', { 'data-fact': key }, h('dt', {}, name), h('dd', { class: 'value' }, value)),
      ),
    ),
    mapping !== null && mapping.kind !== 'identity' ? orderTable(mapping.permutation, mapping.signs) : undefined,
    toolbar(
      'Comparison as a file',
      [
        {
          label: 'JSON',
          hint: 'both specs, the positions and the comparison',
          run: () => saveText(json(compared, state), 'comparison.json', 'application/json'),
        },
      ],
      say,
    ),
  );
}

function placeName(position: number | readonly number[]): Child {
  return typeof position === 'number' ? datum(position) : `(${position.join(', ')})`;
}

/** Which channel of A stands where in B. */
function orderTable(permutation: Int32Array, signs: Int8Array): HTMLElement {
  const place = h(
    'div',
    { class: 'order-scroll' },
    h(
      'table',
      { class: 'order' },
      h(
        'tbody',
        {},
        h('tr', {}, h('th', { scope: 'row' }, 'channel of B'), ...[...permutation.keys()].map((c) => h('td', {}, c))),
        h(
          'tr',
          { class: 'from' },
          h('th', { scope: 'row' }, 'is channel of A'),
          ...[...permutation].map((from, c) => h('td', {}, `${signs[c]! < 0 ? '−' : ''}${from}`)),
        ),
      ),
    ),
  );
  reachable(place, 'Channels of B and of A');
  return h(
    'details',
    { class: 'order-block' },
    h('summary', {}, `The order of all ${permutation.length} channels`),
    place,
  );
}

function json({ stage, comparison, apart }: Compared, state: VariantsState): string {
  const { mapping, ...rest } = comparison;
  const plain = mapping && { ...mapping, permutation: [...mapping.permutation], signs: [...mapping.signs] };
  const { a, b, start, count, step, tolerance } = state;
  return `${JSON.stringify({ a, b, stage, positions: { start, count, step }, tolerance, ...rest, mapping: plain, apart: apart ?? null }, null, 2)}\n`;
}
