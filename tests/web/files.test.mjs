/**
 * Writers of .npy, safetensors and CSV: our reader (read-files.test.mjs) and an independent one read the files back
 * with the same bits.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { pe } from './support/instance.mjs';
import { fc } from './support/random.mjs';
import { shortestF32, shortestF64 } from '../../dist/lib/files/csv.js';
import {
  csvBytes,
  csvChunks,
  npyBytes,
  npyChunks,
  parseNpy,
  parseSafetensors,
  runs,
  safetensorsBytes,
  safetensorsChunks,
} from './support/posenc.mjs';
import { pythonWith } from '../../web/tools/pythons.mjs';
import { folder } from './support/own-folder.mjs';

const bits = (data) => Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('hex');
const sameBits = (a, b) => assert.ok(bits(a) === bits(b), 'the bits differ');
const text = (bytes) => new TextDecoder().decode(bytes);
const concat = async (chunks) => Buffer.concat(await collect(chunks));
async function collect(chunks) {
  const all = [];
  for await (const chunk of chunks) all.push(chunk);
  return all;
}
const awkward = [
  0,
  -0,
  1,
  -1,
  0.1,
  1 / 3,
  5e-324,
  2 ** -149,
  2 ** -126,
  3.4028234663852886e38,
  1.7976931348623157e308,
  1e21,
  1e-7,
  123456789,
  Math.PI,
];
const f64 = { data: Float64Array.from([...awkward, Infinity, -Infinity, NaN]), rows: 6, cols: 3 };
const f32 = {
  data: Float32Array.from([...awkward.map((x) => (Math.abs(x) > 3.5e38 ? 7 : x)), Infinity, -Infinity, NaN]),
  rows: 3,
  cols: 6,
};

describe('writers', () => {
  test('npy: version 1.0, little-endian, C order, data at a multiple of 64', async () => {
    for (const [table, descr] of [
      [f64, '<f8'],
      [f32, '<f4'],
    ]) {
      const bytes = await npyBytes(table);
      assert.deepEqual([...bytes.subarray(0, 8)], [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0]);
      const headerEnd = 10 + bytes[8] + 256 * bytes[9];
      assert.equal(headerEnd % 64, 0);
      assert.match(
        text(bytes.subarray(10, headerEnd)),
        new RegExp(
          `^\\{'descr': '${descr}', 'fortran_order': False, 'shape': \\(${table.rows}, ${table.cols}\\), \\} *\\n$`,
        ),
      );
      sameBits(bytes.subarray(headerEnd), new Uint8Array(table.data.buffer));
      const again = parseNpy(bytes);
      assert.deepEqual(again.shape, [table.rows, table.cols]);
      sameBits(again.data, table.data);
      assert.equal(again.data.byteLength, again.data.buffer.byteLength);
      sameBits(parseNpy(Buffer.from(bytes)).data, table.data); // a Buffer of Node is a part of a larger memory
    }
  });

  test('safetensors: aligned header, one tensor, the metadata', async () => {
    for (const table of [f64, f32]) {
      const bytes = await safetensorsBytes(table, { spec: '{"encoding":"rope"}', naïve: 'ü' });
      const length = Number(new DataView(bytes.buffer).getBigUint64(0, true));
      assert.equal((8 + length) % 8, 0);
      const header = JSON.parse(text(bytes.subarray(8, 8 + length)));
      assert.deepEqual(header.table, {
        dtype: table === f64 ? 'F64' : 'F32',
        shape: [table.rows, table.cols],
        data_offsets: [0, table.data.byteLength],
      });
      const { metadata, tensors } = parseSafetensors(bytes);
      assert.deepEqual({ ...metadata }, { spec: '{"encoding":"rope"}', naïve: 'ü' });
      sameBits(tensors.table.data, table.data);
      sameBits(parseSafetensors(Buffer.from(bytes)).tensors.table.data, table.data);
    }
  });

  test('csv: a header, a line a row, numbers that read back', async () => {
    for (const [table, round] of [
      [f64, Number],
      [f32, (s) => Math.fround(Number(s))],
    ]) {
      const [header, ...lines] = text(await csvBytes(table))
        .trimEnd()
        .split('\n');
      assert.equal(header, Array.from({ length: table.cols }, (_, c) => `c${c}`).join(','));
      assert.equal(lines.length, table.rows);
      sameBits(table.data.constructor.from(lines.flatMap((line) => line.split(',').map(round))), table.data);
    }
  });

  test(`shortest decimals: ${runs(20_000)} random float32 and float64`, () => {
    const view = new DataView(new ArrayBuffer(8));
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 32 - 1 }), fc.integer({ min: 0, max: 2 ** 32 - 1 }), (a, b) => {
        view.setUint32(0, a);
        view.setUint32(4, b);
        const single = view.getFloat32(0);
        const shortest = shortestF32(single);
        assert.ok(Object.is(Math.fround(Number(shortest)), single), `${single} became ${shortest}`);
        const digits = (s) =>
          s
            .replace(/e.*/, '')
            .replace(/[-.]/g, '')
            .replace(/^0+|0+$/g, '').length;
        if (Number.isFinite(single) && single !== 0) {
          const fewer = single.toPrecision(Math.max(1, digits(shortest) - 1));
          assert.ok(digits(shortest) === 1 || Math.fround(Number(fewer)) !== single, `${shortest} could be ${fewer}`);
        }
        const double = view.getFloat64(0);
        assert.ok(Object.is(Number(shortestF64(double)), double));
      }),
      { numRuns: runs(20_000) },
    );
  });

  test('blocks of any size give the same file as the whole table', async () => {
    const spec = { encoding: 'sinusoidal', dim: 6 };
    for (const dtype of ['f32', 'f64']) {
      const whole = await pe.table(spec, 100, { dtype });
      const meta = { rows: 100, dtype };
      for (const blockRows of [1, 33, 100, 1000]) {
        const blocks = () => pe.tableBlocks(spec, 100, { dtype, blockRows });
        assert.deepEqual(await concat(npyChunks(meta, blocks())), Buffer.from(await npyBytes(whole)));
        assert.deepEqual(await concat(csvChunks(meta, blocks())), Buffer.from(await csvBytes(whole)));
        assert.deepEqual(
          await concat(safetensorsChunks({ ...meta, metadata: { a: 'b' } }, blocks())),
          Buffer.from(await safetensorsBytes(whole, { a: 'b' })),
        );
      }
    }
    const none = { rows: 0, dtype: 'f32' };
    assert.deepEqual(parseNpy(await concat(npyChunks(none, pe.tableBlocks(spec, 0)))).shape, [0, 6]);
    assert.equal(text(await concat(csvChunks(none, pe.tableBlocks(spec, 0)))), 'c0,c1,c2,c3,c4,c5\n');
    assert.deepEqual(
      parseSafetensors(await concat(safetensorsChunks(none, pe.tableBlocks(spec, 0)))).tensors.table.shape,
      [0, 6],
    );
  });

  test('blocks that are not the announced table are refused', async () => {
    const block = { data: new Float32Array(4), rows: 2, cols: 2, firstRow: 0 };
    for (const [rows, blocks] of [
      [3, [block]],
      [1, [block]],
      [4, [block, block]],
      [4, [block, { ...block, firstRow: 2, cols: 1, rows: 4 }]],
      [2, [{ ...block, data: new Float64Array(4) }]],
    ]) {
      await assert.rejects(collect(npyChunks({ rows, dtype: 'f32' }, blocks)), { code: 'bad_shape', field: 'blocks' });
    }
    const short = [{ ...block, data: new Float32Array(3) }];
    const refused = { code: 'bad_shape', field: 'blocks.data' };
    await assert.rejects(collect(npyChunks({ rows: 2, dtype: 'f32' }, short)), refused);
  });
});

describe('another reader', () => {
  test('NumPy reads the same numbers', async () => {
    const python = pythonWith('numpy');
    assert.ok(python, 'python3 with numpy is not installed');
    for (const [name, table] of [
      ['f4', f32],
      ['f8', f64],
    ]) {
      const path = join(folder, `${name}.npy`);
      writeFileSync(path, await npyBytes(table));
      const script =
        'import numpy, sys; a = numpy.load(sys.argv[1], allow_pickle=False); print(a.dtype.str, a.shape, a.tobytes().hex()); numpy.save(sys.argv[2], a)';
      const { stdout, stderr } = spawnSync(python, ['-c', script, path, `${path}.again.npy`], { encoding: 'utf8' });
      assert.equal(stdout.trim(), `<${name} (${table.rows}, ${table.cols}) ${bits(table.data)}`, stderr);
      sameBits(parseNpy(readFileSync(`${path}.again.npy`)).data, table.data);
    }
  });
});
