/**
 * The library as pages call it whose charts are embedded by calls (docs/embed.md): a page keeps the call beside each
 * result, and hands it over where it makes a chart.
 */
import { type StepName, type Steps, steps } from '../lib/charts/core/steps.js';
import type { Posenc } from './library.js';

/** Numbers as code says them: the call, the way to them in its result, the steps that were taken since. */
interface Made {
  readonly call: readonly unknown[];
  readonly of?: string;
  readonly then?: readonly (readonly unknown[])[];
}
const made = new WeakMap<object, Made>();

/** Fields of fields that are looked at, and items of a list. */
const [deepest, mostItems] = [5, 64];

/** Keeps the call beside its result and beside all lists and matrices in it. */
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

/** A value as code says it: by calls where calls made it, and without what changes no result. */
function saidOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value))
    return made.get(value as object) ?? value;
  if (made.has(value)) return made.get(value);
  if (Array.isArray(value)) return typeof value[0] === 'object' ? value.map(saidOf) : value;
  const kept = Object.entries(value).filter(([name]) => name !== 'signal' && name !== 'onProgress');
  return Object.fromEntries(kept.map(([name, one]) => [name, saidOf(one)]));
}

/** For the code of a chart: its data by calls where one made any of these numbers. Else the code holds the numbers. */
export const embedOf = (data: object, numbers: readonly object[]): { readonly data: unknown } => ({
  data: numbers.some((one) => made.has(one)) ? saidOf(data) : undefined,
});

/** The numbers of `other` in another array. */
export function copied<Value extends object>(value: Value, other: object): Value {
  const from = made.get(other);
  if (from) made.set(value, from);
  return value;
}

/** Numbers after a step. */
export function stepped<Name extends StepName>(name: Name, ...given: Parameters<Steps[Name]>): ReturnType<Steps[Name]> {
  const [list, ...by] = given as readonly [object, ...unknown[]];
  const result = (steps[name] as unknown as (...given: unknown[]) => ReturnType<Steps[Name]>)(...given);
  const from = made.get(list);
  if (from) made.set(result, { ...from, then: [...(from.then ?? []), [name, ...by.map(saidOf)]] });
  return result;
}

/** A real training takes its time: its charts are embedded with the numbers. */
async function trains(name: string, spec: unknown): Promise<boolean> {
  if (name !== 'analyse') return false;
  const { analyses } = await import('../lib/generated/analyses.js'); // they came with the method
  const { analysis = '', steps: count = 2 } = (spec ?? {}) as { readonly analysis?: string; readonly steps?: number };
  return analyses.find(({ id }) => id === analysis)?.trains === true && count > 1;
}

/** The instance of a page; each result is kept with its call. */
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
