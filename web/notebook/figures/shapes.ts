/** Shapes of the figures: dials with hands, curves and bars. Angles are drawn by Math; numbers come from the library. */
import { svg } from '../widgets/svg.js';

const turn = 2 * Math.PI;
const face = 50;
/** Zero points right, and angles grow against the clock, as in the plane of cosine and sine. */
export const tip = (angle: number, radius = face): [number, number] => [
  radius * Math.cos(angle),
  -radius * Math.sin(angle),
];
const at = ([x, y]: readonly [number, number]): string => `${x.toFixed(2)},${y.toFixed(2)}`;

/** An arc from one angle to a later one, of at most a whole turn. @param isWedge with both radii */
export function arc(from: number, to: number, radius: number, isWedge = false): string {
  const span = to - from;
  if (span <= 0) return '';
  const half = from + Math.min(span, turn) / 2;
  const end = from + Math.min(span, turn);
  const r = radius.toFixed(2);
  const round = `A${r},${r},0,0,0,${at(tip(half, radius))}A${r},${r},0,0,0,${at(tip(end, radius))}`;
  return isWedge ? `M0,0L${at(tip(from, radius))}${round}Z` : `M${at(tip(from, radius))}${round}`;
}
/** An angle within one turn. */
export const within = (angle: number): number => ((angle % turn) + turn) % turn;

export interface Dial {
  readonly element: SVGSVGElement;
  /** Below the hand. */
  readonly under: SVGGElement;
  readonly hand: SVGGElement;
  turnTo(angle: number): void;
}

/** A dial with one hand. @param tolerance half the width of a wedge around the hand, in radians */
export function dial(colour: string, tolerance = 0): Dial {
  const ticks = Array.from({ length: 12 }, (_, i) => {
    const [outer, inner] = [tip((i * turn) / 12, 46), tip((i * turn) / 12, i % 3 === 0 ? 40 : 43)];
    return svg('path', { d: `M${at(inner)}L${at(outer)}`, class: 'fig-tick' });
  });
  const under = svg('g');
  const hand = handOf(colour, tolerance);
  const element = svg(
    'svg',
    { viewBox: '-54 -54 108 108', class: 'fig-dial', 'aria-hidden': 'true' },
    svg('circle', { r: face, class: 'fig-face' }),
    ...ticks,
    under,
    hand,
    svg('circle', { r: 3.5, fill: colour }),
  );
  return {
    ...{ element, under, hand },
    turnTo: (angle) => hand.setAttribute('transform', `rotate(${((-angle * 360) / turn) % 360})`),
  };
}

/** A hand that points right. */
export function handOf(colour: string, tolerance = 0, kind = 'fig-hand'): SVGGElement {
  return svg(
    'g',
    { class: kind },
    ...(tolerance > 0
      ? [svg('path', { d: arc(-tolerance, tolerance, 49, true), fill: colour, 'fill-opacity': 0.22 })]
      : []),
    svg('line', { x1: 0, y1: 0, x2: 38, y2: 0, stroke: colour }),
    svg('circle', { cx: 38, cy: 0, r: 5.5, fill: colour }),
  );
}

/** A curve over x = 0 … values.length − 1 in a picture that is stretched to its place. */
export const curve = (values: ArrayLike<number>, from = 0, by = 1): string =>
  Array.from(values, (y, i) => `${i === 0 ? 'M' : 'L'}${(from + i * by).toFixed(2)},${(-y).toFixed(4)}`).join('');

/** A stretched picture. Lines keep their width (figures.css). */
export const stretched = (box: string, kind: string, ...content: readonly Node[]): SVGSVGElement =>
  svg('svg', { viewBox: box, preserveAspectRatio: 'none', class: kind, 'aria-hidden': 'true' }, ...content);
