/**
 * vLLM: get_rope, called with the dictionary of transformers 5 after a second standardize_rope_params, so that
 * top-level fields win. Two rows: the code that was run, and get_rope after pull request 56446, which was read.
 */
import type { ScalingSpec, YarnScaling } from '../generated/encodings.js';
import type { LayerFacts } from '../hf/facts.js';
import { Refusal } from './refusal.js';
import { baseBesideDict, hasPlainSliding, keepsDefaultType, nestedForOne } from './transformers-5/rotary-classes.js';
import {
  baseByAlpha,
  given,
  mscales,
  plainYarn,
  refuseAsClass,
  refuseFault,
  refuseIntegerFactor,
  refuseTexts,
  refuseZeroBeta,
  rotaryDimFromTop,
  ruledLongrope,
  specWith,
  unknownScaling,
  withAmplitudeOne,
} from './rules.js';
import { byTransformersNote, runsTransformers } from './known-types.js';
import { servedByVllm } from './served.js';
import type { Source } from './source.js';
import { transformers5 } from './transformers-5.js';
import { modelTypes, withoutClass } from './vllm/known.js';
import type { Engine, EngineLayer, Reading } from './types.js';

const models = { modelTypes, withoutClass };

/** patch_legacy_rope_type: the two spellings may differ in these pairs only. */
function refuseTypeConflict(facts: LayerFacts): void {
  const {
    layer: { dict },
    modelType,
  } = facts;
  const [newer, older] = [dict.peek('rope_type'), dict.peek('type')];
  if ((newer ?? older) === 'mrope' && !dict.has('mrope_section') && !/^qwen2(_5)?_vl/.test(modelType ?? ''))
    throw new Refusal('ValueError', "Legacy rope_type 'mrope' requires 'mrope_section' in rope_parameters");
  if (keepsDefaultType(facts)) throw typeConflict('default', String(older));
  if (typeof newer !== 'string' || typeof older !== 'string' || newer === older) return;
  if ((older === 'su' && newer === 'longrope') || (older === 'mrope' && newer === 'default')) return;
  throw typeConflict(newer, older);
}
const typeConflict = (newer: string, older: string): Refusal =>
  new Refusal(
    'ValueError',
    `Found conflicts between 'rope_type=${newer}' (modern field) and 'type=${older}' (legacy field). You should only specify one of them.`,
    newer === 'default' ? 'write rope_type in place of type' : 'leave type out',
  );

/** Keys specific to vLLM: attn_factor multiplies the amplitude, apply_yarn_scaling: false omits it. */
function factorOfOwn(facts: LayerFacts, { factor }: YarnScaling): Pick<YarnScaling, 'attentionFactor'> {
  const { layer, mrope } = facts;
  const times = given(facts, 'attn_factor');
  const without = !mrope?.named && layer.dict.boolean('apply_yarn_scaling')?.value === false;
  if (times === undefined && !without) return {};
  return { attentionFactor: (without || factor <= 1 ? 1 : 0.1 * Math.log(factor) + 1) * (times ?? 1) };
}

/** Sections must cover the rotated pairs; a nested dictionary cannot be a cache key. */
function refuseSections(facts: LayerFacts): void {
  const { mrope, width } = facts;
  if (nestedForOne(facts)) throw new Refusal('TypeError', "unhashable type: 'dict'", 'write one flat rope_parameters');
  const sum = mrope?.named?.value.reduce((total, part) => total + part, 0);
  if (sum !== undefined && !width.latent && sum !== width.rotaryDim.value / 2)
    throw new Refusal('AssertionError', '', `write an mrope_section of the sum ${width.rotaryDim.value / 2}`);
}

interface Scaled {
  readonly scaling: ScalingSpec;
  readonly rows: number;
}

/** Models whose attention turns rope_type yarn into deepseek_yarn: multi-head latent attention except MiniCPM3. */
const deepseek = ({ width, modelType }: LayerFacts): boolean => width.latent && modelType !== 'minicpm3';

function yarn(facts: LayerFacts, scaling: YarnScaling, honoursAmplitude: boolean): Scaled {
  refuseZeroBeta(facts);
  const rows = Math.ceil(scaling.originalContext * scaling.factor);
  if (facts.layer.amplitude) return { scaling: withAmplitudeOne(scaling), rows };
  if (deepseek(facts)) {
    const own = mscales(given(facts, 'mscale') ?? 1, given(facts, 'mscale_all_dim') ?? 0);
    return { scaling: { ...plainYarn(scaling, scaling.originalContext), truncate: true, ...own }, rows };
  }
  const own = factorOfOwn(facts, scaling);
  // M-RoPE keeps four times the positions, and its YaRN uses that as the trained length
  const widened = facts.mrope?.named ? 4 : 1;
  const plain = { ...plainYarn(scaling, widened * scaling.originalContext), ...own };
  if (!honoursAmplitude) return { scaling: plain, rows: widened * rows };
  const { mscale, mscaleAllDim, attentionFactor } = scaling;
  const ratio = mscale !== undefined && mscaleAllDim !== undefined && { mscale, mscaleAllDim };
  return {
    scaling: { ...plain, ...ratio, ...(attentionFactor !== undefined && { attentionFactor }) },
    rows: widened * rows,
  };
}

function scaled(facts: LayerFacts, source: Source, length: number | undefined, honoursAmplitude: boolean): Scaled {
  const { mrope } = facts;
  const scaling = baseByAlpha(facts) ?? facts.scaling;
  const max = facts.max.value;
  switch (scaling.type) {
    case 'default':
      return { scaling, rows: mrope?.named ? 4 * max : max };
    case 'linear':
      refuseIntegerFactor(facts, source.isInteger);
      return { scaling, rows: Math.ceil(max * scaling.factor) };
    case 'dynamic': // since pull request 41277 it stretches only with max_trained_positions
      return { scaling: { type: 'default' }, rows: max };
    case 'yarn':
      return yarn(facts, scaling, honoursAmplitude);
    case 'longrope': {
      const original = scaling.originalContext;
      const long = (length ?? original) > original;
      return { scaling: ruledLongrope(facts, scaling, original, long), rows: long ? max : original };
    }
    case 'proportional':
      return { scaling: { type: 'proportional', fraction: scaling.fraction }, rows: max };
    default:
      return { scaling, rows: max };
  }
}

function layerOf(
  facts: LayerFacts,
  source: Source,
  length: number | undefined,
  honoursAmplitude: boolean,
): EngineLayer {
  refuseTypeConflict(facts);
  refuseAsClass(facts);
  refuseSections(facts);
  refuseFault(facts, unknownScaling);
  const beside = hasPlainSliding(facts) ? baseBesideDict(facts) : undefined; // olmo3.py reads parameters by layer type
  if (beside !== undefined)
    return { spec: specWith(facts, { type: 'default' }, { base: beside }), rows: facts.max.value };
  const { scaling, rows } = scaled(facts, source, length, honoursAmplitude);
  const rotaryDim = scaling.type === 'proportional' ? facts.width.headDim.value : rotaryDimFromTop(facts);
  return { spec: specWith(facts, scaling, { rotaryDim }), rows, ...(facts.width.latent && { latent: true }) };
}

function read(source: Source, length: number | undefined, honoursAmplitude: boolean): Reading {
  const instead = runsTransformers(source, models);
  refuseTexts(source);
  if (instead) {
    const { layers } = transformers5.read(source, length);
    return { layers, served: servedByVllm(source), basis: 'read', notes: [byTransformersNote(source)] };
  }
  const layers = source.layers.map((facts) => [facts.layer.name, layerOf(facts, source, length, honoursAmplitude)]);
  const first = source.layers[0]!;
  return {
    layers: Object.fromEntries(layers) as Record<string, EngineLayer>,
    served: servedByVllm(source),
    notes: notesOn(first, honoursAmplitude),
  };
}

function notesOn(facts: LayerFacts, honoursAmplitude: boolean): string[] {
  const { mrope, max } = facts;
  const scaling = baseByAlpha(facts) ?? facts.scaling;
  const notes: string[] = [];
  if (scaling.type === 'longrope')
    notes.push(
      'started without --max-model-len it serves the original length with the short factors; started above it, long factors hold for short prompts, too',
    );
  if (scaling.type === 'dynamic')
    notes.push(
      `dynamic does not stretch (vllm-project/vllm#41277) and its table ends at ${max.value} (#55910): use yarn beyond`,
    );
  if (scaling.type === 'yarn' && mrope?.named)
    notes.push('M-RoPE with YaRN takes four times the original length for the ramp; SGLang does not');
  if (scaling.type === 'yarn' && scaling.attentionFactor !== undefined && !honoursAmplitude)
    notes.push('attention_factor is not read before vllm-project/vllm#56446: update');
  return notes;
}

const row = {
  arithmetic: {
    steps: 'torch, positions divided',
    table: 'type of the model',
    source:
      'rotary_embedding/base.py, _compute_inv_freq and _compute_cos_sin_cache; linear_scaling_rope.py divides the positions',
  },
  flags: ['--max-model-len', '--hf-overrides'],
  source: 'https://github.com/vllm-project/vllm/blob/main/vllm/model_executor/layers/rotary_embedding/__init__.py',
} as const;

export const vllm: Engine = {
  ...row,
  id: 'vllm',
  title: 'vLLM',
  version: '8d9b52f7 (2026-08-07)',
  basis: 'executed',
  read: (source, length) => read(source, length, false),
};

export const vllm56446: Engine = {
  ...row,
  id: 'vllm-56446',
  title: 'vLLM since #56446',
  version: 'main after vllm-project/vllm#56446 (September 2026)',
  basis: 'read',
  read: (source, length) => read(source, length, true),
};
