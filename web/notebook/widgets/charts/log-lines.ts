/**
 * Several curves on logarithmic axes, with a cursor over their common x and a mark at one of them.
 * Values that are not above zero, or no numbers, have no place on such an axis: the curve breaks.
 */
import { axisBottom, axisLeft } from 'd3-axis';
import { scaleLog } from 'd3-scale';
import { select } from 'd3-selection';
import { attachCursor } from './cursor.js';
import { svg } from './svg.js';
import { decades, shortNumber } from '../../../lib/charts/core/ticks.js';

export interface LogSeries {
  /** Sets the class `series-<n>`, which the style sheet colours; odd ones are dashed. */
  readonly colour: number;
  readonly values: ArrayLike<number>;
}
export interface LogLinesOptions {
  readonly width: number;
  readonly height?: number;
  readonly label: string;
  readonly xTitle: string;
  readonly yTitle: string;
  /** The span of y. */
  readonly span: readonly [number, number];
  readonly describe: (item: number) => string;
  /** The item that is read; undefined when none is. */
  readonly onCursor?: (item: number | undefined) => void;
  readonly onChoose?: (item: number) => void;
}
export interface LogLines {
  readonly element: SVGSVGElement;
  /** Moves the mark to an x. */
  mark(x: number): void;
}

const margin = { top: 26, right: 16, bottom: 42, left: 58 };

export function logLines(x: ArrayLike<number>, series: readonly LogSeries[], options: LogLinesOptions): LogLines {
  const { width, height = 380, span } = options;
  const right = width - margin.right;
  const bottom = height - margin.bottom;
  const first = x[0] ?? 1;
  const last = x[x.length - 1] ?? 10;
  const across = scaleLog([first, last], [margin.left, right]).clamp(true);
  const down = scaleLog(span, [bottom, margin.top]).clamp(true);

  const rows = svg('g', { class: 'grid', transform: `translate(${margin.left},0)` });
  select<SVGGElement, unknown>(rows).call(
    axisLeft(down)
      .tickValues(decades(span[0], span[1]))
      .tickFormat((v) => shortNumber(v.valueOf()))
      .tickSizeInner(-(right - margin.left))
      .tickSizeOuter(0)
      .tickPadding(8),
  );
  const columns = svg('g', { transform: `translate(0,${bottom})` });
  select<SVGGElement, unknown>(columns).call(
    axisBottom(across)
      .tickValues(decades(first, last, Math.max(3, Math.floor(width / 70))))
      .tickFormat((v) => shortNumber(v.valueOf()))
      .tickSizeOuter(0)
      .tickPadding(6),
  );
  const vertical = (name: string) => svg('line', { class: name, y1: margin.top, y2: bottom, visibility: 'hidden' });
  const cursor = vertical('cursor-line');
  const mark = vertical('mark-line');
  const place = (line: SVGLineElement, at: number): void => {
    line.setAttribute('x1', across(at).toFixed(2));
    line.setAttribute('x2', across(at).toFixed(2));
    line.setAttribute('visibility', 'visible');
  };

  const element = svg(
    'svg',
    { class: 'chart log-lines', width, height, viewBox: `0 0 ${width} ${height}`, 'aria-label': options.label },
    svg(
      'g',
      { class: 'axes' },
      rows,
      columns,
      svg('text', { class: 'axis-title', x: right, y: height - 6, 'text-anchor': 'end' }, options.xTitle),
      svg('text', { class: 'axis-title', x: 4, y: 12 }, options.yTitle),
    ),
    mark,
    ...series.map(({ colour, values }) =>
      svg('path', {
        class: `curve series-${colour}${colour % 2 === 1 ? ' dashed' : ''}`,
        d: path(values),
        fill: 'none',
      }),
    ),
    cursor,
  );
  // Halfway between two neighbours on the axis.
  const edges = Array.from({ length: Math.max(0, x.length - 1) }, (_, i) =>
    Math.sqrt((x[i] as number) * (x[i + 1] as number)),
  );
  const itemAt = (px: number): number => {
    const at = across.invert(px);
    const found = edges.findIndex((edge) => at < edge);
    return found < 0 ? x.length - 1 : found;
  };
  attachCursor(element, {
    count: x.length,
    itemAt,
    describe: options.describe,
    show(item) {
      if (item === undefined) cursor.setAttribute('visibility', 'hidden');
      else place(cursor, x[item] as number);
      options.onCursor?.(item);
    },
  });
  element.addEventListener('click', (event) => {
    options.onChoose?.(itemAt(event.clientX - element.getBoundingClientRect().left));
  });
  return { element, mark: (at) => place(mark, at) };

  function path(values: ArrayLike<number>): string {
    let d = '';
    let open = false;
    for (let i = 0; i < x.length; i++) {
      const y = values[i] as number;
      if (!(y > 0 && y < Infinity)) {
        open = false;
        continue;
      }
      d += `${open ? 'L' : 'M'}${across(x[i] as number).toFixed(2)},${down(y).toFixed(2)}`;
      open = true;
    }
    return d;
  }
}
