/**
 * The library as our pages start it: rarely used code loads on its first call, and with it the registries of analyses
 * and tasks, which are exports of `posenc`, not members. A late call reads its arguments after its code has loaded, so
 * callers must not change them meanwhile. `posenc` itself therefore loads everything at once.
 */
import { assembled, each } from './assembled.js';
import type { Composed } from './calls/composed.js';
import type { calls } from './calls/index.js';
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

/** All members except the two registries and the GPU methods that no page uses. */
export type PosencOnDemand = Omit<
  Posenc,
  'analyses' | 'tasks' | `${'gram' | 'attentionBias' | 'kernelProfile' | 'networkKernel' | 'rotate'}OnGpu`
>;

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

type Late = Exclude<keyof typeof calls, 'tableBlocks'>;
const late: { readonly [M in Late]: () => Promise<Composed<M>> } = {
  analyse: async () => (await import('./calls/analyse.js')).analyse,
  compare: async () => (await import('./calls/compare.js')).compare,
  diffConfigs: async () => (await import('./calls/diff-configs.js')).diffConfigs,
  engines: async () => (await import('./calls/engines.js')).engines,
  exportConfig: async () => (await import('./calls/export-config.js')).exportConfig,
  extendContext: async () => (await import('./calls/extend-context.js')).extendContext,
  identify: async () => (await import('./calls/identify.js')).identify,
  importConfig: async () => (await import('./calls/import-config.js')).importConfig,
  multimodalIds: async () => (await import('./calls/multimodal-ids.js')).multimodalIds,
  prepare: async () => {
    await allMethods();
    return (await import('./calls/prepare.js')).prepare;
  },
  report: async () => (await import('./calls/report.js')).report,
  resumeTraining: async () => (await import('./calls/resume-training.js')).resumeTraining,
  train: async () => (await import('./calls/train.js')).train,
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
    ...each<{ readonly [M in Late]: Posenc[M] }>(late, (name) => [
      name,
      async (...given: Given) => {
        const { make } = await late[name as Late]();
        return (make(caller) as (...given: Given) => unknown)(...given);
      },
    ]),
  })) as PosencOnDemand;

export const create = (options?: CreateOptions): Promise<PosencOnDemand> =>
  createOn({ fetcher: browserFetcher, startWorker: startWebWorker, methods, api: onDemand }, options);
