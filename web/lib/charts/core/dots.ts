/** Many points as few paths: a dot is a very short line with round ends. Overlapping dots are left out. */
import type { SceneNode } from './scene.js';
import type { Paint } from './theme.js';

export interface Dot {
  readonly x: number;
  readonly y: number;
  readonly colour: Paint;
}
/** Dots of one colour are distinct if they are at least half a pixel apart. */
const grid = 2;

export function dotPaths(dots: Iterable<Dot>, size: number, opacity: number): SceneNode[] {
  const paths = new Map<Paint, { d: string[]; seen: Set<number> }>();
  for (const { x, y, colour } of dots) {
    if (!Number.isFinite(x) || !Number.isFinite(y)) continue;
    let path = paths.get(colour);
    if (path === undefined) paths.set(colour, (path = { d: [], seen: new Set() }));
    const [column, row] = [Math.round(x * grid), Math.round(y * grid)];
    const place = row * 65536 + column;
    if (path.seen.has(place)) continue;
    path.seen.add(place);
    // A canvas does not draw lines of length zero.
    path.d.push(`M${column / grid},${row / grid}h.01`);
  }
  return [...paths].map(([stroke, { d }]) => ({ kind: 'path', d: d.join(''), stroke, lineWidth: size, opacity }));
}

/** Decreases with the number of dots. */
export const dotSize = (count: number): number => Math.max(2, Math.min(8, 90 / Math.sqrt(Math.max(1, count))));
export const dotOpacity = (count: number): number => Math.max(0.35, Math.min(0.9, 40 / Math.sqrt(Math.max(1, count))));
