/**
 * config.wasm embedded in a JavaScript file, for environments that cannot fetch. Generated next to this declaration
 * by the build, and loaded on demand.
 */
/** Returns a fresh copy of the bytes of config.wasm, for `create({ modules: { config: configBinary() } })`. */
export function configBinary(): Uint8Array;
