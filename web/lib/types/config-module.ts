/** Exports of config.wasm (wasm/config_bindings.cpp): functions from numbers or JSON to JSON. */
import type { RawError } from './core.js';

export interface RawJson {
  readonly json: string;
}

export interface ConfigModule {
  readonly HEAPU8: Uint8Array;
  /** `subject`: 0 a list of frequencies, 1 a table, 2 rows of cosines and then sines. `options`: posenc/identify.hpp. */
  identifyNumbers(numbers: Float64Array, rows: number, subject: number, options: string): RawJson | RawError;
  identifyText(numbers: string, options: string): RawJson | RawError;
  multimodalIds(prompt: string): RawJson | RawError;
  /** true after a failed allocation, which makes the instance unusable. */
  memoryEnded(): boolean;
}
