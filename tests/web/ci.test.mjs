/**
 * Integrations in other projects: the steps of action.yml and the hooks of pre-commit, with the published package, in a
 * repository with a good and a bad config. Runs the examples of docs/ci.md.
 */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { parse } from 'yaml';
import { blocksOf, commandsOf, pages } from './support/docs.mjs';
import { packedPackage } from './support/packed.mjs';
import { llama31, root } from './support/posenc.mjs';
import { folder, newFolder } from './support/own-folder.mjs';

const read = (name) => parse(readFileSync(join(root, name), 'utf8'));
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const published = `${manifest.name}@${manifest.version}`;
const action = read('action.yml');
const [hook, ...otherHooks] = read('.pre-commit-hooks.yaml');
const shown = blocksOf(pages.get('docs/ci.md')).filter(({ language }) => language === 'yaml');

const good = { ...llama31, rope_scaling: undefined, max_position_embeddings: 8192 };
/** Its base is in a field that older readers ignore. */
const bad = { ...good, rope_theta: undefined, rope_parameters: { rope_type: 'default', rope_theta: 500000 } };
/** A warning about the file itself. */
const doubtful = { ...good, rope_theta: 10000, rope_parameters: bad.rope_parameters };
const engine = 'transformers-5,transformers-4';

const full = process.env.POSENC_FULL !== undefined;
let tarball;
let environment;
before(() => {
  ({ tarball } = packedPackage());
  // none of this machine's settings, and no registry
  environment = {
    PATH: process.env.PATH,
    HOME: folder,
    npm_config_cache: join(folder, 'npm'),
    npm_config_offline: 'true',
    PRE_COMMIT_HOME: join(folder, 'pre-commit'),
  };
  // a project with the package installed: npx uses it if exactly this version is requested
  writeFileSync(join(folder, 'package.json'), '{}');
  const install = ['install', '--no-audit', '--no-fund', '--ignore-scripts', tarball];
  execFileSync('npm', install, { cwd: folder, env: environment, stdio: 'pipe' });
  mkdirSync(join(folder, 'instead'));
  writeFileSync(join(folder, 'instead/npx'), instead(), { mode: 0o755 });
  for (const [name, config] of Object.entries({ good, bad, doubtful })) {
    mkdirSync(join(folder, 'work', name), { recursive: true });
    writeFileSync(join(folder, 'work', name, 'config.json'), JSON.stringify(config, undefined, 2));
  }
});

/**
 * npx takes a second each time to find an installed package, so each caller runs it once, and always in `npm run
 * test:full`. Otherwise this script replaces it, and supports the two ways in which it is called.
 */
function instead() {
  return `#!/bin/sh
case "$1 $2 $3 $4 $5" in
  "--yes --package ${published} -- posenc") shift 5 ;;
  "--yes ${published} "*) shift 2 ;;
  *) echo "not as npx is called here: $*" >&2; exit 97 ;;
esac
exec "${join(folder, 'node_modules/.bin/posenc')}" "$@"
`;
}
/** @param real whether to call the real npx */
function run(command, args, { real = full, ...more } = {}) {
  const PATH = real ? environment.PATH : `${join(folder, 'instead')}:${environment.PATH}`;
  const env = { ...environment, PATH, ...more };
  return spawnSync(command, args, { cwd: join(folder, 'work'), encoding: 'utf8', env });
}

describe('the monthly workflow', () => {
  const workflow = read('.github/workflows/evidence.yml');
  const text = readFileSync(join(root, '.github/workflows/evidence.yml'), 'utf8');

  test('runs by date and by hand alone, with actions that are pinned and few rights', () => {
    assert.deepEqual(Object.keys(workflow.on), ['schedule', 'workflow_dispatch']);
    const uses = text.match(/uses: .*/g);
    for (const line of uses) assert.match(line, /^uses: actions\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
    assert.deepEqual(workflow.permissions, { contents: 'read' });
    assert.deepEqual(workflow.jobs.tell.permissions, { issues: 'write' });
  });

  test('an issue is opened if an engine changed, or could not be executed', () => {
    const { run: script } = workflow.jobs.tell.steps.at(-1);
    const tell = (files, RESULT) => {
      const place = join(newFolder(), 'place');
      mkdirSync(join(place, 'bin'), { recursive: true });
      mkdirSync(join(place, 'changes'));
      for (const [name, lines] of Object.entries(files)) writeFileSync(join(place, 'changes', name), lines);
      writeFileSync(join(place, 'bin/gh'), '#!/bin/sh\necho "$@"\ncat body.md\n', { mode: 0o755 });
      const env = { PATH: `${join(place, 'bin')}:${process.env.PATH}`, RESULT, RUN: 'https://host/run' };
      return execFileSync('bash', ['-eo', 'pipefail', '-c', script], { cwd: place, env, encoding: 'utf8' });
    };
    const same = { 'mlx-lm.txt': 'mlx-lm: 0.32.2 is the newest release\n' };
    const changed = { ...same, 'vllm.txt': 'vllm 0.33.0 → 0.34.0: 1 cases differ\n  layout half → interleaved\n' };
    assert.equal(tell(same, 'success'), '');
    assert.equal(tell({}, 'success'), '');
    const issue = tell(changed, 'success');
    assert.match(issue, /^issue create --title Engines in \d{4}-\d\d --body-file body\.md\n/);
    assert.match(issue, /layout half → interleaved[^]*https:\/\/host\/run/);
    assert.doesNotMatch(issue, /mlx-lm/);
    assert.match(tell(same, 'failure'), /could not be executed/);
  });
});

describe('action.yml', () => {
  const [step, ...otherSteps] = action.runs.steps;

  test('inputs are variables of the step, each of them, and no part of its program', () => {
    assert.deepEqual([action.runs.using, otherSteps, step.shell], ['composite', [], 'bash']);
    assert.doesNotMatch(step.run, /\$\{\{/);
    const given = Object.fromEntries(
      Object.keys(action.inputs).map((name) => [`POSENC_${name.toUpperCase()}`, `\${{ inputs.${name} }}`]),
    );
    assert.deepEqual(step.env, given);
    for (const name of Object.keys(step.env)) assert.ok(step.run.includes(`$${name}`), `${name} is not used`);
    for (const { description } of Object.values(action.inputs)) assert.ok(description.length > 10);
    assert.equal(action.inputs.package.default, published);
    assert.equal(action.outputs.status.value, `\${{ steps.${step.id}.outputs.status }}`);
  });

  /** Runs the steps like https://docs.github.com/actions/reference/workflows-and-actions/workflow-syntax, `shell`. */
  function acted(inputs, real = full) {
    const all = Object.entries(action.inputs).map(([name, { default: usual }]) => [name, inputs[name] ?? usual]);
    for (const name of Object.keys(inputs)) assert.ok(name in action.inputs, `there is no input ${name}`);
    const env = Object.fromEntries(all.map(([name, value]) => [`POSENC_${name.toUpperCase()}`, value]));
    const script = join(folder, 'step.sh');
    const output = join(folder, 'output');
    writeFileSync(script, step.run);
    writeFileSync(output, '');
    const { stdout, stderr, status } = run('bash', ['--noprofile', '--norc', '-eo', 'pipefail', script], {
      ...env,
      real,
      GITHUB_OUTPUT: output,
    });
    return { out: stdout, err: stderr, status, output: readFileSync(output, 'utf8') };
  }

  test('a good config passes, a bad one fails with an annotation at its field', () => {
    const passes = acted({ models: 'good', engine }, true);
    assert.deepEqual([passes.status, passes.output], [0, 'status=0\n'], passes.err);
    const fails = acted({ models: '\n  good/config.json\n  b*/config.json  \n', engine });
    assert.deepEqual([fails.status, fails.output], [1, 'status=1\n'], fails.err);
    assert.match(
      fails.out,
      /^::error file=bad\/config\.json,line=\d+,col=\d+,title=posenc engine_differs::transformers 4/m,
    );
    assert.doesNotMatch(fails.out, /^::error file=good/m);
    const own = full ? { package: tarball } : {}; // npx takes long to unpack it
    assert.equal(acted({ engine: 'transformers-5', ...own }).status, 0); // the folder itself
    assert.equal(acted({ models: 'doubtful', engine: 'transformers-5' }).status, 0);
    assert.equal(acted({ models: 'doubtful', engine: 'transformers-5', strict: 'true' }).status, 1);
    assert.equal(acted({ models: 'bad', engine: 'transformers-5', strict: 'true' }).status, 0); // is about other engines
  });

  test('length, SARIF, and what cannot be checked', () => {
    const { out, status } = acted({ models: 'good', engine: 'vllm', context: '1M', sarif: 'found.sarif' });
    assert.equal(status, 0);
    assert.match(out, /^::warning file=good\/config\.json,.*1048576 were asked for/m);
    const { runs } = JSON.parse(readFileSync(join(folder, 'work/found.sarif'), 'utf8'));
    assert.ok(runs[0].results.some(({ ruleId }) => ruleId === 'engine_context'));
    const missing = acted({ models: 'none.json' });
    assert.deepEqual([missing.status, missing.output], [2, 'status=2\n']);
    assert.match(missing.out, /^::error title=posenc::a model could not be checked/m);
    assert.equal(acted({ strict: 'yes' }).status, 2);
    assert.equal(acted({ models: ' \n ' }).status, 2);
  });

  test('no input is run or taken for an option', () => {
    const hostile = ['$(touch owned)', '`touch owned`', '"; touch owned; "', "'; touch owned; '", '--strict', '-h'];
    for (const inputs of [
      { models: hostile.join('\n') },
      { models: 'good', engine: hostile[0] },
      { models: 'good', context: hostile[2] },
    ])
      assert.equal(acted(inputs).status, 2, JSON.stringify(inputs));
    assert.equal(existsSync(join(folder, 'work/owned')), false);
  });

  test('the commands of docs/ci.md, in a project that has the package', () => {
    const commands = commandsOf(pages.get('docs/ci.md')).flatMap((each) => each.commands);
    assert.equal(commands.length, 2);
    mkdirSync(join(folder, 'work/models'));
    writeFileSync(join(folder, 'work/models/config.json'), JSON.stringify(bad));
    const [table, sarif] = commands.map((command) => run('sh', ['-c', command], { real: true }));
    rmSync(join(folder, 'work/models'), { recursive: true });
    assert.deepEqual([table.status, sarif.status, sarif.stdout, table.stderr + sarif.stderr], [0, 1, '', '']);
    const { runs } = JSON.parse(readFileSync(join(folder, 'work/posenc.sarif'), 'utf8'));
    assert.ok(runs[0].results.some(({ ruleId }) => ruleId === 'engine_differs'));
  });

  test('docs/ci.md gives inputs that there are', () => {
    const [workflow] = shown.map(({ code }) => parse(code)).filter(({ jobs }) => jobs);
    const used = workflow.jobs.check.steps.find(({ uses }) => uses.includes('/posenc@'));
    assert.equal(used.uses.split('@')[1], `v${manifest.version}`);
    assert.ok(
      Object.keys(used.with).every((name) => name in action.inputs),
      Object.keys(used.with).join(),
    );
  });
});

describe('pre-commit', () => {
  const installed = spawnSync('pre-commit', ['--version']).status === 0;
  const skip = !installed && 'pre-commit is not installed';
  const config = shown.find(({ file }) => file === '.pre-commit-config.yaml');

  test('the hook of this repository: its entry on files, as pre-commit gives them', () => {
    assert.deepEqual([otherHooks, hook.language], [[], 'system']);
    const [program, ...args] = hook.entry.split(' ');
    assert.ok(args.includes(published), hook.entry);
    const checked = (...files) =>
      run(program, [...args, '--engine', engine, ...files], { real: full || files.length > 1 });
    assert.equal(checked('good/config.json').status, 0);
    const { status, stdout } = checked('good/config.json', 'bad/config.json');
    assert.equal(status, 1);
    assert.match(stdout, /^bad\/config\.json:\d+:\d+: error engine_differs/m);
    assert.match(stdout, /good\/config\.json +0 .*passes\n +bad\/config\.json +1 .*fails/);
    const files = new RegExp(hook.files);
    for (const name of ['config.json', 'models/a/config.json']) assert.match(name, files);
    for (const name of ['tsconfig.json', 'config.json5', 'config.json/x']) assert.doesNotMatch(name, files);
  });

  test('the manifest is one', { skip }, () => {
    const { status, stdout } = run('pre-commit', ['validate-manifest', join(root, '.pre-commit-hooks.yaml')]);
    assert.equal(status, 0, stdout);
  });

  const rare = skip || (!full && 'npm unpacks the package twice: npm run test:full');
  test('docs/ci.md: its configuration in a repository, from its first run on', { skip: rare }, () => {
    assert.ok(config.code.includes(`['${published}']`));
    const own = config.code.replace(published, tarball).replace(/--engine \S+/, `--engine ${engine}`);
    writeFileSync(join(folder, 'work', '.pre-commit-config.yaml'), own);
    const git = (...args) =>
      assert.equal(run('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args]).status, 0);
    git('init', '--quiet');
    git('add', 'good');
    const first = run('pre-commit', ['run', '--all-files']);
    assert.equal(first.status, 0, first.stdout + first.stderr);
    assert.match(first.stdout, /posenc check\.+Passed/);
    git('add', '--all');
    const { status, stdout } = run('pre-commit', ['run', '--all-files']);
    assert.equal(status, 1, stdout);
    assert.match(stdout, /posenc check\.+Failed[^]*exit code: 1[^]*bad\/config\.json:\d+:\d+: error engine_differs/);
  });
});
