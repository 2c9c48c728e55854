/**
 * The public interface over any backend, made of the lists of methods. The same object in process and in a worker.
 */
import { Caller } from './calls/caller.js';
import { calls } from './calls/index.js';
import { analyses } from './generated/analyses.js';
import { encodings } from './generated/encodings.js';
import { tasks } from './generated/experiments.js';
import type { Backend, Calls, OnGpuName, OnSpecName } from './methods/calls.js';
import { methods, onGpuMethods } from './methods/index.js';
import { given } from './requests/requests.js';
import type { Posenc } from './types/posenc.js';

/** Does not compile where a method gives something else than its public form says. */
type OnSpec = {
  readonly [M in OnSpecName]: Calls[M]['returned'] extends Awaited<ReturnType<Posenc[M]>> ? Posenc[M] : unknown;
};
type OnGpu = { readonly [M in OnGpuName as `${M}OnGpu`]: Posenc[`${M}OnGpu`] };
type MoreThanOne = { readonly [M in keyof typeof calls]: Posenc[M] };

/** An object with a function for each name of a list. */
const each = <Made>(list: object, make: (name: string) => [string, unknown]): Made =>
  Object.fromEntries(Object.keys(list).map(make)) as Made;

export function apiOf(backend: Backend): Posenc {
  const caller = new Caller(backend); // seen by nobody else: behind it lies the module's memory
  const api: Posenc = {
    encodings,
    analyses,
    tasks,
    ...each<OnSpec>(methods, (name) => [
      name,
      (spec: unknown, ...rest: readonly unknown[]) => caller.run(name as OnSpecName, given(spec), rest),
    ]),
    ...each<OnGpu>(onGpuMethods, (name) => [
      `${name}OnGpu`,
      (...rest: readonly unknown[]) => caller.onGpu(name as OnGpuName, rest),
    ]),
    ...each<MoreThanOne>(calls, (name) => [name, calls[name as keyof typeof calls].make(caller)]),
    dispose: () => caller.dispose(),
  };
  if (typeof Symbol.dispose === 'symbol') Object.defineProperty(api, Symbol.dispose, { value: () => api.dispose() });
  return api;
}
