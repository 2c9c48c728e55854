/** What every part of the page gets. */
import type { ReadonlySignal } from '@preact/signals-core';
import type { Posenc } from '../../lib/types/posenc.js';
import type { LabState } from './state.js';

export interface Context {
  readonly pe: Posenc;
  readonly state: ReadonlySignal<LabState>;
  /** `final` is false while a slider is still being dragged. */
  readonly update: (patch: Partial<LabState>, final?: boolean) => void;
}
