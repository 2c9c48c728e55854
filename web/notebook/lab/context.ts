/** What every part of the page gets. */
import type { ReadonlySignal, Signal } from '@preact/signals-core';
import type { Posenc } from '../library.js';
import type { Experiment } from 'posenc';
import type { OwnData } from './own-data.js';
import type { LabState } from './state.js';

export interface Context {
  readonly pe: Posenc;
  readonly state: ReadonlySignal<LabState>;
  /** Of the task that is chosen, where it takes some. */
  readonly data: Signal<OwnData | undefined>;
  /** What the controls say; undefined while data of the reader's own are missing. */
  readonly experiment: ReadonlySignal<Experiment | undefined>;
  /** `final` is false while a slider is still being dragged. */
  readonly update: (patch: Partial<LabState>, final?: boolean) => void;
}
