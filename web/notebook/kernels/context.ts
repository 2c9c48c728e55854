/** What every part of the kernel page gets. */
import { signal } from '@preact/signals-core';
import { judged } from '../kit/accepted.js';
import type { Posenc } from '../library.js';
import type { Kernel, KernelMatrix } from './kernel.js';
import type { KernelsStore } from './state.js';

export type Context = ReturnType<typeof contextOf>;
export const contextOf = (pe: Posenc, store: KernelsStore) => ({
  ...{ pe, ...store, ...judged(pe, () => store.state.value.spec) },
  /** What needs no analysis: there at once. */
  matrix: signal<KernelMatrix>(),
  /** The last kernel that could be computed, whole. */
  kernel: signal<Kernel>(),
});
