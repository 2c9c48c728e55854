/**
 * Thins data for code that is pasted: extremes of each stretch of curves, every n-th row and column of matrices, every
 * n-th point.
 */
import type { Matrix } from '../../types/values.js';

/** Maximum count of numbers in the code; about 90 kB. */
export const mostNumbers = 12_000;

type Numbers = ArrayLike<number>;

export const every = (count: number, stride: number): number[] =>
  Array.from({ length: Math.ceil(count / stride) }, (_, i) => i * stride);
export const picked = (list: Numbers, items: readonly number[]): number[] => items.map((i) => list[i]!);
export const leftSentence = (kept: number, all: number, what: string): string =>
  `It holds ${kept.toLocaleString('en')} of ${all.toLocaleString('en')} ${what}.`;

/** Also returns the remaining rows and columns; undefined if the matrix is small. */
export function thinMatrix({ data, rows, cols }: Matrix) {
  if (rows * cols <= mostNumbers) return undefined;
  const tall = Math.ceil(rows / Math.min(rows, Math.max(Math.sqrt(mostNumbers), mostNumbers / cols)));
  const [down, across] = [every(rows, tall), every(cols, Math.ceil((cols * Math.ceil(rows / tall)) / mostNumbers))];
  const numbers = Float64Array.from(down.flatMap((r) => across.map((c) => data[r * cols + c]!)));
  return {
    ...{ down, across, data: { data: numbers, rows: down.length, cols: across.length } },
    left: leftSentence(numbers.length, rows * cols, 'cells: every n-th row and column'),
  };
}

/** Thins lists of `count` items, and copies other values. @param each numbers per item */
export function thinLists<Data extends object>(lists: Data, count: number, each: number) {
  if (count * each <= mostNumbers) return undefined;
  const items = every(count, Math.ceil((count * each) / mostNumbers));
  const data = Object.entries(lists).map(([name, list]: [string, Numbers | undefined]) => [
    name,
    list && typeof list === 'object' && list.length === count ? picked(list, items) : list,
  ]);
  return { data: Object.fromEntries(data) as Data, left: leftSentence(items.length, count, 'points') };
}

interface Curve {
  readonly values: Numbers;
  readonly spread?: Numbers | undefined;
}
interface Curves {
  readonly x?: Numbers | undefined;
  readonly series?: readonly Curve[];
  readonly panels?: readonly { readonly series: readonly Curve[] }[];
}
interface Items {
  /** First value of x if it is omitted. */
  readonly first?: number;
  readonly chosen?: number | undefined;
}
/** Also returns the remaining items. */
export function thinCurves<Data extends Curves>(given: Data, { first = 0, chosen }: Items = {}) {
  const curves = given.series ?? given.panels?.flatMap(({ series }) => series) ?? [];
  const count = Math.max(0, ...curves.map(({ values }) => values.length));
  if (count * (curves.length + 1) <= mostNumbers) return undefined;
  const items = extremes(
    curves.map(({ values }) => values),
    count,
    mostNumbers / (curves.length + 1) / (2 * curves.length),
    chosen,
  );
  const thin = (curve: Curve): Curve => ({
    ...curve,
    values: picked(curve.values, items),
    ...(curve.spread ? { spread: picked(curve.spread, items) } : {}),
  });
  return {
    items,
    data: {
      ...given,
      x: given.x ? picked(given.x, items) : items.map((i) => i + first),
      ...(given.series ? { series: given.series.map(thin) } : {}),
      ...(given.panels ? { panels: given.panels.map((panel) => ({ ...panel, series: panel.series.map(thin) })) } : {}),
    },
    left: leftSentence(items.length, count, 'points of each curve: the extremes of every stretch'),
  };
}

/** The first, the last, the chosen item, and the lowest and highest of each stretch. */
function extremes(lists: readonly Numbers[], count: number, stretches: number, chosen = 0): number[] {
  const kept = new Set([0, chosen, count - 1]);
  const long = Math.max(1, count / Math.max(1, Math.floor(stretches)));
  for (let from = 0; from < count; from += long) {
    const [begin, end] = [Math.floor(from), Math.min(count, Math.floor(from + long))];
    for (const list of lists) {
      let [low, high] = [begin, begin];
      for (let i = begin; i < end; i++) {
        if (list[i]! < list[low]!) low = i;
        if (list[i]! > list[high]!) high = i;
      }
      kept.add(low).add(high);
    }
  }
  return [...kept].sort((a, b) => a - b);
}
