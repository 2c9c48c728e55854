/** A matrix with its axes, its colours and a cursor over its cells: what heat map and attention matrix share. */
import type { Matrix } from '../../types/values.js';
import type { ColourMap, MapId } from '../heatmap/colour-maps.js';
import { colourMaps } from '../heatmap/colour-maps.js';
import type { Range } from '../heatmap/colours.js';
import { colourOf, missingColour, valueRange } from '../heatmap/colours.js';
import type { AxisOptions, Move, Place, Places, PlotArea, Reading, View } from './kind.js';
import { cellsOf, paintMatrix } from './matrix-pixels.js';
import type { Plot } from './plot.js';
import { plot, reading } from './plot.js';
import type { Box, SceneNode } from './scene.js';
import { segment } from './scene.js';
import type { Scale, Tick } from './scales.js';
import { textWidth } from './text-width.js';
import { shortNumber } from './ticks.js';

export interface CellAxis extends Omit<AxisOptions, 'log' | 'domain'> {
  /** Names a row or column; its number when left out. */
  readonly label?: ((index: number) => string) | undefined;
}
export interface MatrixOptions {
  readonly rows?: CellAxis | undefined;
  readonly cols?: CellAxis | undefined;
  readonly colours?: MapId | undefined;
  /** The values that the colours span; those of the matrix when left out. */
  readonly range?: Range | undefined;
}
export interface MatrixFrame extends Plot {
  readonly nodes: readonly SceneNode[];
  readonly plots: readonly PlotArea[];
}

export const legendHeight = 36;

/** RdBu around zero where there are values below it, else viridis. */
export function mapOf({ data }: Matrix, { colours, range }: MatrixOptions): { map: ColourMap; range: Range } {
  const span = range ?? spans.get(data) ?? valueRange(data, 'sequential');
  if (!range) spans.set(data, span);
  const wanted = colours ?? (span.lo < 0 && span.hi > 0 ? 'rdbu' : 'viridis');
  const map = colourMaps.find(({ id }) => id === wanted) ?? (colourMaps[0] as ColourMap);
  if (range || map.kind === 'sequential') return { map, range: span };
  const reach = Math.max(Math.abs(span.lo), Math.abs(span.hi));
  return { map, range: { lo: -reach, hi: reach } };
}
/** Looked for once a matrix. */
const spans = new WeakMap<object, Range>();

export function matrixFrame(
  matrix: Matrix,
  options: MatrixOptions & { readonly title?: string | undefined },
  { width, height }: { readonly width: number; readonly height: number },
  view: View,
): MatrixFrame {
  const { map, range } = mapOf(matrix, options);
  const cells = cellsOf(matrix);
  const x = view.x ?? [-0.5, matrix.cols - 0.5];
  const y = view.y ?? [-0.5, matrix.rows - 0.5];
  const frame = plot({
    width,
    height: height - legendHeight,
    title: options.title,
    x: { title: options.cols?.title ?? 'column', domain: x, grid: false, ticks: cellTicks(options.cols, matrix.cols) },
    y: {
      title: options.rows?.title ?? 'row',
      domain: y,
      grid: false,
      down: true,
      ticks: cellTicks(options.rows, matrix.rows),
    },
  });
  const { area } = frame;
  const part = { left: x[0] + 0.5, right: x[1] + 0.5, top: y[0] + 0.5, bottom: y[1] + 0.5 };
  const missing = hasMissing(matrix);
  return {
    ...frame,
    nodes: [
      { kind: 'raster', ...area, paint: (canvas) => paintMatrix(canvas, cells, map, range, part) },
      ...frame.over,
      ...colourKey(map, range, area, height - legendHeight + 6, missing),
    ],
    plots: [{ area, x: frame.x, y: frame.y }],
  };
}

const missingAnywhere = new WeakMap<object, boolean>();
function hasMissing({ data }: Matrix): boolean {
  const known = missingAnywhere.get(data) ?? data.some((value) => !Number.isFinite(value));
  missingAnywhere.set(data, known);
  return known;
}

/** Whole cells, named, as many as there is room for. */
function cellTicks(axis: CellAxis | undefined, count: number): (scale: Scale, room: number) => readonly Tick[] {
  return (scale, room) => {
    const label = axis?.label ?? String;
    const length = Math.abs(scale.range[1] - scale.range[0]);
    const [lo, hi] = [Math.max(0, Math.ceil(scale.domain[0])), Math.min(count - 1, Math.floor(scale.domain[1]))];
    // Names are shown for every cell where they fit: 15 pixels down, their width across.
    const across = scale.range[0] < scale.range[1] && room > 50;
    const names = axis?.label ? Array.from({ length: Math.min(400, hi - lo + 1) }, (_, i) => label(lo + i)) : [];
    const need = across ? Math.max(24, ...names.map((name) => textWidth(name) + 8)) : 13;
    if (axis?.label && names.length === hi - lo + 1 && (hi - lo + 1) * need <= length)
      return names.map((name, i) => ({ value: lo + i, label: name }));
    return scale
      .ticks(Math.max(2, length / Math.max(room * 0.8, axis?.label && across ? need : 0)))
      .filter(({ value }) => Number.isInteger(value) && value >= lo && value <= hi)
      .map(({ value }) => ({ value, label: label(value) }));
  };
}

/** The colours from the lowest to the highest value. */
function colourKey(map: ColourMap, { lo, hi }: Range, { x, width }: Box, y: number, missing: boolean): SceneNode[] {
  const long = Math.min(220, width - (missing ? 90 : 0));
  const stops = Array.from({ length: 48 }, (_, i) => colourOf(map, (i + 0.5) / 48) as `#${string}`);
  const label = (value: number): string => shortNumber(Number(value.toPrecision(3)));
  const at = (share: number): number => x + share * long;
  const nodes: SceneNode[] = [{ kind: 'gradient', x, y, width: long, height: 8, stops }];
  for (const [share, value, anchor] of [
    [0, lo, 'start'],
    [0.5, (lo + hi) / 2, 'middle'],
    [1, hi, 'end'],
  ] as const) {
    nodes.push(segment(at(share), y + 8, at(share), y + 12, { stroke: 'edge' }));
    nodes.push({ kind: 'text', x: at(share), y: y + 24, text: label(value), anchor });
  }
  const grey = `#${missingColour.map((channel) => channel.toString(16)).join('')}` as const;
  if (missing)
    nodes.push(
      { kind: 'rect', x: at(1) + 18, y: y - 1, width: 10, height: 10, r: 2, fill: grey },
      { kind: 'text', x: at(1) + 34, y: y + 8, text: 'masked' },
    );
  return nodes;
}

/** A frame around a cell, seen on any colour. */
export function cellMarks({ area, x, y }: Plot, row: number, col: number): SceneNode[] {
  const box = boxBetween(x.at(col - 0.5), x.at(col + 0.5), y.at(row - 0.5), y.at(row + 0.5));
  return [
    {
      kind: 'group',
      clip: { x: area.x - 4, y: area.y - 4, width: area.width + 8, height: area.height + 8 },
      children: framed(box),
    },
  ];
}

/** Large enough to be found. */
const smallestFrame = 7;

export function framed(box: Box): SceneNode[] {
  const [width, height] = [Math.max(box.width, smallestFrame), Math.max(box.height, smallestFrame)];
  const [x, y] = [box.x - (width - box.width) / 2, box.y - (height - box.height) / 2];
  return [
    { kind: 'rect', x: x - 1, y: y - 1, width: width + 2, height: height + 2, stroke: '#ffffff', lineWidth: 4 },
    { kind: 'rect', x: x - 1, y: y - 1, width: width + 2, height: height + 2, stroke: '#000000', lineWidth: 1.75 },
  ];
}

export const boxBetween = (x1: number, x2: number, y1: number, y2: number): Box => ({
  x: Math.min(x1, x2),
  y: Math.min(y1, y2),
  width: Math.abs(x2 - x1),
  height: Math.abs(y2 - y1),
});

/** The cursor over the cells. */
export function cellPlaces(
  matrix: Matrix,
  options: MatrixOptions,
  frame: Plot,
  marks: (row: number, col: number) => SceneNode[],
  more: (row: number, col: number) => Reading['rows'] = () => [],
): Places {
  const { rows, cols } = matrix;
  const { area, x, y } = frame;
  const [rowLink, colLink] = [linkOf(options.rows, 'row'), linkOf(options.cols, 'column')];
  const clamp = (value: number, count: number): number => Math.max(0, Math.min(count - 1, value));
  /** Where cells are smaller than a pixel, a step is a pixel's worth of cells. */
  const stepOf = (scale: Scale): number =>
    Math.max(1, Math.round(Math.abs((scale.domain[1] - scale.domain[0]) / (scale.range[1] - scale.range[0]))));
  const [across, down] = [stepOf(x), stepOf(y)];
  const moved = (row: number, col: number): Readonly<Record<Move, readonly [number, number]>> => ({
    left: [row, col - across],
    right: [row, col + across],
    up: [row - down, col],
    down: [row + down, col],
    farLeft: [row - Math.ceil(rows / 10), col],
    farRight: [row + Math.ceil(rows / 10), col],
    first: [0, 0],
    last: [rows - 1, cols - 1],
  });
  return {
    near(px, py) {
      if (px < area.x || px > area.x + area.width || py < area.y || py > area.y + area.height) return undefined;
      return [clamp(Math.round(y.invert(py)), rows), clamp(Math.round(x.invert(px)), cols)];
    },
    move(place, move): Place {
      if (place === undefined) return [clamp(Math.ceil(y.domain[0]), rows), clamp(Math.ceil(x.domain[0]), cols)];
      const [row, col] = moved(place[0] as number, place[1] as number)[move];
      return [clamp(row, rows), clamp(col, cols)];
    },
    read([row = 0, col = 0]) {
      const name = (axis: CellAxis | undefined, fallback: string, index: number): string =>
        `${axis?.title ?? fallback} ${axis?.label?.(index) ?? index}`;
      return {
        title: `${name(options.rows, 'row', row)}, ${name(options.cols, 'column', col)}`,
        rows: [{ name: 'value', value: cellText(matrix.data[row * cols + col] as number) }, ...more(row, col)],
        marks: marks(row, col),
        at: [x.at(col), y.at(row)],
      };
    },
    values: ([row = 0, col = 0]) => ({ [rowLink]: row, [colLink]: col }),
    from(values) {
      const [row, col] = [values[rowLink], values[colLink]];
      const fits = (value: number | undefined, count: number): boolean =>
        value !== undefined && Number.isInteger(value) && value >= 0 && value < count;
      return fits(row, rows) && fits(col, cols) ? [row as number, col as number] : undefined;
    },
  };
}

const linkOf = (axis: CellAxis | undefined, fallback: string): string => axis?.link ?? axis?.title ?? fallback;
const cellText = (value: number): string => (Number.isFinite(value) ? reading(value) : 'masked');
