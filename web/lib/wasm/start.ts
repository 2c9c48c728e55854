/** Makes an instance from a compiled module and its glue. Also part of the workers' code. */
import { PosencError, reason } from '../checks/errors.js';
import type { CreateInstance } from './glue.js';
import { type Interfaces, type ModuleFile, type ModuleId, modules } from './modules.js';

export async function startInstance<M extends ModuleId>(
  id: M,
  createInstance: CreateInstance<Interfaces[M]>,
  module: WebAssembly.Module,
): Promise<Interfaces[M]> {
  const { file, mark } = modules[id];
  // The glue does not report a failed instantiation, so that path rejects here.
  const instance = await new Promise<Interfaces[M]>((resolve, reject) => {
    const fail = (cause: unknown): void => reject(startError(file, cause));
    createInstance({
      instantiateWasm(imports, receive) {
        WebAssembly.instantiate(module, imports)
          .then((made) => receive(made, module))
          .catch(fail);
        return {};
      },
    }).then(resolve, fail);
  });
  if (typeof instance[mark as keyof Interfaces[M]] !== 'function')
    throw startError(file, new Error(`it does not export ${mark}`));
  return instance;
}

/** A failed memory allocation is a RangeError; any other error means that the module is not ours. */
function startError(file: ModuleFile, cause: unknown): PosencError {
  const text = reason(cause);
  return cause instanceof RangeError
    ? new PosencError('out_of_memory', '', `there is no memory to start the WebAssembly module: ${text}`, { cause })
    : new PosencError('wasm_not_found', '', `the WebAssembly module is not the ${file} of this version: ${text}`, {
        cause,
      });
}
