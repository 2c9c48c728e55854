/** Which colours stand for which values, and the strip that says so. */
import type { Matrix } from '../../types/values.js';
import type { ColourMap, MapId } from '../heatmap/colour-maps.js';
import { colourMaps } from '../heatmap/colour-maps.js';
import type { Range } from '../heatmap/colours.js';
import { colourOf, missingColour, rangeFor } from '../heatmap/colours.js';
import type { DistantMatrix } from './matrix-cells.js';
import { extentOfMatrix } from './matrix-cells.js';
import type { Box, SceneNode } from './scene.js';
import { segment } from './scene.js';
import { shortNumber } from './ticks.js';

export const legendHeight = 36;

/** RdBu around zero where there are values on both sides of it, else viridis. */
export function mapOf(
  matrix: Matrix | DistantMatrix,
  { colours, range }: { readonly colours?: MapId | undefined; readonly range?: Range | undefined },
): { map: ColourMap; range: Range } {
  const asked = range ?? ('painter' in matrix ? matrix.range : undefined);
  const span = asked ?? extentOfMatrix(matrix);
  const wanted = colours ?? (span.lo < 0 && span.hi > 0 ? 'rdbu' : 'viridis');
  const map = colourMaps.find(({ id }) => id === wanted) ?? colourMaps[0]!;
  return { map, range: asked ?? rangeFor(span, map.kind) };
}

/** The colours from the lowest to the highest value. */
export function colourKey(
  map: ColourMap,
  { lo, hi }: Range,
  { x, width }: Pick<Box, 'x' | 'width'>,
  y: number,
  missing: boolean,
): SceneNode[] {
  const long = Math.min(220, width - (missing ? 90 : 0));
  const stops = Array.from({ length: 48 }, (_, i) => colourOf(map, (i + 0.5) / 48) as `#${string}`);
  const label = (value: number): string => shortNumber(Number(value.toPrecision(3)));
  const at = (share: number): number => x + share * long;
  const nodes: SceneNode[] = [{ kind: 'gradient', x, y, width: long, height: 8, stops }];
  for (const [share, value, anchor] of [
    [0, lo, 'start'],
    [0.5, (lo + hi) / 2, 'middle'],
    [1, hi, 'end'],
  ] as const) {
    nodes.push(segment(at(share), y + 8, at(share), y + 12, { stroke: 'edge' }));
    nodes.push({ kind: 'text', x: at(share), y: y + 24, text: label(value), anchor });
  }
  const grey = `#${missingColour.map((channel) => channel.toString(16)).join('')}` as const;
  if (missing)
    nodes.push(
      { kind: 'rect', x: at(1) + 18, y: y - 1, width: 10, height: 10, r: 2, fill: grey },
      { kind: 'text', x: at(1) + 34, y: y + 8, text: 'masked' },
    );
  return nodes;
}
