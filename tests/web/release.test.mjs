/** `npm run release`: its steps, each alone and without the rest. Nothing is published, and nothing is built. */
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { filesBelow } from '../../web/tools/fresh.mjs';
import { chosenSteps, runSteps, stepNames } from '../../web/tools/release.mjs';
import { differences } from '../../web/tools/release/compatibility.mjs';
import { implementedHere, interfaceOf, manifestOf, typedEntries } from '../../web/tools/release/declarations.mjs';
import { Done, treeOf } from '../../web/tools/release/done.mjs';
import { cInterface, commands, pythonInterface, tableHashes } from '../../web/tools/release/facts.mjs';
import { changes, readRecord, recordBefore, recordedVersions } from '../../web/tools/release/records.mjs';
import { summary } from '../../web/tools/release/report.mjs';
import { problemsOf as apiProblems } from '../../web/tools/release/steps/api.mjs';
import { problemsOf as changelogProblems, sectionsOf } from '../../web/tools/release/steps/changelog.mjs';
import { problemsOf as matrixProblems } from '../../web/tools/release/steps/matrix.mjs';
import { pack, parting } from '../../web/tools/release/steps/reproducible.mjs';
import { problemsOf as sizeProblems, table } from '../../web/tools/release/steps/sizes.mjs';
import { namedVersions } from '../../web/tools/release/steps/tree.mjs';
import { compareVersions, largest, leastVersion } from '../../web/tools/release/versions.mjs';
import { run as command } from '../../web/tools/steps.mjs';
import { root, text } from './support/posenc.mjs';


test('versions in the order of semver.org, 11', () => {
  const ordered =
    '1.0.0-alpha 1.0.0-alpha.1 1.0.0-alpha.beta 1.0.0-beta 1.0.0-beta.2 1.0.0-beta.11 1.0.0-rc.1 1.0.0 1.9.0 1.10.0';
  const all = ordered.split(' ');
  assert.deepEqual([...all].reverse().sort(compareVersions), all);
  assert.throws(() => compareVersions('1.0', '1.0.0'), /no version/);
});

test('the version that a change asks for', () => {
  assert.equal(largest(['minor', 'major', 'patch']), 'major');
  assert.equal(largest([]), 'none');
  for (const [before, level, least] of [
    ['1.2.3', 'patch', '1.2.4'],
    ['1.2.3', 'minor', '1.3.0'],
    ['1.2.3', 'major', '2.0.0'],
    ['0.1.0', 'minor', '0.1.1'],
    ['0.1.0', 'major', '0.2.0'],
  ])
    assert.equal(leastVersion(before, level), least);
  const breaking = [{ level: 'major', what: 'table is gone' }];
  assert.match(apiProblems(breaking, '0.1.0', '0.1.1')[0].what, /table is gone/);
  assert.match(apiProblems(breaking, '0.1.0', '0.1.1')[0].todo, /0\.2\.0/);
  assert.deepEqual(apiProblems(breaking, '0.1.0', '0.2.0'), []);
});

describe('changes in a copy of our own declarations', () => {
  let folder;
  let ours;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'posenc-declarations-'));
    cpSync(join(root, 'package.json'), join(folder, 'package.json'));
    for (const file of filesBelow([join(root, 'dist/lib')]).filter((name) => name.endsWith('.d.ts'))) {
      const copy = join(folder, relative(root, file));
      mkdirSync(dirname(copy), { recursive: true });
      cpSync(file, copy);
    }
    ours = interfaceOf(root, typedEntries(manifestOf(root)));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  test('the copy has the same interface, without a trace of its folder', () => {
    assert.deepEqual(interfaceOf(folder, typedEntries(manifestOf(folder))), ours);
    assert.doesNotMatch(JSON.stringify(ours), /posenc-declarations|dist\/lib/);
    for (const name of implementedHere)
      assert.ok(
        Object.keys(ours.declarations).some((key) => key.endsWith(`#${name}`)),
        `${name}, which release/declarations.mjs says that only we implement, is not there`,
      );
  });

  /** file, what stands there, what takes its place, level, and what is said */
  const cases = [
    [
      'exports',
      'export { parseNpy } from',
      'export { parseNpy as parseNumpy } from',
      'major',
      /^\.: parseNpy is gone$/,
    ],
    [
      'exports',
      'export { parseNpy } from',
      'export { parseNpy as parseNumpy } from',
      'minor',
      /^\.: parseNumpy is new$/,
    ],
    [
      'files/npy',
      'export declare function npyChunks(',
      'export declare function npyChunks(how: string, ',
      'major',
      /^npyChunks: takes or gives something else/,
    ],
    [
      'checks/json',
      'export declare function parseJson(text: string',
      'export declare function parseJson(text: number',
      'major',
      /^parseJson: parameter text is of another type/,
    ],
    [
      'index',
      'create(options?: CreateOptions)',
      'create(options?: CreateOptions, more?: number)',
      'minor',
      /^create: takes more, too$/,
    ],
    [
      'generated/encodings',
      "layout?: 'half' | 'interleaved'",
      "layout?: 'half' | 'interleaved' | 'other'",
      'minor',
      /layout: may be 'other', too$/,
    ],
    ['generated/encodings', 'readonly rotaryDim?: number | undefined;', '', 'major', /^RopeSpec: rotaryDim is gone$/],
    [
      'generated/encodings',
      "readonly encoding: 'rope';",
      "readonly encoding: 'rope'; readonly must: number;",
      'major',
      /^RopeSpec: must is new, and callers have to give it$/,
    ],
    [
      'generated/encodings',
      "readonly encoding: 'rope';",
      "readonly encoding: 'rope'; readonly may?: number;",
      'minor',
      /^RopeSpec: may is new$/,
    ],
    [
      'types/posenc',
      'readonly encodings: ',
      'fresh(): number; readonly encodings: ',
      'minor',
      /^Posenc: fresh is new$/,
    ],
    [
      'checks/errors',
      'readonly field: string',
      'readonly field: number',
      'major',
      /^PosencError: field: is of another type$/,
    ],
  ];
  // TypeScript reads all files each time, so those that do not touch one another are changed at once
  const rounds = [cases.filter((_, i) => ![1, 8].includes(i)), [cases[8]]];
  test('each class of them is found and judged', () => {
    for (const round of rounds) {
      const originals = new Map();
      for (const [file, from, to] of round) {
        const path = join(folder, 'dist/lib', `${file}.d.ts`);
        const content = readFileSync(path, 'utf8');
        if (!originals.has(path)) originals.set(path, content);
        const at = file === 'generated/encodings' ? content.indexOf('export interface RopeSpec ') : 0;
        assert.ok(content.indexOf(from, at) >= 0, `${file} has no ${from}`);
        writeFileSync(path, content.slice(0, at) + content.slice(at).replace(from, to));
      }
      const found = differences(ours, interfaceOf(folder, typedEntries(manifestOf(folder))));
      for (const [path, content] of originals) writeFileSync(path, content);
      for (const [, from, , level, says] of round)
        assert.ok(
          found.some((one) => one.level === level && says.test(one.what)),
          `${from}: ${level} ${says} is not among ${JSON.stringify(found.map((one) => `${one.level} ${one.what}`))}`,
        );
      if (round.includes(cases[0]))
        assert.ok(found.some(({ level, what }) => level === 'minor' && cases[1][4].test(what)));
      assert.equal(found.length, round.length + (round.includes(cases[0]) ? 1 : 0), JSON.stringify(found));
    }
  });
});

describe('the C interface', () => {
  const header = () => text('src/include/posenc/c.h');

  test('has the functions that the library shows', () => {
    const { functions, types, abi } = cInterface(header());
    assert.deepEqual(Object.keys(functions).sort(), text('tests/c/symbols.txt').trim().split('\n'));
    assert.match(types.posenc_error, /char code\[32\]/);
    assert.equal(abi, 1);
  });

  test('a function that goes or takes something else breaks it, and asks for another version of it', () => {
    const c = cInterface(header());
    const facts = {
      files: [],
      python: {},
      commands: {},
      tables: {},
      typescript: { entries: {}, declarations: {}, sides: {} },
    };
    const of = (edit) =>
      changes({ ...facts, c }, { ...facts, c: cInterface(edit(header())) }).map(
        ({ level, what }) => `${level} ${what}`,
      );
    assert.deepEqual(
      of((all) => all),
      [],
    );
    assert.deepEqual(
      of((all) => all.replace('posenc_gram(', 'posenc_grams(')),
      [
        'major C: posenc_gram is gone',
        'major POSENC_ABI_VERSION is still 1, though the C interface broke',
        'minor C: posenc_grams is new',
      ],
    );
    assert.deepEqual(
      of((all) => all.replace('VERSION 1', 'VERSION 2').replace('posenc_version(void)', 'posenc_version(int x)')),
      ['major C: posenc_version is declared otherwise'],
    );
    assert.deepEqual(
      of((all) => all.replace('} posenc_shape;', 'uint64_t more; } posenc_shape;')),
      ['minor C: posenc_shape is longer'],
    );
    assert.deepEqual(
      of((all) => all.replace('/* (n, n) table', '/* other words')),
      [],
    );
  });
});

test('Python, commands and tables: what goes is named', async () => {
  const facts = {
    files: ['.'],
    c: { abi: 1, functions: {}, types: {} },
    python: await pythonInterface(root, process.env),
    commands: await commands(root, process.env),
    tables: tableHashes(root),
    typescript: { entries: {}, declarations: {}, sides: {} },
  };
  assert.match(facts.python.table, /^\(spec: Spec, positions: Any, \*, dtype/);
  assert.match(facts.python.Spec, /^= Union/);
  assert.ok(facts.python['Encoding.rotate'] && facts.commands.check.includes('--against'));
  assert.ok(Object.keys(facts.tables).length > 50);
  assert.deepEqual(changes(facts, facts), []);
  const now = structuredClone(facts);
  now.files = ['./other'];
  delete now.python.gram;
  now.python.rotate = '(x)';
  delete now.commands.fix;
  now.commands.check = now.commands.check.filter((option) => option !== '--against');
  const [first, second] = Object.keys(now.tables);
  now.tables[first] = '00';
  delete now.tables[second];
  const said = changes(facts, now).filter(({ level }) => level === 'major');
  assert.deepEqual(
    said.map(({ what }) => what.replace(/: \{.*/, '')),
    [
      '. cannot be imported any more',
      'Python: gram is gone',
      'Python: rotate is declared otherwise',
      'posenc check --against is gone',
      'posenc fix is gone',
      'a table has other bits',
      'the bits of a table are not compared any more',
    ],
  );
});

test('records are of versions, and say whether they were published', () => {
  const versions = recordedVersions(root);
  assert.ok(versions.length > 0);
  for (const version of versions) {
    const record = readRecord(root, version);
    assert.equal(record.version, version);
    assert.equal(typeof record.published, 'boolean');
    if (!record.published) assert.match(record.note, /has not been published/);
    assert.match(record.commit, /^[0-9a-f]{40}$/);
    assert.ok(Object.keys(record.typescript.entries['.']).length > 100);
  }
  assert.equal(recordBefore(root, versions[0]), undefined);
});

test('the changelog', () => {
  const good = '# Changelog\n\n## 0.2.0 (2027-01-02)\n\n* New.\n\n## 0.1.0 (2026-01-02)\n\n* First.\n';
  const words = (all, version = '0.2.0', publish = true) =>
    changelogProblems(all, version, publish).map(({ what }) => what);
  assert.deepEqual(words(good), []);
  assert.deepEqual(words(good, '0.3.0'), ['there is no section 0.3.0']);
  assert.deepEqual(words(good, '0.1.0'), ['0.1.0 is not the first section']);
  assert.deepEqual(words(good.replace('* New.', '')), ['0.2.0 has no entry']);
  assert.deepEqual(words(good.replace('2027-01-02', 'unreleased')), ['0.2.0 has no date']);
  assert.deepEqual(words(good.replace('2027-01-02', 'unreleased'), '0.2.0', false), []);
  assert.deepEqual(words(good.replace('2026-01-02', 'unreleased')), ['0.1.0 calls itself unreleased']);
  assert.deepEqual(words(good.replace('0.1.0', '0.3.0')), ['0.3.0 stands below 0.2.0']);
  const { version } = JSON.parse(text('package.json'));
  assert.deepEqual(words(text('CHANGELOG.md'), version, false), []);
  assert.ok(sectionsOf(text('CHANGELOG.md'))[0].entries.length > 10);
});

test('sizes: a table, and a reason for what grew', () => {
  const before = { 'dist/core.wasm': { bytes: 2000, brotli: 1000 } };
  const now = (brotli) => ({ 'dist/core.wasm': { bytes: 2000, brotli } });
  assert.match(table(now(1100), before), /\| dist\/core\.wasm \| 2,000 \| 1,100 \| 1,000 \| \+10\.0 % \|/);
  assert.match(table(now(900), undefined), /\| – \| new \|/);
  assert.deepEqual(sizeProblems(now(1100), before, ''), []);
  assert.equal(sizeProblems(now(1101), before, '').length, 1);
  assert.deepEqual(sizeProblems(now(1101), before, '* core.wasm has a row more.'), []);
});

test('versions that other files name are found', () => {
  const files = {
    'package.json': '{"version":"1.2.3"}',
    'package-lock.json': '{"version":"1.2.2"}',
    'CMakeLists.txt': 'project(posenc VERSION 1.2.3 LANGUAGES CXX)',
    'CITATION.cff': 'version: 1.2.3\n',
    'action.yml': 'npx posenc@1.2.1',
    '.pre-commit-hooks.yaml': 'posenc@1.2.3',
    'docs/ci.md': 'posenc@v1.2.3',
  };
  const found = namedVersions((path) => files[path]);
  assert.deepEqual(
    found.filter(([, version]) => version !== '1.2.3'),
    [
      ['package-lock.json', '1.2.2'],
      ['action.yml', '1.2.1'],
    ],
  );
  assert.equal(found.length, 7);
});

test('a tarball does not depend on the rights that files happen to have', async () => {
  const made = [];
  for (const mode of [0o600, 0o664]) {
    const folder = mkdtempSync(join(tmpdir(), 'posenc-pack-'));
    try {
      mkdirSync(join(folder, 'dist'));
      writeFileSync(join(folder, 'package.json'), '{ "name": "x", "version": "1.0.0", "files": ["dist"] }', { mode });
      writeFileSync(join(folder, 'dist/a.js'), 'export {};', { mode });
      made.push(readFileSync(await pack(folder, join(folder, 'out'), process.env)).toString('base64'));
      assert.equal(statSync(join(folder, 'dist/a.js')).mode & 0o777, 0o644);
    } finally {
      rmSync(folder, { recursive: true });
    }
  }
  assert.equal(made[0], made[1]);
});

test('bytes that part are named', () => {
  assert.deepEqual(parting({ a: '1', b: '2' }, { a: '1', b: '2' }), []);
  assert.deepEqual(parting({ a: '1', b: '2', d: '4' }, { a: '9', b: '2', c: '3' }), [
    'a has other bytes',
    'c is only there',
    'd is only here',
  ]);
});

test('steps: all are done, and each that fails says what to do', async () => {
  const done = [];
  const steps = {
    good: { title: 'x', todo: 'x', run: () => (done.push('good'), { says: 'well' }) },
    bad: { title: 'x', todo: 'x', run: () => ({ problems: [{ what: 'broken', todo: 'mend it' }] }) },
    thrown: {
      title: 'x',
      todo: 'look there',
      run: () => {
        throw new Error('unforeseen');
      },
    },
    last: { title: 'x', todo: 'x', run: ({ results }) => (done.push('last'), { says: `after ${results.length}` }) },
  };
  const results = await runSteps(Object.keys(steps), {}, (name) => steps[name]);
  assert.deepEqual(done, ['good', 'last']);
  const timed = results.map((one, i) => ({ ...one, seconds: i }));
  const said = summary(timed, { leftOut: ['tests'] });
  const table = [
    'step    result   seconds',
    'good    passed       0.0  well',
    'bad     FAILED       1.0  broken',
    'thrown  FAILED       2.0  Error: unforeseen',
    'last    passed       3.0  after 3',
    'tests   not run',
    '',
    'bad:',
    '    broken',
    '    → mend it',
    '',
    'thrown:',
    '    Error: unforeseen',
  ];
  assert.ok(said.startsWith(table.join('\n')), said);
  assert.match(said, /→ look there\n\nNot ready: bad, thrown\. .*--only bad,thrown$/);
  assert.match(summary(timed.slice(0, 1)), /Ready\./);
  assert.doesNotMatch(summary(timed.slice(0, 1), { leftOut: ['tests'] }), /^Ready/m);
  assert.doesNotMatch(summary([{ ...timed[0], partial: true }]), /^Ready/m);
  assert.match(summary(timed.slice(0, 1), { record: true }), /^The record is written/m);
});

test('what passed at a commit is not run again, unless what it made or read is another', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'posenc-done-'));
  try {
    let [ran, holds, fails] = [[], true, true];
    const step = (name, more) => ({ title: name, todo: 'x', run: () => (ran.push(name), { says: name }), ...more });
    const steps = {
      always: step('always'),
      makes: step('makes', {
        makes: [/\.txt$/],
        holds: () => holds,
        run: () => {
          ran.push('makes');
          writeFileSync(join(folder, 'made.txt'), 'same');
          return { says: 'made' };
        },
      }),
      part: step('part', { makes: [], run: () => (ran.push('part'), { partial: true }) }),
      bad: step('bad', {
        makes: [],
        run: () => (ran.push('bad'), { problems: fails ? [{ what: 'broken', todo: 'x' }] : [] }),
      }),
    };
    const go = async (tree, resume = true, options = {}) => {
      ran = [];
      const done = new Done(folder, tree, options);
      const results = await runSteps(Object.keys(steps), { resume }, (name) => steps[name], done);
      return [ran.join(' '), summary(results)];
    };
    assert.equal((await go('one'))[0], 'always makes part bad');
    const [again, said] = await go('one');
    assert.equal(again, 'always part bad');
    assert.match(said, /^makes +passed before +\d+\.\d  made$/m);
    assert.match(said, /Passed before, at this commit with these files: makes\. --fresh/);
    fails = false;
    assert.equal((await go('one'))[0], 'always part bad');
    assert.equal((await go('one'))[0], 'always part');
    // a file that was changed, something that it compared, another commit, --fresh, --only
    writeFileSync(join(folder, 'made.txt'), 'other');
    assert.equal((await go('one'))[0], 'always makes part');
    holds = false;
    assert.equal((await go('one'))[0], 'always makes part');
    holds = true;
    assert.equal((await go('one', true, { fresh: true }))[0], 'always makes part bad');
    assert.equal((await go('one', false))[0], 'always makes part bad');
    assert.equal((await go('two'))[0], 'always makes part bad');
    // where something is not committed nothing is known, and what was is kept
    assert.equal((await go(undefined))[0], 'always makes part bad');
    assert.equal((await go('two'))[0], 'always part');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a tree is its commit, and none where something is not committed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'posenc-tree-'));
  try {
    const git = (...args) =>
      command('git', ['-c', 'user.name=x', '-c', 'user.email=x@example.org', ...args], { cwd: folder });
    await git('init', '--quiet');
    writeFileSync(join(folder, 'a'), '1');
    await git('add', 'a');
    await git('commit', '--quiet', '-m', 'a');
    const commit = (await git('rev-parse', 'HEAD')).stdout.trim();
    assert.equal(await treeOf(folder, process.env), `${commit} ${process.version}`);
    writeFileSync(join(folder, 'b'), '1');
    assert.equal(await treeOf(folder, process.env), undefined);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('an interrupted run ends after the step under way, and says how it goes on', async () => {
  let ended = false;
  const steps = {
    first: { title: 'x', todo: 'x', run: () => ({ says: 'well' }) },
    second: {
      title: 'x',
      todo: 'x',
      run: () => {
        ended = true;
        throw new Error('its program was ended');
      },
    },
    third: { title: 'x', todo: 'x', run: () => assert.fail('it is begun') },
  };
  const results = await runSteps(
    Object.keys(steps),
    {},
    (name) => steps[name],
    undefined,
    () => ended,
  );
  const said = summary(results, { leftOut: ['third'], again: ' --dry' });
  assert.match(said, /^second +interrupted/m);
  assert.match(said, /^third +not run$/m);
  assert.match(said, /\nInterrupted\. npm run release -- --dry goes on; [^\n]+$/);
  assert.doesNotMatch(said, /Not ready|its program/);
});

test('Ctrl-C ends the programs under way, and nothing else is begun', async () => {
  const program = `
    import { interruptible, run, wasInterrupted } from ${JSON.stringify(join(root, 'web/tools/steps.mjs'))};
    interruptible('ending');
    // a program of a program, which holds the output open
    const grandchild = 'console.log("begun"); setInterval(() => {}, 1e6)';
    const child = run('sh', ['-c', '"$0" -e "$1"; true', process.execPath, grandchild], {
      report: () => process.kill(process.pid, 'SIGINT'),
    });
    const first = await child.catch((error) => error.message.split(' ').slice(-3).join(' '));
    const second = await run('true', []).catch((error) => error.message);
    console.log(JSON.stringify([first, second, wasInterrupted()]));
    process.exit(0);
  `;
  const { stdout, stderr } = await command(process.execPath, ['--input-type=module', '-e', program]);
  assert.deepEqual(JSON.parse(stdout), ['ended by SIGTERM', 'true was not started: this run was interrupted', true]);
  assert.match(stderr, /ending/);
});

test('a target that came out otherwise than the table says is named', () => {
  const works = { title: 'A', parts: { main: { works: true }, worker: { works: true } }, bytes: { main: 1 } };
  const fails = { ...works, parts: { main: { works: false, error: 'x' }, worker: { works: true } } };
  assert.deepEqual(matrixProblems([{ ...works, bytes: { main: 2 } }], [works]), []);
  const said = (rows, committed) => matrixProblems(rows, committed).map(({ what }) => what);
  assert.deepEqual(said([fails], [works]), [
    'A: main fails, worker works; docs/bundlers.md says main works, worker works',
  ]);
  assert.deepEqual(said([works], []), ['A: main works, worker works; docs/bundlers.md says nothing of it']);
  assert.equal(said([{ title: 'A', notRun: 'npm: E404' }], [works]).length, 1);
});

test('which steps: dry unless a maintainer says --publish, and then all', async () => {
  assert.deepEqual(chosenSteps({}), stepNames);
  assert.deepEqual(chosenSteps({ dry: true, only: 'sizes, api' }), ['api', 'sizes']);
  assert.deepEqual(chosenSteps({ without: 'tests,matrix' }).length, stepNames.length - 2);
  assert.throws(() => chosenSteps({ only: 'apis' }), /no step 'apis'/);
  assert.throws(() => chosenSteps({ only: 'api', targets: 'Vite' }), /'matrix'/);
  for (const also of [
    { dry: true },
    { only: 'api' },
    { without: 'tests' },
    { record: true },
    { targets: 'Vite' },
    { fresh: true },
  ])
    assert.throws(() => chosenSteps({ publish: true, ...also }), /stands alone/);
  assert.ok(!stepNames.includes('publish'));
  for (const name of [...stepNames, 'publish']) {
    const one = await import(`../../web/tools/release/steps/${name}.mjs`);
    assert.ok(one.title && one.todo && typeof one.run === 'function', name);
    if (name !== 'publish')
      assert.ok(text('docs/releases.md').includes(`| \`${name}\` |`), `docs/releases.md: ${name}`);
  }
});
