/** The built library, and helpers of several test files. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PosencError, errorCodes } from '../../../dist/lib/node.js';

export * from '../../../dist/lib/node.js';

export const root = fileURLToPath(new URL('../../..', import.meta.url));
/** The text of a file of the repository. */
export const text = (path) => readFileSync(join(root, path), 'utf8');
export const cli = `${root}dist/cli/posenc.js`;

/** Both modes run the same test body. */
export const modes = [
  { mode: 'in process', options: {} },
  { mode: 'worker', options: { worker: true } },
];

/** The modes of `modes`, and a pool. */
export const allModes = [...modes, { mode: 'two workers', options: { workers: 2 } }];

/** Number of random cases: a hundred times as many in `npm run test:full`. */
export const runs = (n) => (process.env.POSENC_FULL ? n * 100 : n);

/** Asserts that a list is empty; a failure shows its elements. */
export const assertNone = (list, message) => assert.deepEqual(list, [], message);

/** The rejection of `promise`, which must be a PosencError with a listed code and an informed message. */
export async function refusal(promise) {
  const error = await promise.then(
    (value) => assert.fail(`resolved with ${String(value)}`),
    (thrown) => thrown,
  );
  return checkedError(error);
}

export function checkedError(error) {
  assert.ok(error instanceof PosencError, `not a PosencError: ${error?.stack ?? String(error)}`);
  assert.ok(errorCodes.includes(error.code), error.code);
  assert.equal(typeof error.field, 'string');
  assert.ok(error.message.length > 0);
  return error;
}

/** Asserts a rejection with this code and field, as far as given, and a message that matches `words`. */
export const refused = async (promise, ...expected) => assertError(await refusal(promise), ...expected);

/** Asserts the same of a call that throws synchronously. */
export function throwsPosencError(call, ...expected) {
  let error;
  assert.throws(call, (thrown) => Boolean((error = checkedError(thrown))));
  return assertError(error, ...expected);
}

function assertError(error, code = error.code, field = error.field, words = /./) {
  assert.deepEqual({ code: error.code, field: error.field }, { code, field }, error.message);
  assert.match(error.message, words);
  return error;
}

/** A published config.json, for reports. */
export const llama31 = {
  model_type: 'llama',
  hidden_size: 4096,
  num_attention_heads: 32,
  max_position_embeddings: 131072,
  rope_theta: 500000,
  rope_scaling: {
    rope_type: 'llama3',
    factor: 8,
    low_freq_factor: 1,
    high_freq_factor: 4,
    original_max_position_embeddings: 8192,
  },
};
