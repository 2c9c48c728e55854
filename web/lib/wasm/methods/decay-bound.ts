/** RoFormer's decay curve, a function of the offset. */
import type { Control } from '../../checks/control.js';
import type { OnPositions } from '../../requests/requests.js';
import type { Plan } from '../plan.js';
import type { Pieces } from '../pacer.js';
import { profile } from './kernel-profile.js';

export const decayBound = (plan: Plan, { positions }: OnPositions, control: Control): Pieces<Float64Array> =>
  profile(plan, 'decayBound', positions, control);
