/** The values of an evaluation by name, and the record of a run. */
import type { Evaluation } from '../types/training.js';

export type Numbers = Readonly<Record<string, number>>;

/** The record of a stage. */
export interface StageRecord {
  readonly step: number;
  readonly weightsHash: string;
  readonly start: Numbers;
  /** Means of the last evaluations. */
  readonly end: Numbers;
  /** The last evaluation, if `end` is a mean of several: later stages begin with its weights. */
  readonly last?: Numbers | undefined;
  /** For every evaluation: its step and the study's curves. Undefined values are NaN, null in JSON. */
  readonly steps: readonly number[];
  readonly curves: Readonly<Record<string, readonly number[]>>;
  /** Index of the chosen candidate, from 0, if the stage had a choice. */
  readonly chosen?: number | undefined;
}
/** A line of a results file. */
export interface RunRecord {
  readonly study: string;
  readonly arm: string;
  readonly seed: number;
  /** Hash of the requested experiments. */
  readonly asked: string;
  readonly stages: readonly StageRecord[];
}

/**
 * `train.loss`, `test.accuracy`, `test.accuracy|2L` by condition, `block1.cka`, `tangent.alignment`, `trainLoss`.
 * Undefined values are omitted.
 */
export function numbersOf(evaluation: Evaluation): Numbers {
  const { splits, blocks, trainLoss, ...rest } = evaluation;
  const all: [string, unknown][] = [['trainLoss', trainLoss]];
  const put = (prefix: string, of: object): void => {
    for (const [name, value] of Object.entries(of)) all.push([prefix === '' ? name : `${prefix}.${name}`, value]);
  };
  for (const { split, accuracyByCondition, ...of } of splits) {
    put(split, of);
    for (const [condition, share] of Object.entries(accuracyByCondition))
      all.push([`${split}.accuracy|${condition}`, share]);
  }
  for (const [k, block] of blocks.entries()) put(`block${k + 1}`, block);
  for (const [name, value] of Object.entries(rest)) if (value instanceof Object) put(name, value);
  return Object.fromEntries(
    all.filter((one): one is [string, number] => typeof one[1] === 'number' && Number.isFinite(one[1])),
  );
}

/** Six digits suffice for tables and charts; the hash identifies the bits. */
const short = (x: number): number => Number(x.toPrecision(6));
const shortened = (numbers: Numbers): Numbers =>
  Object.fromEntries(Object.entries(numbers).map(([name, x]) => [name, short(x)]));

/** Evaluations averaged at the end: one alone has a standard error of 0.007 (900 puzzles), and weights oscillate. */
export const evaluationsOfEnd = 5;

export function stageRecord(
  evaluations: readonly Evaluation[],
  curves: readonly string[],
  chosen?: number,
): StageRecord {
  const all = evaluations.map(numbersOf);
  const last = evaluations.at(-1)!;
  // an analysis-only stage has one evaluation; the start of a trained stage is not part of its end
  const ends = all.slice(Math.max(all.length > 1 ? 1 : 0, all.length - evaluationsOfEnd));
  const means = Object.keys(all.at(-1)!).map((name): [string, number] => {
    const list = ends.map((one) => one[name] ?? NaN);
    return [name, list.reduce((sum, x) => sum + x, 0) / list.length];
  });
  return {
    step: last.step,
    weightsHash: last.weightsHash,
    start: shortened(all[0]!),
    end: shortened(Object.fromEntries(means.filter(([, x]) => Number.isFinite(x)))),
    ...(ends.length > 1 && { last: shortened(all.at(-1)!) }),
    steps: evaluations.map(({ step }) => step),
    curves: Object.fromEntries(curves.map((name) => [name, all.map((one) => short(one[name] ?? NaN))])),
    ...(chosen !== undefined && { chosen }),
  };
}
