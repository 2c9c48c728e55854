/**
 * Fewer numbers for code that is to be pasted: of curves the lowest and the highest of each stretch, of matrices every
 * n-th row and column, of points every n-th.
 */
import type { Matrix } from '../../types/values.js';
import type { CellLine } from '../core/matrix-frame.js';
import type { ChartId } from '../titles.js';

/** Numbers that code holds; about 90 kB of them. */
export const mostNumbers = 12_000;

type Numbers = ArrayLike<number>;
type Fields = Readonly<Record<string, unknown>>;
export interface Thinned {
  readonly data: unknown;
  readonly options: Fields;
  /** What was left out, as a sentence; empty: nothing. */
  readonly left: string;
}

/** What is left of the data of a kind, or nothing where they are few. */
type Thin = (data: never, options: Fields) => Partial<Thinned> | undefined;
const points: Thin = (lists: Fields) => thinLists(lists, (lists['x'] as Numbers).length, 4);
const curves: Thin = (data: Curves, options) => thinCurves(data, options, 0);
/** Data of these kinds are named by the reader one by one, or are a few hundred numbers. */
const few: Thin = () => undefined;

const kinds: Readonly<Record<ChartId, Thin>> = {
  line: curves,
  'heat-map': (data: Matrix, options) => thinMatrix('heat-map', data, options),
  scatter: points,
  scatter3d: points,
  'attention-matrix': (data: Matrix, options) => thinMatrix('attention-matrix', data, options),
  'small-multiples': curves,
  bar: few,
  'channel-curves': (data: Channels) => thinChannels(data),
  'wavelength-bands': few,
  spectrum: (data: Curves, options) => thinCurves(data, options, 1),
  'clock-hands': few,
};

/** @param id of a kind that there is */
export const thinned = (id: string, data: unknown, options: Fields): Thinned => ({
  data,
  options,
  left: '',
  ...kinds[id as ChartId](data as never, options),
});

const every = (count: number, stride: number): number[] =>
  Array.from({ length: Math.ceil(count / stride) }, (_, i) => i * stride);
const picked = (list: Numbers, items: readonly number[]): number[] => items.map((i) => list[i] as number);
const told = (kept: number, all: number, what: string): string =>
  `It holds ${kept.toLocaleString('en')} of ${all.toLocaleString('en')} ${what}.`;

/** Axes are read by their own numbers still. */
function thinMatrix(id: string, { data, rows, cols }: Matrix, options: Fields): Thinned | undefined {
  if (rows * cols <= mostNumbers) return undefined;
  const side = Math.sqrt(mostNumbers);
  const tall = Math.ceil(rows / Math.min(rows, Math.max(side, mostNumbers / cols)));
  const [down, across] = [every(rows, tall), every(cols, Math.ceil((cols * Math.ceil(rows / tall)) / mostNumbers))];
  const numbers = down.flatMap((r) => across.map((c) => data[r * cols + c] as number));
  const names = (given: unknown, items: readonly number[]): string[] =>
    items.map((i) => (given as readonly string[] | undefined)?.[i] ?? String(i));
  const axis = (given: unknown, items: readonly number[]): Fields => {
    const { label, ...rest } = (given ?? {}) as { readonly label?: (i: number) => string };
    return { ...rest, label: (i: number) => (label ?? String)(items[i] ?? 0) };
  };
  const steps = [down[1] ?? 1, across[1] ?? 1] as const;
  const lines = (options['lines'] as readonly CellLine[] | undefined)?.map(({ from, to }) => ({
    from: [from[0] / steps[0], from[1] / steps[1]],
    to: [to[0] / steps[0], to[1] / steps[1]],
  }));
  const named =
    id === 'heat-map'
      ? { rows: axis(options['rows'], down), cols: axis(options['cols'], across), lines }
      : { queries: names(options['queries'], down), keys: names(options['keys'], across) };
  return {
    data: { data: numbers, rows: down.length, cols: across.length },
    options: { ...options, ...named },
    left: told(numbers.length, rows * cols, 'cells: every n-th row and column'),
  };
}

interface Channels extends Fields {
  readonly table: Matrix;
  readonly pairs: readonly number[];
  readonly positions?: Numbers | undefined;
}
/** Channels that are not shown are zeros, which take no room. */
function thinChannels(given: Channels): Partial<Thinned> {
  const { table, pairs, positions } = given;
  const shown = 2 * pairs.length;
  if (table.rows * table.cols <= mostNumbers) return {};
  const items = every(table.rows, Math.ceil((table.rows * Math.max(shown, table.cols / 4)) / mostNumbers));
  const used = (c: number): boolean => [c >> 1, c, c - table.cols / 2].some((pair) => pairs.includes(pair));
  const data = items.flatMap((r) =>
    Array.from({ length: table.cols }, (_, c) => (used(c) ? (table.data[r * table.cols + c] as number) : 0)),
  );
  const at = positions ? picked(positions, items) : items;
  return {
    data: { ...given, table: { data, rows: items.length, cols: table.cols }, positions: at },
    left: told(items.length, table.rows, 'positions, and only the channels that are shown'),
  };
}

/** Lists of as many items each, and what is not a list. */
function thinLists(lists: Fields, count: number, each: number): Partial<Thinned> {
  if (count * each <= mostNumbers) return {};
  const items = every(count, Math.ceil((count * each) / mostNumbers));
  const data = Object.fromEntries(
    Object.entries(lists).map(([name, list]) => [
      name,
      list && (list as Numbers).length === count ? picked(list as Numbers, items) : list,
    ]),
  );
  return { data, left: told(items.length, count, 'points') };
}

interface Curve extends Fields {
  readonly values: Numbers;
  readonly spread?: Numbers | undefined;
}
interface Curves extends Fields {
  readonly x?: Numbers | undefined;
  readonly series?: readonly Curve[];
  readonly panels?: readonly { readonly series: readonly Curve[] }[];
}
/** @param first what x begins with where it is left out */
function thinCurves(given: Curves, options: Fields, first: number): Partial<Thinned> {
  const curves = given.series ?? given.panels?.flatMap(({ series }) => series) ?? [];
  const count = Math.max(0, ...curves.map(({ values }) => values.length));
  if (count * (curves.length + 1) <= mostNumbers) return {};
  const items = extremes(
    curves.map(({ values }) => values),
    count,
    mostNumbers / (curves.length + 1) / (2 * curves.length),
    options['chosen'] as number | undefined,
  );
  const thin = (curve: Curve): Curve => ({
    ...curve,
    values: picked(curve.values, items),
    ...(curve.spread ? { spread: picked(curve.spread, items) } : {}),
  });
  return {
    options: 'chosen' in options ? { ...options, chosen: items.indexOf(options['chosen'] as number) } : options,
    data: {
      ...given,
      x: given.x ? picked(given.x, items) : items.map((i) => i + first),
      ...(given.series ? { series: given.series.map(thin) } : {}),
      ...(given.panels ? { panels: given.panels.map((panel) => ({ ...panel, series: panel.series.map(thin) })) } : {}),
    },
    left: told(items.length, count, 'points of each curve: the extremes of every stretch'),
  };
}

/** The first, the last, the chosen one, and of each stretch where a curve is lowest and where it is highest. */
function extremes(lists: readonly Numbers[], count: number, stretches: number, chosen = 0): number[] {
  const kept = new Set([0, chosen, count - 1]);
  const long = Math.max(1, count / Math.max(1, Math.floor(stretches)));
  for (let from = 0; from < count; from += long) {
    const [begin, end] = [Math.floor(from), Math.min(count, Math.floor(from + long))];
    for (const list of lists) {
      let [low, high] = [begin, begin];
      for (let i = begin; i < end; i++) {
        if ((list[i] as number) < (list[low] as number)) low = i;
        if ((list[i] as number) > (list[high] as number)) high = i;
      }
      kept.add(low).add(high);
    }
  }
  return [...kept].sort((a, b) => a - b);
}
