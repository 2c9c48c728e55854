/**
 * Random changes of bytes and text against each parser of tests/web/support/parsers.mjs: it reads them or refuses them with an error
 * of the library, in bounded time. A corpus is not kept: what fails is kept in the result, by its seed, and becomes a test.
 */
import { fileURLToPath } from 'node:url';
import { build } from '../../web/tools/build.mjs';
import { run as command, step } from '../../web/tools/steps.mjs';

/** mulberry32 */
export function random(seed) {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}

/** A changed copy of a sample: some places replaced, removed, doubled or moved. */
export function changed(sample, next) {
  const isText = typeof sample === 'string';
  let units = isText ? [...sample] : [...sample];
  const hard = isText
    ? ['"', '{', '}', '[', ',', ':', '\\', '-', '9', 'e', '.', '\0', '\u{1f600}']
    : [0, 1, 127, 128, 255];
  for (let n = 1 + next(4); n > 0; n--) {
    const at = next(units.length + 1);
    const length = 1 + next(Math.min(16, units.length + 1));
    switch (next(5)) {
      case 0:
        units[Math.min(at, units.length)] = hard[next(hard.length)];
        break;
      case 1:
        units.splice(at, length);
        break;
      case 2:
        units.splice(at, 0, ...units.slice(at, at + length));
        break;
      case 3:
        units.splice(next(units.length + 1), 0, ...units.slice(at, at + length));
        break;
      default:
        units = units.slice(0, at);
    }
  }
  return isText ? units.join('') : Uint8Array.from(units);
}

export async function run({ env, args: [inputs = '10000', seed = '1', seconds = '3600'] }) {
  await build(env, 'lib');
  const script = fileURLToPath(new URL('fuzz-parsers.mjs', import.meta.url));
  const { stdout } = await step('Parsers', (report) =>
    command(process.execPath, [script, inputs, seed, seconds], { env, report }),
  );
  const parsers = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  return { seed: Number(seed), parsers, failed: parsers.some(({ bad }) => bad.length > 0) };
}

export const rows = ({ parsers, seed }) => {
  const sum = (key) => parsers.reduce((all, one) => all + one[key], 0);
  return [
    [
      'changed bytes and texts against each parser',
      `${sum('tried')} of ${parsers.length} parsers, seed ${seed}`,
      `${sum('refused')} refused, the rest read; ${parsers.reduce((all, { bad }) => all + bad.length, 0)} other errors, the longest took ${Math.max(...parsers.map(({ longest }) => longest))} ms`,
    ],
  ];
};
