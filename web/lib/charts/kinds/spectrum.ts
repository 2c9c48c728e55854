/**
 * Eigenvalues in descending order, or the power at each frequency, on logarithmic axes: how fast they fall, and how
 * many of them reach a fraction of the sum.
 */
import { errorAbout } from '../../checks/errors.js';
import { type Chart, chart } from '../core/chart.js';
import { checkAxes, checkLists } from '../core/checks.js';
import { curve, itemsIn } from '../core/curves.js';
import { columns, lengthText, places1d, spanText, valuesOf } from '../core/items.js';
import type { Kind } from '../core/kind.js';
import { plot, reading, seriesKey, shown } from '../core/plot.js';
import { dotPaths } from '../core/dots.js';
import { circle, grown, path, type SceneNode, upright, within } from '../core/scene.js';
import { selectAlong } from '../core/select.js';
import { padded, spanOf } from '../core/scales.js';
import { seriesDash, seriesToken } from '../core/theme.js';
import type { SpectrumData, SpectrumOptions } from './spectrum-data.js';
import { axis, number, numbers, text } from '../core/shape.js';

/** Values are marked by dots up to this many per series. */
const mostDots = 512;
/** Values this far below the largest are rounding errors of zeros. */
const lowest = 1e-18;

export const spectrumKind: Kind<SpectrumData, SpectrumOptions> = {
  id: 'spectrum',
  json: async () => (await import('./spectrum-data.js')).spectrumData,
  name: 'spectrum',
  takes: {
    data: { 'x?': numbers, series: [{ name: text, values: numbers }] },
    options: { 'x?': axis, 'y?': axis, 'share?': number },
  },
  check({ series, x }, options) {
    const { share = 0.99 } = options;
    checkAxes(options, ['x', 'y']);
    if (x) checkLists('series', valuesOf(series), ['x', x]);
    if (!(share > 0 && share < 1))
      throw errorAbout('bad_argument', 'options.share', `must be between 0 and 1, got ${share}`);
  },
  height: (_, __, width) => Math.round(Math.min(340, Math.max(250, width * 0.5))),
  draw(data, options, { width, height }, view) {
    const { series } = data;
    const xs = xOf(data);
    const link = options.x?.link ?? options.x?.title ?? 'number';
    const [logX, logY] = [options.x?.log ?? true, options.y?.log ?? true];
    const span = spanOf(valuesOf(series), logY);
    const domain = shown(options.x, view.x, () => padded(spanOf([xs], logX), logX, 0.02));
    const frame = plot({
      width,
      height,
      title: options.title,
      key: seriesKey(series, 'line'),
      x: { title: options.x?.title ?? 'number', log: logX, domain },
      y: {
        title: options.y?.title ?? 'eigenvalue',
        log: logY,
        domain: shown(options.y, undefined, () =>
          padded(logY && span ? [Math.max(span[0], span[1] * lowest), span[1]] : span, logY),
        ),
      },
    });
    const { area, x, y } = frame;
    const place = { xs, x, y, ...itemsIn(xs, domain) };
    const shapes = series.flatMap(({ values }, s): SceneNode[] => [
      path(curve(place, values), { stroke: seriesToken(s), lineWidth: 1.25, dash: seriesDash(s), opacity: 0.75 }),
      ...(values.length <= mostDots
        ? dotPaths(
            Array.from(values, (value, i) => ({ x: x.at(xs[i]!), y: y.at(value), colour: seriesToken(s) })),
            values.length > 100 ? 3.5 : 5,
            1,
          )
        : []),
    ]);
    const reached = series.map(({ values }) => shareReached(values, options.share ?? 0.99));
    const flags = series.flatMap((_, s): SceneNode[] => {
      const item = reached[s];
      if (item === undefined) return [];
      const at = x.at(xs[item]!);
      return at >= area.x && at <= area.x + area.width
        ? [upright(at, area, { stroke: seriesToken(s), dash: '1 4', lineWidth: 1.5 })]
        : [];
    });
    const sums = series.map(({ values }) => cumulated(values));
    return {
      width,
      height,
      nodes: [
        ...frame.under,
        within({ ...grown(area, 4), height: area.height + 4 }, [...flags, ...shapes]),
        ...frame.over,
      ],
      plots: [{ area, x }],
      selects: selectAlong(link, [{ area, x }], xs, () => spectrumKind.table(data, options)),
      places:
        xs.length === 0
          ? undefined
          : places1d(xs, x, link, ([item = 0]) => {
              const at = x.at(xs[item]!);
              return {
                title: `${options.x?.title ?? 'number'} ${reading(xs[item]!)}`,
                rows: series.flatMap(({ name, values }, s) =>
                  item < values.length
                    ? [
                        {
                          name,
                          value: `${reading(values[item]!)}, up to here ${(100 * (sums[s]?.[item] ?? 0)).toFixed(2)} %`,
                          colour: seriesToken(s),
                        },
                      ]
                    : [],
                ),
                marks: [
                  upright(at, area),
                  ...series.flatMap(({ values }, s): SceneNode[] => {
                    const py = y.at(values[item]!);
                    return Number.isFinite(py) && py <= area.y + area.height + 1
                      ? [circle(at, py, 4.5, { fill: seriesToken(s), stroke: 'paper', lineWidth: 1.5 })]
                      : [];
                  }),
                ],
                at: [at, area.y + 50],
              };
            }),
    };
  },
  summary(data, { share = 0.99 }) {
    const xs = xOf(data);
    return (
      data.series
        .map(({ name, values }) => {
          const item = shareReached(values, share);
          return `${name}: ${lengthText(values.length, 'value', 'values')} ${spanText([values])}${item === undefined ? '' : `, ${100 * share} % of the sum at ${reading(xs[item]!)}`}`;
        })
        .join('; ') + '.'
    );
  },
  table: (data, { x }) => ({
    columns: [
      { name: x?.title ?? 'number', values: xOf(data) },
      ...data.series.flatMap(({ name, values }) => [
        { name, values },
        { name: `${name}: share up to here`, values: cumulated(values) },
      ]),
    ],
  }),
  numbers(data) {
    const xs = xOf(data);
    return columns([
      xs,
      ...data.series.map(({ values }) => Array.from({ length: xs.length }, (_, i) => values[i] ?? NaN)),
    ]);
  },
};

/** Eigenvalues or powers on logarithmic axes. */
export const spectrumChart: Chart<SpectrumData, SpectrumOptions> = /* @__PURE__ */ chart(spectrumKind);

function xOf({ x, series }: SpectrumData): ArrayLike<number> {
  return x ?? Array.from({ length: Math.max(0, ...series.map(({ values }) => values.length)) }, (_, i) => i + 1);
}

/** Cumulative fraction of the sum. */
function cumulated(values: ArrayLike<number>): Float64Array {
  const sums = new Float64Array(values.length);
  let sum = 0;
  for (let i = 0; i < values.length; i++) sums[i] = sum += Math.max(0, values[i]!) || 0;
  return sums.map((part) => (sum > 0 ? part / sum : NaN));
}

function shareReached(values: ArrayLike<number>, share: number): number | undefined {
  const item = cumulated(values).findIndex((part) => part >= share);
  return item < 0 ? undefined : item;
}
