/** Context of every part of the kernel page. */
import { signal } from '@preact/signals-core';
import { judged } from '../kit/accepted.js';
import type { Posenc } from '../library.js';
import type { Kernel, KernelMatrix } from './kernel.js';
import type { KernelsStore } from './state.js';

export type Context = ReturnType<typeof contextOf>;
export const contextOf = (pe: Posenc, store: KernelsStore) => ({
  ...{ pe, ...store, ...judged(pe, () => store.state.value.spec) },
  /** Available immediately, without analyses. */
  matrix: signal<KernelMatrix>(),
  /** The last kernel computed in full. */
  kernel: signal<Kernel>(),
});
