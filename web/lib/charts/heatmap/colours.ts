/** The colours of a map: 256-entry look-up tables, and the span of values they cover. */
import type { ColourMap } from './colour-maps.js';
import { colourTables } from './colour-tables.js';

/** A colour as CSS writes it; t runs from 0 to 1. */
export function colourOf(map: ColourMap, t: number): string {
  const hex = channels(map, t).map((channel) => channel.toString(16).padStart(2, '0'));
  return `#${hex.join('')}`;
}

/** Cells without a finite value (masked entries of a causal bias). */
export const missingColour: readonly [number, number, number] = [150, 152, 158];

/** 256 RGBA bytes quadruples. */
export function lookUpTable(map: ColourMap): Uint8Array {
  const table = new Uint8Array(256 * 4);
  for (let i = 0; i < 256; i++) table.set([...channels(map, i / 255), 255], i * 4);
  return table;
}

export interface Range {
  readonly lo: number;
  readonly hi: number;
}

/** The finite values; `lo` is above `hi` where there are none. */
export interface Extent extends Range {
  /** There are others. */
  readonly missing: boolean;
}

export function extentOf(data: ArrayLike<number>): Extent {
  let lo = Infinity;
  let hi = -Infinity;
  let missing = false;
  for (let i = 0; i < data.length; i++) {
    const v = data[i]!;
    if (!(v > -Infinity && v < Infinity)) {
      missing = true;
      continue;
    }
    if (v < lo) lo = v;
    if (v > hi) hi = v;
  }
  return { lo, hi, missing };
}

/** What the colours span: all finite values, as far below zero as above it for a diverging map. */
export function rangeFor({ lo, hi }: Range, kind: ColourMap['kind']): Range {
  if (lo > hi) return { lo: -1, hi: 1 };
  if (kind === 'diverging') {
    const reach = Math.max(Math.abs(lo), Math.abs(hi)) || 1;
    return { lo: -reach, hi: reach };
  }
  return lo === hi ? { lo: lo - 1, hi: hi + 1 } : { lo, hi };
}

/** What the colours of these numbers span. */
export const valueRange = (data: ArrayLike<number>, kind: ColourMap['kind']): Range => rangeFor(extentOf(data), kind);

/** Red, green and blue, whole numbers to 255. */
function channels(map: ColourMap, t: number): number[] {
  const table = colourTables[map.id];
  const at = (Math.min(1, Math.max(0, t)) * (table.length - 6)) / 6;
  const first = Math.floor(at);
  const channel = (colour: number, i: number): number =>
    Number.parseInt(table.slice(6 * colour + 2 * i, 6 * colour + 2 * i + 2), 16);
  return [0, 1, 2].map((i) => {
    const before = channel(first, i);
    const after = at > first ? channel(first + 1, i) : before;
    return Math.round(before + (after - before) * (at - first));
  });
}
