/**
 * The library as our pages start it: the code of what few of them ask for comes with the first call of it, and with it the
 * registries of analyses and of tasks, which are exports of `posenc` and not of this object. Such a call reads its arguments
 * once its code is there, so nobody may change them meanwhile: that is why `posenc` itself has all at once.
 */
import { assembled, each } from './assembled.js';
import type { Composed } from './calls/composed.js';
import type { calls } from './calls/index.js';
import { tableBlocks } from './calls/table-blocks.js';
import { createOn } from './create.js';
import { encodings } from './generated/encodings.js';
import type { Backend } from './methods/calls.js';
import { tableOnGpu } from './methods/table.js';
import type { CreateOptions, Posenc } from './types/posenc.js';
import { browserFetcher } from './wasm/browser.js';
import { startWebWorker } from './worker/start.js';

/** All but the two registries, and what no page keeps on a GPU. */
export type PosencOnDemand = Omit<
  Posenc,
  'analyses' | 'tasks' | `${'gram' | 'attentionBias' | 'kernelProfile' | 'networkKernel' | 'rotate'}OnGpu`
>;

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
  prepare: async () => (await import('./calls/prepare.js')).prepare,
  report: async () => (await import('./calls/report.js')).report,
  resumeTraining: async () => (await import('./calls/resume-training.js')).resumeTraining,
  train: async () => (await import('./calls/train.js')).train,
};

export const onDemand = (backend: Backend): PosencOnDemand =>
  assembled(backend, (caller) => ({
    encodings,
    tableBlocks: tableBlocks.make(caller),
    tableOnGpu: (...given: readonly unknown[]) => caller.onGpu('table', tableOnGpu, given),
    ...each<{ readonly [M in Late]: Posenc[M] }>(late, (name) => [
      name,
      async (...given: readonly unknown[]) => {
        const { make } = await late[name as Late]();
        return (make(caller) as (...given: readonly unknown[]) => unknown)(...given);
      },
    ]),
  })) as PosencOnDemand;

export const create = (options?: CreateOptions): Promise<PosencOnDemand> =>
  createOn({ fetcher: browserFetcher, startWorker: startWebWorker, api: onDemand }, options);
