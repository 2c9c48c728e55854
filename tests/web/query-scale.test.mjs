/** Queries scaled by position: the factor of the report, and the fields from which engines take it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { goldenFile } from './support/golden.mjs';
import { pe } from './support/instance.mjs';
import { refusal } from './support/posenc.mjs';
import { executed, grok, ministral3, qwen } from './support/query-scales.mjs';

const golden = goldenFile('llama4_temperature');
const llama4 = { model_type: 'llama4_text', hidden_size: 5120, num_attention_heads: 40, head_dim: 128 };
const last = ({ queryScale }) => queryScale?.at.at(-1);

test('Llama 4: the golden factors, in the layers that do not rotate', async () => {
  for (const [i, position] of golden.positions.entries()) {
    const report = await pe.report({ ...llama4, max_position_embeddings: 2 ** 24 }, { contextLength: position + 1 });
    assert.equal(report.queryScale.layers, 'unrotated');
    assert.equal(last(report)?.position ?? position, position);
    assert.ok(Math.abs((last(report)?.factor ?? 1) - golden.expected[i]) <= golden.tolerance.value);
  }
  const off = await pe.report({ ...llama4, attn_temperature_tuning: false });
  assert.equal(off.queryScale, undefined);
});

test('Ministral 3 and Mistral 4: 1 + beta ln(1 + floor(p / L)) in every layer', async () => {
  const small = await pe.report(ministral3(16384, 0.1));
  assert.deepEqual(last(small), { position: 262143, factor: 1 + 0.1 * Math.log(16) });
  assert.equal(small.queryScale.layers, 'all');
  const large = await pe.report({ ...ministral3(8192, 0.1), model_type: 'mistral4', max_position_embeddings: 2 ** 20 });
  assert.deepEqual(last(large), { position: 2 ** 20 - 1, factor: 1 + 0.1 * Math.log(128) });
  assert.equal((await pe.report(ministral3(16384, undefined))).queryScale, undefined);
});

test('what each engine multiplies by, at the last position', async () => {
  const of = async (config) =>
    Object.fromEntries(
      (await pe.engines(config)).map(({ engine, difference, error }) => [
        engine,
        error ? 'refuses' : difference?.queries?.own,
      ]),
    );
  const short = await of(ministral3(8192, 0.1));
  const hard = 1 + 0.1 * Math.log(1 + Math.floor(262143 / 16384));
  assert.deepEqual([short.vllm, short.sglang, short['llama-cpp'], short['mlx-lm']], [1, hard, undefined, undefined]);
  const own = { llama_4_scaling: { beta: 0.1, original_max_position_embeddings: 16384 } };
  const both = await of(ministral3(16384, 0.1, own));
  assert.deepEqual([both.vllm, both.sglang, both['llama-cpp']], [undefined, undefined, undefined]);
  const steps = await of({ ...llama4, max_position_embeddings: 2 ** 20, floor_scale: 4096 });
  assert.equal(steps.vllm, undefined);
  assert.equal(steps['llama-cpp'], 1 + 0.1 * Math.log(1 + 2 ** 7));
  const report = await pe.report(ministral3(16384, 0.1), { engine: 'vllm' });
  assert.equal(report.queryScale, undefined);
});

test('llama.cpp: the converter writes the query scale of Ministral 3, and none for Mistral 4', async () => {
  for (const [model_type, scaled, more] of [
    ['ministral3', true],
    ['mistral4', false, { qk_rope_head_dim: 64 }],
  ]) {
    const config = { ...ministral3(8192, 0.1), model_type, max_position_embeddings: 2 ** 20, ...more };
    const [, found] = await pe.engines(config, { engines: ['transformers-5', 'llama-cpp'], contextLength: 2 ** 20 });
    assert.equal(found.engine, 'llama-cpp');
    if (found.error) assert.fail(`${model_type}: ${found.error.message}`);
    assert.equal(found.difference?.queries?.own ?? 'as the reference', scaled ? 'as the reference' : 1, model_type);
  }
});

test('llama.cpp: the converter writes the query scale of Ministral 3 as a key, and raises without it', async () => {
  const of = async (rope) => {
    const dict = { rope_type: 'yarn', rope_theta: 1e6, factor: 16, original_max_position_embeddings: 16384, ...rope };
    const config = { model_type: 'ministral3', hidden_size: 4096, num_attention_heads: 32, head_dim: 128 };
    const answers = await pe.engines(
      { ...config, max_position_embeddings: 262144, rope_parameters: { ...dict, mscale: 1, mscale_all_dim: 1 } },
      { engines: ['llama-cpp'] },
    );
    return answers.at(-1);
  };
  assert.equal((await of({ llama_4_scaling_beta: 0.25 })).gguf.attn_temperature_scale, 0.25);
  assert.equal((await of({})).error.kind, 'KeyError');
});

const factors = async (spec, positions, options) =>
  (
    await pe.rotate(
      spec,
      { data: new Float64Array(positions.length).fill(1), rows: positions.length, cols: 1 },
      positions,
      options,
    )
  ).data;

test('the encoding nope multiplies queries as the executed expressions of Inkling, Grok-2, Qwen and Ministral 3 do', async () => {
  const { cases, tolerance } = executed;
  assert.equal(cases.length, 4);
  for (const { name, params, positions, expected } of cases) {
    const spec = { encoding: 'nope', dim: 1, ...params };
    const found = await factors(spec, positions);
    for (const [i, want] of expected.entries()) assert.ok(Math.abs(found[i] - want) <= tolerance.value, `${name} ${i}`);
    assert.deepEqual(
      [...(await factors(spec, positions, { side: 'k' }))],
      positions.map(() => 1),
      name,
    );
  }
  const { field } = await refusal(
    pe.rotate({ encoding: 'nope', dim: 1, attnScale: 1, queryRule: 'ratio', floorScale: 1 }, [[1]], 1),
  );
  assert.equal(field, 'floorScale');
});

test('Grok-2 and Qwen 1: the ratio of logarithms of the report is that of the encoding which it gives', async () => {
  for (const [config, want, position] of [
    [grok, Math.log2(131071) / 10, 131071],
    [qwen, Math.log(32768) / Math.log(2048), 32767],
    [ministral3(16384, 0.1), 1 + 0.1 * Math.log(16), 262143],
  ]) {
    const { queryScale, base } = await pe.report(config);
    assert.equal(queryScale.layers, 'all');
    assert.equal(last({ queryScale }).position, position);
    assert.ok(Math.abs(last({ queryScale }).factor - want) < 4e-16 * 4);
    const positions = [0, 1023, 1024, 1025, 2047, 2048, 20000, position];
    const found = await factors({ ...queryScale.spec, dim: 1 }, positions);
    assert.ok(base > 1);
    for (const [i, p] of positions.entries()) {
      const [first] = (await pe.report(config, { contextLength: p + 1 })).queryScale.at.slice(-1);
      if (first?.position === p) assert.ok(Math.abs(found[i] - first.factor) <= 4e-16 * first.factor, `${p}`);
    }
  }
  for (const off of [
    { ...grok, attn_temperature_len: -1 },
    { ...qwen, use_logn_attn: false },
  ])
    assert.equal((await pe.report(off)).queryScale, undefined);
});

test("only SGLang multiplies by Grok's ratio, and none of the engines by that of Qwen 1", async () => {
  const of = async (config, engine) => (await pe.report(config, { engine })).queryScale;
  const own = { ...grok, model_type: 'grok-1', auto_map: { AutoConfig: 'x.Y' } };
  assert.equal(await of(own, 'vllm'), undefined);
  assert.equal((await of(own, 'sglang')).formula, 'max(1, ln p / ln 1024)');
  for (const engine of ['vllm', 'sglang', 'mlx-lm', 'llama-cpp']) {
    const found = await of({ ...qwen, auto_map: { AutoConfig: 'x.Y' } }, engine).catch(({ code }) => code);
    assert.ok(found === undefined || typeof found === 'string', engine);
  }
});
