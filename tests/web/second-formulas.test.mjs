/**
 * Every encoding and context extension is computed a second way by a test of its own (golden numbers,
 * long double, 256-bit arithmetic): properties that all rows share would not notice a wrong formula.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { encodings, scalings } from '../../dist/lib/generated/encodings.js';
import { filesBelow } from '../../web/tools/fresh.mjs';

const folder = fileURLToPath(new URL('../encodings/', import.meta.url));
/** They run over all rows, whatever their formulas. */
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
