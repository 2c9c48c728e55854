/** Margins, axes, titles and keys of every chart with axes. */
import { decimalLabel } from './ticks.js';
import type { AxisOptions, View } from './kind.js';
import { type Box, type SceneNode, segment } from './scene.js';
import { type Scale, type Tick, linearScale, logScale } from './scales.js';
import { fitted, textWidth } from './text-width.js';
import { titleOf } from './title.js';
import { type Paint, type Token, seriesDash, seriesToken } from './theme.js';

export interface KeyItem {
  readonly name: string;
  readonly colour: Token;
  readonly shape: 'line' | 'dot' | 'area';
  readonly dash?: string | undefined;
  /** Colours of a range of values, shown instead of a symbol. */
  readonly stops?: readonly Paint[] | undefined;
}
export interface PlotSpec {
  readonly width: number;
  readonly height: number;
  readonly title?: string | undefined;
  readonly key?: readonly KeyItem[];
  readonly x: PlotAxis;
  readonly y: PlotAxis;
}
export interface PlotAxis {
  readonly title?: string | undefined;
  readonly log?: boolean | undefined;
  readonly domain: readonly [number, number];
  /** Replaces the scale's ticks by names of categories or cells. `room`: pixels between neighbours. */
  readonly ticks?: ((scale: Scale, room: number) => readonly Tick[]) | undefined;
  /** Draws grid lines; true by default. */
  readonly grid?: boolean | undefined;
  /** y runs from top to bottom, as for the rows of a matrix. */
  readonly down?: boolean | undefined;
}
export interface Plot {
  readonly area: Box;
  readonly x: Scale;
  readonly y: Scale;
  /** Grid lines. */
  readonly under: readonly SceneNode[];
  /** Axes, titles, key. */
  readonly over: readonly SceneNode[];
}

const keyRow = 18;
const swatch = 22;
const barWidth = 72;
const keyGap = 16;
const tickRoom = 18;
const axisTitleRoom = 17;
const side = 14;
const usualLeft = 48;

export function plot(spec: PlotSpec): Plot {
  const { width, height, title, key = [], x, y } = spec;
  const heading = titleOf(title, width);
  const head = heading.height;
  const bottom = height - tickRoom - 6 - (x.title ? axisTitleRoom : 0);
  const scaleOf = (axis: PlotAxis, range: readonly [number, number]): Scale =>
    (axis.log ? logScale : linearScale)(axis.domain, range);

  // The left edge of the area depends on the y labels, which depend only on its height.
  const rowsOfKey = (left: number): number => (key.length ? keyLayout(key, left, width - side).rows : 0);
  const topWith = (left: number): number => head + rowsOfKey(left) * keyRow + (y.title ? axisTitleRoom : 0) + 6;
  const vertical = (top: number): Scale => scaleOf(y, y.down ? [top, bottom] : [bottom, top]);
  const yTicks = (scale: Scale): readonly Tick[] => ticksOf(y, scale, Math.abs(scale.range[1] - scale.range[0]), 42);
  const widest = Math.max(0, ...yTicks(vertical(topWith(side))).map(({ label }) => textWidth(label)));
  const left = Math.round(Math.min(width * 0.4, Math.max(30, widest + 14)));
  const top = topWith(left);
  const area: Box = { x: left, y: top, width: Math.max(10, width - left - side), height: Math.max(10, bottom - top) };
  const right = area.x + area.width;

  const sx = scaleOf(x, [left, right]);
  const sy = vertical(top);
  const columns = thinned(ticksOf(x, sx, area.width, 74), sx, left, width);
  const rows = yTicks(sy);
  const under = [
    ...(y.grid === false
      ? []
      : rows.map(({ value }) => segment(left, crisp(sy.at(value)), right, crisp(sy.at(value)), { stroke: 'rule' }))),
    ...(x.grid === true
      ? columns.map(({ value }) => segment(crisp(sx.at(value)), top, crisp(sx.at(value)), bottom, { stroke: 'rule' }))
      : []),
  ];
  const over: SceneNode[] = [
    segment(left, crisp(bottom), right, crisp(bottom), { stroke: 'edge' }),
    ...columns.map(({ value }) =>
      segment(crisp(sx.at(value)), bottom + 1, crisp(sx.at(value)), bottom + 5, { stroke: 'edge' }),
    ),
    ...columns.map(
      ({ value, label }) =>
        ({
          kind: 'text',
          x: centred(sx.at(value), label, width),
          y: bottom + tickRoom,
          text: label,
          anchor: 'middle',
        }) as const,
    ),
    ...rows.map(
      ({ value, label }) =>
        ({ kind: 'text', x: left - 8, y: sy.at(value) + 4, text: fitted(label, left - 10), anchor: 'end' }) as const,
    ),
  ];
  over.push(...heading.nodes);
  if (key.length) over.push(...keyLayout(key, left, width - side).nodes(head + 12));
  // with y downwards, the first value is at the top and the title must leave room for it
  if (y.title)
    over.push({
      kind: 'text',
      x: 2,
      y: top - (y.down ? 12 : 8),
      text: fitted(`${y.down ? '↓' : '↑'} ${y.title}`, width - 4),
    });
  if (x.title)
    over.push({ kind: 'text', x: right, y: height - 5, text: fitted(`${x.title} →`, width - 4), anchor: 'end' });
  return { area, x: sx, y: sy, under, over };
}

/** Aligns one-pixel lines with the pixel grid. */
export const crisp = (value: number): number => Math.round(value) + 0.5;

/** Centres a label at its tick, but keeps it inside the picture. */
function centred(at: number, label: string, width: number): number {
  const half = textWidth(label) / 2;
  return Math.min(width - half - 1, Math.max(half, at));
}

const ticksOf = (axis: PlotAxis, scale: Scale, length: number, room: number): readonly Tick[] =>
  (axis.ticks ?? ((s: Scale) => s.ticks(Math.max(2, length / room))))(scale, room).filter(({ value }) => {
    const at = scale.at(value);
    const [from, to] = [...scale.range].sort((a, b) => a - b) as [number, number];
    return at >= from - 0.5 && at <= to + 0.5;
  });

/** Drops labels that would overlap the previous one. */
function thinned(ticks: readonly Tick[], scale: Scale, left: number, width: number): Tick[] {
  let end = left - 40;
  return ticks.filter(({ value, label }) => {
    const at = centred(scale.at(value), label, width);
    const half = textWidth(label) / 2;
    if (at - half < end + 6) return false;
    end = at + half;
    return true;
  });
}

/** Names of series with their lines, wrapped into rows. */
export function keyLayout(items: readonly KeyItem[], left: number, right: number) {
  let x = left;
  let row = 0;
  const placed = items.map((item) => {
    const sample = item.stops ? barWidth + 8 : swatch;
    const text = fitted(item.name, right - left - sample);
    const width = sample + textWidth(text);
    if (x > left && x + width > right) {
      x = left;
      row++;
    }
    const at = { item, text, x, row, sample };
    x += width + keyGap;
    return at;
  });
  return {
    rows: row + 1,
    nodes: (y: number): SceneNode[] =>
      placed.flatMap(({ item, text, x: at, row: line, sample }) => {
        const middle = y + line * keyRow - 4;
        return [sign(item, at, middle), { kind: 'text', x: at + sample, y: middle + 4, text, fill: 'ink' }];
      }),
  };
}

/** Approximate height of a key in a picture of this width; its left end depends on the y labels. */
export const keyHeight = (items: readonly KeyItem[], width: number): number =>
  items.length ? keyLayout(items, usualLeft, width - side).rows * keyRow : 0;

function sign({ shape, colour, dash, stops }: KeyItem, x: number, y: number): SceneNode {
  if (stops) return { kind: 'gradient', x, y: y - 5, width: barWidth, height: 10, stops };
  if (shape === 'dot') return { kind: 'circle', x: x + 8, y, r: 4, fill: colour };
  if (shape === 'area') return { kind: 'rect', x: x + 2, y: y - 5, width: 12, height: 10, r: 2, fill: colour };
  return segment(x, y, x + 16, y, { stroke: colour, lineWidth: 2.5, dash });
}

/** Key of several series by index; a single series needs none. */
export const seriesKey = (series: readonly { readonly name: string }[], shape: KeyItem['shape']): KeyItem[] =>
  series.length < 2
    ? []
    : series.map(({ name }, i) => ({
        name,
        shape,
        colour: seriesToken(i),
        dash: shape === 'line' ? seriesDash(i) : undefined,
      }));

/** Span of an axis: the reader's view, else the requested domain, else the extent of the data. */
export const shown = (
  axis: AxisOptions | undefined,
  view: View[keyof Pick<View, 'x' | 'y'>],
  needed: () => [number, number],
): readonly [number, number] => view ?? axis?.domain ?? needed();

/** Formats a value for reading, with six digits. */
export const reading = decimalLabel;
