/** Hand-ins of students: the file and its checksum, hostile files, and the teacher's table and CSV. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { test } from 'node:test';

import { csvText } from '../../dist/lib/charts/core/values-table.js';
import { csvField } from '../../dist/lib/files/csv-field.js';
import { filesBelow } from '../../web/tools/fresh.mjs';
import { notebookParts } from './support/notebook-parts.mjs';
import { root } from './support/posenc.mjs';
import { fc } from './support/random.mjs';

const { writeHandIn, readHandIn, tableOf, csvOf } = await notebookParts(['hand-in/file', 'hand-in/table']);
const records = await notebookParts(['../lab/records-csv']);

const made = '2026-03-01T10:00:00.000Z';
const handIn = (student, notebooks = {}, at = made) => ({ student, made: at, notebooks });
const solved = (...keys) => Object.fromEntries(keys.map((key) => [key, { given: '1/4', solved: true }]));
const lessons = [
  { name: 'a', title: '1. A', lede: [], minutes: 17, exercises: 2 },
  { name: 'b', title: '2. B', lede: [], minutes: 17, exercises: 3 },
  { name: 'c', title: 'No exercises', lede: [], minutes: undefined, exercises: 0 },
];

test('a file is read as it was written, however it is laid out', async () => {
  const text = await writeHandIn(handIn('Ada', { a: solved('x') }));
  for (const same of [text, JSON.stringify(JSON.parse(text)), JSON.stringify(JSON.parse(text), null, 4)]) {
    const read = await readHandIn(same);
    assert.deepEqual(read, { ...handIn('Ada', { a: solved('x') }), untouched: true });
  }
});

test('the number of the student goes with it; what is none counts as none', async () => {
  const numbered = { ...handIn('Ada'), number: 7 };
  const text = await writeHandIn(numbered);
  assert.deepEqual(await readHandIn(text), { ...numbered, untouched: true });
  assert.equal((await readHandIn(text.replace('"number": 7', '"number": 8'))).untouched, false);
  for (const none of ['-1', '0.5', '"7"', '1e9', 'null', '[7]']) {
    const read = await readHandIn(text.replace('"number": 7', `"number": ${none}`));
    assert.deepEqual(read, { ...handIn('Ada'), untouched: false }, none);
  }
});

test('every edit of what it says is seen', async () => {
  const text = await writeHandIn(handIn('Ada', { a: { x: { given: '3', solved: false } } }));
  for (const [from, to] of [
    ['"solved": false', '"solved": true'],
    ['Ada', 'Eve'],
    ['2026-03-01', '2026-02-01'],
    ['"given": "3"', '"given": "4"'],
    ['"checksum": "', '"checksum": "0'],
  ]) {
    assert.ok(text.includes(from), from);
    assert.equal((await readHandIn(text.replace(from, to))).untouched, false, from);
  }
});

test('a file that is none says so', async () => {
  for (const [text, message] of [
    ['', /no file that was handed in/],
    ['{"posenc":"progress","version":1,"notebooks":{}}', /no file that was handed in/],
    ['{"posenc":"hand-in","version":1}', /neither who made it nor when/],
    ['{"posenc":"hand-in","version":1,"student":"A","made":"noon"}', /neither who made it nor when/],
    [
      `{"posenc":"hand-in","version":1,"student":"A","made":"${made}","more":"${'x'.repeat(4e6)}"}`,
      /no file that was handed/,
    ],
  ])
    await assert.rejects(readHandIn(text), message);
});

test('any JSON is read or refused, and never more than progress comes of it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), async (notebooks) => {
      const text = JSON.stringify({ posenc: 'hand-in', version: 1, student: 'A', made, notebooks });
      const read = await readHandIn(text);
      for (const exercises of Object.values(read.notebooks))
        for (const done of Object.values(exercises)) assert.deepEqual(Object.keys(done), ['given', 'solved']);
    }),
    { numRuns: 200 },
  );
});

test('the table has a row for each file, the latest of a student first, and counts what is solved', () => {
  const files = [
    { ...handIn('Bob', { b: solved('p', 'q') }), file: 'bob.json', untouched: false },
    { ...handIn('Ada', { a: solved('x') }, '2026-03-01T09:00:00Z'), file: 'ada-1.json', untouched: true },
    // the number is not the student's; z#3 is another exercise
    {
      ...handIn('Ada', { a: solved('x', 'y#7', 'z#7'), b: solved('z#3'), gone: solved('x') }),
      number: 7,
      file: 'ada-2.json',
      untouched: true,
    },
  ];
  const table = tableOf(files, lessons);
  assert.deepEqual(
    table.notebooks.map(({ name }) => name),
    ['a', 'b'],
  );
  assert.deepEqual(
    table.rows.map(({ file, solved: counts, older, untouched }) => [file, counts, older, untouched]),
    [
      ['ada-2.json', [2, 0], false, true],
      ['ada-1.json', [1, 0], true, true],
      ['bob.json', [0, 2], false, false],
    ],
  );
  assert.equal(
    csvOf(table),
    [
      '"student","number","made","file","as written","1. A (of 2)","2. B (of 3)"',
      `"Ada",7,"${made}","ada-2.json","yes",2,0`,
      '"Ada",0,"2026-03-01T09:00:00Z","ada-1.json","yes",1,0',
      `"Bob",0,"${made}","bob.json","no",0,2`,
      '',
    ].join('\r\n'),
  );
});

/** For any text, and any separator of a spreadsheet. */
test('no text is a formula of a spreadsheet, nor breaks its row, in any file of CSV that we write', () => {
  const blanks = ['', ' ', '\u00a0', '\u200b', '\ufeff', '\0', '\t', '\r', '\n', '\u3000'];
  const formulas = ['=1+1', '+1;2', '-a', '@x', '\uff1d1', '\uff0b1', "=cmd|'/C calc'!A0"];
  const names = blanks.flatMap((blank) => formulas.map((formula) => blank + formula));
  const inner = [';', '|', '\t', ',', '\n', '"', ';;', '; '].flatMap((sign) =>
    names.map((name) => `x${sign}${name};y`),
  );
  const harmless = ['Ada, B', 'She said "no"', 'two\nlines', 'Zoë'];
  const all = [...names, ...inner, ...harmless];
  const hand = tableOf(
    all.map((student, i) => ({ ...handIn(student), file: `${student}${i}.json`, untouched: true })),
    [{ name: 'x', title: all[3], exercises: 1 }],
  );
  const writers = {
    'hand-ins': csvOf(hand),
    'a chart': csvText({ columns: all.map((name) => ({ name, values: [name] })) }),
    'a run': records.csvOf([
      {
        step: 1,
        evaluation: {
          trainLoss: 1,
          blocks: [],
          splits: all.map((split) => ({ split, loss: 1, accuracyByCondition: {} })),
        },
      },
    ]),
  };
  for (const [writer, csv] of Object.entries(writers)) {
    // parsed by RFC 4180, every text is restored, except for apostrophes
    const fields = [...csv.matchAll(/"((?:[^"]|"")*)"/g)].map(([, text]) =>
      text.replaceAll('""', '"').replaceAll("'", ''),
    );
    for (const text of all.map((one) => one.replaceAll("'", '')))
      assert.ok(
        fields.some((field) => field.startsWith(text)),
        `${writer}: ${JSON.stringify(text)}`,
      );
    for (const part of csv.split(/[,;|\t\r\n]/).map((one) => one.replace(/^"/, '')))
      assert.doesNotMatch(
        part,
        /^[\s\p{Cc}\p{Cf}]*[=+\-@\uff0b\uff0d\uff1d\uff20]/u,
        `${writer}: ${JSON.stringify(part)}`,
      );
  }
  assert.equal(csvField('-5.5'), '"-5.5"', 'a number is one');
  // all other files use this one function
  const making = filesBelow([join(root, 'web')])
    .filter((file) => /\.ts$/.test(file) && /replaceAll\('"', '""'\)/.test(readFileSync(file, 'utf8')))
    .map((file) => relative(root, file));
  assert.deepEqual(making, ['web/lib/files/csv-field.ts']);
});
