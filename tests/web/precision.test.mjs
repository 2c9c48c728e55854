/** The precision lab in the API: figures, options, errors, abort and progress. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { posenc } from './support/command-line.mjs';
import { create, encodings, modes, precisionMethods, refused } from './support/posenc.mjs';

const rope = { encoding: 'rope', dim: 128 };
const digits = (x) => x.toExponential(1);
/** The figures of one method. */
async function of(pe, method, positions, spec = rope) {
  const { methods } = await pe.precision(spec, positions, { methods: [method] });
  return methods[0];
}

for (const { mode, options } of modes) {
  describe(`precision, ${mode}`, () => {
    let pe;
    before(async () => (pe = await create(options)));
    after(() => pe.dispose());

    test('all methods, in the order of the registry', async () => {
      const { positions, methods } = await pe.precision(rope, { start: 1000, count: 3, step: 7191 });
      assert.deepEqual([...positions], [1000, 8191, 15382]);
      assert.deepEqual(
        methods.map(({ id, title, source }) => ({ id, title, source })),
        precisionMethods.map(({ id, title, source }) => ({ id, title, source })),
      );
      for (const { errors, scoreErrors, held, distinctPositions } of methods) {
        for (const list of [errors, scoreErrors, held]) {
          assert.ok(list instanceof Float64Array);
          assert.equal(list.length, 3);
        }
        assert.equal(distinctPositions, 3);
        for (const error of errors) assert.ok(error > 0 && error <= 2);
      }
    });

    test('known figures: rotation and score', async () => {
      const hf = await of(pe, 'hf-f32', [8191, 131071, 1e6]);
      assert.equal(digits(hf.errors[0]), '4.9e-4');
      assert.deepEqual([...hf.scoreErrors].map(digits), ['1.5e-5', '2.0e-4', '1.7e-3']);
      const tf32 = await of(pe, 'tf32', [8191, 131071]);
      assert.deepEqual([...tf32.scoreErrors].map(digits), ['1.4e-1', '4.4e-1']);
      assert.deepEqual([...tf32.held], [8192, 131072]);
      const bf16 = await of(pe, 'bf16', [1000, 8191]);
      assert.deepEqual([...bf16.scoreErrors].map(digits), ['1.0e-1', '3.7e-1']);
    });

    test('distinct positions of a context', async () => {
      for (const [count, kept] of [
        [512, 385],
        [4096, 769],
        [131072, 1409],
      ]) {
        const { methods } = await pe.precision({ encoding: 'rope', dim: 2 }, count, {
          methods: ['bf16'],
          scores: false,
        });
        assert.equal(methods[0].distinctPositions, kept);
        assert.equal('scoreErrors' in methods[0], false);
      }
    });

    test('exactTo: the next whole position is lost', async () => {
      for (const { id, exactTo } of precisionMethods.filter(({ operands }) =>
        /^(float32|tf32|bf16|fp16)$/.test(operands),
      )) {
        const { held } = await of(pe, id, [exactTo, exactTo + 1]);
        assert.deepEqual([...held], [exactTo, exactTo], id);
      }
    });

    test('fp16 beyond its numbers: NaN', async () => {
      const { errors, scoreErrors, held, distinctPositions } = await of(pe, 'fp16', [65519, 65520]);
      assert.ok(errors[0] <= 2);
      assert.ok(Number.isNaN(errors[1]) && Number.isNaN(scoreErrors[1]));
      assert.deepEqual([...held], [65504, Infinity]);
      assert.equal(distinctPositions, 1);
    });

    test('every row with the stage; the others have no precision', async () => {
      const ids = encodings.filter(({ stages }) => stages.includes('precision')).map(({ id }) => id);
      for (const id of ['rope', 'sinusoidal', 'timestep']) assert.ok(ids.includes(id));
      for (const id of ids) {
        const { methods } = await pe.precision({ encoding: id, dim: 16 }, [0, 1, 100.5]);
        for (const { id: method, errors } of methods) {
          assert.equal(errors[0], 0, `${id} ${method}`);
          assert.ok(errors[2] > 0, `${id} ${method}`);
        }
      }
      await refused(pe.precision({ encoding: 'alibi', heads: 8 }, 4), 'not_defined', 'encoding');
    });

    test('the pieces in which it is computed leave no trace', async () => {
      const whole = await pe.precision(rope, 700, { methods: ['ggml-f32', 'table-bf16'] });
      for (const [m, method] of ['ggml-f32', 'table-bf16'].entries()) {
        const last = await of(pe, method, [699, 3]);
        assert.equal(whole.methods[m].errors[699], last.errors[0]);
        assert.equal(whole.methods[m].scoreErrors[3], last.scoreErrors[1]);
      }
    });

    test('no positions, no methods', async () => {
      const none = await pe.precision(rope, []);
      assert.equal(none.methods.length, precisionMethods.length);
      assert.equal(none.methods[0].errors.length, 0);
      assert.deepEqual((await pe.precision(rope, 3, { methods: [] })).methods, []);
    });

    test('what is not emulated is refused, for no positions, too', async () => {
      for (const positions of [4, 0]) {
        const scaled = { ...rope, scaling: { type: 'linear', factor: 4 } };
        await refused(pe.precision(scaled, positions), 'not_defined', 'scaling');
        await refused(pe.precision({ encoding: 'sinusoidal', dim: 8, scale: 2 }, positions), 'not_defined', 'scale');
        await refused(pe.precision({ ...rope, base: 0.5 }, positions), 'bad_param', 'base');
      }
    });

    test('bad arguments', async () => {
      await refused(pe.precision(rope, 4, { methods: 'bf16' }), 'bad_argument', 'options.methods');
      const error = await refused(pe.precision(rope, 4, { methods: ['hf-f23'] }), 'bad_argument', 'options.methods[0]');
      assert.match(error.message, /hf-f32/);
      await refused(pe.precision(rope, 4, { methods: Array(11).fill('f64') }), 'bad_argument', 'options.methods');
      await refused(pe.precision(rope, 4, { scores: 1 }), 'bad_argument', 'options.scores');
      await refused(pe.precision(rope, 4, { score: true }), 'bad_argument', 'options.score');
      await refused(pe.precision(rope, [1, NaN]), 'bad_positions', 'positions[1]');
      await refused(pe.precision(rope, { grid: [2, 2] }), 'bad_positions', 'positions');
      await refused(pe.precision(rope, [-(2 ** 53)]), 'bad_positions', 'positions');
      const edge = await pe.precision(rope, [-(2 ** 53)], { scores: false, methods: ['f64'] });
      assert.ok(edge.methods[0].errors[0] > 0);
    });

    test('abort and progress', async () => {
      const seen = [];
      await pe.precision(rope, 300, { methods: ['f64', 'bf16'], onProgress: (fraction) => seen.push(fraction) });
      assert.ok(seen.length > 0);
      assert.deepEqual(
        seen,
        [...seen].sort((a, b) => a - b),
      );
      assert.equal(seen.at(-1), 1);
      const controller = new AbortController();
      const long = pe.precision(rope, 100000, { signal: controller.signal });
      setTimeout(() => controller.abort(new Error('enough')), 30);
      await assert.rejects(long, /enough/);
      assert.equal((await of(pe, 'f64', [0])).errors[0], 0);
    });
  });
}

test('the rows say what they are', () => {
  for (const { id, title, doc, source, exactTo } of precisionMethods) {
    for (const text of [id, title, doc, source]) assert.ok(text.length > 2);
    assert.ok(exactTo >= 256 && exactTo <= 2 ** 53);
  }
});

test('posenc call precision', () => {
  const run = (...args) => JSON.parse(posenc(['call', 'precision', JSON.stringify(args)]).stdout);
  const { positions, methods } = run(rope, [1000, 65520], { methods: ['fp16'] });
  assert.deepEqual(positions, [1000, 65520]);
  assert.equal(digits(methods[0].errors[0]), '2.4e-1');
  assert.equal(methods[0].errors[1], null);
});
