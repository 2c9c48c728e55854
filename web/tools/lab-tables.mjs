/** The tables of docs/lab.md from what web/tools/lab.mjs has trained. */

/** Of Ito et al.: 15 seeds, `test` and `shifted` (their validation), from the logs of github.com/ljhearne/LSTNN_public. */
const published = {
  'sigma-0.2': '0.986 / 0.956',
  'sigma-0.5': '0.986 / 0.946',
  'sigma-1': '0.981 / 0.894',
  'sigma-1.5': '0.916 / 0.616',
  'sigma-2': '0.847 / 0.377',
  'sinusoidal-2d': '0.985 / 0.977',
};
const squares = [
  ['sigma-0.05', 'learned, σ 0.05'],
  ['sigma-0.2', 'learned, σ 0.2'],
  ['sigma-0.5', 'learned, σ 0.5'],
  ['sigma-1', 'learned, σ 1'],
  ['sigma-1.5', 'learned, σ 1.5'],
  ['sigma-2', 'learned, σ 2'],
  ['oracle', 'oracle: one-hot row and column'],
  ['sinusoidal-2d', 'sinusoidal, 2-D'],
  ['sinusoidal-1d', 'sinusoidal, 1-D'],
  ['none', 'none'],
];
const modular = [
  ['sigma-0.1', 'learned, σ 0.1'],
  ['sigma-0.5', 'learned, σ 0.5'],
  ['sigma-2', 'learned, σ 2'],
  ['none', 'none'],
];

export function median(list) {
  const sorted = [...list].sort((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return (sorted[Math.floor(middle)] + sorted[Math.ceil(middle)]) / 2;
}
/** Results of an experiment, in the order of their seeds. */
const seedsOf = (results, name) => Object.values(results[name] ?? {});
const numbers = (runs, of) => runs.map(of).filter((x) => x !== undefined);
/** The median, and all seeds where there are several; a dash where nothing is defined. */
function cell(runs, of, digits) {
  const list = numbers(runs, of);
  if (list.length === 0) return '–';
  const all = list.length > 1 ? ` (${list.map((x) => x.toFixed(digits)).join(' ')})` : '';
  return `${median(list).toFixed(digits)}${all}`;
}
const result = (name, key) => (run) => run.end.splits.find(({ split }) => split === name)?.[key];
const block = (k, key) => (run) => run.end.blocks[k]?.[key];
const row = (cells) => `| ${cells.join(' | ')} |`;
const table = (head, rows) => [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');

function squaresTable(results) {
  const rows = squares.flatMap(([id, title]) => {
    const runs = seedsOf(results, `latin-square-${id}`);
    if (runs.length === 0) return [];
    return [
      [
        title,
        cell(runs, result('test', 'accuracy'), 3),
        cell(runs, result('shifted', 'accuracy'), 3),
        cell(runs, block(0, 'cka'), 2),
        cell(runs, (run) => run.start.blocks[0].attentionEntropy, 2),
        cell(runs, (run) => run.seconds, 0),
        published[id] ?? '–',
      ],
    ];
  });
  const head = [
    'encoding',
    'test',
    'shifted',
    'CKA, block 1',
    'entropy at start',
    'seconds',
    'published: test / shifted',
  ];
  return table(head, rows);
}

function modularTable(results, dynamics) {
  const rows = modular.flatMap(([id, title]) => {
    const runs = seedsOf(results, `modular-${dynamics}-${id}`);
    if (runs.length === 0) return [];
    return [
      [
        title,
        cell(runs, block(0, 'rsa'), 2),
        cell(runs, block(1, 'rsa'), 2),
        cell(runs, result('half-masked', 'loss'), 3),
        cell(runs, result('mostly-masked', 'loss'), 3),
        cell(runs, (run) => run.seconds, 0),
      ],
    ];
  });
  const [one] = modular.flatMap(([id]) => seedsOf(results, `modular-${dynamics}-${id}`));
  if (!one) return '';
  const least = ['half-masked', 'mostly-masked'].map((split) => one.leastLoss[split]);
  if (least.every(Number.isFinite)) rows.push(['oracle', '–', '–', ...least.map((loss) => loss.toFixed(3)), '–']);
  return table(['encoding', 'RSA, block 1', 'RSA, block 2', 'error, 50 % masked', '90 % masked', 'seconds'], rows);
}

/** What was promised of medians: a line each that says whether it holds. */
function promises(results) {
  const of = (name, value) => {
    const list = numbers(seedsOf(results, name), value);
    return list.length === 0 ? undefined : median(list);
  };
  const test = result('test', 'accuracy');
  const rsa = block(0, 'rsa');
  const lines = [
    ['test accuracy at σ 0.2', of('latin-square-sigma-0.2', test), '≥', 0.95],
    ['test accuracy at σ 2', of('latin-square-sigma-2', test), '≤', 0.65],
    ['CKA of block 1 at σ 0.2', of('latin-square-sigma-0.2', block(0, 'cka')), '≥', 0.75],
    ['test accuracy of the oracle', of('latin-square-oracle', test), '≥', 0.95],
    ['seconds of a run', of('latin-square-sigma-0.2', (run) => run.seconds), '≤', 90],
    ['RSA of block 1 at σ 0.1, static', of('modular-static-sigma-0.1', rsa), '≥', 0.5],
    ['RSA of block 1 at σ 2, static', of('modular-static-sigma-2', rsa), '≤', 0.15],
  ];
  return lines
    .filter(([, value]) => value !== undefined)
    .map(([what, value, sign, bound]) => {
      const holds = sign === '≥' ? value >= bound : value <= bound;
      return `* ${what}: ${Number(value.toPrecision(3))}, wanted ${sign} ${bound}: ${holds ? 'holds' : '**does not hold**'}`;
    })
    .join('\n');
}

/** All that stands between the markers of the page. */
export function labTables(results) {
  const parts = [
    ['### Latin squares', squaresTable(results)],
    ['### 3-D modular data, static', modularTable(results, 'static')],
    ['### 3-D modular data, a nonlinear stochastic network', modularTable(results, 'network')],
    ['### What was expected', promises(results)],
  ];
  return parts
    .filter(([, text]) => text.split('\n').length > 2 || text.startsWith('*'))
    .map((part) => part.join('\n\n'))
    .join('\n\n');
}

const [begin, end] = ['<!-- npm run lab -->', '<!-- end of npm run lab -->'];
/** The page with these tables in place of the old ones. */
export function withTables(page, tables) {
  const [before, rest] = page.split(begin);
  const after = rest?.split(end)[1];
  if (after === undefined) throw new Error(`the page has no ${begin} … ${end}`);
  return `${before}${begin}\n\n${tables}\n\n${end}${after}`;
}
