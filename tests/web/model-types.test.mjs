/**
 * The class of defect: a model type is answered by rules that were made for others, or by silence. For each model type that
 * transformers has: a report of a small file of it names a rotation or what stands in its place, and says of no other model
 * of the file that it is described.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { architectures as ofSglang, modelTypes as sglangTypes } from '../../dist/lib/engines/sglang/known.js';
import { modelTypes } from '../../dist/lib/engines/transformers-5/known.js';
import { onlyInFive } from '../../dist/lib/engines/transformers-4/unknown-types.js';
import { architectures as ofVllm, byTransformers, modelTypes as vllmTypes } from '../../dist/lib/engines/vllm/known.js';
import { classDefaults } from '../../dist/lib/hf/class-defaults.js';
import { importConfig } from '../../dist/lib/hf/index.js';
import { beyondReport, isComposite, schemeOf } from '../../dist/lib/hf/schemes.js';
import { create } from '../../dist/lib/node.js';

let pe;
before(async () => void (pe = await create()));
after(() => pe.dispose());

const small = { hidden_size: 512, num_attention_heads: 8, num_hidden_layers: 8, max_position_embeddings: 4096 };
/** How a report answers a file: it rotates, uses something else, or why it cannot be told. */
function answer(config) {
  try {
    importConfig(config);
    return 'rotates';
  } catch (thrown) {
    assert.ok(['unsupported_config', 'bad_config'].includes(thrown.code), thrown.stack);
    return thrown.message;
  }
}

/** Parts of models, whose positions another part of the same model gives them or which were not read. */
// prettier-ignore
const parts = new Set([
  'clvp_encoder', 'clvp_decoder', 'flava_multimodal_model', 'florence_vision', 'gemma3n_vision', 'gemma4_unified_audio',
  'idefics_perciever', 'idefics2_perceiver', 'inkling_audio', 'inkling_vision', 'rag', 'sam2_hiera_det_model',
  'sam3_geometry_encoder', 'sam3_detr_encoder', 'sam3_detr_decoder', 'sam3_mask_decoder', 'sam3_lite_text_geometry_encoder',
  'sam3_lite_text_detr_encoder', 'sam3_lite_text_detr_decoder', 'sam3_lite_text_mask_decoder', 'sapiens2_head',
  'timm_backbone', 'timm_wrapper',
]);

test('what every model type of transformers does with positions is told', () => {
  assert.ok(modelTypes.size > 500, `${modelTypes.size}`);
  const untold = [...modelTypes].filter((model_type) => /could not be told/.test(answer({ model_type, ...small })));
  assert.deepEqual(
    untold.filter((type) => !parts.has(type)),
    [],
  );
});

test('no model type is in two tables, and no table has a type twice', () => {
  for (const type of new Set([...modelTypes, ...classDefaults.keys()])) {
    const tables = [schemeOf(type), beyondReport(type), isComposite(type) || undefined, classDefaults.get(type)];
    assert.ok(tables.filter((found) => found !== undefined).length < 2, `${type}: ${tables}`);
  }
});

test('a model of several says which of them are not told, for any type of the others', () => {
  const text_config = { model_type: 'llama', ...small, rope_theta: 10_000 };
  for (const type of modelTypes)
    for (const name of ['vision_config', 'audio_config']) {
      const file = { model_type: 'llava', text_config, [name]: { model_type: type, hidden_size: 64 } };
      const [warning] = importConfig(file).layers.default.warnings.filter(({ code }) => code === 'other_towers');
      assert.match(warning.message, new RegExp(`^this report is of text_config .*${name} \\(${type}\\): \\w`), type);
      assert.equal(warning.note, true);
    }
});

test('towers in files as they are published', () => {
  const text_config = { ...small, rope_theta: 1e6, model_type: 'qwen2_5_vl_text' };
  const of = (file) => {
    const warnings = Object.values(importConfig(file).layers)[0].warnings;
    return warnings.find(({ code }) => code === 'other_towers')?.message ?? '';
  };
  const tower = { model_type: 'qwen2_5_vl', hidden_size: 1280 };
  assert.match(
    of({ model_type: 'qwen2_5_vl', text_config, vision_config: tower }),
    /vision_config .*row and the column/,
  );
  const thinker_config = { text_config, vision_config: tower, audio_config: { model_type: 'whisper', d_model: 1280 } };
  const omni = of({ model_type: 'qwen2_5_omni', thinker_config, talker_config: { hidden_size: 4, model_type: 'x' } });
  for (const part of [
    /of thinker_config\.text_config/,
    /thinker_config\.vision_config/,
    /thinker_config\.audio_config \(whisper\)/,
    /talker_config \(x\): positions that are not known here/,
  ])
    assert.match(omni, part);
  // Qwen2-VL as published keeps the text model at the top
  assert.match(
    of({ ...text_config, vision_config: tower }),
    /of the model that the file itself describes .*vision_config/,
  );
  assert.equal(
    of({ ...text_config, quantization_config: { bits: 4, dim: 1 }, rope_parameters: { rope_theta: 5 } }),
    '',
  );
});

const engineOf = (answers, engine) => answers.find((each) => each.engine === engine);

test('an engine refuses a model type that neither it nor transformers has, and says so by its name', async () => {
  const file = { ...small, head_dim: 64, rope_theta: 10_000, model_type: 'not_a_model' };
  const refusing = async (config) =>
    (await pe.engines(config)).filter(({ error }) => error?.lacksModel).map(({ engine }) => engine);
  const all = ['transformers-5', 'vllm', 'vllm-56446', 'sglang', 'llama-cpp', 'mlx-lm'];
  assert.deepEqual(await refusing(file), all);
  // with code of its own, the lists say nothing
  assert.deepEqual(await refusing({ ...file, auto_map: { AutoConfig: 'x.Y' } }), ['llama-cpp', 'mlx-lm']);
  const answers = await pe.engines(file);
  assert.match(engineOf(answers, 'vllm').error.message, /model type `not_a_model`/);
});

test('no engine refuses a type or a class of its own list', async () => {
  assert.ok(ofVllm.size > 200 && ofSglang.size > 150);
  for (const [engine, types, classes] of [
    ['vllm', vllmTypes, ofVllm],
    ['sglang', sglangTypes, ofSglang],
  ]) {
    for (const model_type of types) {
      const file = { ...small, head_dim: 64, rope_theta: 10_000, model_type };
      if (answer(file) !== 'rotates') continue;
      const { error } = engineOf(await pe.engines(file, { engines: [engine] }), engine);
      assert.ok(!error?.lacksModel, `${engine}: ${model_type}: ${error?.message}`);
    }
    for (const name of classes) {
      const file = { ...small, head_dim: 64, rope_theta: 10_000, model_type: 'llama', architectures: [name] };
      const { error, notes } = engineOf(await pe.engines(file, { engines: [engine] }), engine);
      assert.ok(!error?.lacksModel, `${engine}: ${name}: ${error?.message}`);
      const instead = notes.some((note) => note.includes('runs the model of transformers'));
      assert.equal(instead, engine === 'vllm' && byTransformers.has(name), `${engine}: ${name}`);
    }
  }
});

test('a class that only transformers has is answered as transformers does, and one that nobody has is refused', async () => {
  const scaled = { rope_type: 'yarn', factor: 4, original_max_position_embeddings: 1024, attention_factor: 1.5 };
  const file = { ...small, head_dim: 64, rope_theta: 10_000, rope_scaling: scaled, model_type: 'llama' };
  const own = engineOf(await pe.engines({ ...file, architectures: ['LlamaForCausalLM'] }), 'sglang');
  assert.ok(own.difference);
  for (const name of ['LlamaForSomethingElse', 'NobodysForCausalLM']) {
    const found = engineOf(await pe.engines({ ...file, architectures: [name] }), 'sglang');
    assert.deepEqual([found.difference, found.basis], [undefined, 'read'], name);
    assert.match(found.notes.join(), /no code of its own/);
  }
  const nobodys = { ...file, model_type: 'kimi_vl', architectures: ['NobodysForCausalLM'] };
  const answers = await pe.engines({ ...nobodys, head_dim: 64 });
  for (const engine of ['vllm', 'sglang']) assert.ok(engineOf(answers, engine).error.lacksModel, engine);
});

test('what transformers 4 lacks is a type that transformers 5 has', () => {
  // types that were in a development version only, and names of parts
  const gone = [...onlyInFive].filter((type) => !modelTypes.has(type));
  assert.ok(gone.length < 5, gone.join());
});
