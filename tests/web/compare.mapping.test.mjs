/** Comparison of two tables: channel order and signs that make them equal. With few channels every one is tried. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fc } from './support/random.mjs';
import { compareTables } from '../../dist/lib/compare/compare.js';
import { runs } from './support/posenc.mjs';
import {
  matrix,
  positions,
  numbers,
  reordered,
  random,
  randomTable,
  shuffled,
  table,
  frequencies,
  interleaved,
  half,
  flipped,
  holds,
} from './support/small-tables.mjs';

describe('the mapping', () => {
  const at = [...numbers(40), 1000.5];

  test('well-known orders have names', () => {
    const f = frequencies(8);
    const grid = numbers(36).map((i) => [Math.floor(i / 6), i % 6]);
    const q = frequencies(4);
    const s = (x) => q.map((w) => Math.sin(w * x));
    const c = (x) => q.map((w) => Math.cos(w * x));
    const cases = [
      [
        'interleaved → half',
        at,
        ([x]) => interleaved(x, f),
        ([x]) => half(x, f),
        /interleaved pairs taken apart into halves: half channel i is interleaved channel 2i, and h \+ i is 2i \+ 1 \(h: half the width\)/,
      ],
      [
        'half → interleaved',
        at,
        ([x]) => half(x, f),
        ([x]) => interleaved(x, f),
        /halves interleaved into pairs: interleaved channel 2i is half channel i/,
      ],
      [
        'half → flipped',
        at,
        ([x]) => half(x, f),
        ([x]) => flipped(x, f),
        /with the two halves exchanged: channel i is channel i \+ h/,
      ],
      [
        'interleaved → flipped',
        at,
        ([x]) => interleaved(x, f),
        ([x]) => flipped(x, f),
        /the second of each pair first: half channel i is interleaved channel 2i \+ 1/,
      ],
      [
        'flipped → interleaved',
        at,
        ([x]) => flipped(x, f),
        ([x]) => interleaved(x, f),
        /the second half first: interleaved channel 2i is half channel h \+ i/,
      ],
      [
        'cos before sin',
        at,
        ([x]) => interleaved(x, f),
        ([x]) => f.flatMap((w) => [Math.cos(w * x), Math.sin(w * x)]),
        /two channels of every pair exchanged/,
      ],
      [
        'timm interleaved → MAE',
        grid,
        ([y, x]) => [...s(y), ...c(y), ...s(x), ...c(x)],
        ([y, x]) => [...s(x), ...c(x), ...s(y), ...c(y)],
        /two halves exchanged/,
      ],
      [
        'timm → timm interleaved',
        grid,
        ([y, x]) => [...s(y), ...s(x), ...c(y), ...c(x)],
        ([y, x]) => [...s(y), ...c(y), ...s(x), ...c(x)],
        /middle quarters exchanged, as between axis-major and trig-major/,
      ],
      [
        'timm → MAE',
        grid,
        ([y, x]) => [...s(y), ...s(x), ...c(y), ...c(x)],
        ([y, x]) => [...s(x), ...c(x), ...s(y), ...c(y)],
        /two axes exchanged, as from trig-major to axis-major channels \(its 4 blocks are A's blocks 2, 4, 1, 3\)/,
      ],
      [
        'DETR → MAE',
        grid,
        ([y, x]) => [...interleaved(y, q), ...interleaved(x, q)],
        ([y, x]) => [...half(x, q), ...half(y, q)],
        /two halves exchanged \(.*\), and inside each of 2 blocks \(h: half a block\) interleaved pairs taken apart/,
      ],
      [
        'three axes',
        numbers(27).map((i) => [Math.floor(i / 9), Math.floor(i / 3) % 3, i % 3]),
        (p) => p.flatMap((x) => [...s(x), ...c(x)]),
        (p) => [...p.flatMap(s), ...p.flatMap(c)],
        /axis-major to trig-major channels of three axes/,
      ],
      [
        'frequency-major → axis-major of three',
        at.map((x) => [x, x + 0.3, 2 * x]),
        (p) => q.flatMap((w) => p.map((x) => Math.sin(w * x))),
        (p) => p.flatMap((x) => q.map((w) => Math.sin(w * x))),
        /every third channel taken together: block b of 3 holds channels b, b \+ 3/,
      ],
    ];
    for (const [name, list, ofA, ofB, says] of cases) {
      const [a, b] = [table(list, ofA), table(list, ofB)];
      const result = compareTables(a, b, positions(list));
      assert.ok(result.mapping, `${name}: ${result.sentence}`);
      assert.equal(result.mapping.kind, 'permutation');
      assert.match(result.mapping.sentence, says, name);
      assert.ok(result.sentence.includes(result.mapping.sentence));
      holds(a, b, result);
    }
  });

  test('different denominators have none', () => {
    const f = frequencies(32);
    const g = numbers(32).map((i) => 10000 ** (-i / 31));
    const result = compareTables(
      table(at, ([x]) => half(x, f)),
      table(at, ([x]) => half(x, g)),
      positions(at),
    );
    assert.equal(result.mapping, null);
    assert.deepEqual(result.firstBeyond, { row: 1, position: 1 });
    assert.match(result.sentence, /No order and no signs/);
  });

  test('signs', () => {
    const next = random(2);
    const a = randomTable(9, 6, next);
    const order = numbers(6);
    for (const [signs, says] of [
      [[-1, -1, -1, -1, -1, -1], /the sign reversed of every channel/],
      [[1, -1, 1, -1, 1, -1], /every odd channel/],
      [[-1, 1, -1, 1, -1, 1], /every even channel/],
      [[1, 1, 1, -1, -1, -1], /the second half/],
      [[-1, -1, -1, 1, 1, 1], /the first half/],
      [[1, 1, -1, 1, 1, 1], /1 channel of B \(2\)/],
    ]) {
      const b = reordered(a, order, signs);
      const result = compareTables(a, b, positions(numbers(9)));
      assert.equal(result.mapping.kind, 'signed permutation');
      assert.deepEqual([...result.mapping.signs], signs);
      assert.match(result.mapping.sentence, says);
      holds(a, b, result);
    }
    const both = compareTables(a, reordered(a, [3, 4, 5, 0, 1, 2], [1, 1, 1, -1, -1, -1]), positions(numbers(9)));
    assert.match(both.mapping.sentence, /two halves exchanged.*, and the sign reversed of the second half/);
  });

  test(`random orders and signs are found again: ${runs(300)} tables`, () => {
    fc.assert(
      fc.property(
        fc.nat(2 ** 31),
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 1, max: 12 }),
        fc.constantFrom(0, 1e-15, 4e-13),
        (seed, w, n, noise) => {
          const next = random(seed);
          const a = randomTable(n, w, next);
          const order = shuffled(w, next);
          const signs = order.map(() => (next() < 0.5 ? -1 : 1));
          const b = reordered(a, order, signs);
          b.data.forEach((x, i) => (b.data[i] = x + noise * (2 * next() - 1)));
          const result = compareTables(a, b, positions(numbers(n)));
          if (result.mapping === null) {
            // with one row of few random numbers two columns may agree up to the tolerance; never here
            assert.fail(result.sentence);
          }
          assert.deepEqual([[...result.mapping.permutation], [...result.mapping.signs]], [order, signs]);
          holds(a, b, result);
        },
      ),
      { numRuns: runs(300) },
    );
  });

  test(`against every signed order of up to 4 channels: ${runs(500)} tables of few values`, () => {
    const orders = (list) =>
      list.length < 2
        ? [list]
        : list.flatMap((x, i) => orders(list.filter((_, j) => j !== i)).map((rest) => [x, ...rest]));
    const values = fc.constantFrom(0, 1, -1, 1.004, 1.008, 1.012, 0.996);
    const tables = fc
      .tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 3 }))
      .chain(([w, n]) =>
        fc.tuple(
          ...Array.from({ length: 2 }, () =>
            fc.array(fc.array(values, { minLength: w, maxLength: w }), { minLength: n, maxLength: n }),
          ),
        ),
      );
    let [found, undetermined, none] = [0, 0, 0];
    fc.assert(
      fc.property(
        tables,
        fc.constantFrom(0, 0.0041, 0.0085),
        fc.boolean(),
        fc.nat(2 ** 31),
        (pair, tolerance, related, seed) => {
          const a = matrix(pair[0]);
          const next = random(seed);
          const b = related
            ? reordered(
                a,
                shuffled(a.cols, next),
                numbers(a.cols).map(() => (next() < 0.5 ? 1 : -1)),
              )
            : matrix(pair[1]);
          if (related) b.data.forEach((x, i) => (b.data[i] = x + tolerance * 0.9 * (2 * next() - 1)));
          // Some signed order exists if every column of B can be matched with its own column of A.
          const agrees = (ca, cb, s) =>
            numbers(a.rows).every((r) => Math.abs(s * a.data[r * a.cols + ca] - b.data[r * a.cols + cb]) <= tolerance);
          const exists = orders(numbers(a.cols)).some((order) =>
            order.every((ca, cb) => agrees(ca, cb, 1) || agrees(ca, cb, -1)),
          );
          const result = compareTables(a, b, positions(numbers(a.rows)), tolerance);
          if (result.mapping) {
            found++;
            assert.ok(exists);
            holds(a, b, result, tolerance);
          } else if (exists) {
            undetermined++;
            assert.match(result.sentence, /not determined/);
          } else {
            none++;
            assert.match(result.sentence, /No order and no signs|with the sign of one reversed/);
          }
        },
      ),
      { numRuns: runs(500) },
    );
    assert.ok(found > 0 && undetermined > 0 && none > 0, `${found} ${undetermined} ${none}`);
  });

  test('equal channels: zero columns and constants may stand anywhere, others may not', () => {
    const f = [1, 0.1, 0, 0];
    const list = numbers(10);
    const [a, b] = [table(list, ([x]) => interleaved(x, f)), table(list, ([x]) => half(x, f))];
    const constants = compareTables(a, b, positions(list)); // two frequencies of zero
    assert.match(constants.mapping.sentence, /taken apart into halves.*\(4 channels of A equal another one/);
    holds(a, b, constants);

    const diagonal = list.map((x) => [x, x]); // both axes agree, so their channels are indistinguishable
    const q = [1, 0.1];
    const one = table(diagonal, ([y, x]) => [...half(y, q), ...half(x, q)]);
    const other = table(diagonal, ([y, x]) => [...flipped(y, q), ...flipped(x, q)]);
    const twice = compareTables(one, other, positions(diagonal));
    assert.equal(twice.mapping, null);
    assert.match(twice.sentence, /8 of 8 channels of A are equal to another one at these positions.*not determined/);
    assert.equal(compareTables(one, one, positions(diagonal)).mapping.kind, 'identity');
  });

  test('one position: an order only where all channels differ', () => {
    const f = frequencies(4);
    const [a, b] = [(list) => table(list, ([x]) => interleaved(x, f)), (list) => table(list, ([x]) => half(x, f))];
    const zero = compareTables(a([0]), b([0]), positions([0]));
    assert.equal(zero.mapping, null);
    assert.match(zero.sentence, /at this position, so which one is not determined; give other or more positions/);
    assert.equal(compareTables(a([0, 0]), b([0, 0]), positions([0, 0])).mapping, null);
    const one = compareTables(a([5]), b([5]), positions([5]));
    assert.match(one.mapping.sentence, /taken apart into halves/);
    assert.equal(compareTables(a([0]), a([0]), positions([0])).mapping.kind, 'identity');
  });

  test('near ties: a known order is told, where most channels are no ties', () => {
    // channel 0 is within the tolerance of B's channels 0 and 1, channel 1 only of B's channel 0
    const columns = (starts) => matrix(numbers(6).map((r) => starts.map((x) => x + Math.sin(r))));
    const [a, b] = [columns([10, 11, 50, -70]), columns([10.6, 9.4, -70, 50])];
    const result = compareTables(a, b, positions(numbers(6)), 1);
    assert.match(result.mapping.sentence, /every pair exchanged.*\(2 channels of A equal another one/);
    holds(a, b, result, 1);
  });
});
