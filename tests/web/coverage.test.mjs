/**
 * The course covers every slide, section and claim of its sources, or says why not. A statement has the same verdict
 * wherever it is judged. Citations are in the bibliography.
 */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { entriesOf, labelOf, sourceOf } from '../../web/tools/bibliography.mjs';
import { document, marksIn, sources, statements, verdicts, withTable } from '../../web/tools/coverage.mjs';
import { notebookPaths } from './support/notebook-files.mjs';
import { assertNone, root } from './support/posenc.mjs';

const read = (path) => readFileSync(join(root, path), 'utf8');
const all = [...notebookPaths].map(([name, path]) => [name, read(path)]);
const lessons = all.filter(([name]) => notebookPaths.get(name).includes('/course/'));
const marks = marksIn(lessons);
const parts = Object.entries(sources).flatMap(([key, { parts: list }]) => list.map(([id]) => `${key} ${id}`));
const of = (list) => new Set(list.flatMap(({ key, parts: ids }) => ids.map((id) => `${key} ${id}`)));
const withVerdict = (list) =>
  new Set(list.flatMap(({ key, parts: ids, verdict }) => ids.map((id) => `${key} ${id}: ${verdict}`)));
const stated = of(statements);

test('every part of every source has a statement, or says why it has none', () => {
  const excused = Object.entries(sources).flatMap(([key, { not = {} }]) =>
    Object.keys(not).map((id) => `${key} ${id}`),
  );
  assertNone(parts.filter((part) => !stated.has(part) && !excused.includes(part)));
  assertNone(
    excused.filter((part) => stated.has(part) || !parts.includes(part)),
    'an excuse for what is stated, or for no part',
  );
});

test('what a lesson marks is a statement of the table, with its verdict; a study that it names is one', () => {
  const known = withVerdict(statements);
  assertNone([...withVerdict(marks)].filter((mark) => !known.has(mark)));
  const studies = readdirSync(join(root, 'web/lib/studies/rows')).map((file) => file.replace(/\.ts$/, ''));
  assertNone(marks.filter(({ study }) => study !== undefined && !studies.includes(study)));
});

test('what a lesson lists beside numbers has the verdict of the table', () => {
  const keys = { slide: 'pustejovsky2025', slides: 'pustejovsky2025', article: 'aalipour', paper: 'anonymous' };
  const listed = lessons.flatMap(([, text]) => [
    ...text.matchAll(/\{ where: "(slides?|article|paper) ([^"]+)",[^\n]* verdict: "([^"]+)" \}/g),
  ]);
  assert.equal(
    listed.length,
    lessons.map(([, text]) => text.split(/\{ where: "/).length - 1).reduce((a, b) => a + b),
  );
  const known = withVerdict(statements);
  const unknown = listed.filter(([, source, place, verdict]) =>
    place.split(', ').some((id) => !known.has(`${keys[source]} ${id}: ${verdict}`)),
  );
  assertNone(unknown.map(([row]) => row));
});

test('every statement is treated in a lesson or on the page Errata, and stands in the table once', () => {
  const inLessons = withVerdict(marks);
  assertNone(
    statements
      .filter(({ erratum }) => erratum === undefined)
      .flatMap((one) => [...withVerdict([one])].filter((each) => !inLessons.has(each))),
  );
  const once = statements.map(({ key, says }) => `${key}: ${says.toLowerCase()}`);
  assertNone(once.filter((one, i) => once.indexOf(one) !== i));
});

test('one list has the words of all verdicts, and every word is used', () => {
  const used = new Set(statements.map(({ verdict }) => verdict));
  assert.deepEqual([...used].sort(), Object.keys(verdicts).sort());
});

test('docs/coverage.md is made of the table', () => {
  const text = readFileSync(document, 'utf8');
  assert.equal(text, withTable(text, marks), 'node web/tools/coverage.mjs writes it');
});

test('what notebooks cite is in the bibliography, and what is in it is cited', () => {
  const known = entriesOf(read('examples/notebooks/references.bib')).map(({ key }) => key);
  const cited = new Set(all.flatMap(([, text]) => [...text.matchAll(/\[@([\w-]+)/g)].map(([, key]) => key)));
  assert.deepEqual([...cited].sort(), known.toSorted());
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
    '<script id="1" type="text/markdown">\n    ## Head\n\n    It is so [@a slides 1–3, 5: not known] [@b section 2].\n' +
    '    And [@c claim 1: tested in base] so [@c claim 2: wrong, tested in base].\n</script>';
  const there = { lesson: '1-x', heading: 'Head' };
  assert.deepEqual(marksIn([['1-x', cell]]), [
    { key: 'a', parts: ['1', '2', '3', '5'], verdict: 'not known', study: undefined, ...there },
    { key: 'c', parts: ['1'], verdict: 'tested', study: 'base', ...there },
    { key: 'c', parts: ['2'], verdict: 'wrong', study: 'base', ...there },
  ]);
});
