/**
 * analysis.wasm embedded in a JavaScript file, for environments that cannot fetch. Generated next to this declaration
 * by the build, and loaded on demand.
 */
/** Returns a fresh copy of the bytes of analysis.wasm, for `create({ modules: { analysis: analysisBinary() } })`. */
export function analysisBinary(): Uint8Array;
