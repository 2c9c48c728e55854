/**
 * The public interface over any backend.
 */
import { assembled, each } from './assembled.js';
import { calls } from './calls/index.js';
import { analyses } from './generated/analyses.js';
import { encodings } from './generated/encodings.js';
import { tasks } from './generated/experiments.js';
import type { Backend, OnGpuName } from './methods/calls.js';
import { methods } from './methods/index.js';
import { onGpuMethods } from './methods/on-gpu.js';
import type { Posenc } from './types/posenc.js';

type OnGpu = { readonly [M in OnGpuName as `${M}OnGpu`]: Posenc[`${M}OnGpu`] };
type MoreThanOne = { readonly [M in keyof typeof calls]: Posenc[M] };

export const apiOf = (backend: Backend): Posenc =>
  assembled(backend, methods, (caller) => ({
    encodings,
    analyses,
    tasks,
    ...each<OnGpu>(onGpuMethods, (name) => [
      `${name}OnGpu`,
      (...given: readonly unknown[]) =>
        caller.onGpu(name as OnGpuName, onGpuMethods[name as OnGpuName] as never, given),
    ]),
    ...each<MoreThanOne>(calls, (name) => [name, calls[name as keyof typeof calls].make(caller)]),
  }));
