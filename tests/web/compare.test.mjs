/**
 * Two tables side by side: the difference, and the order and signs of channels that make them equal.
 * Tables here are made from the definition with Math.sin; for few channels every signed order is tried.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { fc } from './support/random.mjs';
import { compareTables } from '../../dist/lib/compare/compare.js';
import { checkedError, create, modes, readTensors, refused, runs, safetensorsBytes } from './support/posenc.mjs';

const matrix = (rows) => ({
  data: Float64Array.from(rows.flat()),
  rows: rows.length,
  cols: rows[0]?.length ?? 0,
});
const positions = (list) => (row) => list[row];
const numbers = (n) => Array.from({ length: n }, (_, i) => i);
/** Column c of the result is signs[c] times column order[c]. */
const reordered = ({ data, rows, cols }, order, signs = order.map(() => 1)) =>
  matrix(numbers(rows).map((r) => order.map((from, c) => signs[c] * data[r * cols + from])));
const random = (seed) => {
  let state = seed;
  return () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
};
const randomTable = (rows, cols, next) => matrix(numbers(rows).map(() => numbers(cols).map(() => 2 * next() - 1)));
const shuffled = (w, next) => {
  const order = numbers(w);
  for (let i = w - 1; i > 0; i--) {
    const j = Math.floor(next() * (i + 1));
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
};
/** Rows of sin and cos; `channels(coordinate list) → numbers`. */
const table = (list, channels) => matrix(list.map((p) => channels([p].flat())));
const frequencies = (count, base = 10000) => numbers(count).map((i) => base ** (-i / count));
const interleaved = (x, f) => f.flatMap((w) => [Math.sin(w * x), Math.cos(w * x)]);
const half = (x, f) => [...f.map((w) => Math.sin(w * x)), ...f.map((w) => Math.cos(w * x))];
const flipped = (x, f) => [...f.map((w) => Math.cos(w * x)), ...f.map((w) => Math.sin(w * x))];

/** What a mapping says is what the tables are. */
function holds(a, b, { mapping, maxDifferenceAfterMapping }, tolerance = 1e-12) {
  let most = 0;
  assert.deepEqual(
    [...mapping.permutation].sort((x, y) => x - y),
    numbers(a.cols),
  );
  assert.ok(mapping.signs.every((s) => s === 1 || s === -1));
  for (let r = 0; r < a.rows; r++)
    for (let c = 0; c < a.cols; c++)
      most = Math.max(
        most,
        Math.abs(mapping.signs[c] * a.data[r * a.cols + mapping.permutation[c]] - b.data[r * b.cols + c]),
      );
  assert.equal(maxDifferenceAfterMapping, most);
  assert.ok(most <= tolerance);
}

describe('the difference', () => {
  test('size, place and the first position beyond the tolerance', () => {
    const a = matrix([
      [1, 2],
      [3, 4],
      [5, 6],
      [7, 8],
    ]);
    const b = matrix([
      [1, 2],
      [3, 4.25],
      [5, 6],
      [7.5, 8.5],
    ]);
    const at = positions([10, 20, 30, 40]);
    const result = compareTables(a, b, at, 0.1);
    assert.deepEqual(
      [result.sameShape, result.maxDifference, result.at, result.firstBeyond],
      [true, 0.5, { row: 3, channel: 0, position: 40 }, { row: 1, position: 20 }],
    );
    assert.equal(result.mapping, null);
    assert.match(result.sentence, /differ by up to 0\.5, at position 40 in channel 0; position 20 is the first/);
    assert.deepEqual(compareTables(a, b, at, 0.3).firstBeyond, { row: 3, position: 40 });
    const close = compareTables(a, b, at, 0.5);
    assert.deepEqual([close.firstBeyond, close.mapping.kind, close.maxDifferenceAfterMapping], [null, 'identity', 0.5]);
    assert.match(close.sentence, /equal within 0\.5 at all 4/);
    const grid = compareTables(
      a,
      b,
      positions([
        [0, 0],
        [0, 1],
        [1, 0],
        [1, 1],
      ]),
      0.1,
    );
    assert.deepEqual(
      [grid.at.position, grid.firstBeyond.position],
      [
        [1, 1],
        [0, 1],
      ],
    );
    assert.match(grid.sentence, /position \(1, 1\)/);
  });

  test('equal tables, masked entries, one position, none, different widths and lengths', () => {
    const next = random(1);
    const a = randomTable(5, 4, next);
    const same = compareTables(a, a, positions(numbers(5)));
    assert.deepEqual([same.maxDifference, same.at, same.firstBeyond, same.mapping.kind], [0, null, null, 'identity']);
    assert.deepEqual([...same.mapping.permutation, ...same.mapping.signs], [0, 1, 2, 3, 1, 1, 1, 1]);
    assert.equal(same.sentence, 'A and B are equal at all 5 positions.');

    const masked = matrix([
      [-Infinity, NaN, 1],
      [-Infinity, 2, 3],
    ]);
    assert.equal(compareTables(masked, masked, positions([0, 1])).maxDifference, 0);
    const half = compareTables(
      masked,
      matrix([
        [-Infinity, NaN, 1],
        [0, 2, 3],
      ]),
      positions([0, 1]),
    );
    assert.deepEqual([half.maxDifference, half.at], [Infinity, { row: 1, channel: 0, position: 1 }]);
    assert.equal(
      compareTables(
        masked,
        matrix([
          [-Infinity, 0, 1],
          [-Infinity, 2, 3],
        ]),
        positions([0, 1]),
      ).maxDifference,
      Infinity,
    );

    const empty = compareTables(
      { ...a, rows: 0, data: new Float64Array() },
      { ...a, rows: 0, data: new Float64Array() },
      positions([]),
    );
    assert.deepEqual([empty.sameShape, empty.maxDifference, empty.mapping], [true, null, null]);
    const wide = compareTables(a, randomTable(5, 6, next), positions(numbers(5)));
    assert.deepEqual(
      [wide.sameShape, wide.maxDifference, wide.at, wide.firstBeyond, wide.mapping, wide.maxDifferenceAfterMapping],
      [false, null, null, null, null, null],
    );
    assert.match(wide.sentence, /4 channels and B has 6/);
    assert.throws(
      () => compareTables(a, randomTable(4, 4, next), positions(numbers(5))),
      (error) => checkedError(error).code === 'bad_shape',
    );
  });
});

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
            // with one row of few random numbers two may agree up to the tolerance; never here
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
          // Some signed order exists where every column of B can be given its own column of A.
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

    const diagonal = list.map((x) => [x, x]); // both axes agree: their channels cannot be told apart
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
    // channel 0 is within the tolerance of B's channels 0 and 1, channel 1 of B's channel 0 alone
    const columns = (starts) => matrix(numbers(6).map((r) => starts.map((x) => x + Math.sin(r))));
    const [a, b] = [columns([10, 11, 50, -70]), columns([10.6, 9.4, -70, 50])];
    const result = compareTables(a, b, positions(numbers(6)), 1);
    assert.match(result.mapping.sentence, /every pair exchanged.*\(2 channels of A equal another one/);
    holds(a, b, result, 1);
  });

  test('every number and channel may be huge, tiny or not finite', () => {
    const next = random(3);
    for (const scale of [5e-324, 1e-300, 1e300]) {
      const a = randomTable(7, 10, next);
      a.data.forEach((x, i) => (a.data[i] = Math.round(x * 1000) * scale));
      const order = shuffled(10, next);
      const b = reordered(a, order);
      assert.deepEqual([...compareTables(a, b, positions(numbers(7)), 0).mapping.permutation], order);
    }
    const a = matrix([
      [-Infinity, 1, NaN, 2],
      [3, -Infinity, 4, 5],
    ]);
    const result = compareTables(a, reordered(a, [2, 1, 3, 0], [1, -1, 1, 1]), positions([0, 1]));
    assert.deepEqual([...result.mapping.permutation, ...result.mapping.signs], [2, 1, 3, 0, 1, -1, 1, 1]);
    assert.equal(result.maxDifferenceAfterMapping, 0);
  });

  test('2048 channels, all of them in ties of two values, and a permutation without a name', () => {
    const w = 2048;
    const next = random(4);
    const order = shuffled(w, next);
    const a = randomTable(300, w, next);
    const result = compareTables(a, reordered(a, order), positions(numbers(300)));
    assert.deepEqual([...result.mapping.permutation], order);
    assert.match(result.mapping.sentence, /another order, none that has a name/);
    // Half of the columns are one, half are another, in two orders: quadratic, were each pair compared in full.
    const two = matrix(numbers(300).map((r) => numbers(w).map((c) => (c < w / 2 ? r : -2 * r))));
    const mixed = reordered(two, order);
    let reads = 0;
    const counted = (m) => ({
      ...m,
      data: new Proxy(m.data, {
        get(data, key) {
          reads++;
          return data[key];
        },
      }),
    });
    const same = compareTables(counted(two), counted(mixed), positions(numbers(300)));
    assert.match(same.sentence, /2048 of 2048 channels.*not determined/);
    assert.ok(reads < 100 * two.data.length, `${reads} reads of ${two.data.length} numbers`);
  });
});

for (const { mode, options } of modes) {
  describe(`compare, ${mode}`, () => {
    let pe;
    before(async () => (pe = await create(options)));
    after(() => pe.dispose());
    const sinusoidal = (more) => ({ encoding: 'sinusoidal', dim: 16, ...more });

    test('layouts are an order apart, denominators are not', async () => {
      const layouts = await pe.compare(sinusoidal(), sinusoidal({ layout: 'half' }), 100);
      assert.match(layouts.mapping.sentence, /half channel i is interleaved channel 2i/);
      assert.equal(layouts.maxDifferenceAfterMapping, 0);
      const [a, b] = [
        await pe.table(sinusoidal(), 100, { dtype: 'f64' }),
        await pe.table(sinusoidal({ layout: 'half' }), 100, { dtype: 'f64' }),
      ];
      holds(a, b, layouts);
      assert.equal(
        layouts.maxDifference,
        a.data.reduce((most, x, i) => Math.max(most, Math.abs(x - b.data[i])), 0),
      );
      const half = sinusoidal({ layout: 'half' });
      const denominators = await pe.compare(
        half,
        { ...half, denominator: 'd/2-1' },
        { start: -5, count: 11, step: 0.5 },
      );
      assert.equal(denominators.mapping, null);
      assert.deepEqual(denominators.firstBeyond, { row: 0, position: -5 });
      const tolerant = await pe.compare(half, { ...half, denominator: 'd/2-1' }, 3, { tolerance: 2 });
      assert.deepEqual([tolerant.firstBeyond, tolerant.mapping.kind], [null, 'identity']);
    });

    test('biases are compared by head, at pairs of query and key', async () => {
      const alibi = (rule) => ({ encoding: 'alibi', heads: 6, rule });
      const same = await pe.compare(alibi('released'), alibi('released'), 5);
      assert.equal(same.sentence, 'A and B are equal at all 25 pairs.');
      const rules = await pe.compare(alibi('released'), alibi('geometric'), 5);
      const [a, b] = [
        await pe.attentionBias(alibi('released'), 5, 5),
        await pe.attentionBias(alibi('geometric'), 5, 5),
      ];
      const gap = (head, query, key) =>
        Math.abs(a.data[head * 25 + query * 5 + key] - b.data[head * 25 + query * 5 + key]);
      assert.equal(rules.maxDifference, gap(rules.at.channel, ...rules.at.position));
      assert.equal(rules.at.row, 5 * rules.at.position[0] + rules.at.position[1]);
      assert.deepEqual(rules.firstBeyond.position, [1, 0]); // the first pair at a distance
      assert.match(rules.sentence, /in head \d; pair \(1, 0\) is the first/);
      await refused(pe.compare(alibi(), alibi(), [0, 1]), 'bad_positions', 'positions');
    });

    test('a checkpoint against a row: learned tables are tables', async () => {
      const table = await pe.table(sinusoidal(), 16, { dtype: 'f64' });
      const [tensor] = readTensors(await safetensorsBytes(table));
      const learned = { encoding: 'learned', dim: tensor.cols, values: tensor.data() };
      assert.equal((await pe.compare(learned, sinusoidal(), 16)).sentence, 'A and B are equal at all 16 positions.');
      const other = await pe.compare(learned, sinusoidal({ layout: 'half' }), 16);
      assert.match(other.mapping.sentence, /half channel i is interleaved channel 2i/);
      const beyond = await refused(pe.compare(sinusoidal(), learned, 17), 'bad_positions', 'positions');
      assert.match(beyond.message, /^specB: /);
    });

    test('two-dimensional tables of two projects are blocks of one another', async () => {
      const grid = { grid: [6, 6] };
      const timm = (interleaveSinCos) => ({ encoding: 'sincos2d-timm', dim: 32, interleaveSinCos });
      const mae = { encoding: 'sincos2d-mae', dim: 32 };
      assert.match((await pe.compare(timm(true), mae, grid)).mapping.sentence, /with the two halves exchanged/);
      assert.match((await pe.compare(timm(false), mae, grid)).mapping.sentence, /two axes exchanged/);
      const x = await pe.compare(timm(true), mae, grid);
      assert.equal(x.maxDifferenceAfterMapping, 0);
      assert.deepEqual(x.firstBeyond.position, [0, 1]); // (0, 0) is the same in both halves
    });

    test('what is wrong says of which spec', async () => {
      const good = sinusoidal();
      await refused(pe.compare(good, { encoding: 'sinusoidal', dim: 0 }, 4), 'bad_param', 'specB.dim');
      await refused(pe.compare({ encoding: 'rope', dim: 7 }, good, 4), 'bad_param', 'specA.dim'); // the core says so
      await refused(pe.compare(undefined, good, 4), 'bad_argument', 'specA');
      await refused(pe.compare(good, { encoding: 'alibi', heads: 4 }, 4), 'not_defined', 'specB.encoding');
      await refused(pe.compare(good, good, -1), 'bad_positions', 'positions');
      await refused(pe.compare(good, good, [NaN]), 'bad_positions', 'positions[0]');
      for (const tolerance of [-1, NaN, Infinity, '1'])
        await refused(pe.compare(good, good, 4, { tolerance }), 'bad_argument', 'options.tolerance');
      await refused(pe.compare(good, good, 4, { tolerence: 1 }), 'bad_argument', 'options.tolerence');
      await refused(pe.compare(good, good, 2 ** 40), 'too_large', 'positions');
      const different = await pe.compare(good, sinusoidal({ dim: 18 }), 4);
      assert.equal(different.sameShape, false);
    });

    test('aborts and progress', async () => {
      const reason = new Error('enough');
      await assert.rejects(pe.compare(sinusoidal(), sinusoidal(), 4, { signal: AbortSignal.abort(reason) }), reason);
      const seen = [];
      await pe.compare(sinusoidal({ dim: 512 }), sinusoidal({ dim: 512 }), 4000, {
        onProgress: (done) => seen.push(done),
      });
      assert.deepEqual(
        seen,
        [...seen].sort((x, y) => x - y),
      );
      assert.ok(seen.at(-1) === 1 && seen.every((done) => done >= 0 && done <= 1));
    });
  });
}

test('disposed', async () => {
  const pe = await create();
  pe.dispose();
  await refused(pe.compare({ encoding: 'sinusoidal', dim: 4 }, { encoding: 'sinusoidal', dim: 4 }, 4), 'disposed', '');
});
