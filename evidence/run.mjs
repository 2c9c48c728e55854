/**
 * Executes releases of engines on the cases of the corpus and stores what each does to positions.
 *
 *   npm run evidence                                every release of pins.json
 *   npm run evidence -- mlx-lm vllm@0.33.0          some of them
 *   npm run evidence -- --sample mlx-lm             fifty cases in a new process; they must give the stored answers
 *   npm run evidence -- --latest mlx-lm             the newest release, without storing it: prints what it changes
 *   npm run evidence -- --diff mlx-lm 0.31.3 0.32.2 what changed between two stored releases
 *
 * A job resumes where it ended, unless its pin or a runner changed. If it cannot run, the command says which pin and why,
 * and the stored evidence stays.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { SetupError, run, step } from '../web/tools/steps.mjs';
import { corpusOf } from './corpus.mjs';
import { changes } from './diff.mjs';
import { builtFor, cache, pythonOf, unpacked } from './environments.mjs';
import { fileOf, parsed, read, stored, write } from './stored.mjs';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const pins = JSON.parse(readFileSync(at('pins.json'), 'utf8'));
const nameOf = ({ engine, release }) => `${engine}@${release}`;

function chosen(names) {
  if (names.length === 0) return pins;
  return names.flatMap((name) => {
    const found = pins.filter((pin) => name === pin.engine || name === nameOf(pin));
    if (found.length === 0) throw new SetupError(`no pin ${name}; pins.json has ${pins.map(nameOf).join(', ')}`);
    return found;
  });
}

const newestOfEach = (some) => [...new Map([...some].reverse().map((pin) => [pin.engine, pin])).values()];

/** vLLM and SGLang run classes of transformers by the runner of transformers; CMake compiles what a build needs. */
const isOf = (name, { engine, build }) =>
  name.startsWith(`${engine}.`) ||
  name.startsWith(`${engine}_`) ||
  (name === 'CMakeLists.txt' && build !== undefined) ||
  (name === 'transformers.py' && (engine === 'vllm' || engine === 'sglang'));

/** Files of runners and those of lib that they import, sorted. */
function withImports(files) {
  const all = new Set(files);
  for (const file of all)
    // grows while it is read
    for (const [, name] of readFileSync(at(file), 'utf8').matchAll(/^(?:from|import) (\w+)/gm))
      if (existsSync(at(`lib/${name}.py`))) all.add(`lib/${name}.py`);
  return [...all].sort();
}

/** The file of a run. Its name has a digest of the pin, of its runner and what that imports, so that no run mixes two states of them. */
function runOf(pin, suffix = '') {
  const { stubs: _, ...executes } = pin;
  const digest = createHash('sha256').update(JSON.stringify(executes));
  const own = readdirSync(at('runners'))
    .filter((name) => isOf(name, pin))
    .map((name) => `runners/${name}`);
  for (const name of withImports(own)) digest.update(readFileSync(at(name)));
  return join(cache, 'runs', `${nameOf(pin)}-${digest.digest('hex').slice(0, 12)}${suffix}.jsonl`);
}

/** Executes cases and returns the lines of the runner. */
async function executed(pin, cases, file, report) {
  report('installing');
  const python = await pythonOf(pin, report);
  const built = await builtFor(pin, report);
  mkdirSync(dirname(file), { recursive: true });
  const asked = `${file}.cases`;
  writeFileSync(asked, cases.map((one) => `${JSON.stringify(one)}\n`).join(''));
  const env = { ...process.env, ...pin.env, ...built, PYTHONPATH: at('lib'), HF_HUB_OFFLINE: '1', PYTHONHASHSEED: '0' };
  await run(python, ['-P', at(`runners/${pin.engine}.py`), asked, file], { env, report });
  const wanted = new Set(cases.map(({ id }) => id));
  const all = readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const reached = new Set(all.flatMap((line) => line.reached ?? []));
  const places = all.findLast((line) => line.places)?.places;
  return {
    lines: all.filter((line) => wanted.has(line.case)).map(({ reached: _, ...line }) => line),
    ...(places && { unreached: places.filter((place) => !reached.has(place)) }),
  };
}

const headerOf = ({ engine, release, python, packages, separate, build, stubs }, unreached) => ({
  engine,
  release,
  executed: new Date().toISOString().slice(0, 10),
  python,
  packages: [...packages, ...(separate ?? []), ...(build ? [build.sdist] : [])],
  stubs,
  ...(unreached && { unreached }),
});

async function store(pin) {
  const { lines, unreached } = await step(nameOf(pin), (report) =>
    executed(pin, corpusOf(pin.engine), runOf(pin), report),
  );
  mkdirSync(dirname(fileOf(pin.engine, pin.release)), { recursive: true });
  write(pin.engine, pin.release, headerOf(pin, unreached), lines);
  const count = (key) => lines.filter((line) => line[key] !== undefined).length;
  console.log(`${nameOf(pin)}: ${count('rotations')} ran, ${count('error')} raised, ${count('unsettled')} unsettled`);
}

/** Fifty cases in a new process must give the stored answers. */
async function sample(pin) {
  const all = corpusOf(pin.engine);
  const cases = all.filter((_, i) => i % Math.ceil(all.length / 50) === 0);
  const file = runOf(pin, '-sample');
  rmSync(file, { force: true });
  const { lines } = await step(`${nameOf(pin)}: ${cases.length} cases again`, (report) =>
    executed(pin, cases, file, report),
  );
  const before = read(pin.engine, pin.release).answers;
  const now = parsed(stored(headerOf(pin), lines)).answers;
  const differ = cases.filter(({ id }) => JSON.stringify(now.get(id)) !== JSON.stringify(before.get(id)));
  if (differ.length) throw new SetupError(`other answers than stored: ${differ.map(({ id }) => id).join(', ')}`);
  console.log(`${nameOf(pin)}: ${cases.length} cases give the stored answers`);
}

const unpinned = (pin) => {
  const free = (names = []) => names.map((name) => (name.split('==')[0] === pin.engine ? pin.engine : name));
  const build = pin.build && { ...pin.build, sdist: pin.build.sdist.split('==')[0] };
  return { ...pin, release: 'latest', packages: free(pin.packages), separate: free(pin.separate), build };
};

/** The release that was installed, or whose sources were compiled. */
async function installed({ engine, build }, python) {
  if (build) return /^Version: (.+)$/m.exec(readFileSync(join(cache, 'sources', build.sdist, 'PKG-INFO'), 'utf8'))[1];
  return (await run(python, ['-c', `import importlib.metadata as m; print(m.version('${engine}'))`])).stdout.trim();
}

/** Executes the newest release and prints what it changes; nothing is stored. */
async function latest(pin) {
  const free = unpinned(pin);
  rmSync(join(cache, 'envs', `${pin.engine}@latest`), { recursive: true, force: true });
  if (free.build) rmSync(join(cache, 'sources', free.build.sdist), { recursive: true, force: true });
  const python = await step(`${pin.engine}: installing the newest release`, async (report) => {
    if (free.build) await unpacked(free, report);
    return pythonOf(free, report);
  });
  const release = await installed(free, python);
  if (release === pin.release) return console.log(`${pin.engine}: ${release} is the newest release`);
  const file = runOf({ ...free, installed: release });
  const { lines } = await step(`${pin.engine}@${release}`, (report) =>
    executed(free, corpusOf(free.engine), file, report),
  );
  console.log(changes(read(pin.engine, pin.release), parsed(stored({ ...headerOf(pin), release }, lines))));
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'boolean' },
    latest: { type: 'boolean' },
    diff: { type: 'boolean' },
  },
});

async function main() {
  if (values.diff) {
    const [engine, before, after] = positionals;
    for (const release of [before, after])
      if (!release || !existsSync(fileOf(engine, release)))
        throw new SetupError('--diff takes an engine and two releases with stored evidence');
    return console.log(changes(read(engine, before), read(engine, after)));
  }
  const some = values.latest ? newestOfEach(chosen(positionals)) : chosen(positionals);
  if (!existsSync(join(cache, 'uv')))
    console.log(`Environments of the engines are installed in ${cache}; torch alone has 5 GB.`);
  let failed = 0;
  for (const pin of some)
    await (values.latest ? latest(pin) : values.sample ? sample(pin) : store(pin)).catch((error) => {
      failed += 1;
      console.error(`${nameOf(pin)} cannot run: ${error.message}\n${(error.output ?? '').trim().slice(-2000)}`);
    });
  process.exitCode = failed ? 1 : 0;
}

await main().catch((error) => {
  if (!(error instanceof SetupError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
});
