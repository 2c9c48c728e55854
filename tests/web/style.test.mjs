/** The style sheets of the pages: all names in them exist, and each is short enough to read. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { filesBelow } from '../../web/tools/fresh.mjs';
import { assertNone } from './support/posenc.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const pages = join(root, 'web/notebook');
const sheets = filesBelow([pages]).filter((file) => file.endsWith('.css'));
const sources = filesBelow([pages, join(root, 'web/lib'), join(root, 'web/tools')]).filter(
  (file) => /\.(ts|mjs|html)$/.test(file) && !file.includes('/generated/'),
);
/** Only comments at the beginning of a line; elsewhere `/*` may be a MIME type. */
const withoutComments = (text) => text.replace(/^\s*(?:\/\*[\s\S]*?\*\/|\/\/.*$)/gm, '');

/** Classes composed of two words, by the place where they are made. */
const composed = [
  /^series-\d$/, // colours of series, by their number
  /^nb-(string|number|boolean|function|error)$/, // notebooks/outputs: a value by its type
  /^tok-(string|number|keyword|comment)$/, // notebooks/highlight: a token by its kind
  /^level-3$/, // notebooks/contents: a heading by its level
];

/** The classes that selectors of a style sheet name. */
function named(css) {
  const found = new Set();
  for (const [, selector] of withoutComments(css).matchAll(/([^{};]+)\{/g))
    if (!selector.trim().startsWith('@'))
      for (const [, name] of selector.matchAll(/\.([a-z][\w-]*)/gi)) found.add(name);
  return found;
}

/** The words that may become classes: those of a class attribute, and short strings of such words only. */
function made(text, isMarkup) {
  const code = withoutComments(text);
  const attributes = [...code.matchAll(/class="([^"$]*)/g)];
  const strings = isMarkup ? [] : [...code.matchAll(/'([\w -]+)'|`([\w -]+)(?:`|\$\{)/g)];
  return [...attributes, ...strings].flatMap(([, one, other]) => (one ?? other).split(/\s+/));
}

test('every class that a style sheet names is made by a page, a script or the build', () => {
  const all = new Set(sources.flatMap((file) => made(readFileSync(file, 'utf8'), file.endsWith('.html'))));
  const dead = sheets.flatMap((file) =>
    [...named(readFileSync(file, 'utf8'))]
      .filter((name) => !all.has(name) && !composed.some((pattern) => pattern.test(name)))
      .map((name) => `${basename(file)}: .${name}`),
  );
  assert.deepEqual(dead, []);
});

test('a class that nobody makes is found, in any place of a selector', () => {
  const css = '/* .said */ .a > :is(.b, p):hover::after, @media (width > 1.5rem) { .c-d { margin: 0.5rem; } }';
  assert.deepEqual([...named(css)], ['a', 'b', 'c-d']);
  assert.deepEqual(made('// "x"\nh(`b ${kind}`, { class: \'c-d e\' }, html`<p class="a f">its text</p>`)', false), [
    'a',
    'f',
    'b',
    '',
    'c-d',
    'e',
  ]);
});

test('no style sheet is longer than can be read at once', () => {
  const long = sheets.filter((file) => readFileSync(file, 'utf8').split('\n').length > 301);
  assertNone(long.map((file) => basename(file)));
});
