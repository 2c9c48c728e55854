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
  /** Index of its colour and dashes; by default its index in the list. */
  readonly colour?: number | undefined;
  /** Dashed for any colour, such as a prediction next to a measurement. */
  readonly dashed?: boolean | undefined;
  /** Emphasised. */
  readonly strong?: boolean | undefined;
  /** false: omitted from the key, if its colour already represents another curve. */
  readonly keyed?: boolean | undefined;
}
export interface LineData {
  /** Ascending; 0, 1, 2 … by default. */
  readonly x?: ArrayLike<number> | undefined;
  readonly series: readonly LineSeries[];
}
export interface LineOptions extends ChartOptions {
  readonly x?: AxisOptions | undefined;
  readonly y?: AxisOptions | undefined;
  /** Horizontal lines at values of y. */
  readonly rules?: readonly Rule[] | undefined;
  /** Vertical lines at values of x; one with a text is drawn stronger. */
  readonly marks?: readonly Rule[] | undefined;
  /** false: only points, for several items with the same x. */
  readonly joined?: boolean | undefined;
  /** A marked item, from which keys start. */
  readonly chosen?: number | undefined;
  /** Name of an item in the reading; its x by default. */
  readonly itemName?: ((item: number) => string) | undefined;
  /** Sentence about an item for a screen reader; its values by default. */
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
  smallest: '{"series":[{"name":"a","values":[1,2,4]}]}',
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
