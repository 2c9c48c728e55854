/**
 * Untrusted notebooks never block the page. The length of prose bounds its parsing time, and messages of the sandbox
 * are bounded, even if a cell changes the functions of its realm. A text that takes minutes fails the tests.
 */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { notebookParts } from './support/notebook-parts.mjs';

let parts;
before(async () => {
  parts = await notebookParts(['format', 'compile-cell', 'prepare', 'weight', 'cells/outgoing', 'cells/posts']);
});

const long = 65_536;
/** Tokens that parsers of Markdown, TeX and JavaScript open, repeat or look ahead for. */
const pieces = [
  ...['>', '- ', '1. ', '[', '![', '`', '<a', '_a_', '*a ', '**a_ ', '[a](', '|a', 'a\n', '*', '$', '$a ', '$a$'],
  ...['$$a$$ ', '\\', '&', '[^', 'http://a', 'a@', ' ', '#', '[a]:', '~~a', '<!--', '${', '${`', '${a+', '${('],
  ...['${[', '${{', '${f`', '${"', '\t', '\n', '- \n', '  - a\n', '> a\n', '>a\n\n', '```\n', '[a]: <', '[a]: b\n'],
  ...['](', '](a "', '<a b="', '| a | b |\n| - | - |\n', '***a*', '<![CDATA[', '\ud800', '\u202e', 'a\n=\n', '</'],
  ...['$\\frac{1}{2}$ ', '$\\sqrt{', '$x^{', '${a} ', '${tex`x`}', '${`${', '{', '`${'],
];

test('prose of any text is read', () => {
  for (const piece of pieces)
    for (const value of [piece.repeat(long / piece.length), `${piece.repeat(long / 2 / piece.length)}a`]) {
      const cell = { id: 1, mode: 'md', value };
      const trees = parts.proseOf(cell);
      assert.ok(trees === undefined || Array.isArray(trees), piece);
    }
});

test('a cell of any text is compiled, or refused', () => {
  for (const piece of pieces) {
    const cell = { id: 1, mode: 'js', value: piece.repeat(long / piece.length) };
    try {
      parts.compileCell(cell);
    } catch (error) {
      assert.equal(error.name, 'Error', `${piece}: ${error.stack}`);
    }
  }
});

test('formulas beyond a bound are shown as their TeX, and none is lost', () => {
  const text = JSON.stringify(parts.proseOf({ id: 1, mode: 'md', value: '$x$ $x$ $x$ $x$\n\n'.repeat(500) }));
  assert.equal(text.match(/"math"/g).length, 470);
  assert.equal(text.match(/tex-wrong/g).length, 2000 - 470);
});

test('a message is a copy of bounded size', () => {
  const same = { type: 'turns', list: [1, NaN, -0, 'text', undefined, true, { deep: [new Float64Array([1, 2])] }] };
  assert.deepEqual(structuredClone(parts.bounded(same)), same);
  // only the numbers of a view are kept, not its heap
  const heap = new ArrayBuffer(1 << 20);
  const { view } = parts.bounded({ view: new Float32Array(heap, 8, 4) });
  assert.equal(view.buffer.byteLength, 16);
  const endless = new Proxy([], { get: (_, name) => (name === 'length' ? Infinity : endless) });
  const growing = {
    get more() {
      return growing;
    },
  };
  for (const wrong of [
    endless,
    growing,
    { f: () => 1 },
    Array(3e6).fill(0),
    'x'.repeat(3e7),
    new Uint8Array(1 << 27),
    new DataView(heap),
    { s: Symbol.iterator },
  ])
    assert.equal(parts.bounded({ wrong }), undefined);
});

test('functions that a cell replaces see nothing of a message, and put nothing in', () => {
  const before = [Array.prototype.map, Reflect.ownKeys, Reflect.apply, Array.isArray];
  const seen = [];
  try {
    Array.prototype.map = Reflect.ownKeys = Reflect.apply = Array.isArray = (...given) => seen.push(given);
    Object.defineProperty(Object.prototype, 'kind', { configurable: true, set: (value) => seen.push(value) });
    Object.defineProperty(Array.prototype, '0', { configurable: true, set: (value) => seen.push(value) });
    const made = parts.bounded({ turns: [{ kind: 'text' }] });
    assert.deepEqual(Object.getOwnPropertyDescriptor(made.turns[0], 'kind')?.value, 'text');
  } finally {
    [Array.prototype.map, Reflect.ownKeys, Reflect.apply, Array.isArray] = before;
    delete Object.prototype.kind;
    delete Array.prototype[0];
  }
  assert.deepEqual(seen, []);
});

test('what is heavy comes a part at a time, and all of it comes', async () => {
  const sent = [];
  let woken = () => undefined;
  const posts = new parts.Posts((message) => {
    sent.push(structuredClone(message));
    woken();
  });
  const numbers = new Float64Array(1e6);
  const heavy = { kind: 'chart', chart: 'line', data: { series: [{ name: 'a', values: numbers }] }, options: {} };
  const cell = { id: 1, state: 'done', fault: undefined, progress: undefined, outputs: [] };
  const other = { id: 2, state: 'failed', fault: { message: 'x' }, progress: undefined, outputs: [] };
  for (let i = 0; i < 5; i++) posts.add(cell, heavy);
  for (let i = 0; i < 100; i++) posts.add(cell, { kind: 'markdown', text: 'x'.repeat(5000) });
  posts.changed(other);
  const got = new Map();
  let turns = [];
  while (turns.length === 0 || turns.find(({ id }) => id === 1)?.state === 'running' || !got.has('other')) {
    await new Promise((resolve) => (woken = resolve));
    ({ turns } = sent.at(-1));
    const weights = turns.flatMap(({ outputs }) => outputs.map(([, one]) => (one ? parts.weightOf(one) : 0)));
    const heaviest = weights.findLastIndex((weight) => weight > 0);
    assert.ok(weights.reduce((sum, weight, i) => sum + (i === heaviest ? 0 : weight), 0) <= parts.mostWeight);
    for (const { id, state, outputs } of turns) {
      if (id === 2) got.set('other', state);
      for (const [serial, one] of outputs) if (one) got.set(serial, one.kind);
    }
    setTimeout(() => posts.taken());
  }
  assert.equal(got.size, 101);
  assert.equal(got.get('other'), 'failed');
  assert.ok(sent.length > 20, `${sent.length} messages`);
});
