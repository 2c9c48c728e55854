/**
 * posenc train as a user runs it: a line an evaluation, checkpoints that survive any death, the native program beside it.
 */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { posenc } from './support/command-line.mjs';
import { goldenSquares, tiny, tinyHash, waves, withFormerNames } from './support/experiments.mjs';
import { cli, npyBytes, parseSafetensors, root } from './support/posenc.mjs';
import { random, sampled } from './support/random.mjs';

let folder;
before(() => (folder = mkdtempSync(join(tmpdir(), 'posenc-train-'))));
after(() => rmSync(folder, { recursive: true, force: true }));
const file = (name, content) => {
  const path = join(folder, name);
  if (content !== undefined) writeFileSync(path, content);
  return path;
};
const experiment = (name, change = {}) => file(name, JSON.stringify({ ...tiny, evaluateEvery: 5, ...change }));

const train = (args, input = '') => posenc(['train', ...args], { input });
/** What is printed, without the one number of a line that no two runs share. */
const lines = (stdout) => {
  const all = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const times = all.map(({ seconds }) => seconds);
  assert.ok(
    times.every((time, i) => time > 0 && time >= (times[i - 1] ?? 0)),
    `seconds ${times.join()}`,
  );
  return all.map(({ seconds: _, ...rest }) => rest);
};
const succeeds = (args, input) => {
  const { stdout, stderr, status } = train(args, input);
  assert.deepEqual({ stderr, status }, { stderr: '', status: 0 });
  return lines(stdout);
};
const fails = (args, code, field, input) => {
  const { stdout, stderr, status } = train(args, input);
  assert.deepEqual({ stdout, status }, { stdout: '', status: 2 }, stderr);
  assert.ok(stderr.startsWith(`posenc: error ${code} (${field}): `), stderr);
  assert.equal(stderr.trimEnd().split('\n').length, 1, stderr);
  return stderr;
};
/** Starts it; `onLine(child, n)` is called at its n-th line. Gives { code, signal, stdout, stderr }. */
const started = (args, onLine) =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, [cli, 'train', ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
    const [out, err] = ['', ''].map(() => []);
    let told = 0;
    child.stdout.on('data', (data) => {
      out.push(data);
      const count = Buffer.concat(out).toString().split('\n').length - 1;
      while (told < count) onLine?.(child, ++told);
    });
    child.stderr.on('data', (data) => err.push(data));
    child.on('close', (code, signal) =>
      resolve({ code, signal, stdout: Buffer.concat(out).toString(), stderr: Buffer.concat(err).toString() }),
    );
  });

test('a line of JSON an evaluation, the last of the trained model; weights as safetensors', () => {
  const weights = join(folder, 'weights.safetensors');
  const printed = succeeds([experiment('lines.json', { evaluateEvery: 20 }), '--weights', weights]);
  assert.deepEqual(
    printed.map(({ step }) => step),
    [0, 20, 40, 50],
  );
  const last = printed.at(-1);
  assert.deepEqual(Object.keys(last), [
    ...['experiment', 'seed', 'taskSeed'],
    ...['step', 'trainLoss', 'meanTrainLoss', 'splits', 'blocks', 'weightsHash'],
  ]);
  assert.deepEqual([last.experiment, last.seed, last.taskSeed], ['lines', 0, 0]);
  assert.equal(last.weightsHash, tinyHash);
  const { tensors, metadata } = parseSafetensors(readFileSync(weights));
  assert.ok([...(tensors.keys?.() ?? Object.keys(tensors))].includes('embed.weight'));
  assert.equal(JSON.parse(metadata.experiment).learningRate, tiny.learningRate);
  assert.equal(metadata.layout, '(in, out): y = x @ weight + bias');
  const shapeOf = (name) => [...(tensors.get?.(name) ?? tensors[name]).shape];
  assert.deepEqual(shapeOf('blocks.0.mlp.up.weight'), [tiny.model.dim, tiny.model.hidden], 'dim in, hidden out');
  const axes = JSON.parse(metadata.axes);
  assert.deepEqual(axes['blocks.0.mlp.up.weight'], ['in', 'out']);
  assert.deepEqual(axes['blocks.0.mlp.up.bias'], ['out']);
});

test('tables are in the file as tables', () => {
  const of = (positions) => {
    const weights = file('tables.safetensors');
    const change = { positions, model: { ...tiny.model, heads: 2 }, steps: 0 };
    succeeds([experiment('tables.json', change), '--weights', weights]);
    const { tensors, metadata } = parseSafetensors(readFileSync(weights));
    const axes = JSON.parse(metadata.axes);
    return Object.fromEntries(
      Object.entries(tensors)
        .filter(([name]) => name.includes('position'))
        .map(([name, { shape }]) => [name, [[...shape], axes[name]]]),
    );
  };
  const { dim } = tiny.model;
  assert.deepEqual(of([{ encoding: 'learned' }, { encoding: 't5', numBuckets: 6 }]), {
    'position.learned.values': [
      [16, dim],
      ['count', 'dim'],
    ],
    'blocks.0.position.t5.table': [
      [6, 2],
      ['numBuckets', 'heads'],
    ],
    'blocks.1.position.t5.table': [
      [6, 2],
      ['numBuckets', 'heads'],
    ],
  });
  assert.deepEqual(of([{ encoding: 'fire', hidden: 3 }])['blocks.0.position.fire.c'], [[], []]);
});

test('the mean loss is of the batches since the line before', async () => {
  const every = (evaluateEvery) => succeeds([experiment('every.json', { evaluateEvery, steps: 12 })]);
  const losses = every(1).map(({ trainLoss }) => trainLoss);
  for (const { step, meanTrainLoss } of every(5)) {
    const since = losses.slice(step === 12 ? 11 : step - 4, step + 1);
    const mean = since.reduce((sum, loss) => sum + loss, 0) / since.length;
    assert.equal(meanTrainLoss, step === 0 ? undefined : mean, `step ${step}`);
  }
});

test('standard input, and what a flag says in place of the file', () => {
  const text = JSON.stringify(tiny);
  assert.equal(succeeds(['-', '--steps', '5'], text).at(-1).step, 5);
  const [, other] = succeeds(['-', '--steps', '5', '--seed', '3'], text);
  const [, task] = succeeds(['-', '--steps', '5', '--task-seed', '3'], text);
  assert.equal(new Set([other.weightsHash, task.weightsHash, tinyHash]).size, 3);
});

const native = join(root, 'build/native/posenc-train');
const skip = !existsSync(native) && 'build/native has no posenc-train';
describe('the native program', () => {
  for (const [name, change] of Object.entries({
    squares: {},
    modular: { task: { id: 'modular', nodes: 24, samples: 100 }, positions: [{ encoding: 'learned', sigma: 0.1 }] },
    sequences: { task: { id: 'sequences', kind: 'back' }, positions: [{ encoding: 't5' }], model: { preNorm: true } },
    language: {
      task: { id: 'language', loss: 'all', beyond: 80 },
      positions: [{ encoding: 'shaw' }],
      byPosition: true,
      tangentSamples: 6,
    },
  }))
    test(`prints the same lines: ${name}`, { skip }, () => {
      const path = experiment(`native-${name}.json`, { evaluateEvery: 10, steps: 20, ...change });
      const { stdout, status } = spawnSync(native, [path], { encoding: 'utf8' });
      assert.equal(status, 0);
      assert.deepEqual(lines(stdout), succeeds([path]));
      assert.match(
        stdout,
        new RegExp(`^{"experiment":"native-${name}","seed":0,"taskSeed":0,"seconds":\\d[.\\d]*,"step":0,"t`),
      );
    });
  test('takes what a flag says in place of the file, and says what is wrong with one', { skip }, () => {
    const path = experiment('flags.json');
    const flags = ['--steps', '5', '--seed', '3', '--task-seed=4'];
    const { stdout } = spawnSync(native, [path, ...flags], { encoding: 'utf8' });
    assert.deepEqual(lines(stdout), succeeds([path, ...flags]));
    const input = readFileSync(path);
    const piped = spawnSync(native, ['-', ...flags], { input, encoding: 'utf8' });
    assert.deepEqual(lines(piped.stdout), succeeds(['-', ...flags], input));
    for (const [args, word] of [
      [[], 'arguments'],
      [[path, file('a'), file('b')], 'arguments'],
      [[path, '--seed'], '--seed'],
      [[path, '--seed', '1e3'], '--seed'],
      [[path, '--steps=-1'], '--steps'],
      [[path, '--steps='], '--steps'],
      [[path, '--task-seed', '1234567890123456'], '--task-seed'],
      [[path, '--stesp', '1'], '--stesp'],
    ]) {
      const wrong = spawnSync(native, args, { encoding: 'utf8' });
      assert.deepEqual([wrong.status, wrong.stdout], [2, ''], args.join(' '));
      assert.match(wrong.stderr, new RegExp(`^posenc-train: ${word} .*\\nusage: posenc-train experiment\\.json`));
    }
  });
  test('killed while it writes a checkpoint: what is left goes with the next run', { skip }, async () => {
    const path = experiment('killed-native.json', { steps: 100_000, evaluateEvery: 1 });
    const checkpoint = join(folder, 'killed-native.posenc');
    const beside = () => readdirSync(folder).filter((name) => name.startsWith('killed-native.posenc.'));
    writeFileSync(`${checkpoint}.new`, 'half');
    const child = spawn(native, [path, checkpoint], { stdio: ['ignore', 'pipe', 'ignore'] });
    await once(child.stdout, 'data');
    child.kill('SIGKILL');
    await once(child, 'close');
    assert.ok(beside().length <= 1, 'one name for all');
    const { status, stderr } = spawnSync(native, [path, checkpoint, '--steps', '0'], { encoding: 'utf8' });
    assert.equal(status, 0, stderr);
    assert.deepEqual(beside(), []);
  });
  test('reads the former names of parameters, and refuses them beside the present ones', { skip }, () => {
    const former = withFormerNames({ ...tiny, weightDecay: 0, evaluateEvery: 5 });
    const trained = (content) => spawnSync(native, ['-'], { input: JSON.stringify(content), encoding: 'utf8' });
    assert.equal(lines(trained(former).stdout).at(-1).weightsHash, tinyHash);
    const { model, ...training } = former;
    for (const [both, field] of [
      [{ ...tiny, ...training }, 'rate'],
      [{ ...tiny, model: { ...tiny.model, ...model } }, 'model.twice'],
    ]) {
      const { status, stderr } = trained(both);
      assert.deepEqual([status, stderr.startsWith(`posenc-train: ${field} is the former name of`)], [1, true], stderr);
    }
  });
  test('goes on from a checkpoint of Node, and the other way round', { skip }, () => {
    const [half, whole] = [experiment('half.json', { steps: 20 }), experiment('whole.json')];
    const [ours, theirs] = [join(folder, 'ours.posenc'), join(folder, 'theirs.posenc')];
    succeeds([half, '--checkpoint', ours]);
    assert.equal(spawnSync(native, [half, theirs]).status, 0);
    assert.equal(lines(spawnSync(native, [whole, ours], { encoding: 'utf8' }).stdout).at(-1).weightsHash, tinyHash);
    assert.equal(succeeds([whole, '--checkpoint', theirs]).at(-1).weightsHash, tinyHash);
  });
});

describe('--from', () => {
  const learned = tiny.positions[0];
  const tuned = { positions: [learned, { encoding: 't5' }], schedule: 'cosine', warmup: 2, steps: 10 };
  const said = /^(\d+) tensors taken; new:( blocks\.[01]\.position\.t5\.table){2}\n/;

  test('begins with the weights of a file, and goes on from its checkpoint with them', () => {
    const source = experiment('source.json', { steps: 5 });
    const weights = join(folder, 'trained.safetensors');
    const [last] = succeeds([source, '--weights', weights]).slice(-1);
    const [same] = lines(train([source, '--steps', '0', '--from', weights]).stdout);
    assert.deepEqual([same.step, same.splits, same.weightsHash], [0, last.splits, last.weightsHash]);

    const path = experiment('tuned.json', tuned);
    const checkpoint = join(folder, 'tuned.posenc');
    const whole = train([path, '--from', weights, '--checkpoint', checkpoint]);
    assert.equal(whole.status, 0);
    assert.match(whole.stderr, said);
    const again = train([path, '--from', weights, '--checkpoint', checkpoint]);
    assert.deepEqual(lines(again.stdout).at(-1).weightsHash, lines(whole.stdout).at(-1).weightsHash);
    const other = join(folder, 'other.safetensors');
    succeeds([source, '--steps', '4', '--weights', other]);
    assert.match(train([path, '--from', other, '--checkpoint', checkpoint]).stderr, /began with other weights/);
  });

  test('what is no such file is refused', () => {
    const path = experiment('refused.json', tuned);
    fails([path, '--from', '-'], 'bad_argument', '--from');
    fails([path, '--from', join(folder, 'nowhere')], 'io', join(folder, 'nowhere'));
    fails([path, '--from', file('no.safetensors', 'x')], 'bad_argument', 'bytes');
  });

  test('the native program does the same, and writes the same file', { skip }, () => {
    const source = experiment('source-native.json', { steps: 5 });
    const [ours, theirs] = ['ours', 'theirs'].map((name) => join(folder, `${name}.safetensors`));
    succeeds([source, '--seed', '3', '--weights', ours]);
    const written = spawnSync(native, [source, '--seed=3', '--weights', theirs], { encoding: 'utf8' });
    assert.equal(written.status, 0, written.stderr);
    assert.ok(readFileSync(ours).equals(readFileSync(theirs)));

    const path = experiment('tuned-native.json', tuned);
    const [inNode, alone] = [train([path, '--from', ours]), spawnSync(native, [path, '--from', ours])];
    assert.match(String(alone.stderr), said);
    assert.equal(String(alone.stderr).split('\n')[0], inNode.stderr.split('\n')[0]);
    assert.deepEqual(lines(String(alone.stdout)), lines(inNode.stdout));

    const bytes = readFileSync(ours);
    const header = JSON.parse(bytes.subarray(8, 8 + Number(bytes.readBigUInt64LE())).toString());
    const data = bytes.subarray(8 + Number(bytes.readBigUInt64LE()));
    const remade = (change) => {
      const other = structuredClone(header);
      change(other);
      const text = Buffer.from(JSON.stringify(other));
      const length = Buffer.alloc(8);
      length.writeBigUInt64LE(BigInt(text.length));
      return Buffer.concat([length, text, data]);
    };
    const wrong = [
      Buffer.alloc(3),
      bytes.subarray(0, 100),
      bytes.subarray(0, -4),
      Buffer.concat([bytes, Buffer.alloc(4)]),
      Buffer.concat([Buffer.alloc(8, 0xff), bytes.subarray(8)]),
      remade((all) => (all['embed.weight'].dtype = 'F16')),
      remade((all) => (all['embed.weight'].shape = [2 ** 40, 2 ** 40])),
      remade((all) => (all['embed.weight'].shape = [5, -32])),
      remade((all) => (all['embed.weight'].data_offsets = [4, 644])),
      remade((all) => (all['embed.weight'].data_offsets = [0])),
      remade((all) => delete all['embed.bias']),
      remade((all) => (all['embed.bias'] = 3)),
    ];
    for (const [i, content] of wrong.entries()) {
      const { status, stdout, stderr } = spawnSync(native, [path, '--from', file('wrong.safetensors', content)]);
      assert.deepEqual([status, String(stdout)], [1, ''], `${i}: ${stderr}`);
      assert.match(String(stderr), /^posenc-train: weights is no file of float32 tensors: /, `${i}`);
    }
    for (const flag of ['--from', '--weights'])
      assert.equal(spawnSync(native, [path, flag]).status, 2, 'a flag without its file');
    assert.match(String(spawnSync(native, [path, '--from', file('nothing')]).stderr), /cannot be read, or is empty/);
  });
});

describe('a run that ends before its time', () => {
  const many = process.env.POSENC_FULL ? 24 : 3;
  test(`killed ${many} times at random moments, it goes on to the same weights`, async (t) => {
    const path = experiment('killed.json', { steps: 200 });
    const [unbroken] = succeeds([path]).slice(-1);
    const checkpoint = join(folder, 'killed.posenc');
    const chance = random('kill -9');
    let kills = 0;
    let last;
    for (let i = 0; kills < many && i < 3 * many; i++) {
      const at = 1 + Math.floor(3 * chance());
      const later = 30 * chance();
      const { signal, stdout } = await started([path, '--checkpoint', checkpoint], (child, n) => {
        if (n === at) setTimeout(() => child.kill('SIGKILL'), later);
      });
      if (signal === 'SIGKILL') kills++;
      else {
        assert.deepEqual(lines(stdout).at(-1), unbroken);
        rmSync(checkpoint); // once more from the beginning
      }
    }
    assert.equal(kills, many);
    const partials = () => readdirSync(folder).filter((name) => name.includes('partial'));
    t.diagnostic(`${partials().length} files were left half written`);
    last = succeeds([path, '--checkpoint', checkpoint]).at(-1);
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
      // The first line is that of step 0, the second that of step 50: by then there is a step to be left at.
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
    assert.deepEqual(
      readdirSync('/dev').filter((name) => name.includes('partial')),
      [],
    );
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
    const { meanTrainLoss: _, ...where } = last; // no batch came before the line that says it again
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
