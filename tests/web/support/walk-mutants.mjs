/**
 * A thread that gives every parser its mutants, and reports the outcome of each. It may hang, so it first writes the
 * number of the current mutant to shared memory.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { PosencError, errorCodes } from './posenc.mjs';
import { mutantsOf } from './mutants.mjs';
import { makeParsers } from './parsers.mjs';

/** Limit: a multiple of the mutant, plus the memory that any call leaves until it is collected. */
const [manyfold, usual] = [64, 2 ** 24];

const held = () => {
  const { heapUsed, external } = process.memoryUsage(); // this thread's; buffers are external
  return heapUsed + external;
};
const isRefusal = (error, { refuses }) =>
  error instanceof PosencError
    ? errorCodes.includes(error.code) && error.code !== 'internal' && error.message.length > 0
    : refuses !== undefined && error instanceof refuses;

const at = new Int32Array(workerData);
const { parsers, end } = await makeParsers();
for (const [i, parser] of parsers.entries()) {
  const { name, sample, read, sealed = (one) => one } = parser;
  at.set([i, 0]);
  await read(sealed(sample)); // the sample is valid
  const bad = [];
  let tried = 0;
  for (const { mutant, what } of mutantsOf(parser)) {
    at[1] = tried++;
    const given = sealed(mutant);
    const before = held();
    try {
      await read(given);
    } catch (error) {
      if (!isRefusal(error, parser)) bad.push(`${what}: ${String(error?.stack).slice(0, 300)}`);
    }
    const kept = held() - before;
    if (kept > manyfold * given.length + usual) bad.push(`${what}: ${kept} bytes were held for ${given.length}`);
  }
  parentPort.postMessage({ name, tried, bad: bad.slice(0, 5) });
}
end();
