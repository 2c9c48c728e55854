/**
 * The object that callers have, made of the lists of methods. The same in process and in a worker.
 */
import { Caller } from './calls/caller.js';
import type { Backend, Calls, Methods, OnSpecName } from './methods/calls.js';
import { given } from './requests/requests.js';
import type { Posenc } from './types/posenc.js';

/** Does not compile where a method gives something else than its public form says. */
type OnSpec = {
  readonly [M in OnSpecName]: Calls[M]['returned'] extends Awaited<ReturnType<Posenc[M]>> ? Posenc[M] : unknown;
};

/** An object with a function for each name of a list. */
export const each = <Made>(list: object, make: (name: string) => [string, unknown]): Made =>
  Object.fromEntries(Object.keys(list).map(make)) as Made;

/**
 * @param methods those on one spec
 * @param rest what there is beside them
 */
export function assembled<Rest>(backend: Backend, methods: Methods, rest: (caller: Caller) => Rest) {
  const caller = new Caller(backend, methods); // seen by nobody else: behind it lies the module's memory
  const api = {
    ...each<OnSpec>(methods, (name) => [
      name,
      (spec: unknown, ...others: readonly unknown[]) => caller.run(name as OnSpecName, given(spec), others),
    ]),
    ...rest(caller),
    dispose: () => caller.dispose(),
  };
  if (typeof Symbol.dispose === 'symbol') Object.defineProperty(api, Symbol.dispose, { value: () => api.dispose() });
  return api;
}
