/**
 * core.wasm inside a JavaScript file, for places that cannot fetch: written by the build beside this
 * declaration, and loaded only when it is needed.
 */
/** A fresh copy of the bytes of core.wasm; give it to `create({ modules: { core: wasmBinary() } })`. */
export function wasmBinary(): Uint8Array;
