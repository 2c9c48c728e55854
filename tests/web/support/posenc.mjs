/** The built library and what several test files need of it. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PosencError, errorCodes } from '../../../dist/lib/node.js';

export * from '../../../dist/lib/node.js';

export const root = fileURLToPath(new URL('../../..', import.meta.url));
/** Of a file of the repository. */
export const text = (path) => readFileSync(join(root, path), 'utf8');
export const cli = `${root}dist/cli/posenc.js`;

/** The same test body runs in both. */
export const modes = [
  { mode: 'in process', options: {} },
  { mode: 'worker', options: { worker: true } },
];

/** … and in a pool. */
export const allModes = [...modes, { mode: 'two workers', options: { workers: 2 } }];

/** Random cases: many more in `npm run test:full`. */
export const runs = (n) => (process.env.POSENC_FULL ? n * 100 : n);

/** What a list should not have is told by itself. */
export const assertNone = (list, message) => assert.deepEqual(list, [], message);

/** The rejection of `promise`, which must be a PosencError of the closed list with an informed message. */
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

/** … with this code and field, as far as they are given, and a message that `words` match. */
export const refused = async (promise, ...expected) => assertError(await refusal(promise), ...expected);

/** The same of a call that throws at once. */
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

/** A config.json as published, for reports. */
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
