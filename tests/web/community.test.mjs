/** The files about citing, reporting and contributing: their consumers can read them, and they have this version. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root, text } from './support/posenc.mjs';

test('one version: package.json, CMakeLists.txt and CITATION.cff', () => {
  const { version, license } = JSON.parse(text('package.json'));
  assert.match(text('CMakeLists.txt'), new RegExp(`project\\(posenc VERSION ${version.replaceAll('.', '\\.')} `));
  assert.match(text('CITATION.cff'), new RegExp(`^version: ${version.replaceAll('.', '\\.')}$`, 'm'));
  assert.match(text('CITATION.cff'), new RegExp(`^license: ${license}$`, 'm'));
  assert.match(text('CHANGELOG.md'), new RegExp(`^## ${version.replaceAll('.', '\\.')}\\b`, 'm'));
});

test('what others install by its version is this one', () => {
  const { version } = JSON.parse(text('package.json'));
  for (const path of ['action.yml', '.pre-commit-hooks.yaml', 'docs/ci.md']) {
    const named = [...text(path).matchAll(/\bposenc@v?(\d[\w.-]*)/g)].map(([, found]) => found);
    assert.ok(named.length > 0, path);
    assert.deepEqual(new Set(named), new Set([version]), path);
  }
});

test('CITATION.cff has what its format requires', () => {
  for (const key of ['cff-version: 1\\.2\\.0', 'message: \\S', 'title: \\S', 'authors:\\n  - '])
    assert.match(text('CITATION.cff'), new RegExp(`^${key}`, 'm'));
});

test('data of others is in the file that NOTICE.md names, in the version of the installed package', () => {
  const files = [...text('NOTICE.md').matchAll(/\| `(lib\/[\w/.-]+\.js)` \|/g)].map(
    ([, file]) => `web/${file.slice(0, -3)}.ts`,
  );
  assert.equal(files.length, 2);
  for (const file of files) assert.ok(existsSync(join(root, file)), file);
  const { devDependencies } = JSON.parse(text('package.json'));
  assert.ok(text('NOTICE.md').includes(`d3-scale-chromatic ${devDependencies['d3-scale-chromatic']} `));
});

test('issue forms ask for what is needed, each question once', () => {
  const folder = '.github/ISSUE_TEMPLATE';
  for (const name of readdirSync(join(root, folder))) {
    const form = text(join(folder, name));
    for (const key of ['name: \\S', 'description: \\S', 'body:']) assert.match(form, new RegExp(`^${key}`, 'm'), name);
    const ids = [...form.matchAll(/^ {4}id: (\w+)$/gm)].map(([, id]) => id);
    assert.ok(ids.length > 0 && new Set(ids).size === ids.length, name);
    assert.equal([...form.matchAll(/^ {2}- type: (textarea|input)$/gm)].length, ids.length, name);
  }
});
