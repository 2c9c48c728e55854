/** The comparison in words and numbers, and the permutation that maps A to B. */
import type { EncodingInfo } from '../../lib/types/registry.js';
import { button, fold } from '../kit/elements.js';
import { type Content, html } from '../kit/html.js';
import { row, table } from '../kit/tables.js';
import type { DraftSpec } from '../state.js';
import { datum, short } from '../widgets/format.js';
import { scroller } from '../widgets/reachable.js';
import { saveJson } from '../widgets/save.js';
import { toolbar } from '../widgets/section.js';
import type { Compared } from './compare.js';
import type { Specs } from './state.js';

/** @param change changes the spec of a side, if allowed */
export function comparisonFacts(
  compared: Compared,
  state: Specs,
  encodings: readonly EncodingInfo[],
  change: ((side: 'a' | 'b', spec: DraftSpec) => void) | undefined,
): HTMLElement {
  const { mapping, most, firstBeyond, apart, head, words, afterMapping, sentence } = compared;
  const other = mapping && mapping.kind !== 'identity' ? mapping : undefined;
  const fact = (key: string, name: Content, value: Content): HTMLElement =>
    html`<div data-fact=${key}>
      <dt>${name}</dt>
      <dd class="value">${value}</dd>
    </div>`;
  const save = (): void => saveJson(everything(compared, state), 'comparison');
  const files = [{ label: 'JSON', hint: 'both specs, the positions and the comparison', run: save }];
  return html`<div class="comparison stack gap-4">
    <p class="sentence">${sentence}</p>
    <dl class="comparison-facts">
      ${fact('max', 'Largest difference', most === undefined ? 'sizes differ' : datum(most))}
      ${fact('first', `First ${words.place} beyond ${state.tolerance}`, firstBeyond ?? 'none')}
      ${mapping !== undefined && fact('mapping', 'B is A with', mapping?.kind ?? 'no order and no signs found')}
      ${other && fact('after', 'Largest difference after that', datum(afterMapping ?? 0))}
      ${apart && fact('apart', `Frequencies furthest apart, pair ${apart.pair}`, datum(apart.ratio, `×\u202f${short(apart.ratio)}`))}
      ${head !== undefined && fact('head', 'Head that is shown', datum(head))}
    </dl>
    ${remarks(compared, state, encodings, change)} ${other && orderTable(other.permutation, other.signs)}
    ${toolbar('Comparison as a file', files)}
  </div>`;
}

/** Why two specs can differ without a mistake: learned numbers, and masks that only one has. */
function remarks(
  { a, b }: Compared,
  state: Specs,
  encodings: readonly EncodingInfo[],
  change: ((side: 'a' | 'b', spec: DraftSpec) => void) | undefined,
): Content {
  const sides = (['a', 'b'] as const).map((side) => ({
    side,
    name: side.toUpperCase(),
    spec: state[side],
    info: encodings.find(({ id }) => id === state[side].encoding),
    masks: (side === 'a' ? a : b).data.includes(-Infinity),
  }));
  const learned = sides.flatMap(({ name, spec, info }) =>
    info?.params.some((param) => param.trainable && spec[param.name] === undefined)
      ? [`${name}, ${info.title}, is learned in training: the numbers that are not given are initial ones here.`]
      : [],
  );
  const [first, second] = sides;
  const uneven = first!.masks !== second!.masks;
  /** Buttons that set the direction of a side to match the mask of the other. */
  const ways = sides.flatMap(({ side, name, spec, info, masks }) => {
    const param = info?.params.find(({ name }) => name === 'direction');
    const value = param?.choices?.find((choice) => (choice === 'causal') !== masks);
    const set = (): void => change?.(side, { ...spec, direction: value });
    return value === undefined || !change ? [] : [button(`Set direction of ${name} to ${value}`, set)];
  });
  return [
    learned.length > 0 && html`<p class="means">${learned.join(' ')}</p>`,
    uneven &&
      html`<p class="means">
        ${first!.masks ? 'A' : 'B'} leaves out the keys after the query, and ${first!.masks ? 'B' : 'A'} does not: there
        they differ by ∞. ${ways}
      </p>`,
  ];
}

/** The position of each channel of A in B. */
function orderTable(permutation: Int32Array, signs: Int8Array): HTMLElement {
  const channels = [...permutation];
  const rows = [
    row(['channel of B', ...channels.keys()]),
    row(['is channel of A', ...channels.map((from, c) => `${signs[c]! < 0 ? '−' : ''}${from}`)], { class: 'from' }),
  ];
  const place = scroller('order-scroll', 'Channels of B and of A', table([], { class: 'order', rows }));
  return fold(`The order of all ${channels.length} channels`, place, { class: 'order-block' });
}

function everything({ stage, comparison, most, mapping, apart }: Compared, state: Specs): object {
  const plain = mapping && { ...mapping, permutation: [...mapping.permutation], signs: [...mapping.signs] };
  const { a, b, start, count, step, tolerance } = state;
  const found = comparison ?? { maxDifference: most ?? null };
  const sampled = { positions: { start, count, step }, tolerance };
  return { a, b, stage, ...sampled, ...found, mapping: plain, apart: apart ?? null };
}
