/** Decides the claims of a study from its runs. */
import { PosencError } from '../checks/errors.js';
import type { RunRecord, StageRecord } from './numbers.js';
import { fewestForRanks, interval, median, missOf, rankCorrelation, signTest } from './statistics.js';
import type { Arm, Claim, Measure, Study, Term, Value } from './study.js';

export const verdicts = ['holds', 'does not hold', 'not decided at this budget'] as const;
export type Verdict = (typeof verdicts)[number];

export interface Judged {
  readonly claim: Claim;
  /** One value per seed that has all runs of the claim. */
  readonly values: readonly number[];
  readonly median: number;
  /** undefined for fewer than six seeds, and for a rank correlation over fewer than five arms. */
  readonly interval: readonly [number, number] | undefined;
  /** p of the sign test, two-sided: at most 0.05 if the interval decides. NaN without an interval. */
  readonly p: number;
  /** Probability that the interval misses the median: an upper bound for a false decision. */
  readonly miss: number;
  readonly verdict: Verdict;
}

/** Returns the measured value of a run, or NaN if it has none. */
export function measured(measure: Measure, arm: Arm, run: RunRecord): number {
  if ('known' in measure) return arm.known?.[measure.known] ?? NaN;
  if ('stepsTo' in measure) {
    const { steps, curves } = run.stages[0]!;
    const values = curves[measure.stepsTo];
    if (values === undefined) return NaN;
    const at = values.findIndex((x) => x >= measure.reach);
    return at < 0 ? Infinity : steps[at]!;
  }
  const stage = run.stages.at(measure.stage ?? -1);
  if (stage === undefined) return NaN;
  const goesOn = stage !== run.stages.at(-1);
  if (measure.at === 'start') return stage.start[measure.of] ?? NaN;
  return (goesOn ? lastOf(stage, measure.of) : stage.end[measure.of]) ?? NaN;
}

/** Value at a stage's last weights. Older records have it only in their curves. */
function lastOf({ last, end, steps, curves }: StageRecord, name: string): number | undefined {
  const single = steps.length <= 2; // the start, and one evaluation that is the whole end
  return (single ? end : last)?.[name] ?? curves[name]?.at(-1);
}

/** The runs of one seed, by arm. */
type OfSeed = ReadonlyMap<string, RunRecord>;

function valueOf(value: Value, study: Study, runs: OfSeed): number {
  const of = (measure: Measure, name: string): number => {
    const run = runs.get(name);
    return run ? measured(measure, armOf(study, name), run) : NaN;
  };
  const term = ({ measure, arm }: Term): number => of(measure, arm);
  if ('rank' in value) {
    const [x, y] = value.rank.map((measure) => value.arms.map((arm) => of(measure, arm)));
    return [...x!, ...y!].some(Number.isNaN) ? NaN : rankCorrelation(x!, y!);
  }
  if ('minus' in value) return difference(term(value.of), term(value.minus));
  return 'over' in value ? term(value.of) / term(value.over) : term(value);
}
/** Two runs that both never reach it are equal. */
const difference = (a: number, b: number): number => (a === b ? 0 : a - b);

export function armOf(study: Study, name: string): Arm {
  const arm = study.arms.find((one) => one.name === name);
  if (arm) return arm;
  const names = study.arms.map((one) => one.name).join(', ');
  throw new PosencError(
    'bad_argument',
    'arm',
    `the study ${study.id} has no arm ${name.slice(0, 60)}; it has ${names}`,
  );
}

/**
 * The claim holds if the whole interval of the median is within the bounds and fails if it is wholly outside.
 * Otherwise, or with fewer than six seeds, or with ranks of fewer than five arms, it is undecided.
 */
export function judge(study: Study, claim: Claim, runs: readonly RunRecord[]): Judged {
  const seeds = [...new Set(runs.map(({ seed }) => seed))].sort((a, b) => a - b);
  const values = seeds
    .map((seed) => new Map(runs.filter((run) => run.seed === seed).map((run) => [run.arm, run])))
    .map((ofSeed) => valueOf(claim.value, study, ofSeed))
    .filter((value) => !Number.isNaN(value));
  const ranksTooFew = 'rank' in claim.value && claim.value.arms.length < fewestForRanks;
  const between = ranksTooFew ? undefined : interval(values);
  const { above = -Infinity, below = Infinity } = claim;
  const [holds, fails, undecided] = verdicts;
  const verdict = !between
    ? undecided
    : between[0] > above && between[1] < below
      ? holds
      : between[1] <= above || between[0] >= below
        ? fails
        : undecided;
  return {
    ...{ claim, values, median: median(values), interval: between, verdict },
    p: between ? signTest(values, { above, below }) : NaN,
    miss: between ? missOf(values.length) : 0,
  };
}
