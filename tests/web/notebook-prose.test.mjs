/** Prose of notebooks as trees: allowed tags, text that remains text, and pictures. */
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { payloads } from '../page/hostile-payloads.mjs';
import { notebookParts } from './support/notebook-parts.mjs';
import { root } from './support/posenc.mjs';
import { fc } from './support/random.mjs';

let markdownTree;
before(async () => {
  const place = join(root, 'build/tests');
  mkdirSync(place, { recursive: true });
  ({ markdownTree } = await notebookParts(['markdown'], join(place, 'notebook-prose.mjs')));
});
const treesOf = (text) => markdownTree(text, (tex) => ['code', 0, tex]);
const html = (tree) =>
  typeof tree === 'string'
    ? tree
    : `<${tree[0]}${Object.entries(tree[1] || {})
        .map(([name, value]) => ` ${name}="${value}"`)
        .join('')}>${tree.slice(2).map(html).join('')}</${tree[0]}>`;
const read = (text) => treesOf(text).map(html).join('');

test('tags of words and of blocks become elements, with Markdown inside', () => {
  assert.equal(read('Press <kbd>Ctrl</kbd>: x<sub>2</sub>'), '<p>Press <kbd>Ctrl</kbd>: x<sub>2</sub></p>');
  assert.equal(
    read('**a <mark>b *c*</mark>**<br>d<BR/>'),
    '<p><strong>a <mark>b <em>c</em></mark></strong><br></br>d<br></br></p>',
  );
  assert.equal(read('<abbr title="rotary">RoPE</abbr>'), '<p><abbr title="rotary">RoPE</abbr></p>');
  assert.equal(
    read('<details open>\n<summary>The *proof*</summary>\n\nIt **is** so.\n\n- a\n\n</details>\n\nAfter.'),
    '<details open=""><summary>The <em>proof</em></summary><p>It <strong>is</strong> so.</p><ul><li>a</li></ul></details><p>After.</p>',
  );
  assert.equal(
    read('<figure>\n\n![alt](data:image/png;base64,AAAA)\n\n<figcaption>Of **it**</figcaption>\n</figure>'),
    '<figure><p><img src="data:image/png;base64,AAAA" alt="alt"></img></p><figcaption>Of <strong>it</strong></figcaption></figure>',
  );
  assert.equal(
    read('> <details><summary>s</summary>\n>\n> x\n> </details>'),
    '<blockquote><details><summary>s</summary><p>x</p></details></blockquote>',
  );
});

test('what is none of them, or not closed, is text as it is written', () => {
  for (const text of [
    'a <img src=x> b',
    'a <kbd onclick=x>b',
    'a <kbd class="x">b',
    'a <sub>b',
    'a </sub> b',
    'a <summary>b</summary>',
    'a <details>b</details>',
    '<div>a</div>',
    '<script>a <kbd>b</kbd></script>',
  ])
    assert.equal(read(text), `<p>${text}</p>`, text);
  assert.equal(read('<details>\n<summary>a</summary>\n\nb'), '<p><details></p><p>a</p><p>b</p>');
  assert.equal(read('a <sub>b <kbd>c</sub> d</kbd>'), '<p>a <sub>b <kbd>c</sub> d</kbd></p>');
});

test('a long picture is a picture, with its caption, and costs no more than its length', () => {
  const bytes = 'QUJD'.repeat(12_000);
  const [tree] = treesOf(`![a cat](data:image/png;base64,${bytes} "A cat")`);
  assert.deepEqual(tree, [
    'figure',
    0,
    ['img', { src: `data:image/png;base64,${bytes}`, alt: 'a cat' }],
    ['figcaption', 0, 'A cat'],
  ]);
  assert.deepEqual(treesOf(`Text \`data:image/png;base64,${bytes}\``), [
    ['p', 0, 'Text ', ['code', 0, `data:image/png;base64,${bytes}`]],
  ]);
});

/** Element → its attributes: the allowed contents of prose. */
const known = {
  ...{ a: ['href', 'class', 'aria-label'], abbr: ['title'], code: ['class'], details: ['open'], img: ['src', 'alt'] },
  ...{ li: ['id'], ol: ['start', 'class'], pre: ['class', 'tabindex'], th: ['scope'] },
  div: ['class', 'tabindex', 'role', 'aria-label'],
};
const bare =
  /^(b|blockquote|br|cite|del|dfn|em|figcaption|figure|h[1-4]|hr|i|ins|kbd|mark|p|q|s|samp|small|strong|sub|summary|sup|table|tbody|td|thead|tr|u|ul|var)$/;
function closed(tree) {
  if (typeof tree === 'string') return;
  const [name, attributes, ...inner] = tree;
  assert.ok(bare.test(name) || Object.hasOwn(known, name), name);
  for (const key of Object.keys(attributes || {})) assert.ok(known[name]?.includes(key), `${name} ${key}`);
  inner.forEach(closed);
}

test('whatever is written, elements and attributes are of a closed set', () => {
  for (const text of payloads(1000, 'prose')) treesOf(text).forEach(closed);
  const tags = ['details', 'summary', 'kbd', 'sub', 'figure', 'figcaption', 'abbr', 'script', 'x'];
  const bit = fc.oneof(
    fc.constantFrom(...tags.flatMap((name) => [`<${name}>`, `</${name}>`, `<${name} open>`, `<${name} title="t">`])),
    fc.constantFrom('\n', '\n\n', ' ', '> ', '- ', '`', '*', '"', '<', '</', '>', '$', 'word'),
  );
  fc.assert(fc.property(fc.array(bit, { maxLength: 40 }), (bits) => treesOf(bits.join('')).forEach(closed)));
});

// The limit only ends tests that hang.
test('no text of tags takes long', { timeout: 120_000 }, () => {
  for (const text of [
    '<sub>'.repeat(10_000),
    '<abbr title="'.repeat(5000),
    '<details>\n'.repeat(1900),
    '<kbd '.repeat(10_000),
  ]) {
    treesOf(text).forEach(closed);
  }
});
