/**
 * Branches of core, simd, encodings and kernels that the C++ tests take, counted by clang. A branch is one way of
 * a condition in the source; where a template is made several times, a way counts as taken when one of them takes it.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { cmake } from '../../web/tools/build.mjs';
import { root } from '../../web/tools/setup.mjs';
import { SetupError, run as command, step } from '../../web/tools/steps.mjs';

export const rooms = ['core', 'simd', 'encodings', 'kernels'];
const build = join(root, 'build/coverage');

/** llvm-profdata and llvm-cov of the version of clang++ that compiled. */
async function tools(env) {
  const { stdout } = await command('clang++', ['--version'], { env });
  const [, version] = /version (\d+)/.exec(stdout);
  const found = [];
  for (const name of ['llvm-profdata', 'llvm-cov']) {
    const names = [`${name}-${version}`, `/usr/lib/llvm-${version}/bin/${name}`, name];
    let one;
    for (const each of names)
      if (!one && (await command(each, ['--help'], { env, failing: true }).catch(() => undefined))) one = each;
    if (!one) throw new SetupError(`missing: ${name} of clang ${version}. Type: apt-get install llvm-${version}`);
    found.push(one);
  }
  return found;
}

/**
 * The conditions that are decided when they are compiled, as `file:line:column`, from what `llvm-cov show` prints. `export`
 * gives both of their ways as never taken, as it does of those that are never reached. One that is decided in some of a template's
 * instances only is none of them.
 */
export function decidedIn(shown) {
  const seen = new Map();
  let file;
  for (const line of shown.split('\n')) {
    const [, path] = /^(\/.*):$/.exec(line) ?? [];
    if (path) file = path;
    const [, at, column, ways] = /^\s*\|\s*Branch \((\d+):(\d+)\): \[(.*)\]$/.exec(line) ?? [];
    if (!at) continue;
    const key = `${file}:${at}:${column}`;
    seen.set(key, (seen.get(key) ?? true) && ways === 'Folded - Ignored');
  }
  return new Set([...seen].filter(([, decided]) => decided).map(([key]) => key));
}

/**
 * Ways that no test takes: [{ file, line, condition, way, code }], and the counts of each room, from what `llvm-cov export` prints.
 * A source has one name for each way in which a compiler was told of it; its counts are added.
 * @param read file → its lines  @param decided of `decidedIn`
 */
export function branchesOf(exported, source, read, decided = new Set()) {
  const counts = Object.fromEntries(rooms.map((room) => [room, { ways: 0, taken: 0 }]));
  const all = new Map();
  for (const { filename, branches } of exported.data[0].files) {
    const path = resolve(filename);
    const [room, ...rest] = relative(source, path).split('/');
    if (!rooms.includes(room) || rest.length === 0) continue;
    for (const [line, column, , end, yes, no] of branches) {
      const key = `${path}:${line}:${column}`;
      // of `if constexpr`, `export` gives both ways as never taken, and `show` says nothing else
      if (decided.has(key) || /\bif constexpr\b/.test(read(path)[line - 1])) continue;
      const before = all.get(key) ?? { path, room, line, column, end, yes: 0, no: 0 };
      all.set(key, { ...before, yes: before.yes + yes, no: before.no + no });
    }
  }
  const missed = [];
  for (const { path, room, line, column, end, yes, no } of all.values()) {
    counts[room].ways += 2;
    counts[room].taken += (yes > 0) + (no > 0);
    const code = read(path)[line - 1];
    const of = { file: relative(dirname(source), path), line, condition: code.slice(column - 1, end - 1) };
    if (yes === 0) missed.push({ ...of, way: 'true', code: code.trim() });
    if (no === 0) missed.push({ ...of, way: 'false', code: code.trim() });
  }
  missed.sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line));
  return { counts, missed };
}

/** @param reasons coverage-reasons.json  @returns the name of the reason why no test takes this way, if one is given */
export const reasonOf = ({ of }, { file, condition, way, code }) =>
  of.find(
    (one) =>
      one.file === file && one.condition === condition && (one.way ?? way) === way && (one.code ?? code) === code, // where a condition stands in several lines
  )?.because;

export async function run({ env }) {
  const [profdata, cov] = await tools(env);
  await cmake('coverage', env, ['posenc_tests'], ['-DPOSENC_TEST_ROOMS=']);
  const program = join(build, 'tests/posenc_tests');
  const raw = join(build, 'tests.profraw');
  rmSync(raw, { force: true });
  const { stdout } = await step('Testing', (report) =>
    command(program, [], { cwd: root, env: { ...env, LLVM_PROFILE_FILE: raw }, report, failing: true }),
  );
  if (!existsSync(raw)) throw new Error('the tests left no profile');
  const profile = join(build, 'tests.profdata');
  await command(profdata, ['merge', '-sparse', raw, '-o', profile], { env });
  const given = [program, `-instr-profile=${profile}`];
  const asked = async (...args) => (await command(cov, args, { env })).stdout;
  const exported = JSON.parse(await asked('export', ...given, '-skip-expansions', '-skip-functions'));
  const source = join(root, 'src');
  const sources = exported.data[0].files
    .map(({ filename }) => filename)
    .filter((name) => resolve(name).startsWith(source));
  const shown = await asked('show', ...given, '-show-branches=count', '-show-instantiations=false', ...sources);
  const lines = new Map();
  const read = (file) => {
    if (!lines.has(file)) lines.set(file, readFileSync(file, 'utf8').split('\n'));
    return lines.get(file);
  };
  const { counts, missed } = branchesOf(exported, source, read, decidedIn(shown));
  const reasons = JSON.parse(readFileSync(join(root, 'tests/campaign/coverage-reasons.json'), 'utf8'));
  const why = missed.map((one) => ({ ...one, because: reasonOf(reasons, one) }));
  for (const { file, line, condition, way } of why.filter(({ because }) => !because))
    console.log(`${file}:${line} is never ${way}, for no reason that is known: ${condition}`);
  const tests = Number(/test cases:\s*(\d+)/.exec(stdout)?.[1]);
  return { tests, counts, missed: why, failed: why.some(({ because }) => !because) || undefined };
}

/** "12 that …, 3 that …", the most frequent first; what has no reason is said as that. */
function summed(missed, words) {
  const counts = new Map();
  for (const { because } of missed) counts.set(because, (counts.get(because) ?? 0) + 1);
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([because, count]) => `${count} ${words[because] ?? 'for no reason that is known'}`)
    .join(', ');
}

export const rows = ({ counts, missed }) => {
  const { reasons } = JSON.parse(readFileSync(join(root, 'tests/campaign/coverage-reasons.json'), 'utf8'));
  return Object.entries(counts).map(([room, { ways, taken }]) => {
    const left = missed.filter(({ file }) => file.startsWith(`src/${room}/`));
    // a result from before there were reasons
    const came = left.some(({ condition }) => condition === undefined)
      ? `; the ${left.length} others are listed with their lines`
      : left.length
        ? `; not taken: ${summed(left, reasons)}`
        : '';
    return [
      `branches of \`src/${room}\` that the C++ tests take`,
      `${taken} of ${ways}`,
      `${((100 * taken) / ways).toFixed(1)} %${came}`,
    ];
  });
};
