/**
 * Mutation testing: one small change (mutations.mjs) at a time, and the tests of its room. A change that no test notices survives:
 * a test is missing, or the change means the same. Which changes are tried follows from a seed, and their number is said.
 *
 *   ts    web/lib/requests, as compiled: Node reads the changed text in place of the file (mutant-hook.mjs), nothing is written
 *   cpp   src/core: a copy is compiled with its tests, tests/core
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { build } from '../../web/tools/build.mjs';
import { filesBelow } from '../../web/tools/fresh.mjs';
import { root } from '../../web/tools/setup.mjs';
import { SetupError, run as command, step } from '../../web/tools/steps.mjs';
import { applied, lineOf, ofCpp, ofJavaScript } from './mutations.mjs';

/** The tests of the room, the quickest first: of a file that fails the others are left. */
const testsOfRequests = ['spec', 'methods', 'position-keys', 'api', 'analysis-inputs', 'experiment', 'hostile'];

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

async function ofTypeScript(env, count, seed) {
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
  return { room: 'web/lib/requests', all, chosen: sample(all, count, seed), noticedBy };
}

async function ofCore(env, count, seed) {
  const folder = mkdtempSync(join(tmpdir(), 'posenc-mutants-'));
  for (const name of ['src', 'tests/core', 'tests/support', 'tests/main.cpp'])
    cpSync(join(root, name), join(folder, name), { recursive: true });
  const files = filesBelow([join(folder, 'src/core')]).filter((name) => /\.[ch]pp$/.test(name));
  const all = mutationsOf(files, ofCpp);
  const headers = /^headers=(.*)$/m.exec(
    (await command('bash', [join(root, 'wasm/toolchain/emscripten.sh'), '--headers'], { env })).stdout,
  )[1];
  const tests = filesBelow([join(folder, 'tests/core')]).filter(
    (name) => name.endsWith('_test.cpp') && !name.includes('steps_test'),
  );
  const sources = [...filesBelow([join(folder, 'src/core')]).filter((name) => name.endsWith('.cpp')), ...tests];
  const together = join(folder, 'all.cpp');
  writeFileSync(together, sources.map((file) => `#include "${file}"\n`).join(''));
  const flags = [
    '-std=c++20',
    '-O1',
    '-ffp-contract=off',
    '-w',
    `-I${join(folder, 'src')}`,
    `-I${join(folder, 'src/include')}`,
    `-I${join(folder, 'tests')}`,
    `-isystem${join(headers, 'include')}`,
  ];
  const compiled = (source, target) => command('g++', [...flags, '-c', source, '-o', target], { env, failing: true });
  const main = join(folder, 'main.o');
  if ((await compiled(join(folder, 'tests/main.cpp'), main)).code !== 0)
    throw new SetupError('main.cpp does not compile');
  const judge = async () => {
    const object = join(folder, 'all.o');
    if ((await compiled(together, object)).code !== 0) return 'the compiler';
    const program = join(folder, 'program');
    const { code } = await command('g++', [main, object, '-o', program], { env, failing: true });
    if (code !== 0) return 'the linker';
    const failed = await ended(program, [], { cwd: folder, env }, 300);
    return failed === 0 ? undefined : failed === 124 ? 'the tests, by hanging' : 'the tests';
  };
  const none = await judge();
  if (none) throw new SetupError(`${none} fails without a change, in ${folder}`);
  const noticedBy = async (mutation, report) => {
    report(`${basename(mutation.file)}:${mutation.line} ${mutation.what}`);
    const code = readFileSync(mutation.file, 'utf8');
    writeFileSync(mutation.file, applied(code, mutation));
    try {
      return await judge();
    } finally {
      writeFileSync(mutation.file, code);
    }
  };
  const place = (file) => relative(folder, file);
  const close = () => rmSync(folder, { recursive: true, force: true });
  return { room: 'src/core', all, chosen: sample(all, count, seed), noticedBy, place, close };
}

export async function run({ env, args: [part = 'ts', count = '60', seed = '1', seconds = '3600'] }) {
  if (part !== 'ts' && part !== 'cpp') throw new SetupError('ts or cpp');
  const {
    room,
    all,
    chosen,
    noticedBy,
    place = (file) => relative(root, file),
    close,
  } = await (part === 'ts' ? ofTypeScript : ofCore)(env, Number(count), Number(seed));
  const begin = performance.now();
  const by = {};
  const survivors = [];
  let tried = 0;
  await step(`Mutants of ${room}`, async (report) => {
    for (const mutation of chosen) {
      if (performance.now() - begin > 1000 * Number(seconds)) break; // those that follow are not counted
      const noticed = await noticedBy(mutation, (text) =>
        report(`${tried + 1} of ${chosen.length}, ${survivors.length} survive; ${text}`),
      );
      tried++;
      if (noticed) by[noticed] = (by[noticed] ?? 0) + 1;
      else survivors.push({ file: place(mutation.file), line: mutation.line, what: mutation.what });
    }
  });
  close?.();
  return {
    part,
    room,
    possible: all.length,
    seed: Number(seed),
    tried,
    noticed: tried - survivors.length,
    by,
    survivors,
  };
}

export const rows = ({ room, possible, seed, tried, noticed, survivors }) => [
  [
    `small changes of \`${room}\` that its tests notice`,
    `${noticed} of ${tried}, drawn by seed ${seed} from ${possible}`,
    `${((100 * noticed) / tried).toFixed(0)} %; ${survivors.length} survive and are listed`,
  ],
];
