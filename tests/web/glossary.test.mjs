/** Terms of the field in prose: explained once unless a notebook defines them, and never inside another term. */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { notebookParts } from './support/notebook-parts.mjs';
import { root } from './support/posenc.mjs';

const { Glossary } = await notebookParts(['glossary']);
const glossary = new Glossary([
  { term: 'key', also: ['keys'], means: 'a row' },
  { term: 'key figure', also: [], means: 'a number' },
  { term: 'C++ (a+b)', also: [], means: 'a sign' },
]);
const term = (word, means) => ['abbr', { class: 'term', tabindex: '0', title: means }, word];

test('the first use is explained, in any form, and the longest term is taken', () => {
  assert.deepEqual(
    glossary.mark([[['p', 0, 'A monkey has Keys, and a key.']], [['p', 0, 'One key figure, two keys.']]]),
    [
      [['p', 0, 'A monkey has ', term('Keys', 'a row'), ', and a key.']],
      [['p', 0, 'One ', term('key figure', 'a number'), ', two keys.']],
    ],
  );
  assert.deepEqual(glossary.mark([[['p', 0, 'In c++ (a+b).']]]), [[['p', 0, 'In ', term('c++ (a+b)', 'a sign'), '.']]]);
});

test('a term that the notebook defines is left alone, and so are links, headings, code and formulas', () => {
  const trees = [
    [['p', 0, 'A ', ['strong', 0, 'key'], ' is a row. Every key.']],
    [
      ['h2', 0, 'A key figure'],
      ['p', 0, ['a', { href: '#x' }, 'key figure'], ['code', 0, 'key figure'], ['math', 0, ['mi', 0, 'key figure']]],
    ],
  ];
  assert.deepEqual(glossary.mark(trees), trees);
});

for (const file of readdirSync(join(root, 'examples/notebooks')).filter((name) => /^glossary.*\.json$/.test(name)))
  describe(file, () => {
    const terms = JSON.parse(readFileSync(join(root, 'examples/notebooks', file), 'utf8'));

    test('no form of a term is that of another, and each has a meaning of at most 25 words', () => {
      const forms = terms.flatMap((one) => [one.term, ...one.also]).map((form) => form.toLowerCase());
      assert.equal(new Set(forms).size, forms.length);
      for (const { means } of terms)
        assert.ok(means.split(/\s+/).length <= 25 && /^[^A-Z]/.test(means) && !/\.$/.test(means), means);
    });
  });
