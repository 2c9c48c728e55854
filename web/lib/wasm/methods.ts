/**
 * What every method does with its plan. To add one: its types in calls.ts, its arguments in arguments.ts, its work here.
 */
import type { Calls, Method, PlannedMethod } from '../requests/calls.js';
import type { Control } from '../checks/control.js';
import type { Pieces } from './pacer.js';
import { attentionScores, relativeMap } from './attention.js';
import { attentionBias, biasVector } from './bias.js';
import { precision } from './precision.js';
import { rotate } from './rotate.js';
import {
  channelGram,
  derivative,
  facts,
  frequencies,
  gram,
  gramProfile,
  type Job,
  profile,
  shapeOf,
  table,
  waveLanes,
} from './work.js';

type Work<M extends Method> = (job: Job, request: Calls[M]['request'], control: Control) => Pieces<Calls[M]['result']>;

/** Work of one short step. */
const short = <M extends Method>(make: (job: Job, request: Calls[M]['request']) => Calls[M]['result']): Work<M> =>
  function* (job, request) {
    return make(job, request);
  };

export const works: { readonly [M in PlannedMethod]: Work<M> } = {
  frequencies: short((job) => frequencies(job)),
  table,
  derivative,
  kernelProfile: (job, { positions }, control) => profile(job, 'kernelProfile', positions, control),
  decayBound: (job, { positions }, control) => profile(job, 'decayBound', positions, control),
  gram,
  *gramProfile(job, { positions }, control) {
    return (yield* gramProfile(job, positions, control)).slice();
  },
  channelGram: (job, { positions }, control) => channelGram(job, positions, control),
  waveLanes: short(waveLanes),
  rotate,
  attentionBias,
  biasVector,
  relativeMap,
  attentionScores,
  facts: short((job) => facts(job)),
  shape: short(({ plan }) => shapeOf(plan)),
  precision,
};

/** After these a plan holds what may be large: the table of all positions, all keys. */
export const leavesMuch: ReadonlySet<Method> = new Set<Method>(['gram', 'gramProfile', 'attentionScores']);
