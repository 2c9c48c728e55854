/** The report on Inkling, which does not rotate: the specs of its two layer kinds, against its executed logits. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { goldenFile } from './support/golden.mjs';
import { pe } from './support/instance.mjs';
import { refusal } from './support/posenc.mjs';

const golden = goldenFile('inkling_n7');
const { headDim, relWidth, extent, logFloor, logAlpha } = golden.params;
const text = {
  model_type: 'inkling_text',
  head_dim: headDim,
  d_rel: relWidth,
  rel_extent: extent,
  num_hidden_layers: 6,
  model_max_length: 1000,
};
const file = (more) => ({ model_type: 'inkling_mm_model', text_config: { ...text, ...more } });

test('the spec of layers without a window gives the logits of the executed class', async () => {
  const { q, k, r, curves } = golden.inputs;
  const query = q.map((row, i) => [...row, ...r[i]]);
  const keys = k.map((row) => [...row, ...Array(relWidth).fill(0)]);
  for (const [which, more] of [
    ['plain', {}],
    ['scaled', { log_scaling_n_floor: logFloor, log_scaling_alpha: logAlpha }],
  ]) {
    const { spec } = (await pe.report(file(more))).layers.hybrid;
    const { terms } = await pe.attentionScores({ ...spec, curves: curves.flat() }, query, keys);
    const n = q.length;
    for (const { name, data } of terms)
      for (let i = 0; i < n; i++)
        for (let j = 0; j <= i; j++) {
          const want = golden.expected[which][name][i][j];
          assert.ok(Math.abs(data[i * n + j] - want) <= golden.tolerance.value, `${which} ${name} ${i} ${j}`);
        }
  }
});

test('kinds of layers: the window ends with the curves; beyond them nothing is added; queries are scaled by a ramp', async () => {
  const report = await pe.report(file({ log_scaling_n_floor: 100, sliding_window_size: 8 }));
  assert.equal(report.layerType, 'hybrid_sliding');
  assert.deepEqual([report.slidingWindow, report.instead.extent, report.queryScale], [8, 8, undefined]);
  const { hybrid } = report.layers;
  assert.deepEqual([hybrid.slidingWindow, hybrid.instead.extent], [undefined, extent]);
  assert.equal(hybrid.queryScale.formula, '1 + 0.1 ln(max((p + 1) / 100, 1))');
  assert.deepEqual(hybrid.queryScale.at.at(-1), { position: 999, factor: 1 + 0.1 * Math.log(10) });
  assert.equal(hybrid.readFrom.queryScale, 'text_config.log_scaling_n_floor');
  assert.deepEqual(hybrid.instead.spec, hybrid.spec);
  for (const part of ['a window of 8 positions', `keys ${extent} positions before`, hybrid.queryScale.formula])
    assert.ok(report.instead.text.includes(part), part);
  const nope = { ...hybrid.queryScale.spec, dim: 1 };
  const { data } = await pe.rotate(nope, [[1], [1]], [99, 999]);
  assert.ok(Math.abs(data[0] - 1) + Math.abs(data[1] - 1 - 0.1 * Math.log(10)) < 1e-15);
});

test('which layers there are: by layer_types, by local_layer_ids, or every sixth', async () => {
  const kinds = async (more) => {
    const { layers, layerType } = await pe.report(file(more));
    return layers ? Object.keys(layers) : [layerType];
  };
  assert.deepEqual(await kinds({}), ['hybrid_sliding', 'hybrid']);
  assert.deepEqual(await kinds({ num_hidden_layers: 5 }), ['hybrid_sliding']);
  assert.deepEqual(await kinds({ local_layer_ids: [] }), ['hybrid']);
  assert.deepEqual(await kinds({ layer_types: ['hybrid', 'hybrid_sliding'] }), ['hybrid', 'hybrid_sliding']);
  const { spec } = await pe.report({ model_type: 'inkling_mm_model' });
  assert.deepEqual(spec, { encoding: 'inkling', dim: 144, relWidth: 16, extent: 512 });
});

test('importer and engines, which compare rotations, say what it is', async () => {
  const { code, message } = await refusal(pe.engines(file({})));
  assert.equal(code, 'unsupported_config');
  for (const part of ['bank of curves', 'vLLM', 'SGLang']) assert.ok(message.includes(part), message);
  assert.equal((await refusal(pe.importConfig(file({})))).code, 'unsupported_config');
  assert.equal((await refusal(pe.report(file({ d_rel: 0 })))).field, 'text_config.d_rel');
});
