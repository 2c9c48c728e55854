/** README.md, CHANGELOG.md and docs/ as pages, and their links; links.test.mjs checks those of the files. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
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
