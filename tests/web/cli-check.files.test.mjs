/** posenc check of a GGUF file, and posenc diff of two files. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { bundled, newer, posenc, text } from './support/command-check.mjs';
import { ministral3 } from './support/query-scales.mjs';
import { gguf, llamaKeys } from './support/gguf.mjs';
import { pe } from './support/instance.mjs';
import { file, folder } from './support/own-folder.mjs';
import { llama31 } from './support/posenc.mjs';

describe('check of a GGUF file', () => {
  const factors = async () => {
    const { pairs } = await pe.report(llama31);
    return pairs.map(({ frequency, unscaledFrequency }) => unscaledFrequency / frequency);
  };

  test('nothing is lost where factors and base are those of the config', async () => {
    const model = gguf(llamaKeys(), { 'rope_freqs.weight': { shape: [64], data: await factors() } });
    const against = file('config.json', text(llama31));
    assert.deepEqual(posenc('check', file('good.gguf', model), '--against', against), {
      out: `${join(folder, 'good.gguf')}: ok\n`,
      err: '',
      status: 0,
    });
    const other = posenc('check', against, '--format', 'json');
    assert.equal(JSON.parse(other.out).file, against);
  });

  test('factors that were dropped, another base, another length', async () => {
    const against = file('config.json', text(llama31));
    const dropped = posenc('check', file('dropped.gguf', gguf(llamaKeys())), '--against', against);
    assert.equal(dropped.status, 1);
    assert.match(dropped.out, /error conversion_scaling: type is default/);
    assert.match(dropped.out, /error conversion_frequencies: 35 of 64 frequencies .*, 8 times too fast/);
    assert.match(dropped.out, /note conversion_advice: the converter of llama\.cpp keeps them: convert again/);
    const keys = llamaKeys({ 'llama.rope.freq_base': ['f32', 10000], 'llama.context_length': ['u32', 8192] });
    const base = gguf(keys, { 'rope_freqs.weight': { shape: [64], data: await factors() } });
    const { out, status } = posenc('check', file('base.gguf', base), '--against', against);
    assert.equal(status, 1);
    assert.match(
      out,
      /error conversion_base: base is 10000 \(llama\.rope\.freq_base\) in the file, 500000 \(rope_theta\)/,
    );
    assert.match(out, /warning conversion_context: the file names 8192 positions, the config 131072/);
  });

  test('a scale of queries that the file has otherwise, or not at all', () => {
    const model = (architecture, keys = {}) => {
      const own = llamaKeys({ 'general.architecture': ['str', architecture], ...keys });
      const named = Object.entries(own).map(([key, value]) => [key.replace(/^llama\./, `${architecture}.`), value]);
      return file(`${architecture}.gguf`, gguf(Object.fromEntries(named)));
    };
    const like = { hidden_size: 4096, num_attention_heads: 32, max_position_embeddings: 131072, rope_theta: 500000 };
    const said = (architecture, config, keys) => {
      const against = file('config.json', text({ ...like, ...config }));
      const { out } = posenc('check', model(architecture, keys), '--against', against);
      return /error conversion_query_scale: (.*)$/m.exec(out)?.[1];
    };
    const growth = (beta, length) => 1 + beta * Math.log(1 + Math.floor(131072 / length));
    const llama4 = (beta) => ({ model_type: 'llama4_text', attn_scale: beta, head_dim: 128 });
    const at = 'queries at position 131071 are multiplied by';
    assert.match(
      said('llama4', llama4(0.2)),
      new RegExp(`${at} ${growth(0.1, 8192).toPrecision(6)} instead of ${growth(0.2, 8192).toPrecision(6)}`),
    );
    assert.equal(said('llama4', llama4(0.1)), undefined);
    const ratio = (Math.log(131072) / Math.log(8192)).toPrecision(6);
    assert.match(said('qwen', { model_type: 'qwen', seq_length: 8192 }), new RegExp(`${at} 1 instead of ${ratio}`));
    const grok = { model_type: 'grok-2', attn_temperature_len: 8192 };
    assert.match(said('grok', grok), /instead of .*: the file has another scale by position than the config, or none/);
    const yarn = { rope_type: 'yarn', rope_theta: 500000, factor: 8, original_max_position_embeddings: 16384 };
    const ministral = {
      model_type: 'ministral3',
      head_dim: 128,
      rope_parameters: { ...yarn, llama_4_scaling_beta: 0.1 },
    };
    const length = { 'llama.rope.scaling.original_context_length': ['u32', 16384] };
    assert.match(said('mistral3', ministral, length), new RegExp(`${at} 1 instead of 1\\.2`));
    const kept = { ...length, 'llama.attention.temperature_scale': ['f32', 0.1] };
    assert.equal(said('mistral3', ministral, kept), undefined);
  });

  test('the keys that repair a file are told where they do, by both programs, and no more', async () => {
    const against = file('config.json', text({ ...llama31, rope_scaling: undefined, max_position_embeddings: 8192 }));
    const keys = { 'llama.rope.freq_base': ['f32', 10000], 'llama.context_length': ['u32', 4096] };
    const model = file('it is.gguf', gguf(llamaKeys(keys)));
    const { out } = posenc('check', model, '--against', against);
    const told = /note conversion_repair: (.*)$/m.exec(out)?.[1];
    const name = `'${model}'`;
    assert.equal(
      told,
      `with these keys it has the positions of the config, as computed: llama-server -m ${name} --override-kv llama.rope.freq_base=float:500000 --override-kv llama.context_length=int:8192; in the file itself: gguf_set_metadata.py ${name} llama.rope.freq_base 500000 && gguf_set_metadata.py ${name} llama.context_length 8192`,
    );
    const repaired = { 'llama.rope.freq_base': ['f32', 500000], 'llama.context_length': ['u32', 8192] };
    assert.match(
      posenc('check', file('it is.gguf', gguf(llamaKeys(repaired))), '--against', against).out,
      /^.*: ok\n$/,
    );
    // YaRN was dropped: the file lacks its keys
    const yarn = { rope_type: 'yarn', factor: 4, original_max_position_embeddings: 8192 };
    const long = file('yarn.json', text({ ...llama31, rope_scaling: yarn, max_position_embeddings: 32768 }));
    const dropped = gguf(llamaKeys({ 'llama.context_length': ['u32', 32768] }));
    const { out: more } = posenc('check', file('dropped.gguf', dropped), '--against', long);
    assert.match(
      more,
      /conversion_repair: .*--override-kv llama\.rope\.scaling\.type=str:yarn --override-kv llama\.rope\.scaling\.factor=float:4 --override-kv llama\.rope\.scaling\.original_context_length=int:8192; llama\.rope\.scaling\.type, .* are for a new conversion to write/,
    );
    // factors are a tensor: no key restores them
    const llama3 = posenc('check', file('lost.gguf', gguf(llamaKeys())), '--against', file('l3.json', text(llama31)));
    assert.doesNotMatch(llama3.out, /conversion_repair/);
  });

  test('what the converter itself loses is said to be its loss', () => {
    const dynamic = { ...llama31, rope_scaling: { rope_type: 'dynamic', factor: 4 }, max_position_embeddings: 4096 };
    const keys = llamaKeys({ 'llama.context_length': ['u32', 4096] });
    const model = file('dynamic.gguf', gguf(keys));
    const { out, status } = posenc('check', model, '--against', file('c.json', text(dynamic)), '--context', '16384');
    assert.equal(status, 1);
    assert.match(
      out,
      /note conversion_advice: the converter of llama\.cpp writes it so: converting again does not help/,
    );
  });
});

describe('diff', () => {
  test('factors on queries are named if they differ, and only then', () => {
    const scaled = (beta) => file(`beta-${beta}.json`, JSON.stringify(ministral3(16384, beta)));
    const line = /queries at the end of the last context are multiplied by 1\.\d+ and 1\.\d+/;
    const { out, status } = posenc('diff', scaled(0.1), scaled(0.2));
    assert.equal(status, 1);
    assert.match(out, line);
    const base = file('base.json', JSON.stringify({ ...llama31, rope_theta: 10_000 }));
    const other = posenc('diff', file('llama.json', JSON.stringify(llama31)), base);
    assert.equal(other.status, 1);
    assert.doesNotMatch(other.out, /queries/);
  });

  test('the same positions in another form are the same, whatever the schema', () => {
    const a = file('a.json', text(llama31));
    const { out, status } = posenc('diff', a, file('b.json', text(newer)));
    assert.deepEqual([out, status], [`${a} → ${join(folder, 'b.json')}\nthe positions are the same\n`, 0]);
  });

  test('fields, pairs and contexts that changed, in text and in JSON', async () => {
    const changed = { ...llama31, rope_theta: 1_000_000, rope_scaling: { ...llama31.rope_scaling, factor: 16 } };
    const paths = [file('a.json', text(llama31)), file('b.json', text(changed))];
    const { out, status } = posenc('diff', ...paths);
    assert.equal(status, 1);
    assert.match(out, /base +500000 +1000000 +rope_theta\n/);
    assert.match(out, /factor +8 +16 +rope_scaling\.factor\n/);
    const json = posenc('diff', ...paths, '--json');
    assert.equal(json.status, 1);
    const diff = JSON.parse(json.out);
    assert.deepEqual(diff, await pe.diffConfigs(llama31, changed));
    const [{ pairs, contexts, changes }] = diff.layers;
    assert.deepEqual(
      changes.map(({ field }) => field),
      ['base', 'factor'],
    );
    const [a, b] = [await pe.report(llama31), await pe.report(changed)];
    pairs.forEach((pair, i) => {
      assert.deepEqual([pair.a, pair.b], [a.frequencies[i], b.frequencies[i]]);
      assert.equal(pair.relative, Math.abs(pair.b - pair.a) / pair.a);
    });
    const largest = Math.max(...pairs.map(({ relative }) => relative));
    for (const { relative, pair } of contexts) {
      assert.equal(relative, largest);
      assert.equal(pairs[pair].relative, largest);
    }
  });

  test('lengths where one of them changes its mind', async () => {
    const longrope = JSON.parse(readFileSync(bundled('phi-3-mini-128k'), 'utf8'));
    const shortened = structuredClone(longrope);
    shortened.rope_parameters.short_factor = shortened.rope_parameters.short_factor.map((n) => 2 * n);
    const { layers } = await pe.diffConfigs(longrope, shortened);
    assert.deepEqual(
      layers[0].contexts.map(({ contextLength, pairsDiffering }) => [contextLength, pairsDiffering]),
      [
        [4096, 48],
        [4097, 0],
        [131072, 0],
      ],
    );
  });

  test('layer types, widths and GGUF files', async () => {
    const gemma = readFileSync(bundled('gemma-3-27b'), 'utf8');
    const same = await pe.diffConfigs(gemma, gemma);
    assert.deepEqual(
      [same.same, same.layers.map(({ layerA }) => layerA)],
      [true, ['sliding_attention', 'full_attention']],
    );
    const half = await pe.diffConfigs(llama31, { ...llama31, partial_rotary_factor: 0.5 });
    assert.deepEqual(half.layers[0].pairs[40], { ...half.layers[0].pairs[40], b: null, relative: null });
    const model = file('m.gguf', gguf(llamaKeys()));
    const plain = file('plain.json', text({ ...llama31, rope_scaling: null }));
    assert.equal(posenc('diff', plain, model).status, 0);
    assert.equal(posenc('diff', model, file('a.json', text(llama31))).status, 1);
    assert.equal(posenc('diff', model, join(folder, 'none')).status, 2);
  });
});
