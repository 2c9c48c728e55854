/**
 * The course treats every slide, section and claim of its sources, or says why not; its citations are those of the
 * bibliography; and what is made of both is what is in the repository.
 */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { bibliographySource, entriesOf, labelOf, sourceOf, written } from '../../web/tools/bibliography.mjs';
import { document, marksIn, sources, withTable } from '../../web/tools/coverage.mjs';
import { notebookPaths } from './support/notebook-files.mjs';
import { root } from './support/posenc.mjs';

const read = (path) => readFileSync(join(root, path), 'utf8');
const all = [...notebookPaths].map(([name, path]) => [name, read(path)]);
const lessons = all.filter(([name]) => notebookPaths.get(name).includes('/course/'));
const marks = marksIn(lessons);
const parts = Object.entries(sources).flatMap(([key, { parts: list }]) => list.map(([id]) => `${key} ${id}`));
const marked = new Set(marks.flatMap(({ key, parts: ids }) => ids.map((id) => `${key} ${id}`)));

test('every part of every source is treated, or says why it is not', () => {
  const excused = Object.entries(sources).flatMap(([key, { not = {} }]) =>
    Object.keys(not).map((id) => `${key} ${id}`),
  );
  assert.deepEqual(
    parts.filter((part) => !marked.has(part) && !excused.includes(part)),
    [],
  );
  assert.deepEqual(
    excused.filter((part) => marked.has(part) || !parts.includes(part)),
    [],
    'an excuse for what is treated, or for no part',
  );
});

test('every mark names a part, and gives one of four verdicts; a study that it names is one', () => {
  assert.deepEqual(
    [...marked].filter((part) => !parts.includes(part)),
    [],
  );
  const studies = readdirSync(join(root, 'web/lib/studies/rows')).map((file) => file.replace(/\.ts$/, ''));
  const known = ['holds', 'corrected', 'tested', ...studies.map((id) => `tested in ${id}`)];
  assert.deepEqual(
    marks.filter(({ verdict }) => !known.includes(verdict)),
    [],
  );
});

test('the table of docs/coverage.md is made of the marks', () => {
  const text = readFileSync(document, 'utf8');
  assert.equal(text, withTable(text, marks), 'node web/tools/coverage.mjs writes it');
});

test('the bibliography of the page is the one file', () =>
  assert.equal(readFileSync(written, 'utf8'), bibliographySource(), 'node web/tools/bibliography.mjs writes it'));

test('what notebooks cite is in the bibliography, and what is in it is cited', () => {
  const known = entriesOf(read('examples/notebooks/references.bib')).map(({ key }) => key);
  const cited = new Set(all.flatMap(([, text]) => [...text.matchAll(/\[@([\w-]+)/g)].map(([, key]) => key)));
  assert.deepEqual(
    [...cited].filter((key) => !known.includes(key)),
    [],
  );
  assert.deepEqual(
    known.filter((key) => !cited.has(key)),
    [],
  );
});

test('a bibliography that cannot be read says where', () => {
  for (const [text, message] of [
    ['@misc{a,\n  author = {A, B}\n', /no entry/],
    ['@misc{a,\n  author = "A, B"\n}\n', /a line of a is no field/],
    ['@misc{a,\n  author = {A}\n}\n@misc{a,\n  author = {A}\n}\n', /stands there twice/],
    ['@misc{a,\n  title = {T}\n}\n', /has no author/],
  ])
    assert.throws(() => sourceOf(text), message);
  assert.equal(labelOf({ key: 'a', author: 'Lone, A. and Second, B.', year: '2001' }), 'Lone and Second 2001');
});

test('a mark may name several parts', () => {
  const cell =
    '<script id="1" type="text/markdown">\n    ## Head\n\n    It is so [@a slides 1–3, 5: holds] [@b section 2].\n</script>';
  assert.deepEqual(marksIn([['1-x', cell]]), [
    { key: 'a', parts: ['1', '2', '3', '5'], verdict: 'holds', lesson: '1-x', heading: 'Head' },
  ]);
});
