/**
 * A matrix as a picture with axes, zoom and a cursor that reads values.
 * Mouse: drag pans, Ctrl+wheel (or the wheel, once focused) zooms, double click zooms in.
 * Touch: two fingers zoom and pan. Keys: arrows move the cursor, Shift+arrows pan, + - 0 zoom.
 * The cells are drawn by a Painter; axes and cursor are SVG on top of it.
 */
import { axisLeft, axisTop } from 'd3-axis';
import { scaleLinear } from 'd3-scale';
import { select } from 'd3-selection';
import type { D3ZoomEvent, ZoomTransform } from 'd3-zoom';
import { zoom as d3zoom, zoomIdentity } from 'd3-zoom';
import { svg } from '../svg.js';
import { canvasPainter, fill } from './canvas2d.js';
import type { ColourMap, Range } from './colours.js';
import { lookUpTable, valueRange } from './colours.js';
import type { Painter } from './painter.js';
import { webglPainter } from './webgl.js';

export const MAX_SIDE = 4096;
const MARGIN = { top: 26, right: 12, bottom: 24, left: 66 };
/** A cell is never drawn wider than this. */
const LARGEST_CELL = 64;

export interface HeatmapData {
  /** Row-major; at most MAX_SIDE rows and columns. */
  readonly data: Float32Array;
  readonly rows: number;
  readonly cols: number;
  readonly rowTitle: string;
  readonly colTitle: string;
  readonly rowLabel: (row: number) => string;
  readonly colLabel: (col: number) => string;
}
export interface Cell {
  readonly row: number;
  readonly col: number;
  readonly value: number;
}
export interface HeatmapOptions {
  readonly label: string;
  readonly height: number;
  readonly colours: ColourMap;
  /** false paints on a 2-D canvas even where there is WebGL2. */
  readonly gl?: boolean;
  readonly onCell: (cell: Cell | null) => void;
}
export interface Heatmap {
  readonly element: HTMLElement;
  readonly painter: Painter['kind'];
  readonly range: Range;
  update(table: HeatmapData): void;
  setColours(map: ColourMap): void;
  zoomBy(factor: number): void;
  fit(): void;
  goTo(row: number, col: number): void;
  /** The overlay with axes and cursor, for the picture export. */
  readonly overlay: SVGSVGElement;
  /** The visible part, painted now. */
  snapshot(): HTMLCanvasElement;
  /** The whole table, one pixel a cell. */
  cells(): HTMLCanvasElement;
}

export function heatmap(options: HeatmapOptions): Heatmap {
  const painter: Painter = (options.gl === false ? null : webglPainter(MAX_SIDE, MAX_SIDE)) ?? canvasPainter();
  let map = options.colours;
  let lut = lookUpTable(map);
  painter.setColours(lut);
  let table: HeatmapData | null = null;
  let range: Range = { lo: -1, hi: 1 };
  let transform: ZoomTransform = zoomIdentity;
  let cursor: { row: number; col: number } | null = null;
  let width = 0;
  let queued = false;
  const inner = (): [number, number] => [
    Math.max(1, width - MARGIN.left - MARGIN.right),
    options.height - MARGIN.top - MARGIN.bottom,
  ];

  const overlay = svg('svg', { class: 'chart heatmap-overlay', 'aria-hidden': 'true' });
  const rows = svg('g', { class: 'axes' });
  const columns = svg('g', { class: 'axes' });
  const rowTitle = svg('text', { class: 'axis-title', x: 2, y: 12 });
  const colTitle = svg('text', { class: 'axis-title', 'text-anchor': 'end' });
  const halo = svg('rect', { class: 'cell-halo', visibility: 'hidden', fill: 'none' });
  const frame = svg('rect', { class: 'cell-frame', visibility: 'hidden', fill: 'none' });
  overlay.append(rows, columns, rowTitle, colTitle, halo, frame);

  const element = document.createElement('div');
  element.className = 'heatmap';
  element.tabIndex = 0;
  element.setAttribute('role', 'application');
  element.setAttribute('aria-label', options.label);
  element.style.height = `${options.height}px`;
  // The area inside the axes: zoom gestures are measured in its pixels.
  const stage = document.createElement('div');
  stage.className = 'heatmap-stage';
  stage.style.inset = `${MARGIN.top}px ${MARGIN.right}px ${MARGIN.bottom}px ${MARGIN.left}px`;
  painter.canvas.setAttribute('aria-hidden', 'true');
  stage.append(painter.canvas);
  element.append(stage, overlay);

  const behaviour = d3zoom<HTMLDivElement, unknown>()
    .filter((event: Event) => {
      if (event.type === 'wheel')
        return (event as WheelEvent).ctrlKey || (event as WheelEvent).metaKey || document.activeElement === element;
      if (event.type === 'touchstart') return transform.k > 1 || (event as TouchEvent).touches.length > 1;
      return !(event as MouseEvent).button;
    })
    .extent(() => [[0, 0], inner()])
    .on('zoom', (event: D3ZoomEvent<HTMLDivElement, unknown>) => {
      transform = event.transform;
      element.classList.toggle('zoomed', transform.k > 1);
      schedule();
    });
  const surface = select<HTMLDivElement, unknown>(stage).call(behaviour);

  stage.addEventListener('pointermove', (event) => {
    const box = stage.getBoundingClientRect();
    setCursor(cellAt(event.clientX - box.left, event.clientY - box.top), false);
  });
  element.addEventListener('keydown', onKey);
  new ResizeObserver(() => {
    const next = element.clientWidth;
    if (next === width || next === 0) return;
    width = next;
    setLimits();
    schedule();
  }).observe(element);

  return {
    element,
    overlay,
    get painter() {
      return painter.kind;
    },
    get range() {
      return range;
    },
    update(next) {
      const reshaped = table === null || table.rows !== next.rows || table.cols !== next.cols;
      table = next;
      range = valueRange(next.data, map.kind);
      painter.setTable(next.data, next.rows, next.cols);
      setLimits();
      if (reshaped) surface.call(behaviour.transform, zoomIdentity);
      if (cursor && (cursor.row >= next.rows || cursor.col >= next.cols)) cursor = null;
      report();
      schedule();
    },
    setColours(next) {
      map = next;
      lut = lookUpTable(next);
      painter.setColours(lut);
      if (table) range = valueRange(table.data, map.kind);
      schedule();
    },
    zoomBy(factor) {
      zoomAround(factor);
    },
    fit() {
      surface.call(behaviour.transform, zoomIdentity);
    },
    goTo(row, col) {
      setCursor({ row, col }, true);
    },
    snapshot() {
      paint();
      const copy = document.createElement('canvas');
      copy.width = painter.canvas.width;
      copy.height = painter.canvas.height;
      copy.getContext('2d')?.drawImage(painter.canvas, 0, 0);
      return copy;
    },
    cells() {
      const copy = document.createElement('canvas');
      if (table === null) return copy;
      copy.width = table.cols;
      copy.height = table.rows;
      const context = copy.getContext('2d');
      const image = context?.createImageData(table.cols, table.rows);
      if (context && image) {
        fill(image.data, table.cols, table.rows, table, lut, { left: 0, top: 0, perPixelX: 1, perPixelY: 1 }, range);
        context.putImageData(image, 0, 0);
      }
      return copy;
    },
  };

  /** Pixels a cell at the present zoom. */
  function cellSize(): [number, number] {
    const [w, h] = inner();
    return [(w * transform.k) / (table?.cols ?? 1), (h * transform.k) / (table?.rows ?? 1)];
  }

  function cellAt(px: number, py: number): { row: number; col: number } | null {
    const [w, h] = inner();
    if (table === null || px < 0 || py < 0 || px > w || py > h) return null;
    const [cw, ch] = cellSize();
    const col = Math.min(table.cols - 1, Math.floor((px - transform.x) / cw));
    const row = Math.min(table.rows - 1, Math.floor((py - transform.y) / ch));
    return { row, col };
  }

  function setLimits(): void {
    const [w, h] = inner();
    const finest = Math.min(w / (table?.cols ?? 1), h / (table?.rows ?? 1));
    behaviour.scaleExtent([1, Math.max(1, LARGEST_CELL / finest)]).translateExtent([
      [0, 0],
      [w, h],
    ]);
  }

  function zoomAround(factor: number): void {
    if (cursor === null) {
      surface.call(behaviour.scaleBy, factor);
      return;
    }
    const [cw, ch] = cellSize();
    const at: [number, number] = [transform.x + (cursor.col + 0.5) * cw, transform.y + (cursor.row + 0.5) * ch];
    surface.call(behaviour.scaleBy, factor, at);
  }

  function setCursor(next: { row: number; col: number } | null, follow: boolean): void {
    if (next?.row === cursor?.row && next?.col === cursor?.col && !follow) return;
    cursor = next;
    if (next && follow) reveal(next);
    report();
    schedule();
  }

  function report(): void {
    if (cursor === null || table === null) {
      options.onCell(null);
      return;
    }
    options.onCell({ ...cursor, value: table.data[cursor.row * table.cols + cursor.col] as number });
  }

  /** Pans just enough to bring a cell into view. */
  function reveal(cell: { row: number; col: number }): void {
    const [w, h] = inner();
    const [cw, ch] = cellSize();
    const left = transform.x + cell.col * cw;
    const top = transform.y + cell.row * ch;
    const dx = left < 0 ? -left : left + cw > w ? w - left - cw : 0;
    const dy = top < 0 ? -top : top + ch > h ? h - top - ch : 0;
    if (dx !== 0 || dy !== 0) surface.call(behaviour.translateBy, dx / transform.k, dy / transform.k);
  }

  function onKey(event: KeyboardEvent): void {
    if (table === null || event.altKey || event.ctrlKey || event.metaKey) return;
    const [w, h] = inner();
    const arrows: Record<string, [number, number]> = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, -1],
      ArrowDown: [0, 1],
    };
    const arrow = arrows[event.key];
    if (arrow && event.shiftKey) {
      surface.call(behaviour.translateBy, (-arrow[0] * w * 0.1) / transform.k, (-arrow[1] * h * 0.1) / transform.k);
    } else if (arrow) {
      const [cw, ch] = cellSize();
      // Where cells are smaller than a pixel, a step is a pixel's worth of cells.
      const dx = arrow[0] * Math.max(1, Math.round(1 / cw));
      const dy = arrow[1] * Math.max(1, Math.round(1 / ch));
      const from = cursor ?? { row: 0, col: 0 };
      setCursor(
        cursor === null
          ? from
          : {
              row: Math.max(0, Math.min(table.rows - 1, from.row + dy)),
              col: Math.max(0, Math.min(table.cols - 1, from.col + dx)),
            },
        true,
      );
    } else if (event.key === '+' || event.key === '=') zoomAround(1.5);
    else if (event.key === '-' || event.key === '_') zoomAround(1 / 1.5);
    else if (event.key === '0') surface.call(behaviour.transform, zoomIdentity);
    else if (event.key === 'Home') setCursor({ row: 0, col: 0 }, true);
    else if (event.key === 'End') setCursor({ row: table.rows - 1, col: table.cols - 1 }, true);
    else if (event.key === 'Escape') setCursor(null, false);
    else return;
    event.preventDefault();
  }

  function schedule(): void {
    if (queued) return;
    queued = true;
    requestAnimationFrame(() => {
      queued = false;
      paint();
    });
  }

  function paint(): void {
    if (table === null || width === 0) return;
    const [w, h] = inner();
    const density = Math.min(2, window.devicePixelRatio || 1);
    const canvas = painter.canvas;
    const pixels: [number, number] = [Math.round(w * density), Math.round(h * density)];
    if (canvas.width !== pixels[0] || canvas.height !== pixels[1]) [canvas.width, canvas.height] = pixels;
    const perPixelX = table.cols / transform.k / pixels[0];
    const perPixelY = table.rows / transform.k / pixels[1];
    painter.paint(
      {
        left: (-transform.x / transform.k) * (table.cols / w),
        top: (-transform.y / transform.k) * (table.rows / h),
        perPixelX,
        perPixelY,
      },
      range,
    );
    paintOverlay(w, h, table);
  }

  function paintOverlay(w: number, h: number, shown: HeatmapData): void {
    overlay.setAttribute('width', String(width));
    overlay.setAttribute('height', String(options.height));
    overlay.setAttribute('viewBox', `0 0 ${width} ${options.height}`);
    const x = transform.rescaleX(scaleLinear([0, shown.cols], [0, w]));
    const y = transform.rescaleY(scaleLinear([0, shown.rows], [0, h]));
    // Ticks stand at the middle of a cell, so they are drawn on scales shifted by half of one.
    const middle = (s: typeof x): typeof x => s.copy().domain(s.domain().map((v) => v - 0.5));
    const whole = (s: typeof x, count: number, limit: number): number[] =>
      s.ticks(count).filter((t) => Number.isInteger(t) && t >= 0 && t < limit);
    const xs = middle(x);
    const ys = middle(y);
    columns.setAttribute('transform', `translate(${MARGIN.left},${MARGIN.top})`);
    rows.setAttribute('transform', `translate(${MARGIN.left},${MARGIN.top})`);
    select<SVGGElement, unknown>(columns).call(
      axisTop(xs)
        .tickValues(whole(xs, w / 80, shown.cols))
        .tickFormat((v) => shown.colLabel(v.valueOf()))
        .tickSizeOuter(0)
        .tickSizeInner(4),
    );
    select<SVGGElement, unknown>(rows).call(
      axisLeft(ys)
        .tickValues(whole(ys, h / 50, shown.rows))
        .tickFormat((v) => shown.rowLabel(v.valueOf()))
        .tickSizeOuter(0)
        .tickSizeInner(4),
    );
    rowTitle.textContent = `${shown.rowTitle} ↓`;
    colTitle.textContent = `${shown.colTitle} →`;
    colTitle.setAttribute('x', String(width - MARGIN.right));
    colTitle.setAttribute('y', String(options.height - 6));
    const [cw, ch] = cellSize();
    for (const [box, grow] of [
      [halo, 1.5],
      [frame, 0.5],
    ] as const) {
      box.setAttribute('visibility', cursor ? 'visible' : 'hidden');
      if (cursor === null) continue;
      // At least 7 pixels, so that a tiny cell can still be found.
      const boxWidth = Math.max(cw, 7) + 2 * grow;
      const boxHeight = Math.max(ch, 7) + 2 * grow;
      box.setAttribute('x', String(MARGIN.left + transform.x + (cursor.col + 0.5) * cw - boxWidth / 2));
      box.setAttribute('y', String(MARGIN.top + transform.y + (cursor.row + 0.5) * ch - boxHeight / 2));
      box.setAttribute('width', String(boxWidth));
      box.setAttribute('height', String(boxHeight));
    }
  }
}
