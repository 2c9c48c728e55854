/**
 * Curves or points over common items, linear or logarithmic, with a cursor that reads an item and a
 * mark on the item that is chosen. On a logarithmic axis a value that is not above zero has no place:
 * the curve breaks.
 */
import { axisBottom, axisLeft } from 'd3-axis';
import { scaleLinear, scaleLog } from 'd3-scale';
import { select } from 'd3-selection';
import { attachCursor } from './cursor.js';
import { decimate } from '../../../lib/charts/core/decimate.js';
import { svg } from './svg.js';
import { decades, shortNumber } from '../../../lib/charts/core/ticks.js';

export interface Series {
  /** Sets the class `series-<n>`, which the style sheet colours. */
  readonly colour: number;
  readonly values: ArrayLike<number>;
  readonly dashed?: boolean;
  /** A band of this half-width around the curve. */
  readonly spread?: ArrayLike<number>;
}
/** A horizontal line with its meaning; `below` shades what is under it. */
export interface Rule {
  readonly value: number;
  readonly text: string;
  readonly below?: boolean;
}
export interface SeriesOptions {
  readonly width: number;
  readonly height?: number;
  readonly label: string;
  readonly xTitle: string;
  readonly yTitle: string;
  readonly logX?: boolean;
  readonly logY?: boolean;
  /** Items in no order of x: points, without lines between them. */
  readonly scattered?: boolean;
  readonly rules?: readonly Rule[];
  readonly describe: (item: number) => string;
  /** The item that is read; undefined when none is. */
  readonly onCursor?: (item: number | undefined) => void;
  readonly onChoose?: (item: number) => void;
}
export interface SeriesChart {
  readonly element: SVGSVGElement;
  /** Marks an item; undefined: none. */
  choose(item: number | undefined): void;
  /** A curve of another quantity over the same items, and places of x that belong to it. */
  overlay(values: ArrayLike<number> | undefined, at?: readonly number[]): void;
}

const margin = { top: 26, right: 16, bottom: 42, left: 58 };
/** Up to this many items each gets a dot. */
const mostDots = 160;

export function seriesChart(x: ArrayLike<number>, series: readonly Series[], options: SeriesOptions): SeriesChart {
  const { width, height = 280, rules = [], scattered = false, logY = false } = options;
  const count = x.length;
  const right = width - margin.right;
  const bottom = height - margin.bottom;
  const across = horizontal();
  const down = vertical();
  const px = (item: number): number => across(x[item] as number);
  const seen = (y: number): boolean => Number.isFinite(y) && (!logY || y > 0);

  const rows = svg('g', { class: 'grid', transform: `translate(${margin.left},0)` });
  select<SVGGElement, unknown>(rows).call(
    axisLeft(down)
      .tickValues(logY ? decades(...(down.domain() as [number, number]), 7) : (down.ticks(height / 50) as number[]))
      .tickFormat((v) => shortNumber(v.valueOf()))
      .tickSizeInner(-(right - margin.left))
      .tickSizeOuter(0)
      .tickPadding(8),
  );
  const columns = svg('g', { transform: `translate(0,${bottom})` });
  const [first, last] = across.domain() as [number, number];
  const tens = options.logX ? decades(first, last) : [];
  select<SVGGElement, unknown>(columns).call(
    axisBottom(across)
      .tickValues(tens.length > 1 ? tens : scaleLinear([first, last], [0, 1]).ticks(Math.max(2, width / 90)))
      .tickFormat((v) => shortNumber(v.valueOf()))
      .tickSizeOuter(0)
      .tickPadding(6),
  );

  const places = svg('g', { class: 'series-places' });
  const wave = svg('g', { class: 'series-overlay' });
  const mark = svg('line', { class: 'mark-line', y1: margin.top, y2: bottom, visibility: 'hidden' });
  const rings = series.map(({ colour }) =>
    svg('circle', { class: `mark-ring series-${colour}`, r: 5, visibility: 'hidden' }),
  );
  const hair = svg('line', { class: 'cursor-line', y1: margin.top, y2: bottom, visibility: 'hidden' });
  const element = svg(
    'svg',
    { class: 'chart series-chart', width, height, viewBox: `0 0 ${width} ${height}`, 'aria-label': options.label },
    svg(
      'g',
      { class: 'axes' },
      rows,
      columns,
      svg('text', { class: 'axis-title', x: right, y: height - 6, 'text-anchor': 'end' }, options.xTitle),
      svg('text', { class: 'axis-title', x: 4, y: 12 }, options.yTitle),
    ),
    ...rules.map(drawRule),
    places,
    mark,
    wave,
    ...series.map(drawSeries),
    hair,
    // The first series is what is looked at: its ring lies on top.
    ...rings.slice().reverse(),
  );
  const cursor = attachCursor(element, {
    count,
    itemAt: nearest,
    describe: options.describe,
    show(item) {
      place(hair, item);
      options.onCursor?.(item);
    },
    choose: options.onChoose,
  });
  return {
    element,
    choose(item) {
      const known = item !== undefined && item >= 0 && item < count ? item : undefined;
      place(mark, known);
      if (known !== undefined) cursor.rest(known);
      rings.forEach((ring, k) => {
        const y = known === undefined ? NaN : ((series[k] as Series).values[known] as number);
        ring.setAttribute('visibility', seen(y) ? 'visible' : 'hidden');
        if (known === undefined || !seen(y)) return;
        ring.setAttribute('cx', px(known).toFixed(2));
        ring.setAttribute('cy', down(y).toFixed(2));
      });
    },
    overlay(values, at = []) {
      wave.replaceChildren(...(values === undefined ? [] : drawSeries({ colour: 1, dashed: true, values }).childNodes));
      places.replaceChildren(
        ...at
          .filter((value) => value >= first && value <= last)
          .map((value) =>
            svg('line', { class: 'place-line', x1: across(value), x2: across(value), y1: margin.top, y2: bottom }),
          ),
      );
    },
  };

  function horizontal() {
    let lo = Infinity;
    let hi = -Infinity;
    for (let i = 0; i < count; i++) {
      lo = Math.min(lo, x[i] as number);
      hi = Math.max(hi, x[i] as number);
    }
    if (!(lo < hi)) [lo, hi] = [(Number.isFinite(lo) ? lo : 0) - 0.5, (Number.isFinite(hi) ? hi : 0) + 0.5];
    return options.logX && lo > 0
      ? scaleLog([lo, hi], [margin.left, right]).clamp(true)
      : scaleLinear([lo, hi], [margin.left, right]).clamp(true);
  }

  function vertical() {
    let lo = Infinity;
    let hi = -Infinity;
    const take = (y: number): void => {
      if (!Number.isFinite(y) || (logY && y <= 0)) return;
      lo = Math.min(lo, y);
      hi = Math.max(hi, y);
    };
    for (const { values, spread } of series)
      for (let i = 0; i < count; i++) {
        take(values[i] as number);
        if (spread) for (const side of [-1, 1]) take((values[i] as number) + side * (spread[i] as number));
      }
    for (const { value } of rules) take(value);
    if (!(lo <= hi)) [lo, hi] = logY ? [0.1, 1] : [0, 1];
    if (logY) return scaleLog([lo === hi ? lo / 10 : lo / 1.6, hi * 1.6], [bottom, margin.top]).clamp(true);
    const pad = (hi - lo) * 0.06 || Math.max(Math.abs(hi) * 0.1, 1e-12);
    return scaleLinear([lo - pad, hi + pad], [bottom, margin.top]).clamp(true);
  }

  function drawSeries({ colour, values, dashed = false, spread }: Series): SVGGElement {
    const group = svg('g', { class: `series series-${colour}` });
    const shown = thinned(values);
    if (spread) {
      const edge = (side: 1 | -1): string[] =>
        shown.map(
          (i) => `${px(i).toFixed(2)},${down((values[i] as number) + side * (spread[i] as number)).toFixed(2)}`,
        );
      group.append(svg('path', { class: 'spread', d: `M${[...edge(1), ...edge(-1).reverse()].join('L')}Z` }));
    }
    if (!scattered) {
      let d = '';
      let open = false;
      for (const i of shown) {
        const y = values[i] as number;
        if (seen(y)) d += `${open ? 'L' : 'M'}${px(i).toFixed(2)},${down(y).toFixed(2)}`;
        open = seen(y);
      }
      group.append(svg('path', { class: `curve${dashed ? ' dashed' : ''}`, d, fill: 'none' }));
    }
    if (scattered || (count <= mostDots && !dashed)) {
      const r = scattered && count > mostDots ? 1.5 : Math.max(1.25, Math.min(3, 140 / Math.max(count, 1)));
      for (const i of shown) {
        const y = values[i] as number;
        if (seen(y))
          group.append(
            svg('circle', { class: dashed ? 'dot hollow' : 'dot', cx: px(i).toFixed(2), cy: down(y).toFixed(2), r }),
          );
      }
    }
    return group;
  }

  /** The items that make a difference at this width. */
  function thinned(values: ArrayLike<number>): number[] {
    const all = Array.from({ length: count }, (_, i) => i);
    if (scattered || count <= 4 * width || options.logX) return all;
    return Array.from(decimate(Array.from(x), Array.from(values), Math.ceil(right - margin.left)));
  }

  function drawRule({ value, text, below = false }: Rule): SVGGElement {
    const y = down(value);
    const group = svg('g', { class: 'rule' });
    if (below)
      group.append(
        svg('rect', {
          class: 'rule-area',
          x: margin.left,
          y,
          width: right - margin.left,
          height: Math.max(0, bottom - y),
        }),
      );
    group.append(
      svg('line', { class: 'rule-line', x1: margin.left, x2: right, y1: y, y2: y }),
      svg('text', { class: 'rule-text', x: right - 4, y: y - 5, 'text-anchor': 'end' }, text),
    );
    return group;
  }

  function place(line: SVGLineElement, item: number | undefined): void {
    line.setAttribute('visibility', item === undefined ? 'hidden' : 'visible');
    if (item === undefined) return;
    for (const name of ['x1', 'x2']) line.setAttribute(name, px(item).toFixed(2));
  }

  /** x ascends, also where items are scattered: several may share one place. */
  function nearest(at: number): number {
    let low = 0;
    let high = count - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (px(middle) < at) low = middle + 1;
      else high = middle;
    }
    return low > 0 && at - px(low - 1) < px(low) - at ? low - 1 : low;
  }
}
