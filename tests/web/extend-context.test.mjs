/**
 * extendContext: the commands of the engines' own documentation, criteria by the report of the changed file, and
 * escaping of file contents in commands.
 */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { describe, test } from 'node:test';
import { jsonText, pythonText, shellText } from '../../dist/lib/advice/text.js';
import { engineIds } from '../../dist/lib/generated/engines.js';
import { goldenFile } from './support/golden.mjs';
import { pe } from './support/instance.mjs';
import { cli, refused } from './support/posenc.mjs';

/** The position fields of Qwen/Qwen2.5-7B-Instruct. */
const qwen = {
  architectures: ['Qwen2ForCausalLM'],
  model_type: 'qwen2',
  hidden_size: 3584,
  num_attention_heads: 28,
  num_key_value_heads: 4,
  num_hidden_layers: 28,
  max_position_embeddings: 32768,
  rope_theta: 1000000.0,
  sliding_window: 131072,
  use_sliding_window: false,
};
/** Gemma 3 4B: linear by 8 on full attention, another base with a sliding window. */
const gemma = {
  model_type: 'gemma3',
  text_config: {
    model_type: 'gemma3_text',
    hidden_size: 2560,
    num_attention_heads: 8,
    head_dim: 256,
    max_position_embeddings: 131072,
    rope_theta: 1000000.0,
    rope_local_base_freq: 10000.0,
    rope_scaling: { factor: 8.0, rope_type: 'linear' },
    sliding_window: 1024,
  },
};
/** Arguments as a POSIX shell passes them on. */
const words = (command) =>
  execFileSync('sh', ['-c', `printf '%s\\0' ${command}`], { encoding: 'utf8' })
    .split('\0')
    .slice(0, -1);
const argumentOf = (list, flag) => list[list.indexOf(flag) + 1];
const at = (config, path) => (path === '' ? config : config[path]);
/** Applies the instructions for config.json exactly, and nothing else. */
const withFields = (config, { at: path, without, ...forms }, form = 'current') => {
  const inner = { ...at(config, path), ...forms[form] };
  for (const key of without[form]) delete inner[key];
  return path === '' ? inner : { ...config, [path]: inner };
};

describe('extendContext', () => {
  test('Qwen 2.5 at 128k: what the documents of vLLM and llama.cpp say', async () => {
    const original = structuredClone(qwen);
    const { methods, unchanged, factor } = await pe.extendContext(qwen, 131072);
    assert.deepEqual(qwen, original);
    assert.equal(factor, 4);
    assert.equal(unchanged.default.pairsWithUnseenAngles, 24);
    const yarn = methods.find(({ id }) => id === 'yarn');
    // the others: factor must be a list, the ramp is not rounded, scaling is not read, Qwen 2 is not supported
    assert.deepEqual(
      yarn.engines.filter(({ supported }) => !supported).map(({ engine, why }) => [engine, why]),
      [
        ['ollama', 'refuses'],
        ['ort-genai', 'differs'],
        ['mlc-llm', 'differs'],
        ['torchtitan', 'refuses'],
        ['keras-hub', 'differs'],
      ],
    );
    const commandOf = (id) => words(yarn.engines.find(({ engine }) => engine === id).commands[0]);
    const vllm = commandOf('vllm');
    assert.deepEqual(vllm.slice(0, 3), ['vllm', 'serve', 'MODEL']);
    assert.equal(argumentOf(vllm, '--max-model-len'), '131072');
    const overrides = argumentOf(vllm, '--hf-overrides');
    // docs.vllm.ai, features/context_extension
    for (const [key, value] of Object.entries({
      factor: 4.0,
      original_max_position_embeddings: 32768,
      rope_theta: 1000000,
      rope_type: 'yarn',
    }))
      assert.equal(JSON.parse(overrides).rope_parameters[key], value, key);
    assert.match(overrides, /"factor": 4\.0/);
    // the model card of Qwen3's GGUF files: --rope-scaling yarn --rope-scale 4 --yarn-orig-ctx 32768
    const llama = commandOf('llama-cpp').join(' ');
    assert.match(llama, /-c 131072 .*--rope-scaling yarn --rope-scale 4 --yarn-orig-ctx 32768/);
  });

  test('NTK: the slowest pair turns as with interpolation by the factor, the fastest as before', async () => {
    const { methods } = await pe.extendContext(qwen, 131072);
    const { config } = methods.find(({ id }) => id === 'ntk');
    const original = await pe.report(qwen);
    const now = await pe.report(withFields(qwen, config));
    assert.equal(now.frequencies[0], original.frequencies[0]);
    const slowest = now.frequencies.at(-1) / original.frequencies.at(-1);
    assert.ok(Math.abs(4 * slowest - 1) < 1e-6, `${slowest}`);
  });

  test('an extension of the file goes on from its own factor, under the text model that has it', async () => {
    const { methods, servedContext } = await pe.extendContext(gemma, 262144);
    assert.equal(servedContext, 131072);
    const usable = methods.filter(({ refused: why }) => why === undefined);
    assert.deepEqual(
      usable.map(({ id }) => id),
      ['linear'],
    );
    const [{ config, layers, engines }] = usable;
    assert.equal(config.at, 'text_config');
    assert.equal(config.current.rope_parameters.full_attention.factor, 16);
    assert.equal(config.current.rope_parameters.sliding_attention.rope_type, 'default');
    assert.deepEqual(Object.keys(layers), ['full_attention']);
    const { commands } = engines.find(({ engine }) => engine === 'vllm');
    assert.ok(JSON.parse(argumentOf(words(commands[0]), '--hf-overrides')).text_config.rope_parameters);
  });

  test('a window that some of the layers have leaves the others to extend', async () => {
    const layer_types = ['sliding_attention', 'full_attention'];
    const { methods } = await pe.extendContext(
      { ...qwen, use_sliding_window: true, sliding_window: 128, layer_types },
      65536,
    );
    assert.equal(methods[0].refused, undefined);
    const all = await pe.extendContext({ ...qwen, use_sliding_window: true, sliding_window: 128 }, 65536);
    assert.match(all.methods[0].refused, /sliding window/);
  });

  test('over all configurations that engines were run on: the file with the fields is what was said', async () => {
    const { cases } = goldenFile('engines/transformers');
    const seen = new Set();
    let asked = 0;
    let made = 0;
    for (const { config: text, error } of cases) {
      if (error || seen.has(text)) continue;
      seen.add(text);
      const { layers } = await pe.importConfig(text);
      const wanted = 3 * Math.max(...Object.values(layers).map(({ maxContext }) => maxContext));
      const advice = await pe.extendContext(text, wanted);
      asked++;
      for (const { id, refused: why, config, layers: criteria, engines } of advice.methods) {
        if (why !== undefined) continue;
        made++;
        for (const form of ['current', 'legacy'].filter((each) => config[each])) {
          const file = config.at === '' ? JSON.parse(text.replaceAll('Infinity', '1e999')) : JSON.parse(text);
          const report = await pe.report(withFields(file, config, form), { contextLength: wanted });
          for (const [name, { pairs, attentionFactor, resolution }] of Object.entries(criteria)) {
            const own = report.layers?.[name] ?? report;
            assert.equal(own.pairs.length, pairs, `${id}, ${text}`);
            assert.equal(own.attentionFactor, attentionFactor, `${id}, ${text}`);
            const original = await pe.report(text);
            const was = (original.layers?.[name] ?? original).frequencies[0];
            assert.ok(Math.abs(own.frequencies[0] / was - resolution) < 1e-12, `${id}, ${text}`);
          }
        }
        const reference = engines.find(({ engine }) => engine === 'transformers-5');
        // a class that rotates whole heads refuses the file as it is
        const refuses = reference.why === 'refuses' && /size of tensor/.test(reference.notes.join());
        assert.ok(reference.supported || refuses, `${id}, ${text}: ${reference.notes}`);
      }
    }
    assert.ok(asked > 40 && made > 50, `${asked} files, ${made} ways`);
  });

  test('over all published files: each engine reads the changed file as was said of it', async () => {
    const { cases } = goldenFile('engines/published');
    let asked = 0;
    for (const { id: model, config: text } of cases) {
      const imported = await pe.importConfig(text).catch(() => undefined);
      if (!imported) continue; // does not rotate
      const wanted = 4 * Math.max(...Object.values(imported.layers).map(({ maxContext }) => maxContext));
      const { methods } = await pe.extendContext(text, wanted);
      for (const { id, refused: why, config, engines } of methods) {
        if (why !== undefined) continue;
        const alike = new Set();
        for (const form of ['current', 'legacy'].filter((each) => config[each])) {
          const file = withFields(JSON.parse(text), config, form);
          const { warnings } = await pe.report(file);
          assert.ok(
            warnings.every(({ code }) => code !== 'two_rope_dictionaries'),
            `${model} ${id} ${form}`,
          );
          const [reference, ...answers] = await pe.engines(jsonText(file), { contextLength: wanted });
          const own = engines.find(({ engine }) => engine === 'transformers-5');
          if (form === 'current' && own.supported) assert.equal(reference.error, undefined, `${model} ${id}`);
          for (const { engine, error, difference } of answers) if (!error && !difference) alike.add(engine);
        }
        for (const { engine, supported } of engines) {
          if (
            !supported ||
            !config.legacy ||
            !['vllm', 'vllm@0.29.0', 'sglang', 'transformers-4', 'mlx-lm'].includes(engine)
          )
            continue;
          asked++;
          assert.ok(alike.has(engine), `${model} ${id} ${engine}`);
        }
      }
    }
    assert.ok(asked > 100, `${asked}`);
  });

  test('over published files and lengths: an engine that reads one of the printed forms as meant is not told no', async () => {
    const { cases } = goldenFile('engines/published');
    const every = process.env.POSENC_FULL ? 1 : 5;
    let agreed = 0;
    for (const { id: model, config: text } of cases.filter((_, i) => i % every === 0)) {
      const imported = await pe.importConfig(text).catch(() => undefined);
      if (!imported) continue; // does not rotate
      for (const times of [2, 8]) {
        const wanted = times * Math.max(...Object.values(imported.layers).map(({ maxContext }) => maxContext));
        const { methods } = await pe.extendContext(text, wanted);
        for (const { id, refused: why, config, engines } of methods) {
          if (why !== undefined) continue;
          for (const form of ['current', 'legacy'].filter((each) => config[each])) {
            const file = withFields(JSON.parse(text), config, form);
            for (const answer of await pe.engines(jsonText(file), { contextLength: wanted })) {
              const { engine, basis, error, difference, layers } = answer;
              const rows = Math.min(...Object.values(layers).map((layer) => layer.rows ?? Infinity));
              if (error || difference || basis === 'unknown' || rows < wanted) continue;
              agreed++;
              const told = engines.find((each) => each.engine === engine);
              assert.ok(told.supported, `${model} ${id} ${form} ${engine}: ${told.why}, ${told.notes}`);
            }
          }
        }
      }
    }
    assert.ok(agreed > 100, `${agreed}`);
  });

  test('a file that has the factor already is told so', async () => {
    const scaling = { rope_type: 'yarn', factor: 4, original_max_position_embeddings: 32768 };
    const config = { ...qwen, max_position_embeddings: 40960, rope_scaling: scaling };
    const yarnOf = async (wanted) => (await pe.extendContext(config, wanted)).methods.find(({ id }) => id === 'yarn');
    assert.equal((await yarnOf(131072)).lengthOnly, true);
    assert.equal((await yarnOf(262144)).lengthOnly, undefined);
  });

  test('the command line says what to take out of the file', () => {
    const text = JSON.stringify({
      ...qwen,
      rope_scaling: { type: 'mrope', mrope_section: [16, 24, 24] },
      model_type: 'qwen2_vl',
    });
    const printed = execFileSync(process.execPath, [cli, 'extend', '-', '--context', '128k', '--method', 'yarn'], {
      input: text,
      encoding: 'utf8',
    });
    const found = [...printed.matchAll(/^config\.json, as in [^;:]*(?:; take (\w+) out)?:\n  (\{.*\})$/gm)];
    assert.deepEqual(
      found.map(([, gone]) => gone),
      ['rope_scaling', undefined],
    );
    const { rope_parameters: fields } = JSON.parse(found[0][2]);
    assert.equal(fields.rope_type, 'yarn');
    assert.match(
      printed,
      new RegExp(`reaches 32,768 positions\\. 131,072 need a factor of ${fields.factor} over the 32,768`),
    );
    assert.ok(Math.floor(fields.factor * fields.original_max_position_embeddings) >= 131072);
    assert.ok(Math.floor(fields.factor * (1 - 2 ** -52) * fields.original_max_position_embeddings) < 131072);
    assert.match(printed.replace(/\s+/g, ' '), /a config that is changed afterwards has no effect/);
  });

  test('heads that no model has are refused, and large ones hear that they are not wanted any more', async () => {
    const head = (head_dim, more) => ({ ...qwen, use_sliding_window: undefined, head_dim, ...more });
    const none = { onProgress: () => assert.fail('it was begun') };
    await refused(pe.extendContext(head(65536), 131072, none), 'too_large', 'config');
    const sections = head(128, { mrope_section: new Array(17).fill(1) });
    await refused(pe.extendContext(sections, 131072, none), 'bad_config', 'mrope_section');
    const stop = new AbortController();
    const reason = new Error('enough');
    const told = [];
    const onProgress = (fraction) => {
      told.push(fraction);
      if (fraction < 0.5) stop.abort(reason);
    };
    const given = pe.extendContext(head(4096), 131072, { signal: stop.signal, onProgress });
    await assert.rejects(given, (thrown) => thrown === reason);
    assert.ok(told.length > 0 && told.at(-1) < 0.5, String(told));
    const whole = await pe.extendContext(head(4096), 131072, { engines: ['vllm'] });
    assert.equal(whole.unchanged.default.pairs, 2048);
  });

  test('what is wrong is said', async () => {
    const enough = await pe.extendContext(qwen, 32768);
    assert.deepEqual([enough.methods, enough.engines.length], [[], engineIds.length]);
    await refused(pe.extendContext(qwen, 1.5), 'bad_argument', 'contextLength');
    await refused(pe.extendContext(qwen, 131072, { engines: ['koboldcpp'] }), 'bad_argument', 'options.engines');
    await refused(pe.extendContext({ model_type: 'bert' }, 131072), 'unsupported_config', 'config');
    const some = await pe.extendContext(qwen, 131072, { engines: ['vllm'] });
    assert.deepEqual(
      some.methods[0].engines.map(({ engine }) => engine),
      ['vllm'],
    );
  });
});

describe('texts of commands', () => {
  const hostile = { "a'; rm -rf $HOME #`id`\n": [true, null, { factor: 2 }, '\u2028"\\'], factor: 0.1, x: -0 };

  test('one argument of a shell, whatever is in it', () => {
    for (const text of [jsonText(hostile), "'", '', '$(id)', 'plain', 'a b', '*', '~'])
      assert.deepEqual(words(shellText(text)), [text]);
  });
  test('JSON, with a point in whole factors', () => {
    assert.deepEqual(JSON.parse(jsonText(hostile)), JSON.parse(JSON.stringify(hostile)));
    assert.match(jsonText({ factor: 4 }), /4\.0/);
  });
  const python = spawnSync('python3', ['--version']).status === 0;
  test('a literal of Python', { skip: !python && 'no python3 here' }, () => {
    const program = 'import ast, json, sys; print(json.dumps(ast.literal_eval(sys.stdin.read())))';
    const read = execFileSync('python3', ['-c', program], { input: pythonText(hostile), encoding: 'utf8' });
    assert.deepEqual(JSON.parse(read), JSON.parse(JSON.stringify(hostile)));
  });
});
