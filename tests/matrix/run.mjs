/**
 * Where the package works: installs it into projects of others, builds them with their tools and runs them.
 *
 *   npm run matrix                    every target; minutes
 *   npm run matrix -- vite 'Node 2'   those whose title has one of these words; the others keep their results
 *   npm run matrix -- --table         writes the table again
 *   npm run matrix -- --tarball FILE  tries this one, and builds none
 *
 * A target is a row of targets.mjs and a file of targets/. What came of each is kept in results.json, and the table of
 * docs/bundlers.md is made of it. What this machine cannot have is said ("not run"), and counts as no success.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from '../../web/tools/build.mjs';
import { root, setup } from '../../web/tools/setup.mjs';
import { CommandFailed, main, run, step } from '../../web/tools/steps.mjs';
import { closeBrowser } from './browser.mjs';
import { judge } from './judge.mjs';
import { Project } from './project.mjs';
import { asText, writeTable } from './table.mjs';
import { targets } from './targets.mjs';

const kept = fileURLToPath(new URL('results.json', import.meta.url));
const { values, positionals: words } = parseArgs({
  options: { table: { type: 'boolean' }, tarball: { type: 'string' }, keep: { type: 'boolean' } },
  allowPositionals: true,
});
const chosen = targets.filter(({ title }) => !words.length || words.some((word) => title.includes(word)));

/** The registry has no such package, or none for this machine. */
const notHad = (error) =>
  error instanceof CommandFailed && /E404|ETARGET|ENOTFOUND|EBADPLATFORM|ECONNREFUSED/.exec(error.output)?.[0];

async function resultsOf(target, folder, tarball, report) {
  const project = new Project(folder, report);
  const { packages = {}, file, step: wanted } = target;
  const { run: runTarget } = await import(`./targets/${file}.mjs`);
  try {
    await project.install(tarball, packages);
  } catch (error) {
    const why = notHad(error);
    if (why) return { notRun: `npm: ${why}` };
    throw error;
  }
  const plain = await runTarget(project, { ...target, step: false });
  return { plain, stepped: wanted ? await runTarget(project, { ...target, step: true }) : undefined };
}

/** The package as it would be published. */
async function pack(folder) {
  const args = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder];
  const { stdout } = await run('npm', args, { cwd: root });
  return join(folder, JSON.parse(stdout)[0].filename);
}

main(async () => {
  const results = new Map(JSON.parse(readFileSync(kept, 'utf8')).map((row) => [row.title, row]));
  if (!values.table) {
    if (!values.tarball) await build(await setup(), 'lib');
    const folder = mkdtempSync(join(tmpdir(), 'posenc-matrix-'));
    try {
      const tarball = resolve(values.tarball ?? (await pack(folder)));
      for (const [index, target] of chosen.entries()) {
        const place = join(folder, String(index));
        mkdirSync(place);
        const row = await step(target.title, async (report) => {
          try {
            return judge(target, await resultsOf(target, place, tarball, report));
          } catch (error) {
            return {
              title: target.title,
              failed: 1,
              parts: {},
              why: `${error.message}\n${error.output ?? ''}`.slice(-3000),
            };
          }
        });
        console.log(`${asText(row)}\n`);
        results.set(target.title, row);
        const rows = targets.flatMap(({ title }) => (results.has(title) ? [results.get(title)] : []));
        writeFileSync(kept, `${JSON.stringify(rows, undefined, 2)}\n`);
        if (!values.keep) rmSync(place, { recursive: true, force: true });
      }
    } finally {
      await closeBrowser();
      if (values.keep) console.log(folder);
      else rmSync(folder, { recursive: true, force: true });
    }
  }
  const rows = targets.map(({ title }) => results.get(title) ?? { title, notRun: 'not yet run', parts: {} });
  writeTable(rows);
  const failed = rows.filter((row) => row.failed);
  const notRun = rows.filter((row) => row.notRun);
  console.log(`${rows.length - failed.length - notRun.length} of ${rows.length} targets work`);
  for (const { title } of failed) console.log(`fails: ${title}`);
  for (const { title, notRun: why } of notRun) console.log(`not run: ${title} (${why})`);
  if (failed.length) process.exitCode = 1;
});
