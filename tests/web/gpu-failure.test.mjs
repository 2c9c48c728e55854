/** Messages of WebGPU error scopes are passed on. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scopeFailure } from '../../dist/lib/gpu/failure.js';

// as in WebGPU, these are not Errors
class GPUValidationError {
  message = 'the buffer is too small';
}
class GPUOutOfMemoryError {
  message = '';
}

test('the text of an error, or its class where it has none', () => {
  const invalid = scopeFailure(new GPUValidationError());
  assert.deepEqual([invalid.kind, invalid.message], ['invalid', 'the buffer is too small']);
  const memory = scopeFailure(new GPUOutOfMemoryError());
  assert.deepEqual([memory.kind, memory.message], ['memory', 'GPUOutOfMemoryError']);
});
