/**
 * Every method that a GPU takes over, and every one whose result may stay there.
 */
import type { Method, OnGpuMethod } from '../../requests/calls.js';
import { biasPlan, keptBias } from './bias.js';
import { gramPlan, keptGram } from './gram.js';
import { keptNetworkKernel } from './network-kernel.js';
import type { Keeper, Planner } from './plan.js';
import { keptProfile } from './profile.js';
import { keptRotation, rotatePlan } from './rotate.js';
import { keptTable, tablePlan } from './table.js';

export const planners: { readonly [M in Method]?: Planner<M> } = {
  table: tablePlan,
  rotate: rotatePlan,
  attentionBias: biasPlan,
  gram: gramPlan,
};
export const keepers: { readonly [M in OnGpuMethod]: Keeper<M> } = {
  table: keptTable,
  gram: keptGram,
  attentionBias: keptBias,
  kernelProfile: keptProfile,
  networkKernel: keptNetworkKernel,
  rotate: keptRotation,
};
