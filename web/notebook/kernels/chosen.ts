/** The marks of all charts as numbers to read and edit. */
import { chosenBar } from '../widgets/chosen-bar.js';
import { short } from '../widgets/format.js';
import type { Context } from './context.js';
import type { Kernel, KernelMatrix } from './kernel.js';
import { eigenvalueText, pairsOf, wavelengthText } from './kernel.js';

interface Kind {
  readonly id: 'lag' | 'mode' | 'pair';
  readonly label: string;
  readonly colour: number;
  /** Number of the first item. */
  readonly first: number;
  readonly count: (kernel: KernelMatrix) => number;
  readonly text: (kernel: KernelMatrix, item: number, whole: Kernel | undefined) => string;
}

const kinds: readonly Kind[] = [
  {
    id: 'lag',
    label: 'offset',
    colour: 0,
    first: 0,
    count: ({ offsets }) => offsets.count,
    text({ offsets, profile }, k, whole) {
      const values = profile ?? whole?.profile;
      return values ? `k${offsets.grid ? offsets.label(k) : `(${offsets.label(k)})`} = ${short(values[k]!)}` : '';
    },
  },
  {
    id: 'mode',
    label: 'eigenvalue',
    colour: 2,
    first: 1,
    count: ({ matrix, table }) => Math.min(matrix.rows, table?.cols ?? Infinity),
    text: (_, m, whole) => (whole ? eigenvalueText(whole, m) : ''),
  },
  { id: 'pair', label: 'pair', colour: 1, first: 0, count: pairsOf, text: wavelengthText },
];

export function kernelChosenBar({ state, update, matrix, kernel }: Context): HTMLElement {
  return chosenBar(
    kinds.map(({ id, label, colour, first, count, text }) => {
      const most = (): number => (matrix.value === undefined ? 0 : count(matrix.value));
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
          return item === undefined || matrix.value === undefined
            ? 'none is marked'
            : text(matrix.value, item, kernel.value);
        },
        choose: (value) => update({ [id]: value === undefined ? undefined : value - first }),
      };
    }),
  );
}
