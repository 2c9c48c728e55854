/**
 * Branches of core, simd, encodings and kernels that the C++ tests take, counted by clang. A branch is one way of
 * a condition in the source; where a template is made several times, a way counts as taken when one of them takes it.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
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
 * Ways that no test takes: [{ file, line, column, way, code }], and the counts of each room, from what `llvm-cov export` prints.
 * @param read file → its lines
 */
export function branchesOf(exported, source, read) {
  const counts = Object.fromEntries(rooms.map((room) => [room, { ways: 0, taken: 0 }]));
  const missed = [];
  for (const { filename, branches } of exported.data[0].files) {
    const [room, ...rest] = relative(source, filename).split('/');
    if (!rooms.includes(room) || rest.length === 0) continue;
    const places = new Map();
    for (const [line, column, , , yes, no] of branches) {
      const key = `${line}:${column}`;
      const before = places.get(key) ?? { line, column, yes: 0, no: 0 };
      places.set(key, { ...before, yes: before.yes + yes, no: before.no + no });
    }
    for (const { line, column, yes, no } of places.values()) {
      // is decided when it is compiled: it has one way, which llvm-cov gives as neither
      if (/\bif constexpr\b/.test(read(filename)[line - 1])) continue;
      counts[room].ways += 2;
      for (const [way, count] of [
        ['true', yes],
        ['false', no],
      ])
        if (count > 0) counts[room].taken++;
        else {
          const code = read(filename)[line - 1].trim().slice(0, 120);
          missed.push({ file: relative(dirname(source), filename), line, column, way, code });
        }
    }
  }
  return { counts, missed };
}

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
  await command(profdata, ['merge', '-sparse', raw, '-o', join(build, 'tests.profdata')], { env });
  const args = [
    'export',
    program,
    `-instr-profile=${join(build, 'tests.profdata')}`,
    '-skip-expansions',
    '-skip-functions',
  ];
  const exported = JSON.parse((await command(cov, args, { env })).stdout);
  const lines = new Map();
  const read = (file) => {
    if (!lines.has(file)) lines.set(file, readFileSync(file, 'utf8').split('\n'));
    return lines.get(file);
  };
  const { counts, missed } = branchesOf(exported, join(root, 'src'), read);
  const tests = /test cases:\s*(\d+)/.exec(stdout)?.[1];
  return { tests: Number(tests), counts, missed };
}

export const rows = ({ counts, missed }) =>
  Object.entries(counts).map(([room, { ways, taken }]) => {
    const left = missed.filter(({ file }) => file.startsWith(`src/${room}/`));
    return [
      `branches of \`src/${room}\` that the C++ tests take`,
      `${taken} of ${ways}`,
      `${((100 * taken) / ways).toFixed(1)} %; the ${left.length} others are listed with their lines`,
    ];
  });
