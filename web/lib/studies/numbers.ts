/** The numbers of an evaluation by their names, and what is kept of a run. */
import type { Evaluation } from '../types/training.js';

export type Numbers = Readonly<Record<string, number>>;

/** What is kept of a stage. */
export interface StageRecord {
  readonly step: number;
  readonly weightsHash: string;
  readonly start: Numbers;
  /** Means of the last evaluations. */
  readonly end: Numbers;
  /** The last evaluation alone, where the end is a mean of several: its weights are those that a later stage begins with. */
  readonly last?: Numbers | undefined;
  /** Of every evaluation: its step, and what the study keeps; NaN, which JSON has as null, where it is not defined. */
  readonly steps: readonly number[];
  readonly curves: Readonly<Record<string, readonly number[]>>;
  /** Which candidate the stage is made of, from 0, where it chose. */
  readonly chosen?: number | undefined;
}
/** A line of a file of results. */
export interface RunRecord {
  readonly study: string;
  readonly arm: string;
  readonly seed: number;
  /** Of the experiments that were asked for. */
  readonly asked: string;
  readonly stages: readonly StageRecord[];
}

/**
 * `train.loss`, `test.accuracy`, `test.accuracy|2L` by condition, `block1.cka`, `tangent.alignment`, `trainLoss`. What is not defined is
 * left out.
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

/** Six digits: what a table or a chart shows, and the bits are told by the hash. */
const short = (x: number): number => Number(x.toPrecision(6));
const shortened = (numbers: Numbers): Numbers =>
  Object.fromEntries(Object.entries(numbers).map(([name, x]) => [name, short(x)]));

/** Evaluations that are taken together: of one alone 900 puzzles have a standard error of 0.007, and weights go up and down. */
export const evaluationsOfEnd = 5;

export function stageRecord(
  evaluations: readonly Evaluation[],
  curves: readonly string[],
  chosen?: number,
): StageRecord {
  const all = evaluations.map(numbersOf);
  const last = evaluations.at(-1)!;
  // a stage that only looks has one evaluation; of one that trained, its start is no part of its end
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
