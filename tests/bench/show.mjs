/** The results as text. */
import { median, ratio, spread } from './figures.mjs';
import { probes, title, windows } from './workloads.mjs';

const number = (value, digits = 3) => (value === undefined ? '' : Number(value.toPrecision(digits)).toString());
const time = (seconds) => `${number(seconds * 1e3)} ms`;

/** Columns as wide as their widest cell, the first to the left and the others to the right. */
function columns(rows) {
  const widths = rows[0].map((_, c) => Math.max(...rows.map((row) => row[c].length)));
  return rows
    .map((row) =>
      `  ${row.map((cell, c) => (c === 0 ? cell.padEnd(widths[c]) : cell.padStart(widths[c]))).join('  ')}`.trimEnd(),
    )
    .join('\n');
}

/** `numpy float32` is a variant of numpy. */
function variantTitle(id, titles) {
  const [contender, ...variant] = id.split(' ');
  return titles[contender] && [titles[contender], ...variant].join(' ');
}

/** In GB/s or, where arithmetic is the limit, GFLOP/s; `limit` is the probe that bounds it. */
export function showWorkload({ workload, bytes, flops, lanes }, titles) {
  const of = (id) => lanes.find((lane) => lane.id === id);
  const [limit] = probes(workload);
  const name = (id) => titles[id] ?? variantTitle(id, titles) ?? `WASM ${id}`;
  const ours = ['core', 'library'];
  const rows = lanes.map(({ id, cpu }) => {
    const rate = (flops ?? bytes) / median(cpu) / 1e9;
    return [
      name(id),
      time(median(cpu)),
      `${Math.round(spread(cpu) * 100)} %`,
      limit ? number(rate) : '',
      limit ? number(ratio(of(limit).cpu, cpu)) : '',
      ...ours.map((one) => (one === id || !of(one) ? '' : number(ratio(of(one).cpu, cpu)))),
    ];
  });
  const note =
    workload.task === 'rotate'
      ? '  The peers have made their table of cosines and sines beforehand; core and library keep it between calls.\n'
      : ['gram', 'ntk'].includes(workload.task)
        ? '  Ours, loops, numpy and PyTorch in float64 unless float32 is said.\n'
        : '';
  return `${title(workload)}\n${note}${columns([['', 'CPU time', 'spread', flops ? 'GFLOP/s' : 'GB/s', `of ${limit ?? 'limit'}`, 'core/it', 'library/it'], ...rows])}\n`;
}

export function showCold({ cpu }, first, titles) {
  const rows = Object.entries(cpu).map(([id, seconds]) => [
    titles[id] ?? `WASM ${id}`,
    time(seconds),
    number(cpu.core / seconds),
    number(cpu.library / seconds),
  ]);
  const head = ['', 'CPU time', 'core/it', 'library/it'];
  return `W1a cold: the first run of a new process, in memory never touched\n${columns([head, ...rows])}
W1a first call of the core into touched memory: ${time(first.first)}, later ${time(first.later)}, ratio ${number(first.ratio)}\n`;
}

export function showWorkers(results) {
  const rows = results.map(({ id, title: what, one, two }) => [
    `${id}: ${what}`,
    time(median(one)),
    time(median(two)),
    number(ratio(one, two)),
  ]);
  return `The library with one worker and with two, wall time\n${columns([['', 'one', 'two', 'one/two'], ...rows])}\n`;
}

export function showAccuracy(rows, titles) {
  const cells = rows.map(({ id, maxError, correctlyRounded }) => [
    titles[id] ?? id,
    ...maxError.map((error) => error.toExponential(3)),
    `${(correctlyRounded * 100).toFixed(4)} %`,
  ]);
  const head = ['', ...windows.map(({ name }) => name), 'correctly rounded'];
  return `Accuracy of the W1 table: max |error| against our float64 table\n${columns([head, ...cells])}\n`;
}

export function showGoals(goals) {
  const mark = ({ met }) => (met === undefined ? 'not measured' : met ? 'met' : 'not met');
  return `Goals\n${columns(goals.map((goal) => [goal.text, number(goal.figure), mark(goal)]))}\n`;
}

export function showMachine({ cpu, cpus, caches, memoryGiB, kernel }, versions, loads) {
  return `${cpu}, ${cpus} CPUs, ${caches.join(', ')}, ${memoryGiB} GiB; ${kernel}; ${versions.join(', ')}
load average ${loads.before.join(' ')} before, ${loads.after.join(' ')} after\n`;
}
