/**
 * Every encoding and context extension has its own test with an independent computation (golden numbers, long double,
 * 256-bit arithmetic): properties shared by all rows would not reveal a wrong formula.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { encodings, scalings } from '../../dist/lib/generated/encodings.js';
import { filesBelow } from '../../web/tools/fresh.mjs';

const folder = fileURLToPath(new URL('../encodings/', import.meta.url));
/** Tests over all rows, independent of their formulas. */
const general = /^(every_.*|exact_zeros|score_positions|bands|accuracy)_test\.cpp$/;
const independent = /golden\.hpp|long double|\bWide\b|load_json|std::(pow|sin|cos|exp|log|sqrt|complex)/;

test('each row is in a test that computes its numbers in another way', () => {
  const sources = filesBelow([folder])
    .filter((file) => file.endsWith('_test.cpp') && !general.test(basename(file)))
    .map((file) => readFileSync(file, 'utf8'))
    .filter((text) => independent.test(text));
  assert.ok(sources.length > 25);
  for (const { id } of [...encodings, ...scalings])
    assert.ok(
      sources.some((text) => text.includes(`"${id}"`)),
      `'${id}' has no second formula`,
    );
});
