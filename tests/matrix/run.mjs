/**
 * Checks where the package works: installs it into small projects, builds them with their own tools and runs them.
 *
 *   npm run matrix                    every target (minutes to an hour), then writes the table of docs/bundlers.md
 *   npm run matrix -- vite 'Node 2'   only the targets whose title contains one of these words; writes nothing
 *
 *   --tarball FILE   tests these tarballs (posenc, posenc-script); without them, the packages are built and packed
 *   --keep           keeps the projects and prints their folder
 *
 * A target is a row of targets.mjs and a file of targets/. A target whose packages npm cannot install on this machine is
 * reported as "not run", which is neither a success nor a failure.
 */
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from '../../web/tools/build.mjs';
import { writePublished } from '../../web/tools/published.mjs';
import { root, setup } from '../../web/tools/setup.mjs';
import { CommandFailed, SetupError, main, run, step } from '../../web/tools/steps.mjs';
import { closeBrowser } from './browser.mjs';
import { Project } from './project.mjs';
import { targets } from './targets.mjs';

/** SHA-256 of the bytes that program.js computes: a float32 table, twice, and float64 eigenvalues. */
const table = 'd8942c0b829c9fdd16767aeca7d68ea557f2dcd383f795d00f001a8edce41eed';
const digests = {
  main: table,
  worker: table,
  analysis: 'fa8dc1c508e20d35b37621ad35f93d037d8ade7a709c48c8708c68041757cf71',
};
const digest = (hex) => createHash('sha256').update(Buffer.from(hex, 'hex')).digest('hex');

/** npm errors if the registry has no such package, or none for this machine. */
const missing = /E404|ETARGET|ENOTFOUND|EBADPLATFORM|ECONNREFUSED/;

/** The row of a target: { title, words: { main, worker, analysis } or { types }, sizes, details } or { title, notRun }. */
async function rowOf(target, folder, tarballs, report) {
  const { title, packages = {}, file, step: workaround, only = Object.keys(digests) } = target;
  const project = new Project(folder, report);
  try {
    await project.install(tarballs, packages);
  } catch (error) {
    const why = error instanceof CommandFailed && missing.exec(error.output)?.[0];
    if (why) return { title, notRun: `npm: ${why}` };
    throw error;
  }
  const { run: runTarget } = await import(`./targets/${file}.mjs`);
  const plain = await runTarget(project, { ...target, step: false });
  const stepped = workaround && (await runTarget(project, { ...target, step: true }));
  const judged = only.map((name) => [name, judge(name, target, plain[name], stepped?.[name])]);
  const words = Object.fromEntries(judged.map(([name, [word]]) => [name, word]));
  const details = judged.flatMap(([name, [, detail]]) => (detail ? [`${name}: ${detail}`] : []));
  if (workaround && !Object.values(words).includes('with a step')) {
    words.main = '**fails**';
    details.push('everything works without the step: remove it from targets.mjs and docs/bundlers.md');
  }
  return { title, words, details, sizes: (stepped ?? plain).counts };
}

/** The word for a part, and the message behind it. A step counts only if the error without it names that step. */
function judge(name, { step: workaround, absent = {} }, plain, stepped) {
  const right = (part) => part?.compiled ?? (part?.hex !== undefined && digest(part.hex) === digests[name]);
  const errorOf = (part) => part?.error ?? (part?.hex ? 'other bits' : 'no result');
  if (right(plain)) return ['works'];
  if (absent[name]) {
    const said = [plain, stepped].map(errorOf).find((text) => absent[name].test(text));
    return said ? ['none there', said] : ['**fails**', errorOf(plain)];
  }
  if (!workaround?.says.test(errorOf(plain))) return ['**fails**', errorOf(plain)];
  return right(stepped) ? ['with a step', errorOf(plain)] : ['**fails**', `with the step: ${errorOf(stepped)}`];
}

/** kB: the bytes for a table, then what a worker and an analysis add. */
function sizeCell({ main: first, worker, analysis } = {}) {
  const kB = (bytes) => (bytes / 1000).toFixed(0);
  return first ? [first, worker - first, analysis - worker].map(kB).join(' + ') : '';
}

const notes = targets.flatMap(({ title, step: workaround }) => (workaround ? [{ title, text: workaround.text }] : []));

/** The row in Markdown. */
function line({ title, notRun, words = {}, sizes }) {
  if (notRun) return `| ${title} | not run: ${notRun} | | | |`;
  const note = notes.findIndex((one) => one.title === title);
  const cells = [words.main ?? words.types, words.worker ?? '–', words.analysis ?? '–', sizeCell(sizes)];
  return `| ${title}${note < 0 ? '' : ` [${note + 1}]`} | ${cells.join(' | ')} |`;
}

/** Writes the rows of a complete run between the two marks of docs/bundlers.md. */
async function writeTable(rows) {
  const page = join(root, 'docs/bundlers.md');
  const text = readFileSync(page, 'utf8');
  const [begin, end] = ['<!-- written by npm run matrix -->\n', '<!-- end -->'].map((mark) => {
    const at = text.indexOf(mark);
    if (at < 0) throw new SetupError(`docs/bundlers.md must contain ${mark.trim()}`);
    return at + (mark.endsWith('\n') ? mark.length : 0);
  });
  const commit = (await run('git', ['rev-parse', '--short=8', 'HEAD'], { cwd: root })).stdout.trim();
  const lines = [
    `Run on ${new Date().toISOString().slice(0, 10)} at commit ${commit}, ${process.platform} ${process.arch}.`,
    '',
    '| target | main thread | worker | analysis | kB for a table + worker + analysis |',
    '|---|---|---|---|---|',
    ...rows.map(line),
    '',
    ...notes.map(({ text: note }, index) => `${index + 1}. ${note}`),
  ];
  writeFileSync(page, `${text.slice(0, begin)}${lines.join('\n')}\n${text.slice(end)}`);
}

main(async () => {
  const { values, positionals: words } = parseArgs({
    options: { tarball: { type: 'string', multiple: true }, keep: { type: 'boolean' } },
    allowPositionals: true,
  });
  const chosen = targets.filter(({ title }) => !words.length || words.some((word) => title.includes(word)));
  if (chosen.length === 0) throw new SetupError(`no target has a title with ${words.join(' or ')}`);
  process.on('SIGINT', () => process.exit(130));
  const folder = mkdtempSync(join(tmpdir(), 'posenc-matrix-'));
  process.on('exit', () => (values.keep ? console.log(folder) : rmSync(folder, { recursive: true, force: true })));

  let tarballs = values.tarball?.map((file) => resolve(file));
  if (!tarballs) {
    await build(await setup(), 'package');
    const published = join(folder, 'published');
    writePublished(published);
    const args = ['pack', published, './dist/script', '--ignore-scripts', '--json', '--pack-destination', folder];
    const { stdout } = await run('npm', args, { cwd: root });
    tarballs = JSON.parse(stdout).map(({ filename }) => join(folder, filename));
  }
  const rows = [];
  for (const [index, target] of chosen.entries()) {
    const place = join(folder, String(index));
    const { title } = target;
    const row = await step(`${index + 1}/${chosen.length} ${title}`, (report) =>
      rowOf(target, place, tarballs, report),
    ).catch((error) => ({
      title,
      words: { main: '**fails**' },
      details: [`${error.message}\n${error.output ?? ''}`.slice(-3000)],
    }));
    if (!values.keep) rmSync(place, { recursive: true, force: true });
    rows.push(row);
    console.log([line(row), ...(row.details ?? [])].join('\n    '));
  }
  await closeBrowser();
  if (words.length === 0) await writeTable(rows);
  const notRun = rows.filter((row) => row.notRun);
  const failed = rows.filter((row) => Object.values(row.words ?? {}).includes('**fails**'));
  console.log(`${rows.length - failed.length - notRun.length} of ${rows.length} targets work`);
  for (const { title } of failed) console.log(`fails: ${title}`);
  if (failed.length > 0) process.exitCode = 1;
});
