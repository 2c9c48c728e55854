/** Zooms and pans spans of axes within their full extent. */
import type { PlotArea, View } from './kind.js';
import { type Box, isInside } from './scene.js';
import type { Scale } from './scales.js';

/** Maximum zoom, relative to the full axis. */
const closest = 1e-9;

/** Zooms around a pixel; a factor below one zooms in. `home` are the areas at full extent. */
export function zoomed({ x, y }: PlotArea, home: PlotArea, factor: number, at: readonly [number, number]): View {
  return {
    ...(x && home.x ? { x: spanAround(x, home.x, factor, at[0], home.least) } : {}),
    ...(y && home.y ? { y: spanAround(y, home.y, factor, at[1], home.least) } : {}),
  };
}

/** Pans by pixels. */
export function panned({ x, y }: PlotArea, home: PlotArea, by: readonly [number, number]): View {
  return {
    ...(x && home.x ? { x: spanOfPixels(x, home.x, x.range[0] + by[0], x.range[1] + by[0]) } : {}),
    ...(y && home.y ? { y: spanOfPixels(y, home.y, y.range[0] + by[1], y.range[1] + by[1]) } : {}),
  };
}

/** The view between two pixels of each axis. */
export function brushed(plot: PlotArea, from: readonly [number, number], to: readonly [number, number]): View {
  const span = (scale: Scale, a: number, b: number): readonly [number, number] => {
    const [first, last] = [a, b].map((px) =>
      scale.invert(Math.min(Math.max(px, Math.min(...scale.range)), Math.max(...scale.range))),
    );
    return [Math.min(first!, last!), Math.max(first!, last!)];
  };
  return {
    ...(plot.x ? { x: span(plot.x, from[0], to[0]) } : {}),
    ...(plot.y ? { y: span(plot.y, from[1], to[1]) } : {}),
  };
}

function spanAround(
  scale: Scale,
  home: Scale,
  factor: number,
  at: number,
  least: number | undefined,
): readonly [number, number] {
  const [from, to] = scale.range;
  const [first, last] = scale.domain;
  const narrowest = least === undefined ? 0 : Math.min(1, least / Math.abs(last - first));
  const by = factor < 1 ? Math.max(factor, narrowest) : factor;
  return spanOfPixels(scale, home, at + (from - at) * by, at + (to - at) * by);
}

/** Distance in pixels to pan so that a box with half size `half` comes into view. */
export function towards(
  { area }: PlotArea,
  [x, y]: readonly [number, number],
  [w, h]: readonly [number, number],
): readonly [number, number] {
  const past = (at: number, half: number, from: number, length: number): number => {
    const [before, after] = [at - half - from, at + half - from - length];
    return before < 0 ? before : Math.max(0, Math.min(after, before));
  };
  return [past(x, w, area.x, area.width), past(y, h, area.y, area.height)];
}

/** Values at two pixels, shifted or cut to the full extent. */
function spanOfPixels(scale: Scale, home: Scale, from: number, to: number): readonly [number, number] {
  const place = (pixel: number): number => home.at(scale.invert(pixel));
  let [a, b] = [place(from), place(to)];
  const [low, high] = [Math.min(...home.range), Math.max(...home.range)];
  const turned = a > b;
  if (turned) [a, b] = [b, a];
  const width = Math.min(high - low, Math.max(b - a, (high - low) * closest));
  const start = Math.min(high - width, Math.max(low, a));
  const span = [home.invert(start), home.invert(start + width)].sort((p, q) => p - q);
  return [span[0]!, span[1]!];
}

export const inside = ({ area }: PlotArea, x: number, y: number): boolean => isInside(area, x, y);

/** The rectangle of a brush: between the pixels along zoomable axes, the full area along others. */
export function brushBox(
  { area, x, y }: PlotArea,
  from: readonly [number, number],
  to: readonly [number, number],
): Box {
  const within = (value: number, low: number, size: number): number => Math.min(low + size, Math.max(low, value));
  const [x1, x2] = [from, to].map(([at], end) => (x ? within(at, area.x, area.width) : area.x + end * area.width));
  const [y1, y2] = [from, to].map(([, at], end) => (y ? within(at, area.y, area.height) : area.y + end * area.height));
  const [left, right, top, bottom] = [x1, x2, y1, y2] as [number, number, number, number];
  return {
    x: Math.min(left, right),
    y: Math.min(top, bottom),
    width: Math.abs(right - left),
    height: Math.abs(bottom - top),
  };
}

/** Removes spans that cover the full axis. */
export function settled(view: View, { x, y }: PlotArea): View {
  const whole = (span: readonly [number, number] | undefined, scale: Scale | undefined): boolean =>
    span === undefined ||
    scale === undefined ||
    Math.abs(span[1] - span[0]) >= Math.abs(scale.domain[1] - scale.domain[0]) * (1 - 1e-9);
  const { x: spanX, y: spanY, ...rest } = view;
  return {
    ...rest,
    ...(spanX && !whole(spanX, x) ? { x: spanX } : {}),
    ...(spanY && !whole(spanY, y) ? { y: spanY } : {}),
  };
}
