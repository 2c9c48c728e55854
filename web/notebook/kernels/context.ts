/** What every part of the kernel page gets. */
import type { ReadonlySignal, Signal } from '@preact/signals-core';
import type { Posenc } from '../../lib/types/posenc.js';
import type { Accepted, Kernel } from './kernel.js';
import type { KernelsState } from './state.js';

export interface Context {
  readonly pe: Posenc;
  readonly state: ReadonlySignal<KernelsState>;
  /** `final` is false while a slider is still being dragged. */
  readonly update: (patch: Partial<KernelsState>, final?: boolean) => void;
  /** The last spec that the library accepted, and its sizes. */
  readonly accepted: Signal<Accepted | undefined>;
  /** The last kernel that could be computed. */
  readonly kernel: Signal<Kernel | undefined>;
}
