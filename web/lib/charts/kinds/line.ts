/**
 * Curves over a common x, up to a million points each; a picture needs only the extremes of every column of pixels. On
 * a logarithmic axis a curve has gaps at values that are not positive, and on any axis at values that are not finite.
 */
import { type Chart, chart } from '../core/chart.js';
import { checkAxes, checkFunctions, checkLists } from '../core/checks.js';
import { band, curve, itemsIn } from '../core/curves.js';
import { dotPaths } from '../core/dots.js';
import type { Kind, Places, Reading } from '../core/kind.js';
import { columns, lengthText, places1d, spanText, valuesOf } from '../core/items.js';
import { type KeyItem, type Plot, keyHeight, plot, reading, shown } from '../core/plot.js';
import { rulesAcross, rulesDown } from '../core/rules.js';
import { circle, grown, path, type SceneNode, upright, within } from '../core/scene.js';
import { selectAlong } from '../core/select.js';
import { padded, spanOf } from '../core/scales.js';
import { type Token, seriesDash, seriesToken } from '../core/theme.js';
import type { LineData, LineOptions, LineSeries } from './line-data.js';
import { axis, flag, number, numbers, rules, text } from '../core/shape.js';

/** Points are marked individually up to this total number. */
const mostDots = 400;
/** Names in the tooltip. */
const mostRows = 12;

export const lineKind: Kind<LineData, LineOptions> = {
  id: 'line',
  json: async () => (await import('./line-data.js')).lineData,
  name: 'line chart',
  takes: {
    data: { 'x?': numbers, series: [{ name: text, 'values?': numbers, 'spread?': numbers, 'colour?': number }] },
    options: {
      'x?': axis,
      'y?': axis,
      'rules?': rules,
      'marks?': rules,
      'joined?': flag,
      'chosen?': number,
      'itemName?': 'anything',
      'sentence?': 'anything',
    },
  },
  check({ x, series }, options) {
    checkFunctions({ itemName: options.itemName });
    checkAxes(options);
    checkLists('series', valuesOf(series), x && ['x', x]);
    checkLists(
      'spread',
      series.flatMap(({ spread }) => (spread ? [spread] : [])),
      x && ['x', x],
    );
  },
  height: ({ series }, _, width) =>
    Math.round(Math.min(340, Math.max(250, width * 0.5))) + Math.max(0, keyHeight(keyOf(series), width) - 18),
  draw(data, options, { width, height }, view) {
    const { series } = data;
    const xs = xOf(data);
    const logX = options.x?.log === true;
    const logY = options.y?.log === true;
    const domain = shown(options.x, view.x, () => {
      const [lo, hi] = spanOf([xs], logX) ?? (logX ? [1, 10] : [0, 1]);
      return lo < hi ? [lo, hi] : padded([lo, hi], logX);
    });
    const { from, to } = itemsIn(xs, domain);
    const part = (values: ArrayLike<number>): ArrayLike<number> =>
      Array.prototype.slice.call(values, from, to) as number[];
    const frame = plot({
      width,
      height,
      title: options.title,
      key: keyOf(series),
      x: { title: options.x?.title, log: logX, domain },
      y: {
        title: options.y?.title,
        log: logY,
        domain: shown(options.y, undefined, () =>
          padded(
            spanOf(
              [
                ...series.map(({ values }) => part(values)),
                ...series.flatMap(({ values, spread }) =>
                  spread ? [-1, 1].map((side) => edge(part(values), part(spread), side)) : [],
                ),
                (options.rules ?? []).map(({ value }) => value),
              ],
              logY,
            ),
            logY,
          ),
        ),
      },
    });
    const { area, x, y } = frame;
    const place = { xs, from, to, x, y };
    const joined = options.joined !== false;
    const bands = series.flatMap(({ values, spread }, i) =>
      spread ? [band(place, values, spread, colourOf(series, i))] : [],
    );
    const curves = series.map(({ values, strong }, i) =>
      path(curve(place, values), {
        stroke: colourOf(series, i),
        lineWidth: strong ? 3.5 : to - from > 2000 ? 1.25 : 1.75,
        dash: dashOf(series, i),
      }),
    );
    const [across, down] = [rulesAcross(options.rules ?? [], y, area), rulesDown(options.marks ?? [], x, area)];
    const count = to - from;
    const dotted = count * series.length <= mostDots;
    const dots = series.flatMap(({ values, dashed }, i) =>
      !joined || (dotted && !dashed)
        ? dotPaths(
            Array.from({ length: count }, (_, k) => ({
              x: x.at(xs[from + k]!),
              y: y.at(values[from + k]!),
              colour: colourOf(series, i),
            })),
            joined || dotted ? Math.max(2.5, Math.min(5, 280 / count)) : 3,
            1,
          )
        : [],
    );
    return {
      width,
      height,
      nodes: [
        ...frame.under,
        // room for half a line at the edges
        within(grown(area, 4), [
          ...bands,
          ...across.under,
          ...down.under,
          ...(joined ? curves : []),
          ...dots,
          ...across.over,
          ...down.over,
          ...chosenMarks(data, options, frame),
        ]),
        ...frame.over,
      ],
      plots: [{ area, x }],
      selects: selectAlong(linkOf(options), [{ area, x }], xs, () => lineKind.table(data, options)),
      places: placesOf(data, options, frame),
    };
  },
  summary(data, { x, y }) {
    const xs = xOf(data);
    return [
      lengthText(data.series.length, 'curve', 'curves'),
      ` over ${x?.title ?? 'x'} ${spanText([xs])}`,
      `${y?.title ? `, ${y.title}` : ''}. `,
      data.series
        .slice(0, 8)
        .map(({ name, values }) => `${name}: ${spanText([values])}`)
        .join('; '),
      '.',
    ].join('');
  },
  table: (data, { x }) => ({
    columns: [
      { name: x?.title ?? 'x', values: xOf(data) },
      ...data.series.flatMap(({ name, values, spread }) => [
        { name, values },
        ...(spread ? [{ name: `${name}: spread`, values: spread }] : []),
      ]),
    ],
  }),
  numbers: (data) => columns([xOf(data), ...valuesOf(data.series)]),
};

/** Curves over a common x, linear or logarithmic. */
export const lineChart: Chart<LineData, LineOptions> = /* @__PURE__ */ chart(lineKind);

function xOf({ x, series }: LineData): ArrayLike<number> {
  return x ?? Array.from({ length: series[0]?.values.length ?? 0 }, (_, i) => i);
}

/** Name of its x for other charts. */
const linkOf = ({ x }: LineOptions): string => x?.link ?? x?.title ?? 'x';

const colourOf = (series: readonly LineSeries[], i: number): Token => seriesToken(series[i]?.colour ?? i);
const dashOf = (series: readonly LineSeries[], i: number): string | undefined =>
  series[i]?.dashed ? '6 4' : seriesDash(series[i]?.colour ?? i);

/** A single curve needs no key. */
const keyOf = (series: readonly LineSeries[]): KeyItem[] =>
  series.length < 2
    ? []
    : series.flatMap(({ name, keyed }, i) =>
        keyed === false ? [] : [{ name, shape: 'line', colour: colourOf(series, i), dash: dashOf(series, i) } as const],
      );

const edge = (values: ArrayLike<number>, spread: ArrayLike<number>, side: number): number[] =>
  Array.from(values, (value, i) => value + side * spread[i]!);

/** Circles at an item's values; the first series is the main one and is drawn on top. */
function rings(
  { series }: LineData,
  { area, x, y }: Plot,
  at: number,
  item: number,
  style: 'full' | 'open',
): SceneNode[] {
  return series
    .flatMap(({ values }, i): SceneNode[] => {
      const cy = y.at(values[item]!);
      const colour = colourOf(series, i);
      return cy >= area.y - 1 && cy <= area.y + area.height + 1
        ? [
            style === 'full'
              ? circle(x.at(at), cy, 4, { fill: colour, stroke: 'paper', lineWidth: 1.5 })
              : circle(x.at(at), cy, 5, { fill: 'paper', stroke: colour, lineWidth: 2.5 }),
          ]
        : [];
    })
    .reverse();
}

function chosenMarks(data: LineData, { chosen }: LineOptions, frame: Plot): SceneNode[] {
  const at = chosen === undefined ? undefined : xOf(data)[chosen];
  if (at === undefined) return [];
  const { area, x } = frame;
  return [upright(x.at(at), area, { stroke: 'ink' }), ...rings(data, frame, at, chosen!, 'open')];
}

function placesOf(data: LineData, options: LineOptions, frame: Plot): Places | undefined {
  const xs = xOf(data);
  if (xs.length === 0) return undefined;
  const { area, x } = frame;
  const read = ([item = 0]: readonly number[]): Reading => {
    const at = xs[item]!;
    const px = x.at(at);
    return {
      title: options.itemName?.(item) ?? `${options.x?.title ?? 'x'} ${reading(at)}`,
      rows: data.series.slice(0, mostRows).map(({ name, values, spread }, i) => ({
        name,
        value: `${reading(values[item]!)}${spread ? ` ± ${reading(spread[item]!)}` : ''}`,
        colour: colourOf(data.series, i),
      })),
      marks: [upright(px, area), ...rings(data, frame, at, item, 'full')],
      at: [px, area.y + Math.min(60, area.height / 3)],
      sentence: options.sentence?.(item),
    };
  };
  const { chosen } = options;
  return {
    ...places1d(xs, x, linkOf(options), read),
    rest: chosen === undefined || xs[chosen] === undefined ? undefined : [chosen],
  };
}
