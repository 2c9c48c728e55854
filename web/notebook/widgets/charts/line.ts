/** Dense curves as SVG, for export and print: min/max decimated, so 1e5 points stay a small file. */
import { axisBottom, axisLeft } from 'd3-axis';
import { scaleLinear, scaleLog } from 'd3-scale';
import { select } from 'd3-selection';
import { decimate } from '../../../lib/charts/core/decimate.js';
import { svg } from './svg.js';
import { decades, shortNumber } from '../../../lib/charts/core/ticks.js';

export interface LineSeries {
  readonly name: string;
  /** Sets the class `series-<n>`, which the style sheet colours. */
  readonly colour: number;
  readonly values: ArrayLike<number>;
}
export interface LineData {
  readonly x: ArrayLike<number>;
  readonly series: readonly LineSeries[];
}
export interface LineOptions {
  readonly width: number;
  readonly height?: number;
  readonly label: string;
  readonly xTitle: string;
  readonly yTitle: string;
  /** Shows this part of x only. */
  readonly window?: readonly [number, number];
  readonly logX?: boolean;
}

const margin = { top: 26, right: 16, bottom: 42, left: 58 };

export function lineChart(data: LineData, options: LineOptions): SVGSVGElement {
  const { width, height = 320 } = options;
  const right = width - margin.right;
  const bottom = height - margin.bottom;
  const n = data.x.length;
  const [x0, x1] = options.window ?? [data.x[0] ?? 0, data.x[n - 1] ?? 1];
  const from = lowerBound(data.x, x0);
  const to = Math.min(n, lowerBound(data.x, x1) + 1);
  const xs = Array.prototype.slice.call(data.x, from, to) as number[];
  const parts = data.series.map((s) => Array.prototype.slice.call(s.values, from, to) as number[]);

  let low = Infinity;
  let high = -Infinity;
  for (const part of parts)
    for (const v of part) {
      if (v < low) low = v;
      if (v > high) high = v;
    }
  if (!(low < high)) {
    low--;
    high++;
  }
  const x = options.logX
    ? scaleLog([Math.max(x0, 1e-9), x1], [margin.left, right])
    : scaleLinear([x0, x1], [margin.left, right]);
  const y = scaleLinear([low, high], [bottom, margin.top]).nice();

  const rows = svg('g', { class: 'grid', transform: `translate(${margin.left},0)` });
  select<SVGGElement, unknown>(rows).call(
    axisLeft(y)
      .ticks(6)
      .tickFormat((v) => shortNumber(v.valueOf()))
      .tickSizeInner(-(right - margin.left))
      .tickSizeOuter(0)
      .tickPadding(8),
  );
  const columns = svg('g', { transform: `translate(0,${bottom})` });
  const xTicks = options.logX ? decades(Math.max(x0, 1e-9), x1) : x.ticks(Math.max(2, width / 90));
  select<SVGGElement, unknown>(columns).call(
    axisBottom(x)
      .tickValues(xTicks)
      .tickFormat((v) => shortNumber(v.valueOf()))
      .tickSizeOuter(0)
      .tickPadding(6),
  );

  const root = svg(
    'svg',
    { class: 'chart line', role: 'img', width, height, viewBox: `0 0 ${width} ${height}`, 'aria-label': options.label },
    svg(
      'g',
      { class: 'axes' },
      rows,
      columns,
      svg('text', { class: 'axis-title', x: right, y: height - 6, 'text-anchor': 'end' }, options.xTitle),
      svg('text', { class: 'axis-title', x: 4, y: 12 }, options.yTitle),
    ),
  );
  parts.forEach((part, k) => {
    const place = options.logX ? xs.map((v) => Math.log(Math.max(v, 1e-9))) : xs;
    const d = decimate(place, part, Math.ceil(right - margin.left))
      .map((i, j) => `${j === 0 ? 'M' : 'L'}${x(xs[i] as number).toFixed(2)},${y(part[i] as number).toFixed(2)}`)
      .join('');
    root.append(svg('path', { class: `curve series-${data.series[k]?.colour ?? k}`, d, fill: 'none' }));
  });
  return root;
}

function lowerBound(values: ArrayLike<number>, target: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((values[middle] as number) < target) low = middle + 1;
    else high = middle;
  }
  return low;
}
