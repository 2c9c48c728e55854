/**
 * LMDeploy's PyTorch engine: build_rotary_params (lmdeploy/pytorch/nn/rotary_embedding.py), called with the configuration of
 * transformers 5. TurboMind, its other engine, was not executed.
 */
import { printable } from '../checks/show.js';
import type { LongropeScaling, ScalingSpec, YarnScaling } from '../generated/encodings.js';
import type { LayerFacts } from '../hf/facts.js';
import { architectureName, withoutArchitectures } from './architecture-names.js';
import { runsOwnCode, unknownType } from './known-types.js';
import { classes, type ModelClass } from './lmdeploy/classes.js';
import { missingKey, NotKnown, Refusal } from './refusal.js';
import {
  given,
  mscales,
  numberIn,
  originalAsBuilt,
  refuseAsClass,
  refuseTexts,
  refuseZeroBeta,
  rotaryDimAsBuilt,
  ruledLongrope,
  specWith,
} from './rules.js';
import type { Source } from './source.js';
import { flatForTwo, refuseTwoDicts } from './transformers-5/rotary-classes.js';
import type { Engine, EngineLayer, Reading } from './types.js';

interface Chosen {
  readonly name: string;
  readonly own: ModelClass;
}

function chosenBy(source: Source): Chosen {
  const { outerType, modelType } = source;
  const named = architectureName({ ...source, modelType: outerType ?? modelType }, classes);
  const name = named ?? (modelType === undefined ? 'LlamaForCausalLM' : undefined);
  const own = classes.get(name ?? '');
  if (name !== undefined && own) return { name, own };
  throw new Refusal(
    'RuntimeError',
    `Can not found rewrite for architectures: ['${printable(name ?? outerType ?? modelType ?? '')}']`,
    'use another engine',
    true,
  );
}

/** _get_yarn_parameters: attention_factor if the key is there, or else the ratio of two mscales that are not 0. */
function yarn(facts: LayerFacts): YarnScaling {
  const { dict } = facts.layer;
  const factor = given(facts, 'factor');
  if (factor === undefined) throw missingKey('factor');
  refuseZeroBeta(facts);
  const [mscale = 1, allDim = 0] = [given(facts, 'mscale'), given(facts, 'mscale_all_dim')];
  const literal = given(facts, 'attention_factor');
  const ratio = dict.mentions('attention_factor') || (mscale !== 0 && allDim !== 0);
  return {
    type: 'yarn',
    factor,
    originalContext: originalAsBuilt(facts),
    betaFast: given(facts, 'beta_fast') ?? 32,
    betaSlow: given(facts, 'beta_slow') ?? 1,
    truncate: !dict.mentions('truncate') || Boolean(dict.peek('truncate')),
    ...(literal !== undefined && literal > 0 ? { attentionFactor: literal } : ratio && mscales(mscale, allDim)),
  };
}

/** The short factors up to the original length; the amplitude is that of the whole length always. */
function longrope(facts: LayerFacts, length: number | undefined): LongropeScaling {
  const { scaling } = facts;
  if (scaling.type !== 'longrope') throw missingKey('short_factor');
  const original = originalAsBuilt(facts);
  const { attentionFactor: _, ...ruled } = ruledLongrope(facts, scaling, original, (length ?? original) > original);
  return ruled;
}

function scalingOf(facts: LayerFacts, length: number | undefined): ScalingSpec {
  const { ropeType, scaling, max } = facts;
  switch (ropeType.name) {
    case 'default':
      return { type: 'default' };
    case 'linear':
      return scaling;
    case 'llama3':
      return scaling.type === 'llama3' ? { ...scaling, originalContext: originalAsBuilt(facts) } : scaling;
    case 'dynamic': {
      const factor = given(facts, 'factor');
      if (factor === undefined) throw missingKey('factor');
      return { type: 'dynamic', factor, originalContext: max.value, contextLength: length ?? max.value };
    }
    case 'yarn':
      return yarn(facts);
    case 'longrope':
      return longrope(facts, length);
    default:
      throw missingKey(ropeType.given);
  }
}

const plainAt = ({ spec: { dim, layout } }: LayerFacts, base: number, scaling?: ScalingSpec): EngineLayer => ({
  spec: { encoding: 'rope', dim, base, ...(layout !== undefined && { layout }), ...(scaling && { scaling }) },
});

/** gemma.py: the factor of full attention divides, whatever the type, and a file without one raises. */
function gemma3(facts: LayerFacts): EngineLayer {
  refuseTwoDicts(facts);
  const base = facts.base.value;
  if (facts.layer.layerType === 'sliding_attention') return plainAt(facts, base);
  const factor = flatForTwo(facts) ? undefined : given(facts, 'factor');
  if (factor === undefined) throw missingKey('factor');
  return plainAt(facts, base, { type: 'linear', factor });
}

function layerOf(facts: LayerFacts, { own }: Chosen, length: number | undefined): EngineLayer {
  refuseAsClass(facts);
  if (own.gemma3) return gemma3(facts);
  if (facts.fault && facts.fault.code !== 'unsupported_config') throw facts.fault;
  if (facts.layer.nested) return plainAt(facts, 10_000); // it looks for rope_theta beside the types of layers
  const scaling = scalingOf(facts, length);
  const literal = given(facts, 'attention_factor');
  return {
    spec: specWith(facts, scaling, { rotaryDim: rotaryDimAsBuilt(facts) }),
    ...((scaling.type === 'longrope' || scaling.type === 'dynamic') && { byLength: true }),
    ...(scaling.type === 'yarn' && literal !== undefined && literal <= 0 && { attentionFactor: literal }),
    ...(own.latent && { latent: true }),
  };
}

/** _get_and_verify_max_len (lmdeploy/utils.py): the smallest of these. */
const lengths = [
  ...['max_position_embeddings', 'n_positions', 'max_seq_len', 'seq_length', 'model_max_length'],
  ...['max_sequence_length', 'max_seq_length', 'seq_len'],
];
function servedBy({ text, layers }: Source): number {
  const found = lengths.map((name) => numberIn(text, name)).filter((value) => value !== undefined);
  return Math.min(layers[0]!.max.value, ...found);
}

export const lmdeploy: Engine = {
  id: 'lmdeploy',
  title: 'LMDeploy',
  version: '0.18.0',
  basis: 'executed',
  source: 'https://github.com/InternLM/lmdeploy/blob/v0.18.0/lmdeploy/pytorch/nn/rotary_embedding.py',
  arithmetic: {
    steps: 'torch, positions divided',
    table: 'type of the model',
    source: 'lmdeploy/pytorch/backends/default/rotary_embedding.py, _rotary_embedding_fwd',
  },
  byNameOnly: true,
  flags: ['--session-len', '--hf-overrides'],
  read(source, length): Reading {
    refuseTexts(source);
    const chosen = chosenBy(source);
    const { own, name } = chosen;
    if (own.unread) throw new NotKnown(`its class for ${name} ${own.unread}`);
    if (runsOwnCode(source) || unknownType(source))
      throw new NotKnown('its configuration class is not one of transformers, and was not executed');
    const first = source.layers[0]!;
    const whole = first.layer.layerType === undefined ? first.layer.name : 'default';
    const layers = own.gemma3
      ? source.layers.map((facts) => [facts.layer.name, layerOf(facts, chosen, length)])
      : [[whole, layerOf(first, chosen, length)]];
    return {
      layers: Object.fromEntries(layers),
      served: servedBy(source),
      notes: source.outerArchitectures.length === 0 ? [withoutArchitectures('LMDeploy', name)] : [],
    };
  },
};
