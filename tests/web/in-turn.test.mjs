/** First drawings of charts: one a frame, the first at once, and none is forgotten. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { inTurn } from '../../dist/lib/charts/core/in-turn.js';

const before = globalThis.requestAnimationFrame;
let asked;
beforeEach(() => {
  asked = [];
  globalThis.requestAnimationFrame = (callback) => asked.push(callback);
});
afterEach(() => void (globalThis.requestAnimationFrame = before));

/** What a browser does once a frame: those that were asked for before it. */
const frame = () => asked.splice(0).forEach((callback) => callback(0));

test('the first is drawn at once, the others one a frame in their order', () => {
  const drawn = [];
  for (const name of ['a', 'b', 'c']) inTurn(() => drawn.push(name));
  assert.deepEqual(drawn, ['a']);
  frame();
  assert.deepEqual(drawn, ['a', 'b']);
  frame();
  assert.deepEqual(drawn, ['a', 'b', 'c']);
  frame();
  assert.deepEqual(asked, [], 'nothing is asked for once all are drawn');
  inTurn(() => drawn.push('d'));
  assert.deepEqual(drawn, ['a', 'b', 'c', 'd']);
  frame();
});

test('one that fails holds up none behind it', () => {
  const drawn = [];
  assert.throws(() => inTurn(() => assert.fail('no picture')), /no picture/);
  inTurn(() => drawn.push('next'));
  frame();
  assert.deepEqual(drawn, ['next']);
  frame();
});
