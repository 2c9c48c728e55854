/** Effects of TypeDoc's plugin on a page: heading levels without gaps, and collapsed lists of names. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { filesBelow } from '../../web/tools/fresh.mjs';
import { withLevels, withLists } from '../../web/tools/site/reference-pages.mjs';
import { built } from './support/site.mjs';

/** The levels announced to a reader, in the order of the page. */
const levels = (html) =>
  [...html.matchAll(/<h([1-6])\b([^>]*)>/g)].map(([, digit, rest]) => +(/aria-level="(\d)"/.exec(rest)?.[1] ?? digit));
const jumps = (all) => all.filter((level, at) => level > (all[at - 1] ?? 0) + 1);

test('a heading is one level below the one that it belongs to, and one that was right stays as it was written', () => {
  const page = '<h1>a</h1><h4 class="x">b</h4><h5>c</h5><h2 id="d">d</h2><h3>e</h3><h4>f</h4><h3>g</h3><h4>h</h4>';
  const made = withLevels(page);
  assert.deepEqual(levels(made), [1, 2, 3, 2, 3, 4, 3, 4]);
  assert.equal(made, page.replace('class="x"', 'class="x" aria-level="2"').replace('<h5>', '<h5 aria-level="3">'));
});

test('the lists of all names wait, and other scripts do not', () => {
  const script = (id) => `<script async src="a/${id}.js" id="${id}"></script>`;
  const ids = ['tsd-icons-script', 'tsd-search-script', 'tsd-nav-script', 'tsd-hierarchy-script'];
  const made = withLists(ids.map(script).join(''));
  assert.deepEqual(
    [...made.matchAll(/ src="([^"]*)"/g)].map(([, address]) => address),
    ['a/tsd-icons-script.js', 'a/tsd-hierarchy-script.js'],
  );
  assert.deepEqual(
    [...made.matchAll(/ data-src="([^"]*)" id="([^"]*)"/g)].map(([, address, id]) => [address, id]),
    ['tsd-search-script', 'tsd-nav-script'].map((id) => [`a/${id}.js`, id]),
  );
});

// only full test runs write the reference
test('every page of the reference was changed so', { skip: !existsSync(join(built, 'api')) }, () => {
  const pages = filesBelow([join(built, 'api')]).filter((path) => path.endsWith('.html'));
  assert.ok(pages.length > 100);
  for (const path of pages) {
    const html = readFileSync(path, 'utf8');
    const name = relative(built, path);
    assert.deepEqual(jumps(levels(html)), [], name);
    assert.match(html, /<script data-src="[^"]*navigation\.js" id="tsd-nav-script">/, name);
    assert.match(html, /<script data-src="[^"]*search\.js" id="tsd-search-script">/, name);
    assert.match(html, /<link rel="icon"/, name);
  }
});
