/**
 * The safety net of a large deletion: mutants drawn once, over the whole product, and which tests notice them. After the
 * deletion `again` finds each mutant by its line of code and tries it once more; what was noticed has to be noticed again.
 *
 *   node tests/campaign/net.mjs draw [SEED]       300 mutants of src, web/lib, web/cli and the pages → net.json
 *   node tests/campaign/net.mjs reach             which test files reach which mutant of JavaScript → build/net
 *   node tests/campaign/net.mjs try [cpp | js] [SECONDS]   tries what was not tried yet; may be ended at any time
 *   node tests/campaign/net.mjs again             forgets what was noticed after finding each line anew; then `reach`, `try`
 *
 * net.json was drawn at 4d0a201c, before the first deletion. JavaScript is changed as it is built: dist/lib, dist/cli and dist-page, built with POSENC_READABLE=1, so that the
 * bundler's comments say of which source a line is. C++ is changed in src, and only the libraries are compiled again.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { filesBelow } from '../../web/tools/fresh.mjs';
import { root } from '../../web/tools/setup.mjs';
import { SetupError } from '../../web/tools/steps.mjs';
import { sample } from './mutants.mjs';
import { applied, lineOf, ofCpp, ofJavaScript } from './mutations.mjs';

const at = (...paths) => join(root, ...paths);
const ledger = at('tests/campaign/net.json');
const scratch = at('build/net');
const counts = { cpp: 100, lib: 110, cli: 20, page: 70 };
const read = (file) => JSON.parse(readFileSync(file, 'utf8'));
const write = (mutants) => writeFileSync(ledger, `[\n${mutants.map((one) => JSON.stringify(one)).join(',\n')}\n]\n`);

/** The files of a part, and which of their code is of the part: [file, source of a character]. */
const parts = {
  cpp: () => filesBelow([at('src')]).filter((name) => /\.[ch]pp$/.test(name)),
  lib: () =>
    filesBelow([at('dist/lib')]).filter((name) => name.endsWith('.js') && !/\/(generated|wasm)\/|inline/.test(name)),
  cli: () => filesBelow([at('dist/cli')]).filter((name) => name.endsWith('.js')),
  page: () =>
    filesBelow([at('dist-page')]).filter(
      (name) => name.endsWith('.js') && /^\/\/ web\/notebook\//m.test(readFileSync(name, 'utf8')),
    ),
};
const regionOf = (code, place) =>
  /.*^\/\/ ((?:web|dist|node_modules|examples|docs)\/\S+|\\0\S+)$/ms.exec(code.slice(0, place))?.[1] ?? '';
const sourceOf = (part, file, code, place) => (part === 'page' ? regionOf(code, place) : relative(root, file));
const codeOf = (code, place) => code.split('\n')[lineOf(code, place) - 1].trim();

/** All mutations of a file, with what finds each again: the line's text, and the how manieth it is there. */
function mutationsOf(part, file) {
  const code = readFileSync(file, 'utf8');
  const seen = new Map();
  return (part === 'cpp' ? ofCpp : ofJavaScript)(code)
    .map((mutation) => ({
      ...mutation,
      code: codeOf(code, mutation.at),
      source: sourceOf(part, file, code, mutation.at),
    }))
    .filter(({ source }) => part !== 'page' || source.startsWith('web/notebook/'))
    .map(({ at: place, end, text, what, code: line, source, whole }) => {
      const key = `${line}\n${what}`;
      seen.set(key, (seen.get(key) ?? 0) + 1);
      return {
        part,
        source,
        code: line,
        what,
        nth: seen.get(key),
        at: place,
        end,
        text,
        whole,
        file: relative(root, file),
      };
    });
}

function draw(seed) {
  const drawn = Object.entries(counts).flatMap(([part, count]) => {
    const all = parts[part]().flatMap((file) => mutationsOf(part, file));
    console.log(`${part}: ${count} of ${all.length}`);
    return sample(all, count, seed);
  });
  write(drawn.map((one, id) => ({ id, ...one })));
}

/** Finds each mutant again, wherever its line is now. */
function again() {
  const mutants = read(ledger);
  const all = new Map();
  for (const [part, files] of Object.entries(parts))
    for (const file of files())
      for (const one of mutationsOf(part, file)) {
        const key = [part, one.code, one.what].join('\n');
        all.set(key, [...(all.get(key) ?? []), one]);
      }
  write(
    mutants.map(({ id, part, source, code, what, nth, by, before = by ?? 'not tried' }) => {
      const found = all.get([part, code, what].join('\n')) ?? [];
      const [one] = [...found].sort(
        (a, b) =>
          Number(basename(b.source) === basename(source)) - Number(basename(a.source) === basename(source)) ||
          Math.abs(a.nth - nth) - Math.abs(b.nth - nth),
      );
      return one ? { id, ...one, before } : { id, part, source, code, what, nth, before, by: 'gone' };
    }),
  );
}

const isTest = { node: (name) => name.endsWith('.test.mjs'), page: (name) => name.endsWith('.spec.mjs') };
const nodeTests = () =>
  readdirSync(at('tests/web'))
    .filter(isTest.node)
    .map((name) => `tests/web/${name}`);
const nodeRun = (file, env = {}, seconds = 900) =>
  spawnSync('timeout', [String(seconds), process.execPath, '--test', at(file)], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: 'ignore',
  }).status;
function pageRun(names, env = {}, seconds = 900) {
  const report = join(scratch, `page-${process.pid}.json`);
  rmSync(report, { force: true });
  const cli = at('node_modules/@playwright/test/cli.js');
  const args = [
    cli,
    'test',
    '--config',
    at('tests/page'),
    '--reporter=json',
    '--retries=0',
    ...(env.POSENC_HITS ? [] : ['-x', '--workers=1']),
    ...names,
  ];
  const { status } = spawnSync('timeout', ['-k', '10', String(seconds), process.execPath, ...args], {
    cwd: root,
    env: { ...process.env, ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
    stdio: 'ignore',
  });
  const specs = (all, title = '') =>
    all.flatMap((one) => [...(one.specs ?? []).map((spec) => ({ ...spec, of: title })), ...specs(one.suites ?? [])]);
  return { status, specs: existsSync(report) ? specs(read(report).suites) : [] };
}

/** Each place of a mutant says its number when it is reached. */
function instrumented(code, mutants, prelude) {
  const edits = mutants.flatMap(({ id, whole: [begin, end, statement] }) => [
    [begin, 1, -end, statement ? `{globalThis.__hit?.(${id});` : `(globalThis.__hit?.(${id}),`],
    [end, 0, -begin, statement ? '}' : ')'],
  ]);
  edits.sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]);
  let [text, last] = [prelude, 0];
  for (const [place, , , what] of edits) {
    text += code.slice(last, place) + what;
    last = place;
  }
  return text + code.slice(last);
}

function reach(only) {
  mkdirSync(join(scratch, 'hits'), { recursive: true });
  const mutants = read(ledger).filter(({ part, by }) => part !== 'cpp' && by !== 'gone');
  const files = mutants.reduce((map, one) => map.set(one.file, [...(map.get(one.file) ?? []), one]), new Map());
  const before = new Map([...files.keys()].map((file) => [file, readFileSync(at(file), 'utf8')]));
  const inPage =
    'globalThis.__hits ??= new Set(); globalThis.__hit ??= (id) => { if (!__hits.has(id)) { __hits.add(id); console.debug(`posenc-mutant ${id}`); } };\n';
  const found = existsSync(join(scratch, 'reach.json')) ? read(join(scratch, 'reach.json')) : { node: {}, page: {} };
  try {
    for (const [file, of] of files)
      writeFileSync(at(file), instrumented(before.get(file), of, of[0].part === 'page' ? inPage : ''));
    if (only !== 'page')
      for (const test of nodeTests()) {
        const hits = join(scratch, 'hits', basename(test));
        rmSync(hits, { force: true });
        const begin = performance.now();
        const code = nodeRun(test, { NODE_OPTIONS: `--import=${at('tests/campaign/net-hit.mjs')}`, POSENC_HITS: hits });
        const ids = existsSync(hits) ? [...new Set(readFileSync(hits, 'utf8').trim().split('\n').map(Number))] : [];
        found.node[test] = { seconds: (performance.now() - begin) / 1000, code, ids };
        console.log(`${test}: ${ids.length} in ${found.node[test].seconds.toFixed(1)} s, ${code}`);
        writeFileSync(join(scratch, 'reach.json'), JSON.stringify(found));
      }
    if (only !== 'node') {
      const hits = join(scratch, 'hits/page');
      rmSync(hits, { force: true });
      const { specs } = pageRun([], { POSENC_HITS: hits }, 3600);
      const ids = new Map();
      for (const line of existsSync(hits) ? readFileSync(hits, 'utf8').trim().split('\n') : []) {
        const [id, test] = line.split('\t');
        ids.set(test, [...(ids.get(test) ?? []), Number(id)]);
      }
      found.page = {};
      for (const { file, line, title, tests } of specs) {
        const name = `${file}:${line}`;
        const seconds = tests.reduce(
          (sum, { results }) => sum + results.reduce((all, { duration }) => all + duration / 1000, 0),
          0,
        );
        const one = (found.page[name] ??= { seconds: 0, ids: [] });
        one.seconds += seconds;
        one.ids = [...new Set([...one.ids, ...(ids.get(`${file} ${title}`) ?? [])])];
      }
      writeFileSync(join(scratch, 'reach.json'), JSON.stringify(found));
    }
  } finally {
    for (const [file, code] of before) writeFileSync(at(file), code);
  }
}

/** Tests that fail without a change notice nothing. */
const fails = new Map();
const failsAnyway = (key, run) => {
  if (!fails.has(key)) fails.set(key, run());
  return fails.get(key);
};

function noticedInNode(id, reached) {
  const tests = Object.entries(reached.node).filter(([, { ids }]) => ids.includes(id));
  tests.sort(([, a], [, b]) => a.seconds - b.seconds);
  for (const [test, { code }] of tests) {
    if (code !== 0 && failsAnyway(test, () => true)) continue;
    const status = nodeRun(test, {}, 600);
    if (status !== 0) return `${basename(test)}${status === 124 ? ', by hanging' : ''}`;
  }
  return tests.length ? 'survives' : 'not reached';
}
function noticedInPage(id, reached, failing) {
  const tests = Object.entries(reached.page).filter(([name, { ids }]) => ids.includes(id) && !failing.has(name));
  tests.sort(([, a], [, b]) => a.seconds - b.seconds);
  for (const some of [tests.slice(0, 4), tests.slice(4, 16), tests.slice(16)]) {
    if (some.length === 0) continue;
    const { status, specs } = pageRun(some.map(([name]) => `tests/page/${name}`));
    if (status !== 0) {
      const one = specs.find(({ ok, tests: all }) => !ok && all.some(({ status: how }) => how === 'unexpected'));
      return one ? `${one.file} ${one.title}` : 'the page, by hanging';
    }
  }
  return tests.length ? 'survives' : 'not reached';
}

const objectOf = ({ command, directory }) => join(directory, /-o (\S+\.o)/.exec(command)[1]);
const archiveOf = (object) => at('build/native', `lib${/CMakeFiles\/(\w+)\.dir/.exec(object)[1]}.a`);

/** Compiles what of the libraries reads a file, and links the tests. */
function ofNative() {
  const commands = read(at('build/native/compile_commands.json')).filter(
    ({ directory, command }) =>
      directory === at('build/native') && existsSync(archiveOf(objectOf({ directory, command }))),
  );
  const shell = (command, cwd, seconds = 1800) =>
    spawnSync('timeout', ['-k', '5', String(seconds), 'sh', '-c', command], {
      cwd,
      encoding: 'utf8',
      env: { ...process.env, CCACHE_DISABLE: '1' },
    });
  const readBy = commands.map((one) => ({
    ...one,
    object: objectOf(one),
    made: existsSync(`${objectOf(one)}.d`) ? readFileSync(`${objectOf(one)}.d`, 'utf8') : '',
  }));
  const reading = (file) =>
    readBy.filter(
      ({ file: own, made }) => own === at(file) || made.split(/[\s\\]+/).some((word) => word.endsWith(`/${file}`)),
    );
  const link = readFileSync(at('build/native/tests/CMakeFiles/posenc_tests.dir/link.txt'), 'utf8').trim();
  const program = at('build/native/tests/posenc_tests');
  const build = (units) => {
    for (const { command, directory, object } of units) {
      if (shell(command, directory).status !== 0) return 'the compiler';
      if (existsSync(archiveOf(object))) shell(`ar r ${archiveOf(object)} ${object}`, root);
    }
    return shell(link, at('build/native/tests')).status === 0 ? undefined : 'the linker';
  };
  const tests = (args, seconds) => shell(`${program} --abort-after=1 ${args}`, root, seconds).status;
  return {
    noticed({ file }) {
      const units = reading(file);
      if (units.length === 0) return 'not compiled';
      const by = build(units);
      if (by) return by;
      const room = file.split('/')[1].replace(/\.\w+$/, '');
      for (const args of [`--source-file='*/tests/${room}/*'`, '']) {
        const status = tests(args, 900);
        if (status !== 0) return `${args ? `tests/${room}` : 'other tests'}${status === 124 ? ', by hanging' : ''}`;
      }
      return 'survives';
    },
    restore: ({ file }) => build(reading(file)),
  };
}

function tryAll(which, seconds) {
  const begin = performance.now();
  const reached = which === 'js' ? read(join(scratch, 'reach.json')) : undefined;
  const failing = new Set();
  const native = which === 'cpp' ? ofNative() : undefined;
  if (native && spawnSync(at('build/native/tests/posenc_tests'), { stdio: 'ignore' }).status !== 0)
    throw new SetupError('a test fails without a change');
  for (const mutant of read(ledger)) {
    if (mutant.by !== undefined || (mutant.part === 'cpp') !== (which === 'cpp')) continue;
    if (performance.now() - begin > 1000 * seconds) break;
    const code = readFileSync(at(mutant.file), 'utf8');
    let by;
    try {
      writeFileSync(at(mutant.file), applied(code, mutant));
      by = native
        ? native.noticed(mutant)
        : mutant.part === 'page'
          ? noticedInPage(mutant.id, reached, failing)
          : noticedInNode(mutant.id, reached);
    } finally {
      writeFileSync(at(mutant.file), code);
      native?.restore(mutant);
    }
    // another process may have written its part meanwhile
    write(read(ledger).map((one) => (one.id === mutant.id ? { ...one, by } : one)));
    console.log(`${mutant.id} ${mutant.source}: ${mutant.what}: ${by}`);
  }
}

const [what, ...args] = process.argv.slice(2);
if (what === 'draw') draw(Number(args[0] ?? 44));
else if (what === 'reach') reach(args[0]);
else if (what === 'try') tryAll(args[0], Number(args[1] ?? 1e9));
else if (what === 'again') again();
else throw new SetupError('draw, reach, try or again');
