/**
 * A study answers a question about training by many runs: arms that differ in one thing, each with several seeds,
 * claims about measured values, and a rule for when each claim holds. A study is plain JSON; one of the package is a
 * file in `rows/` and a line in `list.ts`. `posenc sweep`, its results page and its page section use it.
 */
import type { Experiment as Training } from '../types/training.js';
import type { PictureExperiment } from './picture.js';

/** Tries each change on other samples before the last stage trains, and keeps the one with the smallest `least`. */
export interface Choice {
  readonly among: readonly Patch[];
  /** A value of an evaluation, such as `test.loss`. */
  readonly least: string;
}
/** A stage: a transformer on a task, or a network on a picture. */
export type Experiment = (Training | PictureExperiment) & { readonly choose?: Choice | undefined };
type Members = Training & PictureExperiment & { readonly choose: Choice };

/** A verbatim quotation and its place in the source. */
export interface Quotation {
  /** A key of `sources.ts`. */
  readonly source: string;
  readonly place: string;
  readonly words: string;
}

/** Changes to an experiment: objects are merged, lists are replaced. */
export type Patch = {
  readonly [K in keyof Members]?: Members[K] extends object | undefined ? object : Members[K];
};

export interface Arm {
  readonly name: string;
  /** Changes to the base experiment that define the arm. */
  readonly set?: Patch | undefined;
  /** Later stages: each begins with the weights and experiment of the previous one, with these changes. */
  readonly then?: readonly Patch[] | undefined;
  /** Values known without a run, such as a prediction. */
  readonly known?: Readonly<Record<string, number>> | undefined;
}

/**
 * A value of a run at the end of the last stage, named as in `numbersOf`: `test.accuracy`, `block1.cka`,
 * `test.accuracy|2L` (for a condition). The end is the mean of the last evaluations. A stage that has successors uses
 * only its last evaluation, so that differences of two stages concern the same weights.
 */
export type Measure =
  | {
      readonly of: string;
      /** Measures at the first evaluation instead. */
      readonly at?: 'start' | undefined;
      /** Index of the stage, from 0. */
      readonly stage?: number | undefined;
    }
  /** The first step at which the value is at least `reach`; Infinity if never. */
  | { readonly stepsTo: string; readonly reach: number }
  /** A known value of the arm. */
  | { readonly known: string };

export interface Term {
  readonly measure: Measure;
  readonly arm: string;
}
/** A value for each seed. */
export type Value =
  | Term
  | { readonly of: Term; readonly minus: Term }
  | { readonly of: Term; readonly over: Term }
  /** Spearman's rank correlation of two measures over arms. */
  | { readonly rank: readonly [Measure, Measure]; readonly arms: readonly string[] };

export interface Claim {
  /** A whole sentence, phrased as if the claim held. */
  readonly text: string;
  readonly value: Value;
  /** The claim holds if the median over seeds is between these bounds. */
  readonly above?: number | undefined;
  readonly below?: number | undefined;
  /** True for the claim that decides the question of the study. */
  readonly primary?: boolean | undefined;
}

export interface Column {
  readonly title: string;
  readonly measure: Measure;
  readonly digits: number;
}

export interface Study {
  readonly id: string;
  readonly title: string;
  readonly question: string;
  readonly sources: readonly Quotation[];
  /** The setup and its limitations, for readers. */
  readonly about: string;
  readonly base: Experiment;
  readonly arms: readonly Arm[];
  /**
   * Assumptions behind the number of seeds, in the unit of the primary claim: distance from a bound, and standard
   * deviation between seeds.
   */
  readonly planned: { readonly deviation: number; readonly effect: number };
  /** Runs of each arm: seeds 0, 1, …; at least `seedsFor(planned)`. */
  readonly seeds: number;
  readonly columns: readonly Column[];
  /** Recorded at every evaluation; the first is plotted over the steps. */
  readonly curves: readonly string[];
  readonly claims: readonly Claim[];
  /** The version that a browser runs in less than three minutes. */
  readonly inPage: { readonly arms: readonly string[]; readonly set: Patch };
  /** The version that tests run: the same parts with little work. */
  readonly toy: Patch;
}

const isMembers = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value);

/** A member that is null or undefined in the patch is removed. */
export function patched<T>(value: T, patch: unknown): T {
  if (patch === undefined) return value;
  if (!isMembers(value) || !isMembers(patch)) return patch as T;
  const all = new Map<string, unknown>(Object.entries(value));
  for (const [name, change] of Object.entries(patch))
    if (change === null || change === undefined) all.delete(name);
    else all.set(name, patched(all.get(name), change));
  return Object.fromEntries(all) as T;
}

/** The experiments of a run, by stage. The seed also sets the samples, so that intervals hold for other data. */
export function stagesOf(study: Pick<Study, 'base'>, arm: Arm, seed: number, more: Patch = {}): readonly Experiment[] {
  const first: Experiment = patched(patched(patched(study.base, arm.set), laterOf({}, more)), { seed, taskSeed: seed });
  const stages = [first];
  for (const change of arm.then ?? []) stages.push(patched(patched(stages.at(-1)!, change), laterOf(change, more)));
  return stages;
}
/** Applies a shorter version to a later stage: `steps` only if it trains, `choose` only if it has a choice. */
function laterOf(change: Patch, more: Patch): Patch {
  const { steps, choose, ...rest } = more as { readonly steps?: number; readonly choose?: object };
  const own = (change as { readonly steps?: number }).steps;
  return {
    ...rest,
    ...(change.choose && choose && { choose }),
    ...(steps === undefined || own === 0 ? {} : { steps: own === undefined ? steps : Math.min(own, steps) }),
  };
}

/** Stages shared by several runs are trained once. */
export interface StageNode {
  readonly experiment: Experiment;
  /** Arms that end with this stage. */
  readonly ends: string[];
  readonly next: StageNode[];
}
export interface StageTree {
  readonly seed: number;
  readonly root: StageNode;
}

/** The stages of a study to train, ordered by seed and then by arm. */
export function treesOf(
  study: Study,
  arms: readonly Arm[],
  seeds: readonly number[],
  more: Patch = {},
): readonly StageTree[] {
  return seeds.flatMap((seed) => {
    const roots = new Map<string, StageNode>();
    for (const arm of arms) {
      let level: Pick<StageNode, 'next'> & { readonly ends?: string[] } = { next: [] };
      for (const [k, experiment] of stagesOf(study, arm, seed, more).entries()) {
        const key = JSON.stringify(experiment);
        const there = k === 0 ? roots.get(key) : level.next.find((one) => JSON.stringify(one.experiment) === key);
        const node = there ?? { experiment, ends: [], next: [] };
        if (!there && k === 0) roots.set(key, node);
        if (!there && k > 0) level.next.push(node);
        level = node;
      }
      level.ends!.push(arm.name);
    }
    return [...roots.values()].map((root) => ({ seed, root }));
  });
}
