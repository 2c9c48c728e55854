/**
 * `npm test`: set-up, build and every test, the cheap ones first.
 *
 *   node tests/run.mjs [--full]
 *
 * --full adds the sanitizers, all that clang++ compiles, 10^9 MPFR entries and many more random arguments
 * (POSENC_FULL=1).
 * Each suite gives what its own runner counted; the last line is their sum.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { build, cmake, generate } from '../web/tools/build.mjs';
import { filesBelow } from '../web/tools/fresh.mjs';
import { root, setup } from '../web/tools/setup.mjs';
import { CommandFailed, main, report, run, step } from '../web/tools/steps.mjs';

const at = (...paths) => join(root, ...paths);
const { full } = parseArgs({ options: { full: { type: 'boolean', default: false } } }).values;

/** Runs a test program, prints what it says when it fails, and gives { passed, failed, note? } as `count` reads it. */
async function suite(command, args, { env, report: detail }, count) {
  const result = await run(command, args, { cwd: root, env, report: detail, failing: true });
  const counted = count(result.stdout);
  if (!counted)
    throw new CommandFailed(
      command,
      `(exit status ${result.code}) ended without a summary`,
      result.stdout + result.stderr,
    );
  // a crash after the summary, or a failure that the summary does not hold, is a failure too
  if (result.code !== 0 && counted.failed === 0) counted.failed = 1;
  if (counted.failed > 0) {
    const failing = Math.max(0, result.stdout.indexOf('failing tests:'));
    process.stderr.write(`\n${result.stdout.slice(failing).slice(-30_000)}${result.stderr.slice(-10_000)}\n`);
  }
  return counted;
}

const doctestSummary = (text) => {
  const found = /test cases:\s*\d+ \|\s*(\d+) passed \|\s*(\d+) failed/.exec(text);
  return found && { passed: +found[1], failed: +found[2], note: /assertions:\s*(\d+)/.exec(text)?.[1] + ' assertions' };
};
const nodeSummary = (text) => {
  const value = (key) => Number(new RegExp(`^. ${key} (\\d+)$`, 'm').exec(text)?.[1] ?? NaN);
  const skipped = value('skipped') > 0 ? `${value('skipped')} skipped` : undefined;
  const gpu = /^WebGPU: .+$/m.exec(text)?.[0]; // the adapter, or why there is none
  const note = [gpu, skipped].filter(Boolean).join('; ');
  const counted = { passed: value('pass'), failed: value('fail') + value('cancelled'), note };
  return Number.isNaN(counted.passed + counted.failed) ? undefined : counted;
};
/** Lines `checked 10000000 entries (what): 0 wrong`; each is one test. */
const mpfrSummary = (text) => {
  const lines = [...text.matchAll(/checked (\d+) entries[^:\n]*: (\d+) wrong/g)];
  const wrong = lines.filter((line) => line[2] !== '0').length;
  return lines.length && { passed: lines.length - wrong, failed: wrong, note: lines.map((line) => line[0]).join('; ') };
};

/** One test a table: its SHA-256 has to be the same in every build. */
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
    if (columns.length === 1) writeFileSync(at('build/table-hashes.txt'), stdout); // for the page test in Chromium
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

/** One test an example: it runs to its end and prints something. */
async function examples(env) {
  const failed = [];
  const files = filesBelow([at('examples')]).filter((file) => /\.(cpp|mjs)$/.test(file));
  for (const file of files) {
    const cpp = file.endsWith('.cpp');
    const program = cpp ? at('build/native/tests', `example_${basename(file, '.cpp')}`) : process.execPath;
    const { stdout, stderr, code } = await run(program, cpp ? [] : [file], { cwd: root, env, failing: true });
    if (code === 0 && stdout !== '') continue;
    failed.push(file);
    process.stderr.write(`\n${file}: exit status ${code}\n${stdout}${stderr}`);
  }
  return { passed: files.length - failed.length, failed: failed.length };
}

async function page(env, report) {
  const summary = at('build/page-tests.json');
  rmSync(summary, { force: true });
  const cli = at('node_modules/@playwright/test/cli.js');
  const args = [cli, 'test', '--config', at('tests/page'), '--reporter=list,json'];
  return suite(process.execPath, args, { env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: summary }, report }, () => {
    if (!existsSync(summary)) return undefined;
    const { stats, errors } = JSON.parse(readFileSync(summary, 'utf8'));
    return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length };
  });
}

const doctest = (preset) => async (env, report) => {
  const script = at('build', preset, 'tests/posenc_tests.cjs');
  const [command, args] = existsSync(script)
    ? [process.execPath, [script]]
    : [at('build', preset, 'tests/posenc_tests'), []];
  return suite(command, args, { env, report }, doctestSummary);
};

const suites = [
  {
    title: 'Generated files match the C++ registry',
    before: (env) => build(env, 'wasm'),
    run: async (env) => {
      await generate(env, '--check');
      return { passed: 1, failed: 0 };
    },
  },
  { title: 'C++ tests, g++', before: (env) => cmake('native', env), run: doctest('native') },
  { title: 'C++ tests, WebAssembly in Node', before: (env) => cmake('wasm', env), run: doctest('wasm') },
  {
    title: 'Table hashes: g++, clang++, WebAssembly',
    before: (env) => cmake('clang', env, full ? [] : ['table_hashes']),
    run: tableHashes,
  },
  {
    title: 'Library, command line and package in Node',
    before: (env) => build(env, 'lib'),
    run: (env, report) => {
      const tests = filesBelow([at('tests/web')]).filter((file) => file.endsWith('.test.mjs'));
      // Node's own choice leaves a processor free, of two one
      const files = `--test-concurrency=${Math.max(2, availableParallelism() - 1)}`;
      return suite(process.execPath, ['--test', files, '--test-reporter=spec', ...tests], { env, report }, nodeSummary);
    },
  },
  { title: 'Examples', before: (env) => build(env, 'lib'), run: examples },
  {
    title: `MPFR, ${full ? '10^9' : '3·10^7'} table entries`,
    run: (env, report) =>
      suite(at('build/native/tests/mpfr_check'), [String(full ? 1e9 : 3e7)], { env, report }, mpfrSummary),
  },
  { title: 'The page in Chromium', before: (env) => build(env), run: page },
  ...(full
    ? [
        { title: 'C++ tests, ASan and UBSan', before: (env) => cmake('asan', env), run: doctest('asan') },
        {
          title: 'C++ tests, ASan and UBSan where size_t has 32 bits',
          before: (env) => cmake('asan32', env, ['posenc_tests']),
          run: doctest('asan32'),
        },
      ]
    : []),
];

main(async () => {
  const begin = performance.now();
  mkdirSync(at('build'), { recursive: true });
  const env = await setup({ tests: true });
  if (full) env.POSENC_FULL = '1';
  const rows = [];
  for (const { title, before, run: test } of suites) {
    const start = performance.now();
    let counted;
    try {
      await before?.(env);
      counted = await step(title, (report) => test(env, report));
    } catch (error) {
      report(error);
      counted = { passed: 0, failed: 1, note: 'did not run to its end' };
    }
    rows.push({ title, seconds: (performance.now() - start) / 1000, ...counted });
  }
  console.log();
  for (const { title, seconds, passed, failed, note } of rows) {
    console.log(
      `${failed ? '✗' : '✓'} ${title}: ${passed} passed, ${failed} failed in ${seconds.toFixed(1)} s${note ? ` (${note})` : ''}`,
    );
  }
  console.log(`${((performance.now() - begin) / 1000).toFixed(0)} s in all\n`);
  const sum = (key) => rows.reduce((total, row) => total + row[key], 0);
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
  if (sum('failed') > 0 || sum('passed') === 0) process.exitCode = 1;
});
