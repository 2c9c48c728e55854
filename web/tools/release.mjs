/**
 * `npm run release`: everything that stands before a release, a step after the other, and what a failed one asks for.
 *
 *   npm run release -- --dry                 all steps; nothing leaves this machine. The same without --dry
 *   npm run release -- --only api,sizes      these alone: the first thing to do with what failed
 *   npm run release -- --without tests       all but these; what was left out is said at the end
 *   npm run release -- --record              writes releases/VERSION.json, which is committed with the release
 *   npm run release -- --publish             all steps, and `npm publish` of the very file that was looked at
 *
 * What it makes lies in build/release: tarball, wheel, bills of materials, provenance, and the tables. docs/releases.md says
 * what is promised, and the steps of a maintainer.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { manifestOf } from './release/declarations.mjs';
import { root, setup } from './setup.mjs';
import { CommandFailed, SetupError, main, step } from './steps.mjs';

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
};

/** The steps that the arguments name. */
export function chosenSteps({ only, without, publish, dry, record }) {
  const named = (list) => {
    const names = list.split(',').map((name) => name.trim());
    for (const name of names)
      if (!stepNames.includes(name)) throw new SetupError(`no step '${name}': one of ${stepNames.join(', ')}`);
    return names;
  };
  if (publish && (dry || only !== undefined || without !== undefined || record))
    throw new SetupError('--publish takes all steps: it stands alone');
  if (only !== undefined && without !== undefined) throw new SetupError('--only or --without, not both');
  if (record && without !== undefined) throw new SetupError('--record stands alone, or with --only');
  const wanted = only === undefined ? stepNames : named(only);
  const not = without === undefined ? [] : named(without);
  return stepNames.filter((name) => wanted.includes(name) && !not.includes(name));
}

/**
 * Does the steps, each also where one before it failed. Gives [{ name, says, problems }]; a problem is { what, todo }.
 * @param load name → { title, run(context) }, whose result is { says?, problems? }
 */
export async function runSteps(names, context, load) {
  const results = [];
  for (const name of names) {
    const { title, run: work, todo } = await load(name);
    try {
      const { says = '', problems = [] } = await step(title, async (report) => {
        const result = await work({ ...context, report, results });
        return { ...result, failed: result.problems?.length ?? 0 };
      });
      results.push({ name, says, problems });
    } catch (error) {
      const detail = error instanceof CommandFailed ? error.output.trimEnd().split('\n').slice(-30).join('\n') : '';
      const what = [
        error instanceof SetupError || error instanceof CommandFailed ? error.message : error.stack,
        detail,
      ];
      results.push({ name, says: '', problems: [{ what: what.filter(Boolean).join('\n'), todo }] });
    }
  }
  return results;
}

/** What a person reads at the end. */
export function summary(results, { leftOut = [], published = false } = {}) {
  const lines = [];
  for (const { name, says, problems } of results) {
    lines.push(`${problems.length > 0 ? '✗' : '✓'} ${name}${says && `: ${says}`}`);
    for (const { what, todo } of problems) lines.push(`    ${what.replaceAll('\n', '\n    ')}`, `    → ${todo}`);
  }
  if (leftOut.length > 0) lines.push(`– left out: ${leftOut.join(', ')}`);
  const bad = results.filter(({ problems }) => problems.length > 0).map(({ name }) => name);
  if (bad.length > 0) lines.push('', `Not ready: ${bad.join(', ')}. Again: npm run release -- --only ${bad.join(',')}`);
  else if (published) lines.push('', 'Published.');
  else if (leftOut.length > 0) lines.push('', 'These are ready; a release takes all steps.');
  else lines.push('', 'Ready. docs/releases.md says how it is published.');
  return lines.join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  main(async () => {
    const { values } = parseArgs({ options: asked });
    const { version } = manifestOf(root);
    const names = values.record ? ['build', 'record'] : chosenSteps(values);
    const out = join(root, 'build/release');
    mkdirSync(out, { recursive: true });
    const env = await setup({ tests: names.includes('tests') });
    const context = { root, env, version, out, record: values.record ?? false, publish: values.publish ?? false };
    const load = (name) => import(`./release/steps/${name}.mjs`);
    const results = await runSteps(names, context, load);
    const ready = results.every(({ problems }) => problems.length === 0);
    let published = false;
    if (values.publish && ready) {
      results.push(...(await runSteps(['publish'], { ...context, results }, load)));
      published = results.at(-1).problems.length === 0;
    }
    const leftOut = values.record ? [] : stepNames.filter((name) => !names.includes(name));
    const text = summary(results, { leftOut, published });
    console.log(`\n${text}`);
    writeFileSync(join(out, 'summary.txt'), `posenc ${version}\n\n${text}\n`);
    if (results.some(({ problems }) => problems.length > 0)) process.exitCode = 1;
  });
}
