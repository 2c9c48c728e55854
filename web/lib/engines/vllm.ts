/**
 * vLLM: get_rope, called with the dictionary of transformers 5 after a second standardize_rope_params. Two releases, each
 * a row; evidence/vllm has what their classes do.
 */
import { printable } from '../checks/show.js';
import type { ScalingSpec, YarnScaling } from '../generated/encodings.js';
import type { LayerFacts } from '../hf/facts.js';
import { missingKey, NotKnown, Refusal } from './refusal.js';
import {
  baseBesideDict,
  flatForTwo,
  hasPlainSliding,
  keepsDefaultType,
  nestedForOne,
  refuseTwoDicts,
  refuseUnfilled,
} from './transformers-5/rotary-classes.js';
import {
  baseByAlpha,
  fractionAtTop,
  given,
  llama3AsOrdered,
  mscales,
  numberIn,
  originalAsBuilt,
  plainYarn,
  refuseAsClass,
  refuseFault,
  refuseIntegerFactor,
  refuseTexts,
  refuseZeroBeta,
  rotaryDimAsBuilt,
  rotaryDimFromTop,
  ruledLongrope,
  specWith,
  unknownScaling,
  withAmplitudeOne,
} from './rules.js';
import { byTransformersNote, type OwnModels, runsTransformers, unrecognizedType } from './known-types.js';
import { filledIn, servedByVllm } from './served.js';
import type { Source } from './source.js';
import { transformers5 } from './transformers-5.js';
import * as known29 from './vllm/known-0.29.0.js';
import * as known33 from './vllm/known-0.33.0.js';
import { refuseAsOlder } from './vllm/older.js';
import { unrecognized as unrecognized29 } from './vllm/unrecognized-0.29.0.js';
import { unrecognized as unrecognized33 } from './vllm/unrecognized-0.33.0.js';
import { unsupported as unsupported29 } from './vllm/unsupported-0.29.0.js';
import { unsupported as unsupported33 } from './vllm/unsupported-0.33.0.js';
import type { Engine, EngineLayer, Reading } from './types.js';

/** Differences between the releases. */
interface Release {
  readonly models: OwnModels;
  /** Types without a class whose class of transformers it cannot run either. */
  readonly unsupported: ReadonlySet<string>;
  /** Types that came after its transformers. */
  readonly unrecognized: ReadonlySet<string>;
  /** YaRN since 0.30.0: attention_factor and the ratio of both mscales are read, attn_factor and apply_yarn_scaling are
   * not (#56446), and the length of the file is served. */
  readonly newYarn: boolean;
  /** transformers 5.16.1, its companion: a fraction of the head at the top level replaces that of the rope dictionary. */
  readonly fractionFromTop: boolean;
  /** Errors of this release alone; `byTransformers` is true if it runs the class of transformers. */
  readonly refuse?: (source: Source, byTransformers: boolean) => void;
  /** Classes whose M-RoPE keeps as many positions as there are tokens; the others keep four times as many. */
  readonly tokensOnly?: RegExp;
}
const releases = {
  '0.33.0': {
    models: known33,
    unsupported: unsupported33,
    unrecognized: unrecognized33,
    newYarn: true,
    fractionFromTop: false,
    tokensOnly: /^(qwen3_(vl|5)|glm4v)/,
  },
  '0.29.0': {
    models: known29,
    unsupported: unsupported29,
    unrecognized: unrecognized29,
    newYarn: false,
    fractionFromTop: true,
    refuse: refuseAsOlder,
  },
} satisfies Record<string, Release>;

/** patch_legacy_rope_type: the two spellings may differ in these pairs only. */
function refuseTypeConflict(facts: LayerFacts): void {
  const {
    layer: { dict },
    modelType,
  } = facts;
  const [newer, older] = [dict.peek('rope_type'), dict.peek('type')];
  if ((newer ?? older) === 'mrope' && !dict.has('mrope_section') && !/^qwen2(_5)?_vl/.test(modelType ?? ''))
    throw new Refusal('ValueError', "Legacy rope_type 'mrope' requires 'mrope_section' in rope_parameters");
  const ofStep = facts.modelType === 'step3p5' && newer === undefined && older !== undefined && older !== 'default';
  if (ofStep || keepsDefaultType(facts)) throw typeConflict('default', String(older));
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

/** Types that get_rope had until their models were removed. */
const gone: ReadonlySet<string> = new Set(['telechat3-yarn', 'xdrope']);

/** Errors of single classes, which need a field that the class of transformers does not fill in. */
function refuseAsVllmClass(facts: LayerFacts, release: Release): void {
  const { modelType, text, layer, ropeType } = facts;
  refuseTwoDicts(facts);
  if (modelType === 'gemma4_text' && !(layer.nested && text.has('rope_parameters')))
    throw new NotKnown('how it reads a file of Gemma 4 without rope parameters by layer type was not looked at');
  if (modelType === 'glm4_moe_lite' && fractionAtTop(facts) !== undefined)
    throw new NotKnown('how it reads a fraction of the head in a file of GLM 4.7 Flash was not looked at');
  refuseUnfilled(facts);
  if (modelType === 'minimax_m2' && !text.has('rotary_dim'))
    throw new Refusal(
      'AttributeError',
      "'MiniMaxM2Config' object has no attribute 'rotary_dim'",
      'write rotary_dim at the top level',
    );
  if (modelType === 'zamba2' && text.peek('use_mem_rope') !== true)
    throw new NotKnown('it rotates only with use_mem_rope, which the file does not have');
  if (release.newYarn && gone.has(ropeType.given)) throw unknownScaling(ropeType.given);
}

/** Sections must cover the rotated pairs; a nested dictionary cannot be a cache key. */
function refuseSections(facts: LayerFacts): void {
  const { mrope, width } = facts;
  if (nestedForOne(facts)) throw new Refusal('TypeError', "unhashable type: 'dict'", 'write one flat rope_parameters');
  const sum = mrope?.named?.value.reduce((total, part) => total + part, 0);
  if (sum !== undefined && !width.latent && sum !== width.rotaryDim.value / 2)
    throw new Refusal('AssertionError', '', `write an mrope_section of the sum ${width.rotaryDim.value / 2}`);
}

/** Model types whose attention passes is_neox_style=False. */
const interleavedPairs: ReadonlySet<string> = new Set(['cohere', 'cohere2', 'glm4', 'gptj']);

/** Classes that divide hidden_size by the heads whatever head_dim says; 0.29.0 has those of GPT-NeoX and Phi. */
const withoutHeadDim: ReadonlySet<string> = new Set(['gpt_neox', 'granitemoe', 'olmoe', 'phi']);
/** Classes that rotate the whole head whatever the file says (falcon_h1.py; gpt_oss.py makes its own dictionary). */
const wholeHead: ReadonlySet<string> = new Set(['falcon_h1', 'gpt_oss']);
/** Classes that rotate half a head if the file says nothing: glm4.py. */
const halfHead: ReadonlySet<string> = new Set(['glm4', 'glm4v', 'glm_ocr']);

/** The fraction of the head that the configuration class leaves in the rope dictionary. */
function fractionOf(facts: LayerFacts, { fractionFromTop }: Release): number | undefined {
  const [inner, outer] = [numberIn(facts.layer.dict, 'partial_rotary_factor'), fractionAtTop(facts)];
  if (!fractionFromTop) return inner ?? outer;
  const ofName = facts.modelType === 'gpt_neox' ? numberIn(facts.text, 'partial_rotary_factor') : outer; // not rotary_pct
  return ofName ?? inner ?? outer;
}

function widthOf(facts: LayerFacts, outerType: string, release: Release): { dim?: number; rotaryDim: number } {
  const { modelType = '', width, text } = facts;
  if (wholeHead.has(modelType)) return { rotaryDim: width.headDim.value };
  const fraction = fractionOf(facts, release);
  if (width.latent) return { rotaryDim: Math.floor(width.rotaryDim.value * (fraction ?? 1)) };
  const [hidden, heads] = [numberIn(text, 'hidden_size'), numberIn(text, 'num_attention_heads')];
  if (withoutHeadDim.has(modelType) && hidden && heads) {
    const dim = Math.floor(hidden / heads);
    const part = fraction ?? width.rotaryDim.value / width.headDim.value;
    return { dim, rotaryDim: Math.floor(dim * part) };
  }
  if (fraction === undefined && halfHead.has(outerType)) return { rotaryDim: Math.floor(width.headDim.value / 2) };
  return { rotaryDim: release.fractionFromTop ? rotaryDimFromTop(facts) : rotaryDimAsBuilt(facts) };
}

interface Scaled {
  readonly scaling: ScalingSpec;
  readonly rows: number;
}

/** Models whose attention turns rope_type yarn into deepseek_yarn: multi-head latent attention except MiniCPM3. */
const deepseek = ({ width, modelType }: LayerFacts): boolean => width.latent && modelType !== 'minicpm3';

/** A number that a class takes from the rope dictionary that the configuration class has filled in. */
function needed(
  facts: LayerFacts,
  key: 'factor' | 'original_max_position_embeddings' | 'beta_fast' | 'beta_slow',
): number {
  const filled = key.startsWith('original') && filledIn.has(facts.ropeType.name);
  const value = filled ? originalAsBuilt(facts) : given(facts, key);
  if (value === undefined) throw missingKey(key);
  return value;
}

/** deepseek_v2.py: every rope_type except default becomes a YaRN with two mscales. */
function deepseekYarn(facts: LayerFacts): Scaled {
  const factor = needed(facts, 'factor');
  const originalContext = needed(facts, 'original_max_position_embeddings');
  refuseZeroBeta(facts);
  const own = mscales(given(facts, 'mscale') ?? 1, given(facts, 'mscale_all_dim') ?? 0);
  const [betaFast, betaSlow] = [given(facts, 'beta_fast') ?? 32, given(facts, 'beta_slow') ?? 1];
  const scaling = { type: 'yarn' as const, factor, originalContext, betaFast, betaSlow, truncate: true, ...own };
  return { scaling, rows: Math.ceil(originalContext * factor) };
}

/** gpt_oss.py: YaRN whatever rope_type says, without defaults; a file without rope parameters has those of the class. */
function gptOss(facts: LayerFacts): Scaled | undefined {
  const { modelType, scaling, layer } = facts;
  if (modelType !== 'gpt_oss') return undefined;
  if (layer.era === 'none' && scaling.type === 'yarn')
    return { scaling, rows: Math.ceil(scaling.originalContext * scaling.factor) };
  const factor = needed(facts, 'factor');
  const originalContext = needed(facts, 'original_max_position_embeddings');
  const [betaFast, betaSlow] = [needed(facts, 'beta_fast'), needed(facts, 'beta_slow')];
  refuseZeroBeta(facts);
  const truncate = layer.dict.boolean('truncate')?.value ?? true;
  const yarn = { type: 'yarn' as const, factor, originalContext, betaFast, betaSlow, truncate };
  return { scaling: yarn, rows: Math.ceil(originalContext * factor) };
}

/** M-RoPE keeps four times the positions, and its YaRN uses that as the trained length. */
const widening = ({ mrope, modelType = '' }: LayerFacts, { tokensOnly }: Release): number =>
  mrope?.named && !tokensOnly?.test(modelType) ? 4 : 1;

function yarn(facts: LayerFacts, scaling: YarnScaling, release: Release): Scaled {
  refuseZeroBeta(facts);
  const rows = Math.ceil(scaling.originalContext * scaling.factor);
  if (facts.layer.amplitude) return { scaling: withAmplitudeOne(scaling), rows };
  const widened = widening(facts, release);
  const plain = plainYarn(scaling, widened * scaling.originalContext);
  if (!release.newYarn) return { scaling: { ...plain, ...factorOfOwn(facts, scaling) }, rows: widened * rows };
  const { mscale, mscaleAllDim, attentionFactor } = scaling;
  const ratio = mscale !== undefined && mscaleAllDim !== undefined && { mscale, mscaleAllDim };
  return {
    scaling: { ...plain, ...ratio, ...(attentionFactor !== undefined && { attentionFactor }) },
    rows: widened * rows,
  };
}

function scaled(facts: LayerFacts, source: Source, length: number | undefined, release: Release): Scaled {
  const own = gptOss(facts);
  if (own) return own;
  if (deepseek(facts) && facts.ropeType.name !== 'default' && !facts.layer.amplitude) return deepseekYarn(facts);
  const scaling = baseByAlpha(facts) ?? facts.scaling;
  const max = facts.max.value;
  switch (scaling.type) {
    case 'default':
      return { scaling, rows: widening(facts, release) * max };
    case 'linear':
      refuseIntegerFactor(facts, source.isInteger);
      return { scaling, rows: Math.ceil(max * scaling.factor) };
    case 'dynamic': // since pull request 41277 it stretches only with max_trained_positions
      return { scaling: { type: 'default' }, rows: max };
    case 'yarn':
      return yarn(facts, scaling, release);
    case 'llama3':
      return { scaling: llama3AsOrdered(scaling), rows: max };
    case 'longrope': {
      if (interleavedPairs.has(facts.modelType ?? ''))
        throw new Refusal('ValueError', '`Phi3LongRoPEScaledRotaryEmbedding` only supports neox_style.');
      const original = scaling.originalContext;
      const long = (length ?? servedByVllm(source, !release.newYarn)) > original;
      return { scaling: ruledLongrope(facts, scaling, original, long), rows: long ? max : original };
    }
    case 'proportional': {
      const fraction = fractionOf(facts, release) ?? scaling.fraction;
      return { scaling: { type: 'proportional', fraction }, rows: max };
    }
    default:
      return { scaling, rows: max };
  }
}

function layerOf(facts: LayerFacts, source: Source, length: number | undefined, release: Release): EngineLayer {
  refuseTypeConflict(facts);
  refuseAsClass(facts);
  refuseAsVllmClass(facts, release);
  // classes with parameters by layer type
  const beside = hasPlainSliding(facts) || flatForTwo(facts) ? baseBesideDict(facts) : undefined;
  if (beside !== undefined) {
    const fraction = release.fractionFromTop ? undefined : fractionAtTop(facts); // 5.16.1 makes its dictionary without it
    const rotaryDim = Math.floor(facts.width.headDim.value * (fraction ?? 1));
    return { spec: specWith(facts, { type: 'default' }, { base: beside, rotaryDim }), rows: facts.max.value };
  }
  refuseSections(facts);
  refuseFault(facts, unknownScaling);
  const { scaling, rows } = scaled(facts, source, length, release);
  const { dim, rotaryDim: rotated } = widthOf(facts, source.outerType ?? '', release);
  const rotaryDim = scaling.type === 'proportional' ? facts.width.headDim.value : rotated;
  const spec = specWith(facts, scaling, { ...(dim !== undefined && { dim }), rotaryDim });
  return { spec, rows, ...(facts.width.latent && { latent: true }) };
}

function read(source: Source, length: number | undefined, release: Release): Reading {
  const { outerType = '' } = source;
  if (release.unrecognized.has(outerType) && !source.hasOwnCode) throw unrecognizedType(outerType);
  const instead = runsTransformers(source, release.models) || isTextAlone(outerType, release.models);
  refuseTexts(source);
  if (release.unsupported.has(outerType)) {
    const names = source.outerArchitectures.map((name) => `'${printable(name)}'`).join(', ');
    const message = `Model architectures [${names}] are not supported for now.`;
    throw new Refusal('ValueError', message, 'use an engine that has the type', true);
  }
  release.refuse?.(source, instead);
  if (instead) {
    const { layers } = transformers5.read({ ...source, layers: source.layers.map(withoutMrope) }, length);
    return {
      layers,
      served: servedByVllm(source, !release.newYarn),
      notes: [byTransformersNote(source)],
    };
  }
  const layers = source.layers.map((facts) => [facts.layer.name, layerOf(facts, source, length, release)]);
  const first = source.layers[0]!;
  return {
    layers: Object.fromEntries(layers) as Record<string, EngineLayer>,
    served: servedByVllm(source, !release.newYarn),
    notes: notesOn(first, release),
  };
}

/** patch_legacy_rope_type: the class of transformers gets the type default in place of mrope. */
const withoutMrope = (facts: LayerFacts): LayerFacts =>
  facts.ropeType.given === 'mrope' && facts.mrope?.named
    ? { ...facts, ropeType: { ...facts.ropeType, given: 'default' } }
    : facts;

/** Text models of larger models, which have a class of vLLM only within these. */
const isTextAlone = (type: string, { modelTypes }: OwnModels): boolean =>
  type.endsWith('_text') &&
  !modelTypes.has(type) &&
  !/^(cohere_compass|gemma3n?|gemma4|llama4|qwen3_5(_moe)?)_text$/.test(type);

function notesOn(facts: LayerFacts, release: Release): string[] {
  const { max } = facts;
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
  if (scaling.type === 'yarn' && widening(facts, release) > 1)
    notes.push('M-RoPE with YaRN takes four times the original length for the ramp; SGLang does not');
  if (scaling.type === 'yarn' && scaling.attentionFactor !== undefined && !release.newYarn)
    notes.push('attention_factor is not read before release 0.30.0 (vllm-project/vllm#56446): update');
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
  version: '0.33.0',
  basis: 'executed',
  read: (source, length) => read(source, length, releases['0.33.0']),
};

export const vllm29: Engine = {
  ...row,
  id: 'vllm@0.29.0',
  title: 'vLLM 0.29.0',
  version: '0.29.0',
  basis: 'executed',
  byNameOnly: true,
  read: (source, length) => read(source, length, releases['0.29.0']),
};
