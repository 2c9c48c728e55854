/**
 * Colours of charts: those of maps are d3-scale-chromatic's. Those of series are distinguishable with colour vision
 * deficiency, and have enough contrast with the background.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import * as chromatic from 'd3-scale-chromatic';
import { colourMaps } from '../../dist/lib/charts/heatmap/colour-maps.js';
import { colourOf } from '../../dist/lib/charts/heatmap/colours.js';
import { root } from './support/posenc.mjs';
import { colourIn, seriesColours, seriesToken } from '../../dist/lib/charts/core/theme.js';

const bytes = (colour) =>
  colour.startsWith('#')
    ? [1, 3, 5].map((i) => Number.parseInt(colour.slice(i, i + 2), 16))
    : colour.slice(4, -1).split(',').map(Number);
const oracle = {
  rdbu: (t) => chromatic.interpolateRdBu(1 - t),
  puor: chromatic.interpolatePuOr,
  viridis: chromatic.interpolateViridis,
  cividis: chromatic.interpolateCividis,
  magma: chromatic.interpolateMagma,
};

test('maps are within 3 of 255 of d3-scale-chromatic', () => {
  assert.deepEqual(colourMaps.map(({ id }) => id).sort(), Object.keys(oracle).sort());
  for (const map of colourMaps)
    for (let i = 0; i < 256; i++) {
      const [ours, theirs] = [bytes(colourOf(map, i / 255)), bytes(oracle[map.id](i / 255))];
      for (let c = 0; c < 3; c++)
        assert.ok(Math.abs(ours[c] - theirs[c]) <= 3, `${map.id} ${i}: ${ours} and ${theirs}`);
    }
});

test('on dark paper the middle of a diverging map is dark, and both ends are light', () => {
  const light = (map, t) => oklab(bytes(colourOf(map, t, 'dark')).map(linear))[0];
  for (const map of colourMaps.filter(({ kind }) => kind === 'diverging')) {
    assert.ok(contrast(colourOf(map, 0.5, 'dark'), colourIn('dark', 'paper')) < 1.2);
    for (let i = 0; i < 64; i++) {
      const [nearer, further] = [0.5 - i / 128, 0.5 - (i + 1) / 128];
      assert.ok(light(map, further) > light(map, nearer), `${map.id} ${further}`);
      assert.ok(light(map, 1 - further) > light(map, 1 - nearer), `${map.id} ${1 - further}`);
      assert.ok(Math.abs(light(map, further) - light(map, 1 - further)) < 0.04, `${map.id} ${further}`);
    }
  }
});

const linear = (byte) => (byte / 255 <= 0.04045 ? byte / 255 / 12.92 : ((byte / 255 + 0.055) / 1.055) ** 2.4);
const luminance = (rgb) => 0.2126 * linear(rgb[0]) + 0.7152 * linear(rgb[1]) + 0.0722 * linear(rgb[2]);
const contrast = (a, b) => {
  const [high, low] = [luminance(bytes(a)), luminance(bytes(b))].sort((p, q) => q - p);
  return (high + 0.05) / (low + 0.05);
};
/** Machado, Oliveira, Fernandes: A Physiologically-based Model for Simulation of Color Vision Deficiency, 2009, severity 1. */
const sights = {
  normal: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  protanopia: [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
  deuteranopia: [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
  tritanopia: [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039],
};
/** OKLab: https://bottosson.github.io/posts/oklab/ */
function oklab(rgb) {
  const [r, g, b] = rgb;
  const [l, m, s] = [
    0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b,
    0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b,
    0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b,
  ].map((v) => Math.cbrt(Math.max(0, v)));
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}
const seen = (colour, m) => {
  const rgb = bytes(colour).map(linear);
  return oklab([0, 3, 6].map((row) => m[row] * rgb[0] + m[row + 1] * rgb[1] + m[row + 2] * rgb[2]));
};

for (const theme of ['light', 'dark'])
  test(`series stand out from the paper and differ from each other, ${theme}`, () => {
    const series = Array.from({ length: seriesColours }, (_, i) => colourIn(theme, seriesToken(i)));
    const paper = colourIn(theme, 'paper');
    for (const colour of series) assert.ok(contrast(colour, paper) >= 3, `${colour}: ${contrast(colour, paper)}`);
    const near = [];
    for (const [sight, m] of Object.entries(sights))
      series.forEach((a, i) =>
        series.slice(0, i).forEach((b, j) => {
          const apart = Math.hypot(...seen(a, m).map((v, c) => v - seen(b, m)[c]));
          if (apart < 0.06) near.push(`${sight}: ${i} and ${j} are ${apart.toFixed(3)} apart`);
        }),
      );
    assert.deepEqual(near, []);
  });

test('texts have 4.5 : 1 on the paper', () => {
  for (const theme of ['light', 'dark'])
    for (const token of ['ink', 'muted'])
      assert.ok(contrast(colourIn(theme, token), colourIn(theme, 'paper')) >= 4.5, `${theme} ${token}`);
});

test('what stands beside a chart of a page has the same colours', () => {
  const tokens = readFileSync(join(root, 'web/notebook/style/tokens.css'), 'utf8');
  const page = Object.fromEntries(
    [...tokens.matchAll(/--([\w-]+): light-dark\((#\w+), (#\w+)\);/g)].map(([, name, light, dark]) => [
      name,
      [light, dark],
    ]),
  );
  const shared = ['paper', 'ink', 'muted', 'edge', 'kept', 'blended', 'scaled', 'off'];
  for (const name of [...shared, ...Array.from({ length: seriesColours }, (_, i) => seriesToken(i))])
    assert.deepEqual(page[name], [colourIn('light', name), colourIn('dark', name)], name);
});
