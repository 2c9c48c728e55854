/**
 * Tables larger than memory: files are made from blocks, so that a program with a small heap writes them. `npm run
 * test:full` takes 8 GiB for each binary format.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { root } from './support/posenc.mjs';

const full = process.env.POSENC_FULL !== undefined;

/** Runs in a separate process: counts the bytes of a file and measures the peak memory. */
const script = `
  import { create, csvChunks, npyChunks, safetensorsChunks } from 'posenc';
  const [format, rows, workers] = process.argv.slice(1);
  const pe = await create({ workers: Number(workers) || undefined });
  const meta = { rows: Number(rows), dtype: 'f32', metadata: { spec: 'x' } };
  const fractions = [];
  const blocks = pe.tableBlocks({ encoding: 'sinusoidal', dim: 512 }, meta.rows, {
    onProgress: (fraction) => fractions.push(fraction),
  });
  let bytes = 0;
  for await (const chunk of { csvChunks, npyChunks, safetensorsChunks }[format](meta, blocks)) bytes += chunk.length;
  pe.dispose();
  const rising = fractions.every((fraction, i) => fraction > (fractions[i - 1] ?? 0)) && fractions.at(-1) === 1;
  console.log(JSON.stringify({ bytes, mostMiB: process.resourceUsage().maxRSS / 1024, rising }));
`;
const stream = async (format, rows, workers) => {
  const args = ['--max-old-space-size=64', '--input-type=module', '--eval', script, format, `${rows}`, `${workers}`];
  return JSON.parse((await promisify(execFile)(process.execPath, args, { cwd: root })).stdout);
};

/** Node, the module, its scratch memory and a few blocks of 8 MiB; more for each worker. */
const allowedMiB = (workers) => 220 + 60 * workers;

for (const [format, rows] of [
  ['npyChunks', full ? 2 ** 22 : 2 ** 18],
  ['safetensorsChunks', full ? 2 ** 22 : 2 ** 18],
  ['csvChunks', full ? 2 ** 14 : 2 ** 12],
]) {
  for (const workers of [0, 2]) {
    const what = `${rows} x 512 float32, ${workers || 'no'} workers`;
    test(`${format}: ${what}: memory does not grow with the table, progress rises to 1`, async (t) => {
      const { bytes, mostMiB, rising } = await stream(format, rows, workers);
      t.diagnostic(`${(bytes / 2 ** 20).toFixed(0)} MiB written, at most ${mostMiB.toFixed(0)} MiB of memory`);
      if (format !== 'csvChunks') assert.equal(Math.floor(bytes / 2 ** 11), rows);
      assert.ok(bytes > rows * 512);
      assert.ok(rising);
      assert.ok(mostMiB < allowedMiB(workers), `${mostMiB} MiB`);
    });
  }
}
