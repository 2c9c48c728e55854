/** Data of points with two values each. */
import { type FieldsOf, maybe, record, text } from '../../checks/schema.js';
import type { AxisOptions, ChartOptions } from '../core/kind.js';
import { axis, kindData, numbers, optionsOf } from '../core/kind-data.js';
import { numbered, principal } from '../core/of-spec.js';
import { type PointsData, pointFields } from '../core/points-data.js';
import { thinLists } from '../snippet/thin.js';

export interface ScatterData extends PointsData {
  readonly x: ArrayLike<number>;
  readonly y: ArrayLike<number>;
}
export interface ScatterOptions extends ChartOptions {
  readonly x?: AxisOptions | undefined;
  readonly y?: AxisOptions | undefined;
  /** Name of a point, also for a shared cursor; `point` by default. */
  readonly item?: string | undefined;
}

export const scatterData = kindData<ScatterData, ScatterOptions>({
  data: record<FieldsOf<ScatterData>>({ x: numbers, y: numbers, ...pointFields }),
  smallest: '{"x":[1,2,3],"y":[2,1,4]}',
  options: optionsOf<ScatterOptions>({ x: maybe(axis), y: maybe(axis), item: maybe(text) }),
  thin: (data) => thinLists(data, data.x.length, 4),
  async ofSpec(pe, request) {
    const [x, y] = (await principal(pe, request, 2)) as [Float64Array, Float64Array];
    return [
      { x, y, value: numbered(x.length), valueName: 'position' },
      { item: 'position', x: { title: 'first principal direction' }, y: { title: 'second' } },
    ];
  },
});
