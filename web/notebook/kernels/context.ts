/** What every part of the kernel page gets. */
import type { Signal } from '@preact/signals-core';
import type { Posenc } from '../library.js';
import type { Judged } from '../kit/accepted.js';
import type { Kernel, KernelMatrix } from './kernel.js';
import type { KernelsStore } from './state.js';

export interface Context extends KernelsStore, Judged {
  readonly pe: Posenc;
  /** What needs no analysis: there at once. */
  readonly matrix: Signal<KernelMatrix | undefined>;
  /** The last kernel that could be computed, whole. */
  readonly kernel: Signal<Kernel | undefined>;
}
