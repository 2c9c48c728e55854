/** tests/campaign: what its programs make of what they find, and that docs/reliability.md shows the results that are kept. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { madeOf } from '../campaign/core-mutants.mjs';
import { branchesOf, decidedIn, reasonOf, rows as coverageRows } from '../campaign/coverage.mjs';
import { dictionary, seedsOf, specs } from '../campaign/fuzz-seeds.mjs';
import { faultsOf } from '../campaign/kills.mjs';
import { line } from '../campaign/leaks.mjs';
import { added, corpusOf, corpusText, runsOf, statistics, targets } from '../campaign/libfuzzer.mjs';
import { applied, lineOf, ofCpp, ofJavaScript } from '../campaign/mutations.mjs';
import { rows as mutantRows, sameAs, sample } from '../campaign/mutants.mjs';
import { names } from '../campaign/run.mjs';
import { growth, growthOfVisits } from '../campaign/soak.mjs';
import { inPage, table, tableOf } from '../campaign/table.mjs';
import { create, encodings, root, text, scalings } from './support/posenc.mjs';

test('docs/reliability.md shows each result that is kept, and no other', async () => {
  const page = text('docs/reliability.md');
  assert.equal(inPage(page, await table()), page, 'npm run campaign -- --table writes it');
  for (const file of readdirSync(join(root, 'tests/campaign/results'))) {
    const one = JSON.parse(text(`tests/campaign/results/${file}`));
    assert.ok(names.includes(one.campaign), file);
    assert.match(one.date, /^\d{4}-\d\d-\d\d$/);
    assert.ok(one.machine && one.commit && one.seconds >= 0, file);
    assert.doesNotMatch(JSON.stringify(one), /\/(home|root|tmp|work)\//, `${file} names a path of a machine`);
  }
  for (const name of names) assert.ok(page.includes(`* **${name}.**`), name);
});

test('a table has the rows of each campaign, with date and machine', () => {
  const about = { campaign: 'x', date: '2026-01-02', seconds: 3, machine: 'M, 2 processors', commit: 'abc' };
  const made = tableOf([about, about], () => (one) => [['what', one.campaign, 'came']]);
  assert.match(made, /\| what \| x \| came \| 2026-01-02, 3 s, at abc \|\n\| what/);
  assert.match(made, /\nMachine: M, 2 processors\.$/);
});

test('changes of JavaScript: each is one that compiles, and where it is said to be', () => {
  const code =
    'let a = b + 1;\nif (a < 2 && !c) throw new Error(`x${a - 1}`);\nf(a);\nexport const d = a ? true : 3 - 1;\n';
  const found = ofJavaScript(code).map((one) => [
    lineOf(code, one.at),
    applied(code, one).split('\n')[lineOf(code, one.at) - 1],
    one.what,
  ]);
  const has = (line, changed) =>
    assert.ok(
      found.some(([at, now]) => at === line && now === changed),
      `${line}: ${changed}`,
    );
  has(1, 'let a = b - 1;');
  has(1, 'let a = b + 2;');
  has(2, 'if (a <= 2 && !c) throw new Error(`x${a - 1}`);');
  has(2, 'if (a >= 2 && !c) throw new Error(`x${a - 1}`);');
  has(2, 'if (a < 2 || !c) throw new Error(`x${a - 1}`);');
  has(2, 'if (!(a < 2 && !c)) throw new Error(`x${a - 1}`);');
  has(2, 'if (a < 2 && !c) ;');
  has(2, 'if (a < 2 && !c) throw new Error(`x${a + 1}`);');
  has(3, ';');
  has(4, 'export const d = !(a) ? true : 3 - 1;');
  has(4, 'export const d = a ? false : 3 - 1;');
  has(4, 'export const d = a ? true : 3 + 1;');
  for (const one of ofJavaScript(code)) assert.doesNotThrow(() => ofJavaScript(applied(code, one)), one.what);
});

test('changes of C++ are none of comments, texts, directives and templates', () => {
  const code = [
    '#include <x>  // 1 + 2',
    'template <int N = 3>',
    'static_assert(N < 4);',
    'int f(int a) {',
    '  // a + 1',
    '  const int b = a * 2 + 1;  // 5 - 6',
    '  say("7 + 8");',
    '  return a < b ? 1 : 0x10;',
    '}',
  ].join('\n');
  const found = ofCpp(code).map((one) => `${lineOf(code, one.at)} ${one.what}`);
  assert.deepEqual(found, [
    '6 * becomes /',
    '6 + becomes -',
    '6 2 becomes 3',
    '6 1 becomes 2',
    '7 a statement is removed',
    '8 < becomes <=',
    '8 < becomes >=',
    '8 1 becomes 2',
  ]);
});

test('a sample follows from its seed, and has nothing twice', () => {
  const list = Array.from({ length: 100 }, (_, i) => i);
  const some = sample(list, 20, 7);
  assert.deepEqual(sample(list, 20, 7), some);
  assert.notDeepEqual(sample(list, 20, 8), some);
  assert.equal(new Set(some).size, 20);
  assert.deepEqual(
    sample(list, 1000, 1).sort((a, b) => a - b),
    list,
  );
});

test('branches: ways of a condition, of all instances together, in the rooms that are looked at', () => {
  const exported = {
    data: [
      {
        files: [
          {
            filename: '/r/src/core/a.hpp',
            branches: [
              [1, 5, 1, 6, 3, 0],
              [1, 5, 1, 6, 0, 2],
              [2, 10, 2, 11, 0, 0],
              [3, 15, 3, 16, 0, 0],
              [4, 5, 4, 6, 0, 0],
            ],
          },
          // the same by another name
          { filename: '/r/build/x/../../src/core/a.hpp', branches: [[2, 10, 2, 11, 7, 0]] },
          { filename: '/r/src/train/b.cpp', branches: [[1, 1, 1, 2, 0, 0]] },
          { filename: '/usr/include/c', branches: [[1, 1, 1, 2, 0, 0]] },
        ],
      },
    ],
  };
  const lines = ['if (x)', '  while (y)', 'if constexpr (z)', 'if (w)'];
  const { counts, missed } = branchesOf(exported, '/r/src', () => lines, new Set(['/r/src/core/a.hpp:4:5']));
  assert.deepEqual(counts.core, { ways: 4, taken: 3 });
  assert.deepEqual(counts.simd, { ways: 0, taken: 0 });
  assert.deepEqual(missed, [{ file: 'src/core/a.hpp', line: 2, condition: 'y', way: 'false', code: 'while (y)' }]);
});

test('conditions that the compiler decides in all instances are no branches', () => {
  const shown = [
    '/r/src/a.hpp:',
    '   12|     10|  if (x)',
    '  ------------------',
    '  |  Branch (12:7): [Folded - Ignored]',
    '  |  Branch (12:7): [Folded - Ignored]',
    '  |  Branch (13:7): [Folded - Ignored]',
    '  |  Branch (13:7): [True: 3, False: 0]',
    '/r/src/b.hpp:',
    '  |  Branch (13:7): [Folded - Ignored]',
  ].join('\n');
  assert.deepEqual([...decidedIn(shown)], ['/r/src/a.hpp:12:7', '/r/src/b.hpp:13:7']);
});

test('each branch that no test takes has a reason, each reason a branch, and what shows it stands there', () => {
  const reasons = JSON.parse(text('tests/campaign/coverage-reasons.json'));
  const { missed } = JSON.parse(text('tests/campaign/results/coverage.json'));
  // a result that is kept from before there were reasons has lines alone
  const withReasons = missed.filter(({ condition }) => condition !== undefined);
  for (const one of withReasons) {
    assert.equal(one.because, reasonOf(reasons, one), `${one.file}: ${one.condition} is never ${one.way}`);
    assert.ok(reasons.reasons[one.because], `${one.file}: ${one.condition} is never ${one.way}`);
  }
  for (const one of reasons.of) {
    assert.ok(reasons.reasons[one.because], `${one.file}: ${one.condition}`);
    assert.ok(text(one.file).includes(one.code ?? one.condition), `${one.file} has no ${one.condition}`);
    const used = withReasons.length === 0 || missed.some((way) => reasonOf({ of: [one] }, way));
    assert.ok(used, `${one.file}: ${one.condition}: a test takes it, the reason can go`);
    if (!one.seen) continue;
    const [file, words] = one.seen;
    assert.ok(text(file).includes(words), `${file} has no ${words}`);
  }
  // by way and line, where these are given
  const of = [{ file: 'a', condition: 'x', way: 'true', code: 'if (x)', because: 'y' }];
  const way = { file: 'a', condition: 'x', way: 'true', code: 'if (x)' };
  assert.equal(reasonOf({ of }, way), 'y');
  for (const other of [{ file: 'b' }, { condition: 'z' }, { way: 'false' }, { code: 'while (x)' }])
    assert.equal(reasonOf({ of }, { ...way, ...other }), undefined);
  assert.equal(reasonOf({ of: [{ ...of[0], way: undefined, code: undefined }] }, { ...way, way: 'false' }), 'y');
});

test('the table says how many branches are not taken, and why', () => {
  const missed = ['death', 'rounding', 'death', undefined].map((because) => ({
    file: 'src/core/a.cpp',
    condition: 'x',
    because,
  }));
  const [[, many, came]] = coverageRows({ counts: { core: { ways: 1000, taken: 996 } }, missed });
  assert.equal(many, '996 of 1000');
  assert.match(
    came,
    /^99\.6 %; not taken: 2 that end the program, .*, 1 that guard .*, 1 for no reason that is known$/,
  );
  assert.equal(coverageRows({ counts: { simd: { ways: 8, taken: 8 } }, missed })[0][2], '100.0 %');
  const before = [{ file: 'src/simd/a.cpp', line: 1 }];
  assert.match(
    coverageRows({ counts: { simd: { ways: 8, taken: 7 } }, missed: before })[0][2],
    /^87\.5 %; the 1 others are listed with their lines$/,
  );
});

test('changes that mean the same are known by their line, and are none of those that survive', () => {
  const reasons = JSON.parse(text('tests/campaign/same-mutants.json'));
  for (const { file, code, because } of reasons) {
    assert.ok(because, code);
    // of a file that is compiled from it, the source
    const source = file.replace(/^dist\/lib\/(.*)\.js$/, 'web/lib/$1.ts');
    const words = code.match(/\w+/g);
    assert.ok(
      text(source)
        .split('\n')
        .some((line) => words.every((word) => line.includes(word))),
      `${source} has no line ${code}`,
    );
  }
  const one = { file: 'a', code: 'b < c', what: '< becomes <=', because: 'd' };
  assert.equal(sameAs([one], { file: 'a', code: 'b < c', what: '< becomes <=', line: 4 }), 'd');
  assert.equal(sameAs([one], { file: 'a', code: 'b < c', what: '< becomes >=', line: 4 }), undefined);
  const row = (more) =>
    mutantRows({ room: 'r', possible: 9, seed: 1, tried: 5, noticed: 4, survivors: [], ...more })[0];
  assert.deepEqual(row({ same: [one] }).slice(1), [
    '4 of 5, drawn by seed 1 from 9',
    '100 %; 1 mean the same, for a reason that stands in `same-mutants.json`; none survives',
  ]);
  assert.match(row({ survivors: [one] })[2], /^80 %; 1 survive and are listed$/);
});

test('what an object was made of is read from the rule that the compiler writes', () => {
  assert.deepEqual(madeOf('/t/a.o: /t/a.cpp \\\n /t/b.hpp /t/c.hpp\n'), ['/t/a.cpp', '/t/b.hpp', '/t/c.hpp']);
});

test('what libFuzzer kept: few and small inputs for each target, none of them twice', () => {
  const folder = join(root, 'tests/campaign/fuzz-corpus');
  assert.deepEqual(readdirSync(folder).sort(), targets.map((target) => `${target}.txt`).sort());
  let bytes = 0;
  for (const target of targets) {
    const kept = text(`tests/campaign/fuzz-corpus/${target}.txt`);
    const inputs = corpusOf(kept);
    bytes += kept.length;
    assert.ok(inputs.length > 5, target);
    assert.equal(corpusText(inputs), kept, `${target}: as the campaign writes it`);
    assert.equal(new Set(kept.split('\n')).size, inputs.length + 1, target);
  }
  assert.ok(bytes < 300 * 1024, `${bytes} bytes`);
});

test('a corpus is read as it was written, whatever its bytes', () => {
  const inputs = [[], [0], [10, 13, 0, 255], [...'{"a": "é"}'].map((c) => c.charCodeAt(0) & 255)].map((one) =>
    Uint8Array.from(one),
  );
  const back = corpusOf(corpusText(inputs)).map((one) => [...one].join());
  assert.deepEqual(new Set(back), new Set(inputs.map((one) => [...one].join())));
});

test('seeds of the fuzzed readers: every row and extension, in specs that are mostly right; and each name in the dictionary', async () => {
  const made = specs();
  const pe = await create();
  try {
    let right = 0;
    for (const spec of made) {
      const one = await pe.prepare(spec).catch(() => undefined);
      if (one) right++;
      await one?.dispose();
    }
    assert.ok(right > made.length / 2, `${right} of ${made.length}`);
  } finally {
    pe.dispose();
  }
  assert.deepEqual(new Set(made.map(({ encoding }) => encoding)), new Set(encodings.map(({ id }) => id)));
  const extended = new Set(made.flatMap(({ scaling }) => scaling?.type ?? []));
  for (const { id } of scalings) assert.ok(extended.has(id), id);
  const words = dictionary().split('\n');
  for (const { id, params } of encodings)
    for (const name of [id, ...params.map((param) => param.name)]) assert.ok(words.includes(`"\\"${name}\\""`), name);
  for (const target of targets) assert.ok((await seedsOf(target)).length > 3, target);
});

test('what libFuzzer prints at its end', () => {
  const said = [
    '#123\tNEW    cov: 10 ft: 20 corp: 3/9b',
    '#1000\tDONE   cov: 713 ft: 900 corp: 30/999b',
    'stat::number_of_executed_units: 1000',
    'stat::average_exec_per_sec:     500',
    'stat::new_units_added:          7',
    'stat::slowest_unit_time_sec:    0',
    'stat::peak_rss_mb:              81',
  ].join('\n');
  const found = { inputs: 1000, perSecond: 500, slowestInSeconds: 0, peakMebibytes: 81, ways: 713 };
  assert.deepEqual(statistics(said), found);
});
test('runs of libFuzzer add up until one finds a fault', () => {
  const one = { part: 'spec', inputs: 100, seconds: 4, perSecond: 30, ways: 7, failed: false };
  const first = added(one, undefined);
  assert.deepEqual(first, { ...one, runs: 1 });
  const second = added({ ...one, inputs: 50, seconds: 1, ways: 9 }, first);
  assert.deepEqual(second, { ...one, inputs: 150, seconds: 5, perSecond: 30, ways: 9, runs: 2 });
  // a result that was written before runs were counted is one, of which the next has another seed
  assert.equal(added(one, { ...one, failed: false }).runs, 2);
  assert.deepEqual([undefined, one, second].map(runsOf), [0, 1, 2]);
  assert.deepEqual(added(one, { ...second, failed: true }), first);
});

test('kills: steps that are lost and lines that differ are seen, what is said again is not held against a run', () => {
  let seconds = 0;
  const at = (step, loss = step) => ({ step, seconds: ++seconds, meanTrainLoss: loss, weightsHash: `h${loss}` });
  const before = new Map([0, 3, 6].map((step) => [step, at(step)]));
  assert.deepEqual(faultsOf([at(6), at(9)], before, 3), []);
  assert.deepEqual(faultsOf([], before, 3), []);
  assert.deepEqual(faultsOf([at(0), at(3)], before, 0), [], 'where it begins it says so each time');
  assert.equal(faultsOf([at(3), at(6)], before, 3).length, 1, 'it had kept step 3, and began before it');
  assert.equal(faultsOf([at(6, 1), at(9)], before, 3).length, 1, 'another loss');
  const last = new Map([[600, at(600)]]);
  const { meanTrainLoss: _, ...again } = at(600);
  assert.deepEqual(faultsOf([again], last, 600), [], 'the end is said once more, of no batch');
});

test('memory: a line through points that lie on one, and the interval of those that do not', () => {
  const on = line([1, 2, 3, 4].map((x) => [x, 5 + 2 * x]));
  assert.deepEqual([on.slope, on.upper], [2, 2]);
  const off = line([1, 2, 3, 4, 5].map((x, i) => [x, x + (i % 2)]));
  // by hand: slope 10/10, squares left 1.2, of 3 degrees of freedom
  assert.ok(Math.abs(off.slope - 1) < 1e-12);
  assert.ok(Math.abs(off.upper - (1 + 1.96 * Math.sqrt(1.2 / 3 / 10))) < 1e-12);
  const points = [9, 8, 100, 110, 120, 130].map((heap, i) => ({ calls: i, heap }));
  assert.equal(growth(points, 'heap').slope, 10, 'the first third counts for nothing');
  const visits = { a: [0, 10, 20, 0, 10, 20].map((step, i) => ({ step, heap: [5, 50, 70, 5, 50, 90][i] })), b: [] };
  assert.equal(growthOfVisits(visits, 'heap'), 3, 'the mean of 2 and 4 a step');
});
