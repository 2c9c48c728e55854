/** README.md, CHANGELOG.md and docs/ as pages: every link of theirs leads somewhere, in the repository and on the pages. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { marked } from 'marked';
import { documentsOf, written } from '../../web/tools/documents.mjs';
import { root } from './support/posenc.mjs';

const all = documentsOf(root);
const idsOf = (html) => [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
const pages = new Map([...all].map(([path, { file }]) => [file, written(path, all)]));

test('each has a file and a title of its own', () => {
  const each = [...all.values()];
  assert.equal(new Set(each.map(({ file }) => file)).size, each.length);
  assert.equal(new Set(each.map(({ title }) => title)).size, each.length);
  assert.ok(each.length > 15);
});

for (const [path, { file, text }] of all)
  describe(path, () => {
    test('a link of the repository leads to a file and an anchor', () => {
      const links = [];
      marked.walkTokens(marked.lexer(text), (token) => token.type === 'link' && links.push(token.href));
      for (const href of links) {
        if (/^(https?|mailto):/.test(href)) continue;
        const { pathname, hash } = new URL(href, `file:///${path}`);
        const target = decodeURIComponent(pathname.slice(1));
        assert.ok(existsSync(join(root, target)), href);
        if (hash && all.has(target)) assert.ok(idsOf(pages.get(all.get(target).file)).includes(hash.slice(1)), href);
      }
    });
    test('a link of the page leads to a page and an anchor, and no anchor is there twice', () => {
      const html = pages.get(file);
      const ids = idsOf(html);
      assert.equal(new Set(ids).size, ids.length);
      for (const [, href] of html.matchAll(/ href="([^"]*)"/g)) {
        if (/^(https?|mailto):/.test(href)) continue;
        const [, target, anchor] = /^(?:\.\/([\w-]+\.html))?(?:#(.*))?$/.exec(href) ?? assert.fail(href);
        assert.ok(pages.has(target ?? file), href);
        if (anchor) assert.ok(idsOf(pages.get(target ?? file)).includes(anchor), href);
      }
    });
    test('a cell without a word is no head of a column', () => assert.doesNotMatch(pages.get(file), /<th><\/th>/));
    test('code stands as it is written', () => {
      for (const [, code] of text.matchAll(/^```\w*\n([^]*?)^```$/gm)) {
        const first = code.split('\n')[0].replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
        assert.ok(pages.get(file).includes(first), first);
      }
    });
  });
