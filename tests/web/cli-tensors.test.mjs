/** Checkpoint files on the command line: posenc tensors lists them, and '@FILE#NAME' in a spec reads one tensor. */
import assert from 'node:assert/strict';
import { closeSync, ftruncateSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { posenc as run } from './support/command-line.mjs';
import { pe } from './support/instance.mjs';
import { cli, npyBytes, parseSafetensors, safetensorsBytes } from './support/posenc.mjs';
import { file, folder } from './support/own-folder.mjs';

const posenc = (...args) => run(args);
const succeeds = (...args) => {
  const { stdout, stderr, status } = posenc(...args);
  assert.deepEqual({ stderr, status }, { stderr: '', status: 0 });
  return stdout;
};
const fails = (args, pattern) => {
  const { stdout, stderr, status } = posenc(...args);
  assert.deepEqual({ stdout, status }, { stdout: '', status: 2 }, stderr);
  assert.match(stderr, pattern);
};

/** A checkpoint of three float32 tensors, as another program writes it. */
const values = Float32Array.from({ length: 20 }, (_, i) => 1 + i / 8);
const header = JSON.stringify({
  'wte.weight': { dtype: 'F32', shape: [2, 4], data_offsets: [0, 32] },
  'wpe.weight': { dtype: 'F32', shape: [2, 4], data_offsets: [32, 64] },
  conv: { dtype: 'F32', shape: [1, 2, 1, 2, 1], data_offsets: [64, 80] },
});
const checkpoint = () => {
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(header.length));
  return Buffer.concat([length, Buffer.from(header), Buffer.from(values.buffer)]);
};

describe('posenc tensors', () => {
  const model = file('model.safetensors', checkpoint());
  let factors;
  before(async () => {
    factors = file('factors.npy', await npyBytes({ data: Float64Array.from([1, 1.5, 2, 4]), rows: 4, cols: 1 }));
  });

  test('lists names, types and shapes, likely position tables first', async () => {
    const lines = succeeds('tensors', model).trimEnd().split('\n');
    assert.match(lines[1], /^ {2}wpe\.weight +F32 +\(2, 4\) +2 x 4 +positions, by its name$/);
    assert.match(lines[2], /^ {2}wte\.weight +F32 +\(2, 4\) +2 x 4$/);
    assert.match(lines[3], /^ {2}conv +F32 +\(1, 2, 1, 2, 1\) +\(2 x 2\) x 1$/);
    const json = JSON.parse(succeeds('tensors', model, '--json'));
    assert.deepEqual(
      json.map(({ name, rows, cols }) => [name, rows, cols]),
      [
        ['wpe.weight', 2, 4],
        ['wte.weight', 2, 4],
        ['conv', 4, 1],
      ],
    );
    assert.match(succeeds('tensors', factors), /\(nameless\) +F64 +\(4, 1\) +4 x 1/);
    for (const file of [factors, model]) {
      const input = readFileSync(file);
      const { stdout } = run(['tensors', '-'], { input });
      assert.equal(stdout, succeeds('tensors', file));
    }
  });

  test('reads only the header: a sparse file of 8 GiB is listed at once', () => {
    const path = join(folder, 'large.safetensors');
    const size = 2 ** 33;
    const text = JSON.stringify({ big: { dtype: 'F32', shape: [size / 4], data_offsets: [0, size] } });
    const length = Buffer.alloc(8);
    length.writeBigUInt64LE(BigInt(text.length));
    const file = openSync(path, 'w');
    writeSync(file, Buffer.concat([length, Buffer.from(text)]));
    ftruncateSync(file, 8 + text.length + size);
    closeSync(file);
    assert.match(succeeds('tensors', path), /big +F32 +\(2147483648\) +2147483648 x 1/);
    const longrope = { type: 'longrope', originalContext: 4, shortFactor: `@${path}`, longFactor: [1, 1, 1, 1] };
    fails(
      ['call', 'shape', JSON.stringify([{ encoding: 'rope', dim: 8, scaling: longrope }])],
      /error too_large .*8\.00 GiB/,
    );
    rmSync(path);
  });

  test("'@FILE' stands for numbers in a spec, and only there", async () => {
    const spec = (shortFactor, longFactor) => ({
      encoding: 'rope',
      dim: 8,
      scaling: { type: 'longrope', factor: 2, originalContext: 4096, contextLength: 8192, shortFactor, longFactor },
    });
    const expected = await pe.frequencies(spec([1, 1.5, 2, 4], [1, 1.125, 1.25, 1.375]));
    await assert.rejects(pe.frequencies(spec(`@${factors}`, [1])), { code: 'bad_param' }); // the library opens no files
    const file = join(folder, 'row.safetensors');
    writeFileSync(file, await safetensorsBytes({ data: values.slice(0, 4), rows: 1, cols: 4 }));
    const given = spec(`@${factors}`, `@${file}#table`);
    assert.deepEqual(JSON.parse(succeeds('call', 'frequencies', JSON.stringify([given]))), [...expected]);

    const out = join(folder, 'out.safetensors');
    succeeds('table', JSON.stringify(given), '--positions', '0:3', '--out', out);
    const { metadata, tensors } = parseSafetensors(readFileSync(out));
    assert.deepEqual(tensors.table.data, (await pe.table(spec([1, 1.5, 2, 4], [1, 1.125, 1.25, 1.375]), 3)).data);
    assert.deepEqual(JSON.parse(metadata.spec), given);
    // a config is not a spec: its strings are never paths
    fails(['call', 'report', JSON.stringify([{ model_type: `@${factors}` }])], /error unsupported_config/);
  });

  test('a checkpoint becomes an encoding', () => {
    const learned = (reference, more) => ({ encoding: 'learned', values: reference, ...more });
    const call = (method, ...args) => JSON.parse(succeeds('call', method, JSON.stringify(args)));
    const rows = [values.subarray(8, 12), values.subarray(12, 16)].map((row) => [...row]);
    assert.deepEqual(call('table', learned(`@${model}`), 2), rows); // the only position table
    assert.deepEqual(call('table', learned(`@${model}#wpe.weight`), [1]), [rows[1]]);
    assert.deepEqual(call('shape', learned(`@${model}#wte.weight`, { dim: 2 })).extent, [4]); // as given
    const { maxDifference } = call('compare', learned(`@${model}#wpe.weight`), learned(`@${model}#wte.weight`), 2);
    assert.equal(maxDifference, 1);
  });

  test('what is wrong', () => {
    const shape = (reference) => ['call', 'shape', JSON.stringify([{ encoding: 'rope', dim: 8, base: reference }])];
    fails(
      shape(`@${model}#wpe`),
      /error bad_argument \(tensor\): .*no tensor 'wpe'.*it has wpe\.weight, wte\.weight or conv/,
    );
    fails(shape(`@${model}#wpe.weight`), /error bad_param \(base\)/); // several numbers instead of one
    fails(shape(`@${join(folder, 'none.npy')}`), /error io .*none\.npy could not be read/);
    fails(['tensors', folder], /error io/);
    fails(['tensors', cli], /error bad_argument \(bytes\): .*only \.npy and safetensors files are read/);
    fails(['tensors'], /error bad_argument \(FILE\): FILE is missing/);
    const two = join(folder, 'two.safetensors');
    writeFileSync(two, Buffer.from(checkpoint().toString('latin1').replace('wpe.weight', 'wxe.weight'), 'latin1'));
    fails(shape(`@${two}`), /it has 3 tensors: give @FILE#NAME with one of/);
    const pickle = join(folder, 'model.pt');
    writeFileSync(pickle, Buffer.from([0x80, 2, 0x8a, 10, 0, 0, 0, 0, 0, 0]));
    fails(['tensors', pickle], /pickle, which may run code.*safetensors/);
  });
});
