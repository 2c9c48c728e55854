/**
 * A study asks a question of training by many runs: arms that differ in one thing, each with several seeds, claims about
 * what is measured, and for each claim a rule that says when it holds. A study is plain JSON; one of the package is a file
 * of `rows/` and a line of `list.ts`. From it follow `posenc sweep`, its page of results and its section of the page.
 */
import type { Experiment as Training } from '../types/training.js';
import type { PictureExperiment } from './picture.js';

/** The last stage of an arm is made of that of several changes whose number is least on other samples, before it trains. */
export interface Choice {
  readonly among: readonly Patch[];
  /** A number of an evaluation, such as `test.loss`. */
  readonly least: string;
}
/** What a stage is: a transformer on a task, or a network on a picture. */
export type Experiment = (Training | PictureExperiment) & { readonly choose?: Choice | undefined };
type Members = Training & PictureExperiment & { readonly choose: Choice };

/** What a source says, word for word, and where. */
export interface Quotation {
  /** Of `sources.ts`. */
  readonly source: string;
  readonly place: string;
  readonly words: string;
}

/** Changes of an experiment: objects are changed member by member, lists are replaced. */
export type Patch = {
  readonly [K in keyof Members]?: Members[K] extends object | undefined ? object : Members[K];
};

export interface Arm {
  readonly name: string;
  /** What it has that others have not. */
  readonly set?: Patch | undefined;
  /** Later stages: each begins with the weights of the one before, and with its experiment, but for these changes. */
  readonly then?: readonly Patch[] | undefined;
  /** Numbers that are known of it without a run, such as a prediction. */
  readonly known?: Readonly<Record<string, number>> | undefined;
}

/**
 * A number of a run: `test.accuracy`, `block1.cka`, `test.accuracy|2L` (of a condition) … as `numbersOf` names them, at the
 * end of the last stage. The end is the mean of the last evaluations; of a stage that others begin with it is the last
 * evaluation, so that a difference of two stages is one of the same weights.
 */
export type Measure =
  | {
      readonly of: string;
      /** At the first evaluation instead. */
      readonly at?: 'start' | undefined;
      /** Of that stage, from 0. */
      readonly stage?: number | undefined;
    }
  /** The first step at which it is as large; Infinity where it never is. */
  | { readonly stepsTo: string; readonly reach: number }
  /** A number that is known of the arm. */
  | { readonly known: string };

export interface Term {
  readonly measure: Measure;
  readonly arm: string;
}
/** A number for each seed. */
export type Value =
  | Term
  | { readonly of: Term; readonly minus: Term }
  | { readonly of: Term; readonly over: Term }
  /** Spearman's rank correlation of two measures over arms. */
  | { readonly rank: readonly [Measure, Measure]; readonly arms: readonly string[] };

export interface Claim {
  /** A whole sentence, as if it held. */
  readonly text: string;
  readonly value: Value;
  /** It holds where the median over seeds lies between. */
  readonly above?: number | undefined;
  readonly below?: number | undefined;
  /** The one that answers the question of the study. */
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
  /** How it was set up, and what it leaves open, for readers. */
  readonly about: string;
  readonly base: Experiment;
  readonly arms: readonly Arm[];
  /**
   * What the number of seeds was planned for, in the unit of the primary claim's number: so large a distance from a bound, with
   * so large a deviation between seeds.
   */
  readonly planned: { readonly deviation: number; readonly effect: number };
  /** Runs of each arm: seeds 0, 1, …; at least `seedsFor(planned)`. */
  readonly seeds: number;
  readonly columns: readonly Column[];
  /** Kept at every evaluation; the first is drawn over the steps. */
  readonly curves: readonly string[];
  readonly claims: readonly Claim[];
  /** Of the version that a browser runs in less than three minutes. */
  readonly inPage: { readonly arms: readonly string[]; readonly set: Patch };
  /** Of the version that tests run: the same parts with little work. */
  readonly toy: Patch;
}

const isMembers = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value);

/** A member that is undefined in the patch is taken away. */
export function patched<T>(value: T, patch: unknown): T {
  if (patch === undefined) return value;
  if (!isMembers(value) || !isMembers(patch)) return patch as T;
  const all = new Map<string, unknown>(Object.entries(value));
  for (const [name, change] of Object.entries(patch))
    if (change === null || change === undefined) all.delete(name);
    else all.set(name, patched(all.get(name), change));
  return Object.fromEntries(all) as T;
}

/** The experiments of a run, stage by stage. The seed is that of the samples, too, so that intervals hold for other data. */
export function stagesOf(study: Pick<Study, 'base'>, arm: Arm, seed: number, more: Patch = {}): readonly Experiment[] {
  const first: Experiment = patched(patched(patched(study.base, arm.set), laterOf({}, more)), { seed, taskSeed: seed });
  const stages = [first];
  for (const change of arm.then ?? []) stages.push(patched(patched(stages.at(-1)!, change), laterOf(change, more)));
  return stages;
}
/** Of what is changed for a shorter version, a later stage takes its steps only where it trains at all, and a choice only where it has one. */
function laterOf(change: Patch, more: Patch): Patch {
  const { steps, choose, ...rest } = more as { readonly steps?: number; readonly choose?: object };
  const own = (change as { readonly steps?: number }).steps;
  return {
    ...rest,
    ...(change.choose && choose && { choose }),
    ...(steps === undefined || own === 0 ? {} : { steps: own === undefined ? steps : Math.min(own, steps) }),
  };
}

/** Stages that several runs have in common are trained once. */
export interface StageNode {
  readonly experiment: Experiment;
  /** Arms whose last stage it is. */
  readonly ends: string[];
  readonly next: StageNode[];
}
export interface StageTree {
  readonly seed: number;
  readonly root: StageNode;
}

/** What is to be trained of a study, in the order of seeds and then of arms. */
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
