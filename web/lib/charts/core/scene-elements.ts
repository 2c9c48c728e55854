/** SVG elements of scene nodes: tag, attributes, content. No attribute is a `style`. */
import type { Paint } from './theme.js';
import { type Raster, type SceneNode, type Style, fontSize, haloWidth } from './scene.js';

export interface SvgElement {
  readonly tag: 'rect' | 'path' | 'circle' | 'text' | 'g' | 'svg' | 'image';
  readonly attributes: Readonly<Record<string, string | number | undefined>>;
  readonly text?: string;
  readonly children?: readonly SceneNode[];
}
export interface SvgWriting {
  readonly colour: (paint: Paint) => string;
  /** URL of a raster's pixels; undefined if they are drawn elsewhere. */
  readonly pixels: (raster: Raster) => string | undefined;
  /** The pixels are cells, which stay sharp when enlarged. */
  readonly edges?: boolean;
}

export function svgElement(node: SceneNode, { colour, pixels, edges = false }: SvgWriting): SvgElement {
  const painted = ({ fill, fillOpacity, stroke, lineWidth, dash, opacity }: Style): SvgElement['attributes'] => ({
    fill: colour(fill ?? 'none'),
    'fill-opacity': fillOpacity,
    stroke: stroke && colour(stroke),
    'stroke-width': stroke && (lineWidth ?? 1),
    'stroke-dasharray': dash,
    opacity,
  });
  switch (node.kind) {
    case 'rect':
      return { tag: 'rect', attributes: { ...boxOf(node), rx: node.r, ...painted(node) } };
    case 'path':
      return {
        tag: 'path',
        attributes: {
          d: node.d,
          ...painted(node),
          ...(node.stroke ? { 'stroke-linecap': node.dash ? undefined : 'round', 'stroke-linejoin': 'round' } : {}),
        },
      };
    case 'circle':
      return { tag: 'circle', attributes: { cx: node.x, cy: node.y, r: node.r, ...painted(node) } };
    case 'text':
      return {
        tag: 'text',
        text: node.text,
        attributes: {
          x: node.x,
          y: node.y,
          fill: colour(node.fill ?? 'muted'),
          'font-size': node.size === fontSize ? undefined : node.size,
          'font-weight': node.bold ? 600 : undefined,
          'text-anchor': node.anchor === 'start' ? undefined : node.anchor,
          ...(node.halo
            ? {
                stroke: colour('paper'),
                'stroke-width': haloWidth,
                'stroke-linejoin': 'round',
                'paint-order': 'stroke',
              }
            : {}),
        },
      };
    case 'group':
      // A nested svg clips to its own box and needs no id, which could clash with another chart of the page.
      return node.clip
        ? {
            tag: 'svg',
            attributes: {
              ...boxOf(node.clip),
              viewBox: Object.values(boxOf(node.clip)).join(' '),
              overflow: 'hidden',
            },
            children: node.children,
          }
        : {
            tag: 'g',
            attributes: { transform: node.shift && `translate(${node.shift[0]},${node.shift[1]})` },
            children: node.children,
          };
    case 'raster': {
      const href = pixels(node);
      return {
        tag: 'image',
        attributes: {
          ...boxOf(node),
          href,
          preserveAspectRatio: 'none',
          'image-rendering': edges ? 'pixelated' : undefined,
          visibility: href ? undefined : 'hidden',
        },
      };
    }
    case 'gradient':
      return {
        tag: 'g',
        attributes: {},
        children: node.stops.map((fill, i) => ({
          kind: 'rect',
          x: node.x + (i * node.width) / node.stops.length,
          y: node.y,
          // slightly wider, so that no gap is visible
          width: node.width / node.stops.length + (i + 1 < node.stops.length ? 0.5 : 0),
          height: node.height,
          fill,
        })),
      };
  }
}

/** Draws nothing if the title leaves no room in a small chart. */
const boxOf = ({ x, y, width, height }: { x: number; y: number; width: number; height: number }) => ({
  x,
  y,
  width: Math.max(0, width),
  height: Math.max(0, height),
});
