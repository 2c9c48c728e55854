/**
 * The rehearsal of a release: installs the packages as users do, from registries on this machine.
 *
 *   npm run rehearsal                                    of this checkout; the first run fetches NumPy and pre-commit
 *   npm run rehearsal -- --tarball FILE --wheel FILE     of these files
 *
 * Uses action.yml and .pre-commit-hooks.yaml of the last commit, and the programs of docs/. None of them sees this
 * machine's settings or caches. The server below serves as every registry, and has nothing else.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from '../web/tools/build.mjs';
import { whenStale } from '../web/tools/fresh.mjs';
import { writePublished } from '../web/tools/published.mjs';
import { buildPython, pythonWith } from '../web/tools/pythons.mjs';
import { writePythonFiles } from '../web/tools/python.mjs';
import { root, setup } from '../web/tools/setup.mjs';
import { main, run, step } from '../web/tools/steps.mjs';
import { blocksOf, pages } from './web/support/docs.mjs';

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const folder = mkdtempSync(join(tmpdir(), 'posenc-rehearsal-'));
const at = (...names) => join(folder, ...names);
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

/** The files to test; builds those that are not given. */
async function published() {
  const { values } = parseArgs({ options: { tarball: { type: 'string' }, wheel: { type: 'string' } } });
  if (values.tarball && values.wheel) return [resolve(values.tarball), resolve(values.wheel)];
  const env = await setup();
  await build(env, 'package');
  await writePythonFiles();
  mkdirSync(at('tarball'));
  writePublished(at('published'));
  await run('npm', ['pack', at('published'), '--ignore-scripts', '--pack-destination', at('tarball')], { cwd: root });
  await step('Building the wheel', (report) =>
    buildPython('wheel', join(root, 'python'), at('wheel'), { env, report }),
  );
  return ['tarball', 'wheel'].map((name) => at(name, readdirSync(at(name))[0]));
}

/** Our dependencies from public registries, cached in build/rehearsal. */
async function dependencies(python) {
  const [place, versions] = [join(root, 'build/rehearsal'), ['numpy>=1.23', 'pre-commit==4.2.0']];
  const outputs = [join(place, 'fetched')];
  await whenStale({ stamp: join(root, 'build/stamps/rehearsal'), inputs: [], outputs, extra: python }, async () => {
    const fetch = ['-m', 'pip', 'download', '--only-binary', ':all:', '--dest', place, ...versions];
    await step('Fetching NumPy and pre-commit', (report) => run(python, fetch, { cwd: tmpdir(), report }));
    writeFileSync(outputs[0], '');
  });
  return readdirSync(place).map((name) => join(place, name));
}

/** The registries of npm and of Python, with one package of npm. */
async function serve(tarball, wheels) {
  const bytes = readFileSync(tarball);
  const normal = (name) => name.toLowerCase().replace(/[-_.]+/g, '-');
  const server = createServer(({ url, headers }, response) => {
    const [, kind, name] = url.split('/').map(decodeURIComponent);
    const tar = `http://${headers.host}/files/${basename(tarball)}`;
    const dist = { tarball: tar, integrity: `sha512-${createHash('sha512').update(bytes).digest('base64')}` };
    if (kind === 'files') response.end(readFileSync([tarball, ...wheels].find((file) => basename(file) === name)));
    else if (kind === 'simple') {
      const links = wheels.map((file) => basename(file)).filter((file) => normal(file.split('-')[0]) === normal(name));
      response
        .setHeader('content-type', 'text/html')
        .end(links.map((file) => `<a href="/files/${encodeURIComponent(file)}">${file}</a>`).join('\n'));
    } else if (kind === manifest.name) {
      const versions = { [manifest.version]: { ...manifest, scripts: {}, dist } };
      response.end(JSON.stringify({ name: manifest.name, 'dist-tags': { latest: manifest.version }, versions }));
    } else response.writeHead(404).end('{}');
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  server.unref();
  return `http://127.0.0.1:${server.address().port}`;
}

main(async () => {
  const found = pythonWith('venv', 'ensurepip');
  const python = (await run(found, ['-c', 'import sys; print(sys.executable)'], { cwd: tmpdir() })).stdout.trim();
  const [tarball, wheel] = await published();
  const registry = await serve(tarball, [wheel, ...(await dependencies(python))]);
  const env = {
    PATH: [dirname(python), at('venv/bin'), process.env.PATH].join(delimiter),
    HOME: at('home'),
    npm_config_registry: registry,
    PIP_INDEX_URL: `${registry}/simple`,
  };
  for (const name of ['home', 'project', 'models/good', 'models/bad']) mkdirSync(at(name), { recursive: true });
  const does = async (title, place, command, args, { status = 0, prints = '', more = {} } = {}) => {
    const options = { cwd: at(place), env: { ...env, ...more }, failing: true };
    const ran = await step(title, () => run(command, args, options));
    const said = ran.stdout + ran.stderr;
    if (ran.code !== status || !said.includes(prints)) throw new Error(`${title}: status ${ran.code}\n${said}`);
  };
  /** The first program of a page, and its documented output. */
  const program = (page, language) => {
    const blocks = blocksOf(pages.get(page));
    const index = blocks.findIndex((block) => block.language === language);
    return [blocks[index].code, blocks.slice(index).find((block) => block.language === 'text').code];
  };

  const [js, jsPrints] = program('docs/node.md', 'js');
  writeFileSync(at('project/first.mjs'), js);
  await does('npm init', 'project', 'npm', ['init', '-y']);
  await does('npm install posenc', 'project', 'npm', ['install', 'posenc']);
  await does('node first.mjs', 'project', 'node', ['first.mjs'], { prints: jsPrints });
  await does('npx posenc list', 'project', 'npx', ['posenc', 'list'], { prints: 'sinusoidal' });
  const [py, pyPrints] = program('docs/python.md', 'python');
  await does('python3 -m venv', 'project', python, ['-m', 'venv', at('venv')]);
  const own = at('venv/bin/python');
  await does('pip install posenc', 'project', own, ['-m', 'pip', 'install', 'posenc', 'pre-commit']);
  await does('the first program of docs/python.md', 'project', own, ['-c', py], { prints: pyPrints });

  const good = JSON.parse(readFileSync(join(root, 'web/notebook/configs/llama-3.1-8b.json'), 'utf8'));
  Object.assign(good, { rope_scaling: undefined, max_position_embeddings: 8192 });
  // its base is in a field that older readers ignore
  const bad = { ...good, rope_theta: undefined, rope_parameters: { rope_type: 'default', rope_theta: 500000 } };
  for (const [name, config] of Object.entries({ good, bad }))
    writeFileSync(at('models', name, 'config.json'), JSON.stringify(config, undefined, 2));
  const engine = 'transformers-5,transformers-4';
  await does('git clone', '.', 'git', ['clone', '--quiet', root, 'clone']);
  const { parse } = await import('yaml'); // installed by the set-up
  const action = parse(readFileSync(at('clone/action.yml'), 'utf8'));
  writeFileSync(at('step.sh'), action.runs.steps[0].run);
  for (const [models, status] of Object.entries({ good: 0, bad: 1 })) {
    const given = Object.entries({ ...action.inputs, models: { default: models }, engine: { default: engine } });
    const inputs = given.map(([name, { default: value }]) => [`POSENC_${name.toUpperCase()}`, value]);
    const more = { ...Object.fromEntries(inputs), GITHUB_OUTPUT: at('output') };
    await does(`action.yml: a ${models} model`, 'models', 'bash', ['-eo', 'pipefail', at('step.sh')], { status, more });
  }
  const revision = (await run('git', ['rev-parse', 'HEAD'], { cwd: at('clone') })).stdout.trim();
  const hook = { repo: at('clone'), rev: revision, hooks: [{ id: 'posenc-check', args: ['--engine', engine] }] };
  const documented = blocksOf(pages.get('docs/ci.md')).find(({ file }) => file === '.pre-commit-config.yaml').code;
  await does('git init', 'models', 'git', ['init', '--quiet']);
  const hooks = {
    documented: documented.replace(/--engine \S+/, `--engine ${engine}`),
    'as a repository': JSON.stringify({ repos: [hook] }),
  };
  for (const [title, text] of Object.entries(hooks))
    for (const [models, status] of Object.entries({ good: 0, bad: 1 })) {
      writeFileSync(at('models/.pre-commit-config.yaml'), text);
      await does('git add', 'models', 'git', ['add', '--all']);
      const args = ['run', '--files', `${models}/config.json`];
      await does(`pre-commit, ${title}: a ${models} model`, 'models', at('venv/bin/pre-commit'), args, { status });
    }
  console.log('tarball, wheel, action and hooks install and work');
});
