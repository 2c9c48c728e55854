/** JSON schemas shared by several kinds of charts. */
import {
  type FieldsOf,
  type Json,
  type Schema,
  finite,
  flag,
  isRecord,
  list,
  maybe,
  numbersUpTo,
  record,
  span,
  text,
  whole,
} from '../../checks/schema.js';
import type { Matrix } from '../../types/values.js';
import { maxNumbers } from './checks.js';
import type { AxisOptions, ChartOptions, FixedAxisOptions, KindData } from './kind.js';
import type { Rule } from './rules.js';

export const kindData = <Data, Options extends ChartOptions>(row: KindData<Data, Options>): KindData =>
  row as unknown as KindData;

/** Options of every chart. Height and theme are attributes of the element, the title is its caption. */
const common = {
  label: maybe(text),
  width: maybe(finite),
  tools: maybe(flag),
  stepsChoose: maybe(flag),
  file: maybe(text),
};
/** Functions cannot be expressed in JSON. */
type Said<Options> = {
  readonly [
    K in keyof Options as K extends keyof ChartOptions
      ? never
      : NonNullable<Options[K]> extends (...given: never[]) => unknown
        ? never
        : K
  ]: Options[K];
};
/** Schema of a chart's options, including the common ones, without functions. */
export const optionsOf = <Options>(fields: FieldsOf<Said<Options>>): Schema<unknown> =>
  record({ ...common, ...fields }, ['caption', 'height', 'theme', 'group', 'positions']);

export const numbers = numbersUpTo(maxNumbers);
export const axis = record<FieldsOf<AxisOptions>>({
  title: maybe(text),
  log: maybe(flag),
  domain: maybe(span),
  link: maybe(text),
});
export const fixedAxis = record<FieldsOf<FixedAxisOptions>>({ title: maybe(text), domain: maybe(span) });
export const rules = list(record<FieldsOf<Rule>>({ value: finite, text: maybe(text), below: maybe(flag) }));
const cells = record<FieldsOf<Matrix>>({ rows: whole, cols: whole, data: numbers });
/** A matrix, or a call that returns one. */
export const matrix: Schema<Matrix> = {
  read: cells.read,
  write: (value, listed) => (isRecord(value) && 'call' in value ? (value as Json) : cells.write(value, listed)),
};
