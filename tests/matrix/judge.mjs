/** Compares what a target gave with what is right. */
import { createHash } from 'node:crypto';

/** SHA-256 of the bytes of program.js: the float32 table, and the float64 eigenvalues. */
const table = 'd8942c0b829c9fdd16767aeca7d68ea557f2dcd383f795d00f001a8edce41eed';
export const digests = {
  main: table,
  worker: table,
  analysis: 'fa8dc1c508e20d35b37621ad35f93d037d8ade7a709c48c8708c68041757cf71',
};

const digest = (hex) => createHash('sha256').update(Buffer.from(hex, 'hex')).digest('hex');

function partOf(name, given, { absent = {}, step }, stepped) {
  const right = (part) => part?.compiled ?? (part?.hex !== undefined && digest(part.hex) === digests[name]);
  if (right(given)) return { works: true };
  const error = given?.error ?? (given?.hex ? 'other bits' : 'nothing came');
  if (absent[name]) {
    const said = [error, stepped?.[name]?.error].find((text) => absent[name].test(text ?? ''));
    return said ? { absent: said } : { works: false, error };
  }
  if (!step || !step.says.test(error)) return { works: false, error };
  const then = stepped?.[name];
  return right(then)
    ? { works: true, step: error }
    : { works: false, error: then?.error ?? 'nothing came', step: error };
}

/** { title, parts: { main, worker, analysis }, bytes, step?, failed } as results.json keeps it. */
export function judge(target, { plain, stepped, notRun }) {
  const { title, step, only = ['main', 'worker', 'analysis'] } = target;
  if (notRun) return { title, parts: {}, notRun };
  const parts = Object.fromEntries(only.map((name) => [name, partOf(name, plain[name], target, stepped)]));
  const { counts } = stepped ?? plain;
  const failed = Object.values(parts).filter((part) => !part.works && !part.absent).length;
  return {
    title,
    parts,
    bytes: counts,
    step: step && Object.values(parts).some((part) => part.step) ? step.text : undefined,
    failed,
  };
}
