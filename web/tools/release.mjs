/**
 * `npm run release`: everything that stands before a release, a step after the other, and what a failed one asks for.
 *
 *   npm run release -- --dry                 all steps; nothing leaves this machine. The same without --dry. Again, it goes on:
 *                                            what passed at this commit, with nothing uncommitted, is not run again
 *   npm run release -- --dry --fresh         all steps, whatever passed before
 *   npm run release -- --only api,sizes      these alone: the first thing to do with what failed
 *   npm run release -- --without tests       all but these; what was left out is said at the end
 *   npm run release -- --targets 'Vite,Deno' of the matrix only those whose title has one of these words
 *   npm run release -- --record              writes releases/VERSION.json, which is committed with the release
 *   npm run release -- --publish             all steps, and `npm publish` of the very file that was looked at
 *
 * What it makes lies in build/release: tarball, wheel, bills of materials, provenance, and the tables. docs/releases.md says
 * what is promised, and the steps of a maintainer.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Done, treeOf } from './release/done.mjs';
import { summary } from './release/report.mjs';
import { root, setup } from './setup.mjs';
import { CommandFailed, SetupError, interruptible, main, step, wasInterrupted } from './steps.mjs';

/** In their order: what is cheap and fails often first. A file of release/steps each. */
export const stepNames = [
  'tree',
  'changelog',
  'build',
  'api',
  'sizes',
  'licences',
  'reproducible',
  'wheel',
  'bill',
  'provenance',
  'tests',
  'matrix',
  'record',
];

const asked = {
  dry: { type: 'boolean' },
  publish: { type: 'boolean' },
  record: { type: 'boolean' },
  only: { type: 'string' },
  without: { type: 'string' },
  targets: { type: 'string' },
  fresh: { type: 'boolean' },
};

/** The steps that the arguments name. */
export function chosenSteps({ only, without, publish, dry, record, targets, fresh }) {
  const named = (list) => {
    const names = list.split(',').map((name) => name.trim());
    for (const name of names)
      if (!stepNames.includes(name)) throw new SetupError(`no step '${name}': one of ${stepNames.join(', ')}`);
    return names;
  };
  if (publish && (dry || only !== undefined || without !== undefined || record || targets !== undefined || fresh))
    throw new SetupError('--publish takes all steps: it stands alone');
  if (only !== undefined && without !== undefined) throw new SetupError('--only or --without, not both');
  if (record && without !== undefined) throw new SetupError('--record stands alone, or with --only');
  const wanted = only === undefined ? stepNames : named(only);
  const not = without === undefined ? [] : named(without);
  const chosen = stepNames.filter((name) => wanted.includes(name) && !not.includes(name));
  if (targets !== undefined && !chosen.includes('matrix')) throw new SetupError("--targets is about the step 'matrix'");
  return chosen;
}

/**
 * Does the steps, each also where one before it failed, until it is interrupted. Gives [{ name, says, problems, seconds,
 * before?, partial?, interrupted? }]; a problem is { what, todo }.
 * @param load name → { title, todo, makes?, holds?, run(context) }, whose result is { says?, problems?, partial? }
 * @param done what passed before (release/done.mjs); undefined: each step is done
 */
export async function runSteps(names, context, load, done, ended = wasInterrupted) {
  const results = [];
  for (const [at, name] of names.entries()) {
    if (ended()) break;
    const module = await load(name);
    const { title, run: work, todo, holds = () => true } = module;
    const before = context.resume ? done?.of(name, module) : undefined;
    if (before && (await holds(context))) {
      process.stderr.write(`✓ ${at + 1}/${names.length} ${title}: passed before\n`);
      results.push({ name, says: before.says, seconds: before.seconds, problems: [], before: true });
      continue;
    }
    const start = performance.now();
    const result = { name, says: '', problems: [] };
    try {
      const given = await step(`${at + 1}/${names.length} ${title}`, async (report) => {
        const given = await work({ ...context, report, results });
        return { ...given, failed: given.problems?.length ?? 0 };
      });
      const { says = '', problems = [], partial } = given;
      Object.assign(result, { says, problems }, partial && { partial });
    } catch (error) {
      result.problems = [{ what: whatOf(error), todo }];
      if (ended()) Object.assign(result, { interrupted: true, says: '', problems: [{ what: '', todo }] });
    }
    result.seconds = (performance.now() - start) / 1000;
    results.push(result);
    done?.keep(result, module);
  }
  return results;
}

function whatOf(error) {
  const detail = error instanceof CommandFailed ? error.output.trimEnd().split('\n').slice(-30).join('\n') : '';
  const known = error instanceof SetupError || error instanceof CommandFailed;
  return [known ? error.message : error.stack, detail].filter(Boolean).join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  main(async () => {
    const { values } = parseArgs({ options: asked });
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const names = values.record ? ['record'] : chosenSteps(values);
    const out = join(root, 'build/release');
    mkdirSync(out, { recursive: true });
    interruptible('Ending what is under way; once more ends at once.');
    const env = await setup({ tests: names.includes('tests') });
    const { record = false, publish = false, targets } = values;
    // what is published has been through every step in this run
    const resume = !publish && values.only === undefined;
    const context = { root, env, version, out, record, publish, targets, resume };
    const load = (name) => import(`./release/steps/${name}.mjs`);
    const done = new Done(out, await treeOf(root, env), { fresh: values.fresh || publish });
    const results = await runSteps(names, context, load, done);
    const ready = results.length === names.length && results.every(({ problems }) => problems.length === 0);
    let published = false;
    if (publish && ready) {
      results.push(...(await runSteps(['publish'], { ...context, results }, load)));
      published = results.at(-1).problems.length === 0;
    }
    const reached = results.map(({ name }) => name);
    const leftOut = record ? [] : stepNames.filter((name) => !reached.includes(name));
    const again = process.argv
      .slice(2)
      .map((argument) => ` ${argument}`)
      .join('');
    const text = summary(results, { leftOut, published, record, again });
    console.log(`\n${text}`);
    writeFileSync(join(out, 'summary.txt'), `posenc ${version}\n\n${text}\n`);
    if (wasInterrupted()) process.exitCode = 130;
    else if (!ready) process.exitCode = 1;
  });
}
