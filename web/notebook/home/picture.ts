/**
 * The rows of an encoding at consecutive positions, twice: exact on the left, and on the right at the positions as a
 * number format stores them. Both halves have the fastest channel at the divider, so that they mirror each other while
 * every position is stored exactly.
 */
import { colourMaps } from '../../lib/charts/heatmap/colour-maps.js';
import { lookUpTable, missingColour } from '../../lib/charts/heatmap/colours.js';
import type { Theme } from '../../lib/charts/core/theme.js';
import type { RopeSpec } from '../../lib/generated/encodings.js';
import type { Posenc } from '../library.js';
import { type StoredAs, stored } from './stored.js';

/** Tokens of the picture; each is a row. */
export const tokens = 256;

/** The rotation of a model. */
export interface Shown {
  readonly spec: RopeSpec;
  /** Factor on cosines and sines. */
  readonly amplitude: number;
}
export interface View extends Shown {
  readonly position: number;
  readonly stored: StoredAs;
  readonly theme: Theme;
}
export interface Frame {
  readonly exact: ImageData;
  readonly rounded: ImageData;
  /** Number of different positions among the stored ones. */
  readonly places: number;
}

const [diverging] = colourMaps;

/** Computes a picture of the sines; both halves have the pairs of the spec from left to right. */
export async function frameOf(
  pe: Posenc,
  { spec: given, amplitude, position, stored: as, theme }: View,
): Promise<Frame> {
  const spec = { ...given, layout: 'half' } as const;
  const held = Array.from({ length: tokens }, (_, row) => stored(position + row, as));
  const places = [...new Set(held)].filter(Number.isFinite);
  const [exact, rounded] = await Promise.all([
    pe.table(spec, { start: position, count: tokens, step: 1 }),
    pe.table(spec, places.length > 0 ? places : [0]),
  ]);
  const rowOf = new Map(places.map((place, row) => [place, row]));
  const { cols } = exact;
  const pairs = cols / 2;
  const colours = lookUpTable(diverging!, theme);
  /** @param source the row of `data` for a row of the picture; undefined for one without numbers */
  const painted = (data: Float32Array, source: (row: number) => number | undefined): ImageData => {
    const image = new ImageData(pairs, tokens);
    for (let row = 0; row < tokens; row++) {
      const from = source(row);
      for (let pair = 0; pair < pairs; pair++) {
        const to = 4 * (row * pairs + pair);
        if (from === undefined) image.data.set([...missingColour, 255], to);
        else {
          const at = Math.round((data[from * cols + pairs + pair]! / amplitude + 1) * 127.5);
          image.data.set(colours.subarray(4 * at, 4 * at + 4), to);
        }
      }
    }
    return image;
  };
  return {
    exact: painted(exact.data, (row) => row),
    rounded: painted(rounded.data, (row) => rowOf.get(held[row]!)),
    places: places.length,
  };
}
