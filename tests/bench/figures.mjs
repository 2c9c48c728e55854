/** Statistics of repeated measurements, and how they are shown. */
import { execFileSync } from 'node:child_process';
import { cpus, loadavg } from 'node:os';
import { root } from '../../web/tools/setup.mjs';

export function quantile(values, q) {
  const sorted = [...values].sort((a, b) => a - b);
  const at = q * (sorted.length - 1);
  const below = Math.floor(at);
  return sorted[below] + (at - below) * (sorted[Math.min(below + 1, sorted.length - 1)] - sorted[below]);
}
export const median = (values) => quantile(values, 0.5);
export const number = (value, digits = 3) => Number(value.toPrecision(digits)).toString();

/** Median of the quotients of each round, which cancels the load of the machine, ± half the interquartile range. */
export function ratio(ours, theirs) {
  const quotients = ours.map((value, round) => value / theirs[round]);
  const within = (quantile(quotients, 0.75) - quantile(quotients, 0.25)) / 2;
  return `${number(median(quotients))} ± ${number(within, 1)}`;
}

/** Rows of cells in Markdown, as figures.md has them. */
export const table = ([head, ...rows]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/** The line above a table: date, commit, machine, its load, and versions. */
export function conditions(...versions) {
  const log = ['log', '-1', '--format=%h', '--abbrev=12'];
  const commit = execFileSync('git', log, { cwd: root, encoding: 'utf8' }).trim();
  const machine = `${cpus()[0].model.trim()}, ${cpus().length} processors, load ${number(loadavg()[0], 2)}`;
  const date = new Date().toISOString().slice(0, 10);
  const named = versions.filter((one) => !one.startsWith('Node '));
  return `${[`${date}, at ${commit}`, machine, `Node ${process.versions.node}`, ...named].join('; ')}.`;
}
