/**
 * What both entries export beside `create`.
 */
export { PosencError, type ErrorCode } from './errors.js';
export { parseJson, type JsonOptions } from './json.js';
export { csvBytes, csvChunks } from './files/csv.js';
export { type Blocks, type TableMeta } from './files/chunks.js';
export { type NpyArray, npyBytes, npyChunks, parseNpy } from './files/npy.js';
export {
  parseSafetensors,
  type SafetensorsFile,
  type SafetensorsMeta,
  safetensorsBytes,
  safetensorsChunks,
} from './files/safetensors.js';
export * from './generated/encodings.js';
export type * from './posenc.js';
export type * from './registry.js';
