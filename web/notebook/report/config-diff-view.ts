/** Changes of positions between the page's file and another: fields, frequencies by pair, and by context. */
import type { ConfigDiff, FieldChange, LayerDiff, PairChange } from '../../lib/types/posenc.js';
import { html } from '../kit/html.js';
import { counted, datum, short } from '../widgets/format.js';
import type { SeriesData } from '../widgets/series-view.js';
import { factsTable } from '../widgets/facts-table.js';

/** The layer type shown on the page, or else the first. */
export const layerOf = ({ layers }: ConfigDiff, shown: string | undefined): LayerDiff | undefined =>
  layers.find(({ layerA }) => layerA === shown) ?? layers[0];

export function verdict({ same, onlyA, onlyB, layers }: ConfigDiff): string {
  if (same) return 'The positions are the same: every frequency and amplitude, at every length that the files name.';
  const changed = layers.filter((layer) => !layer.same).map(({ layerA }) => layerA.replaceAll('_', ' '));
  const parts = [
    ...(changed.length > 0 ? [`The positions differ${layers.length > 1 ? ` in ${changed.join(', ')}` : ''}.`] : []),
    ...(onlyA.length > 0 ? [`Only this file has ${onlyA.join(', ')}.`] : []),
    ...(onlyB.length > 0 ? [`Only the other file has ${onlyB.join(', ')}.`] : []),
  ];
  return parts.join(' ');
}

const shown = (value: FieldChange['a']): string =>
  value === null ? '–' : Array.isArray(value) ? counted(value.length, 'number') : String(value);

export function fieldTable({ changes }: LayerDiff): HTMLElement | false {
  if (changes.length === 0) return false;
  return factsTable(
    'Fields that changed',
    ['Field', 'This file', 'The other', 'Read from'],
    changes.map(({ field, a, b, fromA, fromB }) => ({
      cells: [field, shown(a), shown(b), [...new Set([fromA, fromB].filter((from) => from !== undefined))].join('; ')],
    })),
  );
}

export function contextTable({ contexts }: LayerDiff): HTMLElement {
  return factsTable(
    'The difference by context',
    ['Context', 'Pairs that differ', 'Most, relative', 'Pair', 'Angle at its end, rad', 'Amplitude'],
    contexts.map(({ contextLength, pairsDiffering, relative, pair, angle, attentionFactor: [a, b] }) => ({
      cells: [
        datum(contextLength),
        datum(pairsDiffering),
        datum(relative),
        pairsDiffering === 0 ? '–' : datum(pair),
        datum(angle),
        a === b ? datum(a) : html`<span>${datum(a)} → ${datum(b)}</span>`,
      ],
    })),
  );
}

/** Both frequencies of each pair; non-rotating pairs have no point. */
export function pairSeries({ pairs }: LayerDiff): SeriesData {
  const drawn = (value: PairChange['a']): number => (value !== null && value > 0 ? value : NaN);
  return {
    x: pairs.map(({ index }) => index),
    xTitle: 'pair',
    yTitle: 'rad per position',
    series: [
      { name: 'this file', colour: 1, values: pairs.map(({ a }) => drawn(a)) },
      { name: 'the other', colour: 2, values: pairs.map(({ b }) => drawn(b)), dashed: true },
    ],
    logY: true,
    describe(i) {
      const { index, a, b, relative } = pairs[i]!;
      const [left, right] = [a, b].map((value) => (typeof value === 'number' ? short(value) : 'none'));
      return `pair ${index}: ${left} and ${right} rad per position${typeof relative === 'number' ? `, ${short(relative)} of the first apart` : ''}`;
    },
    summary: () => 'Frequency of each pair in the two files.',
  };
}

/** The largest angle between the files at the end of each context; undefined for a single length. */
export function contextSeries({ contexts }: LayerDiff): SeriesData | undefined {
  if (contexts.length < 2) return undefined;
  return {
    x: contexts.map(({ contextLength }) => contextLength),
    xTitle: 'context length',
    yTitle: 'largest difference of an angle, rad',
    series: [{ name: 'largest difference', colour: 1, values: contexts.map(({ angle }) => angle) }],
    logX: true,
    describe(i) {
      const { contextLength, angle, anglePair } = contexts[i]!;
      return `${contextLength} positions: ${short(angle)} rad at pair ${anglePair}`;
    },
    summary: () => 'Lengths that the files name, and what lies behind a switch of regime.',
  };
}
