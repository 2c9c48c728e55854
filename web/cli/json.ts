/**
 * Writes any result as JSON: typed arrays as arrays, matrices as nested arrays, a block of a table as { firstRow, data
 * }. Yields pieces, because a table may exceed the maximum string length.
 */
import type { Matrix } from '../lib/types/posenc.js';
import { jsonText } from './harmless.js';

/** One line of text. */
export function* jsonLine(value: unknown): Generator<string, void, undefined> {
  yield* jsonPieces(value);
  yield '\n';
}

export function* jsonPieces(value: unknown): Generator<string, void, undefined> {
  if (isMatrix(value)) {
    if ('firstRow' in value) yield `{"firstRow":${String(value.firstRow)},"data":`;
    yield* list(
      Array.from({ length: value.rows }, (_, r) => value.data.subarray(r * value.cols, (r + 1) * value.cols)),
    );
    if ('firstRow' in value) yield '}';
  } else if (Array.isArray(value)) {
    yield* list(value);
  } else if (isTyped(value)) {
    yield `[${Array.from(value, numberText).join(',')}]`;
  } else if (typeof value === 'object' && value !== null) {
    let separator = '{';
    for (const [key, item] of Object.entries(value)) {
      if (item === undefined) continue;
      yield `${separator}${jsonText(key)}:`;
      yield* jsonPieces(item);
      separator = ',';
    }
    yield separator === '{' ? '{}' : '}';
  } else if (typeof value === 'number') {
    yield numberText(value);
  } else {
    yield jsonText(value);
  }
}

function* list(items: readonly unknown[]): Generator<string, void, undefined> {
  let separator = '[';
  for (const item of items) {
    yield separator;
    yield* jsonPieces(item);
    separator = ',';
  }
  yield separator === '[' ? '[]' : ']';
}

/**
 * JSON has no infinity. -Infinity, the bias of a masked key, becomes a number beyond every double, which IEEE 754
 * readers turn back into -Infinity. NaN has no such number. Python reads -0 as the integer 0.
 */
function numberText(value: number): string {
  if (Number.isNaN(value)) return 'null';
  if (!Number.isFinite(value)) return value > 0 ? '1e999' : '-1e999';
  return Object.is(value, -0) ? '-0.0' : String(value);
}

/** Includes 16-bit arrays. */
export const isTyped = (value: unknown): value is ArrayLike<number> => ArrayBuffer.isView(value) && 'length' in value;

export const isMatrix = (value: unknown): value is Matrix & { readonly firstRow?: number } =>
  typeof value === 'object' &&
  value !== null &&
  'data' in value &&
  'rows' in value &&
  'cols' in value &&
  isTyped(value.data);
