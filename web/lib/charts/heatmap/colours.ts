/** The colours of a map: 256-entry look-up tables, and the span of values they cover. */
import {
  interpolateCividis,
  interpolateMagma,
  interpolatePuOr,
  interpolateRdBu,
  interpolateViridis,
} from 'd3-scale-chromatic';
import type { ColourMap, MapId } from './colour-maps.js';

const colours: Readonly<Record<MapId, (t: number) => string>> = {
  rdbu: (t) => interpolateRdBu(1 - t),
  puor: (t) => interpolatePuOr(1 - t),
  viridis: interpolateViridis,
  cividis: interpolateCividis,
  magma: interpolateMagma,
};

/** A colour as CSS writes it; t runs from 0 to 1. */
export const colourOf = (map: ColourMap, t: number): string => colours[map.id](t);

/** Cells without a finite value (masked entries of a causal bias). */
export const missingColour: readonly [number, number, number] = [150, 152, 158];

/** 256 RGBA bytes quadruples. */
export function lookUpTable(map: ColourMap): Uint8Array {
  const table = new Uint8Array(256 * 4);
  for (let i = 0; i < 256; i++) table.set([...channels(colourOf(map, i / 255)), 255], i * 4);
  return table;
}

export interface Range {
  readonly lo: number;
  readonly hi: number;
}

/** The span of the finite values, made symmetric about zero for a diverging map. */
export function valueRange(data: ArrayLike<number>, kind: ColourMap['kind']): Range {
  let lo = Infinity;
  let hi = -Infinity;
  for (let i = 0; i < data.length; i++) {
    const v = data[i] as number;
    if (v < lo && v > -Infinity) lo = v;
    if (v > hi && v < Infinity) hi = v;
  }
  if (lo > hi) return { lo: -1, hi: 1 };
  if (kind === 'diverging') {
    const reach = Math.max(Math.abs(lo), Math.abs(hi)) || 1;
    return { lo: -reach, hi: reach };
  }
  return lo === hi ? { lo: lo - 1, hi: hi + 1 } : { lo, hi };
}

/** d3 answers `rgb(r, g, b)` or `#rrggbb`. */
function channels(colour: string): [number, number, number] {
  if (colour.startsWith('#')) {
    const bits = Number.parseInt(colour.slice(1), 16);
    return [(bits >> 16) & 255, (bits >> 8) & 255, bits & 255];
  }
  const [r = 0, g = 0, b = 0] = colour.slice(4, -1).split(',').map(Number);
  return [r, g, b];
}
