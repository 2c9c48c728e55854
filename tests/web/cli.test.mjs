/**
 * The command line, run as a user runs it: what goes to which stream, exit statuses, files.
 */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { engineIds } from '../../dist/lib/generated/engines.js';
import { jsonPieces } from '../../dist/cli/json.js';
import { posenc } from './support/command-line.mjs';
import { graph } from './support/graph.mjs';
import { sampled } from './support/random.mjs';
import {
  analyses,
  cli,
  create,
  documentation,
  encodings,
  errorCodes,
  layers,
  tasks,
  llama31,
  parseNpy,
  parseSafetensors,
  readTensors,
  root,
  scalings,
} from './support/posenc.mjs';

const succeeds = (args, input) => {
  const { stdout, stderr, status } = posenc(args, { input });
  assert.deepEqual({ stderr, status }, { stderr: '', status: 0 });
  return stdout;
};
/** One line on standard error with a code of the closed list, nothing on standard output, status 2. */
const fails = (args, code, field, input) => {
  const { stdout, stderr, status } = posenc(args, { input });
  assert.deepEqual({ stdout, status }, { stdout: '', status: 2 }, stderr);
  const match = /^posenc: error ([a-z_]+)(?: \((.+?)\))?: (.+)\n$/.exec(stderr);
  assert.ok(match, stderr);
  assert.ok(errorCodes.includes(match[1]));
  assert.deepEqual([match[1], match[2] ?? ''], [code, field], stderr);
  return match[3];
};
const sinusoidal = '{"encoding":"sinusoidal","dim":6}';

describe('posenc', () => {
  let folder;
  let config;
  let pe;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'posenc-cli-'));
    config = join(folder, 'config.json');
    writeFileSync(config, JSON.stringify(llama31));
    pe = await create();
  });
  after(() => {
    pe.dispose();
    rmSync(folder, { recursive: true, force: true });
  });

  test('help, version, nothing, something else', () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    for (const asked of ['--version', '-V', '-v', 'version']) assert.equal(succeeds([asked]), `${version}\n`);
    const names = ['report', 'table', 'tensors', 'list', 'call', 'calls'];
    for (const args of [[], ['--help'], ['help']]) {
      const text = succeeds(args);
      for (const name of names) assert.match(text, new RegExp(`posenc ${name} `));
    }
    for (const name of sampled('help of commands', names, 2))
      for (const args of [
        [name, '--help'],
        ['help', name],
      ])
        assert.match(succeeds(args), new RegExp(`^posenc ${name} `));
    assert.match(fails(['help', 'tabel'], 'bad_argument', 'command'), /did you mean 'table'\?/);
    assert.match(fails(['repot'], 'bad_argument', 'command'), /did you mean 'report'\?/);
    assert.match(fails(['list', '--jsn'], 'bad_argument', 'arguments'), /did you mean '--json'\?.*posenc list --help/);
    fails(['list', '--json=1'], 'bad_argument', 'arguments');
    fails(['list', 'more'], 'bad_argument', 'ID');
    fails(['\x1b[31mred'], 'bad_argument', 'command');
  });

  test('starting loads what every command needs, and no more', () => {
    const files = [...graph(join(root, 'dist/cli/posenc.js')).keys()].map((file) => relative(root, file));
    assert.ok(files.length <= 8, files.join(' '));
    assert.ok(!files.some((file) => /generated.(encodings|analyses)/.test(file)), files.join(' '));
    const list = [...graph(join(root, 'dist/cli/list.js')).keys()].map((file) => relative(root, file));
    assert.ok(list.length <= 16, list.join(' '));
  });

  const terminal = (args, env) =>
    spawnSync('script', ['-qec', [process.execPath, cli, ...args].join(' '), '/dev/null'], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, TERM: 'xterm-256color', ...env },
    });
  const hasTerminal = spawnSync('script', ['--version']).status === 0;
  test('colour on a terminal alone, and not where NO_COLOR is set', { skip: !hasTerminal && 'no script(1)' }, () => {
    const red = '\u001b[31mposenc: error bad_argument (command):\u001b[39m there is no command';
    assert.ok(terminal(['tabel'], {}).stdout.startsWith(red));
    assert.ok(terminal(['tabel'], { NO_COLOR: '1' }).stdout.startsWith('posenc: error bad_argument (command): there'));
    assert.ok(posenc(['tabel']).stderr.startsWith('posenc: error bad_argument (command): there'));
  });

  test("table, call: '-' is standard output, --format says what it gets", () => {
    const bytes = (args) => posenc(args, { encoding: 'buffer' }).stdout;
    const file = join(folder, 'whole.npy');
    const table = ['table', sinusoidal, '--positions', '0:100000'];
    succeeds([...table, '--out', file]);
    assert.ok(bytes([...table, '--out', '-']).equals(readFileSync(file)));
    const csv = bytes(['table', sinusoidal, '--positions', '0:3', '--out', '-', '--format', 'csv']).toString();
    assert.equal(csv.trim().split('\n').length, 4);
    const call = ['call', 'table', `[${sinusoidal}, 3]`];
    assert.equal(bytes([...call, '--out', '-', '--format', 'csv']).toString(), csv);
    assert.equal(succeeds([...call, '--out', join(folder, 'by.name'), '--format', 'csv']), '');
    assert.equal(readFileSync(join(folder, 'by.name'), 'utf8'), csv);
    fails([...call, '--out', '-', '--format', 'xls'], 'bad_argument', '--format');
    fails([...call, '--format', 'csv'], 'bad_argument', '--format');
  });

  test('--out: what a link leads to is written, and the link stays', { skip: process.platform === 'win32' }, () => {
    const link = join(folder, 'link.csv');
    const target = join(folder, 'target.csv');
    writeFileSync(target, 'before');
    symlinkSync(target, link);
    succeeds(['table', sinusoidal, '--positions', '0:3', '--out', link]);
    assert.equal(readlinkSync(link), target);
    assert.match(readFileSync(target, 'utf8'), /\n/);
  });

  describe('completion', () => {
    const has = (shell) => spawnSync(shell, ['-c', 'true']).status === 0;
    /** What a shell offers after the words of a line. */
    const offers = {
      bash: (
        words,
      ) => `source <(cat); COMP_WORDS=(${words.map((w) => `'${w}'`).join(' ')}); COMP_CWORD=${words.length - 1}
        _posenc; printf '%s\\n' "\${COMPREPLY[@]}"`,
      fish: (words) => `cat | source; complete -C '${words.join(' ')}' | string split -f1 \\t`,
    };
    const cases = [
      [['posenc', 're'], ['report']],
      [['posenc', 'list', 'sinus'], encodings.map(({ id }) => id).filter((id) => id.startsWith('sinus'))],
      [['posenc', 'call', 'kernelP'], ['kernelProfile']],
      [
        ['posenc', 'table', '--dtype', ''],
        ['bf16', 'f16', 'f32', 'f64'],
      ],
      [['posenc', 'table', '--work'], ['--workers']],
      [['posenc', 'list', '--lo'], ['--long']],
      [
        ['posenc', 'completion', ''],
        ['bash', 'fish', 'zsh'],
      ],
    ];
    for (const shell of ['bash', 'fish'])
      test(shell, { skip: !has(shell) && `${shell} is not installed` }, () => {
        const script = succeeds(['completion', shell]);
        for (const [words, expected] of cases) {
          const { stdout, stderr } = spawnSync(shell, ['-c', offers[shell](words)], {
            input: script,
            encoding: 'utf8',
          });
          assert.deepEqual(stdout.trim().split('\n').sort(), [...expected].sort(), `${words.join(' ')}: ${stderr}`);
        }
      });
    test('zsh', { skip: !has('zsh') && 'zsh is not installed' }, () => {
      // compdef is there after compinit; what _arguments is told is the same lists
      const script = succeeds(['completion', 'zsh']);
      const check =
        'autoload -U compinit; compinit -D -u; eval "$(cat)"; print -r -- $_comps[posenc]; functions _posenc';
      const { stdout, stderr, status } = spawnSync('zsh', ['-f', '-c', check], { input: script, encoding: 'utf8' });
      assert.deepEqual({ stderr, status }, { stderr: '', status: 0 });
      assert.match(stdout, /^_posenc\n/);
      for (const id of ['sinusoidal', 'kernelProfile', '--dtype=:dtype:(f32 f64)', '--workers'])
        assert.ok(stdout.includes(id), id);
    });
    test('another shell', () => {
      assert.match(fails(['completion', 'tcsh'], 'bad_argument', 'shell'), /bash, zsh or fish/);
    });
  });

  test('list: a line for every row', () => {
    const lines = succeeds(['list']).split('\n');
    for (const { id, title, family } of [...encodings, ...scalings, ...analyses, ...layers, ...tasks]) {
      const own = lines.filter((line) => line.startsWith(`  ${id} `) && line.includes(`  ${title}`));
      assert.ok(own.length >= 1 && own.some((line) => line.endsWith(family ?? title)), id);
    }
    const rows = encodings.length + scalings.length + analyses.length + layers.length + tasks.length;
    assert.ok(lines.length < rows + 18, `${lines.length} lines`);
    assert.match(lines.at(-2), /posenc list ID.*--long/);
  });

  test('a result that cannot be written is one line and status 2', { skip: !existsSync('/dev/full') }, () => {
    for (const args of [['list'], ['list', '--json'], ['report', config], ['call', 'encodings'], ['--help']]) {
      const full = openSync('/dev/full', 'w');
      const { stderr, status } = spawnSync(process.execPath, [cli, ...args], {
        stdio: ['ignore', full, 'pipe'],
        encoding: 'utf8',
      });
      closeSync(full);
      assert.match(stderr, /^posenc: error io \(standard output\): .*ENOSPC.*\n$/, args.join(' '));
      assert.equal(status, 2);
    }
  });

  test('list --long: the registry for people and as JSON', async () => {
    const text = succeeds(['list', '--long']);
    for (const row of [...encodings, ...scalings, ...analyses, ...layers, ...tasks]) {
      assert.ok(text.includes(`'${row.id}'`), row.id);
      for (const param of row.params) assert.ok(text.includes(`${param.name}: `), param.name);
    }
    const json = JSON.parse(succeeds(['list', '--json']));
    assert.deepEqual(json, JSON.parse(JSON.stringify(await documentation())));
    const one = succeeds(['list', 'spectrum']);
    assert.match(one, /^Analyses\n\nSpectrum {3}\{ analysis: 'spectrum' \}/);
    assert.deepEqual(Object.values(JSON.parse(succeeds(['list', 'spectrum', '--json']))).flat().length, 1);
  });

  test('report: text with pairs, warnings and sources; JSON as the API gives it', async () => {
    const text = succeeds(['report', config]);
    assert.match(text, /^llama\n {2}scaling +llama3\n/);
    assert.match(text, /\n +63 +3\.06893e-7 /);
    assert.match(text, /64: 29 kept, 6 blended, 29 scaled/);
    assert.match(text, /\nwarning: \w+\n/);
    assert.match(text, /\n {2}base +rope_theta\n/);
    const expected = await pe.report(llama31, { contextLength: 4096 });
    assert.deepEqual(
      JSON.parse(succeeds(['report', config, '--context', '4096', '--json'])),
      JSON.parse(JSON.stringify(expected)),
    );
    assert.equal(succeeds(['report', '-'], JSON.stringify(llama31)), text);
  });

  test('report --engine: one reading, and all of them beside each other', () => {
    assert.match(succeeds(['report', config, '--engine', 'sglang']), /engine +sglang, .*; its code was executed\n/);
    const table = succeeds(['report', config, '--engine', 'all']);
    for (const title of ['transformers 5', 'vLLM', 'SGLang', 'llama.cpp', 'mlx-lm']) assert.ok(table.includes(title));
    assert.match(table, /against transformers 5[^]*reference/);
    assert.equal(JSON.parse(succeeds(['report', config, '--engine', 'all', '--json'])).length, engineIds.length);
    fails(['report', config, '--engine', 'vlm'], 'bad_argument', 'options.engine');
  });

  test('report: a config with layer types has a part for each', () => {
    const path = join(root, 'tests/golden/configs/gemma-3-27b.json');
    const text = succeeds(['report', path]);
    const { layers } = JSON.parse(succeeds(['report', path, '--json']));
    assert.ok(Object.keys(layers).length >= 2);
    for (const name of Object.keys(layers)) assert.match(text, new RegExp(`(^|\\n)[^ ].*, ${name}\\n {2}scaling`));
  });

  test('report: what is wrong', () => {
    const broken = join(folder, 'broken.json');
    writeFileSync(broken, '{\n  "hidden_size": 64,\n  "rope_theta"');
    assert.match(fails(['report', broken], 'bad_json', 'config'), /line 3, column 15/);
    const huge = join(folder, 'huge.json');
    writeFileSync(huge, Buffer.alloc(100_000_000, ' '));
    fails(['report', huge], 'too_large', huge);
    rmSync(huge);
    fails(['report', join(folder, 'none.json')], 'io', join(folder, 'none.json'));
    const empty = join(folder, 'empty');
    mkdirSync(empty);
    fails(['report', empty], 'io', empty);
    fails(['report'], 'bad_argument', 'config.json');
    for (const context of sampled('wrong contexts', ['0', '-1', '1e3', 'x', ''], 2))
      fails(['report', config, `--context=${context}`], 'bad_argument', '--context');
    fails(['report', '-'], 'unsupported_config', 'config', '{}');
    fails(['report', '-'], 'bad_config', 'config', '[]');
  });

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
    assert.deepEqual(
      readdirSync(folder).filter((name) => name.includes('partial')),
      [],
    );
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
    assert.deepEqual(
      readdirSync(folder).filter((name) => name.includes('partial')),
      [],
    );
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

  /** What `posenc call` prints. */
  const call = (method, args, input) =>
    JSON.parse(
      succeeds(
        ['call', method, ...(args === undefined ? [] : [typeof args === 'string' ? args : JSON.stringify(args)])],
        input,
      ),
    );
  /** What `posenc calls` answers to such lines. */
  const calls = (lines) =>
    succeeds(['calls'], lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));

  test('calls: any method, a line each; typed arrays as arrays, matrices nested, blocks as a list', async () => {
    const rope = { encoding: 'rope', dim: 4 };
    const { data } = await pe.table(rope, [0, 0.5], { dtype: 'f64' });
    const masked = [{ encoding: 'alibi', heads: 2 }, 2, 3];
    const bias = await pe.attentionBias(...masked);
    assert.ok(bias.data.includes(-Infinity));
    const expected = [
      [['frequencies', rope], [...(await pe.frequencies(rope))]],
      [
        ['table', rope, [0, 0.5], { dtype: 'f64' }],
        [[...data.slice(0, 4)], [...data.slice(4)]],
      ],
      [['gram', rope, 1], [[2]]],
      [['kernelProfile', rope, { count: 1 }], [2]],
      [['rotate', rope, [[1, 2, 3, 4]], [0]], [[1, 2, 3, 4]]],
      [['attentionBias', { encoding: 'alibi', heads: 1 }, 1, 2], [[-0.00390625, 0]]],
      [['exportConfig', rope], JSON.parse(JSON.stringify(await pe.exportConfig(rope)))],
      [['encodings'], JSON.parse(JSON.stringify(encodings))],
    ];
    const [blocks, report, imported, rows, ...others] = calls([
      ['tableBlocks', rope, 3, { blockRows: 2 }],
      ['report', llama31],
      ['importConfig', llama31],
      ['attentionBias', ...masked],
      ...expected.map(([line]) => line),
    ]).map(({ result }) => result);
    assert.deepEqual(
      blocks.map(({ firstRow, data: part }) => [firstRow, part.length]),
      [
        [0, 2],
        [2, 1],
      ],
    );
    assert.equal(report.pairs.length, 64);
    assert.deepEqual(Object.keys(imported.layers), ['default']);
    assert.deepEqual(rows.flat(), [...bias.data]);
    assert.deepEqual(
      others,
      expected.map(([, result]) => result),
    );
  });

  test('calls: an error ends its own line only', () => {
    const answers = calls([
      ['frequences', { encoding: 'rope', dim: 4 }],
      'x',
      '{"method":"shape"}',
      '',
      ['frequencies', { encoding: 'rope', dim: 7 }],
      ['shape', '@nothing#here'],
      ['gram', { encoding: 'rope', dim: 4 }, 1],
    ]);
    assert.deepEqual(
      answers.map(({ error, result }) => result ?? [error.code, error.field]),
      [
        ['unknown_method', 'method'],
        ['bad_json', 'line'],
        ['bad_argument', 'line'],
        ['bad_param', 'dim'],
        ['bad_argument', 'spec'],
        [[2]],
      ],
    );
    assert.match(answers[0].error.message, /did you mean 'frequencies'\?/);
    assert.equal(succeeds(['calls'], '\n'), '');
    fails(['calls', 'more'], 'bad_argument', 'arguments');
  });

  test('call: one call, its arguments from standard input too', async () => {
    const rope = { encoding: 'rope', dim: 4 };
    assert.deepEqual(call('frequencies', [rope]), [...(await pe.frequencies(rope))]);
    assert.deepEqual(call('table', '-', JSON.stringify([rope, 0])), []);
    assert.deepEqual(
      call('encodings').map((row) => row.id),
      encodings.map((row) => row.id),
    );
    // a float32 is printed with every digit of its double; a negative zero keeps its sign; -1e999 reads as -Infinity
    const numbers = { data: Float32Array.of(0.1, -0, -Infinity, NaN), rows: 2, cols: 2 };
    assert.equal([...jsonPieces(numbers)].join(''), '[[0.10000000149011612,-0],[-1e999,null]]');
  });

  test('call --out: every matrix is read back from a file as the API gives it, masks included', async () => {
    const alibi = { encoding: 'alibi', heads: 3 };
    const rope = { encoding: 'rope', dim: 4 };
    const vectors = [
      [1, 2, 3, 4],
      [5, 6, 7, 8],
    ];
    const calls = {
      frequencies: [rope],
      table: [rope, [0, 0.5], { dtype: 'f64' }],
      derivative: [rope, 3],
      kernelProfile: [rope, 5],
      decayBound: [rope, 5],
      gram: [rope, 3, { dtype: 'f32' }],
      channelGram: [{ encoding: 'sinusoidal', dim: 4 }, 9],
      rotate: [rope, vectors, [3, 4], { side: 'k', dtype: 'f32' }],
      attentionBias: [alibi, 3, 4],
      biasVector: [alibi, 3, 4],
      relativeMap: [{ encoding: 'rerope' }, 3, 3],
      attentionScores: [rope, vectors, vectors],
    };
    const path = (ending) => join(folder, `call${ending}`);
    for (const [method, args] of sampled('matrices in files', Object.entries(calls), 5)) {
      const made = await pe[method](...args);
      const { data, rows, cols } = ArrayBuffer.isView(made) ? { data: made, rows: made.length, cols: 1 } : made;
      assert.equal(succeeds(['call', method, JSON.stringify(args), '--out', path('.npy')]), '');
      const read = parseNpy(readFileSync(path('.npy')));
      assert.deepEqual([read.shape, read.data], [[rows, cols], data], method);
    }
    succeeds(['call', 'attentionBias', JSON.stringify([...calls.attentionBias, { head: 1 }]), '--out', path('.npy')]);
    assert.deepEqual(
      parseNpy(readFileSync(path('.npy'))).data,
      (await pe.attentionBias(alibi, 3, 4, { head: 1 })).data,
    );
    succeeds(['call', 'attentionBias', JSON.stringify(calls.attentionBias), '--out', path('.safetensors')]);
    const [tensor] = readTensors(readFileSync(path('.safetensors')));
    assert.deepEqual([tensor.name, tensor.shape], ['attentionBias', [9, 4]]);
    assert.deepEqual(await tensor.data(), (await pe.attentionBias(alibi, 3, 4)).data);
    fails(['call', 'analyse', '[]', '--out', path('.npy')], 'bad_argument', '--out');
    fails(['call', 'gram', '[]', '--out', path('.txt')], 'bad_argument', '--out');
    fails(['call', 'attentionBias', JSON.stringify([rope, 3, 3]), '--out', path('.npy')], 'not_defined', 'encoding');
  });

  test('call: what is wrong', () => {
    fails(['call'], 'bad_argument', 'method');
    assert.match(fails(['call', 'tabel'], 'unknown_method', 'method'), /did you mean 'table'\?/);
    for (const method of sampled('no methods', ['dispose', 'constructor', '__proto__', 'toString'], 2))
      fails(['call', method], 'unknown_method', 'method');
    fails(['call', 'table', '{"encoding":"rope"}'], 'bad_argument', 'arguments');
    fails(['call', 'table', '[1,'], 'bad_json', 'arguments');
    fails(['call', 'table', '[]', '[]'], 'bad_argument', 'arguments');
    fails(['call', 'table', '[]'], 'bad_argument', 'spec');
    fails(['call', 'table', '[{"encoding":"sinusoidal","dim":512}, 1e12]'], 'too_large', 'positions');
    fails(['call', 'table', '[{"encoding":"rope","dim":4}, 1, {"signal":1}]'], 'bad_argument', 'options.signal');
    fails(['call', 'tableBlocks', '[{"encoding":"rope","dim":3}, 1]'], 'bad_param', 'dim');
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
      '0:2100',
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
