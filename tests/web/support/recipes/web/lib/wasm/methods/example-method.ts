/** The recipe of a method: its call of the module. */
import type { Control } from '../../checks/control.js';
import type { OnPairs } from '../../requests/requests.js';
import type { Matrix } from '../../types/posenc.js';
import type { Pieces } from '../pacer.js';
import type { Plan } from '../plan.js';
import { relativeMap } from './relative-map.js';

export function* exampleMethod(plan: Plan, request: OnPairs, control: Control): Pieces<Matrix<Float64Array>> {
  return yield* relativeMap(plan, request, control);
}
