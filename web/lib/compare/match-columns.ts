/**
 * Finds the columns of one matrix among those of another, up to sign and a tolerance.
 *
 * Columns are sorted by the absolute value of a fixed random projection, so that only columns with close projections
 * are compared: O(n w) for the projections and O(w log w) for the sort, plus one comparison of n numbers per column if
 * columns differ.
 */

/** Columns one after another: column c is data[c n] … data[c n + n - 1]. */
export interface Columns {
  readonly data: Float64Array;
  readonly n: number;
  readonly w: number;
}
export interface Matching {
  /** Column c of B is signs[c] times column permutation[c] of A. */
  readonly permutation: Int32Array;
  readonly signs: Int8Array;
}

/** Comparisons allowed beyond those that any matching needs: about half a second. */
const spareWork = 2 ** 28;

/** True if two numbers differ by more than `tolerance`; equal infinities and NaN do not. */
export const differ = (x: number, y: number, tolerance: number): boolean =>
  !(Math.abs(x - y) <= tolerance || x === y || (Number.isNaN(x) && Number.isNaN(y)));

/** The first `rows` rows of a row-major matrix, by columns. */
export function columnsOf(data: Float32Array | Float64Array, rows: number, w: number): Columns {
  const columns = new Float64Array(rows * w);
  for (let r = 0; r < rows; r++) for (let c = 0; c < w; c++) columns[c * rows + r] = data[r * w + c]!;
  return { data: columns, n: rows, w };
}

/** +1 or -1 if column `cb` of B is that times column `ca` of A within the tolerance (+1 if both), otherwise 0. */
export function signBetween(
  a: Columns,
  ca: number,
  b: Columns,
  cb: number,
  tolerance: number,
  work = { done: 0 },
): number {
  let [plus, minus] = [true, true];
  let r = 0;
  for (; r < a.n && (plus || minus); r++) {
    const x = a.data[ca * a.n + r]!;
    const y = b.data[cb * b.n + r]!;
    if (plus && differ(x, y, tolerance)) plus = false;
    if (minus && differ(-x, y, tolerance)) minus = false;
  }
  work.done += r;
  return plus ? 1 : minus ? -1 : 0;
}

/** Columns in the order of their projections, and the possible distance of agreeing columns' projections. */
class Projections {
  readonly order: Int32Array;
  readonly #values: Float64Array;

  constructor(
    readonly columns: Columns,
    scale: number,
  ) {
    const { data, n, w } = columns;
    const weights = weightsOf(n);
    this.#values = new Float64Array(w);
    for (let c = 0; c < w; c++) {
      let sum = 0;
      for (let r = 0; r < n; r++) {
        const x = data[c * n + r]!;
        if (Number.isFinite(x)) sum += weights[r]! * (x / scale);
      }
      this.#values[c] = Math.abs(sum);
    }
    this.order = Int32Array.from({ length: w }, (_, c) => c).sort((p, q) => this.of(p) - this.of(q) || p - q);
  }

  of(column: number): number {
    return this.#values[column]!;
  }

  /** The part [begin, end) of `order` whose projections are within `slack` of `value`. */
  range(value: number, slack: number): [number, number] {
    const count = (before: (projection: number) => boolean): number => {
      let [low, high] = [0, this.order.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if (before(this.of(this.order[middle]!))) low = middle + 1;
        else high = middle;
      }
      return low;
    };
    return [count((projection) => projection < value - slack), count((projection) => projection <= value + slack)];
  }
}

/** Fixed numbers in [-1, 1), hashes of the row, to which tables of waves are unlikely to be orthogonal. */
function weightsOf(n: number): Float64Array {
  return Float64Array.from({ length: n }, (_, r) => {
    let bits = Math.imul(r + 1, 0x9e3779b9); // murmur3's finaliser
    bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
    bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
    return (bits ^ (bits >>> 16)) / 2 ** 31;
  });
}

/**
 * Possible distance of the projections of columns within the tolerance: |weights| <= 1, and a sum of n terms of at most
 * 1, each rounded thrice, is off by at most (n + 2) n 2^-53 (both sides: twice that).
 */
const slackOf = (n: number, tolerance: number, scale: number): number => n * (tolerance / scale + (n + 2) * 2 ** -52);

function largest(...all: readonly Columns[]): number {
  let most = 0;
  for (const { data } of all) for (const x of data) if (Number.isFinite(x) && Math.abs(x) > most) most = Math.abs(x);
  return most || 1;
}

/**
 * For each column a number shared by all columns indistinguishable from it: those that one column of another matrix
 * could match, within the tolerance of both.
 */
export function tieClasses(columns: Columns, tolerance: number): Int32Array {
  const { n, w } = columns;
  const scale = largest(columns);
  const projections = new Projections(columns, scale);
  const slack = slackOf(n, 2 * tolerance, scale);
  const classOf = new Int32Array(w);
  const firsts: number[] = []; // first column of each class, by projection
  let low = 0;
  for (const column of projections.order) {
    while (low < firsts.length && projections.of(firsts[low]!) < projections.of(column) - slack) low++;
    let same: number | undefined;
    for (let i = low; i < firsts.length && same === undefined; i++)
      if (signBetween(columns, firsts[i]!, columns, column, 2 * tolerance) !== 0) same = firsts[i];
    classOf[column] = same ?? column;
    if (same === undefined) firsts.push(column);
  }
  return classOf;
}

/** A matching of all columns; undefined if there is none, 'unknown' if the search took too long. */
export function matchColumns(a: Columns, b: Columns, tolerance: number): Matching | undefined | 'unknown' {
  const { n, w } = a;
  const scale = largest(a, b);
  const slack = slackOf(n, tolerance, scale);
  const [ofA, ofB] = [new Projections(a, scale), new Projections(b, scale)];
  const work = { done: 0 };
  const enough = 4 * n * w + spareWork;

  /** Columns of A that may be column `cb` of B, by projection. */
  const range = (cb: number): [number, number] => ofA.range(ofB.of(cb), slack);
  const agree = (ca: number, cb: number): boolean => signBetween(a, ca, b, cb, tolerance, work) !== 0;

  const takenBy = new Int32Array(w).fill(-1); // column of A → column of B
  const left: number[] = [];
  const skip = Int32Array.from({ length: w + 1 }, (_, i) => i); // index in ofA.order → next free one
  const free = (i: number): number => {
    let at = i;
    while (skip[at] !== at) at = skip[at] = skip[skip[at]!]!;
    return at;
  };
  for (const cb of ofB.order) {
    const [begin, end] = range(cb);
    let i = free(begin);
    while (i < end && !agree(ofA.order[i]!, cb)) i = free(i + 1);
    if (i < end) {
      takenBy[ofA.order[i]!] = cb;
      skip[i] = i + 1;
    } else if (ofA.order.subarray(begin, end).some((ca) => agree(ca, cb))) {
      left.push(cb);
    } else {
      return undefined;
    }
    if (work.done > enough) return 'unknown';
  }

  // if columns nearly tie, the first choice may have been wrong: augmenting paths (Kuhn's algorithm)
  for (const cb of left) {
    const found = augment(cb, { range, agree, order: ofA.order, takenBy, stop: () => work.done > enough });
    if (work.done > enough) return 'unknown';
    if (!found) return undefined;
  }
  const permutation = new Int32Array(w);
  takenBy.forEach((cb, ca) => (permutation[cb] = ca));
  return { permutation, signs: signsOf(a, b, permutation, tolerance)! };
}

interface Search {
  range(cb: number): [number, number];
  agree(ca: number, cb: number): boolean;
  readonly order: Int32Array;
  readonly takenBy: Int32Array;
  stop(): boolean;
}

/** Finds a place for `start` by moving others, breadth first. */
function augment(start: number, { range, agree, order, takenBy, stop }: Search): boolean {
  const cameFrom = new Map<number, number>(); // column of A → column of B that requested it
  const queue = [start];
  const held = new Map<number, number>(); // column of B → the column of A it has
  takenBy.forEach((cb, ca) => held.set(cb, ca));
  for (const cb of queue) {
    const [begin, end] = range(cb);
    for (let i = begin; i < end && !stop(); i++) {
      const ca = order[i]!;
      if (cameFrom.has(ca) || !agree(ca, cb)) continue;
      cameFrom.set(ca, cb);
      if (takenBy[ca]! >= 0) {
        queue.push(takenBy[ca]!);
        continue;
      }
      for (let at: number | undefined = ca; at !== undefined;) {
        const taker: number = cameFrom.get(at)!;
        const before: number | undefined = held.get(taker);
        takenBy[at] = taker;
        at = taker === start ? undefined : before;
      }
      return true;
    }
  }
  return false;
}

/** The signs with which B's columns are these columns of A; undefined if one is not. */
export function signsOf(a: Columns, b: Columns, permutation: Int32Array, tolerance: number): Int8Array | undefined {
  const signs = Int8Array.from(permutation, (ca, cb) => signBetween(a, ca, b, cb, tolerance));
  return signs.includes(0) ? undefined : signs;
}
