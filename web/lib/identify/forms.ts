/** Arrangements of frequencies, cosines and sines in the columns of the given numbers. */

export type Wave = 'frequency' | 'cos' | 'sin';
export interface Column {
  readonly pair: number;
  readonly wave: Wave;
}
export interface Form {
  /** Completes "it holds …". */
  readonly text: string;
  readonly pairs: number;
  /** The layout implied by the order of channels, if any. */
  readonly layout?: 'half' | 'interleaved';
  /** An order in which models do not store frequencies. */
  readonly permuted?: true;
  column(c: number): Column;
}

/** A list, one table, or a table of cosines followed by one of sines in each row. */
export type Subject = 'frequencies' | 'table' | 'both';

const once = (wave: Wave, text: string, n: number): Form => ({
  text,
  pairs: n,
  column: (pair) => ({ pair, wave }),
});
const halves = (wave: Wave, text: string, n: number): Form => ({
  text: `${text}, the half twice`,
  pairs: n,
  layout: 'half',
  column: (c) => ({ pair: c % n, wave }),
});
const doubled = (wave: Wave, text: string, n: number): Form => ({
  text: `${text}, each twice`,
  pairs: n,
  layout: 'interleaved',
  column: (c) => ({ pair: Math.floor(c / 2), wave }),
});
const beside = (first: Wave, second: Wave, text: string, n: number): Form => ({
  text,
  pairs: n,
  column: (c) => ({ pair: c % n, wave: c < n ? first : second }),
});
const inTurn = (first: Wave, second: Wave, text: string, n: number): Form => ({
  text,
  pairs: n,
  column: (c) => ({ pair: Math.floor(c / 2), wave: c % 2 === 0 ? first : second }),
});
/** The frequencies of even pairs and then those of odd ones, and the inverse of that order. */
const permuted = (n: number): Form[] =>
  n < 3
    ? []
    : [
        {
          ...once('frequency', 'frequencies, those of even pairs first', n),
          permuted: true,
          column: (c) => ({ pair: c < Math.ceil(n / 2) ? 2 * c : 2 * (c - Math.ceil(n / 2)) + 1, wave: 'frequency' }),
        },
        {
          ...once('frequency', 'frequencies, those of the two halves in turn', n),
          permuted: true,
          column: (c) => ({ pair: c % 2 === 0 ? c / 2 : Math.ceil(n / 2) + (c - 1) / 2, wave: 'frequency' }),
        },
      ];

/** The possible forms of `columns` columns. */
export function formsOf(subject: Subject, columns: number): readonly Form[] {
  const even = columns % 2 === 0 && columns > 1;
  const h = columns / 2;
  if (subject === 'frequencies') {
    const wave = 'frequency';
    const twice = even ? [halves(wave, 'frequencies', h), doubled(wave, 'frequencies', h)] : [];
    return [once(wave, 'frequencies', columns), ...twice, ...permuted(columns)];
  }
  if (subject === 'both') {
    const apart = { text: 'cosines and sines', pairs: h, column: beside('cos', 'sin', '', h).column };
    if (h % 2 !== 0) return [apart];
    const of = (one: (wave: Wave, text: string, n: number) => Form): Form => {
      const form = one('cos', 'cosines and sines', h / 2);
      return { ...form, column: (c) => ({ pair: form.column(c % h).pair, wave: c < h ? 'cos' : 'sin' }) };
    };
    return [apart, of(halves), of(doubled)];
  }
  return [
    once('cos', 'cosines', columns),
    once('sin', 'sines', columns),
    ...(even
      ? [
          halves('cos', 'cosines', h),
          doubled('cos', 'cosines', h),
          halves('sin', 'sines', h),
          doubled('sin', 'sines', h),
          beside('cos', 'sin', 'cosines, then sines', h),
          beside('sin', 'cos', 'sines, then cosines', h),
          inTurn('cos', 'sin', 'cosine and sine in turn', h),
          inTurn('sin', 'cos', 'sine and cosine in turn', h),
        ]
      : []),
  ];
}

/** True if the form has these pairs and its order is that of the layout, or of the other one if exchanged. */
export const fits = (form: Form, pairs: number, layout: 'half' | 'interleaved', exchanged: boolean): boolean => {
  if (form.pairs !== pairs) return false;
  if (form.permuted) return exchanged;
  return form.layout === undefined ? !exchanged : (form.layout !== layout) === exchanged;
};
