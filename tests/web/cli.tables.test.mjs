/** posenc table: files of every format and type, readers that stop early, and progress bars. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { fails, succeeds } from './support/command-line.mjs';
import { pe } from './support/instance.mjs';
import { folder } from './support/own-folder.mjs';
import { sampled } from './support/random.mjs';
import { assertNone, cli, parseNpy, parseSafetensors } from './support/posenc.mjs';

const sinusoidal = '{"encoding":"sinusoidal","dim":6}';
describe('posenc', () => {
  test('table: every format and type, read back', async () => {
    for (const dtype of ['f32', 'f64']) {
      const { data } = await pe.table(JSON.parse(sinusoidal), 1000, { dtype });
      const npy = join(folder, `t-${dtype}.npy`);
      assert.equal(succeeds(['table', sinusoidal, '--positions', '0:1000', '--dtype', dtype, '--out', npy]), '');
      assert.deepEqual(parseNpy(readFileSync(npy)), { dtype, shape: [1000, 6], data });
      const safetensors = join(folder, `t-${dtype}.safetensors`);
      succeeds(['table', sinusoidal, '--positions', '0:1000', '--dtype', dtype, '--out', safetensors]);
      const { metadata, tensors } = parseSafetensors(readFileSync(safetensors));
      assert.deepEqual(tensors.table.data, data);
      assert.deepEqual(JSON.parse(metadata.spec), JSON.parse(sinusoidal));
      const csv = join(folder, `t-${dtype}.CSV`);
      succeeds(['table', '-', '--positions', '0:1000', '--dtype', dtype, '--out', csv], sinusoidal);
      const [header, ...lines] = readFileSync(csv, 'utf8').trimEnd().split('\n');
      assert.equal(header, 'c0,c1,c2,c3,c4,c5');
      assert.deepEqual(data.constructor.from(lines.flatMap((line) => line.split(',').map(Number))), data);
    }
    assertNone(readdirSync(folder).filter((name) => name.includes('partial')));
  });

  test('table: a type of numbers by its name in NumPy', () => {
    const args = (dtype, ...more) => [
      'table',
      '{"encoding":"rope","dim":4}',
      '--positions',
      '0:2',
      '--dtype',
      dtype,
      '--out',
      'x.npy',
      ...more,
    ];
    const said = fails(args('float32'), 'bad_argument', '--dtype');
    assert.match(said, /--dtype must be f32 or f64, but 'float32' was given \(did you mean 'f32'\?\)/);
    assert.match(fails(args('bfloat16', '--as', 'half'), 'bad_argument', '--dtype'), /did you mean 'bf16'\?/);
    assert.match(fails(args('bf16'), 'bad_argument', '--dtype'), /the others are for --as/);
  });

  test('table: the same file for any number of workers', () => {
    const [one, two] = [join(folder, 'one.csv'), join(folder, 'two.csv')];
    const args = (out) => ['table', sinusoidal, '--positions', '0:30000:0.5', '--dtype', 'f64', '--out', out];
    succeeds(args(one));
    succeeds([...args(two), '--workers', '2']);
    assert.ok(readFileSync(one).equals(readFileSync(two)));
  });

  test('table: positions', async () => {
    const out = join(folder, 'p.npy');
    const rows = (positions) => {
      succeeds(['table', sinusoidal, `--positions=${positions}`, '--dtype', 'f64', '--out', out]);
      return parseNpy(readFileSync(out));
    };
    const lists = [
      ['0:4', [0, 1, 2, 3]],
      ['0,1,1000000', [0, 1, 1e6]],
      ['7', [7]],
      ['0:2:0.5', [0, 0.5, 1, 1.5]],
      ['-1:1:0.25', { start: -1, count: 8, step: 0.25 }],
      ['1:1.3:0.1', { start: 1, count: 3, step: 0.1 }],
      ['0:0.3:0.1', { start: 0, count: 3, step: 0.1 }],
      ['3:0:-1', [3, 2, 1]],
      ['3:0', []],
      ['0:1e3:2.5e2', [0, 250, 500, 750]],
      ['-0.5, 1e-3', [-0.5, 0.001]],
      ['9007199254740990:9007199254740993', [9007199254740990, 9007199254740991, 9007199254740992]],
    ];
    for (const [text, expected] of sampled('positions', lists, 5)) {
      assert.deepEqual(
        rows(text).data,
        (await pe.table(JSON.parse(sinusoidal), expected, { dtype: 'f64' })).data,
        text,
      );
    }
    const wrong = ['', ':', '0:', '0:4:0', '1:2:3:4', 'a', '0,,1', '0x10', '1e999', 'NaN', '0:4:', 'Infinity'];
    for (const text of sampled('wrong positions', wrong, 4)) {
      fails(['table', sinusoidal, `--positions=${text}`, '--out', out], 'bad_argument', '--positions');
    }
    fails(['table', sinusoidal, '--positions=1:9007199254740994', '--out', out], 'bad_positions', 'positions.count');
  });

  test('table: what is wrong leaves no file', () => {
    const out = join(folder, 'none.npy');
    const table = (...args) => ['table', ...args];
    fails(table(), 'bad_argument', 'spec');
    fails(table(sinusoidal, '--out', out), 'bad_argument', '--positions');
    fails(table(sinusoidal, '--positions', '0:4'), 'bad_argument', '--out');
    fails(table(sinusoidal, '--positions', '0:4', '--out', join(folder, 'none.txt')), 'bad_argument', '--out');
    fails(table(sinusoidal, '--positions', '0:4', '--dtype', 'f16', '--out', out), 'bad_argument', '--dtype');
    for (const workers of sampled('wrong workers', ['0', '65', '1.5', '-1', 'two', '', '1e1'], 2))
      fails(table(sinusoidal, '--positions', '0:4', `--workers=${workers}`, '--out', out), 'bad_argument', '--workers');
    fails(table('{"encoding":"sinusoidal",', '--positions', '0:4', '--out', out), 'bad_json', 'spec');
    fails(table('{"encoding":"sinusoidal","dim":7}', '--positions', '0:4', '--out', out), 'bad_param', 'dim');
    fails(table('{"encoding":"rope","dim":8,"theta":1}', '--positions', '0:4', '--out', out), 'unknown_param', 'theta');
    fails(table('{"encoding":"alibi","heads":8}', '--positions', '0:4', '--out', out), 'not_defined', 'encoding');
    fails(table(sinusoidal, '--positions', '0:4', '--out', join(folder, 'no', 'folder.npy')), 'io', '--out');
    assert.equal(existsSync(out), false);
    assertNone(readdirSync(folder).filter((name) => name.includes('partial')));
  });

  test('table: an interrupted one leaves no file, and says so by its status', async () => {
    const signals = [
      ['SIGINT', 130],
      ['SIGTERM', 143],
    ];
    for (const [signal, status] of sampled('signals', signals, 1)) {
      const out = join(folder, `long-${signal}.csv`);
      const child = spawn(
        process.execPath,
        [cli, 'table', '{"encoding":"sinusoidal","dim":512}', '--positions', '0:1000000', '--out', out],
        { stdio: ['ignore', 'pipe', 'pipe'] },
      );
      let stderr = '';
      child.stderr.on('data', (data) => (stderr += data));
      const begun = () => readdirSync(folder).some((name) => name.endsWith('partial'));
      while (!begun()) await new Promise((resolve) => setTimeout(resolve, 5));
      child.kill(signal);
      const code = await new Promise((resolve) => child.on('exit', resolve));
      assert.deepEqual([code, stderr], [status, '']);
      assert.equal(existsSync(out) || begun(), false);
    }
  });

  test('a reader that closes early is no error', async () => {
    const child = spawn(
      '/bin/sh',
      [
        '-c',
        `"${process.execPath}" "${cli}" call table '[{"encoding":"sinusoidal","dim":64},20000]' | head -c 20; echo`,
      ],
      { stdio: ['ignore', 'pipe', 'pipe'] },
    );
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (data) => (stdout += data));
    child.stderr.on('data', (data) => (stderr += data));
    await new Promise((resolve) => child.on('close', resolve));
    assert.deepEqual([stdout.length, stderr], [21, '']);
  });

  test('the progress bar is for terminals: none in a pipe, one under script(1)', (t) => {
    const args = [
      'table',
      '{"encoding":"sinusoidal","dim":512}',
      '--positions',
      '0:8000', // the bar waits .3 s
      ...['--dtype', 'f64', '--out'],
      join(folder, 'bar.csv'),
    ];
    assert.equal(String(spawnSync(process.execPath, [cli, ...args]).stderr), '');
    const quoted = [process.execPath, cli, ...args].map((arg) => `'${arg}'`).join(' ');
    const { stdout, error } = spawnSync('script', ['-qec', quoted, '/dev/null'], { encoding: 'utf8' });
    if (error) return t.skip('script(1) is not installed');
    assert.match(stdout, /\[#+ *\] +\d+ %/);
    assert.ok(stdout.endsWith('\r\x1b[K'), 'the bar is wiped at the end');
  });
});
