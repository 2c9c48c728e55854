/** Data of a heat map: a matrix. Rows and columns are named by a function, in JSON by a list or a rule. */
import {
  type FieldsOf,
  type Schema,
  finite,
  flag,
  list,
  maybe,
  oneOf,
  record,
  text,
  texts,
  tuple,
} from '../../checks/schema.js';
import type { Matrix } from '../../types/values.js';
import type { ChartOptions, Reading } from '../core/kind.js';
import { kindData, matrix, optionsOf } from '../core/kind-data.js';
import type { CellAxis, CellLine, MatrixOptions } from '../core/matrix-frame.js';
import { colourMaps } from '../heatmap/colour-maps.js';
import type { Range } from '../heatmap/colours.js';
import { thinMatrix } from '../snippet/thin.js';

export interface HeatMapOptions extends ChartOptions, MatrixOptions {
  /** Additional values of a cell in the reading. */
  readonly more?: ((row: number, col: number) => Reading['rows']) | undefined;
}

const mostNames = 400;

/** A list of names, or values from `first` with a step of `step`. */
const said = record({
  title: maybe(text),
  link: maybe(text),
  names: maybe(texts),
  first: maybe(finite),
  step: maybe(finite),
});
const cells: Schema<CellAxis> = {
  read(value, field) {
    const { names, first, step, ...axis } = said.read(value, field);
    if (names) return { ...axis, label: (i) => names[i] ?? String(i) };
    if (first === undefined && step === undefined) return axis;
    return { ...axis, label: (i) => String((first ?? 0) + i * (step ?? 1)) };
  },
  write: said.write,
};
function saidOf(axis: CellAxis | undefined, count: number): unknown {
  const { label, ...rest } = axis ?? {};
  if (!label) return axis;
  const names = Array.from({ length: count }, (_, i) => label(i));
  const [first = NaN, second = NaN] = names.map(Number);
  const step = second - first;
  if (names.every((name, i) => name === String(first + i * step))) return { ...rest, first, step };
  return count <= mostNames ? { ...rest, names } : rest;
}

export const colours = oneOf(...colourMaps.map(({ id }) => id));
export const range = record<FieldsOf<Range>>({ lo: finite, hi: finite });
const cell = tuple<readonly [number, number]>(finite, finite);

export const heatMapData = kindData<Matrix, HeatMapOptions>({
  data: matrix,
  smallest: '{"rows":1,"cols":2,"data":[0,1]}',
  options: optionsOf<Omit<HeatMapOptions, 'painter'>>({
    rows: maybe(cells),
    cols: maybe(cells),
    colours: maybe(colours),
    range: maybe(range),
    lines: maybe(list(record<FieldsOf<CellLine>>({ from: cell, to: cell }))),
    square: maybe(flag),
  }),
  thin(data, options) {
    const fewer = thinMatrix(data);
    if (!fewer) return undefined;
    const { down, across, ...thinned } = fewer;
    // axes keep their original values
    const axis = (of: CellAxis = {}, items: readonly number[]): CellAxis => ({
      ...of,
      label: (i) => (of.label ?? String)(items[i] ?? 0),
    });
    const steps = [down[1] ?? 1, across[1] ?? 1] as const;
    const at = ([row, col]: CellLine['from']): CellLine['from'] => [row / steps[0], col / steps[1]];
    const lines = options.lines?.map(({ from, to }) => ({ from: at(from), to: at(to) }));
    return {
      ...thinned,
      options: { ...options, rows: axis(options.rows, down), cols: axis(options.cols, across), lines },
    };
  },
  named: (options, { rows, cols }) => ({
    ...options,
    rows: saidOf(options.rows, rows),
    cols: saidOf(options.cols, cols),
  }),
  async ofSpec(pe, { spec, positions, range: of }) {
    const { start = 0, step = 1 } = of ?? {};
    const rows = { title: 'position', ...(of ? { label: (row: number) => String(start + row * step) } : {}) };
    return [await pe.table(spec, of ?? positions), { rows, cols: { title: 'channel' } }];
  },
});
