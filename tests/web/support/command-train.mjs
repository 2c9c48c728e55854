/** Runs `posenc train` as a user does: its output, and a process that can be killed. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { posenc } from './command-line.mjs';
import { tiny } from './experiments.mjs';
import { file } from './own-folder.mjs';
import { cli } from './posenc.mjs';

export const experiment = (name, change = {}) => file(name, JSON.stringify({ ...tiny, evaluateEvery: 5, ...change }));

export const train = (args, input = '') => posenc(['train', ...args], { input });
/** The output without the one number per line that differs between runs. */
export const lines = (stdout) => {
  const all = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const times = all.map(({ seconds }) => seconds);
  assert.ok(
    times.every((time, i) => time > 0 && time >= (times[i - 1] ?? 0)),
    `seconds ${times.join()}`,
  );
  return all.map(({ seconds: _, ...rest }) => rest);
};
export const succeeds = (args, input) => {
  const { stdout, stderr, status } = train(args, input);
  assert.deepEqual({ stderr, status }, { stderr: '', status: 0 });
  return lines(stdout);
};
export const fails = (args, code, field, input) => {
  const { stdout, stderr, status } = train(args, input);
  assert.deepEqual({ stdout, status }, { stdout: '', status: 2 }, stderr);
  assert.ok(stderr.startsWith(`posenc: error ${code} (${field}): `), stderr);
  assert.equal(stderr.trimEnd().split('\n').length, 1, stderr);
  return stderr;
};
/** Starts it and calls `onLine(child, n)` at its n-th line. Resolves with { code, signal, stdout, stderr }. */
export const started = (args, onLine) =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, [cli, 'train', ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
    const [out, err] = ['', ''].map(() => []);
    let told = 0;
    child.stdout.on('data', (data) => {
      out.push(data);
      const count = Buffer.concat(out).toString().split('\n').length - 1;
      while (told < count) onLine?.(child, ++told);
    });
    child.stderr.on('data', (data) => err.push(data));
    child.on('close', (code, signal) =>
      resolve({ code, signal, stdout: Buffer.concat(out).toString(), stderr: Buffer.concat(err).toString() }),
    );
  });
