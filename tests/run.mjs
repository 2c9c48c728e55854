/**
 * `npm test`: set-up, build and tests, two jobs at a time.
 *
 *   node tests/run.mjs [--full]
 *
 * Runs every test file. --full adds the sanitizers, all that clang++ compiles, every room's tests in WebAssembly, 10^9
 * MPFR entries, every case of the families that are otherwise sampled, and many more random arguments (POSENC_FULL=1).
 * Each suite reports the counts of its own runner; the last line is their sum.
 */
import { randomInt } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build, cmake } from '../web/tools/build.mjs';
import { filesBelow } from '../web/tools/fresh.mjs';
import { runJobs } from '../web/tools/jobs.mjs';
import { pythonWith } from '../web/tools/pythons.mjs';
import { root, setup } from '../web/tools/setup.mjs';
import { CommandFailed, main, report, run, step } from '../web/tools/steps.mjs';
import { checkPython } from '../python/tests/check.mjs';
import { checkConsumers } from './consumer/check.mjs';

const at = (...paths) => join(root, ...paths);
const { full } = parseArgs({ options: { full: { type: 'boolean', default: false } } }).values;

/** Runs a test program, prints its output if it fails, and returns { passed, failed, note? } as `count` reads it. */
async function suite(command, args, { env, report: detail }, count) {
  const result = await run(command, args, { cwd: root, env, report: detail, failing: true });
  const counted = count(result.stdout);
  if (!counted)
    throw new CommandFailed(
      command,
      `(exit status ${result.code}) ended without a summary`,
      result.stdout + result.stderr,
    );
  // a crash after the summary, or a failure missing from the summary, also counts as a failure
  if (result.code !== 0 && counted.failed === 0) counted.failed = 1;
  if (counted.failed > 0) {
    const failing = Math.max(0, result.stdout.indexOf('failing tests:'));
    process.stderr.write(`\n${result.stdout.slice(failing).slice(-30_000)}${result.stderr.slice(-10_000)}\n`);
  }
  return counted;
}

const doctestSummary = (text) => {
  const found = /test cases:\s*\d+ \|\s*(\d+) passed \|\s*(\d+) failed/.exec(text);
  if (!found) return undefined;
  // only the output of a case, or an error
  const blocks = text.split(/^={40,}$/m).filter((block) => / (FATAL )?ERROR: /.test(block));
  const failing = blocks.flatMap((block) => /^TEST CASE: {2}(.+)$/m.exec(block)?.[1] ?? []);
  const note = /assertions:\s*(\d+)/.exec(text)?.[1] + ' assertions';
  return { passed: +found[1], failed: +found[2], note, failing: [...new Set(failing)] };
};
/** The number of skipped tests, and the reasons. */
const skippedFor = (count, reasons) => `${count} skipped: ${[...new Set(reasons)].join(', ')}`;
const nodeSummary = (text) => {
  const value = (key) => Number(new RegExp(`^. ${key} (\\d+)$`, 'm').exec(text)?.[1] ?? NaN);
  const reasons = [...text.matchAll(/^ *﹣ .+ # (.+)$/gm)].map(([, reason]) => reason);
  const skipped = value('skipped') > 0 ? skippedFor(value('skipped'), reasons) : undefined;
  const gpu = /^WebGPU: .+$/m.exec(text)?.[0]; // the adapter, or the reason for its absence
  const note = [gpu, skipped].filter(Boolean).join('; ');
  const after = text.slice(text.indexOf('failing tests:'));
  const failing = [...after.matchAll(/^test at (.+)\n✖ (.+?) \([\d.]+ms\)$/gm)].map(
    (found) => `${found[1]} ${found[2]}`,
  );
  const counted = { passed: value('pass'), failed: value('fail') + value('cancelled'), note, failing };
  return Number.isNaN(counted.passed + counted.failed) ? undefined : counted;
};
/** Lines `checked 10000000 entries (what): 0 wrong`; each is one test. */
const mpfrSummary = (text) => {
  const lines = [...text.matchAll(/checked (\d+) entries[^:\n]*: (\d+) wrong/g)];
  const wrong = lines.filter((line) => line[2] !== '0').length;
  return lines.length && { passed: lines.length - wrong, failed: wrong, note: lines.map((line) => line[0]).join('; ') };
};

/** One test per table: its SHA-256 must be equal in every build. */
async function tableHashes(env) {
  const builds = {
    'g++': [at('build/native/tests/table_hashes'), []],
    'clang++': [at('build/clang/tests/table_hashes'), []],
    'WebAssembly in Node': [process.execPath, [at('build/wasm/tests/table_hashes.cjs')]],
  };
  const columns = [];
  for (const [name, [command, args]] of Object.entries(builds)) {
    const { stdout } = await run(command, args, { cwd: root, env });
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map((line) => /^([0-9a-f]{64}) +(.+)$/.exec(line));
    columns.push({ name, hashes: new Map(lines.map((line) => [line[2], line[1]])) });
  }
  const tables = new Set(columns.flatMap(({ hashes }) => [...hashes.keys()]));
  const differing = [...tables].filter((table) => new Set(columns.map(({ hashes }) => hashes.get(table))).size !== 1);
  for (const table of differing) {
    process.stderr.write(
      `\n${table}:\n${columns.map(({ name, hashes }) => `  ${hashes.get(table) ?? 'missing'}  ${name}`).join('\n')}\n`,
    );
  }
  return { passed: tables.size - differing.length, failed: differing.length };
}

/** The C++ examples (tests/CMakeLists.txt has their output) and the C interface; Node tests the JavaScript examples. */
const ctestSummary = (text) => {
  const found = /(\d+) tests failed out of (\d+)/.exec(text);
  return found && { passed: found[2] - found[1], failed: +found[1] };
};

async function page(env, report) {
  const summary = at('build/page-tests.json');
  rmSync(summary, { force: true });
  const cli = at('node_modules/@playwright/test/cli.js');
  // A browser on a busy machine may crash; the summary counts tests that pass only on the second try.
  const args = [cli, 'test', '--config', at('tests/page'), '--reporter=list,json', '--retries=1'];
  return suite(process.execPath, args, { env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: summary }, report }, () => {
    if (!existsSync(summary)) return undefined;
    const { stats, errors, suites } = JSON.parse(readFileSync(summary, 'utf8'));
    const specs = (all) => all.flatMap((one) => [...one.specs, ...specs(one.suites ?? [])]);
    const failing = specs(suites)
      .filter(({ ok }) => !ok)
      .map(({ file, title }) => `${file} ${title}`);
    const note = stats.flaky ? `${stats.flaky} passed only the second time` : undefined;
    const failed = stats.unexpected + errors.length;
    return { passed: stats.expected + stats.flaky, failed, note, failing };
  });
}

/** A suite that ran no test has failed: it must report that the machine lacks a requirement. */
const neverNothing = (counted) =>
  counted.passed + counted.failed > 0 ? counted : { ...counted, failed: 1, note: counted.note ?? 'nothing ran' };

const doctest = (preset) => async (env, report) => {
  const script = at('build', preset, 'tests/posenc_tests.cjs');
  const [command, args] = existsSync(script)
    ? [process.execPath, [script]]
    : [at('build', preset, 'tests/posenc_tests'), []];
  return suite(command, args, { env, report }, doctestSummary);
};

/**
 * Parts of Node's tests, one job each, so that both processors have work until the end. With two jobs at a time, one
 * part runs during the page tests, and two afterwards. Alphabetical neighbours, often alike, go to different parts.
 */
const nodeParts = 6;
const node = (part) => (env, report) => {
  const tests = filesBelow([at('tests/web')]).filter((file) => file.endsWith('.test.mjs'));
  const own = tests.filter((_, index) => index % nodeParts === part);
  // More at a time than processors would needlessly delay tests that wait for a browser.
  const files = `--test-concurrency=${Math.max(1, Math.floor(availableParallelism() / 2))}`;
  const args = ['--test', files, '--test-reporter=spec', ...own];
  return suite(process.execPath, args, { env, report }, nodeSummary);
};
const eslint = (env, report) => {
  // no rule needs the types of other files, so a file that did not change is not read again
  const cache = ['--cache', '--cache-strategy=content', `--cache-location=${at('build/eslint-cache')}`];
  const config = ['--config', 'web/eslint.config.mjs', '--max-warnings=0', ...cache];
  const args = [at('node_modules/eslint/bin/eslint.js'), ...config, 'web', 'tests', 'examples', 'python', 'evidence'];
  const count = (text) => ({ passed: 1, failed: Number(/\((\d+) errors?,/.exec(text)?.[1] ?? 0) });
  return suite(process.execPath, args, { env, report }, count);
};
const againstEigen = (env, report) =>
  suite(at('build/native/tests/against_eigen'), [], { env, report }, doctestSummary);
const examples = (env, report) =>
  suite('ctest', ['--preset', 'native', '-R', '^(example|c)_'], { env, report }, ctestSummary);
const mpfr = (env, report) =>
  suite(at('build/native/tests/mpfr_check'), [String(full ? 1e9 : 1e7)], { env, report }, mpfrSummary);
/** mpmath recomputes the golden numbers from their formulas, all of them with --full. */
async function golden(env, detail) {
  const args = [at('tests/golden/make/golden.py'), '--check', ...(full ? [] : ['--quick'])];
  const own = { ...env, PYTHONDONTWRITEBYTECODE: '1' };
  return suite(pythonWith('mpmath'), args, { env: own, report: detail }, goldenSummary);
}
const goldenSummary = (text) => {
  const found = /^(\d+) golden files reproduced, (\d+) not$/m.exec(text);
  return found && { passed: +found[1], failed: +found[2] };
};

/**
 * The rooms whose tests are compiled to WebAssembly for every change, because its arithmetic, SIMD or 32-bit size_t
 * could make a difference. Code built on these is tested natively, by the hashes of all tables, and in Node.
 */
const wasmRooms = full ? '' : 'core;simd;linalg;nn;json';

/**
 * Builds and tests, the most urgent first: the critical path is modules, library, page, page tests. A job starts after
 * the jobs in `after` have ended. `build` compiles; `test` returns { passed, failed, note? }.
 */
const jobs = [
  { name: 'modules', build: (env) => build(env, 'wasm') },
  { name: 'native', build: (env) => cmake('native', env) },
  { name: 'library', after: ['modules'], build: (env) => build(env, 'package') },
  { name: 'page', after: ['library'], build: (env) => build(env) },
  { name: 'wasm', after: ['modules'], build: (env) => cmake('wasm', env, [], [`-DPOSENC_TEST_ROOMS=${wasmRooms}`]) },
  { name: 'page tests', after: ['page'], title: 'The page in Chromium', test: page },
  ...Array.from({ length: nodeParts }, (_, part) => ({
    name: `node tests ${part + 1}`,
    after: ['library', 'wasm', 'native'], // the benchmark's test builds in the same folder
    title: `Library, command line and package in Node, part ${part + 1} of ${nodeParts}`,
    test: node(part),
  })),
  { name: 'clang', build: (env) => cmake('clang', env, full ? [] : ['table_hashes']) },
  { name: 'doctest', after: ['native'], title: 'C++ tests, g++', test: doctest('native') },
  { name: 'examples', after: ['native'], title: 'Examples in C++, the C interface', test: examples },
  {
    name: 'consumers',
    after: ['native'],
    title: 'C++ programs of others, with options of their own',
    test: (env) => checkConsumers({ env, every: full }),
  },
  {
    name: 'python',
    after: ['native', 'library'],
    title: 'Python over the C interface',
    test: (env) => checkPython({ env, wheel: full }),
  },
  { name: 'wasm doctest', after: ['wasm'], title: 'C++ tests, WebAssembly in Node', test: doctest('wasm') },
  {
    name: 'hashes',
    after: ['native', 'wasm', 'clang'],
    title: 'Table hashes: g++, clang++, WebAssembly',
    test: tableHashes,
  },
  { name: 'lint', title: 'ESLint', test: eslint },
  { name: 'golden', title: 'Golden data, made again by mpmath', test: golden },
  { name: 'mpfr', after: ['native'], title: `MPFR, ${full ? '10^9' : '10^7'} table entries`, test: mpfr },
  ...(full
    ? [
        { name: 'reference', after: ['page', 'page tests'], build: (env) => build(env, 'api') },
        { name: 'eigen', after: ['native'], build: (env) => cmake('native', env, ['against_eigen']) },
        { name: 'eigen tests', after: ['eigen'], title: "C++ decompositions against Eigen's", test: againstEigen },
        { name: 'asan', build: (env) => cmake('asan', env) },
        { name: 'asan tests', after: ['asan'], title: 'C++ tests, ASan and UBSan', test: doctest('asan') },
        { name: 'tsan', build: (env) => cmake('tsan', env, ['posenc_tests']) },
        {
          name: 'tsan tests',
          after: ['tsan'],
          title: 'C++ library from many threads, TSan',
          test: (env, report) =>
            suite(at('build/tsan/tests/posenc_tests'), ['-tc=prepared*'], { env, report }, doctestSummary),
        },
        { name: 'asan32', build: (env) => cmake('asan32', env, ['posenc_tests']) },
        {
          name: 'asan32 tests',
          after: ['asan32'],
          title: 'C++ tests, ASan and UBSan where size_t has 32 bits',
          test: doctest('asan32'),
        },
      ]
    : []),
];

main(async () => {
  const begin = performance.now();
  const since = (start) => (performance.now() - start) / 1000;
  mkdirSync(at('build'), { recursive: true });
  const env = await setup({ tests: true, full });
  if (full) env.POSENC_FULL = '1';
  env.POSENC_SEED ??= String(full ? randomInt(2 ** 32) : 1);
  console.log(`Random choices follow from POSENC_SEED=${env.POSENC_SEED}`);
  const rows = [];
  const work = async ({ name, title, build: make, test }) => {
    const start = performance.now();
    try {
      if (make) return await make(env);
      const counted = await step(title, async (detail) => neverNothing(await test(env, detail)));
      rows.push({ ...counted, title, seconds: since(start) });
    } catch (error) {
      report(error);
      rows.push({ title: title ?? name, seconds: since(start), passed: 0, failed: 1, note: 'did not run to its end' });
      throw error;
    }
  };
  const skipped = ({ name, title }, broken) =>
    rows.push({ title: title ?? name, seconds: 0, passed: 0, failed: 1, note: `not begun: ${broken} failed` });
  await runJobs(jobs, 2, work, skipped);
  console.log();
  for (const { title, seconds, passed, failed, note } of rows) {
    console.log(
      `${failed ? '✗' : '✓'} ${title}: ${passed} passed, ${failed} failed in ${seconds.toFixed(1)} s${note ? ` (${note})` : ''}`,
    );
  }
  console.log(`\n${since(begin).toFixed(0)} s in all; POSENC_SEED=${env.POSENC_SEED} repeats its random choices\n`);
  for (const { title, failing = [] } of rows) for (const name of failing) console.log(`✗ ${title}: ${name}`);
  const sum = (key) => rows.reduce((total, row) => total + row[key], 0);
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
  if (sum('failed') > 0 || sum('passed') === 0) process.exitCode = 1;
});
