/**
 * The positions of a picture: a sequence for an encoding with one axis, grid cells for several. Finite tables are never
 * exceeded.
 */
import type { Positions, Shape } from '../lib/types/posenc.js';

export interface Sampling {
  readonly start: number;
  readonly count: number;
  readonly step: number;
}
export interface Places {
  readonly positions: Positions;
  readonly count: number;
  /** Positions along each axis, the slowest first. */
  readonly sides: readonly number[];
  /** Name of position i: its coordinates, separated by commas. */
  readonly label: (i: number) => string;
}

/** Positions along each axis in turn, from 1 to `each` steps, with the other coordinates 0. */
export function walk({ axes, extent }: Pick<Shape, 'axes' | 'extent'>, each: number, step: number): Places {
  const sides = Array.from({ length: axes }, (_, a) => Math.max(1, Math.min(each, (extent[a] ?? Infinity) - 1)));
  const at = sides.flatMap((side, axis) => Array.from({ length: side }, (_, k) => ({ axis, value: (k + 1) * step })));
  const data = new Float64Array(at.length * axes);
  at.forEach(({ axis, value }, i) => {
    data[i * axes + axis] = value;
  });
  const label = (i: number): string =>
    Array.from(data.subarray(i * axes, (i + 1) * axes), (x) => String(Number(x.toPrecision(12)))).join(', ');
  return { positions: { data, rows: at.length, cols: axes }, count: at.length, sides, label };
}

export function placesOf({ axes, extent }: Pick<Shape, 'axes' | 'extent'>, at: Sampling): Places {
  const most = Math.max(1, Math.floor(at.count ** (1 / axes) + 1e-9));
  const sides = Array.from({ length: axes }, (_, a) => Math.min(axes === 1 ? at.count : most, extent[a] ?? Infinity));
  const count = sides.reduce((product, side) => product * side, 1);
  // Finite tables are indexed, so start and step do not apply.
  const plain = extent.length > 0 || (at.start === 0 && at.step === 1);
  const coordinate = (k: number): number => (plain ? k : at.start + at.step * k);
  const index = (i: number): number[] => {
    const out = new Array<number>(axes);
    for (let a = axes - 1, rest = i; a >= 0; a--) {
      const side = sides[a]!;
      out[a] = rest % side;
      rest = Math.floor(rest / side);
    }
    return out;
  };
  return {
    positions: positions(),
    count,
    sides,
    label: (i) =>
      index(i)
        .map((k) => String(Number(coordinate(k).toPrecision(12))))
        .join(', '),
  };

  function positions(): Positions {
    if (axes === 1) return plain ? count : { start: at.start, count, step: at.step };
    if (plain) return { grid: sides };
    const data = new Float64Array(count * axes);
    for (let i = 0; i < count; i++) data.set(index(i).map(coordinate), i * axes);
    return { data, rows: count, cols: axes };
  }
}

/** A line, a grid of two coordinates, or positions along the last of more. */
export function positionsOf(shape: Shape, state: Sampling): Places {
  const { axes, extent } = shape;
  if (axes <= 2) return placesOf(shape, state);
  const along = placesOf({ axes: 1, extent: extent.slice(-1) }, state);
  const data = new Float64Array(along.count * axes);
  const first = extent.length > 0 ? 0 : state.start;
  const step = extent.length > 0 ? 1 : state.step;
  for (let i = 0; i < along.count; i++) data[i * axes + axes - 1] = first + i * step;
  return { ...along, positions: { data, rows: along.count, cols: axes } };
}
