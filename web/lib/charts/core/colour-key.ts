/** Colours of values, and the colour bar. */
import type { Matrix } from '../../types/values.js';
import { type ColourMap, type MapId, colourMaps } from '../heatmap/colour-maps.js';
import { type Range, missingColour, paintOf, rangeFor } from '../heatmap/colours.js';
import { type DistantMatrix, extentOfMatrix } from './matrix-cells.js';
import { type Box, type SceneNode, segment } from './scene.js';
import { type Tick, linearTicks } from './scales.js';
import { textWidth } from './text-width.js';
import { shortNumber } from './ticks.js';

export const legendHeight = 36;

/** RdBu around zero if there are values on both sides of it, else viridis. */
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

/** The colour bar from the lowest to the highest value. */
export function colourKey(
  map: ColourMap,
  { lo, hi }: Range,
  { x, width }: Pick<Box, 'x' | 'width'>,
  y: number,
  missing: boolean,
): SceneNode[] {
  const long = Math.min(220, width - (missing ? 90 : 0));
  const stops = Array.from({ length: 48 }, (_, i) => paintOf(map, (i + 0.5) / 48));
  const at = (share: number): number => x + share * long;
  const nodes: SceneNode[] = [{ kind: 'gradient', x, y, width: long, height: 8, stops }];
  for (const { value, label } of keyTicks(lo, hi, long)) {
    const share = (value - lo) / (hi - lo);
    const anchor = share < 0.02 ? 'start' : share > 0.98 ? 'end' : 'middle';
    nodes.push(segment(at(share), y + 8, at(share), y + 12, { stroke: 'edge' }));
    nodes.push({ kind: 'text', x: at(share), y: y + 24, text: label, anchor });
  }
  const grey = `#${missingColour.map((channel) => channel.toString(16)).join('')}` as const;
  if (missing)
    nodes.push(
      { kind: 'rect', x: at(1) + 18, y: y - 1, width: 10, height: 10, r: 2, fill: grey },
      { kind: 'text', x: at(1) + 34, y: y + 8, text: 'masked' },
    );
  return nodes;
}

/** Round numbers below the colour bar, including the ends if they are round. */
function keyTicks(lo: number, hi: number, room: number): readonly Tick[] {
  const fits = (ticks: readonly Tick[]): boolean =>
    ticks.every(
      ({ value, label }, i) =>
        i === 0 ||
        ((value - ticks[i - 1]!.value) / (hi - lo)) * room >
          (textWidth(label) + textWidth(ticks[i - 1]!.label)) * (i === 1 || i === ticks.length - 1 ? 0.75 : 0.5) + 6,
    );
  const near = (a: number | undefined, b: number): boolean => Math.abs(a! - b) <= (hi - lo) * 1e-9;
  const choices = [8, 6, 5, 4, 3, 2].map((count) => linearTicks(lo, hi, count)).filter((ticks) => ticks.length > 1);
  const whole = choices.find((ticks) => near(ticks[0]?.value, lo) && near(ticks.at(-1)?.value, hi) && fits(ticks));
  if (whole) return whole;
  const tick = (value: number): Tick => ({ value, label: shortNumber(Number(value.toPrecision(3))) });
  const round = [lo, (lo + hi) / 2, hi].filter((value) => near(Number(value.toPrecision(2)), value)).map(tick);
  if (round.length > 1 && round[0]!.value === lo && round.at(-1)!.value === hi && fits(round)) return round;
  return choices.find((ticks) => ticks.length > 2 && fits(ticks)) ?? [tick(lo), tick(hi)];
}
