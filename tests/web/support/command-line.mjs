/**
 * The command line without a process for each case. A thread evaluates the program repeatedly, with its own arguments,
 * standard streams and exit status; the test waits for it as for a process. A process costs a fifth of a second, mostly
 * to load the library. The first case of a file still runs as a process; in `npm run test:full` all do. Tests of
 * processes (signals, terminals, pipes, full disks) start them themselves.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { MessageChannel, Worker, receiveMessageOnPort } from 'node:worker_threads';
import { cli, errorCodes } from './posenc.mjs';

let first = true;
let thread;

function begin() {
  const { port1, port2 } = new MessageChannel();
  const told = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(new URL('command-line-thread.mjs', import.meta.url), {
    workerData: { port: port2, told, cli },
    transferList: [port2],
    // the thread's own streams are not read: if used, they would read from the streams that replace them
    stdout: true,
    stderr: true,
  });
  worker.unref();
  port1.unref();
  return { port: port1, told };
}

/**
 * The output and status of `posenc ARGS`, as from spawnSync: { stdout, stderr, status }, strings or buffers.
 * @param input standard input, a string or bytes
 */
export function posenc(args, { input = '', cwd, encoding = 'utf8' } = {}) {
  if (process.env.POSENC_FULL || first) {
    first = false;
    const options = { input, cwd, encoding, maxBuffer: 2 ** 28 };
    const { stdout, stderr, status } = spawnSync(process.execPath, [cli, ...args], options);
    return { stdout, stderr, status };
  }
  thread ??= begin();
  const { port, told } = thread;
  const before = process.cwd();
  if (cwd) process.chdir(cwd); // affects the whole process: a thread has no directory of its own
  Atomics.store(told, 0, 0);
  port.postMessage({ args: args.map(String), input });
  const ended = Atomics.wait(told, 0, 0, 300_000) !== 'timed-out';
  process.chdir(before);
  if (!ended) throw new Error(`posenc ${args.join(' ')} does not end`);
  const { stdout, stderr, status, thrown } = receiveMessageOnPort(port).message;
  if (thrown) throw new Error(`posenc ${args.join(' ')}: ${thrown}`);
  const read = (bytes) => (encoding !== 'buffer' ? Buffer.from(bytes).toString(encoding) : Buffer.from(bytes));
  return { stdout: read(stdout), stderr: read(stderr), status };
}

/** Returns standard output; asserts an empty standard error and status 0. */
export const succeeds = (args, input) => {
  const { stdout, stderr, status } = posenc(args, { input });
  assert.deepEqual({ stderr, status }, { stderr: '', status: 0 });
  return stdout;
};
/** One line on standard error with a code of the closed list, nothing on standard output, status 2. */
export const fails = (args, code, field, input) => {
  const { stdout, stderr, status } = posenc(args, { input });
  assert.deepEqual({ stdout, status }, { stdout: '', status: 2 }, stderr);
  const match = /^posenc: error ([a-z_]+)(?: \((.+?)\))?: (.+)\n$/.exec(stderr);
  assert.ok(match, stderr);
  assert.ok(errorCodes.includes(match[1]));
  assert.deepEqual([match[1], match[2] ?? ''], [code, field], stderr);
  return match[3];
};
