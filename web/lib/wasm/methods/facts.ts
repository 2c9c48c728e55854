/** Quantities of an encoding, in one step. */
import type { Fact } from '../../types/posenc.js';
import type { Plan } from '../plan.js';

export function facts(plan: Plan): Fact[] {
  return plan
    .call((core) => core.facts(plan.handle))
    .facts.map(({ name, doc, values, cols }) => ({ name, doc, values: values.slice(), cols }));
}
