/** Wraps the library to record which call made each result, so that charts can be embedded as calls (docs/embed.md). */
import { type StepName, type Steps, steps } from '../lib/charts/core/steps.js';
import type { Posenc } from './library.js';

/** Origin of some numbers: the call, the path in its result, and the steps applied since. */
interface Made {
  readonly call: readonly unknown[];
  readonly of?: string;
  readonly then?: readonly (readonly unknown[])[];
}
const made = new WeakMap<object, Made>();

/** Maximum depth and number of list items searched. */
const [deepest, mostItems] = [5, 64];

/** Records the call for its result and for all lists and matrices in it. */
export function madeBy<Result>(result: Result, ...call: readonly unknown[]): Result {
  const said = call.map(saidOf);
  const note = (value: unknown, way: readonly string[]): void => {
    if (typeof value !== 'object' || value === null || way.length > deepest) return;
    made.set(value, { call: said, ...(way.length > 0 && { of: way.join('.') }) });
    if (ArrayBuffer.isView(value)) return;
    for (const [name, one] of Object.entries(value).slice(0, mostItems)) note(one, [...way, name]);
  };
  note(result, []);
  return result;
}

/** Replaces results by the calls that made them, and drops options that do not affect the result. */
function saidOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value))
    return made.get(value as object) ?? value;
  if (made.has(value)) return made.get(value);
  if (Array.isArray(value)) return typeof value[0] === 'object' ? value.map(saidOf) : value;
  const kept = Object.entries(value).filter(([name]) => name !== 'signal' && name !== 'onProgress');
  return Object.fromEntries(kept.map(([name, one]) => [name, saidOf(one)]));
}

/** Data for embed code: calls if any of `numbers` has one, else undefined (the code then contains the numbers). */
export const embedOf = (data: object, numbers: readonly object[]): { readonly data: unknown } => ({
  data: numbers.some((one) => made.has(one)) ? saidOf(data) : undefined,
});

/** Records that `value` holds the same numbers as `other`. */
export function copied<Value extends object>(value: Value, other: object): Value {
  const from = made.get(other);
  if (from) made.set(value, from);
  return value;
}

/** Applies a step and records it. */
export function stepped<Name extends StepName>(name: Name, ...given: Parameters<Steps[Name]>): ReturnType<Steps[Name]> {
  const [list, ...by] = given as readonly [object, ...unknown[]];
  const result = (steps[name] as unknown as (...given: unknown[]) => ReturnType<Steps[Name]>)(...given);
  const from = made.get(list);
  if (from) made.set(result, { ...from, then: [...(from.then ?? []), [name, ...by.map(saidOf)]] });
  return result;
}

/** True for analyses that train, which are slow; their charts are embedded with the numbers. */
async function trains(name: string, spec: unknown): Promise<boolean> {
  if (name !== 'analyse') return false;
  const { analyses } = await import('../lib/generated/analyses.js'); // already loaded by the method
  const { analysis = '', steps: count = 2 } = (spec ?? {}) as { readonly analysis?: string; readonly steps?: number };
  return analyses.find(({ id }) => id === analysis)?.trains === true && count > 1;
}

/** Wraps the page's instance so that each result is recorded with its call. */
export const withCalls = (pe: Posenc): Posenc =>
  Object.fromEntries(
    Object.entries(pe).map(([name, run]: [string, unknown]) => [
      name,
      typeof run !== 'function'
        ? run
        : (...args: unknown[]): unknown => {
            const result = (run as (...args: unknown[]) => unknown)(...args);
            if (!(result instanceof Promise)) return result;
            return result.then(async (value) => ((await trains(name, args[0])) ? value : madeBy(value, name, ...args)));
          },
    ]),
  ) as Posenc;
