/** The tables of docs/lab.md from what web/tools/lab.mjs has trained. */
import { rows as allRows, tables } from './lab-experiments.mjs';
import { interval, median } from './lab-statistics.mjs';

/** Results of a row, in the order of their seeds. */
const runsOf = (results, { name }) => Object.values(results[name] ?? {});
const numbers = (runs, of) => runs.map(of).filter((x) => Number.isFinite(x));
const result = (name, key) => (run) => run.end.splits.find(({ split }) => split === name)?.[key];
const block = (k, key) => (run) => run.end.blocks[k]?.[key];
const cpuMs = (run) => (1000 * run.cpuSeconds) / run.asked.steps;
const line = (cells) => `| ${cells.join(' | ')} |`;

/** The median, and how sure it is where there are several; a dash where nothing is defined. */
function cell(list, digits) {
  if (list.length === 0) return '–';
  const text = (x) => x.toFixed(digits);
  return list.length === 1 ? text(list[0]) : `${text(median(list))} [${interval(list).map(text).join(', ')}]`;
}

const columns = {
  squares: [
    ['train', result('train', 'accuracy'), 3],
    ['test', result('test', 'accuracy'), 3],
    ['shifted', result('shifted', 'accuracy'), 3],
    ['CKA, block 1', block(0, 'cka'), 2],
    ['CPU ms a step', cpuMs, 1],
  ],
  modular: [
    ['RSA, block 1', block(0, 'rsa'), 2],
    ['RSA, block 2', block(1, 'rsa'), 2],
    ['error, 50 % masked', result('half-masked', 'loss'), 3],
    ['90 % masked', result('mostly-masked', 'loss'), 3],
    ['CPU ms a step', cpuMs, 1],
  ],
  sequences: [
    ['trained lengths', result('test', 'accuracy'), 3],
    ['longer', result('longer', 'accuracy'), 3],
    ['CPU ms a step', cpuMs, 1],
  ],
};

function tableOf(results, { kind, rows }) {
  const shown = rows.filter((row) => runsOf(results, row).length > 0);
  if (shown.length === 0) return '';
  const published = rows.some((row) => row.published !== undefined);
  const head = ['encoding', 'runs', ...columns[kind].map(([name]) => name)];
  const lines = shown.map((row) => {
    const runs = runsOf(results, row);
    const cells = columns[kind].map(([, of, digits]) => cell(numbers(runs, of), digits));
    return [row.title, runs.length, ...cells, ...(published ? [row.published ?? '–'] : [])];
  });
  if (published) head.push('published: test / shifted');
  if (kind === 'modular') lines.push(...oracle(runsOf(results, shown[0])[0]));
  return [line(head), line(head.map(() => '---')), ...lines.map(line)].join('\n');
}

/** What no model can beat, where the task knows it. */
function oracle({ leastLoss = {}, leastLossError = {} }) {
  const least = ['half-masked', 'mostly-masked'].map((split) => [leastLoss[split], leastLossError[split]]);
  if (!least.every(([loss]) => Number.isFinite(loss))) return [];
  return [['oracle', '–', '–', '–', ...least.map(([x, error]) => `${x.toFixed(3)} ± ${error.toFixed(3)}`), '–']];
}

/** What was expected: a line each that says whether it holds. Of pairs: of every two runs that begin with one seed. */
function promises(results) {
  const runs = (name) => results[name] ?? {};
  const medianOf = (name, value) => {
    const list = numbers(Object.values(runs(name)), value);
    return list.length === 0 ? [] : [['the median', median(list), list.length]];
  };
  const pairsOf = (one, other, value) => {
    const both = Object.keys(runs(one)).filter((seed) => seed in runs(other));
    const differences = both.map((seed) => value(runs(one)[seed]) - value(runs(other)[seed]));
    return both.length === 0 ? [] : [['the least of all pairs', Math.min(...differences), both.length]];
  };
  const [small, large] = [0.4, 2].map((sigma) => `latin-square-sigma-${sigma}`);
  const cka = block(0, 'cka');
  const rsa = block(0, 'rsa');
  const lines = [
    ['share of shifted puzzles right, σ 0.4 minus σ 2', pairsOf(small, large, result('shifted', 'accuracy')), '≥', 0.2],
    ['CKA of block 1 at σ 0.4', medianOf(small, cka), '≥', 0.6],
    ['CKA of block 1 at σ 2', medianOf(large, cka), '≤', 0.3],
    ['train accuracy at σ 2', medianOf(large, result('train', 'accuracy')), '≥', 0.95],
    ['test accuracy of the oracle', medianOf('latin-square-oracle', result('test', 'accuracy')), '≥', 0.95],
    ['RSA of block 1 at σ 0.1, static', medianOf('modular-static-sigma-0.1', rsa), '≥', 0.5],
    ['RSA of block 1 at σ 2, static', medianOf('modular-static-sigma-2', rsa), '≤', 0.15],
  ];
  return lines
    .flatMap(([what, found, sign, bound]) =>
      found.map(([which, value, count]) => {
        const holds = sign === '≥' ? value >= bound : value <= bound;
        const text = Number(value.toPrecision(3));
        return `* ${what}: ${which} of ${count} is ${text}, wanted ${sign} ${bound}: ${holds ? 'holds' : '**does not hold**'}`;
      }),
    )
    .join('\n');
}

const brackets =
  'A cell has the median over runs of the mean of their last five evaluations; in brackets the 95 % bootstrap interval of that ' +
  'median where there are five runs or more, else the least and the most. CPU time is that of `posenc-train`, with evaluations. ' +
  'CKA is unbiased: its mean is 0 for tables that know nothing of places. The goals of CKA are 0.8 and 0.65 of the biased one, ' +
  'whose mean is 0.52 for random tables of 16 tokens in 32 channels, on this scale: (0.8 - 0.52)/0.48 and (0.65 - 0.52)/0.48, rounded.';

/** All that stands between the markers of the page. Errors: results that no table has a row for. */
export function labTables(results) {
  const known = new Set(allRows.map(({ name }) => name));
  const lost = Object.keys(results).filter((name) => !known.has(name));
  if (lost.length > 0)
    throw new Error(`no table has a row for the results of ${lost.join(', ')} (web/tools/lab-experiments.mjs)`);
  const parts = [
    ...tables.map((table) => [`### ${table.title}`, tableOf(results, table)]),
    ['### What was expected', promises(results)],
  ].filter(([, text]) => text !== '');
  return parts.length === 0 ? '' : [brackets, ...parts.map((part) => part.join('\n\n'))].join('\n\n');
}

const [begin, end] = ['<!-- npm run lab -->', '<!-- end of npm run lab -->'];
/** The page with these tables in place of the old ones. */
export function withTables(page, text) {
  const [before, rest] = page.split(begin);
  const after = rest?.split(end)[1];
  if (after === undefined) throw new Error(`the page has no ${begin} … ${end}`);
  return `${before}${begin}\n\n${text}\n\n${end}${after}`;
}
