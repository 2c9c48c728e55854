/**
 * Cosines and sines as engines store them: every type and layout compared with the table, the bits of golden data and
 * an independent rounding; and the files of `posenc table --as`, read by another reader.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { posenc } from './support/command-line.mjs';
import { goldenFile } from './support/golden.mjs';
import { pe } from './support/instance.mjs';
import { folder } from './support/own-folder.mjs';
import { allModes, create, parseNpy, readTensors, refused } from './support/posenc.mjs';

const rope = { encoding: 'rope', dim: 16, base: 5e5 };
const yarn = { ...rope, layout: 'interleaved', scaling: { type: 'yarn', factor: 32, originalContext: 4096 } };
const formats = { bf16: { fraction: 7, least: -126 }, f16: { fraction: 10, least: -14 } };
const dtypes = ['f32', 'f64', 'f16', 'bf16'];

/** The bits of f16 and bf16, in any array type. */
const bitsOf = (array) =>
  array.BYTES_PER_ELEMENT === 2 ? new Uint16Array(array.buffer, array.byteOffset, array.length) : array;
function numberOf({ fraction, least }, bits) {
  const [field, rest] = [(bits & 0x7fff) >> fraction, bits % 2 ** fraction];
  const size = field === 0 ? rest * 2 ** (least - fraction) : (1 + rest / 2 ** fraction) * 2 ** (least + field - 1);
  return bits >> 15 ? -size : size;
}
/** The cosines and then the sines of a row of table(). */
const pairsOf = ({ layout }, row) =>
  layout === 'interleaved'
    ? [row.filter((_, c) => c % 2 === 0), row.filter((_, c) => c % 2 === 1)]
    : [row.slice(0, row.length / 2), row.slice(row.length / 2)];
const rowsOf = (data, cols) =>
  Array.from({ length: data.length / cols }, (_, r) => data.slice(r * cols, (r + 1) * cols));
const twice = (row) => [...row, ...row];
const repeated = (row) => [...row].flatMap((x) => [x, x]);

for (const { mode, options } of allModes) {
  describe(`cosSin, ${mode}`, () => {
    let pe;
    before(async () => (pe = await create(options)));
    after(() => pe.dispose());

    test('f32 and f64 have the bits of the table; all layouts hold the same numbers', async () => {
      for (const spec of [rope, yarn, { ...rope, rotaryDim: 6 }, { encoding: 'p-rope', dim: 16 }])
        for (const dtype of dtypes) {
          const { cos, sin, rows, cols } = await pe.cosSin(spec, 5, 9, { dtype });
          const [c, s] = [rowsOf(bitsOf(cos), cols), rowsOf(bitsOf(sin), cols)];
          assert.equal(rows, 9);
          if (dtype === 'f32' || dtype === 'f64') {
            const table = await pe.table(spec, { start: 5, count: 9 }, { dtype });
            const split = rowsOf(table.data, table.cols).map((row) => pairsOf(spec, row));
            assert.deepEqual(
              [c, s],
              [split.map(([one]) => one), split.map(([, other]) => other)],
              `${spec.encoding} ${dtype}`,
            );
          }
          const { data } = await pe.cosSin(spec, 5, 9, { dtype, layout: 'concatenated' });
          assert.deepEqual(
            [...bitsOf(data)],
            c.flatMap((row, r) => [...row, ...s[r]]),
          );
          for (const [layout, spread] of [
            ['doubled', twice],
            ['repeated', repeated],
          ]) {
            const made = await pe.cosSin(spec, 5, 9, { dtype, layout });
            assert.equal(made.cols, 2 * cols);
            assert.deepEqual([...bitsOf(made.cos)], c.flatMap(spread));
            assert.deepEqual([...bitsOf(made.sin)], s.flatMap(spread));
          }
        }
    });

    test('into arrays of the caller: the same numbers in the same arrays, parts of larger ones too', async () => {
      for (const dtype of dtypes)
        for (const layout of ['half', 'concatenated', 'doubled', 'repeated']) {
          const made = await pe.cosSin(yarn, 7, 50, { dtype, layout });
          const names = layout === 'concatenated' ? ['data'] : ['cos', 'sin'];
          const into = Object.fromEntries(
            names.map((name) => {
              const { constructor: type, length } = made[name];
              return [name, new type(length + 8).subarray(4, length + 4)];
            }),
          );
          const { rows, cols, ...arrays } = await pe.cosSin(yarn, 7, 50, { dtype, layout, into });
          assert.deepEqual([rows, cols], [50, made.cols]);
          for (const name of names) {
            assert.equal(arrays[name], into[name]);
            assert.deepEqual(arrays[name], made[name]);
            const around = new made[name].constructor(into[name].buffer);
            assert.ok([...around.subarray(0, 4), ...around.subarray(-4)].every((x) => x === 0));
          }
        }
    });

    test('into: other classes, lengths and names are refused, with the field', async () => {
      const four = () => new Float32Array(16);
      const at = (into, more) => pe.cosSin(rope, 0, 2, { into, ...more });
      await refused(at({ cos: four(), sin: new Float32Array(15) }), 'bad_shape', 'options.into.sin');
      await refused(at({ cos: four(), sin: new Float64Array(16) }), 'bad_argument', 'options.into.sin');
      await refused(at({ cos: four() }), 'bad_argument', 'options.into.sin');
      await refused(at({ data: four() }), 'bad_argument', 'options.into.data');
      await refused(at(four()), 'bad_argument', 'options.into');
      await refused(at({ cos: four(), sin: four() }, { layout: 'concatenated' }), 'bad_argument', 'options.into.cos');
      const shared = new Float32Array(20);
      const overlapping = { cos: shared.subarray(0, 16), sin: shared.subarray(4) };
      await refused(at(overlapping), 'bad_argument', 'options.into');
      await refused(at({ cos: four(), sin: four() }, { dtype: 'bf16' }), 'bad_argument', 'options.into.cos');
    });

    test('the class of the array', async () => {
      const classes = { f32: 'Float32Array', f64: 'Float64Array', bf16: 'Uint16Array' };
      classes.f16 = globalThis.Float16Array ? 'Float16Array' : 'Uint16Array';
      for (const dtype of dtypes) {
        const { cos } = await pe.cosSin(rope, 0, 2, { dtype });
        assert.equal(Object.prototype.toString.call(cos), `[object ${classes[dtype]}]`);
      }
    });
  });
}

describe('cosSin', () => {
  test('16 bits: no other number is nearer to the float64 value, which is within 1 ulp', async () => {
    for (const [dtype, format] of Object.entries(formats))
      for (const start of [0, 2 ** 20, 2 ** 40]) {
        const exact = await pe.cosSin(yarn, start, 2000, { dtype: 'f64' });
        const made = await pe.cosSin(yarn, start, 2000, { dtype });
        for (const name of ['cos', 'sin'])
          bitsOf(made[name]).forEach((bits, i) => {
            const x = exact[name][i];
            const away = (of) => Math.abs(numberOf(format, of) - x);
            const slack = Math.abs(x) * 2 ** -51;
            const nearer = [bits - 1, bits + 1].some(
              (other) => other % 0x8000 >= 0 && away(other) < away(bits) - slack,
            );
            assert.ok(!nearer, `${dtype} at ${start}, ${name}[${i}]: ${bits} for ${x}`);
          });
      }
  });

  test('16 bits where float32 lies halfway: the golden numbers', async () => {
    const { params, inputs, expected } = goldenFile('rope_16bit_halfway');
    for (const [dtype, { positions, pairs, sine }] of Object.entries(inputs)) {
      for (const [k, position] of positions.entries()) {
        const made = await pe.cosSin({ encoding: 'rope', ...params }, position, 1, { dtype });
        const bits = bitsOf(sine[k] ? made.sin : made.cos)[pairs[k]];
        assert.equal(numberOf(formats[dtype], bits), expected[dtype][k], `${dtype} ${position} ${pairs[k]}`);
      }
    }
  });

  test('a large amplitude: float16 overflows to infinity, and what is tiny goes to zero with its sign', async () => {
    const factors = Array(8).fill(1);
    const of = (attentionFactor) => ({
      ...rope,
      scaling: { type: 'longrope', originalContext: 4096, attentionFactor, shortFactor: factors, longFactor: factors },
    });
    const large = await pe.cosSin(of(1e5), 0, 1, { dtype: 'f16' });
    assert.equal(bitsOf(large.cos)[0], 0x7c00);
    const tiny = await pe.cosSin(of(1e-9), 2, 1, { dtype: 'f16' });
    assert.deepEqual([bitsOf(tiny.cos)[0], bitsOf(tiny.sin)[0]], [0x8000, 0]); // cos 2 < 0 < sin 2
    assert.ok(numberOf(formats.bf16, bitsOf((await pe.cosSin(of(1e-9), 2, 1, { dtype: 'bf16' })).cos)[0]) < 0);
  });

  test('what has none, or positions that are none', async () => {
    await refused(pe.cosSin({ encoding: 'sinusoidal', dim: 8 }, 0, 1), 'not_defined', 'encoding');
    await refused(pe.cosSin({ encoding: 'mrope', dim: 128 }, 0, 0), 'not_defined', 'encoding');
    await refused(pe.cosSin({ encoding: 'xpos', dim: 8 }, 0, 1), 'not_defined', 'encoding');
    await refused(pe.cosSin(rope, -1, 1), 'bad_argument', 'start');
    await refused(pe.cosSin(rope, 0, 1.5), 'bad_argument', 'count');
    await refused(pe.cosSin(rope, 2 ** 53 - 1, 3), 'bad_positions', 'count');
    await refused(pe.cosSin(rope, 0, 2 ** 40), 'too_large', 'count');
    await refused(pe.cosSin(rope, 0, 1, { dtype: 'f8' }), 'bad_argument', 'options.dtype');
    await refused(pe.cosSin(rope, 0, 1, { layout: 'interleaved' }), 'bad_argument', 'options.layout');
    assert.equal((await pe.cosSin(rope, 2 ** 53 - 1, 2)).rows, 2);
  });
});

describe('posenc table --as', () => {
  const run = (...args) => {
    const { stderr, status } = posenc(['table', JSON.stringify(yarn), ...args]);
    return { stderr, status };
  };

  test('safetensors: names, shapes and numbers of each layout', async () => {
    const out = join(folder, 'cache.safetensors');
    for (const [as, dtype, layout, names] of [
      ['ort-cache', 'f16', 'half', ['cos_cache', 'sin_cache']],
      ['vllm-cache', 'bf16', 'concatenated', ['cos_sin_cache']],
      ['transformers', 'f32', 'doubled', ['cos', 'sin']],
      ['repeated', 'f64', 'repeated', ['cos', 'sin']],
    ]) {
      const args = ['--as', as, '--positions', '100:700', '--dtype', dtype, '--out', out];
      assert.deepEqual(run(...args), { stderr: '', status: 0 });
      const made = await pe.cosSin(yarn, 100, 600, { dtype, layout });
      const tensors = readTensors(readFileSync(out));
      assert.deepEqual(
        tensors.map(({ name, dtype: type, shape }) => [name, type, shape]),
        names.map((name) => [name, dtype.toUpperCase(), [600, made.cols]]),
      );
      for (const [i, tensor] of tensors.entries()) {
        const array = bitsOf([made.data ?? made.cos, made.sin][i]);
        const want = formats[dtype] ? Array.from(array, (bits) => numberOf(formats[dtype], bits)) : [...array];
        assert.deepEqual([...(await tensor.data())], want, `${as} ${tensor.name}`);
      }
    }
  });

  test('npy holds one array, of the types of NumPy', async () => {
    const out = join(folder, 'cache.npy');
    const args = ['--as', 'vllm-cache', '--positions', '0:50'];
    assert.deepEqual(run(...args, '--out', out), { stderr: '', status: 0 });
    const { shape, data } = parseNpy(readFileSync(out));
    assert.deepEqual([shape, data], [[50, 16], (await pe.cosSin(yarn, 0, 50, { layout: 'concatenated' })).data]);
    assert.deepEqual(run(...args, '--dtype', 'f16', '--out', out), { stderr: '', status: 0 });
    const [half] = readTensors(readFileSync(out));
    const bits = bitsOf((await pe.cosSin(yarn, 0, 50, { dtype: 'f16', layout: 'concatenated' })).data);
    assert.deepEqual(
      [...(await half.data())],
      Array.from(bits, (one) => numberOf(formats.f16, one)),
    );
    for (const [more, field, hint] of [
      [[...args, '--dtype', 'bf16', '--out', out], '--dtype', 'safetensors'],
      [['--as', 'ort-cache', '--positions', '0:50', '--out', out], '--out', 'safetensors'],
      [[...args, '--out', join(folder, 'cache.csv')], '--out', 'safetensors'],
      [['--as', 'vllm-cache', '--positions', '0:50:2', '--out', out], '--positions', 'start:stop'],
      [[...args, '--workers', '2', '--out', out], '--workers', 'no effect'],
      [['--as', 'vllm', '--positions', '0:50', '--out', out], '--as', 'vllm-cache'],
      [['--positions', '0:50', '--dtype', 'bf16', '--out', out], '--dtype', '--as'],
    ]) {
      const { stderr, status } = run(...more);
      assert.equal(status, 2, stderr);
      assert.ok(stderr.includes(`bad_argument (${field})`) && stderr.includes(hint), stderr);
    }
  });
});
