/**
 * The public interface over any backend.
 */
import { assembled, each } from './assembled.js';
import { calls } from './calls/index.js';
import { late, type LateName, loading } from './calls/late.js';
import { encodings } from './generated/encodings.js';
import type { Backend } from './methods/calls.js';
import { methods } from './methods/index.js';
import { onGpuMethods } from './methods/on-gpu.js';
import type { Posenc } from './types/posenc.js';

type OnGpu = { readonly [M in keyof typeof onGpuMethods as `${M}OnGpu`]: Posenc[`${M}OnGpu`] };
type MoreThanOne = { readonly [M in keyof typeof calls]: Posenc[M] };

export const apiOf = (backend: Backend): Posenc =>
  assembled(backend, methods, (caller) => ({
    encodings,
    ...each<OnGpu>(onGpuMethods, (name) => [
      `${name}OnGpu`,
      (...given: readonly unknown[]) =>
        caller.onGpu(
          name as keyof typeof onGpuMethods,
          onGpuMethods[name as keyof typeof onGpuMethods] as never,
          given,
        ),
    ]),
    ...each<MoreThanOne>(calls, (name) => [name, calls[name as keyof typeof calls].make(caller)]),
    ...each<{ readonly [M in LateName]: Posenc[M] }>(late, (name) => [name, loading(caller, late[name as LateName])]),
  }));
