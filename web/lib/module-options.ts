/** The options of create() that locate the modules: `modules`, and `wasmUrl`, which is short for its core. */
import { errorAbout, mustBe } from './checks/errors.js';
import { type Entries, guarded, readRecord, refuseUnknown } from './checks/record.js';
import type { CreateOptions } from './types/posenc.js';
import type { GivenModule, GivenModules } from './wasm/module-loader.js';
import { type ModuleId, modules } from './wasm/modules.js';

const ids = Object.keys(modules) as ModuleId[];

export const moduleOptions: readonly (keyof CreateOptions)[] = ['modules', 'wasmUrl'];

/** @param absolute resolves an address, relative or not */
export function givenModules(entries: Entries, absolute: (url: string | URL) => string): GivenModules {
  const subject = { code: 'bad_argument', field: 'options.modules', what: 'an object' } as const;
  const named = entries.has('modules') ? readRecord(entries.get('modules'), subject) : new Map<string, unknown>();
  refuseUnknown(named, ids, 'bad_argument', 'options.modules.', 'create');
  const given: { -readonly [K in keyof GivenModules]: GivenModules[K] } = {};
  for (const id of ids) {
    const value = named.get(id);
    if (value !== undefined) given[id] = moduleOf(value, `options.modules.${id}`, absolute);
  }
  const address = entries.get('wasmUrl');
  if (address === undefined) return given;
  if (given.core) throw errorAbout('bad_argument', 'options.wasmUrl', 'has no effect with options.modules.core');
  if (typeof address !== 'string' && !(address instanceof URL))
    throw mustBe('bad_argument', 'options.wasmUrl', 'a string or a URL', address);
  return { ...given, core: absolute(address) };
}

/** Copies bytes, which the caller may post or change later. (Buffer.slice does not copy.) */
function moduleOf(value: unknown, field: string, absolute: (url: string | URL) => string): GivenModule {
  const what = 'an ArrayBuffer, a Uint8Array, a WebAssembly.Module, a string or a URL';
  return guarded({ code: 'bad_argument', field, what }, () => {
    if (typeof value === 'string' || value instanceof URL) return absolute(value);
    if (value instanceof Uint8Array) return new Uint8Array(value);
    if (value instanceof ArrayBuffer) return value.slice(0);
    if (value instanceof WebAssembly.Module) return value;
    throw mustBe('bad_argument', field, what, value);
  });
}
