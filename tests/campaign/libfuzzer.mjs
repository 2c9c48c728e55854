/**
 * libFuzzer against what C++ reads from outside (fuzz-targets/), with AddressSanitizer and UBSan. A target begins with inputs made
 * of the registry and with those that were kept in fuzz-corpus/, and leaves there the fewest that take the same ways. The tests
 * of every change read these again (fuzz-targets/replay.cpp).
 *
 * Runs add up: each begins with the corpus that the former left, draws with another seed, and its inputs count with those
 * before it, until one finds a fault.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, cmake } from '../../web/tools/build.mjs';
import { root } from '../../web/tools/setup.mjs';
import { SetupError, run as command, step } from '../../web/tools/steps.mjs';

/** The longest input of each, in bytes: longer ones are slower and take no other ways. */
const longest = { spec: 256, calls: 320, experiment: 640, safetensors: 400, checkpoint: 1200 };
export const targets = Object.keys(longest);
/** Bytes that are kept for a target: what takes the most ways for its size comes first. */
const most = 56 * 1024;

const kept = fileURLToPath(new URL('fuzz-corpus/', import.meta.url));

/**
 * Two thirds of a processor went into what is no search: libFuzzer's entropic schedule sums over all features at each input
 * (76 % of the time with the corpus of weights), and AddressSanitizer keeps thirty callers of each allocation. Without them
 * calls go from 1,200 to 11,900 inputs a second and weights from 6,700 to 32,100, with as many new ways a second or more.
 */
const sanitizers = { ASAN_OPTIONS: 'malloc_context_size=1:quarantine_size_mb=8' };
const quick = '-entropic=0';

/** A line in base64 each, the short ones first. */
export const corpusText = (inputs) =>
  inputs
    .map((input) => Buffer.from(input).toString('base64'))
    .sort((a, b) => a.length - b.length || (a < b ? -1 : 1))
    .map((line) => `${line}\n`)
    .join('');
export const corpusOf = (text) =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) => Buffer.from(line, 'base64'));

/** What libFuzzer printed at its end. */
export function statistics(text) {
  const number = (pattern) => Number([...text.matchAll(pattern)].at(-1)?.[1] ?? NaN);
  return {
    inputs: number(/^stat::number_of_executed_units:\s+(\d+)/gm),
    perSecond: number(/^stat::average_exec_per_sec:\s+(\d+)/gm),
    slowestInSeconds: number(/^stat::slowest_unit_time_sec:\s+(\d+)/gm),
    peakMebibytes: number(/^stat::peak_rss_mb:\s+(\d+)/gm),
    // conditions, each counted with how often it was taken
    ways: number(/ cov: (\d+)/g),
  };
}

/** A result of before runs were counted is one. */
export const runsOf = (before) => (before ? (before.runs ?? 1) : 0);

/** This run and those before it. @param before what the result's file holds, or undefined */
export function added(now, before) {
  if (!before || before.failed) return { ...now, runs: 1 };
  const [inputs, seconds] = [before.inputs + now.inputs, before.seconds + now.seconds];
  return { ...now, inputs, seconds, perSecond: Math.round(inputs / seconds), runs: runsOf(before) + 1 };
}

const filesIn = (folder) => readdirSync(folder).map((name) => readFileSync(join(folder, name)));

function write(folder, inputs) {
  for (const input of inputs) writeFileSync(join(folder, createHash('sha1').update(input).digest('hex')), input);
}

function emptied(folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** The fewest inputs that take the ways of all in `folder`, as many as there is room for. */
async function fewest(program, folder, target, env) {
  const fresh = emptied(join(root, 'build/fuzz/fewest', target));
  const options = [`-max_len=${longest[target]}`, '-timeout=20', '-rss_limit_mb=4096'];
  await command(program, ['-set_cover_merge=1', ...options, fresh, folder], { env });
  let room = most;
  return filesIn(fresh)
    .sort((a, b) => a.length - b.length)
    .filter(({ length }) => (room -= Math.ceil(length / 3) * 4 + 1) >= 0);
}

async function fuzzed(target, inputs, seconds, seed, env) {
  const { dictionary, seedsOf } = await import('./fuzz-seeds.mjs');
  const at = (...names) => join(root, 'build/fuzz', ...names);
  const folder = at('corpus', target);
  mkdirSync(folder, { recursive: true });
  write(folder, await seedsOf(target));
  if (existsSync(join(kept, `${target}.txt`)))
    write(folder, corpusOf(readFileSync(join(kept, `${target}.txt`), 'utf8')));
  writeFileSync(at('words.dict'), dictionary());
  // what broke it the last time comes first, and is kept once it breaks it no more
  if (existsSync(at('found', target))) write(folder, filesIn(at('found', target)));
  const found = emptied(at('found', target));
  const program = at('tests/campaign/fuzz-targets', `fuzz_${target}`);
  const options = [
    `-runs=${inputs}`,
    `-max_total_time=${seconds}`,
    `-seed=${seed}`,
    `-max_len=${longest[target]}`,
    `-dict=${at('words.dict')}`,
    `-artifact_prefix=${found}/`,
    '-timeout=20',
    '-rss_limit_mb=4096',
    '-print_final_stats=1',
    quick,
  ];
  const { stderr, code } = await step(`libFuzzer, ${target}`, (report) =>
    command(program, [...options, folder], { env, report, failing: true }),
  );
  const broken = filesIn(found).map((input) => input.toString('base64'));
  const summary = /^(?:SUMMARY: |it must hold that ).*/m.exec(stderr)?.[0];
  const few = await fewest(program, folder, target, env);
  mkdirSync(kept, { recursive: true });
  writeFileSync(join(kept, `${target}.txt`), corpusText(few));
  return {
    part: target,
    ...statistics(stderr),
    kept: few.length,
    // of the sanitizer: the kind, without the place in this machine's folders
    broken: broken.map((input) => ({ input, summary: summary?.replaceAll(root, '').slice(0, 200) })),
    failed: code !== 0,
  };
}

function formerly(target) {
  const file = fileURLToPath(new URL(`results/libfuzzer-${target}.json`, import.meta.url));
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

export async function run({ env: given, args: [inputs = '100000000', seconds = '3600', only = 'all', seed] }) {
  const env = { ...given, ...sanitizers };
  const chosen = targets.filter((target) => only === 'all' || only === target);
  if (chosen.length === 0) throw new SetupError(`say one of ${targets.join(', ')}, or all`);
  // of the package only the registry is read, for seeds and dictionary: as it was built last
  if (!existsSync(join(root, 'dist/lib/node.js'))) await build(env, 'lib');
  await cmake(
    'fuzz',
    env,
    chosen.map((target) => `fuzz_${target}`),
  );
  const found = [];
  for (const target of chosen) {
    const begin = performance.now();
    const before = formerly(target);
    const one = await fuzzed(target, inputs, seconds, seed ?? runsOf(before) + 1, env);
    found.push(added({ ...one, seconds: Math.round((performance.now() - begin) / 1000) }, before));
  }
  return found;
}

const names = {
  spec: 'a spec as JSON, as C++ reads it',
  calls: 'a spec and a call of the C interface with it',
  experiment: 'an experiment as JSON, as `posenc-train` reads it',
  safetensors: 'a file of weights, as `posenc-train` reads it',
  checkpoint: 'a checkpoint of training, as C++ reads it',
};
const grouped = (n) => String(n).replace(/\B(?=(\d{3})+$)/g, ',');

export const rows = ({ part, inputs, perSecond, runs = 1, ways, kept: many, broken, failed }) => [
  [
    `libFuzzer with ASan and UBSan: ${names[part]}`,
    `${grouped(inputs)} inputs in ${runs} run${runs > 1 ? 's' : ''}, ${grouped(perSecond)} a second`,
    `${failed ? Math.max(1, broken.length) : 0} faults; ${grouped(ways)} ways in the code taken, ${many} inputs kept`,
  ],
];
