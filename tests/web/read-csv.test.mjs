/** CSV files of numbers and of puzzles: the result, or an error with line and column. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { pe } from './support/instance.mjs';
import { csvBytes, joinSquares, parseNumbersCsv, parseSquaresCsv, runs, throwsPosencError } from './support/posenc.mjs';
import { fc } from './support/random.mjs';

const refusedBy = (read, text, code, place = '') => {
  const { message } = throwsPosencError(() => read(text), code, 'csv');
  assert.ok(message.includes(place) && message.length < 400, message);
};

describe('numbers', () => {
  test('what csvBytes writes is read again, bit by bit', () =>
    fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 5 }).chain((cols) =>
          fc
            .array(fc.double({ noNaN: true, noDefaultInfinity: true }), { minLength: cols, maxLength: 8 * cols })
            .map((list) => ({
              cols,
              rows: Math.floor(list.length / cols),
              data: Float64Array.from(list.slice(0, list.length - (list.length % cols))),
            })),
        ),
        async (matrix) => {
          const read = parseNumbersCsv(new TextDecoder().decode(await csvBytes(matrix)));
          assert.deepEqual([read.rows, read.cols, read.data], [matrix.rows, matrix.cols, matrix.data]);
        },
      ),
      { numRuns: runs(50) },
    ));

  test('with and without a header, any mark, any end of line, quotes, a mark of byte order', () => {
    for (const text of [
      '1,2\n3,-.5e1',
      '\ufeffa,b\r\n1,2\r\n3,-5\r\n',
      '1;2\n\n3;-5\n\n',
      'x\ty\n1\t2\r3\t-5',
      '"1", "2"\n 3 ,-5.0',
    ])
      assert.deepEqual(parseNumbersCsv(text), { data: Float64Array.of(1, 2, 3, -5), rows: 2, cols: 2 }, text);
    assert.deepEqual(parseNumbersCsv('7'), { data: Float64Array.of(7), rows: 1, cols: 1 });
  });

  test('what is wrong, and where', () => {
    const read = parseNumbersCsv;
    for (const empty of ['', '\n\n', 'a,b\n', '\ufeff']) refusedBy(read, empty, 'bad_argument', 'line 1');
    refusedBy(read, '1,2\n3,x\n', 'bad_argument', "line 2, column 2: 'x'");
    refusedBy(read, 'a,b\n\n1,2\n3,\n', 'bad_argument', "line 4, column 2: ''");
    refusedBy(read, '1,2\n3,1e999', 'bad_argument', 'line 2, column 2');
    for (const bad of ['NaN', 'Infinity', '0x10', '1_0', '1 2', '--1', '1e', '.', '\x1b[31m'])
      refusedBy(read, `1\n${bad}`, 'bad_argument', 'line 2, column 1');
    refusedBy(read, '1,2\n3,4,5', 'bad_shape', 'line 2, column 3');
    refusedBy(read, '1,2\n3', 'bad_shape', 'line 2');
    for (const other of [undefined, null, 3, new Uint8Array(3)]) refusedBy(read, other, 'bad_argument');
  });
});

describe('puzzles', () => {
  // the format of github.com/ljhearne/LSTNN_public, data/nn/*.csv
  const file = `ID,LST_num,condition,puzzles,solutions
0,1,Binary_Step1,0040405210200030,1
1,,Ternary,5104100020300003,3
2,25,Quaternary-Step1,0015004040000001,4
`;

  test('are read in the form of own-squares, whose solver finds the same', async () => {
    const { cells, answers, vectors } = parseSquaresCsv(file);
    assert.equal(cells.length, 48);
    assert.deepEqual([...cells.slice(0, 8)], [0, 0, 4, 0, 4, 0, 5, 2]);
    assert.deepEqual(
      [[...answers], [...vectors]],
      [
        [1, 3, 4],
        [1, 2, 3],
      ],
    );
    const task = { id: 'own-squares', cells, answers, splits: [0, 1, 2] };
    for (const more of [{}, { vectors }]) {
      const run = await pe.train({ task: { ...task, ...more }, batch: 4, steps: 1 });
      const { splits } = await run.evaluate();
      const found = splits.map(({ accuracyByCondition }) => Object.values(accuracyByCondition).map(Number.isNaN));
      assert.deepEqual(found, [
        [false, true, true],
        [true, false, true],
        [true, true, false],
      ]);
      run.close();
    }
  });

  test('without conditions, in another order', () => {
    const { answers, vectors } = parseSquaresCsv('Solutions;Puzzles\n2;0210000043510030\n');
    assert.deepEqual([[...answers], vectors], [[2], undefined]);
  });

  test('what is wrong, and where', () => {
    const wrong = (text, place) => refusedBy(parseSquaresCsv, text, 'bad_argument', place);
    wrong('', 'line 1');
    wrong('puzzles\n0210000043510030', "'solutions'");
    wrong('puzzles,solutions\n', 'line 2');
    wrong(file.replace('0040405210200030', '40405210200030'), "line 2, column 4: '40405210200030'"); // as spreadsheets save it
    wrong(file.replace('5104100020300003', '5104100520300003'), 'line 3, column 4');
    wrong(file.replace('5104100020300003', '0104100020300003'), 'line 3, column 4');
    wrong(file.replace('5104100020300003', '9104100020300003'), 'line 3, column 4');
    wrong(file.replace(',4\n', ',5\n'), 'line 4, column 5');
    wrong(file.replace(',3\n', '\n'), 'line 3, column 5');
    wrong(file.replace('Ternary', 'ternaire'), "line 3, column 3: 'ternaire'");
  });
});

describe('several files of puzzles', () => {
  const square = '1234341221434325';
  const file = (rows, condition, split) => {
    const lines = Array.from({ length: rows }, () => [square, 1, ...(condition ? [condition] : [])].join(','));
    const header = `puzzles,solutions${condition ? ',condition' : ''}`;
    return { squares: parseSquaresCsv([header, ...lines].join('\n')), split };
  };
  const counts = (list) => [0, 1, 2, 3].map((value) => list.filter((one) => one === value).length);

  test('one in ten of a condition is for the test, over all files; what has a split keeps it', () => {
    const joined = joinSquares([
      file(15, 'Binary'),
      file(25, 'Ternary'),
      file(5, 'Binary'),
      file(30, 'Binary', 'shifted'),
      file(4, 'Quaternary', 'test'),
    ]);
    assert.equal(joined.cells.length, 16 * 79);
    assert.deepEqual(counts(joined.vectors), [0, 50, 25, 4]);
    assert.deepEqual(counts(joined.splits), [40 - 2 - 2 + 5, 2 + 2 + 4, 30, 0]);
  });

  test('what is none of them is refused with its place', () => {
    const { squares } = file(2);
    for (const [given, field] of [
      [7, 'files'],
      [[null], 'files[0]'],
      [[{ squares, splitt: 'test' }], 'files[0].splitt'],
      [[{ squares }, { squares: {} }], 'files[1].squares'],
      [[{ squares: { ...squares, answers: new Float64Array(1) } }], 'files[0].squares'],
      [[{ squares, split: 'shfted' }], 'files[0].split'],
    ])
      throwsPosencError(() => joinSquares(given), 'bad_argument', field);
  });

  test('without a split none is said; conditions only where all files have them', () => {
    assert.deepEqual(Object.keys(joinSquares([file(3, 'Binary'), file(2)])), ['cells', 'answers']);
    assert.deepEqual(Object.keys(joinSquares([file(3, 'Binary')])), ['cells', 'answers', 'vectors']);
    assert.deepEqual(joinSquares([]), { cells: [], answers: [], vectors: [] });
  });
});
