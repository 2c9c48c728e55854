/**
 * A matrix as a picture with axes, zoom and a cursor that reads values.
 * Mouse: drag pans, Ctrl+wheel (or the wheel, once focused) zooms, double click zooms in. Touch: two fingers zoom and
 * pan. A click or Enter chooses a cell. The cells are drawn by a Painter; axes and cursor are SVG on top of it.
 */
import { select } from 'd3-selection';
import { type D3ZoomEvent, type ZoomTransform, zoom as d3zoom, zoomIdentity } from 'd3-zoom';
import { canvasPainter, cellsCanvas } from '../../../../lib/charts/heatmap/canvas2d.js';
import { type Range, lookUpTable, valueRange } from '../../../../lib/charts/heatmap/colours.js';
import type { Cell, CellLine, DistantData, Heatmap, HeatmapData, HeatmapOptions } from './data.js';
import { maxSide } from './data.js';
import { keyHandler } from './keys.js';
import { heatmapOverlay, margin } from './overlay.js';
import type { Painter } from '../../../../lib/charts/heatmap/painter.js';
import { webglPainter } from '../../../../lib/charts/heatmap/webgl.js';

/** Zooming ends where a cell has about this many pixels a side. */
const largestCell = 64;

export function heatmap(options: HeatmapOptions): Heatmap {
  const near: Painter =
    (options.gl === false ? undefined : webglPainter(maxSide, maxSide, options.gl === true)) ?? canvasPainter();
  let painter: Painter<never> = near;
  let map = options.colours;
  let lut = lookUpTable(map);
  let table: HeatmapData | DistantData | undefined;
  let range: Range = { lo: -1, hi: 1 };
  let transform: ZoomTransform = zoomIdentity;
  let cursor: { row: number; col: number } | undefined;
  let marked: readonly CellLine[] = [];
  let width = 0;
  let stale = false;
  const inner = (): [number, number] => [
    Math.max(1, width - margin.left - margin.right),
    options.height - margin.top - margin.bottom,
  ];
  const overlay = heatmapOverlay();

  const element = document.createElement('div');
  element.className = 'heatmap';
  element.tabIndex = 0;
  element.setAttribute('role', 'application');
  element.setAttribute('aria-label', options.label);
  element.style.height = `${options.height}px`;
  // The area inside the axes: zoom gestures are measured in its pixels.
  const stage = document.createElement('div');
  stage.className = 'heatmap-stage';
  stage.style.inset = `${margin.top}px ${margin.right}px ${margin.bottom}px ${margin.left}px`;
  hang(near);
  element.append(stage, overlay.element);

  const behaviour = d3zoom<HTMLDivElement, unknown>()
    .filter((event: Event) => {
      if (event.type === 'wheel')
        return (event as WheelEvent).ctrlKey || (event as WheelEvent).metaKey || document.activeElement === element;
      if (event.type === 'touchstart') return transform.k > 1 || (event as TouchEvent).touches.length > 1;
      return !(event as MouseEvent).button;
    })
    .wheelDelta((event: WheelEvent) => {
      const unit = event.deltaMode === 1 ? 0.05 : event.deltaMode ? 1 : 0.002;
      // A pinch on a touch pad arrives as tiny wheel steps with Ctrl; a wheel's own steps are large.
      return -event.deltaY * unit * (event.ctrlKey && Math.abs(event.deltaY) < 20 ? 10 : 1);
    })
    .duration(matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 200)
    .extent(() => [[0, 0], inner()])
    .on('zoom', (event: D3ZoomEvent<HTMLDivElement, unknown>) => {
      transform = event.transform;
      element.classList.toggle('zoomed', transform.k > 1);
      schedule();
    });
  const surface = select<HTMLDivElement, unknown>(stage).call(behaviour);

  const point = (event: MouseEvent): void => {
    const box = stage.getBoundingClientRect();
    setCursor(cellAt(event.clientX - box.left, event.clientY - box.top), false);
  };
  stage.addEventListener('pointermove', point);
  stage.addEventListener('click', (event) => {
    point(event);
    choose();
  });
  element.addEventListener(
    'keydown',
    keyHandler({
      ready: () => table !== undefined,
      step,
      pan,
      zoom: zoomAround,
      fit,
      first: () => setCursor({ row: 0, col: 0 }, true),
      last: () => table && setCursor({ row: table.rows - 1, col: table.cols - 1 }, true),
      leave: () => setCursor(undefined, false),
      ...(options.onChoose ? { choose } : {}),
    }),
  );
  new ResizeObserver(() => {
    const next = element.clientWidth;
    if (next === width || next === 0) return;
    width = next;
    setLimits();
    schedule();
  }).observe(element);

  return {
    element,
    overlay: overlay.element,
    get painter() {
      return painter.kind;
    },
    get range() {
      return range;
    },
    update(next) {
      const reshaped = table === undefined || table.rows !== next.rows || table.cols !== next.cols;
      table = next;
      range = rangeOf(next);
      if ('data' in next) near.setTable(next.data, next.rows, next.cols);
      hang('data' in next ? near : next.painter);
      setLimits();
      if (reshaped) fit();
      if (cursor && (cursor.row >= next.rows || cursor.col >= next.cols)) cursor = undefined;
      report();
      schedule();
    },
    setColours(next) {
      map = next;
      lut = lookUpTable(next);
      painter.setColours(lut);
      if (table) range = rangeOf(table);
      schedule();
    },
    zoomBy: zoomAround,
    fit,
    goTo(row, col) {
      setCursor({ row, col }, true);
    },
    mark(lines) {
      marked = lines;
      drawMarks();
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
      return table !== undefined && 'data' in table ? cellsCanvas(table, lut, range) : document.createElement('canvas');
    },
  };

  /** The canvas of this painter is the one that is seen. */
  function hang(next: Painter<never>): void {
    if (next.canvas.parentElement === stage) return;
    painter = next;
    painter.setColours(lut);
    painter.canvas.setAttribute('aria-hidden', 'true');
    stage.replaceChildren(painter.canvas);
  }

  function rangeOf(of: HeatmapData | DistantData): Range {
    return 'data' in of ? (of.range ?? valueRange(of.data, map.kind)) : of.range;
  }

  /** Pixels a cell at the present zoom. */
  function cellSize(): [number, number] {
    const [w, h] = inner();
    return [(w * transform.k) / (table?.cols ?? 1), (h * transform.k) / (table?.rows ?? 1)];
  }

  function cellAt(px: number, py: number): { row: number; col: number } | undefined {
    const [w, h] = inner();
    if (table === undefined || px < 0 || py < 0 || px > w || py > h) return undefined;
    const [cw, ch] = cellSize();
    const col = Math.min(table.cols - 1, Math.floor((px - transform.x) / cw));
    const row = Math.min(table.rows - 1, Math.floor((py - transform.y) / ch));
    return { row, col };
  }

  function setLimits(): void {
    const [w, h] = inner();
    const size = Math.sqrt((w / (table?.cols ?? 1)) * (h / (table?.rows ?? 1)));
    behaviour.scaleExtent([1, Math.max(1, largestCell / size)]).translateExtent([
      [0, 0],
      [w, h],
    ]);
  }

  function fit(): void {
    surface.call(behaviour.transform, zoomIdentity);
  }

  function zoomAround(factor: number): void {
    if (cursor === undefined) {
      surface.call(behaviour.scaleBy, factor);
      return;
    }
    const [cw, ch] = cellSize();
    const at: [number, number] = [transform.x + (cursor.col + 0.5) * cw, transform.y + (cursor.row + 0.5) * ch];
    surface.call(behaviour.scaleBy, factor, at);
  }

  function setCursor(next: { row: number; col: number } | undefined, follow: boolean): void {
    if (next?.row === cursor?.row && next?.col === cursor?.col && !follow) return;
    cursor = next;
    if (next && follow) reveal(next);
    report();
    drawFrame();
  }

  function report(): void {
    options.onCell(cursorCell());
  }
  function choose(): void {
    const cell = cursorCell();
    if (cell !== undefined) options.onChoose?.(cell);
  }
  function cursorCell(): Cell | undefined {
    if (cursor === undefined || table === undefined) return undefined;
    const value = 'data' in table ? (table.data[cursor.row * table.cols + cursor.col] as number) : NaN;
    return { ...cursor, value };
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

  function pan(dx: number, dy: number): void {
    const [w, h] = inner();
    surface.call(behaviour.translateBy, (-dx * w * 0.1) / transform.k, (-dy * h * 0.1) / transform.k);
  }

  /** Where cells are smaller than a pixel, a step is a pixel's worth of cells. */
  function step(dx: number, dy: number): void {
    if (table === undefined) return;
    const [cw, ch] = cellSize();
    const moved = (at: number, by: number, size: number, limit: number): number =>
      Math.max(0, Math.min(limit - 1, at + by * Math.max(1, Math.round(1 / size))));
    const { rows, cols } = table;
    const next = cursor && { row: moved(cursor.row, dy, ch, rows), col: moved(cursor.col, dx, cw, cols) };
    setCursor(next ?? { row: 0, col: 0 }, true);
  }

  /** Paints the cells once before the next frame, however often they became stale. */
  function schedule(): void {
    if (stale) return;
    stale = true;
    requestAnimationFrame(() => {
      if (stale) paint();
    });
  }

  function paint(): void {
    stale = false;
    if (table === undefined || width === 0) return;
    const [w, h] = inner();
    const density = Math.min(2, window.devicePixelRatio || 1);
    const { canvas } = painter;
    const [pw, ph] = [Math.round(w * density), Math.round(h * density)];
    if (canvas.width !== pw || canvas.height !== ph) [canvas.width, canvas.height] = [pw, ph];
    const [cw, ch] = cellSize();
    painter.paint(
      { left: -transform.x / cw, top: -transform.y / ch, perPixelX: w / cw / pw, perPixelY: h / ch / ph },
      range,
    );
    overlay.draw(table, { width: w, height: h }, transform);
    drawMarks();
    drawFrame();
  }

  function drawMarks(): void {
    const [cw, ch] = cellSize();
    overlay.lines(
      marked.map(({ from, to }) => {
        const [down, right] = [Math.sign(to[0] - from[0]) / 2, Math.sign(to[1] - from[1]) / 2];
        return {
          x1: transform.x + (from[1] + 0.5 - right) * cw,
          y1: transform.y + (from[0] + 0.5 - down) * ch,
          x2: transform.x + (to[1] + 0.5 + right) * cw,
          y2: transform.y + (to[0] + 0.5 + down) * ch,
        };
      }),
    );
  }

  function drawFrame(): void {
    const [cw, ch] = cellSize();
    overlay.frame(
      cursor && { x: transform.x + cursor.col * cw, y: transform.y + cursor.row * ch, width: cw, height: ch },
    );
  }
}
