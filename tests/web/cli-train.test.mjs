/** posenc train as a user runs it: a line an evaluation, the native program beside it, weights to begin with. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  lstatSync,
  readFileSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { experiment, train, lines, succeeds, fails } from './support/command-train.mjs';
import { tiny, tinyHash } from './support/experiments.mjs';
import { file, folder } from './support/own-folder.mjs';
import { parseSafetensors, root } from './support/posenc.mjs';

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
        new RegExp(`^{"experiment":"native-${name}","seed":0,"taskSeed":0,"seconds":\\d[.\\d]*,"step":0,"`),
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
  test('a link that is planted beside a checkpoint is taken away, not opened', { skip }, () => {
    const path = experiment('planted.json', { steps: 1, evaluateEvery: 1 });
    const [checkpoint, victim] = [join(folder, 'planted.posenc'), file('victim')];
    writeFileSync(victim, 'whole');
    symlinkSync(victim, `${checkpoint}.new`);
    assert.equal(spawnSync(native, [path, checkpoint]).status, 0);
    assert.equal(readFileSync(victim, 'utf8'), 'whole');
    assert.ok(lstatSync(checkpoint).isFile());
  });
  test('a checkpoint that replaces another keeps its permissions', { skip }, () => {
    const path = experiment('private.json', { steps: 1, evaluateEvery: 1 });
    const checkpoint = file('private.posenc');
    assert.equal(spawnSync(native, [path, checkpoint]).status, 0);
    const before = readFileSync(checkpoint);
    for (const mode of [0o600, 0o640]) {
      chmodSync(checkpoint, mode);
      assert.equal(spawnSync(native, [path, checkpoint, '--steps', '2']).status, 0);
      assert.equal(statSync(checkpoint).mode & 0o777, mode);
      assert.notDeepEqual(readFileSync(checkpoint), before);
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
