/**
 * train.wasm embedded in a JavaScript file, for environments that cannot fetch. Generated next to this declaration by
 * the build, and loaded on demand.
 */
/** Returns a fresh copy of the bytes of train.wasm, for `create({ modules: { train: trainBinary() } })`. */
export function trainBinary(): Uint8Array;
