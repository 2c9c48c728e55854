/** Data of curves over a common x. */
import { type FieldsOf, flag, list, maybe, record, text, whole } from '../../checks/schema.js';
import type { AxisOptions, ChartOptions } from '../core/kind.js';
import { axis, kindData, numbers, optionsOf, rules } from '../core/kind-data.js';
import type { Rule } from '../core/rules.js';
import { thinCurves } from '../snippet/thin.js';

export interface LineSeries {
  readonly name: string;
  readonly values: ArrayLike<number>;
  /** Half the width of a band around the curve: a standard deviation, a bound. */
  readonly spread?: ArrayLike<number> | undefined;
  /** Its colour and dashes; its place in the list when left out. */
  readonly colour?: number | undefined;
  /** Dashed whatever its colour: what is predicted beside what is measured. */
  readonly dashed?: boolean | undefined;
  /** Stands out from the others. */
  readonly strong?: boolean | undefined;
  /** false: left out of the key, where its colour stands for another curve already. */
  readonly keyed?: boolean | undefined;
}
export interface LineData {
  /** Ascending; 0, 1, 2 … when left out. */
  readonly x?: ArrayLike<number> | undefined;
  readonly series: readonly LineSeries[];
}
export interface LineOptions extends ChartOptions {
  readonly x?: AxisOptions | undefined;
  readonly y?: AxisOptions | undefined;
  /** Lines across, at values of y. */
  readonly rules?: readonly Rule[] | undefined;
  /** Lines down, at values of x; one with a text is drawn stronger. */
  readonly marks?: readonly Rule[] | undefined;
  /** false: points alone, where several items have the same x. */
  readonly joined?: boolean | undefined;
  /** An item that is marked, and where the keys begin. */
  readonly chosen?: number | undefined;
  /** Names an item where it is read; its x when left out. */
  readonly itemName?: ((item: number) => string) | undefined;
  /** What a screen reader says of an item; its values when left out. */
  readonly sentence?: ((item: number) => string) | undefined;
}

export const lineData = kindData<LineData, LineOptions>({
  data: record<FieldsOf<LineData>>({
    x: maybe(numbers),
    series: list(
      record<FieldsOf<LineSeries>>({
        name: text,
        values: numbers,
        spread: maybe(numbers),
        colour: maybe(whole),
        dashed: maybe(flag),
        strong: maybe(flag),
        keyed: maybe(flag),
      }),
    ),
  }),
  options: optionsOf<LineOptions>({
    x: maybe(axis),
    y: maybe(axis),
    rules: maybe(rules),
    marks: maybe(rules),
    joined: maybe(flag),
    chosen: maybe(whole),
  }),
  thin(data, options) {
    const { chosen } = options;
    const fewer = thinCurves(data, { chosen });
    return fewer && chosen !== undefined
      ? { ...fewer, options: { ...options, chosen: fewer.items.indexOf(chosen) } }
      : fewer;
  },
  ofSpec: async (pe, { spec, positions }) => [
    { series: [{ name: 'kernel', values: await pe.kernelProfile(spec, positions) }] },
    { x: { title: 'offset' }, y: { title: 'k(Δ)' } },
  ],
});
