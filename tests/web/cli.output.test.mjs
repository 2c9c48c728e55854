/**
 * For any content of a file, a file name or a server's reply: the output controls neither a terminal nor a workflow,
 * and contains no forged line.
 */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { fileCalls } from '../../dist/cli/frames/file-calls.js';
import { harmless, inLines, jsonText, ours } from '../../dist/cli/harmless.js';
import { writeStudy } from '../../dist/lib/studies/read-study.js';
import { studies } from '../../dist/lib/studies/list.js';
import { posenc } from './support/command-line.mjs';
import { gguf, llamaKeys } from './support/gguf.mjs';
import { pe } from './support/instance.mjs';
import { folder } from './support/own-folder.mjs';
import { llama31 } from './support/posenc.mjs';
import { random } from './support/random.mjs';

/** ESC and its sequences, C1, bidirectional controls, half a surrogate pair, line separators, and forged lines. */
const evil =
  'a\u001b]0;title\u0007\u001b[2J\u009b31m\u202eb\u2066\u200f\ud800\u2028\u0085\r##[error]c\n::error::forged\n  ::warning::forged\nFORGED passes';
const driving = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u;

/** @param json expects JSON lines, which keep the text */
function isHarmless(output, told, { json = false, github = false } = {}) {
  for (const line of output.split('\n')) {
    assert.doesNotMatch(line.replaceAll('\t', ''), driving, told);
    if (!github) assert.doesNotMatch(line, /^\s*::/, told);
    else if (line !== '') assert.match(line, /^::(error|warning|notice) file=[^\n]*,title=posenc \w+::/, told);
    assert.ok(!line.includes('##['), told);
    assert.doesNotMatch(line, /^\s*FORGED/, told);
  }
  if (json && output !== '') for (const line of output.trim().split('\n')) JSON.parse(line);
}

/** The value with the hostile text in each place that may contain a string, including keys. */
function* places(value, put = (x) => x) {
  if (typeof value === 'string') {
    yield put(evil);
    yield put(value + evil);
  } else if (typeof value === 'number' || typeof value === 'boolean') yield put(evil);
  else if (Array.isArray(value))
    for (const [i, item] of value.slice(0, 3).entries()) yield* places(item, (x) => put(value.with(i, x)));
  else if (typeof value === 'object' && value !== null) {
    yield put({ ...value, [evil]: 1 });
    for (const [key, item] of Object.entries(value)) {
      const { [key]: _, ...others } = value;
      yield put({ ...others, [key + evil]: item });
      yield* places(item, (x) => put({ ...value, [key]: x }));
    }
  }
}
const config = {
  ...llama31,
  architectures: ['LlamaForCausalLM'],
  layer_types: ['full_attention', 'sliding_attention'],
  num_hidden_layers: 2,
  sliding_window: 64,
};
const layered = {
  ...config,
  model_type: 'gemma3_text',
  rope_scaling: undefined,
  rope_parameters: {
    full_attention: { rope_type: 'linear', factor: 8, rope_theta: 1e6 },
    sliding_attention: { rope_type: 'default', rope_theta: 1e4 },
  },
};
const diffusion = { _class_name: 'FluxTransformer2DModel', axes_dims_rope: [16, 56, 56], attention_head_dim: 128 };
const configs = [config, layered, diffusion].flatMap((one) => [...places(JSON.parse(JSON.stringify(one)))]);
const draw = random('hostile places of the output');
const some = (list, n) => (process.env.POSENC_FULL ? list : list.toSorted(() => draw() - 0.5).slice(0, n));

const plain = join(folder, 'plain.json');
writeFileSync(plain, JSON.stringify(llama31));
const file = (name, text) => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};
const run = (args, told, forms) => {
  const { stdout, stderr } = posenc(args);
  isHarmless(stdout, `${args.join(' ')}: ${told}`, forms);
  isHarmless(stderr, `${args.join(' ')}: ${told}`);
};

describe('output', () => {
  test('commands that read a config, with a hostile text at each place of it', () => {
    const commands = [
      [['report']],
      [['report', '--json'], { json: true }],
      [['report', '--engine', 'all']],
      [['report', '--engine', 'vllm', '--precision', '100']],
      [['extend', '--context', '1m']],
      [['extend', '--context', '1m', '--json'], { json: true }],
      [['check']],
      [['check', '--format', 'json'], { json: true }],
      [['check', '--format', 'github'], { github: true }],
      [['check', '--format', 'sarif']],
      [['fix', '--engine', 'transformers-4']],
      [['diff', plain]],
    ];
    for (const [i, one] of some(configs, 4).entries()) {
      const path = file(`config-${i}.json`, JSON.stringify(one));
      for (const [args, forms] of commands) run([...args, path], JSON.stringify(one), forms);
    }
  });

  test('a folder of several, a GGUF file, tensors, numbers, a study and its results', () => {
    const strings = { 'general.name': evil, 'llama.rope.scaling.type': evil, [`llama.${evil}`]: evil };
    const model = file(
      'model.gguf',
      gguf({
        ...llamaKeys(),
        ...Object.fromEntries(Object.entries(strings).map(([key, text]) => [key, ['str', text]])),
      }),
    );
    for (const args of [['report'], ['check', '--against', plain], ['diff', plain], ['identify', '--config', plain]])
      run([...args, model], 'gguf');
    const header = JSON.stringify({ [evil]: { dtype: 'F32', shape: [1, 1], data_offsets: [0, 4] } });
    const length = Buffer.alloc(8);
    length.writeBigUInt64LE(BigInt(Buffer.byteLength(header)));
    const tensors = file('w.safetensors', Buffer.concat([length, Buffer.from(header), Buffer.alloc(4)]));
    for (const args of [['tensors'], ['identify']]) run([...args, tensors], 'tensors');
    run(['tensors', '--json', tensors], 'tensors', { json: true });
    run(['identify', `1.0, 0.5 ${evil}`], 'numbers');
    const study = { ...writeStudy(studies[0]), seeds: 1 };
    for (const one of some([...places(JSON.parse(JSON.stringify(study)))], 8)) {
      const path = file('study.json', JSON.stringify(one));
      run(['sweep', path, '--print'], 'study');
      const results = { study: 'study', arm: evil, seed: 0, asked: evil, stages: [{ end: { step: 1 } }] };
      run(['sweep', 'report', path, file('study.jsonl', `${JSON.stringify(results)}\n`)], 'results');
    }
  });

  test('names of files, and what is misspelled', { skip: process.platform === 'win32' }, () => {
    const name = 'a\u001b]0;t\u0007\n::error::forged\nFORGED\u202e';
    mkdirSync(join(folder, name), { recursive: true });
    for (const each of ['one', 'two']) {
      mkdirSync(join(folder, name, each), { recursive: true });
      writeFileSync(join(folder, name, each, 'config.json'), JSON.stringify(llama31));
    }
    const place = join(folder, name);
    for (const args of [['report'], ['check'], ['extend', '--context', '1m']]) run([...args, place], 'a folder');
    run(['report', '--json', place], 'a folder', { json: true });
    run(['check', '--format', 'github', place], 'a folder', { github: true });
    run(['check', '--format', 'sarif', place], 'a folder');
    for (const args of [[evil], ['report', evil], ['list', evil], ['table', evil], ['report', plain, `--${evil}`]])
      run(
        args.map((word) => word.replaceAll('\0', '')),
        'misspelled',
      );
  });

  test('results as Python prints them', async () => {
    for (const one of some(configs, 6)) {
      const results = {
        report: () => pe.report(one),
        engines: () => pe.engines(one),
        extend: () => pe.extendContext(one, 2 ** 20),
        diff: () => pe.diffConfigs(one, llama31),
        check: () => ({ file: evil, findings: [{ rule: evil, level: 'note', message: evil }] }),
        fix: () => ({ left: [evil] }),
      };
      for (const [kind, make] of Object.entries(results)) {
        const result = await Promise.resolve()
          .then(make)
          .catch(() => undefined); // a rejected one has no text
        if (result) isHarmless(await fileCalls.text(pe, kind, result), `${kind} of ${JSON.stringify(one)}`);
      }
    }
  });

  test('JSON holds the same text, escaped', () => {
    const value = { [evil]: [evil, 'ü', 1, null] };
    for (const indent of [undefined, 2]) {
      const text = jsonText(value, indent);
      assert.equal(harmless(text), text);
      assert.deepEqual(JSON.parse(text), value);
    }
  });

  test('colours and workflow commands of this program pass, those of a file do not', () => {
    assert.equal(harmless(`${ours('\u001b[31m')}red${ours('\u001b[39m')} \u001b[31m`), '\u001b[31mred\u001b[39m ·[31m');
    assert.equal(
      harmless(`${ours('::')}error::a\n::error::b\n \u3000::error::c`),
      '::error::a\n·::error::b\n· \u3000::error::c',
    );
    assert.equal(harmless('::error', false), '::error');
    assert.deepEqual(inLines({ 'a\nb': ['c\td', 1] }), { 'a·b': ['c·d', 1] });
  });
});
