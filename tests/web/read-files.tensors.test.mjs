/** readTensors and openTensors: tables in files of either format, and mutated files. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fc } from './support/random.mjs';
import {
  checkedError,
  looksLikePositions,
  npyBytes,
  openTensors,
  readTensors,
  runs,
  safetensorsBytes,
  throwsPosencError,
} from './support/posenc.mjs';
import { npy, dict, safetensors, tensor, bits } from './support/tensor-files.mjs';

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
      const shifted = new Uint8Array(bytes.length + 3); // unaligned, a part of a larger memory
      shifted.set(bytes, 3);
      assert.equal(bits(readTensors(shifted.subarray(3))[0].data()), bits(table.data));
      assert.equal(bits(readTensors(Buffer.from(bytes))[0].data()), bits(table.data));
      a.data().fill(0);
      assert.equal(bits(a.data()), bits(table.data)); // each call returns a copy
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
        ['conv', 0, 0, 'the shape (2, 3, 2, 2) is not a table'],
        ['quantised', 0, 0, 'the type F8_E4M3 is not read'],
      ],
    );
    for (const { data, rows, cols, problem } of tensors) {
      if (problem) throwsPosencError(data, 'bad_shape', undefined, new RegExp(problem.replace(/[()]/g, '.')));
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
      throwsPosencError(() => readTensors(bytes), 'bad_argument', 'bytes', says);
    }
    // 640 = 0x0280 is the length of a header here, not the beginning of a pickle
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
      throwsPosencError(() => readTensors(bytes), 'bad_argument', 'bytes');
    for (const options of [5, null, [], { maxTensors: -1 }, { maxTensors: '5' }])
      throwsPosencError(() => readTensors(oneNumber, options), 'bad_argument');
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
      const error = checkedError(await openTensors({ size: 100, slice }).catch((error) => error));
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
            assert.ok(given <= bytes.length); // no more numbers than bytes: allocates at most 8 bytes per byte
          },
        ),
        { numRuns: runs(2000) },
      );
    }
  });
});
