/**
 * The public methods on a prepared spec: the same readers as those of api.ts, the same work, another way to call it.
 */
import { type ReadMethod, readBlocks, readers } from './requests/arguments.js';
import type { PlannedMethod } from './requests/calls.js';
import { type Caller, computed } from './caller.js';
import { PosencError } from './checks/errors.js';
import { encodings } from './generated/encodings.js';
import type { EncodingSpec, Prepared, PreparedSync, Shape } from './types/posenc.js';
import { assemblePrecision } from './requests/precision.js';
import type { SpecOf } from './requests/requests.js';
import { checkStage, plainSpec } from './requests/spec.js';
import type { RawSpec } from './types/core.js';

/** What says what computed it; the results of others are as they come. */
const computedMethods = ['table', 'gram', 'rotate', 'attentionBias'];
const plainMethods = [
  ...computedMethods,
  'frequencies',
  'derivative',
  'channelGram',
  'kernelProfile',
  'decayBound',
  'biasVector',
  'relativeMap',
  'attentionScores',
  'facts',
] as readonly (ReadMethod & PlannedMethod)[];

/** Plans that were not released when their owner was collected: a net, not a promise. */
const dropped = new FinalizationRegistry<() => void>((release) => release());
/** Apart, so that it holds nothing of the owner. */
const releaseOf = (calls: Caller, number: number) => (): void => calls.release(number);

type Read = (spec: SpecOf, ...rest: unknown[]) => never;

/** @param raw with its number */
export function preparedOf(calls: Caller, raw: RawSpec, shape: Shape): Prepared {
  const info = encodings.find(({ id }) => id === raw.encoding)!;
  let disposed = false;
  const specOf: SpecOf = (stage) => {
    if (disposed)
      throw new PosencError('disposed', '', 'dispose() was called; prepare() makes another of the same spec');
    if (stage !== null) checkStage(info, stage);
    return raw;
  };
  const sync: Record<string, unknown> = {};
  const methods: Record<string, unknown> = {};
  for (const method of plainMethods) {
    const read = readers[method] as unknown as Read;
    const shown: <T>(result: T) => unknown = computedMethods.includes(method)
      ? (result) => computed(result as object)
      : (result) => result;
    sync[method] = (...rest: unknown[]) => shown(calls.now(method, () => read(specOf, ...rest)));
    methods[method] = async (...rest: unknown[]) => shown(await calls.run(method, () => read(specOf, ...rest)));
  }
  const release = releaseOf(calls, raw.prepared!);
  const prepared = {
    ...methods,
    spec: plainSpec(raw) as EncodingSpec,
    shape,
    sync: Object.freeze(sync) as PreparedSync,
    async precision(...rest: readonly [unknown, unknown?]) {
      let chosen: readonly number[] = [];
      const made = await calls.run('precision', () => {
        const ready = readers.precision(specOf, ...rest);
        chosen = ready.request.methods;
        return ready;
      });
      return assemblePrecision(made, chosen);
    },
    tableBlocks: (...rest: readonly [unknown, unknown?]) => calls.blocks(() => readBlocks(specOf, rest[0], rest[1])),
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
