/** How the pages are written: a sentence says one thing, and is read once. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { filesBelow } from '../../web/tools/fresh.mjs';
import { sentencesOf } from './support/claims.mjs';
import { assertNone, root } from './support/posenc.mjs';

const folder = join(root, 'web/notebook');
const mostWords = 25;
/** What is no prose of ours. */
const apart = /\/(code|notebooks\/build|notebooks\/exports|configs)\//;
/** Errata quote, and what is quoted is as it is. */
const quotations = ['quoted'];
/** A formula is read as one word. */
const words = (text) => text.replace(/\$\$?[^$]+\$\$?/g, 'formula').split(/\s+/).length;

test(`no sentence of a page has more than ${mostWords} words`, () => {
  const files = filesBelow([folder]).filter((file) => /\.(ts|html)$/.test(file) && !apart.test(file));
  const sentences = files.flatMap((file) =>
    sentencesOf(file, quotations).map(({ text }) => ({ file: file.slice(folder.length + 1), text })),
  );
  assert.ok(sentences.length > 1000);
  const long = sentences.filter(({ text }) => words(text) > mostWords);
  assertNone(long.map(({ file, text }) => `${file}: ${text}`));
});

/** How an answer begins that is no sentence without its question, or without the sentence before. */
const answers = /^(Of|Or|Not for|Not before|Too|Mostly|True of|For a|In parallel|So are|Beside stand)\b/;

test('sentences of pages stand by themselves', () => {
  const files = filesBelow([folder]).filter((file) => /\.(ts|html)$/.test(file) && !apart.test(file));
  const parts = files.flatMap((file) =>
    sentencesOf(file, quotations)
      .filter(({ text }) => answers.test(text))
      .map(({ text }) => `${file.slice(folder.length + 1)}: ${text}`),
  );
  assert.deepEqual(parts, []);
});
