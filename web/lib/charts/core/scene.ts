/**
 * A picture as data, in seven kinds of nodes. The live chart, SVG files and PNG files are made from the same scene
 * (`scene-dom.ts`, `scene-text.ts`, `scene-canvas.ts`). A saved picture therefore matches the screen, and needs no
 * document.
 */
import type { Pixels } from './png.js';
import type { Paint, Theme } from './theme.js';

export interface Style {
  readonly fill?: Paint;
  readonly fillOpacity?: number;
  readonly stroke?: Paint;
  readonly lineWidth?: number;
  readonly dash?: string | undefined;
  readonly opacity?: number;
}
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
export interface Rect extends Box, Style {
  readonly kind: 'rect';
  readonly r?: number;
}
/** Commands M, L, H, V, A, Z and h; ends and joins of lines are round. */
export interface Path extends Style {
  readonly kind: 'path';
  readonly d: string;
}
export interface Circle extends Style {
  readonly kind: 'circle';
  readonly x: number;
  readonly y: number;
  readonly r: number;
}
export interface Text {
  readonly kind: 'text';
  readonly x: number;
  /** The baseline. */
  readonly y: number;
  readonly text: string;
  readonly size?: number;
  readonly bold?: boolean;
  readonly anchor?: 'start' | 'middle' | 'end';
  readonly fill?: Paint;
  /** An outline in the paper colour, for text over curves. */
  readonly halo?: boolean;
}
/** Content outside `clip` is not drawn. */
export interface Group {
  readonly kind: 'group';
  readonly clip?: Box;
  readonly shift?: readonly [x: number, y: number];
  readonly children: readonly SceneNode[];
}
/** Pixels; `paint` draws them on a canvas of the right size. */
export interface Raster extends Box {
  readonly kind: 'raster';
  readonly paint: (canvas: HTMLCanvasElement, theme: Theme) => void;
  /** Pixels for a file that is written without a canvas; undefined if it can only be painted. */
  readonly pixels?: (theme: Theme) => Pixels | undefined;
}
/** Colour stripes from left to right. */
export interface Gradient extends Box {
  readonly kind: 'gradient';
  readonly stops: readonly Paint[];
}
export type SceneNode = Rect | Path | Circle | Text | Group | Raster | Gradient;

export interface Scene {
  readonly width: number;
  readonly height: number;
  readonly nodes: readonly SceneNode[];
}

export const fontFamily =
  "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Helvetica Neue', Arial, sans-serif";
export const fontSize = 12;
export const haloWidth = 4;

export const segment = (x1: number, y1: number, x2: number, y2: number, style: Style): Path => ({
  kind: 'path',
  d: `M${short(x1)},${short(y1)}L${short(x2)},${short(y2)}`,
  ...style,
});

/** A vertical line through a whole box: the cursor over an item, or a mark. */
export const upright = (x: number, box: Box, style: Style = { stroke: 'muted', dash: '2 3' }): Path =>
  segment(x, box.y, x, box.y + box.height, style);
export const circle = (x: number, y: number, r: number, style: Style): Circle => ({
  kind: 'circle',
  x,
  y,
  r,
  ...style,
});
export const path = (d: string, style: Style): Path => ({ kind: 'path', d, ...style });
/** Clips the children to `clip`. */
export const within = (clip: Box, children: readonly SceneNode[]): Group => ({ kind: 'group', clip, children });
export const grown = (box: Box, by: number): Box => ({
  x: box.x - by,
  y: box.y - by,
  width: box.width + 2 * by,
  height: box.height + 2 * by,
});
export const isInside = (box: Box, x: number, y: number): boolean =>
  x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height;

/** Rounds to a hundredth of a pixel. */
export const short = (value: number): string => String(Math.round(value * 100) / 100);

/** All rasters of a scene. No group with `shift` contains one. */
export function rastersOf(nodes: readonly SceneNode[]): Raster[] {
  return nodes.flatMap((node) =>
    node.kind === 'raster' ? [node] : node.kind === 'group' ? rastersOf(node.children) : [],
  );
}
