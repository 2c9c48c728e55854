/** What the runs of a study say of its claims. */
import { PosencError } from '../checks/errors.js';
import type { RunRecord, StageRecord } from './numbers.js';
import { fewestForRanks, interval, median, missOf, rankCorrelation, signTest } from './statistics.js';
import type { Arm, Claim, Measure, Study, Term, Value } from './study.js';

export const verdicts = ['holds', 'does not hold', 'not decided at this budget'] as const;
export type Verdict = (typeof verdicts)[number];

export interface Judged {
  readonly claim: Claim;
  /** One for each seed that has all runs of the claim. */
  readonly values: readonly number[];
  readonly median: number;
  /** undefined of fewer than six seeds, and of a rank correlation over fewer than five arms. */
  readonly interval: readonly [number, number] | undefined;
  /** Of the sign test, two-sided: at most 0.05 where the interval decides. NaN where there is no interval. */
  readonly p: number;
  /** The chance that the interval misses the median: of a false decision, at most. */
  readonly miss: number;
  readonly verdict: Verdict;
}

/** The number of a run; NaN where it has none. */
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

/** What a stage's last weights do. Older records have it in their curves alone. */
function lastOf({ last, end, steps, curves }: StageRecord, name: string): number | undefined {
  const single = steps.length <= 2; // the start, and an evaluation that is the whole end
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
/** Of two runs that never come to it neither is later. */
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
 * Holds where the whole interval of the median lies within the bounds, does not hold where it lies wholly outside of them,
 * and is not decided otherwise, by fewer than six seeds, or by ranks of fewer than five arms.
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
