/** posenc call and posenc calls: any method, with its results in files and lines. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { jsonPieces } from '../../dist/cli/json.js';
import { linesOf } from '../../dist/cli/lines.js';
import { fails, succeeds } from './support/command-line.mjs';
import { pe } from './support/instance.mjs';
import { folder } from './support/own-folder.mjs';
import { sampled } from './support/random.mjs';
import { encodings, llama31, parseNpy, readTensors } from './support/posenc.mjs';

describe('posenc', () => {
  /** The output of `posenc call`. */
  const call = (method, args, input) =>
    JSON.parse(
      succeeds(
        ['call', method, ...(args === undefined ? [] : [typeof args === 'string' ? args : JSON.stringify(args)])],
        input,
      ),
    );
  /** The output of `posenc calls` for these lines. */
  const calls = (lines) =>
    succeeds(['calls'], lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));

  test('calls: a line that is too long is not held, and ends its own call only', async () => {
    const read = async (chunks, most) => {
      const lines = [];
      for await (const line of linesOf(
        chunks.map((chunk) => Buffer.from(chunk)),
        most,
      ))
        lines.push(line);
      return lines;
    };
    const text = 'one\n\nzwölf\r\nlonger than it may be\nlast';
    const whole = ['one', '', 'zwölf\r', undefined, 'last'];
    for (const length of [1, 2, 3, 7, 100]) {
      const bytes = Buffer.from(text);
      const chunks = Array.from({ length: Math.ceil(bytes.length / length) }, (_, i) =>
        bytes.subarray(i * length, (i + 1) * length),
      );
      assert.deepEqual(await read(chunks, 8), whole, `chunks of ${length} bytes`);
    }
    assert.deepEqual(await read([`${text}\n`], 100), [...text.split('\n')]);
    const long = `["shape",${' '.repeat(3 * 2 ** 24)}1]`;
    const [first, second] = calls([long, ['shape', { encoding: 'rope', dim: 8 }]]);
    assert.deepEqual([first.error.code, first.error.field], ['too_large', 'line']);
    assert.equal(second.result.pairs, 4);
  });

  test('calls: any method, a line each; typed arrays as arrays, matrices nested, blocks as a list', async () => {
    const rope = { encoding: 'rope', dim: 4 };
    const { data } = await pe.table(rope, [0, 0.5], { dtype: 'f64' });
    const masked = [{ encoding: 'alibi', heads: 2 }, 2, 3];
    const bias = await pe.attentionBias(...masked);
    assert.ok(bias.data.includes(-Infinity));
    const expected = [
      [['frequencies', rope], [...(await pe.frequencies(rope))]],
      [
        ['table', rope, [0, 0.5], { dtype: 'f64' }],
        [[...data.slice(0, 4)], [...data.slice(4)]],
      ],
      [['gram', rope, 1], [[2]]],
      [['kernelProfile', rope, { count: 1 }], [2]],
      [['rotate', rope, [[1, 2, 3, 4]], [0]], [[1, 2, 3, 4]]],
      [['attentionBias', { encoding: 'alibi', heads: 1 }, 1, 2], [[-0.00390625, 0]]],
      [['exportConfig', rope], JSON.parse(JSON.stringify(await pe.exportConfig(rope)))],
      [['encodings'], JSON.parse(JSON.stringify(encodings))],
    ];
    const [blocks, report, imported, rows, ...others] = calls([
      ['tableBlocks', rope, 3, { blockRows: 2 }],
      ['report', llama31],
      ['importConfig', llama31],
      ['attentionBias', ...masked],
      ...expected.map(([line]) => line),
    ]).map(({ result }) => result);
    assert.deepEqual(
      blocks.map(({ firstRow, data: part }) => [firstRow, part.length]),
      [
        [0, 2],
        [2, 1],
      ],
    );
    assert.equal(report.pairs.length, 64);
    assert.deepEqual(Object.keys(imported.layers), ['default']);
    assert.deepEqual(rows.flat(), [...bias.data]);
    assert.deepEqual(
      others,
      expected.map(([, result]) => result),
    );
  });

  test('calls: an error ends its own line only', () => {
    const answers = calls([
      ['frequences', { encoding: 'rope', dim: 4 }],
      'x',
      '{"method":"shape"}',
      '',
      ['frequencies', { encoding: 'rope', dim: 7 }],
      ['shape', '@nothing#here'],
      ['gram', { encoding: 'rope', dim: 4 }, 1],
    ]);
    assert.deepEqual(
      answers.map(({ error, result }) => result ?? [error.code, error.field]),
      [
        ['unknown_method', 'method'],
        ['bad_json', 'line'],
        ['bad_argument', 'line'],
        ['bad_param', 'dim'],
        ['bad_argument', 'spec'],
        [[2]],
      ],
    );
    assert.match(answers[0].error.message, /did you mean 'frequencies'\?/);
    assert.equal(succeeds(['calls'], '\n'), '');
    fails(['calls', 'more'], 'bad_argument', 'arguments');
  });

  test('call: one call, its arguments from standard input too', async () => {
    const rope = { encoding: 'rope', dim: 4 };
    assert.deepEqual(call('frequencies', [rope]), [...(await pe.frequencies(rope))]);
    assert.deepEqual(call('table', '-', JSON.stringify([rope, 0])), []);
    assert.deepEqual(
      call('encodings').map((row) => row.id),
      encodings.map((row) => row.id),
    );
    // a float32 is printed with every digit of its double; a negative zero keeps its sign; -1e999 parses as -Infinity
    const numbers = { data: Float32Array.of(0.1, -0, -Infinity, NaN), rows: 2, cols: 2 };
    assert.equal([...jsonPieces(numbers)].join(''), '[[0.10000000149011612,-0.0],[-1e999,null]]');
  });

  test('call --out: every matrix is read back from a file as the API gives it, masks included', async () => {
    const alibi = { encoding: 'alibi', heads: 3 };
    const rope = { encoding: 'rope', dim: 4 };
    const vectors = [
      [1, 2, 3, 4],
      [5, 6, 7, 8],
    ];
    const calls = {
      frequencies: [rope],
      table: [rope, [0, 0.5], { dtype: 'f64' }],
      derivative: [rope, 3],
      kernelProfile: [rope, 5],
      decayBound: [rope, 5],
      gram: [rope, 3, { dtype: 'f32' }],
      channelGram: [{ encoding: 'sinusoidal', dim: 4 }, 9],
      rotate: [rope, vectors, [3, 4], { side: 'k', dtype: 'f32' }],
      attentionBias: [alibi, 3, 4],
      biasVector: [alibi, 3, 4],
      relativeMap: [{ encoding: 'rerope' }, 3, 3],
      attentionScores: [rope, vectors, vectors],
    };
    const path = (ending) => join(folder, `call${ending}`);
    for (const [method, args] of sampled('matrices in files', Object.entries(calls), 5)) {
      const made = await pe[method](...args);
      const { data, rows, cols } = ArrayBuffer.isView(made) ? { data: made, rows: made.length, cols: 1 } : made;
      assert.equal(succeeds(['call', method, JSON.stringify(args), '--out', path('.npy')]), '');
      const read = parseNpy(readFileSync(path('.npy')));
      assert.deepEqual([read.shape, read.data], [[rows, cols], data], method);
    }
    succeeds(['call', 'attentionBias', JSON.stringify([...calls.attentionBias, { head: 1 }]), '--out', path('.npy')]);
    assert.deepEqual(
      parseNpy(readFileSync(path('.npy'))).data,
      (await pe.attentionBias(alibi, 3, 4, { head: 1 })).data,
    );
    succeeds(['call', 'attentionBias', JSON.stringify(calls.attentionBias), '--out', path('.safetensors')]);
    const [tensor] = readTensors(readFileSync(path('.safetensors')));
    assert.deepEqual([tensor.name, tensor.shape], ['attentionBias', [9, 4]]);
    assert.deepEqual(await tensor.data(), (await pe.attentionBias(alibi, 3, 4)).data);
    fails(['call', 'analyse', '[]', '--out', path('.npy')], 'bad_argument', '--out');
    fails(['call', 'gram', '[]', '--out', path('.txt')], 'bad_argument', '--out');
    fails(['call', 'attentionBias', JSON.stringify([rope, 3, 3]), '--out', path('.npy')], 'not_defined', 'encoding');
  });

  test('call: what is wrong', () => {
    fails(['call'], 'bad_argument', 'method');
    assert.match(fails(['call', 'tabel'], 'unknown_method', 'method'), /did you mean 'table'\?/);
    for (const method of sampled('no methods', ['dispose', 'constructor', '__proto__', 'toString'], 2))
      fails(['call', method], 'unknown_method', 'method');
    fails(['call', 'table', '{"encoding":"rope"}'], 'bad_argument', 'arguments');
    fails(['call', 'table', '[1,'], 'bad_json', 'arguments');
    fails(['call', 'table', '[]', '[]'], 'bad_argument', 'arguments');
    fails(['call', 'table', '[]'], 'bad_argument', 'spec');
    fails(['call', 'table', '[{"encoding":"sinusoidal","dim":512}, 1e12]'], 'too_large', 'positions');
    fails(['call', 'table', '[{"encoding":"rope","dim":4}, 1, {"signal":1}]'], 'bad_argument', 'options.signal');
    fails(['call', 'tableBlocks', '[{"encoding":"rope","dim":3}, 1]'], 'bad_param', 'dim');
  });
});
