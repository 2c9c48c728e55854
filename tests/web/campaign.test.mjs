/** tests/campaign: what its programs make of what they find, and that docs/reliability.md shows the results that are kept. */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { branchesOf } from '../campaign/coverage.mjs';
import { applied, lineOf, ofCpp, ofJavaScript } from '../campaign/mutations.mjs';
import { sample } from '../campaign/mutants.mjs';
import { names } from '../campaign/run.mjs';
import { inPage, table, tableOf } from '../campaign/table.mjs';
import { root } from './support/posenc.mjs';

const text = (path) => readFileSync(join(root, path), 'utf8');

test('docs/reliability.md shows each result that is kept, and no other', async () => {
  const page = text('docs/reliability.md');
  assert.equal(inPage(page, await table()), page, 'npm run campaign -- --table writes it');
  for (const file of readdirSync(join(root, 'tests/campaign/results'))) {
    const one = JSON.parse(text(`tests/campaign/results/${file}`));
    assert.ok(names.includes(one.campaign), file);
    assert.match(one.date, /^\d{4}-\d\d-\d\d$/);
    assert.ok(one.machine && one.commit && one.seconds >= 0, file);
    assert.doesNotMatch(JSON.stringify(one), /\/(home|root|tmp|work)\//, `${file} names a path of a machine`);
  }
  for (const name of names) assert.ok(page.includes(`* **${name}.**`), name);
});

test('a table has the rows of each campaign, with date and machine', () => {
  const about = { campaign: 'x', date: '2026-01-02', seconds: 3, machine: 'M, 2 processors', commit: 'abc' };
  const made = tableOf([about, about], () => (one) => [['what', one.campaign, 'came']]);
  assert.match(made, /\| what \| x \| came \| 2026-01-02, 3 s, at abc \|\n\| what/);
  assert.match(made, /\nMachine: M, 2 processors\.$/);
});

test('changes of JavaScript: each is one that compiles, and where it is said to be', () => {
  const code =
    'let a = b + 1;\nif (a < 2 && !c) throw new Error(`x${a - 1}`);\nf(a);\nexport const d = a ? true : 3 - 1;\n';
  const found = ofJavaScript(code).map((one) => [
    lineOf(code, one.at),
    applied(code, one).split('\n')[lineOf(code, one.at) - 1],
    one.what,
  ]);
  const has = (line, changed) =>
    assert.ok(
      found.some(([at, now]) => at === line && now === changed),
      `${line}: ${changed}`,
    );
  has(1, 'let a = b - 1;');
  has(1, 'let a = b + 2;');
  has(2, 'if (a <= 2 && !c) throw new Error(`x${a - 1}`);');
  has(2, 'if (a >= 2 && !c) throw new Error(`x${a - 1}`);');
  has(2, 'if (a < 2 || !c) throw new Error(`x${a - 1}`);');
  has(2, 'if (!(a < 2 && !c)) throw new Error(`x${a - 1}`);');
  has(2, 'if (a < 2 && !c) ;');
  has(2, 'if (a < 2 && !c) throw new Error(`x${a + 1}`);');
  has(3, ';');
  has(4, 'export const d = !(a) ? true : 3 - 1;');
  has(4, 'export const d = a ? false : 3 - 1;');
  has(4, 'export const d = a ? true : 3 + 1;');
  for (const one of ofJavaScript(code)) assert.doesNotThrow(() => ofJavaScript(applied(code, one)), one.what);
});

test('changes of C++ are none of comments, texts, directives and templates', () => {
  const code = [
    '#include <x>  // 1 + 2',
    'template <int N = 3>',
    'static_assert(N < 4);',
    'int f(int a) {',
    '  // a + 1',
    '  const int b = a * 2 + 1;  // 5 - 6',
    '  say("7 + 8");',
    '  return a < b ? 1 : 0x10;',
    '}',
  ].join('\n');
  const found = ofCpp(code).map((one) => `${lineOf(code, one.at)} ${one.what}`);
  assert.deepEqual(found, [
    '6 * becomes /',
    '6 + becomes -',
    '6 2 becomes 3',
    '6 1 becomes 2',
    '7 a statement is removed',
    '8 < becomes <=',
    '8 < becomes >=',
    '8 1 becomes 2',
  ]);
});

test('a sample follows from its seed, and has nothing twice', () => {
  const list = Array.from({ length: 100 }, (_, i) => i);
  const some = sample(list, 20, 7);
  assert.deepEqual(sample(list, 20, 7), some);
  assert.notDeepEqual(sample(list, 20, 8), some);
  assert.equal(new Set(some).size, 20);
  assert.deepEqual(
    sample(list, 1000, 1).sort((a, b) => a - b),
    list,
  );
});

test('branches: ways of a condition, of all instances together, in the rooms that are looked at', () => {
  const exported = {
    data: [
      {
        files: [
          {
            filename: '/r/src/core/a.hpp',
            branches: [
              [1, 5, 1, 9, 3, 0],
              [1, 5, 1, 9, 0, 2],
              [2, 1, 2, 4, 7, 0],
            ],
          },
          { filename: '/r/src/train/b.cpp', branches: [[1, 1, 1, 2, 0, 0]] },
          { filename: '/usr/include/c', branches: [[1, 1, 1, 2, 0, 0]] },
        ],
      },
    ],
  };
  const { counts, missed } = branchesOf(exported, '/r/src', () => ['if (x)', '  while (y)']);
  assert.deepEqual(counts.core, { ways: 4, taken: 3 });
  assert.deepEqual(counts.simd, { ways: 0, taken: 0 });
  assert.deepEqual(missed, [{ file: 'src/core/a.hpp', line: 2, column: 1, way: 'false', code: 'while (y)' }]);
});
