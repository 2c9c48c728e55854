/** The thread of command-line.mjs: evaluates the program for each message, between standard streams made for it. */
import { Readable, Writable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { workerData } from 'node:worker_threads';

const { port, told, cli } = workerData;
let runs = 0;

function collector() {
  const parts = [];
  const stream = new Writable({ write: (part, _, done) => (parts.push(part), done()) });
  return { stream, bytes: () => Buffer.concat(parts) };
}

const answer = (message) => {
  port.postMessage(message);
  Atomics.store(told, 0, 1);
  Atomics.notify(told, 0);
};

port.on('message', ({ args, input }) => {
  const [out, err] = [collector(), collector()];
  const stdin = Readable.from(input.length ? [Buffer.from(input)] : [], { objectMode: false });
  for (const [name, value] of Object.entries({ stdin, stdout: out.stream, stderr: err.stream }))
    Object.defineProperty(process, name, { value, configurable: true });
  process.argv = [process.execPath, cli, ...args];
  process.exitCode = undefined;
  // another address evaluates the program again, but not its imports
  import(`${pathToFileURL(cli)}?${++runs}`)
    .then(({ ended }) => ended)
    .then(
      () => answer({ stdout: out.bytes(), stderr: err.bytes(), status: process.exitCode ?? 0 }),
      (thrown) => answer({ thrown: thrown?.stack ?? String(thrown) }),
    )
    .finally(() => (process.exitCode = undefined));
});
