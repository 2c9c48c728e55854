/**
 * Chart data with values from library calls.
 * `{"call":["analyse",{"analysis":"spectrum"},{"table":…}],"of":"eigenvalues"}` is the result of that call: `of` is a
 * path into it, `then` are operations on it. `{"call":0}` is the result of the first call. Arguments may also be calls.
 */
import { type StepName, steps } from '../charts/core/steps.js';
import { numbers } from '../charts/core/kind-data.js';
import { errorAbout } from '../checks/errors.js';
import { guarded } from '../checks/record.js';
import { isRecord } from '../checks/schema.js';
import type { OnGpuMethods } from '../types/on-gpu.js';
import type { Posenc } from '../types/posenc.js';

/** Methods that return values and no resources to close. */
export const callable = [
  ...(['table', 'frequencies', 'derivative', 'kernelProfile', 'decayBound', 'gram', 'channelGram', 'rotate'] as const),
  ...(['attentionBias', 'biasVector', 'relativeMap', 'attentionScores', 'facts', 'precision'] as const),
  ...(['cosSin', 'analyse', 'compare', 'report', 'engines', 'diffConfigs', 'identify', 'multimodalIds'] as const),
] as const;
/** Data, methods on strings, and methods that return resources to close. */
type NotCallable =
  | ('encodings' | 'shape' | 'importConfig' | 'exportConfig' | 'extendContext')
  | ('prepare' | 'tableBlocks' | 'train' | 'resumeTraining' | 'dispose' | keyof OnGpuMethods);
type Nothing<T extends never> = T;
/** Does not compile if a member of Posenc is in neither list. */
export type Unlisted = Nothing<Exclude<keyof Posenc, (typeof callable)[number] | NotCallable>>;
const mostCalls = 64;

type Record_ = Readonly<Record<string, unknown>>;

function refuse(field: string, message: string): never {
  throw errorAbout('bad_argument', field, `${message}`);
}

/** @param library called only if there is a call */
export async function withCalls(data: Record_, library: () => Promise<Posenc>): Promise<unknown> {
  const results: unknown[] = [];
  return filled(data, 'data');

  async function filled(value: unknown, field: string): Promise<unknown> {
    if (Array.isArray(value)) {
      if (typeof value[0] === 'number') return value;
      const out: unknown[] = [];
      for (const [i, one] of value.entries()) out.push(await filled(one, `${field}[${i}]`));
      return out;
    }
    if (!isRecord(value)) return value;
    if (Object.hasOwn(value, 'call')) return called(value, field);
    const out: [string, unknown][] = [];
    for (const [name, one] of Object.entries(value)) out.push([name, await filled(one, `${field}.${name}`)]);
    return Object.fromEntries(out);
  }

  async function called({ call, of = '', then = [], ...other }: Record_, field: string): Promise<unknown> {
    const [more] = Object.keys(other);
    if (more !== undefined)
      return refuse(`${field}.${more.slice(0, 60)}`, 'is not known: a call has call, of and then');
    let value = await resultOf(call, `${field}.call`);
    for (const name of String(of).split('.').filter(Boolean)) {
      const holds = typeof value === 'object' && value !== null && Object.hasOwn(value, name);
      if (!holds) return refuse(`${field}.of`, `finds nothing called '${name.slice(0, 60)}'`);
      value = (value as Record_)[name];
    }
    if (!Array.isArray(then)) return refuse(`${field}.then`, 'must be a list of steps');
    for (const [i, step] of then.entries()) value = await stepped(value, step, `${field}.then[${i}]`);
    const { data, rows, cols } = (value ?? {}) as Record_;
    return rows !== undefined && cols !== undefined ? { data, rows, cols } : value;
  }

  async function resultOf(call: unknown, field: string): Promise<unknown> {
    if (typeof call === 'number') {
      if (!(call in results)) return refuse(field, `must be the number of an earlier call, got ${call}`);
      return results[call];
    }
    if (!Array.isArray(call)) return refuse(field, 'must be a list: a method and its arguments');
    const [method, ...given] = call as readonly unknown[];
    const known = callable.find((name) => name === method);
    if (known === undefined) return refuse(`${field}[0]`, `must be one of ${callable.join(', ')}`);
    const place = results.push(undefined) - 1;
    if (place >= mostCalls) return refuse(field, `is one too many: data may have at most ${mostCalls} calls`);
    const args: unknown[] = [];
    for (const [i, one] of given.entries()) args.push(typed(await filled(one, `${field}[${i + 1}]`), field));
    const run = (await library())[known] as (...args: unknown[]) => Promise<unknown>;
    return (results[place] = await run(...args));
  }

  async function stepped(value: unknown, step: unknown, field: string): Promise<unknown> {
    const [name, ...by] = Array.isArray(step) ? (step as readonly unknown[]) : [];
    if (typeof name !== 'string' || !Object.hasOwn(steps, name))
      return refuse(field, `must be a list that begins with one of ${Object.keys(steps).join(', ')}`);
    if (typeof value !== 'object' || value === null) return refuse(field, 'has no numbers to begin with');
    const given: unknown[] = [];
    for (const one of by) given.push(listed(await filled(one, field), field));
    const run = steps[name as StepName] as (...given: unknown[]) => unknown;
    const subject = { code: 'bad_argument', field, what: 'a step of these numbers' } as const;
    return guarded(subject, () => run(value, ...given));
  }
}

const listed = (value: unknown, field: string): unknown =>
  isRecord(value) && !('cols' in value) ? numbers.read(value, field) : value;

/** Converts the elements of a matrix argument to a typed array. */
function typed(value: unknown, field: string): unknown {
  if (Array.isArray(value)) return value;
  if (!isRecord(value)) return value;
  const { data, rows, cols } = value;
  if (rows !== undefined && cols !== undefined && data !== undefined)
    return ArrayBuffer.isView(data) ? value : { ...value, data: numbers.read(data, `${field}.data`) };
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, isRecord(one) ? typed(one, field) : one]),
  );
}
