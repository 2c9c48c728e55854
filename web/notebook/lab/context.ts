/** Context of every part of the page. */
import type { ReadonlySignal, Signal } from '@preact/signals-core';
import type { Posenc } from '../library.js';
import type { Experiment } from 'posenc';
import type { OwnData } from './own-data.js';
import type { LabState } from './state.js';

export interface Context {
  readonly pe: Posenc;
  readonly state: ReadonlySignal<LabState>;
  /** Data for the chosen task, if it takes any. */
  readonly data: Signal<OwnData | undefined>;
  /** The experiment of the controls; undefined while required data are missing. */
  readonly experiment: ReadonlySignal<Experiment | undefined>;
  /** `final` is false while a slider is being dragged. */
  readonly update: (patch: Partial<LabState>, final?: boolean) => void;
}
