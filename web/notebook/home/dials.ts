/** One dial per pair of channels with its rotation as hand. Zero points right, angles grow counterclockwise. */
import { html } from '../kit/html.js';
import { short } from '../widgets/format.js';
import { svg } from '../widgets/svg.js';

const radius = 40;

/** @returns the dials, and a function that turns their hands to a row of (cos, sin) pairs */
export function dials(frequencies: ArrayLike<number>) {
  const hands = Array.from(frequencies, () => svg('line', { x1: 0, y1: 0, x2: radius, y2: 0, class: 'dial-hand' }));
  const one = (hand: SVGElement, pair: number): HTMLElement => {
    const turn = short(Number(((2 * Math.PI) / frequencies[pair]!).toPrecision(2)));
    return html`<li>
      ${svg(
        'svg',
        { viewBox: '-46 -46 92 92', 'aria-hidden': 'true' },
        svg('circle', { r: radius + 4, class: 'dial-face' }),
        svg('line', { x1: radius - 4, y1: 0, x2: radius + 4, y2: 0, class: 'dial-zero' }),
        hand,
        svg('circle', { r: 3, class: 'dial-hub' }),
      )}
      <span>a turn in ${turn}</span>
    </li>` as HTMLElement;
  };
  return {
    element: html`<ol class="dials">
      ${hands.map(one)}
    </ol>`,
    show: (row: ArrayLike<number>) =>
      hands.forEach((hand, pair) => {
        hand.setAttribute('x2', String(radius * row[2 * pair]!));
        hand.setAttribute('y2', String(-radius * row[2 * pair + 1]!));
      }),
  };
}
