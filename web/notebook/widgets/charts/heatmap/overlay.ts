/** What lies over the cells of a heat map: axes whose ticks name cells, and the frame around the cell that is read. */
import { axisLeft, axisTop } from 'd3-axis';
import type { ScaleLinear } from 'd3-scale';
import { scaleLinear } from 'd3-scale';
import { select } from 'd3-selection';
import type { ZoomTransform } from 'd3-zoom';
import { svg } from '../svg.js';

export const margin = { top: 26, right: 12, bottom: 24, left: 66 };

export interface Labels {
  readonly rows: number;
  readonly cols: number;
  readonly rowTitle: string;
  readonly colTitle: string;
  readonly rowLabel: (row: number) => string;
  readonly colLabel: (col: number) => string;
}
export interface Size {
  /** Of the area inside the axes. */
  readonly width: number;
  readonly height: number;
}
export interface Overlay {
  readonly element: SVGSVGElement;
  draw(labels: Labels, size: Size, transform: ZoomTransform): void;
  /** undefined hides the frame; positions in pixels of the area inside the axes. */
  /** Lines between the middles of cells, in pixels of the same area; what is outside is cut off. */
  lines(lines: readonly { readonly x1: number; readonly y1: number; readonly x2: number; readonly y2: number }[]): void;
  frame(
    cell: { readonly x: number; readonly y: number; readonly width: number; readonly height: number } | undefined,
  ): void;
}

/** A frame is at least this large, so that a tiny cell can still be found. */
const smallestFrame = 7;

let serial = 0;

export function heatmapOverlay(): Overlay {
  const rows = svg('g', { class: 'axes', transform: `translate(${margin.left},${margin.top})` });
  const columns = svg('g', { class: 'axes', transform: `translate(${margin.left},${margin.top})` });
  const rowTitle = svg('text', { class: 'axis-title', x: 2, y: 12 });
  const colTitle = svg('text', { class: 'axis-title', 'text-anchor': 'end' });
  const halo = svg('rect', { class: 'cell-halo', fill: 'none' });
  const line = svg('rect', { class: 'cell-frame', fill: 'none' });
  const marker = svg('g', { visibility: 'hidden' }, halo, line);
  const clipId = `heat-map-area-${++serial}`;
  const area = svg('rect', { x: 0, y: 0 });
  const under = svg('path', { class: 'mark-halo', fill: 'none' });
  const over = svg('path', { class: 'cell-mark', fill: 'none' });
  const marks = svg(
    'g',
    { transform: `translate(${margin.left},${margin.top})`, 'clip-path': `url(#${clipId})` },
    under,
    over,
  );
  const element = svg(
    'svg',
    { class: 'chart heatmap-overlay', 'aria-hidden': 'true' },
    svg('defs', {}, svg('clipPath', { id: clipId }, area)),
    marks,
    rows,
    columns,
    rowTitle,
    colTitle,
    marker,
  );

  return {
    element,
    draw(labels, { width, height }, transform) {
      const [outerWidth, outerHeight] = [width + margin.left + margin.right, height + margin.top + margin.bottom];
      for (const [name, value] of [
        ['width', outerWidth],
        ['height', outerHeight],
        ['viewBox', `0 0 ${outerWidth} ${outerHeight}`],
      ] as const) {
        element.setAttribute(name, String(value));
      }
      const x = centred(transform.rescaleX(scaleLinear([0, labels.cols], [0, width])));
      const y = centred(transform.rescaleY(scaleLinear([0, labels.rows], [0, height])));
      select<SVGGElement, unknown>(columns).call(
        axisTop(x)
          .tickValues(cells(x, width / 80, labels.cols))
          .tickFormat((v) => labels.colLabel(v.valueOf()))
          .tickSizeOuter(0)
          .tickSizeInner(4),
      );
      select<SVGGElement, unknown>(rows).call(
        axisLeft(y)
          .tickValues(cells(y, height / 50, labels.rows))
          .tickFormat((v) => labels.rowLabel(v.valueOf()))
          .tickSizeOuter(0)
          .tickSizeInner(4),
      );
      rowTitle.textContent = `${labels.rowTitle} ↓`;
      colTitle.textContent = `${labels.colTitle} →`;
      colTitle.setAttribute('x', String(outerWidth - margin.right));
      colTitle.setAttribute('y', String(outerHeight - 6));
      area.setAttribute('width', String(width));
      area.setAttribute('height', String(height));
    },
    lines(lines) {
      const d = lines
        .map(({ x1, y1, x2, y2 }) => `M${x1.toFixed(2)},${y1.toFixed(2)}L${x2.toFixed(2)},${y2.toFixed(2)}`)
        .join('');
      for (const path of [under, over]) path.setAttribute('d', d);
    },
    frame(cell) {
      marker.setAttribute('visibility', cell ? 'visible' : 'hidden');
      if (cell === undefined) return;
      for (const [box, grow] of [
        [halo, 1.5],
        [line, 0.5],
      ] as const) {
        const width = Math.max(cell.width, smallestFrame) + 2 * grow;
        const height = Math.max(cell.height, smallestFrame) + 2 * grow;
        box.setAttribute('x', String(margin.left + cell.x + (cell.width - width) / 2));
        box.setAttribute('y', String(margin.top + cell.y + (cell.height - height) / 2));
        box.setAttribute('width', String(width));
        box.setAttribute('height', String(height));
      }
    },
  };
}

type Scale = ScaleLinear<number, number>;

/** A scale on which the number of a cell stands at its middle, not at its border. */
function centred(scale: Scale): Scale {
  return scale.copy().domain(scale.domain().map((edge) => edge - 0.5));
}

function cells(scale: Scale, count: number, limit: number): number[] {
  return scale.ticks(Math.max(2, count)).filter((tick) => Number.isInteger(tick) && tick >= 0 && tick < limit);
}
