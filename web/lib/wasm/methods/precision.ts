/** Precision: the errors of each method at all positions, in chunks. */
import { allocate } from '../../checks/arrays.js';
import type { PrecisionRequest, RawPrecision } from '../../methods/precision.js';
import type { Control } from '../../checks/control.js';
import type { Pieces } from '../pacer.js';
import { fillPositions } from '../../checks/positions.js';
import { inputOf, isRawError, type Plan, pacerFor, view } from '../plan.js';
import { checkAxes } from '../../requests/shapes.js';

/** Waves of one score error: a query and 129 keys. */
const scoreWaves = 130;

export function* precision(
  plan: Plan,
  { positions, methods, scores }: PrecisionRequest,
  control: Control,
): Pieces<RawPrecision> {
  checkAxes(plan.sizes, positions);
  const n = positions.count;
  const list = (): Float64Array => allocate(Float64Array, n, { field: 'positions', what: 'the errors' });
  const at = list();
  fillPositions(positions, 0, at);
  const results = methods.map(() => ({ errors: list(), held: list(), ...(scores && { scoreErrors: list() }) }));
  const cost = plan.sizes.pairs * (scores ? scoreWaves + 2 : 2);
  const pacer = pacerFor(plan, control, 3 * 8, { cost });
  for (const [m, { errors, held, scoreErrors }] of results.entries()) {
    // At least once, so that a spec without emulation is rejected even for zero positions.
    for (let first = 0; first === 0 || first < n;) {
      const piece = pacer.next(n - first);
      plan.call((core) => {
        inputOf(core, piece).set(at.subarray(first, first + piece));
        const block = core.precision(plan.handle, methods[m]!, piece, scores);
        if (isRawError(block)) return block;
        const values = view(core, block, (scores ? 3 : 2) * piece, Float64Array);
        errors.set(values.subarray(0, piece), first);
        held.set(values.subarray(piece, 2 * piece), first);
        scoreErrors?.set(values.subarray(2 * piece), first);
      });
      first += Math.max(piece, 1);
      if (pacer.due((m + Math.min(first / Math.max(n, 1), 1)) / methods.length)) yield;
    }
  }
  return { positions: at, methods: results };
}
