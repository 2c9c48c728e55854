/** A scene painted for a PNG file: where texts are anchored, and how lines end. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { paintScene } from '../../dist/lib/charts/core/scene-canvas.js';

/** A pen that keeps its state at each text and each stroke. */
function penOf(drawn) {
  const pen = {
    scale() {},
    fillRect() {},
    fill() {},
    setLineDash: (dash) => (pen.dash = dash),
    fillText: (text) => drawn.push({ text, align: pen.textAlign }),
    stroke: () => drawn.push({ cap: pen.lineCap, dash: pen.dash }),
  };
  return pen;
}

const drawn = [];
before(() => {
  globalThis.document = { createElement: () => ({ getContext: () => penOf(drawn) }) };
  globalThis.Path2D = class {};
});
after(() => {
  delete globalThis.document;
  delete globalThis.Path2D;
});

test('texts are anchored and lines end as in the SVG file', () => {
  const text = (anchor) => ({ kind: 'text', x: 0, y: 0, text: String(anchor), ...(anchor && { anchor }) });
  const path = (dash) => ({ kind: 'path', d: 'M0,0L1,1', stroke: 'edge', ...(dash && { dash }) });
  const nodes = [text(), text('start'), text('middle'), text('end'), path(), path('4 2')];
  paintScene({ width: 10, height: 10, nodes }, 'light', 1);
  assert.deepEqual(drawn, [
    { text: 'undefined', align: 'start' },
    { text: 'start', align: 'start' },
    { text: 'middle', align: 'center' },
    { text: 'end', align: 'end' },
    { cap: 'round', dash: [] },
    { cap: 'butt', dash: [4, 2] },
  ]);
});
