/** The command line, run as by a user: output streams, exit statuses, lists and reports. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { describe, test } from 'node:test';
import { programs } from '../../dist/cli/reproduce.js';
import { engineIds, releases } from '../../dist/lib/generated/engines.js';
import { fails, posenc, succeeds } from './support/command-line.mjs';
import { graph } from './support/graph.mjs';
import { pe } from './support/instance.mjs';
import { file, folder } from './support/own-folder.mjs';
import { sampled } from './support/random.mjs';
import {
  npyBytes,
  analyses,
  cli,
  documentation,
  encodings,
  layers,
  tasks,
  llama31,
  root,
  scalings,
} from './support/posenc.mjs';

test('errors say what to give instead', async () => {
  const said = (args, code, field) => fails(args, code, field);
  for (const command of ['check', 'report'])
    assert.match(
      said([command], 'bad_argument', 'config.json'),
      /give a file, a folder, or a Hub model such as org\/name/,
    );
  assert.match(said(['check', config, '--engine', 'all,foo'], 'bad_argument', '--engine'), /give it alone/);
  for (const args of [
    ['--context', '-1'],
    ['--engine', '-x'],
  ])
    assert.match(
      said(['check', config, ...args], 'bad_argument', 'arguments'),
      new RegExp(`^${args[0]} needs a value; one that begins with a minus is written with =, as in ${args[0]}=-1;`),
    );
  assert.match(said(['check', config, '--engine'], 'bad_argument', 'arguments'), /^--engine needs a value;/);
  assert.match(said(['check', config, '--strict=1'], 'bad_argument', 'arguments'), /^--strict takes no value;/);
  assert.match(said(['check', config, '--context=-1'], 'bad_argument', '--context'), /whole number/);
  assert.match(said(['identify', config], 'bad_argument', 'FILE'), /posenc report reads it, .* as --config$/);
  const numbers = file('numbers.npy', await npyBytes({ data: Float32Array.of(1, 0.5), rows: 1, cols: 2 }));
  for (const command of ['check', 'report'])
    assert.match(said([command, numbers], 'io', numbers), /posenc identify reads/);
  const call = (spec) => said(['call', 'cosSin', JSON.stringify([spec, 0, 4])], 'not_defined', 'encoding');
  assert.match(
    call({ encoding: 'alibi', heads: 8 }),
    /'alibi' has no rotate and cosSin: it has no angles; it has .*attentionBias/,
  );
});

test('list names the rule for the factor of cosines and sines, which the core follows', async () => {
  const [factor, originalContext, dim] = [8, 4096, 4];
  const lists = { shortFactor: [1, 1], longFactor: [2, 2] };
  for (const [type, rule, expected, more] of [
    ['yarn', '0.1 ln s + 1, or by both mscales', 0.1 * Math.log(factor) + 1],
    ['longrope', 'sqrt(1 + ln s / ln L)', Math.sqrt(1 + Math.log(factor) / Math.log(originalContext)), lists],
    ['yarn-log', '1', 1],
    ['telechat3-yarn', '0.07 ln s + 1', 0.07 * Math.log(factor) + 1],
  ]) {
    assert.ok(succeeds(['list', type]).replaceAll(/ +/g, ' ').includes(`attentionFactor ${rule} number`), type);
    const scaling = { type, factor, originalContext, ...more };
    const { cos } = await pe.cosSin({ encoding: 'rope', dim, scaling }, 0, 1, { dtype: 'f64' });
    assert.ok(Math.abs(cos[0] - expected) < 1e-12, `${type} ${cos[0]}`);
  }
});

const sinusoidal = '{"encoding":"sinusoidal","dim":6}';
const config = file('config.json', JSON.stringify(llama31));
describe('posenc', () => {
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
    assert.ok(files.length <= 9, files.join(' '));
    assert.ok(!files.some((file) => /generated.(encodings|analyses)/.test(file)), files.join(' '));
    const list = [...graph(join(root, 'dist/cli/list.js')).keys()].map((file) => relative(root, file));
    assert.ok(list.length <= 16, list.join(' '));
  });

  test('list names cosSin for each encoding that has it, and for no other', async () => {
    const listed = encodings.filter(({ id }) =>
      succeeds(['list', id]).replaceAll(/\s+/g, ' ').includes('rotate, cosSin'),
    );
    const working = [];
    for (const { id, params } of encodings) {
      const required = params.filter((param) => param.required).map(({ name }) => [name, name === 'heads' ? 4 : 32]);
      const made = pe.cosSin({ encoding: id, ...Object.fromEntries(required) }, 0, 1);
      if (await made.then(Boolean, ({ code }) => (assert.equal(code, 'not_defined'), false))) working.push(id);
    }
    assert.deepEqual(
      listed.map(({ id }) => id),
      working,
    );
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
    /** The completions that a shell offers after the words of a line. */
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
      // compdef exists after compinit; _arguments gets the same lists
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
    assert.match(succeeds(['report', config, '--engine', 'sglang']), /engine +sglang, .*; executed \d{4}-\d\d-\d\d/);
    const table = succeeds(['report', config, '--engine', 'all']);
    for (const title of ['transformers 5', 'vLLM', 'SGLang', 'llama.cpp', 'mlx-lm']) assert.ok(table.includes(title));
    assert.match(table, /against transformers 5[^]*reference/);
    assert.equal(JSON.parse(succeeds(['report', config, '--engine', 'all', '--json'])).length, engineIds.length);
    fails(['report', config, '--engine', 'vlm'], 'bad_argument', 'options.engine');
  });

  test('report --reproduce: a program with the pinned packages, and the numbers that it should print', () => {
    const pins = JSON.parse(readFileSync(join(root, 'evidence/pins.json'), 'utf8'));
    for (const [id, { packages }] of Object.entries(programs)) {
      const [first, ...others] = packages.replaceAll("'", '').split(' ');
      const [engine, release] = first.split('==');
      const pin = pins.find((one) => one.engine === engine && one.release === release);
      const pinned = [...pin.packages, ...(pin.separate ?? [])];
      assert.deepEqual([releases[id], [first, ...others].filter((one) => !pinned.includes(one))], [release, []]);
    }
    const text = succeeds(['report', config, '--engine', 'mlx-lm', '--reproduce']);
    assert.match(
      text,
      /^# mlx-lm 0\.32\.2: .*\n# pip install mlx-lm==.*\n# posenc expects\n# {3}default: \[1, 0\.8146172, /,
    );
    assert.match(text, /\nimport mlx_lm\.utils\n/);
    const refusal = fails(['report', config, '--engine', 'sglang', '--reproduce'], 'bad_argument', '--reproduce');
    assert.match(refusal, /no short program for sglang; there is one for transformers-5/);
    fails(['report', config, '--reproduce'], 'bad_argument', '--reproduce');
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
});
