/** Recorded experiments: arms of the studies that train in one stage, with the first seed. */
import type { Experiment } from 'posenc';
import { smallNorm } from '../../lib/studies/rows/small-norm.js';
import { isPicture } from '../../lib/studies/picture.js';
import { type Arm, stagesOf, type Study } from '../../lib/studies/study.js';
import { armOf } from '../../lib/studies/verdict.js';
import recorded from './generated/recorded.json';

/** Recorded runs shown initially: values for each step and seed. */
export interface RecordedCurves {
  readonly steps: readonly number[];
  readonly runs: readonly {
    readonly title: string;
    readonly shifted: readonly (readonly number[])[];
    readonly cka: readonly (readonly number[])[];
  }[];
}
export const curves: RecordedCurves = recorded;

export function experimentOfArm(study: Study, arm: Arm): Experiment {
  const [experiment] = stagesOf(study, arm, 0);
  if (experiment === undefined || isPicture(experiment)) throw new Error(`${study.id} trains no transformer`);
  return experiment;
}

/** The initial experiment. */
export const first: Experiment = experimentOfArm(smallNorm, armOf(smallNorm, 'σ = 0.4'));
