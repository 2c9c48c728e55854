/**
 * Where numbers came from: the call of the library that gave them, and what was done to them since. Code that embeds a
 * chart holds that in the place of the numbers (`snippet/made.ts` writes it, `embed/calls.ts` reads it).
 */
import type { Matrix } from '../../types/values.js';
import { type StepName, type Steps, steps } from './steps.js';

export interface Origin {
  /** The method and its arguments, as `posenc call` takes them. */
  readonly call: readonly [method: string, ...args: unknown[]];
  /** The way to the numbers in what it gives. */
  readonly of: readonly (string | number)[];
  readonly then: readonly (readonly [StepName, ...by: unknown[]])[];
  /** Of the numbers of a matrix: its rows and columns. */
  readonly sides?: readonly [number, number];
}
const origins = new WeakMap<object, Origin>();

export const originOf = (value: unknown): Origin | undefined =>
  typeof value === 'object' && value !== null ? origins.get(value) : undefined;

/** Fields of fields that are looked at, and items of a list. */
const deepest = 5;
const mostItems = 64;

/** Notes it of what a call gave, and of all lists and matrices in it. */
export function withOrigin<Result>(result: Result, call: Origin['call']): Result {
  note(result, { call, of: [], then: [] });
  return result;
}
function note(value: unknown, origin: Origin): void {
  if (typeof value !== 'object' || value === null || origin.of.length > deepest) return;
  origins.set(value, origin);
  if (ArrayBuffer.isView(value)) return;
  const { call, of, then } = origin;
  const { rows, cols } = value as Partial<Matrix>;
  const sides = rows !== undefined && cols !== undefined ? { sides: [rows, cols] as const } : {};
  if (Array.isArray(value)) value.slice(0, mostItems).forEach((one, i) => note(one, { call, of: [...of, i], then }));
  else for (const [name, one] of Object.entries(value)) note(one, { call, of: [...of, name], then, ...sides });
}

/** Notes that numbers are those of others, in another array. */
export function withOriginOf<Value extends object>(value: Value, other: object): Value {
  const origin = originOf(other);
  if (origin) origins.set(value, origin);
  return value;
}

/** The numbers of a step, which tell where they came from where the first ones do. */
export function derived<Name extends StepName>(name: Name, ...given: Parameters<Steps[Name]>): ReturnType<Steps[Name]> {
  const [from, ...by] = given;
  const result = (steps[name] as unknown as (...given: unknown[]) => ReturnType<Steps[Name]>)(...given);
  const origin = originOf(from);
  if (!origin) return result;
  const { call, of } = origin;
  const then = [...origin.then, [name, ...by]] as Origin['then'];
  origins.set(result, { call, of, then });
  if ('cols' in result)
    origins.set(result.data, { call, of, then: [...then, ['data']], sides: [result.rows, result.cols] });
  return result;
}
