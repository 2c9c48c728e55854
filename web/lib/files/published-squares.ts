/** The puzzles of Hearne et al. (LSTNN_public), shipped in the package and loaded on demand. */
import { joinSquares, type SquareLists, type SquaresFile } from './join-squares.js';

const symbols = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const charactersOfPuzzle = 8;
const conditions = 3;
const generatedOfEach = 3000;
const madeForPeopleOfEach = 36;

/**
 * Parameters of the task `own-squares`: 9,000 generated puzzles, every tenth of a condition for the test. The 108 made
 * for people, from which all others are kept distant, are `shifted`.
 */
export async function publishedSquares(): Promise<SquareLists> {
  const { puzzles } = await import('./published-puzzles.js');
  let read = 0;
  const file = (count: number, condition: number, split?: 'shifted'): SquaresFile => {
    const cells = new Float64Array(16 * count);
    const answers = new Float64Array(count);
    for (let i = 0; i < count; i++) {
      let number = 0;
      for (let k = 0; k < charactersOfPuzzle; k++) number = 64 * number + symbols.indexOf(puzzles[read++]!);
      answers[i] = 1 + (number % 4);
      number = Math.floor(number / 4);
      for (let cell = 15; cell >= 0; cell--) {
        cells[16 * i + cell] = number % 6;
        number = Math.floor(number / 6);
      }
    }
    return { squares: { cells, answers, vectors: new Float64Array(count).fill(condition) }, split };
  };
  const files = (count: number, split?: 'shifted'): SquaresFile[] =>
    Array.from({ length: conditions }, (_, k) => file(count, k + 1, split));
  return joinSquares([...files(generatedOfEach), ...files(madeForPeopleOfEach, 'shifted')]);
}
