/** The frequency, the standard deviation and the eigenmode that are marked in all charts. */
import { chosenBar } from '../widgets/chosen-bar.js';
import { frequencyColour } from '../widgets/quantity-colours.js';
import type { Context } from './context.js';
import { digits } from './figures.js';
import { mostPoints } from './state.js';

const mostFrequency = mostPoints / 2;

/** `modeText` describes an eigenvalue of the finite network; it reads signals. */
export function biasChosenBar({ state, update }: Context, modeText: (mode: number) => string): HTMLElement {
  return chosenBar([
    {
      ...{ id: 'frequency', label: 'frequency', colour: frequencyColour },
      span: () => ({ min: 0, max: mostFrequency, step: 1 }),
      value: () => state.value.frequency,
      text: () => (state.value.frequency === undefined ? 'none is marked' : 'waves on [0, 1)'),
      choose: (frequency) => update({ frequency }),
    },
    {
      ...{ id: 'sigma', label: 'σ', colour: 4 },
      span: () => ({ min: 0.001, max: 1000, step: 'any' }),
      value: () =>
        state.value.sigma === undefined ? undefined : Number(digits(state.value.sigma).replaceAll(',', '')),
      text: () => (state.value.sigma === undefined ? 'none is marked' : 'spread of the frequencies'),
      choose: (sigma) => update({ sigma }),
    },
    {
      ...{ id: 'mode', label: 'eigenmode', colour: 0 },
      span: () => ({ min: 1, max: mostPoints, step: 1 }),
      value: () => (state.value.mode === undefined ? undefined : state.value.mode + 1),
      text: () => (state.value.mode === undefined ? 'none is marked' : modeText(state.value.mode)),
      choose: (mode) => update({ mode: mode === undefined ? undefined : mode - 1 }),
    },
  ]);
}
