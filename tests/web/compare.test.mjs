/** Comparison of two tables: their difference, for tables, specs and files. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { compareTables } from '../../dist/lib/compare/compare.js';
import { create, modes, readTensors, refused, safetensorsBytes, throwsPosencError } from './support/posenc.mjs';
import {
  matrix,
  positions,
  numbers,
  reordered,
  random,
  randomTable,
  shuffled,
  holds,
} from './support/small-tables.mjs';

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
    throwsPosencError(() => compareTables(a, randomTable(4, 4, next), positions(numbers(5))), 'bad_shape');
  });
});

describe('the mapping', () => {
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
    // Two groups of equal columns, in two orders: quadratic work if each pair were compared in full.
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
      assert.deepEqual(rules.firstBeyond.position, [1, 0]); // the first pair with a distance
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
      assert.deepEqual(x.firstBeyond.position, [0, 1]); // (0, 0) is equal in both halves
    });

    test('what is wrong says of which spec', async () => {
      const good = sinusoidal();
      await refused(pe.compare(good, { encoding: 'sinusoidal', dim: 0 }, 4), 'bad_param', 'specB.dim');
      await refused(pe.compare({ encoding: 'rope', dim: 7 }, good, 4), 'bad_param', 'specA.dim'); // the core's error
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
