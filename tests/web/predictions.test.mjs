/** Values that pages show before the module of analyses is loaded equal the library's. */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { predictions } from '../../web/tools/predictions.mjs';
import { root } from './support/posenc.mjs';

const texts = await predictions();

test('the predictions that come with a page are those of the library, to the last digit', () => {
  for (const [path, text] of texts)
    assert.equal(readFileSync(join(root, path), 'utf8'), text, `${path}: run node web/tools/predictions.mjs`);
});

test('and no other file lies beside them', () => {
  const [folder] = new Set([...texts.keys()].map(dirname));
  assert.deepEqual(
    readdirSync(join(root, folder)).map((name) => `${folder}/${name}`),
    [...texts.keys()].sort(),
  );
});
