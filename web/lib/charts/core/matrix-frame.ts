/** A matrix with axes, colours and a cursor, shared by heat map and attention matrix. */
import type { Matrix } from '../../types/values.js';
import type { MapId } from '../heatmap/colour-maps.js';
import type { Range } from '../heatmap/colours.js';
import type { PainterChoice } from '../heatmap/painter.js';
import { colourKey, legendHeight, mapOf } from './colour-key.js';
import type {
  AxisOptions,
  Move,
  Place,
  Places,
  PlotArea,
  Reading,
  SelectAxis,
  Selects,
  Size,
  Table,
  View,
} from './kind.js';
import { type DistantMatrix, extentOfMatrix, pixelsOf } from './matrix-cells.js';
import { paintMatrix } from './matrix-pixels.js';
import { type Plot, plot, reading } from './plot.js';
import { type Box, grown, isInside, path, type SceneNode, short, within } from './scene.js';
import type { Scale, Tick } from './scales.js';
import { textWidth } from './text-width.js';

export interface CellAxis extends Omit<AxisOptions, 'log' | 'domain'> {
  /** Name of a row or column; its index by default. */
  readonly label?: ((index: number) => string) | undefined;
}
/** A line between the centres of two cells, inclusive: extended by half a cell at either end. */
export interface CellLine {
  readonly from: readonly [row: number, col: number];
  readonly to: readonly [row: number, col: number];
}
export interface MatrixOptions {
  readonly rows?: CellAxis | undefined;
  readonly cols?: CellAxis | undefined;
  readonly colours?: MapId | undefined;
  /** Range of values for the colours; by default that of the matrix. */
  readonly range?: Range | undefined;
  /** Drawn over the cells: diagonals, rows. */
  readonly lines?: readonly CellLine[] | undefined;
  /** Draws square cells; otherwise they fill the picture. Defaults to true if there are as many rows as columns. */
  readonly square?: boolean | undefined;
  readonly painter?: PainterChoice | undefined;
}
export interface MatrixFrame extends Plot {
  readonly nodes: readonly SceneNode[];
  readonly plots: readonly PlotArea[];
}

/** The closest zoom shows this many cells per side. */
const fewestCells = 8;

export function matrixFrame(
  matrix: Matrix | DistantMatrix,
  options: MatrixOptions & { readonly title?: string | undefined },
  { width, height }: Size,
  view: View,
): MatrixFrame {
  const { map, range } = mapOf(matrix, options);
  const x = view.x ?? [-0.5, matrix.cols - 0.5];
  const y = view.y ?? [-0.5, matrix.rows - 0.5];
  const plotOf = (size: Size): Plot =>
    plot({
      ...size,
      title: options.title,
      x: {
        title: options.cols?.title ?? 'column',
        domain: x,
        grid: false,
        ticks: cellTicks(options.cols, matrix.cols),
      },
      y: {
        title: options.rows?.title ?? 'row',
        domain: y,
        grid: false,
        down: true,
        ticks: cellTicks(options.rows, matrix.rows),
      },
    });
  const all = { width, height: height - legendHeight };
  const size = (options.square ?? matrix.rows === matrix.cols) ? squared(all, plotOf(all).area, matrix) : all;
  const frame = plotOf(size);
  const { area } = frame;
  const part = { left: x[0] + 0.5, right: x[1] + 0.5, top: y[0] + 0.5, bottom: y[1] + 0.5 };
  const { missing } = extentOfMatrix(matrix);
  return {
    ...frame,
    nodes: [
      {
        kind: 'raster',
        ...area,
        paint: (canvas, theme) => paintMatrix(canvas, matrix, map, range, part, options.painter, theme),
        pixels: (theme) => ('painter' in matrix ? undefined : pixelsOf(matrix, map, range, part, area, theme)),
      },
      ...cellLines(frame, options.lines),
      ...frame.over,
      ...colourKey(map, range, area, size.height + 6, missing),
    ],
    plots: [{ area, x: frame.x, y: frame.y, least: fewestCells }],
  };
}

/** Minimum size of the area, so that very long tables keep room for their axes. */
const smallestArea = 100;

/** The size in which cells are square: reduced in the direction that has too much room. */
function squared(
  { width, height }: Size,
  area: Box,
  { rows, cols }: { readonly rows: number; readonly cols: number },
): Size {
  const side = Math.min(area.width / cols, area.height / rows);
  const less = (length: number, count: number): number => length - Math.max(smallestArea, side * count);
  return { width: width - Math.max(0, less(area.width, cols)), height: height - Math.max(0, less(area.height, rows)) };
}

/** Visible on any colour, like the frame of a cell. */
function cellLines({ area, x, y }: Plot, lines: readonly CellLine[] = []): SceneNode[] {
  if (lines.length === 0) return [];
  const end = (scale: Scale, at: number, other: number): string => short(scale.at(at + Math.sign(at - other) / 2));
  const d = lines
    .map(
      ({ from, to }) =>
        `M${end(x, from[1], to[1])},${end(y, from[0], to[0])}L${end(x, to[1], from[1])},${end(y, to[0], from[0])}`,
    )
    .join('');
  const [rim, line] = [
    path(d, { stroke: '#ffffff', lineWidth: 4, opacity: 0.85 }),
    path(d, { stroke: '#000000', lineWidth: 1.5 }),
  ];
  return [within(area, [rim, line])];
}

/** Labels of whole cells, as many as fit. */
function cellTicks(axis: CellAxis | undefined, count: number): (scale: Scale, room: number) => readonly Tick[] {
  return (scale, room) => {
    const label = axis?.label ?? String;
    const length = Math.abs(scale.range[1] - scale.range[0]);
    const [lo, hi] = [Math.max(0, Math.ceil(scale.domain[0])), Math.min(count - 1, Math.floor(scale.domain[1]))];
    // Every cell is labelled if all labels fit: 15 pixels down, their width across.
    const across = scale.range[0] < scale.range[1] && room > 50;
    const shown = hi - lo + 1;
    const least = across ? 24 : 13;
    const widest = (names: readonly string[]): number =>
      across ? Math.max(least, ...names.map((name) => textWidth(name) + 8)) : least;
    if (axis?.label && shown * least <= length) {
      const names = Array.from({ length: shown }, (_, i) => label(lo + i));
      if (shown * widest(names) <= length) return names.map((name, i) => ({ value: lo + i, label: name }));
    }
    // Otherwise as many as fit with the longest label, estimated from the ends.
    const need = axis?.label && across ? widest([lo, (lo + hi) >> 1, hi].map(label)) : 0;
    return scale
      .ticks(Math.max(2, length / Math.max(room * 0.8, need)))
      .filter(({ value }) => Number.isInteger(value) && value >= lo && value <= hi)
      .map(({ value }) => ({ value, label: label(value) }));
  };
}

/** A frame around a cell, visible on any colour. */
export function cellMarks({ area, x, y }: Plot, row: number, col: number): SceneNode[] {
  const box = boxBetween(x.at(col - 0.5), x.at(col + 0.5), y.at(row - 0.5), y.at(row + 0.5));
  return [within(grown(area, 4), framed(box))];
}

/** Minimum size in pixels, so that it can be seen. */
const smallestFrame = 7;

export function framed(box: Box): SceneNode[] {
  const [width, height] = [Math.max(box.width, smallestFrame), Math.max(box.height, smallestFrame)];
  const [x, y] = [box.x - (width - box.width) / 2, box.y - (height - box.height) / 2];
  const frame = grown({ x, y, width, height }, 1);
  return [
    { kind: 'rect', ...frame, stroke: '#ffffff', lineWidth: 4 },
    { kind: 'rect', ...frame, stroke: '#000000', lineWidth: 1.75 },
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
  matrix: Matrix | DistantMatrix,
  options: MatrixOptions,
  frame: Plot,
  marks: (row: number, col: number) => SceneNode[],
  more: (row: number, col: number) => Reading['rows'] = () => [],
): Places {
  const { rows, cols } = matrix;
  const { area, x, y } = frame;
  const [rowLink, colLink] = linksOf(options);
  const clamp = (value: number, count: number): number => Math.max(0, Math.min(count - 1, value));
  /** If cells are smaller than a pixel, a step moves by one pixel. */
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
      if (!isInside(area, px, py)) return undefined;
      return [clamp(Math.round(y.invert(py)), rows), clamp(Math.round(x.invert(px)), cols)];
    },
    move(place, move): Place {
      if (place === undefined) return [clamp(Math.ceil(y.domain[0]), rows), clamp(Math.ceil(x.domain[0]), cols)];
      const [row, col] = moved(place[0]!, place[1]!)[move];
      return [clamp(row, rows), clamp(col, cols)];
    },
    read([row = 0, col = 0]) {
      const name = (axis: CellAxis | undefined, fallback: string, index: number): string =>
        `${axis?.title ?? fallback} ${axis?.label?.(index) ?? index}`;
      return {
        title: `${name(options.rows, 'row', row)}, ${name(options.cols, 'column', col)}`,
        rows: [{ name: 'value', value: cellText(valueAt(matrix, row, col)) }, ...more(row, col)],
        marks: marks(row, col),
        at: [x.at(col), y.at(row)],
        half: [Math.abs(x.at(0.5) - x.at(0)), Math.abs(y.at(0.5) - y.at(0))],
      };
    },
    values: ([row = 0, col = 0]) => ({ [rowLink]: row, [colLink]: col }),
    from(values) {
      const [row, col] = [values[rowLink], values[colLink]];
      const fits = (value: number | undefined, count: number): boolean =>
        value !== undefined && Number.isInteger(value) && value >= 0 && value < count;
      return fits(row, rows) && fits(col, cols) ? [row!, col!] : undefined;
    },
  };
}

/** Selects a rectangle of whole cells. */
export function cellSelects(
  matrix: Matrix | DistantMatrix,
  options: MatrixOptions,
  { area, x, y }: Plot,
  table: (part: CellPart) => Table,
): Selects {
  const [row, col] = linksOf(options);
  const across: SelectAxis = { name: col, scale: x, count: matrix.cols };
  const down: SelectAxis = { name: row, scale: y, count: matrix.rows };
  return {
    areas: [{ area, x: across, y: down }],
    table(ranges) {
      if (!ranges[col] && !ranges[row]) return { columns: [] };
      const [left, right] = ranges[col] ?? [0, matrix.cols - 1];
      const [top, bottom] = ranges[row] ?? [0, matrix.rows - 1];
      return table({ top, bottom, left, right });
    },
  };
}
export interface CellPart {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

/** Names of rows and columns, made distinct if both are the same quantity. */
function linksOf({ rows, cols }: MatrixOptions): readonly [string, string] {
  const [row, col] = [rows?.link ?? rows?.title ?? 'row', cols?.link ?? cols?.title ?? 'column'];
  return row === col ? [row, `${col} across`] : [row, col];
}
const valueAt = (matrix: Matrix | DistantMatrix, row: number, col: number): number | undefined =>
  'painter' in matrix ? matrix.value(row, col) : matrix.data[row * matrix.cols + col];
const cellText = (value: number | undefined): string =>
  value === undefined ? '…' : Number.isFinite(value) ? reading(value) : 'masked';
