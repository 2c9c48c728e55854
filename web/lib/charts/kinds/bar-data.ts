/** Data of bars of named items. */
import { PosencError } from '../../checks/errors.js';
import { type FieldsOf, list, maybe, record, text, texts } from '../../checks/schema.js';
import type { AxisOptions, ChartOptions } from '../core/kind.js';
import { axis, kindData, numbers, optionsOf } from '../core/kind-data.js';
import { has } from '../core/of-spec.js';

export interface BarSeries {
  readonly name: string;
  readonly values: ArrayLike<number>;
  /** Ends of an interval around each value. */
  readonly low?: ArrayLike<number> | undefined;
  readonly high?: ArrayLike<number> | undefined;
}
export interface BarData {
  readonly names: readonly string[];
  readonly series: readonly BarSeries[];
}
export interface BarOptions extends ChartOptions {
  readonly x?: Pick<AxisOptions, 'title' | 'link'> | undefined;
  readonly y?: AxisOptions | undefined;
}

export const barData = kindData<BarData, BarOptions>({
  data: record<FieldsOf<BarData>>({
    names: texts,
    series: list(
      record<FieldsOf<BarSeries>>({ name: text, values: numbers, low: maybe(numbers), high: maybe(numbers) }),
    ),
  }),
  smallest: '{"names":["Mon","Tue"],"series":[{"name":"hours","values":[3,5]}]}',
  options: optionsOf<BarOptions>({ x: maybe(record({ title: maybe(text), link: maybe(text) })), y: maybe(axis) }),
  /** Number of directions that the positions take, by four measures; without a table, a fact of the heads. */
  async ofSpec(pe, { spec, positions }) {
    if (!has(pe, spec, 'table')) {
      const fact = (await pe.facts(spec)).find(({ cols }) => cols === 1);
      if (!fact)
        throw new PosencError(
          'not_defined',
          'chart',
          `'${spec.encoding}' has neither a table nor facts of its heads for bars`,
        );
      const names = Array.from(fact.values, (_, head) => `head ${head}`);
      return [{ names, series: [{ name: fact.name, values: fact.values }] }, { y: { title: fact.name } }];
    }
    const { participationRatio, effectiveRank, stableRank, numericalRank } = await pe.analyse(
      { analysis: 'spectrum' },
      { table: { spec, positions } },
    );
    return [
      {
        names: ['stable rank', 'participation ratio', 'effective rank', 'numerical rank'],
        series: [{ name: 'directions', values: [stableRank, participationRatio, effectiveRank, numericalRank] }],
      },
      { y: { title: 'directions that the positions take' } },
    ];
  },
});
