/** The glue that Emscripten writes beside the compiled module (wasm/CMakeLists.txt). */
import type { CoreModule } from './core.js';

interface GlueOptions {
  instantiateWasm(
    imports: WebAssembly.Imports,
    receive: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
  ): object;
}
export default function createCore(options: GlueOptions): Promise<CoreModule>;
