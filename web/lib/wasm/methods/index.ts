/** Implementation of every method on a plan. methods/index.ts has the list of methods. */
import type { Control } from '../../checks/control.js';
import type { Calls, PlannedName } from '../../methods/calls.js';
import type { Plan } from '../plan.js';
import type { Pieces } from '../pacer.js';
import { attentionBias } from './attention-bias.js';
import { attentionScores } from './attention-scores.js';
import { biasVector } from './bias-vector.js';
import { channelGram } from './channel-gram.js';
import { cosSin } from './cos-sin.js';
import { decayBound } from './decay-bound.js';
import { derivative } from './derivative.js';
import { facts } from './facts.js';
import { frequencies } from './frequencies.js';
import { gram } from './gram.js';
import { gramProfile } from './gram-profile.js';
import { kernelProfile } from './kernel-profile.js';
import { precision } from './precision.js';
import { relativeMap } from './relative-map.js';
import { rotate } from './rotate.js';
import { shape } from './shape.js';
import { table } from './table.js';
import { waveLanes } from './wave-lanes.js';

type OnPlan<M extends PlannedName> = (
  plan: Plan,
  request: Calls[M]['request'],
  control: Control,
) => Pieces<Calls[M]['result']>;

/** Work in one short step. */
const short = <Request, Result>(make: (plan: Plan, request: Request) => Result) =>
  function* (plan: Plan, request: Request): Pieces<Result> {
    return make(plan, request);
  };

export const onPlan: { readonly [M in PlannedName]: OnPlan<M> } = {
  frequencies: short(frequencies),
  table,
  derivative,
  kernelProfile,
  decayBound,
  gram,
  gramProfile,
  channelGram,
  waveLanes: short(waveLanes),
  rotate,
  cosSin,
  attentionBias,
  biasVector,
  relativeMap,
  attentionScores,
  facts: short(facts),
  shape: short(shape),
  precision,
};

/** After these a plan may hold large data: the table of all positions, all keys. */
export const leavesMuch: ReadonlySet<PlannedName> = new Set<PlannedName>(['gram', 'gramProfile', 'attentionScores']);
