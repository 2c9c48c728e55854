/** posenc train: runs that end early and continue, errors, and data of the user. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { experiment, train, lines, succeeds, fails, started } from './support/command-train.mjs';
import { goldenSquares, tinyHash, waves } from './support/experiments.mjs';
import { file, folder } from './support/own-folder.mjs';
import { assertNone, npyBytes } from './support/posenc.mjs';
import { random, sampled } from './support/random.mjs';

describe('a run that ends before its time', () => {
  const many = process.env.POSENC_FULL ? 24 : 3;
  test(`killed ${many} times at random moments, it goes on to the same weights`, async (t) => {
    const path = experiment('killed.json', { steps: 200 });
    const [unbroken] = succeeds([path]).slice(-1);
    const checkpoint = join(folder, 'killed.posenc');
    const chance = random('kill -9');
    let kills = 0;
    for (let i = 0; kills < many && i < 3 * many; i++) {
      const at = 1 + Math.floor(3 * chance());
      const later = 30 * chance();
      const { signal, stdout } = await started([path, '--checkpoint', checkpoint], (child, n) => {
        if (n === at) setTimeout(() => child.kill('SIGKILL'), later);
      });
      if (signal === 'SIGKILL') kills++;
      else {
        assert.deepEqual(lines(stdout).at(-1), unbroken);
        rmSync(checkpoint); // again from the beginning
      }
    }
    assert.equal(kills, many);
    const partials = () => readdirSync(folder).filter((name) => name.includes('partial'));
    t.diagnostic(`${partials().length} files were left half written`);
    const last = succeeds([path, '--checkpoint', checkpoint]).at(-1);
    assert.deepEqual(partials(), []);
    assert.deepEqual(last, unbroken);
  });

  test('what goes on prints no line again; what is at its end says where it is', () => {
    const path = experiment('again.json', { steps: 20 });
    const checkpoint = join(folder, 'again.posenc');
    const steps = (args) => succeeds([path, '--checkpoint', checkpoint, ...args]).map(({ step }) => step);
    assert.deepEqual(steps(['--steps', '10']), [0, 5, 10]);
    assert.deepEqual(steps([]), [15, 20]);
    assert.deepEqual(steps([]), [20]);
  });

  const signals = [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ];
  for (const [signal, status] of sampled('signals', signals, 1))
    test(`${signal}: its checkpoint is that of the step it came to`, async () => {
      const path = experiment(`${signal}.json`, { evaluateEvery: 50, steps: 1000 });
      const checkpoint = join(folder, `${signal}.posenc`);
      // The first line is step 0, the second is step 50: then there is a step to be interrupted.
      const { code, stderr } = await started([path, '--checkpoint', checkpoint], (child, n) => {
        if (n === 2) setTimeout(() => child.kill(signal), 20);
      });
      assert.deepEqual([code, stderr], [status, '']);
      const again = succeeds([path, '--checkpoint', checkpoint, '--steps', '0']);
      assert.ok(again.length === 1 && again[0].step >= 50 && again[0].step < 1000, `step ${again[0].step}`);
      const longer = ['--steps', String(again[0].step + 10)];
      assert.equal(
        succeeds([path, '--checkpoint', checkpoint, ...longer]).at(-1).weightsHash,
        succeeds([path, ...longer]).at(-1).weightsHash,
      );
    });
});

describe('what is wrong', () => {
  test('a file that cannot be written is refused before the first step', () => {
    for (const flag of ['weights', 'checkpoint'])
      for (const path of [folder, join(folder, 'nowhere', 'x')])
        fails([experiment('early.json'), `--${flag}`, path], 'io', `--${flag}`);
    assert.match(fails([experiment('early.json'), '--weights', '-'], 'bad_argument', '--weights'), /must be a file/);
  });

  test('experiments and flags', () => {
    fails([], 'bad_argument', 'experiment');
    fails([file('nothing.json')], 'io', file('nothing.json'));
    fails([file('torn.json', '{"task":')], 'bad_json', 'experiment');
    for (const [text, field] of [
      ['3', 'experiment'],
      ['null', 'experiment'],
      ['[]', 'experiment'],
      ['{}', 'task'],
      ['{"task": 3}', 'task'],
    ])
      fails(['-'], 'bad_argument', field, text);
    fails(['-'], 'unknown_method', 'task.id', '{"task": {"id": "latin-sqare"}}');
    const good = experiment('good.json');
    fails([good, '--steps=-1'], 'bad_argument', '--steps');
    fails([good, '--seed', '1e3'], 'bad_argument', '--seed');
    fails([good, '--stesp', '1'], 'bad_argument', 'arguments');
    fails([good, '--checkpoint', '-'], 'bad_argument', '--checkpoint');
    fails([good, '--checkpoint', folder], 'io', '--checkpoint');
    fails([good, '--checkpoint', file('torn.posenc', 'posenc run 1\nabc')], 'bad_argument', 'checkpoint');
    assert.equal(readFileSync(join(folder, 'torn.posenc'), 'utf8'), 'posenc run 1\nabc', 'is left as it is');
  });

  test('a pipe is not ended before it has the weights', async () => {
    const pipe = join(folder, 'pipe');
    spawnSync('mkfifo', [pipe]);
    const copy = join(folder, 'copy.safetensors');
    const reader = spawn('sh', ['-c', 'cat "$0" > "$1"', pipe, copy], { stdio: 'inherit' });
    const path = experiment('piped.json');
    assert.equal(train([path, '--weights', pipe]).status, 0);
    await once(reader, 'close');
    const whole = join(folder, 'whole.safetensors');
    succeeds([path, '--weights', whole]);
    assert.deepEqual(readFileSync(copy), readFileSync(whole));
  });

  test('a full disk: said, with the line that was printed before; the device stays one', (t) => {
    if (!existsSync('/dev/full')) return t.skip('no /dev/full');
    const path = experiment('full.json');
    for (const flag of ['--checkpoint', '--weights']) {
      const { stderr, status } = train([path, flag, '/dev/full']);
      assert.equal(status, 2);
      assert.match(stderr, new RegExp(`^posenc: error io \\(${flag}\\): /dev/full could not be written`));
      assert.ok(statSync('/dev/full').isCharacterDevice());
    }
    assertNone(readdirSync('/dev').filter((name) => name.includes('partial')));
    assert.equal(succeeds([path, '--checkpoint', '/dev/null']).at(-1).weightsHash, tinyHash);
    assert.ok(statSync('/dev/null').isCharacterDevice());
  });

  test('weights that diverge: what was kept last is left, and says where it was', () => {
    const path = experiment('diverges.json', { optimizer: 'sgd', learningRate: 10, steps: 400 });
    const checkpoint = join(folder, 'diverges.posenc');
    const { stdout, stderr, status } = train([path, '--checkpoint', checkpoint]);
    assert.equal(status, 2);
    assert.match(
      stderr,
      /^posenc: error bad_argument \(learningRate\): the (gradient of \S+|loss) is no number.* at step \d+;/,
    );
    const [last] = lines(stdout).slice(-1);
    const [again] = lines(train([path, '--checkpoint', checkpoint, '--steps', '0']).stdout);
    const { meanTrainLoss: _, ...where } = last; // no batch precedes the repeated line
    assert.deepEqual(again, where);
  });
});

describe('data of the user', () => {
  const { cells, answers, vectors } = goldenSquares;
  const words = ['Binary', 'Ternary', 'Quaternary-Step1'];
  const csv = (keep) =>
    [
      'ID,LST_num,condition,puzzles,solutions',
      ...answers.flatMap((answer, i) =>
        keep(i) ? [`${i},,${words[vectors[i] - 1]},${cells.slice(16 * i, 16 * i + 16).join('')},${answer}`] : [],
      ),
    ].join('\n');

  test('puzzles of several CSV files, one of them shifted', () => {
    const files = [
      file(
        'some.csv',
        csv((i) => i < 120),
      ),
      file(
        'others.csv',
        csv((i) => i >= 120),
      ),
    ];
    const task = { id: 'own-squares', cells: [`@${files[0]}`, `@${files[1]}#shifted`] };
    const [{ splits }] = succeeds([experiment('puzzles.json', { task, steps: 0 })]);
    assert.deepEqual(
      splits.map(({ split }) => split),
      ['train', 'test', 'shifted'],
    );
    fails([experiment('no.json', { task: { ...task, cells: `@${files[0]}#shfted` } })], 'bad_argument', 'task.cells');
    const torn = file('torn.csv', csv(() => true).replace(/\d{16}/, '123'));
    assert.match(
      fails([experiment('torn-csv.json', { task: { ...task, cells: `@${torn}` } })], 'bad_argument', 'csv'),
      /line 2, column 4/,
    );
  });

  test('samples as CSV and as .npy give the same run', async () => {
    const data = Float64Array.from(waves(60));
    const table = file(
      'waves.csv',
      Array.from({ length: 60 }, (_, r) => data.slice(8 * r, 8 * r + 8).join(',')).join('\n'),
    );
    const array = file('waves.npy', await npyBytes({ data, rows: 60, cols: 8 }));
    const hashes = [table, array].map((path) => {
      const task = { id: 'own-values', values: `@${path}` };
      return succeeds([experiment('waves.json', { task, steps: 5 })]).at(-1).weightsHash;
    });
    const given = experiment('given.json', { task: { id: 'own-values', nodes: 8, values: [...data] }, steps: 5 });
    assert.deepEqual(hashes, Array(2).fill(succeeds([given]).at(-1).weightsHash));
    const wrong = { id: 'own-values', nodes: 7, values: `@${table}` };
    fails([experiment('nodes.json', { task: wrong })], 'bad_shape', 'task.values');
  });

  const all = csv(() => true);
  for (const [id, data] of [
    ['own-squares', () => ({ cells: `@${file('all.csv', all)}` })],
    ['own-values', () => ({ nodes: 8, values: [...waves(60)] })],
  ])
    test(`${id}, killed: goes on from its checkpoint to the weights of an unbroken run`, async () => {
      const path = experiment(`${id}.json`, { task: { id, ...data() }, steps: 100_000 });
      const checkpoint = join(folder, `${id}.posenc`);
      const { signal } = await started(
        [path, '--checkpoint', checkpoint],
        (child, n) => n === 3 && child.kill('SIGKILL'),
      );
      assert.equal(signal, 'SIGKILL');
      const [{ step }] = succeeds([path, '--checkpoint', checkpoint, '--steps', '0']);
      assert.ok(step > 0);
      const longer = ['--steps', String(step + 20)];
      const [last, unbroken] = [['--checkpoint', checkpoint], []].map((how) =>
        succeeds([path, ...longer, ...how]).at(-1),
      );
      assert.equal(last.step, step + 20);
      assert.deepEqual(last, unbroken);
    });
});
