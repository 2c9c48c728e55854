/** The page Large tables. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { create, root } from '../support/posenc.mjs';

export const prose = ['web/notebook/large.html', 'web/notebook/large/'];

const pe = await create();
export const close = () => pe.dispose();

const shown = 'its numbers are computed where it is shown';
const state = readFileSync(join(root, 'web/notebook/large/state.ts'), 'utf8');
const limit = (name) => Number(new RegExp(`${name}: isWhole\\((\\d+)`).exec(state)[1]);

const spec = { encoding: 'rope', dim: 128 };
const count = 20_000;
/** Bytes of each block of a table, and its bits. */
async function blocks(library) {
  const sizes = [];
  let word = 0;
  for await (const { data } of library.tableBlocks(spec, count)) {
    sizes.push(data.byteLength);
    for (const bits of new Uint32Array(data.buffer, data.byteOffset, data.length)) word = (word + bits) | 0;
  }
  return { sizes, word };
}

export const claims = [
  {
    says: 'Position tables larger than memory, computed block by block in this browser, by several workers or on the GPU.',
    because: 'what the page does; tests/page/large.spec.mjs',
  },
  {
    says: 'A billion positions, each one exact',
    because: 'a title; the rows there are compared below, and with more digits in tests/web/golden.test.mjs',
  },
  {
    says: 'Row a billion costs what row one costs, and is as right.',
    // the same row by the other precision, which is right to its last bit
    holds: async () => {
      const [row, exact] = await Promise.all(
        ['f32', 'f64'].map((dtype) => pe.table(spec, { start: 1e9, count: 1, step: 1 }, { dtype })),
      );
      return row.data.every((x, i) => x === Math.fround(exact.data[i]));
    },
  },
  {
    says: 'Blocks of some megabytes are made, counted and let go, so memory does not grow.',
    holds: async () => {
      const { sizes } = await blocks(pe);
      return sizes.length > 1 && sizes.every((bytes) => bytes <= 16 * 2 ** 20);
    },
  },
  {
    says: 'Try two workers, then one: the check word over all bits stays the same.',
    holds: async () => {
      const words = [];
      for (const workers of [2, 1]) {
        const library = await create({ workers });
        words.push((await blocks(library)).word);
        library.dispose();
      }
      return words[0] === words[1];
    },
  },
  {
    says: 'must be a whole number from {1} to …',
    is: () => [limit('count'), limit('workers')].filter((one, i, all) => all.indexOf(one) === i),
  },
  {
    says: 'The table above goes to a file as it is computed, so it may be larger than memory.',
    because: 'what the page does; tests/page/large.spec.mjs',
  },
  { says: 'This browser puts a file together in memory first, so it has at most ….', because: shown },
  {
    says: 'The command line writes larger ones.',
    because: 'tests/web/streaming.test.mjs writes them with a small heap',
  },
  {
    says: 'The picture has {4,096} rows, from any position on.',
    is: () => [
      Number(/maxSide = (\d+)/.exec(readFileSync(join(root, 'web/lib/charts/heatmap/painter.ts'), 'utf8'))[1]),
    ],
  },
  {
    says: 'The window shows tables of one coordinate without an end and of at most … channels.',
    because: shown,
  },
];
