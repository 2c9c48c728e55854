/**
 * Every method that a GPU takes over.
 */
import type { Method } from '../../calls.js';
import { biasPlan } from './bias.js';
import { gramPlan } from './gram.js';
import type { Planner } from './plan.js';
import { rotatePlan } from './rotate.js';
import { tablePlan } from './table.js';

export const planners: { readonly [M in Method]?: Planner<M> } = {
  table: tablePlan,
  rotate: rotatePlan,
  attentionBias: biasPlan,
  gram: gramPlan,
};
