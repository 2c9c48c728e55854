/** Data of dials, one frequency each. */
import { type FieldsOf, finite, maybe, record, wholes } from '../../checks/schema.js';
import type { ChartOptions } from '../core/kind.js';
import { kindData, numbers, optionsOf } from '../core/kind-data.js';

export interface ClockData {
  /** Radians per position, as returned by `frequencies`. */
  readonly frequencies: ArrayLike<number>;
  /** Indices to show; all by default. */
  readonly pairs?: readonly number[] | undefined;
}
export interface ClockOptions extends ChartOptions {
  /** Initial position of the hands; 0 by default. */
  readonly position?: number | undefined;
  /** The last position of the slider; 64 by default. */
  readonly positions?: number | undefined;
}

export const clockData = kindData<ClockData, ClockOptions>({
  data: record<FieldsOf<ClockData>>({ frequencies: numbers, pairs: maybe(wholes) }),
  smallest: '{"frequencies":[1,0.1,0.01]}',
  options: optionsOf<ClockOptions>({ position: maybe(finite), positions: maybe(finite) }),
  ofSpec: async (pe, { spec, positions }) => [{ frequencies: await pe.frequencies(spec) }, { positions }],
});
