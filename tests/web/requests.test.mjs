/**
 * web/lib/requests on its own: requests, shapes, buffers and checkpoints, and the code, field and message of each
 * error. Like its other parts (requests.specs.test.mjs, requests.experiments.test.mjs) it needs no module.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { noteOf } from '../../dist/lib/requests/checkpoint.js';
import { readGpuMatrix, targetBeside, targetOf } from '../../dist/lib/requests/gpu-arguments.js';
import { newNumber } from '../../dist/lib/requests/prepared-number.js';
import { given, onPairs, onPositions } from '../../dist/lib/requests/requests.js';
import { arrayType, checkAxes, gramRows, mirror } from '../../dist/lib/requests/shapes.js';
import { refuses } from './support/refusals.mjs';

test('a checkpoint begins with the text of its experiment', () => {
  const bytes = (text, length = text.length, magic = 'posenc run 1\n') => {
    const made = new Uint8Array(magic.length + 8 + text.length);
    made.set(new TextEncoder().encode(magic));
    new DataView(made.buffer).setBigUint64(magic.length, BigInt(length), true);
    made.set(new TextEncoder().encode(text), magic.length + 8);
    return made;
  };
  assert.equal(noteOf(bytes('{"a":1}')), '{"a":1}');
  assert.equal(noteOf(bytes('{"a":1} and weights', 7)), '{"a":1}');
  assert.equal(noteOf(bytes('')), '');
  const inside = new Uint8Array(100);
  inside.set(bytes('note'), 5);
  assert.equal(noteOf(inside.subarray(5, 60)), 'note');
  const wrong =
    'bad_argument checkpoint: checkpoint does not begin with the experiment of a run, or is of another version than 1';
  const broken = bytes('abc');
  broken[broken.length - 1] = 0xff;
  for (const none of [
    bytes('abc', 4),
    bytes('abc', 3, 'posenc run 2\n'),
    new Uint8Array(3),
    new Uint8Array(40),
    bytes('abc', 2 ** 52),
    broken,
  ])
    refuses(() => noteOf(none), wrong);
});

describe('requests', () => {
  const rope = given({ encoding: 'rope', dim: 4 });
  test('on positions and on pairs', () => {
    const positions = onPositions('table', rope, 3);
    assert.equal(positions.spec.encoding, 'rope');
    assert.equal(positions.positions.count, 3);
    refuses(() => onPositions('attentionBias', rope, 3), 'not_defined encoding');
    refuses(() => onPositions('table', rope, 'x', 'keys'), 'bad_positions keys');
    refuses(() => onPositions('table', rope, 'x'), 'bad_positions positions');
    const bias = given({ encoding: 'alibi', heads: 1 });
    const { nQuery, nKey } = onPairs('attentionBias', bias, 0, 5);
    assert.deepEqual([nQuery, nKey], [0, 5]);
    assert.equal(onPairs('attentionBias', bias, 5, 0).nKey, 0);
    refuses(() => onPairs('attentionBias', bias, -1, 0), 'bad_argument nQuery');
    refuses(() => onPairs('attentionBias', bias, 0, -1), 'bad_argument nKey');
    refuses(() => onPairs('attentionBias', bias, 0, 1.5), 'bad_argument nKey');
  });

  test('numbers of prepared specs follow one another', () => {
    const first = newNumber();
    assert.equal(newNumber(), first + 1);
    assert.ok(first >= 1);
  });
});

describe('shapes', () => {
  test('types of arrays', () => {
    assert.equal(arrayType('f32'), Float32Array);
    assert.equal(arrayType('f64'), Float64Array);
  });

  test('positions have the coordinates of the spec, or are an empty list', () => {
    const values = (count, axes) => ({ count, axes, values: new Float64Array() });
    checkAxes({ axes: 2 }, values(3, 2));
    checkAxes({ axes: 2 }, values(0, 1));
    refuses(() => checkAxes({ axes: 2 }, { count: 0, axes: 1, start: 0, step: 1 }), 'bad_positions positions');
    refuses(
      () => checkAxes({ axes: 1 }, values(3, 2), 'keys'),
      'bad_positions keys: keys must have one number each: give a number n, a list of numbers or { start, count, step }, but they have 2',
    );
    refuses(
      () => checkAxes({ axes: 2 }, values(3, 1)),
      /2 coordinates each: .* \{ data, rows, cols \} or \{ grid: \[H, W\] \}, but they have 1$/,
    );
    refuses(
      () => checkAxes({ axes: 3 }, values(3, 1)),
      /3 coordinates each: .* \{ data, rows, cols \}, but they have 1$/,
    );
  });

  test('squares of a Gram matrix: whole fours from 32 to 512, of about as many products', () => {
    for (const width of [0, 1, 128, 129, 200, 1000, 4096, 32767, 32768, 32769, 65536, 2 ** 24]) {
      const rows = gramRows(width);
      assert.ok(rows % 4 === 0 && rows >= 32 && rows <= 512, `${width}: ${rows}`);
      // as large as possible: four more rows would be more than 2^25 products
      if (rows < 512) assert.ok((rows + 4) ** 2 * width > 2 ** 25, `${width}: ${rows}`);
      if (rows > 32) assert.ok(rows ** 2 * width <= 2 ** 25, `${width}: ${rows}`);
    }
  });

  test('a block is written onto its mirror images below the diagonal, and nothing else is', () => {
    const n = 70;
    for (const [rows, cols, row, col] of [
      [20, 33, 3, 30],
      [17, 16, 0, 0],
      [40, 40, 10, 10],
      [1, 50, 69, 20],
      [16, 32, 5, 5],
    ]) {
      const part = Float64Array.from({ length: rows * cols }, (_, i) => i + 1);
      const data = new Float64Array(n * n);
      mirror(part, rows, cols, data, n, row, col);
      const expected = new Float64Array(n * n);
      for (let r = 0; r < rows; r++)
        for (let c = 0; c < cols; c++) if (row + r < col + c) expected[(col + c) * n + row + r] = part[r * cols + c];
      assert.deepEqual(data, expected);
    }
  });
});

describe('on a GPU', () => {
  const buffer = (size, usage = 0x4 | 0x8 | 0x80) => ({ size, usage, mapAsync: () => undefined });
  const device = {
    queue: {},
    createBuffer: () => undefined,
    createShaderModule: () => undefined,
    lost: Promise.resolve(),
  };
  const entries = (values) => new Map(Object.entries(values));

  test('matrices: a buffer of enough bytes with the flags that are needed', () => {
    const b = buffer(24);
    assert.deepEqual(readGpuMatrix({ buffer: b, rows: 2, cols: 3 }, 'x'), {
      buffer: b,
      rows: 2,
      cols: 3,
      device: undefined,
    });
    assert.equal(readGpuMatrix({ buffer: buffer(0), rows: 0, cols: 3 }, 'x').rows, 0);
    assert.equal(readGpuMatrix({ buffer: buffer(24, 0x84), rows: 2, cols: 3 }, 'x').cols, 3);
    refuses(
      () => readGpuMatrix({ buffer: buffer(23), rows: 2, cols: 3 }, 'x'),
      'bad_shape x.buffer: x.buffer must have 4 * rows * cols = 24 bytes, but it has 23',
    );
    refuses(
      () => readGpuMatrix({ buffer: b, rows: 1.5, cols: 3 }, 'x'),
      /^bad_shape x\.rows: x\.rows must be a whole number, but 1\.5/,
    );
    refuses(() => readGpuMatrix({ buffer: b, rows: 1, cols: -1 }, 'x'), /^bad_shape x\.cols: /);
    refuses(() => readGpuMatrix({ buffer: b, rows: '1', cols: 1 }, 'x'), /^bad_shape x\.rows: /);
    refuses(() => readGpuMatrix(4, 'x'), 'bad_argument x');
    for (const none of [undefined, null, {}, { ...b, size: '24' }, { ...b, usage: undefined }, { ...b, mapAsync: 1 }])
      refuses(
        () => readGpuMatrix({ buffer: none, rows: 2, cols: 3 }, 'x'),
        /^bad_argument x\.buffer: x\.buffer must be a GPUBuffer, but .* was given/,
      );
    refuses(
      () => readGpuMatrix({ buffer: buffer(24, 0x80), rows: 2, cols: 3 }, 'x'),
      'bad_argument x.buffer: x.buffer must be a GPUBuffer with the usage flags STORAGE, COPY_SRC, but it lacks COPY_SRC',
    );
    refuses(() => readGpuMatrix({ buffer: buffer(24, 0x4), rows: 2, cols: 3 }, 'x'), /lacks STORAGE$/);
    // a flag is exactly that bit: 1 is MAP_READ
    for (const [usage, flags] of [
      [0x81, /lacks COPY_SRC$/],
      [0x5, /lacks STORAGE$/],
      [0x1, /lacks STORAGE, COPY_SRC$/],
    ])
      refuses(() => readGpuMatrix({ buffer: buffer(24, usage), rows: 2, cols: 3 }, 'x'), flags);
    refuses(
      () => readGpuMatrix({ buffer: b, rows: 2, cols: 3, device: 4 }, 'x'),
      /^bad_argument x\.device: x\.device must be a GPUDevice, but 4 was given/,
    );
  });

  test('where a result goes', () => {
    assert.deepEqual(targetOf(entries({})), { device: undefined, usage: 0, into: undefined });
    assert.equal(targetOf(entries({ usage: 4 })).usage, 4);
    refuses(() => targetOf(entries({ usage: -1 })), 'bad_argument options.usage');
    const x = { buffer: buffer(4), rows: 1, cols: 1, device };
    assert.deepEqual(targetBeside(entries({ usage: 1 }), x), { device, usage: 1, into: undefined });
    refuses(
      () => targetBeside(entries({}), { ...x, device: undefined }),
      /^bad_argument options\.device: options\.device must be given, as x does not say/,
    );
    const into = buffer(4);
    assert.deepEqual(targetBeside(entries({ into }), x), { device, usage: 0, into });
    refuses(
      () => targetBeside(entries({ into, usage: 0 }), x),
      /^bad_argument options\.usage: options\.usage must be left out/,
    );
    refuses(
      () => targetBeside(entries({ into: x.buffer }), x),
      /^bad_argument options\.into: options\.into must be another buffer/,
    );
    refuses(() => targetBeside(entries({ into: buffer(4, 0x84) }), x), /it lacks COPY_DST$/);
    refuses(() => targetBeside(entries({ into: buffer(4, 0x85) }), x), /it lacks COPY_DST$/);
  });
});
