/**
 * Methods whose code loads with their first call, so that a program that makes tables does not load it. Like every
 * method they take their arguments as they are at the call.
 */
import { copied } from '../checks/copied.js';
import type { Caller } from './caller.js';
import type { Composed } from './composed.js';

export const late = {
  analyse: async () => (await import('./analyse.js')).analyse,
  compare: async () => (await import('./compare.js')).compare,
  diffConfigs: async () => (await import('./diff-configs.js')).diffConfigs,
  engines: async () => (await import('./engines.js')).engines,
  exportConfig: async () => (await import('./export-config.js')).exportConfig,
  extendContext: async () => (await import('./extend-context.js')).extendContext,
  identify: async () => (await import('./identify.js')).identify,
  importConfig: async () => (await import('./import-config.js')).importConfig,
  multimodalIds: async () => (await import('./multimodal-ids.js')).multimodalIds,
  networkKernelOnGpu: async () => (await import('./network-kernel-on-gpu.js')).networkKernelOnGpu,
  report: async () => (await import('./report.js')).report,
  resumeTraining: async () => (await import('./resume-training.js')).resumeTraining,
  train: async () => (await import('./train.js')).train,
} as const;

export type LateName = keyof typeof late;
type Call = (...given: readonly unknown[]) => unknown;

/** A method that loads with its first call; until then, its arguments are copied. */
export function loading(caller: Caller, load: () => Promise<Composed<LateName | 'prepare'>>): Call {
  let call: Call | undefined;
  return async (...given) => {
    if (call) return call(...given);
    const own = given.map(copied);
    call = (await load()).make(caller) as Call;
    return call(...own);
  };
}
