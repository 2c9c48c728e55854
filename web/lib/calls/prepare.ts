/**
 * prepare: checks and plans one spec once, and returns the methods on it.
 */
import { PosencError } from '../checks/errors.js';
import { encodings } from '../generated/encodings.js';
import type { OnSpecName } from '../methods/calls.js';
import { methods } from '../methods/index.js';
import { readBlocks } from '../methods/table-blocks.js';
import { newNumber } from '../requests/prepared-number.js';
import { type SpecOf } from '../requests/requests.js';
import { checkSpec, checkStage, plainSpec } from '../requests/spec.js';
import type { RawSpec } from '../types/core.js';
import type { EncodingSpec, Matrix, Prepared, PreparedSync, Rotator, Shape } from '../types/posenc.js';
import type { Caller } from './caller.js';
import type { Composed } from './composed.js';
import { rotatorOf, type RotateRows } from './rotator.js';

/** All methods except `shape`, which is computed at once. */
const names = (Object.keys(methods) as OnSpecName[]).filter((name) => name !== 'shape');

/** Releases plans whose owner was collected without releasing them (best effort). */
const dropped = new FinalizationRegistry<() => void>((release) => release());
/** A separate function, so that the closure does not reference the owner. */
const releaseOf = (calls: Caller, number: number) => (): void => calls.release(number);

export const prepare: Composed<'prepare'> = {
  takes: ['spec'],
  make: (calls) => async (spec, options) => {
    const raw = calls.read(() => ({ ...checkSpec(spec), prepared: newNumber() }));
    return preparedOf(calls, raw, await calls.run('shape', () => raw, [options]));
  },
};

/** @param raw the spec with its number */
function preparedOf(calls: Caller, raw: RawSpec, shape: Shape): Prepared {
  const info = encodings.find(({ id }) => id === raw.encoding)!;
  let disposed = false;
  const specOf: SpecOf = (stage) => {
    if (disposed)
      throw new PosencError('disposed', '', 'dispose() was called; prepare() makes another of the same spec');
    if (stage !== undefined) checkStage(info, stage);
    return raw;
  };
  const release = releaseOf(calls, raw.prepared!);
  const each = (call: (name: OnSpecName, given: readonly unknown[]) => unknown) =>
    Object.fromEntries(names.map((name) => [name, (...given: readonly unknown[]) => call(name, given)]));
  const now = each((name, given) => calls.now(name, specOf, given));
  const rotateRows: RotateRows = (x, positions, side) =>
    (calls.now('rotate', specOf, [x, positions, { side }]) as Matrix<Float64Array>).data;
  const rotator = (options: unknown): Rotator => calls.read(() => rotatorOf(specOf, shape, rotateRows, options));
  const prepared = {
    ...each((name, given) => calls.run(name, specOf, given)),
    spec: plainSpec(raw) as EncodingSpec,
    shape,
    sync: Object.freeze({ ...now, rotator: (options?: unknown) => rotator(options) }) as PreparedSync,
    tableBlocks: (positions: unknown, options?: unknown) => calls.blocks(() => readBlocks(specOf, positions, options)),
    dispose(): void {
      if (disposed) return;
      disposed = true;
      dropped.unregister(prepared);
      release();
    },
  };
  if (typeof Symbol.dispose === 'symbol') Object.defineProperty(prepared, Symbol.dispose, { value: prepared.dispose });
  dropped.register(prepared, release, prepared);
  return Object.freeze(prepared) as unknown as Prepared;
}
