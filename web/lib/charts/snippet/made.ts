/**
 * Numbers as the call that gives them: `{"call":["table",{"encoding":"rope","dim":64},128],"of":"data"}`. A call that stands
 * further up is named by its place among them, `{"call":0}`. Numbers in even steps are `{"start":0,"count":128}`.
 */
import { type Origin, originOf } from '../core/origin.js';
import type { Json, WriteNumbers } from '../../checks/schema.js';

/** Numbers that may stand among calls, or in their arguments, as they are. */
const mostPlain = 512;

type Fields = { readonly [name: string]: Json };
/** Calls as they come in the text. */
type Calls = Origin['call'][];
/** It cannot be said in JSON, or not shortly. */
class Unsayable extends Error {}
function unsayable(): never {
  throw new Unsayable();
}

/** Whether all that is long in the data comes of calls. */
export function isMade(data: unknown): boolean {
  let made = false;
  const holds = (value: unknown): boolean => {
    if (typeof value !== 'object' || value === null) return true;
    const origin = originOf(value);
    if (origin && callOf(origin, [])) return (made = true);
    if (!isList(value)) return Object.values(value).every(holds);
    if (typeof value[0] === 'object') return Array.from(value).every(holds);
    return value.length <= mostPlain || rangeOf(value) !== undefined;
  };
  return holds(data) && made;
}

/** @param plain writes what no call gives */
export function madeNumbers(plain: WriteNumbers): WriteNumbers {
  const calls: Calls = [];
  return (values) => {
    const origin = originOf(values);
    const call = origin && callOf(origin, calls);
    if (!call) return rangeOf(values) ?? plain(values);
    const matrix = origin.sides && wholeOf(call);
    return matrix ? { ...call, matrix } : call;
  };
}

/** The matrix of which these are the numbers: without the step from one to the other. */
function wholeOf({ call, of, then }: Fields): Fields | undefined {
  const steps = (then ?? []) as readonly (readonly Json[])[];
  const way = of === undefined ? [] : String(of).split('.');
  if (steps.at(-1)?.[0] === 'data') return saidOf(call as Json, way, steps.slice(0, -1));
  return steps.length === 0 && way.at(-1) === 'data' ? saidOf(call as Json, way.slice(0, -1), []) : undefined;
}
const saidOf = (call: Json, way: Origin['of'], then: readonly (readonly Json[])[]): Fields => ({
  call,
  ...(way.length > 0 ? { of: way.join('.') } : {}),
  ...(then.length > 0 ? { then } : {}),
});

function callOf({ call, of, then }: Origin, calls: Calls): Fields | undefined {
  const before = calls.length;
  try {
    const known = calls.indexOf(call);
    if (known < 0) calls.push(call);
    const written = known < 0 ? call.map((one) => argument(one, calls)).filter((one) => one !== undefined) : known;
    const steps = then.map(([name, ...by]) => [
      name,
      ...by.map((one) => numbersOf(one, calls) ?? argument(one, calls) ?? unsayable()),
    ]);
    return saidOf(written, of, steps);
  } catch (error) {
    if (!(error instanceof Unsayable)) throw error;
    calls.length = before;
    return undefined;
  }
}

/** An argument of a call. What cannot change a result is left out: the signal of an abort, what is told of progress. */
function argument(value: unknown, calls: Calls): Json | undefined {
  if (value === undefined || typeof value === 'string' || typeof value === 'boolean' || value === null) return value;
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) unsayable();
    return value;
  }
  if (typeof value !== 'object') return unsayable();
  const origin = originOf(value);
  const call = origin && callOf(origin, calls);
  if (call) return call;
  if (isList(value)) {
    if (value.length > mostPlain) unsayable();
    return Array.from(value, (one) => argument(one, calls) ?? unsayable());
  }
  const { rows, cols, data } = value as Readonly<Record<string, unknown>>;
  const ofMatrix = rows !== undefined && cols !== undefined;
  const entries = Object.entries(value).filter(([name]) => name !== 'signal' && name !== 'onProgress');
  return Object.fromEntries(
    entries.flatMap(([name, one]) => {
      const json = (ofMatrix && one === data ? numbersOf(one, calls) : undefined) ?? argument(one, calls);
      return json === undefined ? [] : [[name, json]];
    }),
  );
}

/** Lists of steps and of matrices may be given as data are. */
function numbersOf(value: unknown, calls: Calls): Json | undefined {
  if (typeof value !== 'object' || value === null || !isList(value)) return undefined;
  const origin = originOf(value);
  return (origin && callOf(origin, calls)) ?? rangeOf(value);
}

function isList(value: object): value is ArrayLike<unknown> {
  return Array.isArray(value) || (ArrayBuffer.isView(value) && 'length' in value);
}

/** Numbers in even steps, to the bit. */
function rangeOf(values: ArrayLike<unknown>): Json | undefined {
  const [start, second] = [Number(values[0]), Number(values[1])];
  const step = second - start;
  const count = values.length;
  if (count < 3 || !Number.isFinite(start) || !Number.isFinite(step)) return undefined;
  for (let i = 0; i < count; i++) if (values[i] !== start + i * step) return undefined;
  return { ...(start === 0 ? {} : { start }), count, ...(step === 1 ? {} : { step }) };
}
