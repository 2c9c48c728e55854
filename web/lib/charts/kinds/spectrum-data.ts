/** Data of eigenvalues in descending order, or of the power at each frequency. */
import { type FieldsOf, finite, list, maybe, record, text } from '../../checks/schema.js';
import type { AxisOptions, ChartOptions } from '../core/kind.js';
import { axis, kindData, numbers, optionsOf } from '../core/kind-data.js';
import { thinCurves } from '../snippet/thin.js';

export interface SpectrumSeries {
  readonly name: string;
  /** Not negative; zeros are not shown on a logarithmic axis. */
  readonly values: ArrayLike<number>;
}
export interface SpectrumData {
  readonly series: readonly SpectrumSeries[];
  /** Frequencies; by default 1, 2, 3 …, the indices of eigenvalues. */
  readonly x?: ArrayLike<number> | undefined;
}
export interface SpectrumOptions extends ChartOptions {
  readonly x?: AxisOptions | undefined;
  readonly y?: AxisOptions | undefined;
  /** Fraction of the sum whose position is marked; 0.99 by default. */
  readonly share?: number | undefined;
}

export const spectrumData = kindData<SpectrumData, SpectrumOptions>({
  data: record<FieldsOf<SpectrumData>>({
    x: maybe(numbers),
    series: list(record<FieldsOf<SpectrumSeries>>({ name: text, values: numbers })),
  }),
  smallest: '{"series":[{"name":"λ","values":[8,4,1]}]}',
  options: optionsOf<SpectrumOptions>({ x: maybe(axis), y: maybe(axis), share: maybe(finite) }),
  thin: (data) => thinCurves(data, { first: 1 }),
  async ofSpec(pe, { spec, positions }) {
    const { eigenvalues } = await pe.analyse({ analysis: 'spectrum' }, { table: { spec, positions } });
    return [{ series: [{ name: 'eigenvalues', values: eigenvalues }] }];
  },
});
