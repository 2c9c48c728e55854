/** Bars of named items, in one or more adjacent series, with intervals if known. */
import { errorAbout } from '../../checks/errors.js';
import { type Chart, chart } from '../core/chart.js';
import { checkAxes, checkLists } from '../core/checks.js';
import { columns, lengthText, spanText, valuesOf } from '../core/items.js';
import type { Kind, Move, Place, Places } from '../core/kind.js';
import { crisp, plot, reading, seriesKey, shown } from '../core/plot.js';
import { type Box, grown, path, type SceneNode, segment, short, within } from '../core/scene.js';
import { selectAlong } from '../core/select.js';
import { padded, spanOf } from '../core/scales.js';
import { fitted } from '../core/text-width.js';
import { seriesToken } from '../core/theme.js';
import type { BarData, BarOptions } from './bar-data.js';
import { axis, numbers, text, texts } from '../core/shape.js';

export const barKind: Kind<BarData, BarOptions> = {
  id: 'bar',
  json: async () => (await import('./bar-data.js')).barData,
  name: 'bar chart',
  takes: {
    data: { names: texts, series: [{ name: text, values: numbers, 'low?': numbers, 'high?': numbers }] },
    options: { 'x?': { 'title?': text, 'link?': text }, 'y?': axis },
  },
  check({ names, series }, { y }) {
    checkAxes({ y });
    checkLists('series', valuesOf(series), ['names', { length: names.length }]);
    series.forEach(({ low, high }, i) => {
      if ((low === undefined) !== (high === undefined))
        throw errorAbout(
          'bad_argument',
          `series[${i}]`,
          'has one end of its intervals; it must have low and high, or neither',
        );
      if (low && high) checkLists(`series[${i}].low and high`, [low, high], ['names', { length: names.length }]);
    });
  },
  height: (_, __, width) => Math.round(Math.min(340, Math.max(240, width * 0.5))),
  draw({ names, series }, options, { width, height }) {
    const log = options.y?.log === true;
    const span = spanOf(
      [...valuesOf(series), ...series.flatMap(({ low, high }) => (low && high ? [low, high] : []))],
      log,
    );
    const domain = shown(options.y, undefined, () => {
      if (log) return padded(span, true, 0.08);
      const [lo, hi] = span ?? [0, 1];
      const reach = Math.max(hi, 0) - Math.min(lo, 0) || 1;
      return [lo < 0 ? lo - reach * 0.05 : 0, hi > 0 ? hi + reach * 0.05 : 0];
    });
    const frame = plot({
      width,
      height,
      title: options.title,
      key: seriesKey(series, 'area'),
      x: {
        title: options.x?.title,
        domain: [-0.5, Math.max(0.5, names.length - 0.5)],
        ticks: (scale) => {
          const room = (scale.range[1] - scale.range[0]) / Math.max(1, names.length);
          return names.map((name, value) => ({ value, label: fitted(name, Math.max(room - 4, 30)) }));
        },
      },
      y: { title: options.y?.title, log, domain },
    });
    const { area, x, y } = frame;
    const base = y.at(log ? domain[0] : Math.max(domain[0], Math.min(domain[1], 0)));
    const room = (x.at(1) - x.at(0)) * 0.78;
    const wide = Math.min(60, room / Math.max(1, series.length));
    /** From the base to the value. */
    const boxOf = (item: number, s: number): Box => {
      const left = x.at(item) + (s - series.length / 2) * wide;
      const at = y.at(series[s]?.values[item] as number);
      const top = Number.isFinite(at) ? at : base;
      return { x: left + 0.5, y: Math.min(top, base), width: Math.max(1, wide - 1), height: Math.abs(base - top) };
    };
    const bars = series.flatMap((_, s) =>
      names.map((__, i): SceneNode => ({
        kind: 'rect',
        ...boxOf(i, s),
        r: Math.min(2, wide / 6),
        fill: seriesToken(s),
        fillOpacity: 0.88,
      })),
    );
    const whiskers = series.flatMap(({ low, high }, s) =>
      names.flatMap((_, i): SceneNode[] => (low && high ? [whisker(boxOf(i, s), y.at(low[i]!), y.at(high[i]!))] : [])),
    );
    return {
      width,
      height,
      nodes: [
        ...frame.under,
        within(area, [...bars, ...whiskers]),
        segment(area.x, crisp(base), area.x + area.width, crisp(base), { stroke: 'edge' }),
        ...frame.over,
      ],
      plots: [],
      selects: selectAlong(
        linkOf(options),
        [{ area, x }],
        names.map((_, i) => i),
        () => barKind.table({ names, series }, options),
        names.length,
      ),
      places:
        names.length && series.length
          ? placesOf({ names, series }, options, boxOf, area, (px) => Math.round(x.invert(px)))
          : undefined,
    };
  },
  summary: ({ names, series }, { y }) =>
    `${lengthText(names.length, 'bar', 'bars')}${series.length > 1 ? ` of ${series.length} series` : ''}${y?.title ? `, ${y.title}` : ''}. ${series.map(({ name, values }) => `${name} ${spanText([values])}`).join('; ')}.`,
  table: ({ names, series }, { x }) => ({
    columns: [
      { name: x?.title ?? 'name', values: names },
      ...series.flatMap(({ name, values, low, high }) => [
        { name, values },
        ...(low && high
          ? [
              { name: `${name}: low`, values: low },
              { name: `${name}: high`, values: high },
            ]
          : []),
      ]),
    ],
  }),
  numbers: ({ series }) => columns(valuesOf(series)),
};

/** Bars with intervals. */
export const barChart: Chart<BarData, BarOptions> = /* @__PURE__ */ chart(barKind);

/** Name of its items for other charts. */
const linkOf = ({ x }: BarOptions): string => x?.link ?? x?.title ?? 'item';

function whisker({ x, width }: Box, low: number, high: number): SceneNode {
  const middle = x + width / 2;
  const cap = Math.min(5, width / 3);
  const [a, b, left, right] = [low, high, middle - cap, middle + cap].map(short);
  return path(`M${short(middle)},${a}L${short(middle)},${b}M${left},${a}H${right}M${left},${b}H${right}`, {
    stroke: 'ink',
    lineWidth: 1.5,
  });
}

function placesOf(
  { names, series }: BarData,
  options: BarOptions,
  boxOf: (item: number, s: number) => Box,
  area: Box,
  itemAt: (px: number) => number,
): Places {
  const clamp = (value: number, count: number): number => Math.max(0, Math.min(count - 1, value));
  const link = linkOf(options);
  const far = Math.max(1, Math.round(names.length / 10));
  const steps: Readonly<Record<Move, (item: number, s: number) => Place>> = {
    left: (item, s) => (s > 0 ? [item, s - 1] : item > 0 ? [item - 1, series.length - 1] : [0, 0]),
    right: (item, s) => (s + 1 < series.length ? [item, s + 1] : item + 1 < names.length ? [item + 1, 0] : [item, s]),
    up: (item, s) => [clamp(item + 1, names.length), s],
    down: (item, s) => [clamp(item - 1, names.length), s],
    farLeft: (item, s) => [clamp(item - far, names.length), s],
    farRight: (item, s) => [clamp(item + far, names.length), s],
    first: () => [0, 0],
    last: () => [names.length - 1, series.length - 1],
  };
  return {
    near(px) {
      const item = clamp(itemAt(px), names.length);
      const apart = series.map((_, s) => Math.abs(boxOf(item, s).x + boxOf(item, s).width / 2 - px));
      return [item, apart.indexOf(Math.min(...apart))];
    },
    move: (place, move) => (place === undefined ? [0, 0] : steps[move](place[0]!, place[1]!)),
    read([item = 0, s = 0]) {
      const box = boxOf(item, s);
      return {
        title: names[item] ?? String(item),
        rows: series.map(({ name, values, low, high }, i) => ({
          name,
          value: `${reading(values[item]!)}${low && high ? ` (${reading(low[item]!)} to ${reading(high[item]!)})` : ''}`,
          colour: seriesToken(i),
        })),
        marks: [
          {
            ...{ kind: 'rect', ...grown(box, 1.5), y: Math.max(area.y, box.y - 1.5) },
            ...{ r: 2, stroke: 'ink', lineWidth: 1.5 },
          },
        ],
        at: [box.x + box.width / 2, Math.max(area.y + 20, box.y)],
      };
    },
    values: ([item = 0]) => ({ [link]: item }),
    from(values) {
      const item = values[link];
      return item !== undefined && Number.isInteger(item) && item >= 0 && item < names.length ? [item, 0] : undefined;
    },
    slider: { count: names.length * series.length, index: ([item = 0, s = 0]) => item * series.length + s },
  };
}
