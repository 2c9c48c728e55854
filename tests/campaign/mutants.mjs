/**
 * Mutation testing: one small change (mutations.mjs) at a time, and the tests of its room. A change that no test notices survives:
 * a test is missing, or the change means the same. Which changes are tried follows from a seed, and their number is said.
 *
 *   ts    web/lib/requests, as compiled: Node reads the changed text in place of the file (mutant-hook.mjs), nothing is written
 *   cpp   src/core: a copy is compiled with its tests (core-mutants.mjs)
 *
 * What survives and means the same stands in same-mutants.json, with the reason.
 */
import { readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { build } from '../../web/tools/build.mjs';
import { filesBelow } from '../../web/tools/fresh.mjs';
import { root } from '../../web/tools/setup.mjs';
import { SetupError, run as command, step } from '../../web/tools/steps.mjs';
import { ofCore } from './core-mutants.mjs';
import { lineOf, ofJavaScript } from './mutations.mjs';

/** The tests of the room, the quickest first: of a file that fails the others are left. */
const testsOfRequests = [
  'requests',
  'requests.specs',
  'requests.experiments',
  'spec',
  'methods',
  'position-keys',
  'api',
  'analysis-inputs',
  'experiment',
  'hostile',
];

/** splitmix32 */
function random(seed) {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x9e3779b9) >>> 0;
    let z = state;
    z = Math.imul(z ^ (z >>> 16), 0x85ebca6b);
    z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35);
    return ((z ^ (z >>> 16)) >>> 0) % below;
  };
}

/** `count` of a list, each at most once. */
export function sample(list, count, seed) {
  const next = random(seed);
  const left = [...list];
  const chosen = [];
  while (chosen.length < count && left.length > 0) chosen.push(left.splice(next(left.length), 1)[0]);
  return chosen;
}

const mutationsOf = (files, of) =>
  files.flatMap((file) => {
    const code = readFileSync(file, 'utf8');
    return of(code).map((mutation) => ({ file, line: lineOf(code, mutation.at), ...mutation }));
  });

/** Ended by time counts as noticed: the change made it hang. */
async function ended(name, args, options, seconds) {
  const { code } = await command('timeout', [String(seconds), name, ...args], { ...options, failing: true });
  return code;
}

async function ofTypeScript(env) {
  await build(env, 'lib');
  const files = filesBelow([join(root, 'dist/lib/requests')]).filter((name) => name.endsWith('.js'));
  const all = mutationsOf(files, ofJavaScript);
  const hook = join(root, 'tests/campaign/mutant-hook.mjs');
  const noticedBy = async (mutation, report) => {
    for (const test of testsOfRequests) {
      report(`${basename(mutation.file)}:${mutation.line} ${mutation.what}: ${test}.test`);
      const own = { ...env, NODE_OPTIONS: `--import=${hook}`, POSENC_MUTANT: JSON.stringify(mutation) };
      const args = ['--test', join(root, `tests/web/${test}.test.mjs`)];
      const code = await ended(process.execPath, args, { cwd: root, env: own }, 300);
      if (code !== 0) return code === 124 ? `${test}.test, by hanging` : `${test}.test`;
    }
    return undefined;
  };
  // without a change they pass, or all would be noticed
  const none = await noticedBy({ file: '', line: 0, at: 0, end: 0, text: '', what: 'nothing' }, () => undefined);
  if (none) throw new SetupError(`${none} fails without a change`);
  return { room: 'web/lib/requests', all, noticedBy };
}

/**
 * The reason why a change means the same, or undefined. It is told by the text of its line, and so is asked again when that is
 * another one.
 */
export const sameAs = (reasons, { file, code, what }) =>
  reasons.find((one) => one.file === file && one.code === code && one.what === what)?.because;

export async function run({ env, args: [part = 'ts', count = '60', seed = '1', seconds = '3600'] }) {
  if (part !== 'ts' && part !== 'cpp') throw new SetupError('ts or cpp');
  const {
    room,
    all,
    noticedBy,
    place = (file) => relative(root, file),
    close,
  } = await (part === 'ts' ? ofTypeScript : ofCore)(env);
  const chosen = sample(all, Number(count), Number(seed));
  const reasons = JSON.parse(readFileSync(join(root, 'tests/campaign/same-mutants.json'), 'utf8'));
  const begin = performance.now();
  const by = {};
  const survivors = [];
  const same = [];
  let tried = 0;
  await step(`Mutants of ${room}`, async (report) => {
    for (const mutation of chosen) {
      if (performance.now() - begin > 1000 * Number(seconds)) break; // those that follow are not counted
      const noticed = await noticedBy(mutation, (text) =>
        report(`${tried + 1} of ${chosen.length}, ${survivors.length} survive; ${text}`),
      );
      tried++;
      if (noticed) by[noticed] = (by[noticed] ?? 0) + 1;
      else {
        const code = readFileSync(mutation.file, 'utf8').split('\n')[mutation.line - 1].trim();
        const one = { file: place(mutation.file), line: mutation.line, what: mutation.what, code };
        (sameAs(reasons, one) ? same : survivors).push(one);
      }
    }
  });
  close?.();
  return {
    part,
    room,
    possible: all.length,
    seed: Number(seed),
    tried,
    noticed: tried - survivors.length - same.length,
    by,
    same,
    survivors,
  };
}

export const rows = ({ room, possible, seed, tried, noticed, same = [], survivors }) => [
  [
    `small changes of \`${room}\` that its tests notice`,
    `${noticed} of ${tried}, drawn by seed ${seed} from ${possible}`,
    [
      `${((100 * noticed) / (tried - same.length)).toFixed(0)} %`,
      ...(same.length ? [`${same.length} mean the same, for a reason that stands in \`same-mutants.json\``] : []),
      survivors.length ? `${survivors.length} survive and are listed` : 'none survives',
    ].join('; '),
  ],
];
