/**
 * Checks the last argument of every public method.
 */
import { type Floats, type FloatsConstructor, isFloats, isShared } from './arrays.js';
import { typedArrayName } from './typed-array-name.js';
import { errorAbout, mustBe, PosencError, reason } from './errors.js';
import type { DType, GpuDevice } from '../types/posenc.js';
import type { Control } from './control.js';
import { type Entries, guarded, readRecord, refuseUnknown } from './record.js';
import { oneOf, suggestion } from './show.js';

const controls = ['signal', 'onProgress'] as const;

/** Reads the named options; throws on unknown keys, which are usually typos. */
export function readOptions(options: unknown, names: readonly string[]): Entries {
  if (options === undefined) return new Map();
  const entries = readRecord(options, { code: 'bad_argument', field: 'options', what: 'an object' });
  refuseUnknown(entries, [...names, ...controls], 'bad_argument', 'options.', 'this method');
  return entries;
}

function refuse(name: string, what: string, value: unknown): never {
  throw mustBe('bad_argument', `options.${name}`, what, value);
}

function signalOf(entries: Entries): AbortSignal | undefined {
  const signal = entries.get('signal');
  const what = 'an AbortSignal';
  return guarded({ code: 'bad_argument', field: 'options.signal', what }, () =>
    signal === undefined || isAbortSignal(signal) ? signal : refuse('signal', what, signal),
  );
}

/** Duck-typed, so that signals from other realms work. */
export function isAbortSignal(value: unknown): value is AbortSignal {
  const { aborted, addEventListener, removeEventListener } = (value ?? {}) as Partial<AbortSignal>;
  return [typeof aborted, typeof addEventListener, typeof removeEventListener].join() === 'boolean,function,function';
}

/** Duck-typed, because GPUDevice is a global only if the platform has built-in WebGPU. */
export function isGpuDevice(value: unknown): value is GpuDevice {
  const { createBuffer, queue, lost } = (value ?? {}) as Partial<GpuDevice>;
  return typeof createBuffer === 'function' && typeof queue?.submit === 'function' && lost instanceof Promise;
}

/** Settles like `promise` unless aborted first; the work itself continues for other waiters. */
export function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const leave = (): void => reject(signal.reason);
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave, { once: true });
  });
}

export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw signal.reason;
}

/** For calls that report no progress. */
export function signalAlone(entries: Entries): AbortSignal | undefined {
  if (entries.get('onProgress') === undefined) return signalOf(entries);
  throw errorAbout('bad_argument', 'options.onProgress', 'has no effect here: the call is short');
}

/** Wraps the caller's progress function; an exception it throws becomes an error of the call. */
function progressOf(entries: Entries): ((fraction: number) => void) | undefined {
  const callback = entries.get('onProgress');
  if (callback === undefined) return undefined;
  if (typeof callback !== 'function') return refuse('onProgress', 'a function', callback);
  return (fraction) => {
    try {
      (callback as (fraction: number) => void)(fraction);
    } catch (cause) {
      throw errorAbout('bad_argument', 'options.onProgress', 'threw', { cause });
    }
  };
}

export const dtypeOf = (entries: Entries, otherwise: DType = 'f32'): DType =>
  choiceOption<DType>(entries, 'dtype', otherwise === 'f32' ? ['f32', 'f64'] : ['f64', 'f32']);

/** Reads one of `choices`; defaults to the first. */
export function choiceOption<T extends string>(entries: Entries, name: string, choices: readonly [T, ...T[]]): T {
  const value = entries.has(name) ? entries.get(name) : choices[0];
  const found = choices.find((choice) => choice === value);
  if (found !== undefined) return found;
  const quoted = choices.map((choice) => `'${choice}'`);
  return refuse(name, oneOf(quoted) + suggestion(value, choices), value);
}

/** Index of a side in C++ (posenc/shape.hpp). */
export function sideOf(entries: Entries): 0 | 1 | 2 {
  const sides = ['q', 'k', 'o'] as const;
  return sides.indexOf(choiceOption(entries, 'side', sides)) as 0 | 1 | 2;
}

/** The caller's array, a view of its memory with the original methods, and whether its ownership is transferred. */
export interface GivenArray {
  readonly given: Floats;
  readonly view: Floats;
  readonly transfer: boolean;
}

export function intoOf(entries: Entries, dtype: DType): GivenArray | undefined {
  const into = entries.get('into');
  const transfer = booleanOption(entries, 'transfer') ?? false;
  if (into === undefined) {
    if (!transfer) return undefined;
    throw errorAbout('bad_argument', 'options.transfer', 'needs options.into');
  }
  const type: FloatsConstructor = dtype === 'f32' ? Float32Array : Float64Array;
  if (!isFloats(into) || typedArrayName(into) !== type.name)
    return refuse('into', `a ${type.name}, because dtype is '${dtype}'`, into);
  return guarded({ code: 'bad_argument', field: 'options.into', what: `a ${type.name}` }, () => {
    const view = new type(into.buffer as ArrayBuffer, into.byteOffset, into.length);
    if (!transfer || !isShared(view)) return { given: into, view, transfer };
    throw errorAbout(
      'bad_argument',
      'options.transfer',
      'must be left out for shared memory, which workers write to directly',
    );
  });
}

/** Moves the array into a new buffer; the given one is detached. */
export function takenOver(view: Floats): Floats {
  const type: FloatsConstructor = view instanceof Float32Array ? Float32Array : Float64Array;
  const { buffer, byteOffset, length } = view;
  const refused = (why: string, cause?: unknown): PosencError => {
    const text = `options.into cannot be handed over (${why}); leave transfer out`;
    return new PosencError('bad_argument', 'options.into', text, { cause });
  };
  let moved: ArrayBuffer;
  try {
    moved = structuredClone(buffer as ArrayBuffer, { transfer: [buffer as ArrayBuffer] });
  } catch (cause) {
    throw refused(reason(cause), cause);
  }
  if (buffer.byteLength > 0) throw refused('its memory belongs to a WebAssembly module');
  return new type(moved, byteOffset, length);
}

export function gpuDeviceOption(entries: Entries): GpuDevice | undefined {
  const device = entries.get('device');
  return device === undefined || isGpuDevice(device) ? device : refuse('device', 'a GPUDevice', device);
}

export function controlOf(entries: Entries): Control {
  return { signal: signalOf(entries), onProgress: progressOf(entries) };
}

/** Throws on options that a synchronous call cannot use. */
export function withoutControls(control: Control): void {
  for (const name of controls) {
    if (control[name] === undefined) continue;
    throw errorAbout('bad_argument', `options.${name}`, 'has no effect in a synchronous call');
  }
}

export function wholeOption(entries: Entries, name: string, min = 1): number | undefined {
  const value = entries.get(name);
  return value === undefined ? undefined : whole(value, `options.${name}`, min);
}

/** Reads a finite number of at least 0. */
export function sizeOption(entries: Entries, name: string): number | undefined {
  const value = entries.get(name);
  const right = typeof value === 'number' && Number.isFinite(value) && value >= 0;
  return value === undefined || right ? value : refuse(name, 'a finite number of at least 0', value);
}

export function booleanOption(entries: Entries, name: string): boolean | undefined {
  const value = entries.get(name);
  return value === undefined || typeof value === 'boolean' ? value : refuse(name, 'true or false', value);
}

/** Returns a safe integer of at least `min`; otherwise throws `bad_argument` about `field`. */
export function whole(value: unknown, field: string, min: number): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= min) return value;
  throw mustBe('bad_argument', field, `a whole number from ${min} to 2^53-1`, value);
}
