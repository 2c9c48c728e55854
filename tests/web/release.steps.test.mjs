/** `npm run release`: its steps, each alone and without the rest, and how they go on. Nothing is published, and nothing is built. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { chosenSteps, runSteps, stepNames } from '../../web/tools/release.mjs';
import { Done, treeOf } from '../../web/tools/release/done.mjs';
import { summary } from '../../web/tools/release/report.mjs';
import { problemsOf as matrixProblems } from '../../web/tools/release/steps/matrix.mjs';
import { pack, parting } from '../../web/tools/release/steps/reproducible.mjs';
import { namedVersions } from '../../web/tools/release/steps/tree.mjs';
import { run as command } from '../../web/tools/steps.mjs';
import { root, text } from './support/posenc.mjs';

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
