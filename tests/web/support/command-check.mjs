/** Inputs of check, diff and fix, which engines read alike or not; and the program. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { posenc as run } from './command-line.mjs';
import { llama31, root } from './posenc.mjs';

/** Standard output and exit status; nothing on standard error unless the status is 2. */
export function posenc(...args) {
  const { stdout, stderr, status } = run(args);
  if (status !== 2) assert.equal(stderr, '');
  return { out: stdout, err: stderr, status };
}
export const bundled = (name) => join(root, 'tests/golden/configs', `${name}.json`);
export const text = (value) => JSON.stringify(value, undefined, 2);

/** Both dictionaries and every field, which all engines read alike. */
export const alike = {
  ...llama31,
  rope_scaling: { ...llama31.rope_scaling, rope_theta: 500000, factor: 8 },
  rope_parameters: { ...llama31.rope_scaling, rope_theta: 500000, factor: 8 },
};
/** The same config for readers that support transformers 5 only. */
export const newer = (({ rope_theta, rope_scaling, ...rest }) => ({
  ...rest,
  rope_parameters: { rope_theta, ...rope_scaling },
}))(llama31);
