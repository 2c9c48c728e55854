/**
 * Numbers of the figures of lesson 2, computed again by plain loops and Math, and read from its text. That the figures
 * show them is checked in tests/page/notebook-figures.spec.mjs.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { notebookPaths } from './support/notebook-files.mjs';
import { root } from './support/posenc.mjs';

const lesson = readFileSync(join(root, notebookPaths.get('2-sinusoidal-step-by-step')), 'utf8');
const said = (pattern) => (pattern.exec(lesson) ?? assert.fail(`the lesson has no ${pattern}`)).slice(1).map(Number);
const clocks = [1, 0.1, 0.01, 0.001];

/** Positions that agree with the first clocks of a hidden one to ten degrees, by angles in degrees. */
function leftOf(hidden) {
  const left = [0, 0, 0, 0];
  for (let p = 0; p < 10_000; p++)
    for (let i = 0; i < 4; i++) {
      const turned = Math.abs((((p - hidden) * clocks[i] * 180) / Math.PI) % 360);
      if (Math.min(turned, 360 - turned) > 10) break;
      left[i]++;
    }
  return left;
}

test('four clocks leave 549, 55, 5 and 1 of 10,000 positions, and one of any', () => {
  const [hidden] = said(/Views\.figure\("lock", \{ position: (\d+),/);
  const numbers = said(/leaves (\d+) positions, the second (\d+), the third (\d+), and the fourth \*\*(\d+)\*\*/);
  assert.deepEqual(leftOf(hidden), numbers);
  const most = [0, 0, 0, 0];
  for (let one = 0; one < 10_000; one += 97) leftOf(one).forEach((count, i) => (most[i] = Math.max(most[i], count)));
  assert.ok(most[0] <= 551 && most[1] <= 56 && most[2] <= 6, String(most));
  assert.equal(most[3], 1);
});

const lengths = (entries) => {
  const all = Array.from({ length: 64 }, (_, p) => Math.hypot(...entries(p + 1).map((x, c) => x - entries(p)[c])));
  return [Math.min(...all), Math.max(...all)];
};
const isNear = (value, written, half) => assert.ok(Math.abs(value - written) <= half, `${written} is ${value}`);

test('the lengths of steps: of digits, of sines, and of sines with their cosines', () => {
  const [least, most, low, high] = said(
    /steps from ([\d.]+) to ([\d.]+) long, and eight sines from ([\d.]+) to ([\d.]+)\./,
  );
  const [every] = said(/make every step \*\*([\d.]+)\*\* long/);
  const digits = lengths((p) => [...p.toString(2).padStart(8, '0')].map(Number));
  const sines = lengths((p) => Array.from({ length: 8 }, (_, k) => Math.sin(p * 10 ** (-k / 2))));
  const pairs = lengths((p) => clocks.flatMap((theta) => [Math.sin(p * theta), Math.cos(p * theta)]));
  isNear(digits[0], least, 1e-12);
  isNear(digits[1], most, 0.005);
  isNear(sines[0], low, 0.005);
  isNear(sines[1], high, 0.005);
  for (const length of pairs) isNear(length, every, 0.0005);
  // a chord of each circle
  isNear(Math.hypot(...clocks.map((theta) => 2 * Math.sin(theta / 2))), every, 0.0005);
});

test('two hands with one shadow, and the next shadow of each', () => {
  const [position, now, other] = said(
    /At position (\d+) of the second clock it is ([\d.]+), and again at about ([\d.]+),/,
  );
  const [up, down] = said(/One position on it is ([\d.]+) or ([\d.]+)\./);
  const twin = 10 * (Math.PI - position / 10);
  isNear(twin, other, 0.05);
  for (const [p, value] of [
    [position, now],
    [twin, now],
    [position + 1, up],
    [twin + 1, down],
  ])
    isNear(Math.sin(p / 10), value, 0.005);
});

test('an odometer: for d = 8 neighbouring clocks differ by a factor of 10', () => {
  const [width, factor] = said(/For \$\{tex`d = (\d+)`\} it is (\d+): the clocks are an odometer/);
  isNear(10_000 ** (2 / width), factor, 1e-12);
});
