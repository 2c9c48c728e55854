/**
 * Written by web/tools/gen.mjs from src/include/posenc/result.hpp. Do not edit.
 */
/** The closed list of error codes. */
export const errorCodes = [
  'unknown_encoding', 'unknown_scaling', 'unknown_param', 'missing_param', 'bad_param', 'bad_shape', 'bad_positions',
  'bad_argument', 'not_defined', 'too_large', 'out_of_memory', 'bad_json', 'bad_config', 'unsupported_config',
  'unknown_method', 'disposed', 'wasm_not_found', 'wasm_unsupported', 'worker_failed', 'io', 'internal',
] as const;
export type ErrorCode = (typeof errorCodes)[number];
