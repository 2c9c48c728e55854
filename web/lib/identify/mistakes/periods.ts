import type { Mistake, Step } from '../making.js';

/** b^(+2i/r), which is a period divided by 2π; or the period itself. */
export const periods: Mistake = {
  id: 'periods',
  stage: 'frequencies',
  title: 'periods instead of frequencies: the sign of the exponent or a division is missing',
  sources: ['labmlai/annotated_deep_learning_paper_implementations#313'],
  make({ steps }) {
    const inverse = (turn: number): Step => {
      const period = (rate: number): number => (rate === 0 ? 0 : turn / rate);
      return ({ scaled, plain, ...rates }) => ({ ...rates, scaled: scaled.map(period), plain: plain.map(period) });
    };
    return [1, 2 * Math.PI].map((turn) => ({ steps: [...steps, inverse(turn)] }));
  },
};
