/**
 * Folders, patterns, many arguments and GGUF files in parts as inputs of the command line: which models are found, what is
 * said of each and of all, and the exit status.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { modelsAmong } from '../../dist/cli/inputs/choose.js';
import { sourcesOf } from '../../dist/cli/inputs/expand.js';
import { filesIn } from '../../dist/cli/inputs/folder.js';
import { alternatives, expression, matching } from '../../dist/cli/inputs/glob.js';
import { shardOf } from '../../dist/cli/inputs/shards.js';
import { create } from '../../dist/lib/node.js';
import { gguf, llamaKeys } from './support/gguf.mjs';
import { posenc as run } from './support/command-line.mjs';
import { llama31 } from './support/posenc.mjs';

let folder;
const at = (...parts) => join(folder, ...parts);
function file(path, content) {
  mkdirSync(dirname(at(path)), { recursive: true });
  writeFileSync(
    at(path),
    typeof content === 'object' && !ArrayBuffer.isView(content) ? JSON.stringify(content) : content,
  );
  return at(path);
}
/** Read alike by the engines that are asked. */
const good = { ...llama31, rope_scaling: undefined, max_position_embeddings: 8192 };
/** Its base is lost to readers of the older schema. */
const bad = { ...good, rope_theta: undefined, rope_parameters: { rope_type: 'default', rope_theta: 500000 } };
const engines = ['--engine', 'transformers-5,transformers-4'];

before(() => {
  folder = mkdtempSync(join(tmpdir(), 'posenc-'));
  file('bucket/a/config.json', good);
  file('bucket/b/config.json', bad);
  file('bucket/b/1_Pooling/config.json', '{}');
  file('bucket/deep/er/config.json', good);
  file('bucket/bert/config.json', { model_type: 'bert' });
  file('bucket/.git/config.json', '{');
  file('bucket/node_modules/x/config.json', '{');
  file('broken/config.json', '{');
  file('empty/readme.txt', '');
});
after(() => rmSync(folder, { recursive: true }));

/** Standard output and exit status. */
function posenc(args) {
  const { stdout, stderr, status } = run(args, { cwd: folder });
  return { out: stdout, err: stderr, status };
}
const paths = (names) => modelsAmong(names).map(({ path }) => path);

describe('which files of a folder are models', () => {
  test('by their names', () => {
    for (const [names, expected] of [
      [['config.json', 'model.safetensors', 'tokenizer.json'], ['config.json']],
      [['config.json', '1_Pooling/config.json', 'original/params.json'], ['config.json']],
      [['params.json', 'consolidated.safetensors'], ['params.json']],
      [['config.json', 'params.json'], ['config.json']],
      [
        ['b/config.json', 'a/config.json'],
        ['a/config.json', 'b/config.json'],
      ],
      [
        ['m-Q4_K_M.gguf', 'm-Q8_0.gguf', 'mmproj-m.gguf'],
        ['m-Q4_K_M.gguf', 'm-Q8_0.gguf'],
      ],
      [
        ['x/m.gguf', 'm.gguf'],
        ['m.gguf', 'x/m.gguf'],
      ],
      [
        [
          'model_index.json',
          'transformer/config.json',
          'transformer_2/config.json',
          'vae/config.json',
          'text_encoder/config.json',
        ],
        ['transformer/config.json', 'transformer_2/config.json'],
      ],
      [
        ['Q4/m-00002-of-00003.gguf', 'Q4/m-00001-of-00003.gguf', 'Q4/m-00003-of-00003.gguf'],
        ['Q4/m-00001-of-00003.gguf'],
      ],
      [
        ['m-00002-of-00003.gguf', 'm-00003-of-00003.gguf', 'm-00001-of-00002.gguf'],
        ['m-00001-of-00002.gguf', 'm-00002-of-00003.gguf'],
      ],
      [
        ['m10/config.json', 'm9/config.json'],
        ['m9/config.json', 'm10/config.json'],
      ],
      [['README.md'], []],
    ])
      assert.deepEqual(paths(names), expected, names.join(' '));
    assert.deepEqual(modelsAmong(['m/config.json', 'm/x.gguf']), [
      { path: 'm/config.json' },
      { path: 'm/x.gguf', config: 'm/config.json' },
    ]);
  });

  test('of very many, in any depth, without end only for who waits for it', () => {
    const many = Array.from(
      { length: 100_000 },
      (_, i) => `m${i}/${['config.json', 'model_index.json', 'x.gguf'][i % 3]}`,
    );
    assert.equal(paths(many).length, 66_667);
    assert.deepEqual(paths([`${'a/'.repeat(1_000_000)}config.json`, 'b/config.json']), ['b/config.json']);
  });

  test('on a disk: hidden folders are not looked into, links to files are followed, those to folders not', async () => {
    file('blobs/1234', good);
    mkdirSync(at('cache/snapshots/main'), { recursive: true });
    symlinkSync(at('blobs/1234'), at('cache/snapshots/main/config.json'));
    symlinkSync(at('cache'), at('cache/loop'));
    assert.deepEqual(await filesIn(at('cache')), ['snapshots/main/config.json']);
    assert.deepEqual(paths(await filesIn(at('bucket'))), [
      'a/config.json',
      'b/config.json',
      'bert/config.json',
      'deep/er/config.json',
    ]);
    assert.match(posenc(['report', 'cache']).out, /^llama\n/);
  });
});

describe('patterns', () => {
  test('a part of a path', () => {
    const meets = (pattern, name) => expression(pattern).test(name);
    for (const [pattern, yes, no] of [
      ['*.gguf', ['a.gguf', '.gguf'], ['a.gguf2', 'a.json']],
      ['config?.json', ['config1.json'], ['config.json', 'config12.json']],
      ['[ab]*', ['a1', 'b'], ['c', 'A']],
      ['[!ab]', ['c'], ['a']],
      ['a.c(1)+', ['a.c(1)+'], ['abc1']],
      ['[a-c]', ['b'], ['d', '-']],
      ['[', ['['], ['a']],
    ]) {
      for (const name of yes) assert.ok(meets(pattern, name), `${pattern} ${name}`);
      for (const name of no) assert.ok(!meets(pattern, name), `${pattern} ${name}`);
    }
    assert.deepEqual([...new Set(alternatives('a{b,c{d,}}'))].sort(), ['ab', 'ac', 'acd']);
    assert.throws(() => alternatives('{a,b}'.repeat(20)), { code: 'bad_argument' });
    assert.throws(() => expression('[z-a]'), { code: 'bad_argument' });
  });

  test('of files and folders', async () => {
    const found = async (pattern) => (await matching(at(pattern))).map((path) => path.slice(folder.length + 1));
    assert.deepEqual(await found('bucket/*/config.json'), [
      'bucket/a/config.json',
      'bucket/b/config.json',
      'bucket/bert/config.json',
    ]);
    assert.deepEqual(await found('bucket/{a,deep/**}/config.json'), [
      'bucket/a/config.json',
      'bucket/deep/er/config.json',
    ]);
    assert.deepEqual(await found('**/er'), ['bucket/deep/er']);
    assert.deepEqual(await found('bucket/.g*/config.json'), ['bucket/.git/config.json']);
    assert.deepEqual(await found('bucket/*/nothing'), []);
    assert.equal((await found('bucket/**')).includes('bucket/deep/er/config.json'), true);
  });
});

test(
  'a pipe that a pattern or a folder meets is passed over, one that is named is not',
  { skip: process.platform === 'win32' },
  async () => {
    file('pipes/a/config.json', good);
    for (const name of ['pipes/b/config.json', 'pipes/c.gguf']) {
      mkdirSync(dirname(at(name)), { recursive: true });
      assert.equal(spawnSync('mkfifo', [at(name)]).status, 0);
    }
    symlinkSync('nowhere', at('pipes/d.gguf'));
    const names = async (argument) => (await sourcesOf([at(argument)], 'x', { gguf: true })).map(({ path }) => path);
    assert.deepEqual(await names('pipes/?/config.json'), [at('pipes/a/config.json')]);
    assert.deepEqual(await names('pipes'), [at('pipes/a/config.json')]);
    assert.deepEqual(await names('pipes/*.gguf'), [at('pipes/d.gguf')]); // which says that it is not there
    assert.deepEqual(await names('pipes/c.gguf'), [at('pipes/c.gguf')]);
  },
);

describe('several models', () => {
  test('report: each under its name, a table of all; one that cannot be read does not keep the others', () => {
    const { out, status, err } = posenc([
      'report',
      'bucket/a',
      'broken/config.json',
      'bucket/deep',
      'bucket/*/er',
      'bucket/a/config.json',
    ]);
    assert.deepEqual([status, err], [2, '']);
    const titles = [...out.matchAll(/^== (.+)$/gm)].map(([, name]) => name);
    assert.deepEqual(titles, ['bucket/a/config.json', 'broken/config.json', 'bucket/deep/er/config.json']);
    const alone = JSON.parse(posenc(['report', 'bucket/a/config.json', '--json']).out);
    const warnings = alone.warnings.filter(({ note }) => !note).length;
    const table = out.slice(out.indexOf('3 models\n')).trimEnd().split('\n');
    assert.deepEqual(table[2].trim().split(/\s{2,}/), [
      'bucket/a/config.json',
      'llama',
      'default',
      '500000',
      '8192',
      '8192',
      '0 of 64',
      String(warnings),
    ]);
    assert.match(table[3], /^ {2}broken\/config\.json +error bad_json \(config\): /);
    assert.equal(table.length, 5);
    const lines = posenc(['report', 'bucket/a', 'broken/config.json', '--json'])
      .out.trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    assert.equal(lines[0].file, 'bucket/a/config.json');
    assert.deepEqual(lines[0].report, alone);
    assert.deepEqual([lines[1].file, lines[1].error.code], ['broken/config.json', 'bad_json']);
  });

  test('report --engine all and --precision, and extend, of several', () => {
    const all = posenc(['report', 'bucket/a', 'bucket/b', '--engine', 'all']).out.trimEnd().split('\n').slice(-2);
    const [a, b] = all.map((line) =>
      line
        .trim()
        .split(/\s{2,}/)
        .slice(1)
        .map(Number),
    );
    assert.ok(a[1] === 0 && b[1] > 0, all.join('\n'));
    const precision = posenc(['report', 'bucket/a', 'bucket/b', '--engine', 'all', '--precision', '128k']);
    assert.equal(precision.status, 0, precision.err);
    const { out, status } = posenc(['extend', 'bucket/a', 'bucket/b', '--context', '32k']);
    assert.equal(status, 0);
    const rows = out
      .trimEnd()
      .split('\n')
      .slice(-2)
      .map((line) => line.trim().split(/\s{2,}/));
    for (const row of rows) assert.deepEqual(row.slice(1, 5), ['llama', '8192', '32768', '4']);
  });

  test('check: status 0, 1 and 2 of all, and what needs no rotary positions is no fault', () => {
    assert.equal(posenc(['check', 'bucket/a', 'bucket/bert', ...engines]).status, 0);
    const { out, status } = posenc(['check', 'bucket', ...engines]);
    assert.equal(status, 1);
    const table = out
      .trimEnd()
      .split('\n')
      .slice(-4)
      .map((line) => line.trim().split(/\s{2,}/));
    assert.deepEqual(
      table.map(([name, errors, , , verdict]) => [name, errors, verdict]),
      [
        ['bucket/a/config.json', '0', 'passes'],
        ['bucket/b/config.json', '1', 'fails'],
        ['bucket/bert/config.json', '0', 'passes'],
        ['bucket/deep/er/config.json', '0', 'passes'],
      ],
    );
    assert.match(out, /bert\/config\.json: warning not_checked: .*no rotary positions/);
    assert.equal(posenc(['check', 'bucket/a', 'bucket/bert', '--strict', ...engines]).status, 1);
    const broken = posenc(['check', 'bucket', 'broken/*.json', 'bucket/none.json', ...engines]);
    assert.equal(broken.status, 2);
    assert.match(broken.out, /broken\/config\.json: error not_read: error bad_json/);
    assert.match(broken.out, /bucket\/none\.json: error not_read: error io/);
    assert.match(broken.out, /broken\/config\.json +1 +0 +0 +not read/);
  });

  test('check: every format of several files', () => {
    const names = ['bucket/a/config.json', 'bucket/b/config.json'];
    const asked = (format) => posenc(['check', ...names, '--format', format, ...engines]).out;
    const lines = asked('json')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    assert.deepEqual(
      lines.map(({ file: name }) => name),
      names,
    );
    const findings = lines.flatMap(({ findings: list }) => list);
    const { runs } = JSON.parse(asked('sarif'));
    assert.equal(runs.length, 1);
    assert.deepEqual(
      runs[0].results.map(({ ruleId, locations: [{ physicalLocation }] }) => [
        ruleId,
        physicalLocation.artifactLocation.uri,
      ]),
      lines.flatMap(({ file: name, findings: list }) => list.map(({ rule }) => [rule, name])),
    );
    const annotations = asked('github').trimEnd().split('\n');
    assert.equal(annotations.length, findings.length);
    assert.ok(
      annotations.every((line) => /^::(error|warning|notice) file=bucket\//.test(line)),
      annotations.join('\n'),
    );
  });

  test('what names no model is refused', () => {
    for (const [args, words] of [
      [['report'], /config\.json is missing/],
      [
        ['report', 'empty'],
        /error io \(empty\): empty is a folder without a model: neither it nor a folder below has config\.json/,
      ],
      [['report', 'empty/*.gguf'], /no file has a name like empty\/\*\.gguf/],
      [['report', '-', '-'], /can be given once/],
      [['diff', 'bucket', 'bucket/a'], /bucket has 4 models, and one is wanted: bucket\/a\/config\.json/],
      [['fix', 'empty'], /folder without a model/],
    ]) {
      const { err, status } = posenc(args);
      assert.equal(status, 2, args.join(' '));
      assert.match(err, words);
    }
    assert.match(posenc(['diff', 'bucket/a', 'bucket/deep']).out, /the positions are the same/);
  });
});

describe('GGUF files in folders and in parts', () => {
  const factors = () => new Array(64).fill(4);
  const freqs = (data) => ({ 'rope_freqs.weight': { shape: [64], data } });
  const name = (n, of = 3) => `m-0000${n}-of-0000${of}.gguf`;
  const split = (n, count = 3) => ({ 'split.no': ['u16', n - 1], 'split.count': ['u16', count] });
  /** As llama-gguf-split --no-tensor-first-split makes it: keys, then tensors. */
  function parts(dir, numbers) {
    const contents = {
      1: gguf({ ...llamaKeys(), ...split(1) }),
      2: gguf(split(2), freqs(factors())),
      3: gguf(split(3), { 'output.weight': { shape: [4], data: [1, 2, 3, 4] } }),
    };
    for (const n of numbers) file(`${dir}/${name(n)}`, contents[n]);
  }

  test('names of parts', () => {
    assert.deepEqual(
      [shardOf('m-00002-of-00003.gguf').number, shardOf('m-00002-of-00003.gguf').name(1)],
      [2, 'm-00001-of-00003.gguf'],
    );
    for (const other of [
      'm.gguf',
      'm-00000-of-00003.gguf',
      'm-00004-of-00003.gguf',
      'm-1-of-3.gguf',
      'm-00001-of-00003.bin',
    ])
      assert.equal(shardOf(other), undefined, other);
  });

  test('the folder, the first or any part gives the same, with factors of a later one', async () => {
    parts('all', [1, 2, 3]);
    const pe = await create();
    const whole = gguf(llamaKeys(), freqs(factors()));
    const { readGguf } = await import('../../dist/lib/node.js');
    const expected = (await pe.report(readGguf(whole))).pairs;
    pe.dispose();
    for (const input of ['all', `all/${name(1)}`, `all/${name(2)}`, `all/${name(3)}`]) {
      const { out, err, status } = posenc(['report', input, '--json']);
      assert.equal(status, 0, err);
      assert.deepEqual(JSON.parse(out).pairs, expected, input);
      const told = /m-00002-of-00003\.gguf is part 2 of 3: the keys were read from m-00001-of-00003\.gguf/;
      if (input.includes('00002')) assert.match(err, told);
      else if (!input.includes('00003')) assert.equal(err, '');
    }
  });

  test('a part without keys whose first part is missing says so; so do parts that may have had factors', () => {
    parts('tail', [2, 3]);
    for (const input of ['tail', `tail/${name(3)}`]) {
      const { err, status } = posenc(['report', input]);
      assert.equal(status, 2);
      assert.match(
        err,
        /it is part [23] of 3 and has no keys of the model, which stand in the first part; .*m-00001-of-00003\.gguf could not be read: ENOENT/,
      );
    }
    parts('head', [1]);
    const { err, status } = posenc(['report', 'head']);
    assert.equal(status, 0);
    assert.match(err, /posenc: note: of 3 parts 2, 3 could not be read: a tensor of frequency factors/);
    const found = posenc(['check', 'head', '--against', file('c.json', llama31), '--format', 'json']).out;
    assert.ok(
      JSON.parse(found).findings.some(({ rule, level }) => rule === 'gguf_parts' && level === 'note'),
      found,
    );
  });

  test('check: a GGUF file of a folder is compared with the config.json beside it; alone it has nothing to lose', () => {
    file('conversion/config.json', good);
    const keys = (base) =>
      gguf(llamaKeys({ 'llama.rope.freq_base': ['f32', base], 'llama.context_length': ['u32', 8192] }));
    file('conversion/right.gguf', keys(500000));
    file('conversion/wrong.gguf', keys(10000));
    const { out, status } = posenc(['check', 'conversion', ...engines]);
    assert.equal(status, 1);
    assert.match(out, /wrong\.gguf: error conversion_base: base is 10000/);
    assert.match(out, /conversion\/right\.gguf +0 +0 +\d+ +passes/);
    assert.match(out, /conversion\/wrong\.gguf +[1-9] +0 +\d+ +fails/);
    file('lone/a.gguf', keys(500000));
    file('lone/b.gguf', keys(500000));
    const lone = posenc(['check', 'lone']);
    assert.equal(lone.status, 0, lone.out);
    assert.match(lone.out, /lone\/a\.gguf: note gguf_alone: no config\.json stands beside it/);
    const against = posenc(['check', 'lone', '--against', 'conversion']);
    assert.deepEqual([against.status, against.err], [0, '']);
    assert.match(against.out, /lone\/a\.gguf +0 +0 +0 +passes/);
  });
});
