/**
 * Wavelength of every pair on a log axis, with the trained and the extended context. A pair below a line completes at
 * least one turn inside that context; a pair above it never does. Filled points: after scaling, coloured by band. Thin
 * line: before scaling. Shaded columns: bands.
 */
import type { Band } from '../../types/posenc.js';
import { type Chart, chart } from '../core/chart.js';
import { errorAbout, mustBe } from '../../checks/errors.js';
import { oneOf } from '../../checks/show.js';
import { checkAxes, checkFunctions } from '../core/checks.js';
import { columns, lengthText, places1d, spanText } from '../core/items.js';
import type { Kind } from '../core/kind.js';
import { type KeyItem, plot, reading, shown } from '../core/plot.js';
import { circle, grown, path, type SceneNode, segment, short, upright, within } from '../core/scene.js';
import { selectAlong } from '../core/select.js';
import { padded, spanOf } from '../core/scales.js';
import { textWidth } from '../core/text-width.js';
import type { Token } from '../core/theme.js';
import type { WavelengthData, WavelengthOptions, WavelengthPair } from './wavelength-bands-data.js';
import { fixed, number } from '../core/shape.js';

const meaning: Readonly<Record<Band, string>> = {
  kept: 'kept',
  blended: 'blended',
  scaled: 'scaled',
  off: 'does not turn',
};
const tokenOf = ({ band }: WavelengthPair): Token => band ?? 'series-0';

export const wavelengthKind: Kind<WavelengthData, WavelengthOptions> = {
  id: 'wavelength-bands',
  json: async () => (await import('./wavelength-bands-data.js')).wavelengthData,
  name: 'wavelengths of pairs',
  takes: {
    data: {
      pairs: [{ index: number, unscaledFrequency: number }],
      'trainedContext?': number,
      'contextLength?': number,
    },
    options: { 'x?': fixed, 'y?': fixed, 'describe?': 'anything' },
  },
  check({ pairs }, options) {
    checkFunctions({ describe: options.describe });
    checkAxes(options, ['y']);
    pairs.forEach(({ index, unscaledFrequency, band }, i) => {
      if (band !== undefined && !Object.hasOwn(meaning, band))
        throw mustBe('bad_argument', `pairs[${i}].band`, oneOf(Object.keys(meaning)), band);
      if (!(unscaledFrequency >= 0))
        throw errorAbout(
          'bad_argument',
          `pairs[${i}].unscaledFrequency`,
          `must not be below zero, got ${unscaledFrequency}`,
        );
      if (i > 0 && index <= pairs[i - 1]!.index)
        throw errorAbout('bad_argument', `pairs[${i}].index`, `must be above that of the pair before, got ${index}`);
    });
  },
  height: (_, __, width) => Math.round(Math.min(400, Math.max(280, width * 0.55))),
  draw(data, options, { width, height }, view) {
    const { pairs, trainedContext, contextLength } = data;
    const indices = indicesOf(pairs);
    const marked = [trainedContext, contextLength].filter((v): v is number => v !== undefined && v > 0);
    // Indices are evenly spaced, but not always by one: a long series is thinned.
    const stride = (pairs[1]?.index ?? 1) - (pairs[0]?.index ?? 0);
    const last = pairs.at(-1)?.index ?? 0;
    const end = options.x?.domain?.[1] ?? last;
    const bands = [...new Set(pairs.flatMap(({ band }) => (band ? [band] : [])))];
    const scaling = pairs.some(isScaled);
    const key: KeyItem[] = [
      ...bands.map((band): KeyItem => ({ name: meaning[band], colour: band, shape: 'dot' })),
      ...(scaling ? [{ name: 'before scaling', colour: 'edge', shape: 'line' } as const] : []),
    ];
    const frame = plot({
      width,
      height,
      title: options.title,
      key: key.length > 1 ? key : [],
      x: {
        title: options.x?.title ?? 'pair',
        domain: shown(options.x, view.x, () => [(pairs[0]?.index ?? 0) - 0.5 * stride, last + 0.5 * stride]),
        ticks: (scale) =>
          scale
            .ticks(Math.max(2, (scale.range[1] - scale.range[0]) / 60))
            .filter(({ value }) => Number.isInteger(value) && value >= 0 && value <= end),
      },
      y: {
        title: options.y?.title ?? 'positions per turn',
        log: true,
        domain: shown(options.y, undefined, () => padded(spanOf([lengthsOf(pairs), marked], true), true, 0.06)),
      },
    });
    const { area, x, y } = frame;
    const heightOf = ({ wavelength }: WavelengthPair): number =>
      typeof wavelength === 'number' ? y.at(wavelength) : area.y + 5;
    const columnsOfBands = runs(pairs).flatMap(({ band, from, to }): SceneNode[] => {
      const [x0, x1] = [x.at(from - 0.5 * stride), x.at(to + 0.5 * stride)];
      return [{ kind: 'rect', x: x0, y: area.y, width: x1 - x0, height: area.height, fill: band, fillOpacity: 0.09 }];
    });
    const same = trainedContext === contextLength;
    const lines = (
      [
        ['length L', trainedContext, '5 4'],
        ['context length', same ? undefined : contextLength, undefined],
      ] as const
    ).flatMap(([name, value, dash]): SceneNode[] => {
      if (value === undefined || value <= 0) return [];
      const text = `${name} ${value.toLocaleString('en')}`;
      const above = y.at(value) - 7 > area.y + 8;
      return [
        segment(area.x, y.at(value), area.x + area.width, y.at(value), { stroke: 'ink', lineWidth: 1.25, dash }),
        ...(textWidth(text) < area.width - 16
          ? [
              {
                kind: 'text',
                x: area.x + 8,
                y: y.at(value) + (above ? -7 : 16),
                text,
                fill: 'ink',
                bold: true,
                halo: true,
              } as const,
            ]
          : []),
      ];
    });
    const turned = pairs.filter((pair) => before(pair) < Infinity);
    const unscaled = turned
      .map((p, i) => `${i === 0 ? 'M' : 'L'}${short(x.at(p.index))},${short(y.at(before(p)))}`)
      .join('');
    const radius = Math.max(1.2, Math.min(4, area.width / Math.max(1, pairs.length) / 2.4));
    return {
      width,
      height,
      nodes: [
        within(area, columnsOfBands),
        ...frame.under,
        within(grown(area, 5), [
          path(unscaled, { stroke: 'edge', lineWidth: 1.5 }),
          ...lines,
          ...pairs.map((pair) => {
            const off = { fill: 'paper', stroke: 'off', lineWidth: 1.5 } as const;
            return circle(
              x.at(pair.index),
              heightOf(pair),
              radius,
              pair.band === 'off' ? off : { fill: tokenOf(pair) },
            );
          }),
        ]),
        ...frame.over,
      ],
      plots: [{ area, x }],
      selects: selectAlong('pair', [{ area, x }], indices, () => wavelengthKind.table(data, options)),
      places:
        pairs.length === 0
          ? undefined
          : places1d(indices, x, 'pair', ([item = 0]) => {
              const pair = pairs[item]!;
              const [px, py] = [x.at(pair.index), heightOf(pair)];
              return {
                title: `pair ${pair.index}`,
                rows: [
                  {
                    name: 'positions per turn',
                    value: typeof pair.wavelength === 'number' ? reading(pair.wavelength) : 'does not turn',
                    colour: tokenOf(pair),
                  },
                  ...(!isScaled(pair) ? [] : [{ name: 'before scaling', value: reading(before(pair)) }]),
                  ...(pair.band ? [{ name: 'band', value: meaning[pair.band] }] : []),
                  ...(options.describe ? [{ name: '', value: options.describe(pair) }] : []),
                ],
                marks: [upright(px, area), circle(px, py, 6, { stroke: 'ink', lineWidth: 2 })],
                at: [px, py],
              };
            }),
    };
  },
  summary({ pairs, trainedContext, contextLength }) {
    const counts = [...new Set(pairs.map(({ band }) => band))].flatMap((band) =>
      band ? [`${pairs.filter((pair) => pair.band === band).length} ${meaning[band]}`] : [],
    );
    const contexts = [
      trainedContext && `length L ${trainedContext.toLocaleString('en')}`,
      contextLength && contextLength !== trainedContext && `context length ${contextLength.toLocaleString('en')}`,
    ].filter((part) => typeof part === 'string');
    return `${lengthText(pairs.length, 'pair', 'pairs')}, positions per turn ${spanText([lengthsOf(pairs)])}${counts.length ? `; ${counts.join(', ')}` : ''}${contexts.length ? `; ${contexts.join(', ')}` : ''}.`;
  },
  table: ({ pairs }) => ({
    columns: [
      { name: 'pair', values: indicesOf(pairs) },
      { name: 'positions per turn', values: after(pairs) },
      { name: 'before scaling', values: pairs.map(before) },
      ...(pairs.some(({ band }) => band)
        ? [{ name: 'band', values: pairs.map(({ band }) => (band ? meaning[band] : '')) }]
        : []),
    ],
  }),
  numbers: ({ pairs }) => columns([indicesOf(pairs), after(pairs), pairs.map(before)]),
};

/** Positions per turn of each pair, and the pairs that a context extension changes. */
export const wavelengthBands: Chart<WavelengthData, WavelengthOptions> = /* @__PURE__ */ chart(wavelengthKind);

const indicesOf = (pairs: readonly WavelengthPair[]): number[] => pairs.map(({ index }) => index);
/** Positions per turn after scaling. */
const after = (pairs: readonly WavelengthPair[]): number[] => pairs.map(({ wavelength }) => wavelength ?? Infinity);
const lengthsOf = (pairs: readonly WavelengthPair[]): number[] =>
  pairs.flatMap((pair) => (typeof pair.wavelength === 'number' ? [pair.wavelength, before(pair)] : [before(pair)]));

/** Positions per turn before scaling. */
const before = ({ unscaledFrequency }: WavelengthPair): number => (2 * Math.PI) / unscaledFrequency;
/** true if it changed by more than rounding. */
const isScaled = (pair: WavelengthPair): boolean =>
  typeof pair.wavelength !== 'number' ? before(pair) < Infinity : Math.abs(pair.wavelength / before(pair) - 1) > 1e-9;

/** Adjacent pairs of the same band, as one column. */
function runs(pairs: readonly WavelengthPair[]): { band: Band; from: number; to: number }[] {
  const out: { band: Band; from: number; to: number }[] = [];
  let previous: Band | undefined;
  for (const { band, index } of pairs) {
    const last = out.at(-1);
    if (last && band === previous) last.to = index;
    else if (band !== undefined) out.push({ band, from: index, to: index });
    previous = band;
  }
  return out;
}
