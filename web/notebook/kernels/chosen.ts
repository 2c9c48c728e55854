/** What is marked in all charts, as numbers to read and to type. */
import { chosenBar } from '../widgets/chosen-bar.js';
import { short } from '../widgets/format.js';
import type { Context } from './context.js';
import type { Kernel } from './kernel.js';
import { eigenvalueText, pairsOf, wavelengthText } from './kernel.js';

interface Kind {
  readonly id: 'lag' | 'mode' | 'pair';
  readonly label: string;
  readonly colour: number;
  /** Of the first item. */
  readonly first: number;
  readonly count: (kernel: Kernel) => number;
  readonly text: (kernel: Kernel, item: number) => string;
}

const kinds: readonly Kind[] = [
  {
    id: 'lag',
    label: 'offset',
    colour: 0,
    first: 0,
    count: ({ offsets }) => offsets.count,
    text: ({ offsets, profile }, k) =>
      `k${offsets.grid ? offsets.label(k) : `(${offsets.label(k)})`} = ${short(profile[k]!)}`,
  },
  {
    id: 'mode',
    label: 'eigenvalue',
    colour: 2,
    first: 1,
    count: ({ spectrum }) => spectrum.eigenvalues.length,
    text: eigenvalueText,
  },
  { id: 'pair', label: 'pair', colour: 1, first: 0, count: pairsOf, text: wavelengthText },
];

export function kernelChosenBar({ state, update, kernel }: Context): HTMLElement {
  return chosenBar(
    kinds.map(({ id, label, colour, first, count, text }) => {
      const most = (): number => (kernel.value === undefined ? 0 : count(kernel.value));
      const known = (): number | undefined => {
        const item = state.value[id];
        return item !== undefined && item < most() ? item : undefined;
      };
      return {
        ...{ id, label, colour },
        span: () => (most() === 0 ? undefined : { min: first, max: most() - 1 + first, step: 1 }),
        value: () => {
          const item = known();
          return item === undefined ? undefined : item + first;
        },
        text: () => {
          const item = known();
          return item === undefined || kernel.value === undefined ? 'none is marked' : text(kernel.value, item);
        },
        choose: (value) => update({ [id]: value === undefined ? undefined : value - first }),
      };
    }),
  );
}
