/**
 * Curves over a common x: up to a million points each, of which a picture needs the extremes of every column of pixels.
 * On a logarithmic axis what is not above zero has no place: the curve breaks, as it does at what is not finite.
 */
import type { Chart } from '../core/chart.js';
import { chart } from '../core/chart.js';
import { checkLists } from '../core/checks.js';
import { decimate } from '../core/decimate.js';
import type { AxisOptions, ChartOptions, Kind, Places, Reading } from '../core/kind.js';
import { columns, lengthText, places1d, spanText } from '../core/items.js';
import { plot, reading, seriesKey, shown } from '../core/plot.js';
import type { SceneNode } from '../core/scene.js';
import { segment, short } from '../core/scene.js';
import { selectAlong } from '../core/select.js';
import type { Scale } from '../core/scales.js';
import { padded, spanOf } from '../core/scales.js';
import type { Token } from '../core/theme.js';
import { seriesDash, seriesToken } from '../core/theme.js';

export interface LineSeries {
  readonly name: string;
  readonly values: ArrayLike<number>;
  /** Half the width of a band around the curve: a standard deviation, a bound. */
  readonly spread?: ArrayLike<number> | undefined;
  /** Its colour and dashes; its place in the list when left out. */
  readonly colour?: number | undefined;
}
export interface LineData {
  /** Ascending; 0, 1, 2 … when left out. */
  readonly x?: ArrayLike<number> | undefined;
  readonly series: readonly LineSeries[];
}
/** A horizontal line with its meaning. */
export interface Rule {
  readonly value: number;
  readonly text: string;
}
export interface LineOptions extends ChartOptions {
  readonly x?: AxisOptions | undefined;
  readonly y?: AxisOptions | undefined;
  readonly rules?: readonly Rule[] | undefined;
  /** Names an item where it is read; its x when left out. */
  readonly itemName?: ((item: number) => string) | undefined;
}

/** Up to this many points of a curve are marked one by one. */
const mostDots = 40;

export const lineKind: Kind<LineData, LineOptions> = {
  id: 'line',
  name: 'line chart',
  check({ x, series }) {
    checkLists(
      'series',
      series.map(({ values }) => values),
      x && ['x', x],
    );
    checkLists(
      'spread',
      series.flatMap(({ spread }) => (spread ? [spread] : [])),
      x && ['x', x],
    );
  },
  height: (_, __, width) => Math.round(Math.min(340, Math.max(230, width * 0.5))),
  draw(data, options, { width, height }, view) {
    const { series } = data;
    const xs = xOf(data);
    const logX = options.x?.log === true;
    const logY = options.y?.log === true;
    const domain = shown(options.x, view.x, () => {
      const [lo, hi] = spanOf([xs], logX) ?? (logX ? [1, 10] : [0, 1]);
      return lo < hi ? [lo, hi] : padded([lo, hi], logX);
    });
    const [from, to] = [lowerBound(xs, domain[0]), Math.min(xs.length, lowerBound(xs, domain[1]) + 1)];
    const part = (values: ArrayLike<number>): ArrayLike<number> =>
      Array.prototype.slice.call(values, from, to) as number[];
    const frame = plot({
      width,
      height,
      title: options.title,
      key: seriesKey(
        series.map(({ name }) => name),
        'line',
      ).map((item, i) => coloured(item, series[i] as LineSeries, i)),
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
    const bands = series.flatMap(({ values, spread, colour }, i) =>
      spread ? [band(xs, values, spread, from, to, x, y, seriesToken(colour ?? i))] : [],
    );
    const curves = series.map(({ values, colour }, i): SceneNode => ({
      kind: 'path',
      d: curve(xs, values, from, to, x, y, area.width),
      stroke: seriesToken(colour ?? i),
      lineWidth: to - from > 2000 ? 1.25 : 1.75,
      dash: seriesDash(colour ?? i),
    }));
    const dots =
      to - from <= mostDots
        ? series.flatMap(({ values, colour }, i) => dotsOf(xs, values, from, to, x, y, colour ?? i))
        : [];
    return {
      width,
      height,
      nodes: [
        ...frame.under,
        {
          kind: 'group',
          clip: grown(area),
          children: [...bands, ...rulesOf(options.rules ?? [], y, area), ...curves, ...dots],
        },
        ...frame.over,
      ],
      plots: [{ area, x }],
      selects: selectAlong(linkOf(options), [{ area, x }], xs, () => lineKind.table(data, options)),
      places: placesOf(data, options, x, y, area),
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
  numbers: (data) => columns([xOf(data), ...data.series.map(({ values }) => values)]),
};

/** Curves over a common x, linear or logarithmic. */
export const lineChart: Chart<LineData, LineOptions> = /* @__PURE__ */ chart(lineKind);

export function xOf({ x, series }: LineData): ArrayLike<number> {
  return x ?? Array.from({ length: series[0]?.values.length ?? 0 }, (_, i) => i);
}

/** The name under which other charts know its x. */
const linkOf = ({ x }: LineOptions): string => x?.link ?? x?.title ?? 'x';

const coloured = <Item extends object>(item: Item, { colour }: LineSeries, i: number): Item => ({
  ...item,
  colour: seriesToken(colour ?? i),
  dash: seriesDash(colour ?? i),
});

const edge = (values: ArrayLike<number>, spread: ArrayLike<number>, side: number): number[] =>
  Array.from(values, (value, i) => value + side * (spread[i] as number));

/** Room for half a line at the edges. */
const grown = ({ x, y, width, height }: { x: number; y: number; width: number; height: number }) => ({
  x: x - 4,
  y: y - 4,
  width: width + 8,
  height: height + 8,
});

export function curve(
  xs: ArrayLike<number>,
  values: ArrayLike<number>,
  from: number,
  to: number,
  x: Scale,
  y: Scale,
  columnsOfPixels: number,
): string {
  const [px, py] = [new Float64Array(to - from), new Float64Array(to - from)];
  for (let i = from; i < to; i++) {
    px[i - from] = x.at(xs[i] as number);
    py[i - from] = y.at(values[i] as number);
  }
  let d = '';
  let open = false;
  for (const i of decimate(px, py, Math.ceil(columnsOfPixels))) {
    const seen = Number.isFinite(px[i]) && Number.isFinite(py[i]);
    if (seen) d += `${open ? 'L' : 'M'}${short(px[i] as number)},${short(py[i] as number)}`;
    open = seen;
  }
  return d;
}

function band(
  xs: ArrayLike<number>,
  values: ArrayLike<number>,
  spread: ArrayLike<number>,
  from: number,
  to: number,
  x: Scale,
  y: Scale,
  fill: Token,
): SceneNode {
  const stride = Math.max(1, Math.floor((to - from) / 1000));
  const at = (i: number, side: number): string => {
    const value = y.at((values[i] as number) + side * (spread[i] as number));
    return `${short(x.at(xs[i] as number))},${short(Number.isFinite(value) ? value : Math.max(...y.range))}`;
  };
  const items: number[] = [];
  for (let i = from; i < to; i += stride)
    if (Number.isFinite((values[i] as number) + (spread[i] as number))) items.push(i);
  const outline = [...items.map((i) => at(i, 1)), ...items.reverse().map((i) => at(i, -1))];
  return { kind: 'path', d: outline.length ? `M${outline.join('L')}Z` : '', fill, fillOpacity: 0.16 };
}

function dotsOf(
  xs: ArrayLike<number>,
  values: ArrayLike<number>,
  from: number,
  to: number,
  x: Scale,
  y: Scale,
  colour: number,
): SceneNode[] {
  const dots: SceneNode[] = [];
  for (let i = from; i < to; i++) {
    const [cx, cy] = [x.at(xs[i] as number), y.at(values[i] as number)];
    if (Number.isFinite(cx) && Number.isFinite(cy))
      dots.push({ kind: 'circle', x: cx, y: cy, r: 2.5, fill: seriesToken(colour) });
  }
  return dots;
}

function rulesOf(rules: readonly Rule[], y: Scale, area: { x: number; width: number }): SceneNode[] {
  return rules.flatMap(({ value, text }): SceneNode[] => [
    segment(area.x, y.at(value), area.x + area.width, y.at(value), { stroke: 'ink', dash: '5 4' }),
    { kind: 'text', x: area.x + area.width - 4, y: y.at(value) - 6, text, anchor: 'end', fill: 'ink', halo: true },
  ]);
}

function placesOf(
  data: LineData,
  options: LineOptions,
  x: Scale,
  y: Scale,
  area: { y: number; height: number },
): Places | undefined {
  const xs = xOf(data);
  if (xs.length === 0) return undefined;
  return places1d(xs, x, linkOf(options), ([item = 0]): Reading => {
    const px = x.at(xs[item] as number);
    const rows = data.series.map(({ name, values, colour }, i) => ({
      name,
      value: reading(values[item] as number),
      colour: seriesToken(colour ?? i),
    }));
    const rings = data.series.flatMap(({ values, colour }, i): SceneNode[] => {
      const py = y.at(values[item] as number);
      return Number.isFinite(py) && py >= area.y - 1 && py <= area.y + area.height + 1
        ? [{ kind: 'circle', x: px, y: py, r: 4, fill: seriesToken(colour ?? i), stroke: 'paper', lineWidth: 1.5 }]
        : [];
    });
    return {
      title: options.itemName?.(item) ?? `${options.x?.title ?? 'x'} ${reading(xs[item] as number)}`,
      rows: rows.length > 12 ? rows.slice(0, 12) : rows,
      marks: [segment(px, area.y, px, area.y + area.height, { stroke: 'muted', dash: '2 3' }), ...rings],
      at: [px, area.y + Math.min(60, area.height / 3)],
    };
  });
}

export function lowerBound(values: ArrayLike<number>, target: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((values[middle] as number) < target) low = middle + 1;
    else high = middle;
  }
  return low;
}
