/**
 * Builds the public object from the lists of methods, both in process and in a worker.
 */
import { Caller } from './calls/caller.js';
import type { Backend, Calls, Methods, OnSpecName } from './methods/calls.js';
import { given } from './requests/requests.js';
import type { Posenc } from './types/posenc.js';

/** Fails to compile if a method returns something other than its public type. */
type OnSpec = {
  readonly [M in OnSpecName]: Calls[M]['returned'] extends Awaited<ReturnType<Posenc[M]>> ? Posenc[M] : unknown;
};

/** Builds an object with one function per name of a list. */
export const each = <Made>(list: object, make: (name: string) => [string, unknown]): Made =>
  Object.fromEntries(Object.keys(list).map(make)) as Made;

/** @param methods the methods on one spec  @param rest all other members */
export function assembled<Rest>(backend: Backend, methods: Methods, rest: (caller: Caller) => Rest) {
  const caller = new Caller(backend, methods); // private: it gives access to the module's memory
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
