/** A sentence about the effect of rounding at the position of the dials. */
import { html } from '../kit/html.js';
import { scientific, short } from '../widgets/format.js';

/** @param errors the largest distance of (cos, sin) from exact, in float32 and in bfloat16 */
export function sentence(
  position: number,
  base: number,
  [float32 = Number.NaN, bfloat16 = Number.NaN]: readonly number[],
): HTMLElement {
  const size = (value: number): string =>
    value === 0 ? '0' : value < 0.001 ? scientific(value, 2) : String(Number(value.toPrecision(2)));
  const text = [
    `The hands are exact. They are eight pairs of base ${short(base)}; other settings have other errors.`,
    `Computed in float32, as most libraries do, the worst of these eight is off by ${size(float32)} at position ${short(position)};`,
    `in bfloat16 by ${size(bfloat16)}, where 2 is the opposite direction.`,
  ];
  return html`<span>${text.join(' ')} <a href="precision.html">See why</a>.</span>`;
}
