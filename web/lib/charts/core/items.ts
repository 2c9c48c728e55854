/** Common parts of charts whose items are in a row: cursor, sentences, matrix. */
import type { Matrix } from '../../types/values.js';
import type { Move, Place, Places, Reading } from './kind.js';
import { type Scale, spanOf } from './scales.js';
import { decimalLabel } from './ticks.js';

/** A cursor over items with ascending x. */
export function places1d(xs: ArrayLike<number>, x: Scale, link: string, read: (place: Place) => Reading): Places {
  const count = xs.length;
  const at = (item: number): Place => [Math.max(0, Math.min(count - 1, item))];
  const [first, last] = [0, count - 1];
  /** Nearest in pixels, because the midpoint on a logarithmic axis is not the mean. */
  const nearest = (pixel: number): number => {
    let low = first;
    let high = last;
    const place = (item: number): number => (Number.isFinite(x.at(xs[item]!)) ? x.at(xs[item]!) : -Infinity);
    while (low < high) {
      const middle = (low + high) >> 1;
      if (place(middle) < pixel) low = middle + 1;
      else high = middle;
    }
    return low > 0 && pixel - place(low - 1) < place(low) - pixel ? low - 1 : low;
  };
  /** Moves through the visible items, in steps of about two pixels if they are closer together. */
  const shownFrom = nearest(Math.min(...x.range));
  const shownTo = nearest(Math.max(...x.range));
  const step = Math.max(1, Math.round((2 * (shownTo - shownFrom)) / Math.abs(x.range[1] - x.range[0])));
  const far = Math.max(step, Math.round((shownTo - shownFrom) / 10));
  const steps: Readonly<Record<Move, (item: number) => number>> = {
    left: (item) => item - step,
    right: (item) => item + step,
    down: (item) => item - step,
    up: (item) => item + step,
    farLeft: (item) => item - far,
    farRight: (item) => item + far,
    first: () => shownFrom,
    last: () => shownTo,
  };
  return {
    near: (pixel) => at(nearest(pixel)),
    move: (place, move) => at(place === undefined ? shownFrom : steps[move](place[0]!)),
    read,
    values: ([item = 0]) => ({ [link]: xs[item]! }),
    from(values) {
      const value = values[link];
      if (value === undefined) return undefined;
      const item = nearest(x.at(value));
      // A value between items or beyond the ends belongs to another chart.
      const gap = count > 1 ? Math.abs(xs[last]! - xs[first]!) / (count - 1) : 1;
      return Math.abs(xs[item]! - value) <= gap / 2 + 1e-12 ? [item] : undefined;
    },
    slider: { count, index: ([item = 0]) => item },
  };
}

interface Values {
  readonly values: ArrayLike<number>;
}
export const valuesOf = (series: readonly Values[]): ArrayLike<number>[] => series.map(({ values }) => values);

export const lengthText = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

/** `from 1 to 3`. */
export function spanText(lists: readonly ArrayLike<number>[]): string {
  const span = spanOf(lists);
  return span === undefined ? 'without a finite value' : `from ${decimalLabel(span[0])} to ${decimalLabel(span[1])}`;
}

/** Lists of equal length as the columns of a matrix. */
export function columns(lists: readonly ArrayLike<number>[]): Matrix<Float64Array> {
  const rows = lists[0]?.length ?? 0;
  const cols = lists.length;
  const data = new Float64Array(rows * cols);
  lists.forEach((list, c) => {
    for (let r = 0; r < rows; r++) data[r * cols + c] = list[r]!;
  });
  return { data, rows, cols };
}
