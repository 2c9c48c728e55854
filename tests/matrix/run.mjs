/**
 * Where the package works: installs it into projects of others, builds them with their tools and runs them.
 *
 *   npm run matrix                    every target; minutes
 *   npm run matrix -- vite 'Node 2'   those whose title has one of these words; the others keep their results
 *   npm run matrix -- --table         writes the table again
 *   npm run matrix -- --tarball FILE  tries this one, and builds none
 *   npm run matrix -- --into FOLDER   keeps matrix.json and matrix.md there and leaves the tree as it is; begun again with the same
 *                                     tarball, it goes on with what has not worked
 *   npm run matrix -- --take FILE     takes the results of such a matrix.json, and writes the table
 *
 * Ctrl-C ends the target under way; the others keep their results.
 *
 * A target is a row of targets.mjs and a file of targets/. What came of each is kept in results.json, and the table of
 * docs/bundlers.md is made of it. What this machine cannot have is said ("not run"), and counts as no success.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from '../../web/tools/build.mjs';
import { root, setup } from '../../web/tools/setup.mjs';
import { CommandFailed, SetupError, interruptible, main, run, step, wasInterrupted } from '../../web/tools/steps.mjs';
import { closeBrowser } from './browser.mjs';
import { judge } from './judge.mjs';
import { Project } from './project.mjs';
import { asText, tableOf, writeTable } from './table.mjs';
import { targets } from './targets.mjs';

const kept = fileURLToPath(new URL('results.json', import.meta.url));
const { values, positionals: words } = parseArgs({
  options: {
    table: { type: 'boolean' },
    tarball: { type: 'string' },
    into: { type: 'string' },
    take: { type: 'string' },
    keep: { type: 'boolean' },
  },
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

/** Results by title, and where they are kept. @param tarball for which those in --into count */
function recordOf(tarball) {
  const committed = JSON.parse(readFileSync(kept, 'utf8'));
  if (values.into === undefined) {
    const results = new Map(committed.map((row) => [row.title, row]));
    return { results, write: (rows) => writeFileSync(kept, `${JSON.stringify(rows, undefined, 2)}\n`) };
  }
  const file = join(values.into, 'matrix.json');
  const sha256 = createHash('sha256').update(readFileSync(tarball)).digest('hex');
  const before = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
  const results = new Map(before?.sha256 === sha256 ? before.rows.map((row) => [row.title, row]) : []);
  return { results, write: (rows) => writeFileSync(file, `${JSON.stringify({ sha256, rows }, undefined, 2)}\n`) };
}

const inOrder = (results) => targets.flatMap(({ title }) => (results.has(title) ? [results.get(title)] : []));

async function tryTargets(folder) {
  const tarball = resolve(values.tarball ?? (await pack(folder)));
  const { results, write } = recordOf(tarball);
  const works = ({ title }) => values.into !== undefined && results.get(title)?.failed === 0;
  const asBefore = chosen.filter(works).length;
  if (asBefore > 0) console.log(`${asBefore} worked before, with this tarball`);
  const left = chosen.filter((target) => !works(target));
  for (const [index, target] of left.entries()) {
    if (wasInterrupted()) break;
    const place = join(folder, String(index));
    mkdirSync(place);
    const row = await step(`${index + 1}/${left.length} ${target.title}`, async (report) => {
      try {
        return judge(target, await resultsOf(target, place, tarball, report));
      } catch (error) {
        const why = `${error.message}\n${error.output ?? ''}`.slice(-3000);
        return { title: target.title, failed: 1, parts: {}, why };
      }
    });
    if (!values.keep) rmSync(place, { recursive: true, force: true });
    if (wasInterrupted()) break; // what was ended has not failed
    console.log(`${asText(row)}\n`);
    results.set(target.title, row);
    write(inOrder(results));
  }
  return results;
}

/** What is to be read at the end; gives how many fail. */
function say(results) {
  const rows = targets.map(({ title }) => results.get(title) ?? { title, notRun: 'not yet run', parts: {} });
  if (values.into === undefined) writeTable(rows);
  else writeFileSync(join(values.into, 'matrix.md'), `${tableOf(rows)}\n`);
  const failed = rows.filter((row) => row.failed);
  const notRun = rows.filter((row) => row.notRun);
  console.log(`${rows.length - failed.length - notRun.length} of ${rows.length} targets work`);
  for (const { title } of failed) console.log(`fails: ${title}`);
  for (const { title, notRun: why } of notRun) console.log(`not run: ${title} (${why})`);
  return failed.length;
}

main(async () => {
  if (values.table || values.take) {
    if (values.take) {
      const taken = new Map(JSON.parse(readFileSync(values.take, 'utf8')).rows.map((row) => [row.title, row]));
      const { results, write } = recordOf();
      write(inOrder(new Map([...results, ...taken])));
    }
    if (say(recordOf().results) > 0) process.exitCode = 1;
    return;
  }
  if (values.into !== undefined && values.tarball === undefined)
    throw new SetupError('--into keeps what is true of one tarball: --tarball FILE names it');
  interruptible('Ending the target under way; once more ends at once.');
  if (!values.tarball) await build(await setup(), 'lib');
  const folder = mkdtempSync(join(tmpdir(), 'posenc-matrix-'));
  try {
    if (say(await tryTargets(folder)) > 0) process.exitCode = 1;
    if (wasInterrupted()) process.exitCode = 130;
  } finally {
    await closeBrowser();
    if (values.keep) console.log(folder);
    else rmSync(folder, { recursive: true, force: true });
  }
});
