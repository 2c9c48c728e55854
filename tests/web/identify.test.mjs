/**
 * identify: numbers made without the library (support/rope-makers.mjs), in float32 and with the mistakes reported in
 * threads, and its verdicts. `npm run test:full` tries a thousand random specs with mistakes.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { encodings } from '../../dist/lib/generated/encodings.js';
import { mistakes } from '../../dist/lib/generated/mistakes.js';
import { pe } from './support/instance.mjs';
import { configOf, drawnCase, drawnSpec, expecting, makings } from './support/identify-cases.mjs';
import { gguf, llamaKeys } from './support/gguf.mjs';
import { create, readGguf, refused, root } from './support/posenc.mjs';
import { random } from './support/random.mjs';
import { listOf, mscaleOf, ratesOf, tablesOf } from './support/rope-makers.mjs';

/** The shortest decimal that rounds to this float32 number. */
const shortest = (x) =>
  Number(Array.from({ length: 9 }, (_, k) => x.toPrecision(k + 1)).find((s) => Math.fround(s) === x));

const ids = ({ mistakes: made }) => made.map(({ id }) => id).join(' + ');
const named = ({ explanations }) => explanations.map(ids);
const yarn = (dim, base, scaling) => ({ encoding: 'rope', dim, base, scaling: { type: 'yarn', ...scaling } });
const yarnConfig = (spec, maxContext, more = {}) => ({ ...configOf(spec, maxContext), ...more });

const ministral = yarn(128, 1e6, { factor: 16, originalContext: 16384, mscale: 1, mscaleAllDim: 1 });
const gptOss = yarn(64, 150000, { factor: 32, originalContext: 4096, truncate: false });
const kimi = yarn(64, 50000, { factor: 32, originalContext: 4096, mscale: 1, mscaleAllDim: 1 });
const qwen3 = yarn(128, 1e6, { factor: 4, originalContext: 32768 });
const both = (spec, mistake, more) => tablesOf(spec, mistake, { rows: 128, ...more });

/** Threads, the model of each, and its mistake, reproduced. */
const threads = [
  ['microsoft/onnxruntime-genai#2076 (a): the length before scaling', ministral, 262144, 'context-max'],
  ['microsoft/onnxruntime-genai#2076 (b): theta 10000', ministral, 262144, 'base-default'],
  ['microsoft/onnxruntime-genai#2076 (c): mscale made anew', ministral, 262144, 'amplitude-default'],
  ['microsoft/onnxruntime-genai#2076 (d): inverted twice', ministral, 262144, 'inverted-interpolation'],
  ['keras-team/keras-hub#2981: truncate is false', qwen3, 131072, 'truncation'],
  [
    'keras-team/keras-hub#2981: clamped at r/2 - 1',
    yarn(128, 10000, { factor: 8, originalContext: 131072 }),
    1048576,
    'clamp-width',
  ],
  ['pytorch/torchtitan#3787: betas swapped', gptOss, 131072, 'betas-swapped'],
  ['NVIDIA/TensorRT-Model-Connect#400: YaRN skipped', gptOss, 131072, 'scaling-skipped'],
  ['PaddlePaddle/PaddleFleet#626: the base is not handed over', kimi, 131072, 'base-default'],
  ['tenstorrent/tt-metal#25321: YaRN is not there', qwen3, 131072, 'scaling-skipped'],
  [
    'EricLBuehler/candle-vllm#285: defaults of YaRN in place of the file',
    yarn(128, 1e6, { factor: 64, originalContext: 4096, betaFast: 4 }),
    262144,
    'betas-default',
  ],
  [
    'verl-project/verl#155: the factor alone is read',
    { ...qwen3, scaling: { type: 'llama3', factor: 8, originalContext: 8192 } },
    131072,
    'linear-instead',
  ],
];

describe('threads', () => {
  for (const [name, spec, maxContext, mistake] of threads)
    test(name, async () => {
      const config = yarnConfig(spec, maxContext);
      const wrong = await pe.identify(both(spec, mistake, { facts: { maxContext } }), { config });
      assert.equal(wrong.verdict, 'mistake', wrong.sentence);
      assert.ok(named(wrong).includes(mistake), wrong.sentence);
      assert.ok(wrong.expected.parts && wrong.explanations.every(({ parts }) => parts === undefined));
      const right = await pe.identify(both(spec), { config });
      assert.deepEqual([right.verdict, named(right)], ['expected', ['']]);
    });

  test('keras-team/keras-hub#2981 has two at once, and both are named', async () => {
    const spec = yarn(128, 10000, { factor: 8, originalContext: 131072 });
    const twice = listOf({ ...spec, scaling: { ...spec.scaling, truncate: false } }, 'clamp-width');
    const result = await pe.identify(twice, { config: yarnConfig(spec, 1048576) });
    // the rounded end of the ramp is also clamped, so the clamp alone only changes the numbers at its beginning
    assert.ok(named(result).includes('truncation + clamp-width'), result.sentence);
  });

  test('pytorch/torchtitan#3787: a config whose betas are swapped, too, gives the right numbers', async () => {
    const { betaFast, betaSlow } = { betaFast: 1, betaSlow: 32 };
    const compensating = { ...gptOss, scaling: { ...gptOss.scaling, betaFast, betaSlow } };
    const numbers = both(compensating, 'betas-swapped');
    assert.equal((await pe.identify(numbers, { spec: gptOss })).verdict, 'expected');
    // ignored betas of 1 and 32 become the defaults, as if swapped: both mistakes give these numbers and are named
    const found = named(await pe.identify(numbers, { spec: compensating }));
    assert.deepEqual(found.toSorted(), ['betas-default', 'betas-swapped']);
  });

  test('kekzl/imp#880 and NVIDIA/TensorRT-LLM#16379: amplitudes', async () => {
    const v2 = yarn(64, 10000, { factor: 40, originalContext: 4096, mscale: 0.707, mscaleAllDim: 0.707 });
    assert.deepEqual(named(await pe.identify(both(v2, 'amplitude-all-dim'), { spec: v2 })), ['amplitude-all-dim']);
    const laguna = yarn(128, 500000, { factor: 64, originalContext: 4096, attentionFactor: 1.25 });
    assert.deepEqual(named(await pe.identify(both(laguna, 'amplitude-logged'), { spec: laguna })), [
      'amplitude-logged',
    ]);
  });
});

describe('random specs with mistakes', () => {
  const full = process.env.POSENC_FULL !== undefined;
  const list = Object.keys(makings);

  test('each known mistake is made here without the library', () =>
    assert.deepEqual(list.toSorted(), mistakes.map(({ id }) => id).toSorted()));

  test('each stands in docs/identify.md with its threads', () => {
    const page = readFileSync(join(root, 'docs/identify.md'), 'utf8');
    const rows = page.split('\n').filter((row) => /^\| `[a-z0-9-]+` \|/.test(row) && row.includes('github.com'));
    assert.deepEqual(
      rows.map((row) => row.split('|').map((cell) => cell.trim())).map(([, id, title]) => `${id} ${title}`),
      mistakes.map(({ id, title }) => `\`${id}\` ${title}`),
    );
    for (const [i, { sources }] of mistakes.entries())
      for (const source of sources) assert.ok(rows[i].includes(`[${source}](`), source);
  });

  test('are named', { timeout: 1_800_000 }, async () => {
    const next = random('identify');
    const count = full ? 1012 : 2 * list.length;
    const unnamed = [];
    let told = 0;
    for (let i = 0; i < count; i++) {
      const drawn = drawnCase(next, list[i % list.length]);
      const result = await pe.identify(drawn.numbers, expecting(drawn));
      const has = named(result).includes(drawn.mistake);
      told += drawn.told;
      // if no number shows the mistake, "as expected" is correct
      if (has || (!drawn.told && result.verdict === 'expected')) continue;
      const about = `${drawn.mistake} of ${JSON.stringify(drawn.spec)}, ${JSON.stringify(drawn.how)}: ${result.sentence}`;
      assert.equal(result.explanations.length, 0, `another name for ${about}`);
      unnamed.push(about);
    }
    assert.ok(told >= 0.75 * count, `${told} of ${count} show their mistake`);
    assert.ok(unnamed.length <= 0.01 * count, unnamed.join('\n'));
  });
});

describe('without a config', () => {
  const kinds = ['default', 'linear', 'llama3', 'yarn'];
  /** The fields of a spec, including omitted ones. */
  const said = ({
    base,
    scaling: { type = 'default', factor, originalContext, betaFast = 32, truncate = true } = {},
  }) => JSON.stringify({ base, type, factor, originalContext, ...(type === 'yarn' && { betaFast, truncate }) });

  test('the spec follows from the numbers', { timeout: 1_800_000 }, async () => {
    const next = random('identify without a config');
    const count = process.env.POSENC_FULL ? 400 : 24;
    const unnamed = [];
    for (let i = 0; i < count; i++) {
      const spec = drawnSpec(next, kinds[i % kinds.length], true);
      const numbers = i % 3 === 0 ? listOf(spec) : both(spec, undefined, { rows: 2048, order: 'once' });
      const result = await pe.identify(numbers);
      const found = result.explanations.map(({ spec: one }) => said(one));
      if (found.includes(said(spec))) continue;
      // a ramp beyond all pairs changes none of them: the numbers are those of a spec without it
      const unscaled = await pe.frequencies({ encoding: 'rope', dim: spec.dim, base: spec.base });
      const all = await pe.frequencies(spec);
      const alike = all.every((f, k) => Math.abs(f - unscaled[k]) <= 1e-6 * f);
      assert.ok(found.length === 0 || alike, `another spec for ${JSON.stringify(spec)}: ${result.sentence}`);
      if (found.length === 0) unnamed.push(`${JSON.stringify(spec)}: ${result.sentence}`);
    }
    assert.ok(unnamed.length <= 0.03 * count, `${unnamed.length} of ${count}\n${unnamed.join('\n')}`);
  });

  test('YaRN whose ramp ends beyond the last pair is no mistake', async () => {
    const scaling = { type: 'yarn', factor: 40, originalContext: 262144 };
    const spec = { encoding: 'rope', dim: 64, base: 10000, layout: 'half', scaling };
    const result = await pe.identify(listOf(spec));
    assert.equal(result.verdict, 'spec', result.sentence);
    assert.ok(
      result.explanations.some((each) => said(each.spec) === said(spec)),
      result.sentence,
    );
  });

  test('a mistake that no spec gives is named with the spec', async () => {
    const result = await pe.identify(listOf(qwen3, 'betas-swapped'));
    assert.equal(result.verdict, 'mistake');
    assert.ok(
      result.explanations.some((each) => ids(each) === 'betas-swapped' && said(each.spec) === said(qwen3)),
      result.sentence,
    );
  });

  test('a table that begins at position 1', async () => {
    const result = await pe.identify(both({ dim: 64, base: 10000 }, 'positions-shifted', { rows: 512 }));
    assert.deepEqual(named(result), ['positions-shifted']);
    const told = await pe.identify(both({ dim: 64, base: 10000 }, 'positions-shifted', { rows: 512 }), {
      firstPosition: 1,
    });
    assert.equal(told.verdict, 'spec');
  });
});

describe('formulas', () => {
  const dim = 64;
  const config = { model_type: 'llama', head_dim: dim, hidden_size: 2048, num_attention_heads: 32, rope_theta: 5e5 };
  const made = (exponent, base = 5e5, pairs = dim / 2) => Array.from({ length: pairs }, (_, i) => base ** exponent(i));

  /** Each symbol of b^(-2i/d) with a wrong replacement. */
  const neighbours = [
    ['b: the base that most models have', made((i) => (-2 * i) / dim, 10000), 'base-default'],
    ['-: no sign', made((i) => (2 * i) / dim), 'periods'],
    ['-: a wavelength', made((i) => (2 * i) / dim).map((x) => 2 * Math.PI * x), 'periods'],
    ['2: left out', made((i) => -i / dim), 'exponent-width'],
    ['2: written twice', made((i) => (-4 * i) / dim), 'exponent-width'],
    ['i: from 1', made((i) => (-2 * (i + 1)) / dim), 'index-shifted'],
    ['i: from -1', made((i) => (-2 * (i - 1)) / dim), 'index-shifted'],
    ['2i: 2i + 1', made((i) => -(2 * i + 1) / dim), 'index-shifted'],
    ['d: d - 2', made((i) => (-2 * i) / (dim - 2)), 'exponent-width'],
    ['d: d/2', made((i) => (-2 * i) / (dim / 2)), 'exponent-width'],
  ];
  for (const [name, numbers, mistake] of neighbours)
    test(`${name}`, async () => {
      for (const given of [numbers, Float32Array.from(numbers), `[${numbers.join(', ')}]`]) {
        const result = await pe.identify(given, { config });
        assert.equal(result.verdict, 'mistake', result.sentence);
        assert.ok(named(result).includes(mistake), `${named(result)}: ${result.sentence}`);
      }
    });

  test('d: the head in place of the rotated part', async () => {
    const partial = { ...config, model_type: 'stablelm', partial_rotary_factor: 0.25 };
    const result = await pe.identify(
      made((i) => (-2 * i) / dim, 5e5, 8),
      { config: partial },
    );
    assert.ok(named(result).includes('exponent-width'), result.sentence);
  });

  test('every prefix of the own frequencies is named, and zeros that were dropped', async () => {
    const own = made((i) => (-2 * i) / dim);
    for (let kept = 2; kept < own.length; kept++) {
      const result = await pe.identify(own.slice(0, kept), { config });
      assert.ok(named(result).includes('pairs-missing'), `${kept}: ${result.sentence}`);
    }
    const spec = { encoding: 'rope', dim, base: 5e5, scaling: { type: 'proportional', fraction: 0.25 } };
    assert.ok(named(await pe.identify(own.slice(0, 8), { spec })).includes('pairs-missing'));
    assert.equal((await pe.identify([...own.slice(0, 8), ...own.slice(8).fill(0)], { spec })).verdict, 'expected');
  });

  test('the frequencies of every absolute encoding of one coordinate that has the published formula', async () => {
    const rows = encodings.filter(
      ({ family, axes, stages }) => family === 'absolute' && axes.length === 1 && stages.includes('frequencies'),
    );
    let told = 0;
    for (const { id, params } of rows) {
      const denominators = params.find(({ name }) => name === 'denominator')?.choices ?? [undefined];
      for (const denominator of denominators) {
        const spec = { encoding: id, dim, ...(denominator && { denominator }) };
        const numbers = await pe.frequencies(spec).catch(() => undefined);
        if (!numbers || numbers.length < 4) continue;
        const result = await pe.identify(numbers);
        assert.equal(result.verdict, 'spec', `${JSON.stringify(spec)}: ${result.sentence}`);
        told++;
      }
    }
    assert.ok(told >= 3, `${told}`);
  });

  test('sinusoids: both denominators, against a config and in a table', async () => {
    const whisper = { model_type: 'whisper', d_model: dim };
    const at = (steps) => Array.from({ length: dim / 2 }, (_, i) => 10000 ** (-i / steps));
    const own = await pe.identify(at(dim / 2 - 1), { config: whisper });
    assert.deepEqual([own.verdict, own.explanations[0].spec.denominator], ['expected', 'd/2-1']);
    const paper = await pe.identify(at(dim / 2), { config: whisper });
    assert.deepEqual(named(paper), ['exponent-width']);
    const rows = Array.from({ length: 40 }, (_, p) =>
      at(dim / 2 - 1).flatMap((f) => [Math.sin(p * f), Math.cos(p * f)]),
    );
    const table = await pe.identify(rows);
    assert.deepEqual(
      table.explanations.map(({ spec, form }) => [spec.encoding, spec.base, spec.denominator, form]),
      [['sinusoidal', 10000, 'd/2-1', 'sine and cosine in turn']],
    );
  });
});

describe('what is explained', () => {
  test('nothing that does not give the numbers is named', async () => {
    const next = random('noise');
    const exact = listOf(qwen3);
    for (const size of [1e-1, 2e-5]) {
      const numbers = exact.map((f) => f * (1 + size * (next() < 0.5 ? 1 : -1) * (0.5 + next())));
      for (const options of [{}, { spec: qwen3 }]) {
        const result = await pe.identify(numbers, options);
        assert.deepEqual([result.verdict, result.explanations], ['unknown', []], result.sentence);
        assert.ok(result.nearest.ofRounding > 1);
        assert.match(
          result.sentence,
          /^Nothing known explains these numbers\. The nearest is .*first differs at pair \d+/,
        );
      }
    }
  });

  test('one changed number is found: its pair and its position', async () => {
    const numbers = both(qwen3);
    numbers.sin.data[57 * 128 + 20] += 1e-4;
    const { nearest } = await pe.identify(numbers, { spec: qwen3 });
    assert.deepEqual([nearest.parts.pair, nearest.parts.position, nearest.pairsAlike], [20, 57, 63]);
  });

  test('one changed number far down a long table is found, too', async () => {
    const rows = 9000;
    const spec = { encoding: 'rope', dim: 64, base: 10000 };
    const { cos } = tablesOf(spec, undefined, { rows, order: 'once' });
    assert.equal((await pe.identify(cos, { spec })).verdict, 'expected');
    cos.data[8191 * 32 + 31] += 0.1;
    assert.equal((await pe.identify(cos, { spec })).verdict, 'unknown');
  });

  test('another spec than the one of the config', async () => {
    const other = yarn(128, 500000, { factor: 8, originalContext: 8192 });
    const result = await pe.identify(listOf(other), { spec: qwen3 });
    assert.equal(result.verdict, 'other', result.sentence);
    assert.equal(result.explanations[0].spec.scaling.factor, 8);
  });

  test('a width that is not that of the config', async () => {
    const result = await pe.identify(listOf({ dim: 64, base: 1e6 }), { spec: qwen3 });
    assert.equal(result.verdict, 'other');
    assert.equal(result.expected, undefined);
  });

  test('layer types each have their numbers', async () => {
    const config = {
      model_type: 'gemma3_text',
      head_dim: 256,
      hidden_size: 2560,
      num_attention_heads: 8,
      rope_theta: 1e6,
      rope_local_base_freq: 10000,
      rope_scaling: { rope_type: 'linear', factor: 8 },
      sliding_window: 1024,
      max_position_embeddings: 131072,
      num_hidden_layers: 12,
    };
    const local = await pe.identify(listOf({ dim: 256, base: 10000 }), { config });
    const global = await pe.identify(listOf({ dim: 256, base: 1e6, scaling: { type: 'linear', factor: 8 } }), {
      config,
    });
    assert.deepEqual([local.verdict, global.verdict], ['expected', 'expected']);
    assert.notEqual(local.explanations[0].layer, global.explanations[0].layer);
  });

  test('a file in bf16 is no mistake, angles in bf16 are one', async () => {
    const stored = await pe.identify(both(qwen3, undefined, { stored: 'bf16' }), { spec: qwen3 });
    assert.deepEqual([stored.verdict, stored.format], ['expected', 'bf16']);
    const angles = await pe.identify(both(qwen3, 'angles-bf16', { stored: 'bf16', rows: 400 }), { spec: qwen3 });
    assert.deepEqual(named(angles), ['angles-bf16']);
  });

  test('the factors of a GGUF file', async () => {
    const spec = {
      encoding: 'rope',
      dim: 128,
      base: 500000,
      scaling: { type: 'llama3', factor: 8, originalContext: 8192 },
    };
    const plain = ratesOf({ dim: 128, base: 500000 }).frequencies;
    const data = ratesOf(spec).frequencies.map((f, i) => plain[i] / f);
    const keys = llamaKeys({ 'llama.rope.freq_base': ['f32', 500000] });
    const header = readGguf(gguf(keys, { 'rope_freqs.weight': { shape: [64], data } }));
    assert.equal((await pe.identify(header, { spec })).verdict, 'expected');
    const lost = readGguf(gguf(keys, {}));
    assert.deepEqual(named(await pe.identify(lost, { spec })), ['scaling-skipped']);
    const ones = { 'rope_freqs.weight': { shape: [64], data: data.map((x) => x ** 2) } };
    const other = await pe.identify(readGguf(gguf(keys, ones)), { spec });
    assert.ok(named(other).includes('scaling-twice'), other.sentence);
  });
});

describe('text', () => {
  const printed = (list, digits) => list.map((x) => x.toExponential(digits)).join(', ');
  const numbers = Array.from(listOf(qwen3));

  test('as programs print it: the digits are the rounding', async () => {
    const forms = [
      `tensor([${printed(numbers, 4)}], device='cuda:0')`,
      JSON.stringify(numbers),
      `array([${printed(numbers, 7)}], dtype=float32)`,
      numbers.map((x) => x.toExponential(8)).join('\n'),
      numbers.map((x, i) => x.toExponential(6) + (i % 5 === 4 ? '\n' : ' ')).join(''),
    ];
    for (const text of forms) {
      const result = await pe.identify(text, { spec: qwen3 });
      assert.deepEqual(
        [result.verdict, result.format],
        ['expected', 'text'],
        `${text.slice(0, 60)}: ${result.sentence}`,
      );
    }
    const wrong = await pe.identify(`tensor([${printed(Array.from(listOf(qwen3, 'betas-swapped')), 4)}])`, {
      spec: qwen3,
    });
    assert.deepEqual(named(wrong), ['betas-swapped']);
  });

  test('bases that a line through all logarithms, or the nearest round number, misses', async () => {
    const nine = (x) => String(Number(x.toPrecision(9)));
    for (const [base, print] of [
      [68496.1926, nine],
      [89217.4263, nine],
      [2603003.56, nine],
      [340099.156, nine],
      [539501.178, String],
      [5582.0104, (x) => String(shortest(Math.fround(x)))],
    ]) {
      const result = await pe.identify(Array.from({ length: 32 }, (_, k) => print(base ** (-k / 32))).join(' '));
      const found = result.explanations.find(({ spec }) => spec.encoding === 'rope' && spec.scaling === undefined);
      assert.ok(Math.abs(found?.spec.base / base - 1) < 1e-5, `${base}: ${result.sentence}`);
    }
  });

  test('random bases are found in what programs print: the digits of one number are not its precision', async () => {
    const next = random('printed');
    const forms = {
      'JavaScript, float64': (list) => String(list),
      'Python, tolist() of float32': (list) => JSON.stringify(list.map(Math.fround)).replace(/\b1(?=[,\]])/, '1.0'),
      'JSON of float32, shortest': (list) => JSON.stringify(list.map((x) => shortest(Math.fround(x)))),
      '%g with 9 digits': (list) => list.map((x) => String(Number(x.toPrecision(9)))).join(' '),
    };
    for (const [form, print] of Object.entries(forms))
      for (let i = 0; i < 6; i++) {
        const base = [12345, 35703, 51293.787, Number((10 ** (3 + 5 * next())).toPrecision(9))][i % 4];
        const pairs = [32, 64, 128][i % 3];
        const text = print(Array.from({ length: pairs }, (_, k) => base ** (-k / pairs)));
        const result = await pe.identify(text);
        const plain = result.explanations.find(({ spec }) => spec.encoding === 'rope' && spec.scaling === undefined);
        assert.ok(plain, `${form}, base ${base}: ${result.sentence}`);
        assert.ok(Math.abs(plain.spec.base / base - 1) < 1e-5, `${form}: ${plain.spec.base} for ${base}`);
        // float32 determines six digits of a base
        if (form.includes('float64') || String(base).length <= 6)
          assert.ok(String(plain.spec.base).length <= String(base).length, `${form}: ${plain.spec.base} for ${base}`);
      }
  });

  test('numbers of a list that has no float32 numbers are no float32 mistake', async () => {
    const spec = { encoding: 'rope', dim: 128, base: 10000 };
    for (const off of [1e-8, 1e-7, 4e-7]) {
      const list = Array.from({ length: 64 }, (_, i) => (10000 * (1 + off)) ** (-i / 64));
      const table = Array.from({ length: 16 }, (_, p) => list.map((f) => Math.cos(p * f)));
      for (const given of [list, JSON.stringify(list), table]) {
        const result = await pe.identify(given, { spec });
        assert.ok(!named(result).some((name) => /float32/.test(name)), `${off}: ${result.sentence}`);
      }
    }
  });

  test('a table has a row for each position', async () => {
    const { cos } = tablesOf({ dim: 16, base: 10000 }, undefined, { rows: 12, order: 'once' });
    const rows = Array.from({ length: 12 }, (_, r) => [...cos.data.subarray(8 * r, 8 * r + 8)]);
    const spec = { encoding: 'rope', dim: 16 };
    const result = await pe.identify(`tensor([${rows.map((row) => `[${printed(row, 4)}]`).join(',\n')}])`, { spec });
    assert.deepEqual([result.verdict, result.numbers, result.explanations[0].form], ['expected', 'table', 'cosines']);
  });

  test('what cannot be read is refused', async () => {
    for (const text of ['', 'none', '1.0, x', '[1.0, 0.5, ..., 0.1]', '0x10, 3', '1 2 three']) {
      await refused(pe.identify(text), 'bad_argument', 'numbers');
    }
    await refused(pe.identify('1.0'), 'bad_shape', 'numbers');
  });
});

describe('arguments', () => {
  const list = Array.from(listOf(qwen3));
  test('that are wrong are refused', async () => {
    await refused(pe.identify(5), 'bad_argument', 'numbers');
    await refused(pe.identify([1]), 'bad_shape', 'numbers');
    await refused(pe.identify([1, NaN]), 'bad_argument', 'numbers[0][1]');
    await refused(
      pe.identify({
        cos: { data: new Float32Array(4), rows: 2, cols: 2 },
        sin: { data: new Float32Array(2), rows: 1, cols: 2 },
      }),
      'bad_shape',
      'numbers.sin',
    );
    await refused(
      pe.identify(list, { spec: { encoding: 'sinusoidal', dim: 8 } }),
      'bad_argument',
      'options.spec.encoding',
    );
    await refused(pe.identify(list, { spec: { encoding: 'rope' } }), 'missing_param', 'options.spec.dim');
    await refused(pe.identify(list, { spec: qwen3, config: {} }), 'bad_argument', 'options.spec');
    await refused(pe.identify(list, { contextLength: 9 }), 'bad_argument', 'options.contextLength');
    await refused(pe.identify(list, { firstPosition: 1 }), 'bad_argument', 'options.firstPosition');
    await refused(pe.identify(list, { base: 1 }), 'bad_argument', 'options.base');
  });

  test('the length selects the regime of a dynamic extension', async () => {
    const scaling = { type: 'dynamic', factor: 2, originalContext: 4096 };
    const spec = { encoding: 'rope', dim: 64, base: 10000, scaling };
    const at = await pe.frequencies({ ...spec, scaling: { ...scaling, contextLength: 16384 } });
    assert.equal((await pe.identify(at, { spec, contextLength: 16384 })).verdict, 'expected');
    assert.notEqual((await pe.identify(at, { spec })).verdict, 'expected');
  });

  test('an abort ends the worker that searches, and the next call has another', async () => {
    const inWorker = await create({ worker: true });
    try {
      const leave = new AbortController();
      const strange = listOf(qwen3).map((f, i) => f * (1 + 0.01 * (i % 3)));
      const promise = inWorker.identify(strange, { spec: qwen3, signal: leave.signal });
      setTimeout(() => leave.abort(new Error('left')), 20);
      await assert.rejects(promise, /left/);
      assert.equal((await inWorker.identify(list, { spec: qwen3 })).verdict, 'expected');
    } finally {
      inWorker.dispose();
    }
  });

  test('amplitude and frequencies of what is named are given', async () => {
    const { explanations } = await pe.identify(both(qwen3), { spec: qwen3 });
    assert.ok(Math.abs(explanations[0].amplitude - mscaleOf(4)) < 1e-12);
    assert.ok(explanations[0].frequencies.every((f, i) => Math.abs(f - list[i]) <= 1e-6 * f));
  });
});
