/**
 * posenc calls --frames: the protocol for other programs, byte by byte. python/tests has the results of the command
 * line.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { framesOf } from '../../dist/cli/frames/frame.js';
import { pe } from './support/instance.mjs';
import { cli, llama31 } from './support/posenc.mjs';

const framed = (head, ...bytes) => {
  const text = Buffer.from(JSON.stringify({ arrays: [], ...head }));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(text.length);
  return Buffer.concat([length, text, ...bytes]);
};
const sizes = { '<f8': 8, '<f4': 4, '|u1': 1, '<u2': 2, '<f2': 2 };

/** The replies: heads as text, with the bytes of their arrays. */
function answersTo(...frames) {
  const { stdout, stderr, status } = spawnSync(process.execPath, [cli, 'calls', '--frames'], {
    input: Buffer.concat(frames),
    maxBuffer: 2 ** 26,
  });
  const answers = [];
  for (let at = 0; at < stdout.length;) {
    const begin = at + 4;
    at = begin + stdout.readUInt32LE(at);
    const text = stdout.subarray(begin, at).toString();
    const arrays = JSON.parse(/"arrays":(\[[^\]]*\])\}$/.exec(text)[1]).map(({ type, count }) => {
      const bytes = stdout.subarray(at, at + count * sizes[type]);
      at += bytes.length;
      return { type, bytes };
    });
    // keep-alive frames depend on the clock
    if (text !== '{"alive":true,"arrays":[]}') answers.push({ text, arrays });
  }
  return { answers, stderr: String(stderr), status };
}
const bytesOf = ({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength);

test('arrays keep their bits both ways, and errors end their own call only', async () => {
  const spec = { encoding: 'rope', dim: 4 };
  const x = Float64Array.of(1, -0, 5e-324, Math.PI);
  const call = ['rotate', spec, { $array: 0, $shape: [1, 4] }, [1e15]];
  const { answers, stderr, status } = answersTo(
    framed({ call, arrays: [{ type: '<f8', count: 4 }] }, bytesOf(x)),
    framed({ call: ['report', JSON.stringify(llama31), { context: 1 }] }),
    framed({ call: ['shape', { $number: 'NaN' }] }),
    framed({ call: ['cosSin', spec, 0, 3, { dtype: 'bf16' }] }),
    framed({ call: ['attentionBias', { encoding: 'alibi', heads: 1 }, 2, 2] }),
    framed({ call: ['evaluate'], on: 7 }),
  );
  assert.deepEqual([stderr, status], ['', 0]);
  const [hello, rotated, refused, noSpec, halves, bias, gone] = answers;
  const said = JSON.parse(hello.text).hello;
  const registries = ['analyses', 'tasks']; // exports of the package
  assert.deepEqual(said.methods, [...Object.keys(pe).filter((name) => name !== 'dispose'), ...registries]);
  const { data } = await pe.rotate(spec, { data: x, rows: 1, cols: 4 }, [1e15]);
  assert.deepEqual(rotated.arrays, [{ type: '<f8', bytes: bytesOf(data) }]);
  assert.equal(JSON.parse(refused.text).error.field, 'options.context');
  assert.equal(JSON.parse(noSpec.text).error.code, 'bad_argument');
  const { cos, sin } = await pe.cosSin(spec, 0, 3, { dtype: 'bf16' });
  assert.deepEqual(
    halves.arrays,
    [cos, sin].map((array) => ({ type: '<u2', bytes: bytesOf(array) })),
  );
  assert.deepEqual(bias.arrays[0].bytes, bytesOf((await pe.attentionBias({ encoding: 'alibi', heads: 1 }, 2, 2)).data));
  assert.equal(JSON.parse(gone.text).error.code, 'disposed');
});

test('a training run is kept until it is released', () => {
  const one = {
    task: { id: 'latin-square', puzzles: 10, shifted: 1 },
    model: { dim: 8, blocks: 1, heads: 2, hidden: 8 },
    positions: [{ encoding: 'learned', init: 'small-norm', sigma: 0.2, where: 'blocks' }],
    steps: 2,
    evaluateEvery: 1,
    batch: 4,
  };
  const { answers } = answersTo(
    framed({ call: ['train', one] }),
    framed({ call: ['advance', 1], on: 1 }),
    framed({ call: ['evaluations'], on: 1 }),
    framed({ call: ['next'], on: 2 }),
    framed({ call: ['evaluate'], on: 1, release: [1] }),
  );
  // Python's JSON allows NaN
  const heads = answers.slice(1).map(({ text }) => JSON.parse(text.replace(/:NaN/g, ':null')));
  assert.equal(heads[0].result.$held, 1);
  assert.deepEqual([heads[1].result.step, heads[1].result.done], [1, false]);
  assert.equal(heads[2].result.$held, 2);
  assert.deepEqual([heads[3].result.value.step, heads[3].result.done], [1, false]);
  assert.equal(heads[4].error.code, 'disposed');
});

test('a call that nobody waits for ends, whether it has begun or not; the next one is answered', () => {
  const spec = { encoding: 'rope', dim: 128 };
  // takes minutes unless aborted
  const long = framed({ call: ['precision', spec, 1e7], progress: true });
  const { answers, status } = answersTo(
    framed({ call: ['shape', spec] }),
    long,
    framed({ abort: 2 }),
    framed({ abort: 1 }), // the call has ended, or is short
    framed({ abort: 9 }),
    framed({ call: ['shape', spec] }),
    framed({ call: ['check', JSON.stringify(llama31)], progress: true }),
  );
  assert.equal(status, 0);
  const heads = answers.slice(1).map(({ text }) => JSON.parse(text));
  const [, ended, shape, refused] = heads.filter((head) => !('progress' in head));
  assert.match(ended.error.message, /aborted/);
  assert.equal(shape.result.pairs, 64);
  assert.equal(refused.error.field, 'options.onProgress');
});

test('a caller that asks is told of progress before the answer', () => {
  const call = ['precision', { encoding: 'rope', dim: 64 }, 300];
  const { answers } = answersTo(framed({ call, progress: true }), framed({ call }));
  const kinds = answers.slice(1).map(({ text }) => Object.keys(JSON.parse(text.replace(/:NaN/g, ':null')))[0]);
  assert.match(kinds.join(' '), /^(progress )+result result$/);
  const told = answers.flatMap(({ text }) => JSON.parse(text.replace(/:NaN/g, ':null')).progress ?? []);
  assert.deepEqual(
    told,
    [...told].sort((a, b) => a - b),
  );
  assert.equal(told.at(-1), 1);
});

test('what is no frame ends the process with an error', () => {
  for (const bytes of [Buffer.from([5, 0, 0, 0, 0x7b]), Buffer.from([2, 0, 0, 0, 0x7b, 0x7d])]) {
    const { stderr, status } = answersTo(bytes);
    assert.equal(status, 2);
    assert.match(stderr, /^posenc: error bad_argument \(frame\): this is not a frame: .+\n$/);
  }
});

test('a stream ends between two frames, or is refused where it was cut', async () => {
  const whole = framed({ arrays: [{ type: '<f4', count: 2 }] }, Buffer.from(Float32Array.of(1, 2).buffer));
  const read = async (length) => {
    const frames = [];
    for await (const frame of framesOf(new Blob([whole.subarray(0, length)]).stream())) frames.push(frame);
    return frames;
  };
  for (let length = 1; length < whole.length; length++) await assert.rejects(read(length), /ends before its last byte/);
  assert.deepEqual(await read(0), []);
  assert.deepEqual([...(await read(whole.length))[0].arrays[0]], [1, 2]);
});
