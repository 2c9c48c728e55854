/** posenc identify on the command line: the files it reads, its output, and its exit status. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { configOf } from './support/identify-cases.mjs';
import { gguf, llamaKeys } from './support/gguf.mjs';
import { posenc as run } from './support/command-line.mjs';
import { npyBytes, safetensorsBytes } from './support/posenc.mjs';
import { listOf, tablesOf } from './support/rope-makers.mjs';
import { folder } from './support/own-folder.mjs';

const spec = {
  encoding: 'rope',
  dim: 64,
  base: 150000,
  scaling: { type: 'yarn', factor: 32, originalContext: 4096, truncate: false },
};

describe('posenc identify', () => {
  const at = (name) => join(folder, name);
  const posenc = (args, input) => run(['identify', ...args], { input });
  /** Its JSON and exit status. */
  const asked = (args, input) => {
    const { stdout, stderr, status } = posenc([...args, '--json'], input);
    assert.equal(stderr, '');
    return { ...JSON.parse(stdout), status };
  };

  before(async () => {
    writeFileSync(at('config.json'), JSON.stringify(configOf(spec, 131072)));
    const list = (data) => ({ data, rows: 1, cols: data.length });
    writeFileSync(at('right.npy'), await npyBytes(list(listOf(spec))));
    writeFileSync(at('swapped.npy'), await npyBytes(list(listOf(spec, 'betas-swapped'))));
    const { cos, sin } = tablesOf(spec, 'amplitude-missing', { rows: 64 });
    writeFileSync(at('cos.npy'), await npyBytes(cos));
    writeFileSync(at('sin.npy'), await npyBytes(sin));
    writeFileSync(at('rope.safetensors'), await safetensorsBytes(cos, {}));
    writeFileSync(
      at('freqs.txt'),
      `inv_freq: tensor([${[...listOf(spec)].map((x) => x.toExponential(4)).join(', ')}])\n`,
    );
    writeFileSync(at('model.gguf'), gguf(llamaKeys({ 'llama.rope.freq_base': ['f32', 150000] }), {}));
  });

  test('frequencies of the config end with 0, those of a mistake with 1', () => {
    const right = asked([at('right.npy'), '--config', at('config.json')]);
    assert.deepEqual([right.verdict, right.status], ['expected', 0]);
    const text = posenc([at('swapped.npy'), '--config', at('config.json')]);
    assert.equal(text.status, 1, text.stderr);
    assert.match(text.stdout, /beta_fast and beta_slow are swapped/);
    assert.match(text.stdout, /first\s+differs\s+at\s+pair\s+\d+/);
    assert.match(text.stdout, /pytorch\/torchtitan#3787/);
    assert.match(text.stdout, /^ {2}betas-swapped +rope of 64 rotated channels/m);
  });

  test('a text, standard input and an argument', () => {
    assert.equal(asked([at('freqs.txt'), '--config', at('config.json')]).verdict, 'expected');
    const plain = [...listOf({ dim: 64, base: 10000 })].map((x) => x.toPrecision(9)).join(', ');
    assert.deepEqual([asked(['-'], plain).verdict, asked([plain]).explanations[0].spec.base], ['spec', 10000]);
  });

  test('tables: one, two of their own files, and a tensor by its name', () => {
    const both = asked([at('cos.npy'), '--sin', at('sin.npy'), '--config', at('config.json')]);
    assert.deepEqual(
      both.explanations.map(({ mistakes: [{ id }] }) => id),
      ['amplitude-missing'],
    );
    assert.match(both.explanations[0].form, /^cosines and sines/);
    const one = asked([at('rope.safetensors'), '--config', at('config.json')]);
    assert.deepEqual([one.verdict, one.status], ['mistake', 1]);
    const later = asked([at('cos.npy'), '--config', at('config.json'), '--first', '1']);
    assert.ok(later.explanations.every(({ mistakes }) => mistakes.some(({ id }) => id === 'positions-shifted')));
  });

  test('a GGUF file without its factors', () => {
    const result = asked([at('model.gguf')]);
    assert.deepEqual([result.verdict, result.explanations[0].spec.base, result.status], ['spec', 150000, 0]);
  });

  test('an unknown table names the options that may explain it', async () => {
    const told = (...args) => posenc([at('odd.npy'), ...args]).stdout;
    const data = Float32Array.from({ length: 12 }, (_, i) => ((i * 7) % 11) / 11 - 0.4);
    writeFileSync(at('odd.npy'), await npyBytes({ data, rows: 3, cols: 4 }));
    assert.match(told(), /^Nothing known explains these numbers[^]*--first N[^]*--sin FILE/);
    assert.doesNotMatch(told('--first', '1'), /--first N/);
    assert.doesNotMatch(posenc(['1, 0.9, 0.7, 0.69, 0.2, 0.19, 0.18, 0.03']).stdout, /--first/);
  });

  test('what is unknown says so, and what is nearest', () => {
    const { stdout, status } = posenc(['1, 0.9, 0.7, 0.69, 0.2, 0.19, 0.18, 0.03']);
    assert.equal(status, 1);
    assert.match(stdout, /^Nothing known explains these numbers/);
  });

  test('what cannot be read ends with 2', () => {
    for (const [args, pattern] of [
      [[at('none.npy')], /could not be read|no such file/i],
      [[at('right.npy'), '--sin', at('freqs.txt')], /only \.npy and safetensors files are read/],
      [[at('freqs.txt'), '--sin', at('sin.npy')], /--sin needs one table of cosines/],
      [[at('right.npy'), '--first', 'x'], /--first must be a position/],
      [[at('rope.safetensors#nothing')], /there is no tensor 'nothing'/],
      [[at('config.json')], /cannot be read as numbers/],
    ]) {
      const { stdout, stderr, status } = posenc(args);
      assert.deepEqual([stdout, status], ['', 2], stderr);
      assert.match(stderr, pattern);
    }
  });
});
