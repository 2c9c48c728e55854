/**
 * Random damage to the sample of each parser of tests/web/support/parsers.mjs. The parser must read the result or throw an error
 * of the library. A fault is printed with the seed that makes its input again, and becomes a test.
 */
import { build } from '../../web/tools/build.mjs';
import { step } from '../../web/tools/steps.mjs';
import { random } from './random.mjs';

/** A copy of `sample` with some places replaced, removed, doubled, moved or cut off. */
export function changed(sample, next) {
  const isText = typeof sample === 'string';
  let units = [...sample];
  const hard = isText ? [...'"{}[],:\\-9e.\0\u{1f600}'] : [0, 1, 127, 128, 255];
  for (let n = 1 + next(4); n > 0; n--) {
    const at = next(units.length + 1);
    const some = units.slice(at, at + 1 + next(Math.min(16, units.length + 1)));
    const changes = [
      () => units.splice(at, 1, hard[next(hard.length)]),
      () => units.splice(at, some.length),
      () => units.splice(at, 0, ...some),
      () => units.splice(next(units.length + 1), 0, ...some),
      () => (units = units.slice(0, at)),
    ];
    changes[next(changes.length)]();
  }
  return isText ? units.join('') : Uint8Array.from(units);
}

export async function run({ env, args: [inputs = '10000', seed = '1', seconds = '3600'] }) {
  await build(env, 'lib');
  const { makeParsers } = await import('../web/support/parsers.mjs');
  const { PosencError, parseJson } = await import('../../dist/lib/node.js');
  /** This parser is given only text that another one has accepted. */
  const before = { 'places in JSON': parseJson };
  const { parsers, end } = await makeParsers();
  let [tried, rejected] = [0, 0];
  const faults = [];
  // each parser gets the same time, so a quick one reads more inputs
  const share = (1000 * seconds) / parsers.length;
  await step('Parsers', async (report) => {
    for (const [i, { name, sample, read, refuses, sealed = (one) => one }] of parsers.entries()) {
      report(`${name}, ${i + 1} of ${parsers.length}`);
      const begin = performance.now();
      for (let n = 0; n < inputs && performance.now() - begin < share; n++, tried++) {
        const own = seed * 1_000_003 + n * 101 + i;
        const given = sealed(changed(sample, random(own)));
        try {
          before[name]?.(given);
          await read(given);
        } catch (error) {
          if (error instanceof PosencError || (refuses && error instanceof refuses)) rejected++;
          else faults.push({ name, seed: own, error: String(error?.message).slice(0, 200) });
        }
      }
    }
  });
  end();
  const came = `${rejected} rejected, the rest read; ${faults.length} other errors`;
  return { rows: [[`damaged input of ${parsers.length} parsers`, `${tried} inputs, seed ${seed}`, came]], faults };
}
