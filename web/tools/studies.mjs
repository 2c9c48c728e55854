/**
 * `npm run studies`: runs the studies of web/lib/studies, and writes docs/studies.md and the data of their page.
 * Finished runs are in tests/studies, one file per study and one line per run, so the command can be stopped and
 * restarted.
 *
 *   node web/tools/studies.mjs [ID …] [--seeds N] [--workers 2] [--table]
 *
 * --seeds: at most N seeds of each arm. --table: trains nothing.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { pathToFileURL } from 'node:url';
import { root } from './setup.mjs';
import { main, step } from './steps.mjs';

const at = (...paths) => join(root, ...paths);
export const folder = at('tests/studies');
export const resultsFile = ({ id }, where = folder) => join(where, `${id}.jsonl`);
const recordsFile = join(folder, 'recorded.json');
const page = at('docs/studies.md');
/** Duration of each study's short version on its page, and its grid, as measured by tests/studies/in-page.mjs. */
export const inPage = () => read(join(folder, 'in-page.json'), { studies: {} });
/** Digest of the training stages of the short version. */
export async function shortGrid(study) {
  const [{ stagesOf }, { armOf }] = await Promise.all([built('lib/studies/study.js'), built('lib/studies/verdict.js')]);
  const { arms, set } = study.inPage;
  const stages = arms.map((name) => stagesOf(study, armOf(study, name), 0, set));
  return createHash('sha256').update(JSON.stringify(stages)).digest('hex').slice(0, 16);
}
const built = (path) => import(pathToFileURL(at('dist', path)).href);

const read = (path, none) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : none);
/** Metadata of each study's results: experiments, core, date, machine and processor time. */
export const recorded = () => read(recordsFile, {});

/**
 * Runs all arms of a study with minimal work and seed 0. Returns the runs, and a digest of their weights; if it differs
 * from the recorded one, the core computes different results.
 */
export async function tried(study, options = {}) {
  const [{ sweep }, { trainHere }, { create }] = await Promise.all([
    built('cli/sweep/run.js'),
    built('cli/sweep/trainer.js'),
    built('lib/node.js'),
  ]);
  const scratch = mkdtempSync(join(tmpdir(), 'posenc-study-'));
  const pe = options.pe ?? (await create({ preload: [] }));
  try {
    const runs = await sweep({
      ...{ study, arms: study.arms.map(({ name }) => name), seeds: [0], more: study.toy, shard: [0, 1], lanes: 1 },
      results: join(scratch, `${study.id}.jsonl`),
      trainer: trainHere(pe, true),
      signal: new AbortController().signal,
      onProgress: () => undefined,
      onRun: () => undefined,
    });
    const hashes = runs.flatMap(({ stages }) => stages.map(({ weightsHash }) => weightsHash));
    return { runs, core: createHash('sha256').update(hashes.join(' ')).digest('hex').slice(0, 16) };
  } finally {
    if (!options.pe) pe.dispose();
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function trainAll(chosen, { seeds, workers }) {
  const [{ sweep }, { trainHere }, { create }, { costFile, gridOf, readCosts }] = await Promise.all([
    built('cli/sweep/run.js'),
    built('cli/sweep/trainer.js'),
    built('lib/node.js'),
    built('cli/sweep/results.js'),
  ]);
  mkdirSync(folder, { recursive: true });
  for (const study of chosen) {
    const pe = await create({ workers, preload: [] });
    await step(study.id, (report) =>
      sweep({
        ...{ study, shard: [0, 1], lanes: workers, more: undefined },
        arms: study.arms.map(({ name }) => name),
        seeds: Array.from({ length: Math.min(seeds, study.seeds) }, (_, seed) => seed),
        results: resultsFile(study),
        trainer: trainHere(pe, workers === 1),
        signal: new AbortController().signal,
        onProgress: (share) => report(`${Math.floor(100 * share)} %`),
        onRun: () => undefined,
      }),
    ).finally(() => pe.dispose());
    const { core } = await tried(study);
    const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
    const grid = gridOf(study);
    const about = { grid, core, commit, date: new Date().toISOString().slice(0, 10) };
    // the minutes of runs that were there before are in the record
    const before = recorded()[study.id]?.grid === grid ? recorded()[study.id].processorMinutes : 0;
    const costs = readCosts(resultsFile(study));
    const seconds = costs.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0);
    const processorMinutes = Number((before + seconds / 60).toFixed(2));
    const all = { ...recorded(), [study.id]: { ...about, machine: cpus()[0]?.model.trim() ?? '', processorMinutes } };
    writeFileSync(recordsFile, `${JSON.stringify(all, undefined, 2)}\n`);
    rmSync(costFile(resultsFile(study)), { force: true });
  }
}

/** Judged claims of all studies, and their sign tests with corrections over all claims. */
async function judgedTogether(studies) {
  const [{ chance, falseExpected, judgedOf, testsOf }, { readResults }] = await Promise.all([
    built('lib/studies/report.js'),
    built('cli/sweep/results.js'),
  ]);
  const [{ verdicts }, { benjaminiHochberg }] = await Promise.all([
    built('lib/studies/verdict.js'),
    built('lib/studies/statistics.js'),
  ]);
  const each = studies.map((study) => ({ study, runs: readResults(resultsFile(study)) }));
  const families = each.map(({ study, runs }) => judgedOf(study, runs));
  const all = families.flat();
  const tests = testsOf(all);
  let k = 0;
  const together = families.map((family) => {
    const own = testsOf(family);
    return family.map((judged, i) => ({ judged, own: own[i], all: tests[k++] }));
  });
  const counts = (of) => verdicts.map((verdict) => of.filter((one) => one.verdict === verdict).length);
  const left = (of, place) => of.filter((test) => test[place] <= 0.05).length;
  const own = together.flat().map((one) => one.own);
  const [holds, fails, open] = counts(all);
  const primary = counts(all.filter(({ claim }) => claim.primary));
  const runs = each.flatMap((one) => one.runs);
  const weights = new Set(runs.map(({ stages }) => stages.at(-1).weightsHash)).size;
  // number of decided claims whose removal would make Benjamini and Hochberg's correction leave far fewer
  const p = all.map((one) => one.p);
  const falling = [...p.keys()].filter((i) => p[i] <= 0.05).sort((i, j) => p[j] - p[i]);
  const leftWithout = (k) =>
    benjaminiHochberg(p.map((x, i) => (falling.slice(0, k).includes(i) ? 1 : x))).filter((x) => x <= 0.05).length;
  const edge = falling.findIndex((_, k) => leftWithout(k) < left(tests, 2) - k);
  const totals = [
    `The ${studies.length} studies make ${all.length} claims: ${holds} hold, ${fails} do not, and ${open} are not decided at this budget. At most ${chance(falseExpected(all))} of the verdicts are expected to be false by chance: the chances that an interval misses its median add up to that.`,
    `Over all claims Holm's correction of the sign tests leaves ${left(tests, 1)} of the ${holds + fails} decided claims, and that of Benjamini and Hochberg ${left(tests, 2)}${edge < 0 ? '' : `, but ${leftWithout(edge)} if ${edge} of them were undecided`}. Over the claims of each study alone they leave ${left(own, 1)} and ${left(own, 2)}. Each study has one primary claim: ${primary[0]} hold, ${primary[1]} do not, and ${primary[2]} are not decided.`,
    `The ${runs.length} runs end with ${weights} different sets of weights, so some claims rest on the same runs.`,
  ];
  return { together, totals };
}

/** "; over all claims Holm 1, Benjamini–Hochberg 0.05"; empty if p is NaN. */
const overAll = ([p, strict, mild], chance) =>
  Number.isNaN(p) ? '' : `; over all claims ${chance(strict)} and ${chance(mild)}`;

function deviationOf(values) {
  const mean = values.reduce((sum, x) => sum + x, 0) / values.length;
  return Math.sqrt(values.reduce((sum, x) => sum + (x - mean) ** 2, 0) / (values.length - 1));
}

const [begin, end] = ['<!-- npm run studies -->', '<!-- end of npm run studies -->'];
export function withResults(text, results) {
  const [before, rest] = text.split(begin);
  const after = rest?.split(end)[1];
  if (after === undefined) throw new Error(`the page has no ${begin} … ${end}`);
  return `${before}${begin}\n\n${results}\n\n${end}${after}`;
}

/** The anchor of a heading, as GitHub forms it. */
const slugOf = (title) =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');

/** Returns the text between the markers of docs/studies.md. */
export async function resultsText(studies) {
  const [
    { chance, judgedOf, markdownTable, resultsOf, evidenceOf },
    { sources },
    { seedsFor, power },
    { readResults },
  ] = await Promise.all([
    built('lib/studies/report.js'),
    built('lib/studies/sources.js'),
    built('lib/studies/statistics.js'),
    built('cli/sweep/results.js'),
  ]);
  const about = recorded();
  const { studies: short, browser, cpus: processors } = inPage();
  const all = studies
    .map((study) => ({ study, runs: readResults(resultsFile(study)) }))
    .filter(({ runs }) => runs.length > 0);
  const { together, totals } = await judgedTogether(all.map(({ study }) => study));
  const claims = all.flatMap(({ study }, s) =>
    together[s].map(({ judged, own, all: among }, i) => [
      i === 0 ? `[${study.title}](#${slugOf(study.title)})` : '',
      `${judged.claim.primary ? '*Primary.* ' : ''}${judged.claim.text}`,
      `**${judged.verdict}**`,
      evidenceOf(judged),
      ...[own[0], own[1], own[2], among[1], among[2]].map(chance),
    ]),
  );
  const tests = ['p', 'Holm', 'B–H', 'Holm, all', 'B–H, all'];
  const overview = `${totals.join('\n\n')}\n\n${markdownTable(['study', 'claim', 'verdict', 'evidence', ...tests], claims)}`;
  const sections = all.map(({ study, runs }) => {
    const seeds = new Set(runs.map(({ seed }) => seed)).size;
    const { commit, date, machine, processorMinutes: minutes } = about[study.id] ?? {};
    const { deviation, effect } = study.planned;
    const percent = (of) => {
      const found = power(seeds, of);
      return found < 0.99 ? `${Math.floor(100 * found)} %` : 'over 99 %';
    };
    const { values } = judgedOf(study, runs).find(({ claim }) => claim.primary);
    const seen = Number(deviationOf(values).toPrecision(2));
    const quotes = study.sources.map(
      ({ source, place, words }) => `> ${words}\n>\n> ${sources[source].citation}, ${place}`,
    );
    return [
      `### ${study.title}`,
      `**${study.question}**`,
      ...quotes,
      study.about,
      resultsOf(study, runs),
      `${runs.length} runs, ${seeds} seeds of each arm; ${study.base.steps.toLocaleString('en')} steps. The seeds were planned for a difference of ${effect} in the number of the primary claim, with a standard deviation of ${deviation} between them: ${seedsFor(study.planned)} find it with a chance of 80 %, and these ${seeds} with ${percent(study.planned)}. The deviation turned out to be ${seen}, and with it these find such a difference with a chance of ${percent({ effect, deviation: seen })}.${minutes === undefined ? '' : ` Processor time: ${Math.ceil(minutes)} minute${minutes > 1 ? 's' : ''}.`}${commit ? ` Recorded ${date} at ${commit} on ${machine}.` : ''}${short[study.id] ? ` Its short version, on the page, took ${short[study.id].seconds} seconds in ${browser} with ${processors} processors.` : ''} Again: \`posenc sweep ${study.id}\`.`,
    ].join('\n\n');
  });
  return [overview, ...sections].join('\n\n');
}

/** Returns files by path in web/notebook: all verdicts, table and curves of each study, and initial data of the lab. */
export async function pageFiles(studies) {
  const [{ chance, evidenceOf, tableOf, testText }, { readResults }, { measured }, { stagesOf }] = await Promise.all([
    built('lib/studies/report.js'),
    built('cli/sweep/results.js'),
    built('lib/studies/verdict.js'),
    built('lib/studies/study.js'),
  ]);
  const { together, totals } = await judgedTogether(studies);
  const files = {};
  const index = studies.map((study, s) => {
    const runs = readResults(resultsFile(study));
    const claims = together[s].map(({ judged, own, all }) => ({
      ...{ text: judged.claim.text, verdict: judged.verdict, evidence: evidenceOf(judged) },
      ...{ primary: judged.claim.primary === true, tests: `${testText(own)}${overAll(all, chance)}` },
    }));
    // if arms have several stages, the final value of each stage, otherwise the curve of the only stage
    const staged = study.arms.some(({ then }) => then !== undefined);
    const lengths = stagesOf(study, study.arms.find(({ then }) => then) ?? study.arms[0], 0).map(
      ({ task }) => task?.length,
    );
    const at = (staged ? lengths : runs[0]?.stages[0].steps) ?? [];
    const curveOf = (run, name) =>
      (staged
        ? run.stages.map((_, stage) => measured({ of: name, stage }, study.arms[0], run))
        : run.stages[0].curves[name]
      ).map(threeDigits);
    const curves = Object.fromEntries(
      study.curves.map((name) => [
        name,
        study.arms.map((arm) => runs.filter((run) => run.arm === arm.name).map((run) => curveOf(run, name))),
      ]),
    );
    files[`studies/generated/${study.id}.json`] =
      `${JSON.stringify({ ...tableOf(study, runs), staged, at, curves })}\n`;
    const seeds = new Set(runs.map(({ seed }) => seed)).size;
    return { id: study.id, title: study.title, question: study.question, seeds, claims };
  });
  const list = `[\n${index.map((one) => JSON.stringify(one)).join(',\n')}\n]`;
  files['studies/generated/index.json'] = `{"totals": ${JSON.stringify(totals)},\n"studies": ${list}}\n`;
  files['lab/generated/recorded.json'] = `${JSON.stringify(await ofLab(studies))}\n`;
  return files;
}

/** The initial data of the page Lab: curves of the small and the large norm, and a sentence about them. */
async function ofLab(studies) {
  const [{ cell, evidenceOf, judgedOf, valuesOf }, { readResults }] = await Promise.all([
    built('lib/studies/report.js'),
    built('cli/sweep/results.js'),
  ]);
  const study = studies.find(({ id }) => id === 'small-norm');
  const runs = readResults(resultsFile(study));
  const arms = ['σ = 0.4', 'σ = 2'];
  const of = (arm) => runs.filter((run) => run.arm === arm).map(({ stages: [stage] }) => stage);
  const curves = (arm, name) => of(arm).map((stage) => stage.curves[name].map(threeDigits));
  const shifted = study.columns.find(({ title }) => title === 'shifted');
  const [first] = judgedOf(study, runs);
  const each = arms.map((arm) => `${cell(valuesOf(study, runs, arm, shifted), 3)} for ${arm}`);
  const lede =
    runs.length === 0
      ? 'No run of this comparison is recorded yet.'
      : `At the end of recorded runs of ${study.base.steps.toLocaleString('en')} steps, the share of shifted puzzles right is ${each.join(' and ')}. ${first.claim.text} This ${first.verdict} (${evidenceOf(first)}).`;
  return {
    lede,
    steps: of(arms[0])[0]?.steps ?? [],
    runs: arms.map((title) => ({
      title,
      shifted: curves(title, 'shifted.accuracy'),
      cka: curves(title, 'block1.cka'),
    })),
  };
}
/** JSON contains null for NaN. */
const threeDigits = (x) => Number((x ?? NaN).toPrecision(3));

if (process.argv[1] === at('web/tools/studies.mjs'))
  await main(async () => {
    const { values: given, positionals: ids } = parseArgs({
      allowPositionals: true,
      options: {
        seeds: { type: 'string', default: '1000' },
        workers: { type: 'string', default: String(availableParallelism()) },
        table: { type: 'boolean', default: false },
      },
    });
    const { studies } = await built('lib/studies/list.js');
    const unknown = ids.find((id) => !studies.some((study) => study.id === id));
    if (unknown !== undefined) throw new Error(`there is no study '${unknown}'`);
    const chosen = studies.filter(({ id }) => ids.length === 0 || ids.includes(id));
    if (!given.table) await trainAll(chosen, { seeds: Number(given.seeds), workers: Number(given.workers) });
    writeFileSync(page, withResults(readFileSync(page, 'utf8'), await resultsText(studies)));
    for (const [name, text] of Object.entries(await pageFiles(studies))) writeFileSync(at('web/notebook', name), text);
  });
