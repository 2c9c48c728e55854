/** Queries that rope scales by position: from a config to the numbers, through every method. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { pe } from './support/instance.mjs';
import { allModes, create, refused } from './support/posenc.mjs';
import * as published from './support/query-scales.mjs';

const { executed } = published;
const named = (name) => executed.cases.find((one) => one.name.startsWith(name));
const plainOf = ({ attnScale: _, floorScale: _2, queryRule: _3, queryShift: _4, ...spec }) => spec;

/** Narrow heads of the same models. */
const ministral3 = { ...published.ministral3(16384, 0.1), head_dim: 16 };
const grok = { ...published.grok, head_dim: 16 };
const qwen = { ...published.qwen, kv_channels: 16 };
const models = [
  ['Ministral 3', ministral3],
  ['Ministral 3', { ...ministral3, model_type: 'mistral4' }],
  ['Grok-2', grok],
  ['Qwen 1', qwen],
];

for (const { mode, options } of allModes) {
  describe(`queries of a spec from a config, ${mode}`, () => {
    let pe;
    before(async () => (pe = await create(options)));
    after(() => pe.dispose());

    test('report.spec rotates queries as the executed code scales them, and keys as without', async () => {
      for (const [name, config] of models) {
        const { positions, expected } = named(name);
        const { spec, queryScale } = await pe.report(config);
        assert.equal(spec.attnScale > 0 && queryScale.layers, 'all', name);
        const data = Float64Array.from({ length: positions.length * spec.dim }, (_, i) => 1 + Math.sin(i));
        const x = { data, rows: positions.length, cols: spec.dim };
        const plain = plainOf(spec);
        const [own, turned] = await Promise.all([pe.rotate(spec, x, positions), pe.rotate(plain, x, positions)]);
        own.data.forEach((value, i) => {
          const want = expected[Math.floor(i / spec.dim)] * turned.data[i];
          assert.ok(Math.abs(value - want) <= 4e-15 * Math.abs(want), `${name} ${i}`);
        });
        const keys = { side: 'k' };
        assert.deepEqual(
          (await pe.rotate(spec, x, positions, keys)).data,
          (await pe.rotate(plain, x, positions, keys)).data,
        );
      }
    });
  });
}

describe('the query scale of rope', () => {
  test('tables, cosines and sines and frequencies have the bits of a spec without', async () => {
    const { spec } = await pe.report(ministral3);
    const plain = plainOf(spec);
    for (const call of [
      (of) => pe.table(of, { start: 262100, count: 40 }),
      (of) => pe.cosSin(of, 262100, 40, { dtype: 'bf16' }),
      (of) => pe.frequencies(of),
      (of) => pe.gram(of, { start: 262100, count: 5 }),
    ])
      assert.deepEqual(await call(spec), await call(plain));
  });

  test('an engine that multiplies by nothing, or by its own numbers, has them in its spec', async () => {
    const of = async (config, engine) => (await pe.report(config, { engine })).spec;
    assert.equal((await of(ministral3, 'vllm')).attnScale, undefined);
    const own = { llama_4_scaling: { beta: 0.2, original_max_position_embeddings: 8192 } };
    const { attnScale, floorScale } = await of({ ...ministral3, ...own }, 'vllm');
    assert.deepEqual([attnScale, floorScale], [0.2, 8192]);
    assert.equal((await of(ministral3, 'transformers-5')).attnScale, 0.1);
  });

  test('rotated layers of Llama 4 have none', async () => {
    const llama4 = { model_type: 'llama4_text', hidden_size: 5120, num_attention_heads: 40, head_dim: 128 };
    const { spec, queryScale } = await pe.report(llama4);
    assert.deepEqual([spec.attnScale, queryScale.layers], [undefined, 'unrotated']);
  });

  test('diff: the same rotation with another scale is another model', async () => {
    const other = { ...ministral3.rope_parameters, llama_4_scaling_beta: 0.2 };
    const { same, layers } = await pe.diffConfigs(ministral3, { ...ministral3, rope_parameters: other });
    assert.equal(same, false);
    const from = 'rope_parameters.llama_4_scaling_beta';
    assert.deepEqual(layers[0].changes, [{ field: 'attnScale', a: 0.1, b: 0.2, fromA: from, fromB: from }]);
    const { queryFactor, pairsDiffering } = layers[0].contexts.at(-1);
    assert.equal(pairsDiffering, 0);
    assert.deepEqual(queryFactor, [1 + 0.1 * Math.log(16), 1 + 0.2 * Math.log(16)]);
    assert.equal((await pe.diffConfigs(ministral3, ministral3)).same, true);
  });

  test('export: the field of Ministral 3 and back, and nothing else', async () => {
    const { spec } = await pe.report(ministral3);
    const fragment = await pe.exportConfig(spec);
    assert.equal(fragment.rope_parameters.llama_4_scaling_beta, 0.1);
    assert.deepEqual((await pe.report({ ...ministral3, ...fragment })).spec, spec);
    await refused(pe.exportConfig(spec, { legacy: true }), 'not_defined', 'spec.attnScale');
    await refused(pe.exportConfig({ ...spec, queryShift: 1 }), 'not_defined', 'spec.attnScale');
    await refused(pe.exportConfig((await pe.report(qwen)).spec), 'not_defined', 'spec.attnScale');
  });

  test('a growth that no spec may have is refused by the name of its field', async () => {
    const config = { ...ministral3, rope_parameters: { ...ministral3.rope_parameters, llama_4_scaling_beta: -1 } };
    await refused(pe.report(config), 'bad_config', 'rope_parameters.llama_4_scaling_beta');
  });
});
