/** The results as a table in docs/bundlers.md, between two marks. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const page = fileURLToPath(new URL('../../docs/bundlers.md', import.meta.url));
const marks = ['<!-- written by npm run matrix -->', '<!-- end -->'];

const word = (part) => {
  if (!part) return '–';
  if (part.absent) return 'none there';
  if (!part.works) return '**fails**';
  return part.step ? 'with a step' : 'works';
};

/** kB of brotli: for a table; what a worker and an analysis add. */
function size({ main, worker, analysis } = {}) {
  if (!main) return '';
  const kb = (bytes) => (bytes / 1000).toFixed(0);
  const more = worker && analysis ? ` + ${kb(worker - main)} + ${kb(analysis - worker)}` : '';
  return `${kb(main)}${more}`;
}

export const asText = ({ title, parts = {}, bytes, notRun, why }) =>
  notRun
    ? `  ${title}: not run: ${notRun}`
    : [
        `  ${Object.entries(parts)
          .map(([name, part]) => `${name} ${word(part)}`)
          .join(', ')}; ${size(bytes)}`,
        ...Object.entries(parts).flatMap(([name, { error, step, absent }]) =>
          [error, step, absent].filter(Boolean).map((text) => `    ${name}: ${text}`),
        ),
        ...(why ? [why] : []),
      ].join('\n');

/** Markdown. */
export function tableOf(rows) {
  const line = ({ title, parts, bytes, notRun, step }, notes) => {
    if (notRun) return `| ${title} | not run: ${notRun} | | | |`;
    const note = step ? ` [${notes.indexOf(step) + 1}]` : '';
    return `| ${title}${note} | ${word(parts.main ?? parts.types)} | ${word(parts.worker)} | ${word(parts.analysis)} | ${size(bytes)} |`;
  };
  const notes = [...new Set(rows.flatMap(({ step }) => (step ? [step] : [])))];
  return [
    '| target | main thread | worker | analysis | kB for a table + worker + analysis |',
    '|---|---|---|---|---|',
    ...rows.map((row) => line(row, notes)),
    '',
    ...notes.map((note, index) => `${index + 1}. ${note}`),
  ].join('\n');
}

export function writeTable(rows) {
  const table = tableOf(rows);
  const text = readFileSync(page, 'utf8');
  const [begin, end] = marks.map((mark) => text.indexOf(mark));
  if (begin < 0 || end < begin) throw new Error('docs/bundlers.md has lost its marks');
  writeFileSync(page, `${text.slice(0, begin + marks[0].length)}\n${table.trim()}\n${text.slice(end)}`);
}
