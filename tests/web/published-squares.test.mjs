/** The puzzles in the files of github.com/ljhearne/LSTNN_public. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { publishedSquares } from './support/posenc.mjs';

const { cells, answers, vectors, splits } = await publishedSquares();
const puzzleOf = (i) => cells.slice(16 * i, 16 * i + 16);
const all = answers.map((_, i) => i);
const of = (split) => all.filter((i) => splits[i] === split);

test('every puzzle and answer is that of its file', () => {
  // SHA-256 of the columns `puzzles` and `solutions`, a line each, of generated_puzzle_data_{binary,ternary,
  // quaternary}_dist80.csv and puzzle_data_original.csv at d139c51
  const lines = all.map((i) => `${puzzleOf(i).join('')}${answers[i]}`);
  const digest = createHash('sha256').update(lines.join('\n')).digest('hex');
  assert.equal(digest, '854b3a67726a47083cbc588896397b90693cc9b349e3998bc5bf6fb96378294a');
});

test('3,000 of each condition, one in ten for the test, and 36 of each that were made for people', () => {
  const counts = [0, 1, 2].map((split) => [1, 2, 3].map((v) => of(split).filter((i) => vectors[i] === v).length));
  assert.deepEqual(counts, [Array(3).fill(2700), Array(3).fill(300), Array(3).fill(36)]);
  assert.equal(
    new Set(
      of(0)
        .concat(of(1))
        .map((i) => puzzleOf(i).join('')),
    ).size,
    9000,
  );
});

test('those for people are at a distance of at least 0.8 from every other', () => {
  const marks = all.map((i) => puzzleOf(i).flatMap((symbol, cell) => (symbol === 0 ? [] : [5 * cell + symbol])));
  for (const one of of(2).map((i) => new Set(marks[i])))
    for (const i of [...of(0), ...of(1)]) {
      const both = marks[i].filter((mark) => one.has(mark)).length;
      assert.ok(1 - both / (one.size + marks[i].length - both) >= 0.8 - 1e-12, `puzzle ${i}`);
    }
});
