/**
 * The options of create() that say where the modules are: `modules`, its short form `wasmUrl`, and the names before them.
 */
import { errorAbout, mustBe } from './checks/errors.js';
import { type Entries, guarded, readRecord, refuseUnknown } from './checks/record.js';
import type { CreateOptions } from './types/posenc.js';
import type { GivenModule, GivenModules } from './wasm/module-loader.js';
import { type ModuleId, modules } from './wasm/modules.js';

/** Other names of modules.core, modules.analysis and modules.train: all but wasmUrl are deprecated. */
const aliases: Readonly<Record<ModuleId, readonly (keyof CreateOptions)[]>> = {
  core: ['wasmModule', 'wasmBinary', 'wasmUrl'],
  analysis: ['analysisModule', 'analysisBinary', 'analysisUrl'],
  train: ['trainModule', 'trainBinary', 'trainUrl'],
};
const ids = Object.keys(modules) as ModuleId[];

export const moduleOptions: readonly string[] = ['modules', ...Object.values(aliases).flat()];

/** @param absolute of an address, whatever it is relative to. */
export function givenModules(entries: Entries, absolute: (url: string | URL) => string): GivenModules {
  const subject = { code: 'bad_argument', field: 'options.modules', what: 'an object' } as const;
  const named = entries.has('modules') ? readRecord(entries.get('modules'), subject) : new Map<string, unknown>();
  refuseUnknown(named, ids, 'bad_argument', 'options.modules.', 'create');
  const given: { -readonly [K in keyof GivenModules]: GivenModules[K] } = {};
  for (const id of ids) {
    const [first, second] = [
      { field: `options.modules.${id}`, value: named.get(id) },
      ...aliases[id].map((name) => ({ field: `options.${name}`, value: entries.get(name) })),
    ].filter(({ value }) => value !== undefined);
    if (!first) continue;
    if (second) throw errorAbout('bad_argument', second.field, `has no effect beside ${first.field}`);
    given[id] = moduleOf(first.value, first.field, absolute);
  }
  return given;
}

/** Bytes are copied, for the caller may have posted or changed his own by then. (Buffer.slice does not copy.) */
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
