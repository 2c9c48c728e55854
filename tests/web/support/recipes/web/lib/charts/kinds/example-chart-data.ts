/** Data of an example: one number. */
import { type FieldsOf, finite, record } from '../../checks/schema.js';
import type { ChartOptions } from '../core/kind.js';
import { kindData, optionsOf } from '../core/kind-data.js';

export interface ExampleData {
  readonly value: number;
}

export const exampleData = kindData<ExampleData, ChartOptions>({
  data: record<FieldsOf<ExampleData>>({ value: finite }),
  options: optionsOf<ChartOptions>({}),
  smallest: '{"value":1}',
  ofSpec: async (pe, { spec }) => [{ value: (await pe.shape(spec)).axes }],
});
