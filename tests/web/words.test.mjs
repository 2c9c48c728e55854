/** The language of pages and documents: sentences are short and clear. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { lexer } from 'marked';
import { filesBelow } from '../../web/tools/fresh.mjs';
import { sentencesOf } from './support/claims.mjs';
import { pages } from './support/docs.mjs';
import { assertNone, root } from './support/posenc.mjs';

const folder = join(root, 'web/notebook');
const mostWords = 25;
/** Files without prose of ours. */
const apart = /\/(code|notebooks\/build|notebooks\/exports|configs)\//;
/** Errata quote literally. */
const quotations = ['quoted'];
/** A formula counts as one word. */
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

/** Beginnings of fragments that are not sentences without a question, or without the previous sentence. */
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

/** Written by programs, from texts that are held to this where they stand. */
const generated = ['docs/studies.md', 'docs/coverage.md'];
/** Paragraphs and items of a document, without code, tables and headings; a link is its words, and code is one word. */
const proseOf = (tokens) =>
  tokens.flatMap((token) => {
    if (token.type === 'paragraph' || token.type === 'text') return [plain(token.tokens ?? [])];
    return token.type === 'list' ? token.items.flatMap((item) => proseOf(item.tokens)) : [];
  });
const plain = (tokens) =>
  tokens
    .map(({ type, text, tokens: inner }) => (type === 'codespan' ? 'code' : inner ? plain(inner) : (text ?? ' ')))
    .join('');

test(`no sentence of README.md and docs has more than ${mostWords} words`, () => {
  const sentences = [...pages]
    .filter(([path]) => !generated.includes(path))
    .flatMap(([path, text]) =>
      proseOf(lexer(text)).flatMap((prose) =>
        prose.split(/(?<=[.:;?!])\s+/).map((text) => ({ path, text: text.replace(/code(,\s+code)+/g, 'code') })),
      ),
    );
  assert.ok(sentences.length > 500);
  const long = sentences.filter(({ text }) => words(text) > mostWords);
  assertNone(long.map(({ path, text }) => `${path}: ${text}`));
});
