/**
 * The class of defect: a model type gets rules made for others, or no result. For each model type of transformers: the
 * report of a small file names a rotation or its replacement, and does not attribute a description to another model of
 * the file.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { modelTypes as sglangTypes, withoutClass as notInSglang } from '../../dist/lib/engines/sglang/known.js';
import { newerClasses, newerComposites } from '../../dist/lib/hf/class-defaults-newer.js';
import { isModelType } from '../../dist/lib/engines/transformers-5/known.js';
import { modelTypes as inFour } from '../../dist/lib/engines/transformers-4/known.js';
import { parts } from '../../dist/lib/engines/transformers-4/parts.js';
import { modelTypes as vllmTypes, withoutClass as notInVllm } from '../../dist/lib/engines/vllm/known-0.33.0.js';
import {
  modelTypes as olderVllmTypes,
  withoutClass as notInOlderVllm,
} from '../../dist/lib/engines/vllm/known-0.29.0.js';
import { unsupported as unsupportedBySglang } from '../../dist/lib/engines/sglang/unsupported.js';
import { unsupported as unsupportedOlder } from '../../dist/lib/engines/vllm/unsupported-0.29.0.js';
import { unsupported } from '../../dist/lib/engines/vllm/unsupported-0.33.0.js';
import { engineTable } from '../../dist/cli/engine-table.js';
import { reportText } from '../../dist/cli/report.js';
import { classDefaults } from '../../dist/lib/hf/class-defaults.js';
import { bareName, isKnownType } from '../../dist/lib/hf/model-class.js';
import { beyondReport, isComposite, schemeOf } from '../../dist/lib/hf/schemes.js';
import { goldenFile } from './support/golden.mjs';
import { pe } from './support/instance.mjs';
import { importConfig } from './support/import-config.mjs';
import { random } from './support/random.mjs';

const golden = goldenFile('engines/model-types');
const modelTypes = new Set(golden.types);

const small = { hidden_size: 512, num_attention_heads: 8, num_hidden_layers: 8, max_position_embeddings: 4096 };
/** The report of a file: it rotates, uses something else, or the reason why this is unknown. */
function answer(config) {
  try {
    const { layers } = importConfig(config);
    return Object.values(layers).every(({ spec }) => spec.encoding === 'rope') ? 'rotates' : 'rotates by patches';
  } catch (thrown) {
    assert.ok(['unsupported_config', 'bad_config'].includes(thrown.code), thrown.stack);
    return thrown.message;
  }
}

/** Networks that only see images or make sound, and parts of models that get their positions from another part. */
// prettier-ignore
const beside = new Set(`
  bit chameleon_vqgan chmv2 clvp_decoder clvp_encoder conditional_detr convnext convnextv2 cvt d_fine dab-detr dac
  deepseek_ocr2_vision deformable_detr deimv2 depth_anything depth_pro detr dinov3_convnext dpt edgetam
  edgetam_vision_model efficientnet emu3_vqgan encodec encoder-decoder fastspeech2_conformer_hifigan
  fastspeech2_conformer_with_hifigan flava_multimodal_model florence_vision focalnet gemma3n_vision
  gemma4_unified_audio glm_image_vqmodel glpn grounding-dino hgnet_v2 higgs_audio_v2_tokenizer idefics2_perceiver
  idefics_perciever inkling_audio inkling_vision janus_vqgan lw_detr mask2former maskformer mm-grounding-dino
  mobilenet_v1 mobilenet_v2 mobilevit mobilevitv2 omdet-turbo oneformer poolformer pp_doclayout_v2 pp_doclayout_v3
  pp_formulanet pp_lcnet pp_lcnet_v3 pp_lcnet_v4 pp_ocrv5_mobile_det pp_ocrv5_mobile_rec pp_ocrv5_server_det
  pp_ocrv5_server_rec pp_ocrv6_medium_det pp_ocrv6_small_det pp_ocrv6_small_rec pp_ocrv6_tiny_rec
  prompt_depth_anything pvt_v2 qwen2_5_omni_bigvgan qwen2_5_omni_token2wav rag regnet resnet rf_detr rt_detr
  rt_detr_resnet rt_detr_v2 sam sam2_hiera_det_model sam2_vision_model sam3 sam3_detr_decoder sam3_detr_encoder
  sam3_geometry_encoder sam3_lite_text sam3_lite_text_detr_decoder sam3_lite_text_detr_encoder
  sam3_lite_text_geometry_encoder sam3_lite_text_mask_decoder sam3_mask_decoder sam3_tracker sam3_video
  sam3_vision_model sam_hq sapiens2_head segformer slanet slanext speech-encoder-decoder speecht5_hifigan superglue
  superpoint swiftformer table-transformer textnet timm_backbone timm_wrapper tipsv2_dpt tvp univnet upernet uvdoc
  uvdoc_backbone vibevoice_acoustic_tokenizer vibevoice_acoustic_tokenizer_decoder
  vibevoice_acoustic_tokenizer_encoder vision-encoder-decoder vitmatte vitpose xcodec zoedepth
`.trim().split(/\s+/));

test('what every model type of transformers does with positions is told', () => {
  assert.ok(modelTypes.size > 500, `${modelTypes.size}`);
  const untold = [...modelTypes].filter((model_type) =>
    /cannot tell if its positions are rotary/.test(answer({ model_type, ...small })),
  );
  assert.deepEqual(untold.sort(), [...beside].sort());
});

test('a model type and the architecture of its class are found equal by one rule, also by engines', async () => {
  for (const [type, architecture] of [
    ['deepseek_v3', 'DeepseekV3ForCausalLM'],
    ['gpt2', 'GPT2LMHeadModel'],
    ['grok-1', 'Grok1ForCausalLM'],
    ['nomic_bert', 'NomicBertModel'],
    ['mistral3', 'Mistral3ForConditionalGeneration'],
  ])
    assert.equal(bareName(type), bareName(architecture));
  const file = { model_type: 'nomic_bert', hidden_size: 768, num_attention_heads: 12, rope_theta: 10000 };
  const answers = await pe.engines({ ...file, max_position_embeddings: 2048 }, { engines: ['ollama'] });
  const { error, notes } = answers.find(({ engine }) => engine === 'ollama');
  assert.deepEqual([error, notes], [undefined, ['not known: its converter for NomicBertModel was not read']]);
});

test('the model types that transformers recognises are those of its list', () => {
  const newer = [...newerClasses.map(([type]) => type), ...newerComposites];
  for (const type of newer) assert.ok(isModelType(type) && !modelTypes.has(type), type);
  for (const type of modelTypes) assert.ok(beside.has(type) || isModelType(type), type);
  const tables = readFileSync(new URL('../../web/lib/hf/schemes.ts', import.meta.url), 'utf8').match(/[\w-]+/g);
  const names = new Set([...tables, ...classDefaults.keys(), ...vllmTypes, ...sglangTypes]);
  for (const name of [...names].flatMap((each) => [each, each.replace(/_text$/, '')]))
    if (!newer.includes(name)) assert.equal(isModelType(name), modelTypes.has(name) && !beside.has(name), name);
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
  // Qwen2-VL as published has the text model at the top level
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
  const lists = ['llama-cpp', 'mlx-lm', 'mlx-lm@0.31.3', 'exllamav3', 'lmdeploy', 'ollama', 'ort-genai', 'mlc-llm'];
  lists.push('openvino', 'torchtitan', 'keras-hub');
  assert.deepEqual(await refusing(file), [
    'transformers-5',
    'transformers-4',
    'vllm',
    'vllm@0.29.0',
    'sglang',
    ...lists,
  ]);
  // with custom code, the lists do not apply
  assert.deepEqual(await refusing({ ...file, auto_map: { AutoConfig: 'x.Y' } }), lists);
  const answers = await pe.engines(file);
  assert.match(engineOf(answers, 'vllm').error.message, /model type `not_a_model`/);
});

test('no engine refuses a type of its own list, and one without a class of its own is answered as transformers', async () => {
  for (const [engine, types, without, refused] of [
    ['vllm', vllmTypes, notInVllm, unsupported],
    ['vllm@0.29.0', olderVllmTypes, notInOlderVllm, unsupportedOlder],
    ['sglang', sglangTypes, notInSglang, unsupportedBySglang],
  ]) {
    assert.ok(without.size > 20 && types.size > 30);
    for (const model_type of new Set([...types, ...without])) {
      const scaled = { rope_type: 'yarn', factor: 4, original_max_position_embeddings: 1024, attention_factor: 1.5 };
      const file = { ...small, head_dim: 64, rope_theta: 10_000, rope_scaling: scaled, model_type };
      if (answer(file) !== 'rotates') continue;
      const { error, notes, difference, basis } = engineOf(await pe.engines(file, { engines: [engine] }), engine);
      if (basis === 'unknown') continue;
      if (refused.has(model_type)) {
        assert.ok(error.lacksModel, model_type);
        continue;
      }
      assert.ok(!error?.lacksModel, `${engine}: ${model_type}: ${error?.message}`);
      if (error) continue;
      const instead = notes.some((note) => note.includes('runs the model of transformers'));
      assert.equal(instead, without.has(model_type), `${engine}: ${model_type}`);
      if (instead) assert.equal(difference, undefined, `${engine}: ${model_type}`);
    }
  }
});

test('transformers 4 refuses every type that 4.57.6 has no class for, and no other for its type', async () => {
  const refused = [];
  for (const model_type of modelTypes) {
    const file = { ...small, head_dim: 64, rope_theta: 10_000, model_type };
    if (answer(file) !== 'rotates') continue;
    const { error } = engineOf(await pe.engines(file, { engines: ['transformers-4'] }), 'transformers-4');
    assert.equal(
      error?.lacksModel ?? false,
      !inFour.has(model_type) || parts.has(model_type),
      `${model_type}: ${error?.message}`,
    );
    if (error?.lacksModel) refused.push(model_type);
  }
  // looked up by hand in 4.57.6
  for (const type of [
    'gemma4_unified',
    'cohere_compass',
    'muse_glimmer',
    'axk2',
    'ministral3',
    'qwen3_5',
    'deepseek_v4',
  ])
    assert.ok(refused.includes(type), type);
  for (const type of ['llama', 'qwen3_next', 'glm4_moe', 'gpt_oss', 'gemma3_text']) assert.ok(inFour.has(type), type);
});

/** Files of published models, and each of them as if its class were unknown. */
const published = goldenFile('engines/published').cases.map(({ config }) =>
  typeof config === 'string' ? JSON.parse(config) : config,
);
const renamed = ({ architectures: _, ...config }, to) => ({
  ...config,
  ...(config.model_type !== undefined && { model_type: to(config.model_type) }),
  ...(config.text_config && { text_config: renamed(config.text_config, to) }),
});
const nobody = random('model types');
const invented = () => `zz${Array.from({ length: 9 }, () => 'abcdefghij'[Math.floor(10 * nobody())]).join('')}`;

/** @param as pattern of the known type that is assumed; without it, the general rule */
async function checkAssumed(config, as) {
  let report;
  try {
    report = await pe.report(config);
  } catch (thrown) {
    assert.ok(['unsupported_config', 'bad_config'].includes(thrown.code), thrown.stack); // an error with the reason
    return;
  }
  const said = as === undefined ? /by the general rule, that of Llama/ : as;
  for (const layer of [report, ...Object.values(report.layers ?? {})]) {
    assert.equal(layer.assumed, true, JSON.stringify(config));
    assert.match(layer.assumption, said);
    assert.equal(layer.warnings[0].code, 'unknown_model_type');
    assert.ok(!layer.warnings[0].note); // a warning, which --strict counts
    assert.equal(layer.modelType, config.text_config?.model_type ?? config.model_type);
  }
  assert.match(reportText(report)[0].split('\n')[0], said);
  if (report.instead) return;
  const answers = await pe.engines(config);
  assert.ok(answers.length > 10);
  for (const answer of answers) {
    const what = `${answer.engine} on ${JSON.stringify(config)}`;
    assert.equal(answer.assumed, true, what);
    assert.deepEqual([answer.layers, answer.difference], [{}, undefined], what);
    assert.ok(answer.error?.lacksModel || answer.basis === 'unknown', what);
  }
  assert.match(engineTable(answers).split('\n')[0], said);
}

test('a class that nobody knows is said to be unknown, and no engine has a number for it', async () => {
  for (let i = 0; i < 10; i++) await checkAssumed({ ...small, rope_theta: 10_000, model_type: invented() });
  for (const config of published) {
    const unnamed = renamed(config, invented);
    if (unnamed.model_type !== undefined) await checkAssumed(unnamed);
  }
});

test('a file that names no class is said to name none, and no engine has a number for it', async () => {
  const without = ({ architectures: _, model_type: __, ...config }) => ({
    ...config,
    ...(config.text_config && { text_config: without(config.text_config) }),
  });
  await checkAssumed({ ...small, rope_theta: 10_000 });
  for (const config of published) await checkAssumed(without(config));
});

test('a known type with a suffix, or known architectures under an unknown type, are used, and said to be a guess', async () => {
  for (const config of published) {
    const type = config.text_config?.model_type ?? config.model_type;
    if (type === undefined) continue;
    for (const suffix of ['2', '_v41', '_v9_text']) {
      const file = renamed(config, (known) => known.replace(/_text$/, '') + suffix);
      if (isKnownType(file.text_config?.model_type ?? file.model_type)) continue;
      await checkAssumed(file, new RegExp(`is read as ${type.replace(/_text$/, '')}(_text)?, a guess by its name`));
    }
  }
  const llama = { ...small, rope_theta: 10_000, model_type: invented(), architectures: ['LlamaForCausalLM'] };
  await checkAssumed(llama, /is read as llama, a guess by architectures/);
});

test('a file without a type is read by the class that its architectures name, and says so', async () => {
  let read = 0;
  for (const config of published) {
    const { model_type: type, ...untyped } = config;
    const [name] = config.architectures ?? [];
    if (type === undefined || config.text_config || bareName(name ?? '') !== bareName(type)) continue;
    const known = await pe.report(config).catch((thrown) => thrown);
    if (known.instead || known instanceof Error) continue; // does not rotate
    const report = await pe.report(untyped);
    assert.equal(report.assumed, undefined, name);
    assert.equal(bareName(report.modelType), bareName(type));
    assert.match(report.readFrom.modelType, /architectures|model_type/);
    for (const layer of [report, ...Object.values(report.layers ?? {})])
      assert.equal(layer.warnings[0].code, 'missing_model_type', name);
    for (const key of ['frequencies', 'attentionFactor', 'contextLength', 'spec'])
      assert.deepEqual(report[key], known[key], `${name}: ${key}`);
    read++;
  }
  assert.ok(read > 15, `${read}`);
  const gemma = { ...small, architectures: ['GemmaForCausalLM'] };
  assert.equal((await pe.report(gemma)).modelType, 'gemma');
});
