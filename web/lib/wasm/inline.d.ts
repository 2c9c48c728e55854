/**
 * core.wasm embedded in a JavaScript file, for environments that cannot fetch. Generated next to this declaration by
 * the build, and loaded on demand.
 */
/** Returns a fresh copy of the bytes of core.wasm, for `create({ modules: { core: wasmBinary() } })`. */
export function wasmBinary(): Uint8Array;
