/** Queries that are scaled by position: the factor of the report, and which engines take it from which fields. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { create } from './support/posenc.mjs';

let pe;
before(async () => void (pe = await create()));
after(() => pe.dispose());

const golden = JSON.parse(readFileSync(new URL('../golden/llama4_temperature.json', import.meta.url)));
const llama4 = { model_type: 'llama4_text', hidden_size: 5120, num_attention_heads: 40, head_dim: 128 };
const yarn = (original, more) => ({
  rope_type: 'yarn',
  rope_theta: 1e6,
  factor: 16,
  original_max_position_embeddings: original,
  mscale: 1,
  mscale_all_dim: 1,
  ...more,
});
const ministral3 = (original, beta, more) => ({
  model_type: 'ministral3',
  hidden_size: 4096,
  num_attention_heads: 32,
  head_dim: 128,
  max_position_embeddings: 262144,
  rope_parameters: yarn(original, beta === undefined ? {} : { llama_4_scaling_beta: beta }),
  ...more,
});
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
  for (const [model_type, scaled] of [
    ['ministral3', true],
    ['mistral4', false],
  ]) {
    const config = { ...ministral3(8192, 0.1), model_type, max_position_embeddings: 2 ** 20 };
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
