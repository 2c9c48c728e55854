/**
 * The glue that Emscripten generates for a compiled module (wasm/CMakeLists.txt): a function that connects an instance.
 */
export interface GlueOptions {
  instantiateWasm(
    imports: WebAssembly.Imports,
    receive: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
  ): object;
}
export type CreateInstance<M> = (options: GlueOptions) => Promise<M>;
