/**
 * analysis.wasm inside a JavaScript file, for places that cannot fetch: written by the build beside this
 * declaration, and loaded only when it is needed.
 */
/** A fresh copy of the bytes of analysis.wasm; give it to `create({ modules: { analysis: analysisBinary() } })`. */
export function analysisBinary(): Uint8Array;
