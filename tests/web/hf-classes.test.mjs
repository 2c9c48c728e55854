/** Effects of transformers' classes besides reading a file: special orders, nulls, attributes, errors. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pe } from './support/instance.mjs';
import { importConfig } from './support/import-config.mjs';
import { refusal } from './support/posenc.mjs';

const only = (config) => importConfig(config).layers.default;
const llama = { model_type: 'llama', rope_theta: 10000, head_dim: 128, max_position_embeddings: 4096 };

test('the order of multimodal sections is that of the class, whatever mrope_interleaved says', () => {
  const of = (model_type, dict) => only({ ...llama, model_type, rope_parameters: { rope_type: 'default', ...dict } });
  const said = ({ mropeSection, mropeAxes, mropeOrder, mropeInterleaved }) => [
    mropeSection,
    mropeAxes.join(),
    mropeOrder,
    mropeInterleaved,
  ];
  const usual = 'time,height,width';
  assert.deepEqual(said(of('qwen3_vl_text', { mrope_section: [24, 20, 20] })), [
    [24, 20, 20],
    usual,
    'interleaved',
    true,
  ]);
  assert.deepEqual(said(of('qwen3_vl_text', {})), [[24, 20, 20], usual, 'interleaved', true]);
  const old = of('qwen2_vl', { mrope_section: [16, 24, 24], mrope_interleaved: true });
  assert.deepEqual(said(old), [[16, 24, 24], usual, 'one after another', false]);
  const ernie = of('ernie4_5_vl_moe_text', { mrope_section: [22, 22, 20] });
  assert.deepEqual(said(ernie), [[22, 22, 20], 'height,width,time', 'two in turn, then the third', false]);
  assert.equal(ernie.spec.layout, 'interleaved');
  assert.deepEqual(ernie.multimodalSpec, {
    ...{
      encoding: 'mrope',
      dim: 128,
      base: 10000,
      sections: [20, 22, 22],
      form: 'spatial-first',
      layout: 'interleaved',
    },
  });
  const uneven = of('ernie4_5_vl_moe_text', { mrope_section: [24, 20, 20] });
  assert.equal(uneven.multimodalSpec, undefined, 'vLLM asserts as many pairs of h as of w');
  const hunyuan = of('hunyuan_vl_text', { xdrope_section: [16, 16, 16, 16] });
  assert.deepEqual(said(hunyuan), [[16, 16, 16, 16], 'position,width,height,image', 'one after another', false]);
  assert.deepEqual(hunyuan.multimodalSpec, {
    ...{
      encoding: 'mrope',
      dim: 128,
      base: 10000,
      axes: 4,
      sections: [16, 16, 16, 16],
      form: 'chunked',
      layout: 'half',
    },
  });
  // its three ids are those of an image, without the place in the text
  const three = of('hunyuan_vl_text', { xdrope_section: [24, 20, 20] });
  assert.equal(three.mropeAxes.join(), 'width,height,image');
  assert.deepEqual(three.multimodalSpec.sections, [24, 20, 20]);
});

test('a spec of several ids turns text as the plain one does, and an image by the ids that its class says', async () => {
  const file = (model_type, rope) => ({ ...llama, model_type, rope_parameters: { rope_type: 'default', ...rope } });
  for (const [config, axes, moved] of [
    // pairs 0 and 1 of ERNIE follow h and w, the last one t
    [file('ernie4_5_vl_moe_text', { mrope_section: [22, 22, 20] }), 3, [1, 2, 0]],
    // pairs of HunyuanVL follow p and t
    [file('hunyuan_vl_text', { xdrope_section: [16, 16, 16, 16] }), 4, [0, 0, 3]],
  ]) {
    const { spec, multimodalSpec } = only(config);
    const text = await pe.table(spec, [0, 7, 4095]);
    assert.deepEqual(
      await pe.table(
        multimodalSpec,
        [0, 7, 4095].map((p) => Array(axes).fill(p)),
      ),
      text,
    );
    const frequencies = await pe.frequencies(multimodalSpec);
    const followed = [0, 1, 63].map((pair) =>
      frequencies.subarray(pair * axes, (pair + 1) * axes).findIndex((f) => f > 0),
    );
    assert.deepEqual(followed, moved);
    assert.deepEqual((await pe.report(config)).multimodalSpec, multimodalSpec);
  }
});

test('null is a value: no base, no fraction, no width of a head', async () => {
  const base = { hidden_size: 4096, num_attention_heads: 32, max_position_embeddings: 4096 };
  const hybrid = { ...base, model_type: 'olmo_hybrid', rope_parameters: { rope_theta: null, rope_type: 'default' } };
  const { instead } = await pe.report(hybrid);
  assert.match(instead.scheme, /no position encoding/);
  assert.equal((await pe.report({ ...hybrid, rope_parameters: { rope_theta: 5e5, rope_type: 'default' } })).base, 5e5);
  const [none] = await pe.engines({ ...base, model_type: 'llama', rope_theta: null }, { engines: ['transformers-5'] });
  assert.equal(none.error.kind, 'TypeError');
  const glm = { ...base, model_type: 'glm', num_attention_heads: 64, rope_theta: 10000 };
  assert.equal((await pe.report(glm)).headDim, 128);
  assert.equal((await pe.report({ ...glm, head_dim: null })).headDim, 64);
  assert.equal((await pe.report(glm)).rotaryDim, 64);
  assert.equal((await pe.report({ ...glm, partial_rotary_factor: null })).rotaryDim, 128);
});

test('a fraction in the rope dictionary replaces that of the class', async () => {
  const phi = (dict) => ({
    model_type: 'phi',
    hidden_size: 512,
    num_attention_heads: 8,
    head_dim: 64,
    max_position_embeddings: 16384,
    rope_parameters: { rope_theta: 10000, partial_rotary_factor: 0.75, ...dict },
  });
  assert.equal((await pe.report(phi({ rope_type: 'default' }))).rotaryDim, 48);
  const scaled = await pe.report(phi({ rope_type: 'linear', factor: 4 }));
  assert.equal(scaled.rotaryDim, 48);
});

test('what the classes of transformers refuse when they are built', async () => {
  const llama = {
    model_type: 'llama',
    hidden_size: 512,
    num_attention_heads: 8,
    num_hidden_layers: 2,
    rope_theta: 10000,
  };
  const error = async (more) => {
    const answers = await pe.engines({ ...llama, ...more }, { engines: ['transformers-5', 'mlx-lm'] });
    assert.equal(answers.at(-1).error, undefined);
    return answers[0].error?.kind;
  };
  assert.equal(await error({}), undefined);
  assert.equal(await error({ layer_types: ['full_attention', 'sliding_attention'] }), undefined);
  const strict = 'StrictDataclassClassValidationError';
  assert.equal(await error({ layer_types: ['full_attention'] }), strict);
  assert.equal(await error({ layer_types: ['full_attention', 'half_attention'] }), strict);
  assert.equal(await error({ hidden_size: 516, head_dim: 64 }), strict);
});

test('a file that is refused is refused for what it says', async () => {
  const message = async (config) => (await refusal(pe.report(config))).message;
  assert.match(
    await message({ _class_name: 'AnyTransformer2DModel', axes_dims_rope: [16, 56, 56] }),
    /AnyTransformer2DModel is a class of diffusers/,
  );
  assert.match(await message({ model_type: 'vjepa2', hidden_size: 1024 }), /frame, the row and the column/);
  assert.match(await message({ model_type: 'what', inner: { rope_theta: 5 } }), /inner\.rope_theta/);
  assert.match(await message({ model_type: 'what' }), /no field of it names rope/);
  const dia = {
    decoder_config: { model_type: 'dia_decoder', hidden_size: 512, num_attention_heads: 8, rope_theta: 20000 },
  };
  assert.equal((await pe.report({ model_type: 'dia', ...dia })).base, 20000);
  assert.match((await pe.report({ model_type: 'whisper', d_model: 384 })).instead.text, /encoder fixed sinusoids/);
});
