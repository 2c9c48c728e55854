/** Data of points with three values each. */
import { type FieldsOf, flag, maybe, record, text, tuple } from '../../checks/schema.js';
import type { ChartOptions } from '../core/kind.js';
import { kindData, numbers, optionsOf } from '../core/kind-data.js';
import { numbered, principal } from '../core/of-spec.js';
import { type PointsData, pointFields } from '../core/points-data.js';
import { thinLists } from '../snippet/thin.js';

export interface Scatter3dData extends PointsData {
  readonly x: ArrayLike<number>;
  readonly y: ArrayLike<number>;
  readonly z: ArrayLike<number>;
}
export interface Scatter3dOptions extends ChartOptions {
  /** Names of the three axes. */
  readonly axes?: readonly [string, string, string] | undefined;
  readonly item?: string | undefined;
  /** Joins points in their order, for a curve in space. */
  readonly joined?: boolean | undefined;
}

export const scatter3dData = kindData<Scatter3dData, Scatter3dOptions>({
  data: record<FieldsOf<Scatter3dData>>({ x: numbers, y: numbers, z: numbers, ...pointFields }),
  smallest: '{"x":[1,2,3],"y":[2,1,4],"z":[0,1,1]}',
  options: optionsOf<Scatter3dOptions>({
    axes: maybe(tuple<readonly [string, string, string]>(text, text, text)),
    item: maybe(text),
    joined: maybe(flag),
  }),
  thin: (data) => thinLists(data, data.x.length, 4),
  async ofSpec(pe, request) {
    const [x, y, z] = (await principal(pe, request, 3)) as [Float64Array, Float64Array, Float64Array];
    return [
      { x, y, z, value: numbered(x.length), valueName: 'position' },
      { item: 'position', axes: ['first direction', 'second', 'third'], joined: true },
    ];
  },
});
