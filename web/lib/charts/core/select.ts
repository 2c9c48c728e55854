/** Selections: from two pixels or two places to ranges of quantities, with their marks, items and names. */
import type { SelectAxis, Selects, Table } from './kind.js';
import type { Scale } from './scales.js';
import { type Box, isInside, type SceneNode, within } from './scene.js';
import type { CursorValues, Ranges } from './shared-cursor.js';
import { decimalLabel } from './ticks.js';

type Area = Selects['areas'][number];
type Span = readonly [number, number];

export const areaAt = ({ areas }: Selects, x: number, y: number): Area | undefined =>
  areas.find(({ area }) => isInside(area, x, y));

/** The ranges between two pixels; items are selected whole. */
export function rangesBetween({ x, y }: Area, from: Span, to: Span): Ranges {
  return named(x, y, (axis, i) => {
    const [a, b] = [from[i] as number, to[i] as number].map((pixel) => {
      const [low, high] = [Math.min(...axis.scale.range), Math.max(...axis.scale.range)];
      return axis.scale.invert(Math.min(high, Math.max(low, pixel)));
    }) as [number, number];
    const whole = (value: number): number =>
      axis.count === undefined ? value : Math.max(0, Math.min(axis.count - 1, Math.round(value)));
    return [whole(Math.min(a, b)), whole(Math.max(a, b))];
  });
}

/** The ranges between two places, inclusive; undefined if one of them is not on the axes. */
export function rangesOf({ x, y }: Area, a: CursorValues, b: CursorValues): Ranges | undefined {
  const known = [x, y].every((axis) => axis === undefined || (axis.name in a && axis.name in b));
  if (!known) return undefined;
  return named(x, y, ({ name }) => {
    const [p, q] = [a[name]!, b[name]!];
    return [Math.min(p, q), Math.max(p, q)];
  });
}

const named = (
  x: SelectAxis | undefined,
  y: SelectAxis | undefined,
  span: (axis: SelectAxis, i: 0 | 1) => Span,
): Ranges => ({ ...(x ? { [x.name]: span(x, 0) } : {}), ...(y ? { [y.name]: span(y, 1) } : {}) });

/** The selected part of every area that has one of the quantities. */
export function selectionMarks({ areas }: Selects, ranges: Ranges): SceneNode[] {
  return areas.flatMap(({ area, x, y }): SceneNode[] => {
    if (!(x && ranges[x.name]) && !(y && ranges[y.name])) return [];
    const [left, right] = pixels(x, ranges, [area.x, area.x + area.width]);
    const [top, bottom] = pixels(y, ranges, [area.y, area.y + area.height]);
    const box: Box = { x: left, y: top, width: Math.max(1, right - left), height: Math.max(1, bottom - top) };
    const fill = { fill: 'accent', fillOpacity: 0.16, stroke: 'accent', lineWidth: 1.5, dash: '4 3' } as const;
    return [within(area, [{ kind: 'rect', ...box, ...fill }])];
  });
}

function pixels(axis: SelectAxis | undefined, ranges: Ranges, all: Span): Span {
  const span = axis && ranges[axis.name];
  if (!axis || !span) return all;
  const half = axis.count === undefined ? 0 : 0.5;
  const ends = [axis.scale.at(span[0] - half), axis.scale.at(span[1] + half)].map((at, i) =>
    Number.isFinite(at) ? at : axis.scale.range[i]!,
  );
  return [Math.min(...ends), Math.max(...ends)];
}

/** Items whose quantities are in the ranges; empty if the ranges name none of these quantities. */
export function itemsIn(lists: Readonly<Record<string, ArrayLike<number>>>, ranges: Ranges): number[] {
  const bounds = Object.entries(lists).flatMap(([name, values]) => {
    const span = ranges[name];
    return span ? [{ values, span }] : [];
  });
  const items: number[] = [];
  const count = bounds.length > 0 ? Math.max(...bounds.map(({ values }) => values.length)) : 0;
  for (let i = 0; i < count; i++)
    if (bounds.every(({ values, span }) => values[i]! >= span[0] && values[i]! <= span[1])) items.push(i);
  return items;
}

/** Selection of items along x only, in one or several areas; with `count`, of items in a row. */
export const selectAlong = (
  name: string,
  areas: readonly { readonly area: Box; readonly x: Scale }[],
  xs: ArrayLike<number>,
  table: () => Table,
  count?: number,
): Selects => ({
  areas: areas.map(({ area, x }) => ({ area, x: { name, scale: x, count } })),
  table: (ranges) => rowsOfTable(table(), itemsIn({ [name]: xs }, ranges)),
});

export const rowsOfTable = ({ columns }: Table, items: readonly number[]): Table => ({
  columns: columns.map(({ name, values }) => ({
    name,
    values: items.flatMap((i) => (i < values.length ? [values[i]!] : [])),
  })),
});

/** One object per row. */
export function pointsOf({ columns }: Table): Readonly<Record<string, number | string>>[] {
  const count = Math.max(0, ...columns.map(({ values }) => values.length));
  return Array.from({ length: count }, (_, i) =>
    Object.fromEntries(columns.flatMap(({ name, values }) => (i < values.length ? [[name, values[i]!]] : []))),
  );
}

export const rangesText = (ranges: Ranges): string =>
  Object.entries(ranges)
    .map(([name, [from, to]]) => `${name} ${decimalLabel(from)} to ${decimalLabel(to)}`)
    .join(', ');
