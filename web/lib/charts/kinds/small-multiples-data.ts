/** Data of the same curves in several panels. */
import { type FieldsOf, list, maybe, record, text, whole } from '../../checks/schema.js';
import type { AxisOptions, ChartOptions } from '../core/kind.js';
import { axis, kindData, numbers, optionsOf } from '../core/kind-data.js';
import { has } from '../core/of-spec.js';
import { thinCurves } from '../snippet/thin.js';

export interface MultiplesPanel {
  readonly title: string;
  readonly series: readonly { readonly name: string; readonly values: ArrayLike<number> }[];
}
export interface MultiplesData {
  /** Ascending; 0, 1, 2 … by default. */
  readonly x?: ArrayLike<number> | undefined;
  readonly panels: readonly MultiplesPanel[];
}
export interface MultiplesOptions extends ChartOptions {
  readonly x?: AxisOptions | undefined;
  readonly y?: AxisOptions | undefined;
  /** Number of columns; by default as many as fit. */
  readonly columns?: number | undefined;
}

const mostPanels = 12;
const evenly = (count: number): number[] => {
  const shown = Math.min(count, mostPanels);
  return Array.from({ length: shown }, (_, i) => Math.floor((i * count) / shown));
};

export const multiplesData = kindData<MultiplesData, MultiplesOptions>({
  data: record<FieldsOf<MultiplesData>>({
    x: maybe(numbers),
    panels: list(
      record<FieldsOf<MultiplesPanel>>({ title: text, series: list(record({ name: text, values: numbers })) }),
    ),
  }),
  smallest: '{"panels":[{"title":"one","series":[{"name":"a","values":[1,2]}]}]}',
  options: optionsOf<MultiplesOptions>({ x: maybe(axis), y: maybe(axis), columns: maybe(whole) }),
  thin: (data) => thinCurves(data),
  /** Channels of the table; for an encoding without one, the bias of heads over the distance. */
  async ofSpec(pe, { spec, positions }) {
    if (!has(pe, spec, 'table')) {
      const { data, rows, cols } = await pe.biasVector(spec, positions, positions);
      const panels = evenly(rows).map((head) => ({
        title: `head ${head}`,
        series: [{ name: 'bias', values: data.slice(head * cols, (head + 1) * cols) }],
      }));
      const x = Float64Array.from({ length: cols }, (_, i) => i - positions + 1);
      return [
        { x, panels },
        { x: { title: 'distance' }, y: { title: 'bias' } },
      ];
    }
    const { data, rows, cols } = await pe.table(spec, positions);
    const panels = evenly(cols).map((channel) => ({
      title: `channel ${channel}`,
      series: [{ name: 'value', values: Float64Array.from({ length: rows }, (_, r) => data[r * cols + channel]!) }],
    }));
    return [{ panels }, { x: { title: 'position' } }];
  },
});
