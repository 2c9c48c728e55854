/**
 * Our answers against stored evidence. `node evidence/compare.mjs [engine] [release]` prints the table of docs/engines.md
 * and, for an engine, the cases in which our answer is wrong. With `--cases known/`, these cases alone are compared.
 */
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { comparedCells } from './compare-cells.mjs';
import { corpus, ofCells } from './corpus.mjs';
import { isText, read, releasesOf } from './stored.mjs';

/** Engines of evidence, and the rows of ours that answer for a release. */
export const engines = {
  transformers: (release) => (release.startsWith('4.') ? 'transformers-4' : 'transformers-5'),
  'mlx-lm': (release) => (release === '0.31.3' ? 'mlx-lm@0.31.3' : 'mlx-lm'),
  'llama-cpp': () => 'llama-cpp',
  exllamav3: () => 'exllamav3',
  vllm: (release) => (release === '0.29.0' ? 'vllm@0.29.0' : 'vllm'),
  sglang: () => 'sglang',
  'ort-genai': () => 'ort-genai',
  lmdeploy: () => 'lmdeploy',
  'keras-hub': () => 'keras-hub',
};

const tolerance = { frequency: 1e-5, amplitude: 5e-6 };
/** float32 code executes sines and cosines: the angle of position 1 has their error. */
const near = (a, b) => Math.abs(a - b) <= tolerance.frequency * Math.abs(b) + 1e-9;

/** A spec expresses a pair that does not turn by a large divisor. */
const still = 1e-14;
/** Frequencies without the pairs at the end that do not turn. */
function turning(frequencies = []) {
  let count = frequencies.length;
  while (count > 0 && Math.abs(frequencies[count - 1]) < still) count -= 1;
  return frequencies.slice(0, count);
}
function same(executed, ours) {
  const [a, b] = [turning(executed.frequencies), turning(ours.frequencies)];
  if (a.length !== b.length) return `${b.length} pairs, executed ${a.length}`;
  const off = a.findIndex((value, pair) => !near(b[pair], value));
  if (off >= 0) return `pair ${off} ${b[off].toPrecision(6)}, executed ${a[off].toPrecision(6)}`;
  const amplitude = executed.amplitude ?? 1;
  // some runners divide position 0 out, and with it a sign that all positions have
  return a.length === 0 || Math.abs(Math.abs(ours.attentionFactor) - Math.abs(amplitude)) <= tolerance.amplitude
    ? undefined
    : `amplitude ${ours.attentionFactor}, executed ${amplitude}`;
}

/**
 * Verdict on one case: right, 'not known', wrong or unsettled, with the reason. The sets of rotations are compared: pairs,
 * frequencies and amplitudes, and, where a release has them, the length of the table and the context that it serves. Layers
 * by number, layouts and the kind of an error are not compared.
 */
export function verdict(executed, answer) {
  if (executed === undefined || executed.unsettled !== undefined) return { verdict: 'unsettled' };
  if (answer.notKnown !== undefined) return { verdict: 'not known', why: answer.notKnown };
  if (executed.error !== undefined)
    return answer.error ? { verdict: 'right' } : { verdict: 'wrong', why: `answers; executed: ${executed.error}` };
  const text = executed.rotations.filter(isText);
  if (text.some(({ unread }) => unread) || (text.length === 0 && executed.rotations.length > 0))
    return { verdict: 'unsettled' };
  if (answer.error)
    return { verdict: 'wrong', why: `says that it raises ${answer.error.kind}: ${answer.error.message}` };
  const ours = Object.entries(answer.layers);
  if (text.length === 0) {
    const turns = ours.filter(([, { frequencies }]) => turning(frequencies).length > 0);
    return turns.length ? { verdict: 'wrong', why: 'nothing turns, ours does' } : { verdict: 'right' };
  }
  for (const one of text) {
    const reasons = ours.map(([, layer]) => same(one, layer));
    if (reasons.every((reason) => reason !== undefined)) return { verdict: 'wrong', why: reasons[0] };
  }
  if (executed.served !== undefined && answer.served !== executed.served)
    return { verdict: 'wrong', why: `serves ${answer.served}, executed ${executed.served}` };
  const lengths = text.flatMap(({ rows }) => rows ?? []);
  const length = ours.find(([, { rows }]) => rows !== undefined && lengths.length > 0 && !lengths.includes(rows));
  if (length) return { verdict: 'wrong', why: `a table of ${length[1].rows} rows, executed ${lengths.join(', ')}` };
  if (executed.partial !== undefined) return { verdict: 'right' };
  const invented = ours.find(([, layer]) => text.every((one) => same(one, layer) !== undefined));
  return invented
    ? { verdict: 'wrong', why: `layer ${invented[0]} is not executed: ${same(text[0], invented[1])}` }
    : { verdict: 'right' };
}

/** Our answers of several rows, by row: one call reads the configuration once for all of them. */
async function answersOf(pe, config, rows) {
  try {
    const answers = await pe.engines(config, { engines: rows });
    return new Map(
      answers.map((answer) => [
        answer.engine,
        answer.basis === 'unknown' ? { notKnown: answer.notes[0] ?? 'unknown' } : answer,
      ]),
    );
  } catch (error) {
    if (error.code !== 'unsupported_config' && error.code !== 'bad_config') throw error;
    return new Map(rows.map((row) => [row, { notKnown: error.message }]));
  }
}
export const answerOf = async (pe, config, row) => (await answersOf(pe, config, [row])).get(row);

export function counts(rows) {
  const count = { right: 0, wrong: 0, 'not known': 0, unsettled: 0 };
  for (const row of rows) count[row.verdict] += 1;
  return count;
}

/** The table of docs/engines.md: a row for each release with evidence. */
export function evidenceTable(found) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  const ofAnswers = (rows) => {
    const { right, wrong } = counts(rows);
    return `${right} of ${right + wrong}`;
  };
  return [
    line(['release', 'executed', 'right where it runs', 'right where it raises', 'not known', 'not settled']),
    line(Array(6).fill('---')),
    ...found.map(({ engine, release, executed, rows }) => {
      const { 'not known': unknown, unsettled } = counts(rows);
      const [runs, raises] = [rows.filter((row) => !row.raises), rows.filter((row) => row.raises)];
      return line([`${engine} ${release}`, executed, ofAnswers(runs), ofAnswers(raises), unknown, unsettled]);
    }),
  ].join('\n');
}

/** All releases with evidence that a row of ours answers for, compared. */
export async function allCompared(pe, cases = '') {
  const found = Object.keys(engines).flatMap((engine) =>
    releasesOf(engine)
      .filter(engines[engine])
      .map((release) => ({ engine, release, row: engines[engine](release), ...read(engine, release), rows: [] })),
  );
  for (const { id, config } of corpus()) {
    const own = id.startsWith(cases) ? found.filter(({ answers }) => answers.has(id)) : [];
    if (own.length === 0) continue;
    const ours = await answersOf(pe, config, [...new Set(own.map(({ row }) => row))]);
    for (const { row, answers, rows } of own) {
      const executed = answers.get(id);
      rows.push({ id, raises: executed.error !== undefined, ...verdict(executed, ours.get(row)) });
    }
  }
  return found.map(({ engine, release, executed, rows }) => ({ engine, release, executed, rows }));
}

/** Models that rotate by several coordinates: their releases, compared. */
export async function allCells(pe) {
  const found = [];
  for (const engine of ofCells)
    for (const release of releasesOf(engine))
      found.push({
        engine,
        release,
        executed: read(engine, release).executed,
        rows: await comparedCells(pe, engine, release),
      });
  return found;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { create } = await import('../dist/lib/node.js');
  const pe = await create();
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { cases: { type: 'string' } } });
  const [only, release] = positionals;
  const tables = [await allCompared(pe, values.cases), await allCells(pe)];
  for (const found of tables) console.log(`${evidenceTable(found)}\n`);
  for (const { engine, release: one, rows } of tables.flat())
    if (engine === only && (release ?? one) === one)
      for (const { id, verdict: what, why } of rows) if (what === 'wrong') console.log(`  ${id}: ${why}`);
  pe.dispose();
}
