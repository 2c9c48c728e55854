/**
 * The library as our pages start it: of the methods on one spec, too, most load with their first call. Those read their
 * arguments after their code has loaded, so callers must not change them meanwhile. `posenc` itself has them at once.
 */
import { assembled, each } from './assembled.js';
import { late, type LateName, loading } from './calls/late.js';
import { tableBlocks } from './calls/table-blocks.js';
import { createOn } from './create.js';
import { encodings } from './generated/encodings.js';
import { attentionBias } from './methods/attention-bias.js';
import type { Backend, Methods, OnSpecName } from './methods/calls.js';
import { facts } from './methods/facts.js';
import { frequencies } from './methods/frequencies.js';
import { gram } from './methods/gram.js';
import { relativeMap } from './methods/relative-map.js';
import { shape } from './methods/shape.js';
import { table, tableOnGpu } from './methods/table.js';
import { given as givenSpec } from './requests/requests.js';
import type { CreateOptions, Posenc } from './types/posenc.js';
import { browserFetcher } from './wasm/browser.js';
import { startWebWorker } from './worker/start.js';

/** All members except the GPU methods that no page uses. */
export type PosencOnDemand = Omit<Posenc, `${'gram' | 'attentionBias' | 'kernelProfile' | 'rotate'}OnGpu`>;

/** The methods on one spec that most pages call first. */
const first = { frequencies, table, gram, attentionBias, relativeMap, facts, shape };
type LateMethod = Exclude<OnSpecName, keyof typeof first>;
/** All other methods on one spec; their code is one file. */
const lateMethods: { readonly [M in LateMethod]: true } = {
  derivative: true,
  kernelProfile: true,
  decayBound: true,
  channelGram: true,
  rotate: true,
  cosSin: true,
  biasVector: true,
  attentionScores: true,
  precision: true,
};
type Given = readonly unknown[];

/** The methods loaded so far; all instances share them. */
const methods: Methods = { ...first };
const allMethods = async (): Promise<void> => {
  Object.assign(methods, (await import('./methods/index.js')).methods);
};

const prepared = async () => {
  await allMethods();
  return (await import('./calls/prepare.js')).prepare;
};

export const onDemand = (backend: Backend): PosencOnDemand =>
  assembled(backend, methods, (caller) => ({
    encodings,
    tableBlocks: tableBlocks.make(caller),
    tableOnGpu: (...given: Given) => caller.onGpu('table', tableOnGpu, given),
    ...each<{ readonly [M in LateMethod]: Posenc[M] }>(lateMethods, (name) => [
      name,
      async (spec: unknown, ...others: Given) => {
        await allMethods();
        return caller.run(name as LateMethod, givenSpec(spec), others);
      },
    ]),
    prepare: loading(caller, prepared),
    ...each<{ readonly [M in LateName]: Posenc[M] }>(late, (name) => [name, loading(caller, late[name as LateName])]),
  })) as PosencOnDemand;

export const create = (options?: CreateOptions): Promise<PosencOnDemand> =>
  createOn({ fetcher: browserFetcher, startWorker: startWebWorker, methods, api: onDemand }, options);
