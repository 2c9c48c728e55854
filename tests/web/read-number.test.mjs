/** Numbers as readers write them, compared with JavaScript's arithmetic. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { notebookParts } from './support/notebook-parts.mjs';
import { random } from './support/random.mjs';

let readNumber;
before(async () => ({ readNumber } = await notebookParts(['cells/read-number'])));

test('forms in which one number is written', () => {
  const same = (value, texts, units) => {
    for (const text of texts) {
      const read = readNumber(text, units);
      assert.ok(Math.abs(read - value) <= 1e-15 * Math.abs(value), `${text}: ${read}, not ${value}`);
    }
  };
  same(1 / 3, ['1/3', ' 1 / 3 ', '(2+1)/9', '3^-1', '.5/1.5', '2/(2*3)']);
  same(200 * Math.PI, ['2pi/0.01', '2π/0.01', '2 * π / 1e-2', '200 PI', '2·π·100', '628.3185307179587']);
  same(0.001, ['1e-3', '.001', '0.1 %', '10^-3', '10**-3', '1E-03']);
  same(16777217, ['16,777,217', '2^24 + 1', '16777217']);
  same(-2, ['-2', '−2', '–2', '-(1+1)', '1-3']);
  same(-4, ['-2^2']);
  same(512, ['2^3^2']);
  same(Math.SQRT2, ['sqrt(2)', 'sqrt 2', '2^(1/2)', '√2', '√(2)']);
  same(8, ['√64', '8x', '8 ×', '2√16']);
  same(Math.sin(0.02), ['sin(0.02)', 'sin 0.02']);
  same(4 - 2 * Math.cos(1) - 2 * Math.cos(0.01), ['4−2cos(1)−2cos(0.01)']);
  same(62832, ['62,832 positions', '62832 Positions', '62832'], ['positions', 'tokens']);
});

test('what is no number is not read as one', () => {
  const texts = [
    '',
    ' ',
    'ten',
    '1/2π',
    '1..2',
    '(1',
    '1)',
    '1 2',
    '2 *',
    'sqrt',
    'alert(1)',
    '0,125',
    '0,5',
    '1234,567',
    '1,23',
    '1,2345',
    'constructor',
    '5 apples',
  ];
  for (const text of texts) assert.ok(Number.isNaN(readNumber(text, ['positions'])), `${text}: ${readNumber(text)}`);
});

test('expressions by chance are what JavaScript computes', () => {
  const draw = random('expressions');
  const pick = (list) => list[Math.floor(draw() * list.length)];
  const expression = (depth) =>
    depth === 0 || draw() < 0.2
      ? pick(['7', '0.25', '3e2', '1.5e-2', '10'])
      : `(${expression(depth - 1)} ${pick(['+', '-', '*', '/', '**'])} ${expression(depth - 1)})`;
  for (let i = 0; i < 500; i++) {
    const text = expression(3);
    const [own, js] = [readNumber(text), (0, eval)(text)];
    assert.ok(Object.is(own, js) || own === js, `${text}: ${own}, not ${js}`);
  }
});
