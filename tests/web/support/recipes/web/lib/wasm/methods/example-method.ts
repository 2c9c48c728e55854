/** The recipe of a method: what the module is asked for. */
import type { Control } from '../../checks/control.js';
import type { OnPairs } from '../../requests/requests.js';
import type { Matrix } from '../../types/posenc.js';
import type { Job } from '../job.js';
import type { Pieces } from '../pacer.js';
import { relativeMap } from './relative-map.js';

export function* exampleMethod(job: Job, request: OnPairs, control: Control): Pieces<Matrix<Float64Array>> {
  return yield* relativeMap(job, request, control);
}
