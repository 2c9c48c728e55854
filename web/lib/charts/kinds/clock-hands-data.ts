/** Data of dials: a frequency each. */
import { type FieldsOf, finite, maybe, record, wholes } from '../../checks/schema.js';
import type { ChartOptions } from '../core/kind.js';
import { kindData, numbers, optionsOf } from '../core/kind-data.js';

export interface ClockData {
  /** Radians per position, as `frequencies` gives them. */
  readonly frequencies: ArrayLike<number>;
  /** Which of them to show; all when left out. */
  readonly pairs?: readonly number[] | undefined;
}
export interface ClockOptions extends ChartOptions {
  /** Where the hands begin; 0 when left out. */
  readonly position?: number | undefined;
  /** The last position of the slider; 64 when left out. */
  readonly positions?: number | undefined;
}

export const clockData = kindData<ClockData, ClockOptions>({
  data: record<FieldsOf<ClockData>>({ frequencies: numbers, pairs: maybe(wholes) }),
  options: optionsOf<ClockOptions>({ position: maybe(finite), positions: maybe(finite) }),
  ofSpec: async (pe, { spec, positions }) => [{ frequencies: await pe.frequencies(spec) }, { positions }],
});
