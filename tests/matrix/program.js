/**
 * The program that every target runs: a table in this thread, the same table in a worker, and an analysis. Returns the
 * bytes of each as hexadecimal digits, or its error.
 */
import { create } from 'posenc';

const spec = {
  encoding: 'rope',
  dim: 16,
  base: 500000,
  scaling: { type: 'llama3', factor: 8, originalContext: 8192 },
};
const positions = [0, 1, 2.5, 4095, 131072, 2 ** 40];

const hex = ({ buffer }) => Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Runs `work` with an instance: { hex } of its result, or { error } as one line. */
async function part(options, work) {
  try {
    const pe = await create(options);
    try {
      return { hex: hex(await work(pe)) };
    } finally {
      pe.dispose();
    }
  } catch (error) {
    return { error: `${error.code ?? error.name}: ${error.message}` };
  }
}

const table = async (pe) => (await pe.table(spec, positions)).data;
const eigenvalues = async (pe) =>
  (await pe.analyse({ analysis: 'spectrum' }, { table: { spec, positions } })).eigenvalues;

/** @param done is called and awaited after each part */
export async function program({ options, workerOptions = { worker: true }, done = () => {} } = {}) {
  const results = {};
  const parts = {
    main: () => part(options, table),
    worker: () => part(workerOptions, table),
    analysis: () => part(options, eigenvalues),
  };
  for (const [name, run] of Object.entries(parts)) {
    results[name] = await run();
    await done(name);
  }
  return results;
}
