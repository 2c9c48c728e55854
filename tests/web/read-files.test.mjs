/**
 * Readers of .npy and safetensors: every form that other programs write, and hostile files, which are rejected before
 * any allocation. NumPy makes some if installed.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, test } from 'node:test';
import { parseNpy, parseSafetensors, readTensors, throwsPosencError } from './support/posenc.mjs';
import { npy, dict, safetensors, tensor, view, types, bits } from './support/tensor-files.mjs';
import { pythonWith } from '../../web/tools/pythons.mjs';

describe('npy', () => {
  test('every type, both byte orders, versions 1 to 3', () => {
    for (const [name, dtype, write, value] of types) {
      for (const order of ['<', '>', '|', '']) {
        for (const version of [1, 2, 3]) {
          const data = view(Number(name[1]), (d) => write(d, order !== '>'));
          const [array] = readTensors(npy(dict('(1,)', `'${order}${name}'`), data, version));
          assert.deepEqual([...array.data()], [value], `${order}${name}`);
          assert.deepEqual([array.dtype, array.rows, array.cols, array.name], [dtype, 1, 1, '']);
        }
      }
    }
  });

  test('shapes and the spellings that NumPy and others use', () => {
    assert.deepEqual(parseNpy(npy(dict('(3,)'), 12)).shape, [3]);
    assert.deepEqual(parseNpy(npy(dict('()'), 4)).shape, []);
    assert.deepEqual(parseNpy(npy(dict('(2, 0, 5)'), 0)).shape, [2, 0, 5]);
    assert.deepEqual(parseNpy(npy(dict('(2,)', "'<f4'", 'True'), 8)).shape, [2]);
    assert.deepEqual(parseNpy(npy("{'shape': (1,), 'fortran_order': False, 'descr': '<f8'}\n", 8, 2)).dtype, 'f64');
    assert.deepEqual(parseNpy(npy(dict('(3L, 2L)'), 24)).shape, [3, 2]); // Python 2
    assert.deepEqual(parseNpy(npy('{"descr":"<f4","fortran_order":False,"shape":(3,2)}', 24)).shape, [3, 2]);
  });

  test('Fortran order', () => {
    const numbers = (n) => new Uint8Array(Float32Array.from({ length: n }, (_, i) => i).buffer);
    const fortran = (shape, n) => [...parseNpy(npy(dict(shape, "'<f4'", 'True'), numbers(n))).data];
    assert.deepEqual(fortran('(2, 3)', 6), [0, 2, 4, 1, 3, 5]);
    assert.deepEqual(fortran('(1, 3)', 3), [0, 1, 2]);
    // np.arange(24).reshape((2, 3, 4), order='F').ravel()
    assert.deepEqual(
      fortran('(2, 3, 4)', 24),
      [0, 6, 12, 18, 2, 8, 14, 20, 4, 10, 16, 22, 1, 7, 13, 19, 3, 9, 15, 21, 5, 11, 17, 23],
    );
    assert.deepEqual(fortran('(2, 0)', 0), []);
  });

  test('hostile headers', () => {
    for (const [bytes, code, field] of [
      [new Uint8Array(0), 'bad_argument', 'npy'],
      [new Uint8Array(9), 'bad_argument', 'npy'],
      [npy(dict('(3,)'), 11), 'bad_shape', 'npy.shape'],
      [npy(dict('(3,)'), 13), 'bad_shape', 'npy.shape'],
      [npy(dict('(4194305, 4194305, 211106198978564)'), 16), 'bad_shape', 'npy.shape'],
      [npy(dict('(0, 9007199254740991, 9007199254740991)'), 1), 'bad_shape', 'npy.shape'],
      [npy(dict('(18446744073709551616,)'), 16), 'too_large', 'npy.shape'],
      [npy(dict('(99999999999999999999,)'), 16), 'too_large', 'npy.shape'],
      [npy(dict(`(${'9'.repeat(41)},)`), 16), 'too_large', 'npy.shape'],
      [npy(dict('(-1,)'), 0), 'bad_argument', 'npy'],
      [npy(dict('(3,)', "'|O'"), 12), 'bad_argument', 'npy.descr'],
      [npy(dict('(3,)', "'O8'"), 24), 'bad_argument', 'npy.descr'],
      [npy(dict('(3,)', "'<V2'"), 6), 'bad_argument', 'npy.descr'],
      [npy(dict('(3,)', "'<c8'"), 24), 'bad_argument', 'npy.descr'],
      [npy(dict('(3,)', "'<f16'"), 48), 'bad_argument', 'npy.descr'],
      [npy(dict('(3,)', "'toString'"), 12), 'bad_argument', 'npy.descr'],
      [npy(dict('(3,)', "[('a', '<f4')]"), 12), 'bad_argument', 'npy.descr'],
      [npy(dict('(3,)', "'<f4\\''"), 12), 'bad_argument', 'npy'],
      [npy(dict(`(${'1,'.repeat(9)})`), 4), 'too_large', 'npy.shape'],
      [npy(dict('(1 2)'), 8), 'bad_argument', 'npy'],
      [npy(dict('(,)'), 4), 'bad_argument', 'npy'],
      [npy(dict('(1.0,)'), 4), 'bad_argument', 'npy'],
      [npy(dict('(3,)').replace('}', "'descr': '<f4'}"), 12), 'bad_argument', 'npy'],
      [npy(dict('(3,)').replace('}', "'evil': 1}"), 12), 'bad_argument', 'npy'],
      [npy("{'descr': '<f4', 'shape': (3,)}", 12), 'bad_argument', 'npy'],
      [npy("{'descr': '<f4' 'shape': (3,), 'fortran_order': False}", 12), 'bad_argument', 'npy'],
      [npy('__import__("os")', 0), 'bad_argument', 'npy'],
      [npy('{', 0), 'bad_argument', 'npy'],
      [npy(' '.repeat(10_001), 0), 'too_large', 'npy'],
      [npy(`${dict('(1,)')}${' '.repeat(3)}x`, 4), 'bad_argument', 'npy'],
      [npy(dict('(1,)'), 4, 4), 'bad_argument', 'npy'],
      [npy(dict('(1,)'), 4, 0), 'bad_argument', 'npy'],
      [npy(dict('(1,)'), 4).subarray(0, 40), 'bad_argument', 'npy'],
    ]) {
      throwsPosencError(() => parseNpy(bytes), code, field);
    }
  });

  test('object arrays say what to do, as do records and bfloat16', () => {
    throwsPosencError(() => parseNpy(npy(dict('(1,)', "'|O'"), 8)), undefined, undefined, /pickle.*never read; save/);
    throwsPosencError(() => parseNpy(npy(dict('(1,)', "[('x', '<f4')]"), 8)), undefined, undefined, /one field/);
    throwsPosencError(() => parseNpy(npy(dict('(1,)', "'<V2'"), 2)), undefined, undefined, /bfloat16.*astype/);
  });

  test('files that NumPy makes', () => {
    const python = pythonWith('numpy');
    assert.ok(python, 'python3 with numpy is not installed');
    const script = `
import io, json, sys, numpy as np
out = []
rng = np.random.default_rng(1)
for code in ['<f8', '>f8', '<f4', '>f4', '<f2', '>f2', '<i8', '>i4', '<i2', '|i1', '>u8', '<u4', '>u2', '|u1', '|b1']:
    for shape in [(), (5,), (3, 4), (1, 3, 4), (2, 3, 4)]:
        for order in 'CF':
            array = np.asarray(np.array(abs(rng.normal(size=shape)) * 40, dtype=np.float32).astype(np.int8) if code[1] != 'f'
                               else rng.normal(size=shape)).astype(code)
            array = np.asarray(array, order=order)
            for version in [(1, 0), (2, 0), (3, 0)]:
                file = io.BytesIO()
                np.lib.format.write_array(file, array, version=version)
                out.append([code, list(shape), file.getvalue().hex(), array.astype('<f8').tobytes(order='C').hex()])
print(json.dumps(out))`;
    const { stdout, stderr } = spawnSync(python, ['-c', script], { encoding: 'utf8', maxBuffer: 2 ** 28 });
    assert.equal(stderr, '');
    const files = JSON.parse(stdout);
    assert.equal(files.length, 15 * 5 * 2 * 3);
    for (const [code, shape, file, numbers] of files) {
      const array = parseNpy(Buffer.from(file, 'hex'));
      assert.deepEqual(array.shape, shape);
      assert.equal(bits(Float64Array.from(array.data)), numbers, `${code} (${shape})`);
    }
  });
});

describe('safetensors', () => {
  test('every type; bfloat16 and every half-precision number', () => {
    for (const [, dtype, write, value] of types) {
      const data = view({ F64: 8, I64: 8, U64: 8, F32: 4, I32: 4, U32: 4, I8: 1, U8: 1, BOOL: 1 }[dtype] ?? 2, (d) =>
        write(d, true),
      );
      const [read] = readTensors(safetensors({ a: tensor([1], [0, data.length], dtype) }, data));
      assert.deepEqual([...read.data()], [value], dtype);
    }
    const all = new Uint8Array(Uint16Array.from({ length: 65536 }, (_, i) => i).buffer);
    const of = (dtype) => readTensors(safetensors({ a: tensor([65536], [0, 131072], dtype) }, all))[0].data();
    const brain = new Uint32Array(of('BF16').buffer);
    assert.ok(brain.every((word, i) => word === i * 65536));
    // the definition, in another form than the reader's
    of('F16').forEach((number, i) => {
      const [exponent, fraction] = [(i >> 10) & 31, i % 1024];
      const size =
        exponent === 31
          ? fraction
            ? NaN
            : Infinity
          : exponent
            ? (1 + fraction / 1024) * 2 ** (exponent - 15)
            : fraction * 2 ** -24;
      assert.ok(Object.is(number, i >= 32768 && !Number.isNaN(size) ? -size : size), `${i}: ${number}`);
    });
  });

  test('integers that no float64 holds are refused, with the value', () => {
    const data = view(8, (d) => d.setBigInt64(0, 2n ** 53n + 1n, true));
    const [read] = readTensors(safetensors({ ids: tensor([1], [0, 8], 'I64') }, data));
    throwsPosencError(() => read.data(), 'bad_argument', "tensor 'ids'", /9007199254740993/);
  });

  test('forms that others write', () => {
    const { tensors } = parseSafetensors(
      safetensors(
        { b: tensor([1], [8, 12]), a: tensor([2], [0, 8]), s: tensor([], [12, 16]), none: tensor([0, 3], [16, 16]) },
        16,
      ),
    );
    assert.deepEqual(Object.keys(tensors).sort(), ['a', 'b', 'none', 's']);
    assert.deepEqual(Object.keys(parseSafetensors(safetensors({}, 0)).tensors), []);
    assert.deepEqual(readTensors(safetensors(`${JSON.stringify({ a: tensor([1], [0, 4]) })}      `, 4)).length, 1);
  });

  test('hostile headers', () => {
    const many = (n) =>
      safetensors(Object.fromEntries(Array.from({ length: n }, (_, i) => [`t${i}`, tensor([0], [0, 0])])));
    for (const [bytes, code] of [
      [new Uint8Array(0), 'bad_argument'],
      [new Uint8Array(7), 'bad_argument'],
      [safetensors({}, 0, 2 ** 40), 'too_large'],
      [safetensors({}, 0, 2n ** 64n - 1n), 'too_large'],
      [safetensors({}, 0, 3), 'bad_argument'],
      [safetensors('[]'), 'bad_json'],
      [safetensors('{"a":'), 'bad_json'],
      [safetensors('null'), 'bad_json'],
      [safetensors(''), 'bad_json'],
      [safetensors('{"a":1}'), 'bad_argument'],
      [safetensors({}, 1), 'bad_shape'],
      [safetensors({ a: tensor([2], [0, 8]) }, 7), 'bad_shape'],
      [safetensors({ a: tensor([2], [0, 8]) }, 9), 'bad_shape'],
      [safetensors({ a: tensor([2], [4, 12]) }, 12), 'bad_shape'],
      [safetensors({ a: tensor([2], [0, 8]), b: tensor([2], [4, 12]) }, 12), 'bad_shape'],
      [safetensors({ a: tensor([2], [0, 8]), b: tensor([0], [4, 4]) }, 8), 'bad_shape'], // an empty one inside another
      [safetensors({ a: tensor([2], [0, 8]), b: tensor([1], [12, 16]) }, 16), 'bad_shape'],
      [safetensors({ a: tensor([4194305, 4194305, 211106198978564], [0, 16]) }, 16), 'bad_shape'],
      [safetensors({ a: tensor([0], [2 ** 53 - 1, 2 ** 53 - 1]) }, 0), 'bad_shape'],
      [safetensors({ a: tensor([-1], [0, 4]) }, 4), 'bad_shape'],
      [safetensors({ a: tensor([1.5], [0, 6]) }, 6), 'bad_shape'],
      [safetensors({ a: tensor([1], [0, '4']) }, 4), 'bad_shape'],
      [safetensors({ a: tensor([1], [4, 0]) }, 4), 'bad_shape'],
      [safetensors({ a: tensor([1], [4, 0], 'F4') }, 4), 'bad_shape'],
      [safetensors({ a: tensor([1], [0, 4, 8]) }, 4), 'bad_shape'],
      [safetensors({ a: tensor([1], [0, 4], 'F16') }, 4), 'bad_shape'],
      [safetensors({ a: tensor([1], [0, 4], 32) }, 4), 'bad_argument'],
      [safetensors({ a: { ...tensor([1], [0, 4]), more: 1 } }, 4), 'bad_argument'],
      [safetensors('{"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4],"__proto__":{}}}', 4), 'bad_argument'],
      [safetensors({ a: tensor(new Array(9).fill(1), [0, 4]) }, 4), 'too_large'],
      [
        safetensors(
          '{"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]},"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}}',
          4,
        ),
        'bad_json',
      ],
      [safetensors({ __metadata__: { a: 1 } }), 'bad_argument'],
      [safetensors({ __metadata__: [] }), 'bad_argument'],
      [many(10_001), 'too_large'],
      [safetensors(`{"a":"${'x'.repeat(1_000_001)}"}`), 'too_large'],
      [safetensors(`{"a":${'['.repeat(100)}${']'.repeat(100)}}`), 'bad_json'],
      [
        new Uint8Array(Buffer.concat([Buffer.from([3, 0, 0, 0, 0, 0, 0, 0]), Buffer.from([0x7b, 0xff, 0x7d])])),
        'bad_json',
      ],
    ]) {
      throwsPosencError(() => parseSafetensors(bytes), code);
    }
    assert.equal(readTensors(many(10_001), { maxTensors: 10_001 }).length, 10_001);
    throwsPosencError(() => readTensors(many(3), { maxTensors: 2 }), 'too_large');
    throwsPosencError(() => readTensors(many(3), { maxHeaderBytes: 20 }), 'too_large');
    throwsPosencError(() => readTensors(many(3), { maxHeaderBytes: 2 ** 25 }), 'too_large', 'options.maxHeaderBytes');
    throwsPosencError(() => readTensors(many(3), { maxHeaderByte: 20 }), 'bad_argument', 'options.maxHeaderByte');
  });

  test('names that pollute prototypes are only names', () => {
    const entry = JSON.stringify(tensor([0], [0, 0]));
    const bytes = safetensors(`{"__proto__":${entry},"constructor":${entry},"__metadata__":{"__proto__":"x"}}`);
    assert.deepEqual(Object.keys(parseSafetensors(bytes).tensors).sort(), ['__proto__', 'constructor']);
    assert.deepEqual(
      readTensors(bytes)
        .map(({ name }) => name)
        .sort(),
      ['__proto__', 'constructor'],
    );
    assert.deepEqual(Object.keys(parseSafetensors(bytes).metadata), ['__proto__']);
    assert.equal({}.polluted, undefined);
  });
});
