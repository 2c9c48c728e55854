/**
 * The reader of GGUF headers: every type of value, both byte orders, long values that are skipped, files of any size,
 * and hostile ones. support/gguf.mjs makes the files.
 */
import assert from 'node:assert/strict';
import { openAsBlob, statSync, truncateSync } from 'node:fs';
import { describe, test } from 'node:test';
import { gguf, llamaKeys, scalarTypes, watched } from './support/gguf.mjs';
import { checkedError, openGguf, readGguf, runs, throwsPosencError } from './support/posenc.mjs';
import { random } from './support/random.mjs';
import { file } from './support/own-folder.mjs';

const refused = (bytes, ...error) => throwsPosencError(() => readGguf(bytes), ...error);

/** For every type: a value to write, and the value to be read. */
const values = {
  u8: [200, 200],
  i8: [-100, -100],
  u16: [65535, 65535],
  i16: [-32768, -32768],
  u32: [2 ** 32 - 1, 2 ** 32 - 1],
  i32: [-(2 ** 31), -(2 ** 31)],
  f32: [0.1, Math.fround(0.1)],
  bool: [true, true],
  str: ['Überlänge', 'Überlänge'],
  u64: [2n ** 63n, 2n ** 63n],
  i64: [-(2n ** 53n) + 1n, -(2 ** 53) + 1],
  f64: [-1 / 3, -1 / 3],
};

describe('what is read', () => {
  test('every type of value, alone and in lists, versions 2 and 3, both byte orders', () => {
    assert.deepEqual(Object.keys(values), scalarTypes);
    for (const version of [2, 3])
      for (const bigEndian of [false, true]) {
        const keys = Object.fromEntries(
          Object.entries(values).flatMap(([type, [given]]) => [
            [`one.${type}`, [type, given]],
            [`list.${type}`, [[type], [given, given]]],
            [`deep.${type}`, [[[type]], [[given], []]]],
          ]),
        );
        const header = readGguf(gguf(keys, {}, { version, bigEndian }));
        assert.deepEqual([header.version, header.bigEndian, header.omitted], [version, bigEndian, []]);
        for (const [type, [, read]] of Object.entries(values)) {
          assert.deepEqual(header.metadata[`one.${type}`], read);
          assert.deepEqual(header.metadata[`list.${type}`], [read, read]);
          assert.deepEqual(header.metadata[`deep.${type}`], [[read], []]);
        }
      }
  });

  test('tensors row-major with their place, factors with their numbers', () => {
    for (const bigEndian of [false, true])
      for (const alignment of [1, 32, 4096]) {
        const file = gguf(
          llamaKeys(),
          {
            'token_embd.weight': { shape: [1000, 256], dtype: 'Q4_K', data: [1, 2, 3] },
            'rope_freqs.weight': { shape: [3], data: [1, 2.5, 8] },
            'rope_factors_long.weight': { shape: [1, 2], dtype: 'F64', data: [1 / 3, 2] },
          },
          { bigEndian, alignment },
        );
        const { tensors, factors } = readGguf(file);
        assert.deepEqual(
          tensors.map(({ name, shape, dtype }) => [name, shape, dtype]),
          [
            ['token_embd.weight', [1000, 256], 'ggml type 12'],
            ['rope_freqs.weight', [3], 'F32'],
            ['rope_factors_long.weight', [1, 2], 'F64'],
          ],
        );
        for (const { begin } of tensors) assert.equal(begin % alignment, 0);
        assert.deepEqual({ ...factors }, { 'rope_freqs.weight': [1, 2.5, 8], 'rope_factors_long.weight': [1 / 3, 2] });
      }
  });

  test('long values are stepped over, and of a file only the parts that are needed are read', async () => {
    const words = Array.from({ length: 200_000 }, (_, i) => `token ${i}`);
    const keys = llamaKeys({
      'tokenizer.ggml.tokens': [['str'], words],
      'tokenizer.ggml.scores': [['f32'], new Array(200_000).fill(0)],
      'tokenizer.chat_template': ['str', 'x'.repeat(100_000)],
      'general.tags': [['str'], ['a', 'b']],
      'last.key': ['u32', 7],
    });
    const bytes = gguf(keys, { 'rope_freqs.weight': { shape: [2], data: [1, 8] } });
    const size = 2 ** 45;
    const file = watched(bytes, size);
    const header = await openGguf(file);
    assert.deepEqual(header.omitted, ['tokenizer.ggml.tokens', 'tokenizer.ggml.scores', 'tokenizer.chat_template']);
    assert.deepEqual([header.metadata['general.tags'], header.metadata['last.key']], [['a', 'b'], 7]);
    assert.deepEqual(header.factors['rope_freqs.weight'], [1, 8]);
    assert.ok(file.read.every(([begin, end]) => end - begin <= 2 ** 20 + 100 && begin < bytes.length));
    assert.deepEqual(await openGguf(new Blob([bytes])), readGguf(bytes));
  });
});

describe('what is refused', () => {
  const keys = llamaKeys();
  const edited = (change) => {
    const bytes = gguf(keys);
    change(new DataView(bytes.buffer), bytes);
    return bytes;
  };

  test('other files, other versions', () => {
    refused(new Uint8Array(0), 'bad_argument', 'gguf header');
    refused(Buffer.from('GGML and more bytes'), 'bad_argument', 'gguf');
    for (const version of [0, 1, 4, 2 ** 31]) {
      const file = edited((view) => view.setUint32(4, version, true));
      refused(file, 'bad_argument', 'gguf version', /2 and 3 are read/);
    }
  });

  test('sizes that no file has', () => {
    const huge = 2n ** 63n;
    for (const [at, size, code, field] of [
      [8, huge, 'too_large', 'gguf tensors'],
      [16, huge, 'too_large', 'gguf keys'],
      [24, huge, 'too_large', 'gguf key 1 of 6'],
      [24, 60_000n, 'bad_argument', 'gguf key 1 of 6'],
      [8, 9n, 'bad_argument', 'gguf the name of tensor 2 of 9'],
    ])
      refused(
        edited((view) => view.setBigUint64(at, size, true)),
        code,
        field,
      );
    for (const type of ['u8', 'f64', 'str'])
      for (const count of [2n ** 40n, 2n ** 52n, huge]) {
        const bytes = gguf({ 'a.list': [[type], []] });
        new DataView(bytes.buffer).setBigUint64(24 + 8 + 6 + 4 + 4, count, true);
        refused(bytes, count === huge ? 'too_large' : 'bad_argument', "gguf 'a.list'");
      }
  });

  test('keys, values, tensors that break the format', () => {
    const deep = (n) => (n === 0 ? 'u8' : [deep(n - 1)]);
    refused(gguf({ a: [deep(5), []], b: [[[[[['u8']]]]], [[[[[]]]]]] }), 'too_large', "gguf 'b'", /nested/);
    const unknown = gguf({ a: ['u8', 1] });
    unknown[24 + 8 + 1] = 13;
    refused(unknown, 'bad_argument', "gguf 'a'");
    const twice = gguf({ aa: ['u8', 1], ab: ['u8', 1] });
    twice[24 + 8 + 2 + 4 + 1 + 8 + 1] = 0x61;
    refused(twice, 'bad_argument', "gguf 'aa'");
    for (const alignment of [0, 3, 2 ** 31 + 1])
      refused(gguf({ 'general.alignment': ['u32', alignment] }), 'bad_argument', "gguf 'general.alignment'");
    const factors = (tensor) => gguf(keys, { 'rope_freqs.weight': tensor });
    const field = "gguf tensor 'rope_freqs.weight'";
    refused(factors({ shape: [64], data: [1] }), 'bad_shape', field);
    refused(factors({ shape: [2 ** 31, 2 ** 31] }), 'too_large', field);
    refused(factors({ shape: [1, 1, 1, 1, 1], data: [1] }), 'too_large', field);
    refused(factors({ shape: [1], dtype: 'Q4_K' }), 'bad_argument', field);
  });

  test('what is no file', async () => {
    for (const given of [undefined, null, 'GGUF', [1], {}])
      assert.throws(() => readGguf(given), { code: 'bad_argument', field: 'bytes' });
    await assert.rejects(openGguf({}), { code: 'bad_argument' });
    const cut = gguf(keys).slice(0, 40);
    const short = { size: 4000, slice: (begin, end) => new Blob([cut]).slice(begin, end) };
    await assert.rejects(openGguf(short), { code: 'bad_argument' });
    const gone = { size: 4000, slice: () => ({ arrayBuffer: () => Promise.reject(new Error('gone')) }) };
    await assert.rejects(openGguf(gone), { code: 'io' });
  });
});

/** A small file with all kinds of content, so that most mutations hit a size or a type. */
const sample = (bigEndian) =>
  gguf(
    {
      'general.architecture': ['str', 'llama'],
      'llama.context_length': ['u64', 4096],
      'llama.rope.freq_base': ['f32', 1e6],
      'llama.rope.dimension_sections': [['i32'], [16, 24, 24, 0]],
      'llama.rope.scaling.finetuned': ['bool', true],
      'tokenizer.ggml.tokens': [['str'], ['a', 'b', '']],
      'x.deep': [[['u16']], [[1, 2], [3]]],
    },
    { 'a.weight': { shape: [2, 2], data: [1, 2, 3, 4] }, 'rope_freqs.weight': { shape: [4], data: [1, 1, 2, 8] } },
    { bigEndian },
  );

test('changed headers are read or refused', () => {
  const next = random('gguf headers');
  const below = (n) => Math.floor(next() * n);
  const wide = [0n, 1n, 0xffn, 2n ** 31n, 2n ** 32n - 1n, 2n ** 53n, 2n ** 63n, 2n ** 64n - 1n];
  const counts = { read: 0, refused: 0 };
  const samples = [true, false].map(sample);
  for (let i = 0; i < runs(20_000); i++) {
    let bytes = samples[i % 4 === 0 ? 0 : 1].slice();
    const view = new DataView(bytes.buffer);
    for (let change = 0; change <= below(4); change++) {
      const at = below(bytes.length);
      if (next() < 0.6) bytes[at] = below(256);
      else if (at + 8 <= bytes.length) view.setBigUint64(at, wide[below(wide.length)], i % 4 !== 0);
      else bytes[at] = 0;
    }
    if (next() < 0.1) bytes = bytes.slice(0, below(bytes.length));
    try {
      readGguf(bytes);
      counts.read++;
    } catch (error) {
      checkedError(error);
      counts.refused++;
    }
  }
  assert.ok(counts.read > 0 && counts.refused > 0, JSON.stringify(counts));
});

test('a file of 40 GB on a disk: only its header is read', async (context) => {
  const bytes = gguf(llamaKeys(), {
    'rope_freqs.weight': { shape: [2], data: [1, 8] },
    'output.weight': { shape: [2 ** 20, 9_000], dtype: 'Q4_K' },
  });
  const path = file('large.gguf', bytes);
  const size = 40 * 10 ** 9;
  try {
    truncateSync(path, size);
  } catch (error) {
    return context.skip(`this file system has no sparse files: ${error.code}`);
  }
  if (statSync(path).blocks * 512 > 2 ** 24) return context.skip('this file system has no sparse files');
  const { metadata, tensors, factors } = await openGguf(await openAsBlob(path));
  assert.deepEqual([metadata['llama.context_length'], tensors.length], [131072, 2]);
  assert.deepEqual(factors['rope_freqs.weight'], [1, 8]);
});
