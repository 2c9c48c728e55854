/**
 * The data and the options of every chart as JSON: what `<posenc-chart>` takes in a page, and what the code for embedding
 * holds. Options that are functions have names in their place (`cells`).
 */
import type { ChartId } from '../titles.js';
import { colourMaps } from '../heatmap/colour-maps.js';
import type { Json, Shape } from './shape.js';
import {
  finite,
  flag,
  list,
  maybe,
  numbers,
  oneOf,
  orNull,
  record,
  span,
  text,
  texts,
  whole,
  wholes,
} from './shape.js';

const axis = record({ title: maybe(text), log: maybe(flag), domain: maybe(span), link: maybe(text) });
/** Rows or columns: named one by one, or numbered from `first` on, `step` apart. */
const cells = record({
  title: maybe(text),
  link: maybe(text),
  names: maybe(texts),
  first: maybe(finite),
  step: maybe(finite),
});
const cellsOf = record({ rows: whole, cols: whole, data: numbers });
/** Whole where its numbers are written as what gives a matrix. */
const matrix: typeof cellsOf = {
  read: cellsOf.read,
  write(value, listed) {
    const written = cellsOf.write(value, listed) as { readonly data: { readonly matrix?: Json } };
    return written.data.matrix ?? (written as unknown as Json);
  },
};
const colours = oneOf(...colourMaps.map(({ id }) => id));
const range = record({ lo: finite, hi: finite });
const line = record({ from: list(finite), to: list(finite) });
const points = {
  group: maybe(numbers),
  groups: maybe(texts),
  value: maybe(numbers),
  valueName: maybe(text),
  labels: maybe(texts),
};
const curve = { name: text, values: numbers };
const rules = list(record({ value: finite, text: maybe(text), below: maybe(flag) }));

/** Those of every chart. Height and theme are attributes of the element, the title is its caption. */
const common = {
  label: maybe(text),
  width: maybe(finite),
  tools: maybe(flag),
  stepsChoose: maybe(flag),
  file: maybe(text),
};

export interface ChartShape {
  readonly data: Shape<unknown>;
  readonly options: Shape<unknown>;
}
const shape = (data: Shape<unknown>, options: Readonly<Record<string, Shape<unknown>>> = {}): ChartShape => ({
  data,
  options: record({ ...common, ...options }),
});

export const shapes: Readonly<Record<string, ChartShape>> = {
  line: shape(
    record({
      x: maybe(numbers),
      series: list(
        record({
          ...curve,
          spread: maybe(numbers),
          colour: maybe(whole),
          dashed: maybe(flag),
          strong: maybe(flag),
          keyed: maybe(flag),
        }),
      ),
    }),
    {
      x: maybe(axis),
      y: maybe(axis),
      rules: maybe(rules),
      marks: maybe(rules),
      joined: maybe(flag),
      chosen: maybe(whole),
    },
  ),
  'heat-map': shape(matrix, {
    rows: maybe(cells),
    cols: maybe(cells),
    colours: maybe(colours),
    range: maybe(range),
    lines: maybe(list(line)),
    square: maybe(flag),
  }),
  scatter: shape(record({ x: numbers, y: numbers, ...points }), {
    x: maybe(axis),
    y: maybe(axis),
    item: maybe(text),
  }),
  scatter3d: shape(record({ x: numbers, y: numbers, z: numbers, ...points }), {
    axes: maybe(texts),
    item: maybe(text),
    joined: maybe(flag),
  }),
  'attention-matrix': shape(matrix, {
    queries: maybe(texts),
    keys: maybe(texts),
    quantity: maybe(text),
    colours: maybe(colours),
    range: maybe(range),
  }),
  'small-multiples': shape(
    record({ x: maybe(numbers), panels: list(record({ title: text, series: list(record(curve)) })) }),
    { x: maybe(axis), y: maybe(axis), columns: maybe(whole) },
  ),
  bar: shape(record({ names: texts, series: list(record({ ...curve, low: maybe(numbers), high: maybe(numbers) })) }), {
    x: maybe(record({ title: maybe(text), link: maybe(text) })),
    y: maybe(axis),
  }),
  'channel-curves': shape(
    record({ table: matrix, pairs: wholes, positions: maybe(numbers), wavelengths: maybe(numbers) }),
    { layout: maybe(oneOf('interleaved', 'half')), columns: maybe(whole) },
  ),
  'wavelength-bands': shape(
    record({
      pairs: list(
        record({
          index: whole,
          wavelength: maybe(orNull),
          unscaledFrequency: finite,
          band: maybe(oneOf('kept', 'blended', 'scaled', 'off')),
        }),
      ),
      trainedContext: maybe(finite),
      contextLength: maybe(finite),
    }),
  ),
  spectrum: shape(record({ x: maybe(numbers), series: list(record(curve)) }), {
    x: maybe(axis),
    y: maybe(axis),
    share: maybe(finite),
  }),
  'clock-hands': shape(record({ frequencies: numbers, pairs: maybe(wholes) }), {
    position: maybe(finite),
    positions: maybe(finite),
  }),
} satisfies Record<ChartId, ChartShape>;

/** Options as the chart takes them: names of cells as a function. */
export function optionsOf(id: string, value: unknown, field = 'options'): Readonly<Record<string, unknown>> {
  const read = shapes[id]?.options.read(value, field) as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    Object.entries(read).map(([name, one]) => [name, name === 'rows' || name === 'cols' ? named(one) : one]),
  );
}

interface Cells {
  readonly names?: readonly string[];
  readonly first?: number;
  readonly step?: number;
}
function named(given: unknown): unknown {
  const { names, first, step, ...axisOf } = given as Cells;
  if (names) return { ...axisOf, label: (i: number) => names[i] ?? String(i) };
  if (first === undefined && step === undefined) return axisOf;
  return { ...axisOf, label: (i: number) => String((first ?? 0) + i * (step ?? 1)) };
}
