/** Curves over a common x as paths, their bands, and the visible items. */
import { decimate } from './decimate.js';
import { type SceneNode, short } from './scene.js';
import type { Scale } from './scales.js';
import type { Token } from './theme.js';

/** Items from `from` up to but excluding `to`, on both scales. */
export interface CurvePlace {
  readonly xs: ArrayLike<number>;
  readonly from: number;
  readonly to: number;
  readonly x: Scale;
  readonly y: Scale;
}

/** Items for a span of x, plus one beyond each end so that the curve reaches the edge. */
export function itemsIn(xs: ArrayLike<number>, [lo, hi]: readonly [number, number]): { from: number; to: number } {
  return { from: lowerBound(xs, lo), to: Math.min(xs.length, lowerBound(xs, hi) + 1) };
}

/** Path of a curve, with gaps at values that cannot be placed. At most four points per column of pixels. */
export function curve({ xs, from, to, x, y }: CurvePlace, values: ArrayLike<number>): string {
  const count = Math.max(0, Math.min(to, values.length) - from);
  const [px, py] = [new Float64Array(count), new Float64Array(count)];
  for (let i = 0; i < count; i++) {
    px[i] = x.at(xs[from + i]!);
    py[i] = y.at(values[from + i]!);
  }
  let d = '';
  let open = false;
  for (const i of decimate(px, py, Math.ceil(Math.abs(x.range[1] - x.range[0])))) {
    const seen = Number.isFinite(px[i]) && Number.isFinite(py[i]);
    if (seen) d += `${open ? 'L' : 'M'}${short(px[i]!)},${short(py[i]!)}`;
    open = seen;
  }
  return d;
}

/** The area within `spread` of a curve. */
export function band(
  { xs, from, to, x, y }: CurvePlace,
  values: ArrayLike<number>,
  spread: ArrayLike<number>,
  fill: Token,
): SceneNode {
  const stride = Math.max(1, Math.floor((to - from) / mostCorners));
  const at = (i: number, side: number): string => {
    const value = y.at(values[i]! + side * spread[i]!);
    return `${short(x.at(xs[i]!))},${short(Number.isFinite(value) ? value : Math.max(...y.range))}`;
  };
  const items: number[] = [];
  for (let i = from; i < to; i += stride) if (Number.isFinite(values[i]! + spread[i]!)) items.push(i);
  const outline = [...items.map((i) => at(i, 1)), ...items.reverse().map((i) => at(i, -1))];
  return { kind: 'path', d: outline.length ? `M${outline.join('L')}Z` : '', fill, fillOpacity: 0.16 };
}

/** More corners of a band's edge are not visible. */
const mostCorners = 1000;

function lowerBound(values: ArrayLike<number>, target: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (values[middle]! < target) low = middle + 1;
    else high = middle;
  }
  return low;
}
