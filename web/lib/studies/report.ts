/** Formats the results of a study as Markdown, for its page in the docs and for the command line. */
import type { RunRecord } from './numbers.js';
import { benjaminiHochberg, fewestForRanks, holm, interval, median } from './statistics.js';
import type { Column, Study } from './study.js';
import { judge, type Judged, measured } from './verdict.js';

export const minus = (text: string): string => text.replace('-', '−');
/** Formats with at most `digits` digits; "never" for a step that was not reached. */
export const digitsOf = (x: number, digits: number): string =>
  x === Infinity ? 'never' : Number.isNaN(x) ? '–' : minus(x.toFixed(digits));

/** `0.952 [0.928, 0.972]`: the median and its interval. For fewer than six runs: minimum and maximum in braces. */
export function cell(values: readonly number[], digits: number): string {
  const list = values.filter((x) => !Number.isNaN(x));
  if (list.length === 0) return '–';
  const text = (x: number): string => digitsOf(x, digits);
  if (list.length === 1) return text(list[0]!);
  const between = interval(list);
  const [low, high] = between ?? [Math.min(...list), Math.max(...list)];
  return `${text(median(list))} ${between ? '[' : '{'}${text(low)}, ${text(high)}${between ? ']' : '}'}`;
}

export const valuesOf = (study: Study, runs: readonly RunRecord[], arm: string, { measure }: Column): number[] => {
  const of = study.arms.find(({ name }) => name === arm)!;
  return runs.filter((run) => run.arm === arm).map((run) => measured(measure, of, run));
};

/** One row per arm that has runs. */
export function tableOf(study: Study, runs: readonly RunRecord[]): { head: string[]; rows: string[][] } {
  const shown = study.arms.filter(({ name }) => runs.some(({ arm }) => arm === name));
  const head = ['arm', 'seeds', ...study.columns.map(({ title }) => title)];
  const rows = shown.map(({ name }) => [
    name,
    String(runs.filter(({ arm }) => arm === name).length),
    ...study.columns.map((column) => cell(valuesOf(study, runs, name, column), column.digits)),
  ]);
  return { head, rows };
}

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
export const markdownTable = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');

/** "median 0.330, 95 % interval −0.019 to 0.506, 10 seeds; it holds above 0" */
export function evidenceOf({ claim, values, median: middle, interval: between }: Judged): string {
  const few = 3;
  const text = (x: number): string => (Number.isFinite(x) ? minus(String(Number(x.toPrecision(few)))) : digitsOf(x, 0));
  const bounds = [
    ...(claim.above === undefined ? [] : [`above ${text(claim.above)}`]),
    ...(claim.below === undefined ? [] : [`below ${text(claim.below)}`]),
  ].join(' and ');
  const seeds = values.length === 1 ? '1 seed' : `${values.length} seeds`;
  if (values.length === 0) return `no run has a number for it; it holds ${bounds}`;
  const range = between
    ? `95 % interval ${text(between[0])} to ${text(between[1])}`
    : 'rank' in claim.value && claim.value.arms.length < fewestForRanks
      ? `no interval, since ${claim.value.arms.length} arms have too few orders`
      : 'too few for an interval';
  return `median ${text(middle)}, ${range}, ${seeds}; it holds ${bounds}`;
}

export const judgedOf = (study: Study, runs: readonly RunRecord[]): readonly Judged[] =>
  study.claims.map((claim) => judge(study, claim, runs));

/** p values as in tables: two digits, or a dash for a claim without an interval. */
export const chance = (p: number): string => (Number.isNaN(p) ? '–' : String(Number(p.toPrecision(2))));

/** The sign tests of a family of claims: p of each, and its Holm and Benjamini-Hochberg adjustments. */
export function testsOf(family: readonly Judged[]): readonly (readonly [p: number, holm: number, bh: number])[] {
  const all = family.map(({ p }) => p);
  const [strict, mild] = [holm(all), benjaminiHochberg(all)];
  return all.map((p, i) => [p, strict[i]!, mild[i]!]);
}

/** "sign test p 0.031, Holm 0.28, Benjamini–Hochberg 0.047" */
export const testText = ([p, strict, mild]: readonly [number, number, number]): string =>
  Number.isNaN(p)
    ? 'no sign test'
    : `sign test p ${chance(p)}, Holm ${chance(strict)}, Benjamini–Hochberg ${chance(mild)}`;

/** Maximum expected number of false verdicts in a family. */
export const falseExpected = (family: readonly Judged[]): number => family.reduce((sum, { miss }) => sum + miss, 0);

/** The table and the claims. */
export function resultsOf(study: Study, runs: readonly RunRecord[]): string {
  const { head, rows } = tableOf(study, runs);
  const family = judgedOf(study, runs);
  const tests = testsOf(family);
  const claims = family.map(
    (judged, i) =>
      `* ${judged.claim.primary ? 'Primary: ' : ''}${judged.claim.text} **${judged.verdict[0]!.toUpperCase()}${judged.verdict.slice(1)}** (${evidenceOf(judged)}; ${testText(tests[i]!)}).`,
  );
  const decided = falseExpected(family);
  const told =
    decided > 0 ? [`At most ${chance(decided)} false verdicts are expected among these ${family.length} claims.`] : [];
  return [markdownTable(head, rows), '', ...claims, ...told.flatMap((each) => ['', each])].join('\n');
}
