/** Colours of a map as 256-entry look-up tables, and the range of values that they cover. */
import type { Paint, Theme } from '../core/theme.js';
import type { ColourMap } from './colour-maps.js';
import { colourTables, darkTables } from './colour-tables.js';

/** A CSS colour; t runs from 0 to 1. */
export function colourOf(map: ColourMap, t: number, theme: Theme = 'light'): `#${string}` {
  const hex = channels(map, t, theme).map((channel) => channel.toString(16).padStart(2, '0'));
  return `#${hex.join('')}`;
}

/** A colour for a picture in either theme. */
export const paintOf = (map: ColourMap, t: number): Paint =>
  darkTables[map.id] ? `${colourOf(map, t)}/${colourOf(map, t, 'dark')}` : colourOf(map, t);

/** Colour of cells without a finite value (masked entries of a causal bias). */
export const missingColour: readonly [number, number, number] = [150, 152, 158];

/** 256 RGBA byte quadruples. */
export function lookUpTable(map: ColourMap, theme: Theme): Uint8Array {
  const table = new Uint8Array(256 * 4);
  for (let i = 0; i < 256; i++) table.set([...channels(map, i / 255, theme), 255], i * 4);
  return table;
}

export interface Range {
  readonly lo: number;
  readonly hi: number;
}

/** Range of the finite values; `lo` is above `hi` if there are none. */
export interface Extent extends Range {
  /** true if there are values that are not finite. */
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

/** Range of the colours: rounded limits of all finite values, symmetric around zero for a diverging map. */
export function rangeFor({ lo, hi }: Range, kind: ColourMap['kind']): Range {
  if (lo > hi) return { lo: -1, hi: 1 };
  if (kind === 'diverging') {
    const reach = roundEnds(0, Math.max(Math.abs(lo), Math.abs(hi)) || 1).hi;
    return { lo: -reach, hi: reach };
  }
  return lo === hi ? roundEnds(lo - 1, hi + 1) : roundEnds(lo, hi);
}

/** Round limits around a span, at most a quarter wider: multiples of 1, 2 or 5 times a power of ten. */
function roundEnds(lo: number, hi: number): Range {
  const raw = (hi - lo) / 8;
  // No rounding if the values differ only in their last digits.
  if (!(raw > 1e-300 && raw < 1e300) || Math.max(Math.abs(lo), Math.abs(hi)) / raw > 1e9) return { lo, hi };
  const power = 10 ** Math.floor(Math.log10(raw));
  const ends = [50, 20, 10, 5, 2, 1]
    .map((factor) => factor * power)
    .map((step) => [Math.floor(lo / step + 1e-9) * step, Math.ceil(hi / step - 1e-9) * step] as const)
    .find(([from, to]) => to - from <= 1.25 * (hi - lo)) ?? [lo, hi];
  return { lo: Number(ends[0].toPrecision(12)) + 0, hi: Number(ends[1].toPrecision(12)) + 0 };
}

/** Range of the colours for these values. */
export const valueRange = (data: ArrayLike<number>, kind: ColourMap['kind']): Range => rangeFor(extentOf(data), kind);

/** Red, green and blue, integers up to 255. */
function channels(map: ColourMap, t: number, theme: Theme): number[] {
  const table = (theme === 'dark' ? darkTables[map.id] : undefined) ?? colourTables[map.id];
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
