/**
 * Readers of .npy and safetensors: every form that others write, and hostile files, which are refused
 * before anything is allocated. Files are built here, byte by byte; NumPy makes some where it is installed.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, test } from 'node:test';
import { fc } from './support/random.mjs';
import {
  checkedError,
  looksLikePositions,
  npyBytes,
  openTensors,
  parseNpy,
  parseSafetensors,
  readTensors,
  runs,
  safetensorsBytes,
} from './support/posenc.mjs';

const refusedFile = (read, code, field) => {
  try {
    read();
  } catch (error) {
    checkedError(error);
    if (code !== undefined) assert.equal(error.code, code, error.message);
    if (field !== undefined) assert.equal(error.field, field, error.message);
    return error.message;
  }
  return assert.fail('accepted');
};

const npy = (header, data = 0, version = 1) => {
  const body = Buffer.from(header, 'latin1');
  const length = Buffer.alloc(version === 1 ? 2 : 4);
  length.writeUIntLE(body.length, 0, length.length);
  const values = typeof data === 'number' ? Buffer.alloc(data) : Buffer.from(data);
  return new Uint8Array(
    Buffer.concat([Buffer.from('\x93NUMPY', 'latin1'), Buffer.from([version, 0]), length, body, values]),
  );
};
const dict = (shape, descr = "'<f4'", order = 'False') =>
  `{'descr': ${descr}, 'fortran_order': ${order}, 'shape': ${shape}, }\n`;

const safetensors = (header, data = 0, length) => {
  const body = Buffer.from(typeof header === 'string' ? header : JSON.stringify(header));
  const head = Buffer.alloc(8);
  head.writeBigUInt64LE(BigInt(length ?? body.length));
  const values = typeof data === 'number' ? Buffer.alloc(data) : Buffer.from(data);
  return new Uint8Array(Buffer.concat([head, body, values]));
};
const tensor = (shape, offsets, dtype = 'F32') => ({ dtype, shape, data_offsets: offsets });

/** One value in every type: what DataView writes for it, and what has to be read. */
const view = (size, write) => {
  const bytes = new DataView(new ArrayBuffer(size));
  write(bytes);
  return new Uint8Array(bytes.buffer);
};
const types = [
  ['f8', 'F64', (d, le) => d.setFloat64(0, -1 / 3, le), -1 / 3],
  ['f4', 'F32', (d, le) => d.setFloat32(0, 0.1, le), Math.fround(0.1)],
  ['f2', 'F16', (d, le) => d.setUint16(0, 0xc248, le), -3.140625],
  ['i8', 'I64', (d, le) => d.setBigInt64(0, -(2n ** 53n), le), -(2 ** 53)],
  ['i4', 'I32', (d, le) => d.setInt32(0, -(2 ** 31) + 1, le), -(2 ** 31) + 1],
  ['i2', 'I16', (d, le) => d.setInt16(0, -32768, le), -32768],
  ['i1', 'I8', (d) => d.setInt8(0, -128), -128],
  ['u8', 'U64', (d, le) => d.setBigUint64(0, 2n ** 60n, le), 2 ** 60],
  ['u4', 'U32', (d, le) => d.setUint32(0, 2 ** 32 - 1, le), 2 ** 32 - 1],
  ['u2', 'U16', (d, le) => d.setUint16(0, 65534, le), 65534],
  ['u1', 'U8', (d) => d.setUint8(0, 255), 255],
  ['b1', 'BOOL', (d) => d.setUint8(0, 1), 1],
];
const bits = (data) => Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('hex');

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
      refusedFile(() => parseNpy(bytes), code, field);
    }
  });

  test('object arrays say what to do, as do records and bfloat16', () => {
    assert.match(
      refusedFile(() => parseNpy(npy(dict('(1,)', "'|O'"), 8))),
      /pickle.*never read; save/,
    );
    assert.match(
      refusedFile(() => parseNpy(npy(dict('(1,)', "[('x', '<f4')]"), 8))),
      /one field/,
    );
    assert.match(
      refusedFile(() => parseNpy(npy(dict('(1,)', "'<V2'"), 2))),
      /bfloat16.*astype/,
    );
  });

  test('files that NumPy makes', (t) => {
    const python = ['python3', '/usr/bin/python3'].find((name) => spawnSync(name, ['-c', 'import numpy']).status === 0);
    if (!python) return t.skip('python3 with numpy is not installed');
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
    assert.match(
      refusedFile(() => read.data(), 'bad_argument', "tensor 'ids'"),
      /9007199254740993/,
    );
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
      refusedFile(() => parseSafetensors(bytes), code);
    }
    assert.equal(readTensors(many(10_001), { maxTensors: 10_001 }).length, 10_001);
    refusedFile(() => readTensors(many(3), { maxTensors: 2 }), 'too_large');
    refusedFile(() => readTensors(many(3), { maxHeaderBytes: 20 }), 'too_large');
    refusedFile(() => readTensors(many(3), { maxHeaderBytes: 2 ** 25 }), 'too_large', 'options.maxHeaderBytes');
    refusedFile(() => readTensors(many(3), { maxHeaderByte: 20 }), 'bad_argument', 'options.maxHeaderByte');
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

describe('readTensors', () => {
  const table = { data: Float32Array.from({ length: 12 }, (_, i) => i / 7), rows: 4, cols: 3 };

  test('what our own writers wrote, from bytes and from a Blob', async () => {
    for (const bytes of [await npyBytes(table), await safetensorsBytes(table, { spec: '{}' })]) {
      const [[a], [b], [c]] = [readTensors(bytes), readTensors(bytes.buffer), await openTensors(new Blob([bytes]))];
      for (const found of [a, b, c]) {
        const data = await found.data();
        assert.deepEqual([found.rows, found.cols, found.dtype], [4, 3, 'F32']);
        assert.equal(bits(data), bits(table.data));
        assert.equal(data.byteLength, data.buffer.byteLength);
      }
      const shifted = new Uint8Array(bytes.length + 3); // not aligned, a part of a larger memory
      shifted.set(bytes, 3);
      assert.equal(bits(readTensors(shifted.subarray(3))[0].data()), bits(table.data));
      assert.equal(bits(readTensors(Buffer.from(bytes))[0].data()), bits(table.data));
      a.data().fill(0);
      assert.equal(bits(a.data()), bits(table.data)); // each is a copy
    }
  });

  test('which shapes are tables, and in which order they are listed', () => {
    const shapes = {
      list: [6],
      scalar: [],
      'transformer.wpe.weight': [3, 2],
      pos_embed: [1, 6, 1],
      rows_first: [3, 1, 2],
      'a.abs_pos_embed': [1, 3, 1, 2],
      'b.pos_embed': [1, 2, 3, 1],
      cls: [1, 1, 6],
      conv: [2, 3, 2, 2],
      quantised: [6],
      empty: [0, 5],
    };
    let at = 0;
    const header = Object.fromEntries(
      Object.entries(shapes).map(([name, shape]) => {
        const size = shape.reduce((a, b) => a * b, 4);
        return [name, tensor(shape, [at, (at += size)], name === 'quantised' ? 'F8_E4M3' : 'F32')];
      }),
    );
    const tensors = readTensors(safetensors(header, at));
    assert.deepEqual(
      tensors.map(({ name, rows, cols, grid, problem }) => [
        name,
        rows,
        cols,
        ...(grid ? [grid] : []),
        ...(problem ? [problem] : []),
      ]),
      [
        ['transformer.wpe.weight', 3, 2],
        ['pos_embed', 6, 1],
        ['a.abs_pos_embed', 3, 2],
        ['b.pos_embed', 6, 1, [2, 3]],
        ['list', 6, 1],
        ['scalar', 1, 1],
        ['rows_first', 3, 2],
        ['cls', 1, 6],
        ['empty', 0, 5],
        ['conv', 0, 0, 'the shape (2, 3, 2, 2) is no table'],
        ['quantised', 0, 0, 'the type F8_E4M3 is not read'],
      ],
    );
    for (const { data, rows, cols, problem } of tensors) {
      if (problem) assert.match(refusedFile(data, 'bad_shape'), new RegExp(problem.replace(/[()]/g, '.')));
      else assert.equal(data().length, rows * cols);
    }
  });

  test('names of position tables in published checkpoints', () => {
    for (const name of [
      'wpe.weight',
      'transformer.wpe.weight',
      'transformer/wpe/embedding',
      'bert.embeddings.position_embeddings.weight',
      'vit.embeddings.position_embeddings',
      'text_model.embeddings.position_embedding.weight',
      'positional_embedding',
      'visual.positional_embedding',
      'model.decoder.embed_positions.weight',
      'pos_embed',
      'decoder_pos_embed',
      'encoder.pos_embedding',
      'Transformer/posembed_input/pos_embedding',
      'absolute_pos_embed',
      'layers.0.blocks.1.attn.relative_position_bias_table',
      'encoder.block.0.layer.0.SelfAttention.relative_attention_bias.weight',
      'image_encoder.blocks.3.attn.rel_pos_h',
      'deberta.encoder.rel_embeddings.weight',
      'model.row_embeddings.weight',
      'pos_encoder.pe',
      'positionEmbeddings',
    ])
      assert.ok(looksLikePositions(name), name);
    for (const name of [
      '',
      'wte.weight',
      'embeddings.word_embeddings.weight',
      'embeddings.position_ids',
      'attn.relative_position_index',
      'pos_embed.proj.weight',
      'position_projection.weight',
      'model.embed_tokens.weight',
      'rotary_emb.inv_freq',
      'h.0.attn.c_attn.weight',
      'type.embeddings',
      'composition.weight',
    ])
      assert.ok(!looksLikePositions(name), name);
  });

  test('other files are refused, with what to do', () => {
    const begins = (...start) => Uint8Array.from([...start, ...new Array(100).fill(0)]);
    for (const [bytes, says] of [
      [begins(0x50, 0x4b, 3, 4, 0x14), /zip.*\.pt.*safetensors\.torch\.save_file.*numpy\.save/],
      [begins(0x80, 2, 0x8a, 10), /pickle.*save_file/],
      [begins(0x80, 4, 0x95), /pickle.*save_file/],
      [begins(0x89, 0x48, 0x44, 0x46, 0x0d, 0x0a), /HDF5/],
      [begins(0x47, 0x47, 0x55, 0x46, 3), /GGUF/],
      [begins(0x1f, 0x8b, 8), /unpack/],
      [begins(), /neither/],
      [new Uint8Array(0), /neither/],
    ]) {
      assert.match(
        refusedFile(() => readTensors(bytes), 'bad_argument', 'bytes'),
        says,
      );
    }
    // 640 = 0x0280: the length of a header, not the beginning of a pickle
    assert.equal(readTensors(safetensors(JSON.stringify({ a: tensor([1], [0, 4]) }).padEnd(640), 4))[0].name, 'a');
  });

  test('arguments that are no bytes', async () => {
    for (const bytes of [
      undefined,
      null,
      'x',
      5,
      {},
      [],
      new Float32Array(4),
      { [Symbol.toStringTag]: 'ArrayBuffer', length: 2 ** 40 },
      new DataView(new ArrayBuffer(8)),
    ])
      refusedFile(() => readTensors(bytes), 'bad_argument', 'bytes');
    for (const options of [5, null, [], { maxTensors: -1 }, { maxTensors: '5' }])
      refusedFile(() => readTensors(oneNumber, options), 'bad_argument');
    for (const file of [undefined, null, {}, { size: -1 }, { size: NaN }])
      checkedError(await openTensors(file).catch((error) => error));
  });
  const oneNumber = npy(dict('(1,)'), 4);

  test('a file reads only its header and the tensor asked for, and may fail', async () => {
    const bytes = safetensors({ a: tensor([1000], [0, 4000]), pos_embed: tensor([500, 2], [4000, 8000]) }, 8000);
    const parts = [];
    const blob = new Blob([bytes]);
    const file = { size: bytes.length, slice: (begin, end) => (parts.push([begin, end]), blob.slice(begin, end)) };
    const [first] = await openTensors(file, { maxHeaderBytes: 200 });
    assert.equal(first.name, 'pos_embed');
    await first.data();
    const start = bytes.length - 4000;
    assert.deepEqual(parts, [
      [0, Math.min(bytes.length, 10_012)],
      [start, bytes.length],
    ]);
    for (const slice of [
      () => ({ arrayBuffer: () => Promise.reject(new Error('it moved')) }),
      () => {
        throw new Error('it moved');
      },
      () => ({ arrayBuffer: () => Promise.resolve(new ArrayBuffer(3)) }),
    ]) {
      const error = checkedError(await openTensors({ size: 100, slice }).catch((thrown) => thrown));
      assert.equal(error.code, 'io');
    }
  });
});

describe('mutated files are read or refused', () => {
  const small = { data: Float32Array.from({ length: 8 }, (_, i) => i), rows: 4, cols: 2 };
  const texts = [
    '0',
    '9',
    '(',
    ')',
    ',',
    "'",
    '"',
    '{',
    '}',
    ':',
    '<',
    'O',
    '99999999999999999',
    '-1',
    'null',
    '\\u0000',
  ];

  test(`${runs(2000)} mutations of each of several files`, async () => {
    const seeds = [
      await npyBytes(small),
      npy(dict('(2, 3)', "'>f8'", 'True'), 48, 3),
      npy(dict('(2, 2)', "'<i8'"), 32, 2),
      await safetensorsBytes(small, { spec: '{}' }),
      safetensors(
        {
          a: tensor([2, 3], [0, 12], 'F16'),
          b: tensor([1, 2, 2, 1], [12, 20], 'BF16'),
          c: tensor([1], [20, 28], 'I64'),
        },
        28,
      ),
    ];
    for (const seed of seeds) {
      fc.assert(
        fc.property(
          fc.array(fc.tuple(fc.nat(seed.length - 1), fc.oneof(fc.nat(255), fc.constantFrom(...texts))), {
            minLength: 1,
            maxLength: 4,
          }),
          fc.nat(4 * seed.length),
          (edits, cut) => {
            let bytes = Buffer.from(seed.subarray(0, Math.min(cut, seed.length)));
            for (const [at, edit] of edits) {
              if (typeof edit === 'number')
                bytes[at] = edit; // beyond the end: no change
              else bytes = Buffer.concat([bytes.subarray(0, at), Buffer.from(edit), bytes.subarray(at)]);
            }
            let tensors;
            try {
              tensors = readTensors(bytes);
            } catch (error) {
              checkedError(error);
              return;
            }
            let given = 0;
            for (const { rows, cols, shape, data } of tensors) {
              assert.ok([rows, cols, ...shape].every((n) => Number.isSafeInteger(n) && n >= 0));
              try {
                const numbers = data();
                assert.equal(numbers.length, rows * cols);
                given += numbers.length;
              } catch (error) {
                checkedError(error);
              }
            }
            assert.ok(given <= bytes.length); // no more numbers than bytes: at most 8 bytes are allocated for one
          },
        ),
        { numRuns: runs(2000) },
      );
    }
  });
});
