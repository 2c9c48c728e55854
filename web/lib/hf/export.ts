/**
 * Exports a rope spec as the config.json fragment that makes transformers compute the same frequencies:
 * `rope_parameters` (version 5), or rope_theta with rope_scaling (`legacy`, version 4).
 *
 * Only exact translations are made, with one exception: transformers reads `rope_interleave` only in multi-head latent
 * attention; elsewhere the model's code fixes the layout. `scaling.contextLength` is dropped, because it is the current
 * length and not part of a config.
 */
import { errorAbout, PosencError } from '../checks/errors.js';
import type { EncodingSpec, RopeSpec, ScalingSpec } from '../generated/encodings.js';

export interface ExportOptions {
  /** Writes the fragment of transformers 4. */
  readonly legacy?: boolean | undefined;
  /** Written as max_position_embeddings; defaults to factor * originalContext if the type defines it so. */
  readonly maxPositionEmbeddings?: number | undefined;
}

type Json = Record<string, unknown>;
interface Fragment {
  /** The rope dictionary without rope_theta. */
  readonly dict: Json;
  readonly theta?: number;
  readonly maxPositions?: number;
  /** The rope_type exists only since transformers 5. */
  readonly newOnly?: boolean;
}

/**
 * @throws PosencError not_defined for an encoding or scaling without a rope_type in transformers, and
 *   bad_argument for a maxPositionEmbeddings that would change the frequencies.
 */
export function exportConfig(spec: EncodingSpec, options: ExportOptions = {}): Json {
  if (spec.encoding !== 'rope')
    throw new PosencError(
      'not_defined',
      'spec.encoding',
      `${spec.encoding} has no rope fragment in config.json; only rope has`,
    );
  const { scaling = { type: 'default' } } = spec;
  const queries = queryScaleDict(spec, scaling);
  const fragment = translate(scaling);
  if (options.legacy && queries)
    throw new PosencError(
      'not_defined',
      'spec.attnScale',
      'classes that scale queries came with transformers 5; export without legacy',
    );
  if (options.legacy && fragment.newOnly)
    throw new PosencError(
      'not_defined',
      'spec.scaling',
      `rope_type ${scaling.type} came with transformers 5; export without legacy`,
    );
  const maxPositions = checkMaxPositions(fragment, scaling, options.maxPositionEmbeddings);
  const partial = partialFactor(spec, scaling);
  const theta = fragment.theta ?? spec.base ?? 10_000;
  const shared: Json = {
    head_dim: spec.dim,
    ...(spec.layout === 'interleaved' && { rope_interleave: true }),
    ...(maxPositions !== undefined && { max_position_embeddings: maxPositions }),
  };
  if (!options.legacy)
    return {
      ...shared,
      rope_parameters: {
        rope_theta: theta,
        ...fragment.dict,
        ...queries,
        ...(partial !== undefined && { partial_rotary_factor: partial }),
      },
    };
  return {
    ...shared,
    rope_theta: theta,
    ...(partial !== undefined && { partial_rotary_factor: partial }),
    // transformers 4 reads the switching length of LongRoPE here, as do Phi-3's own configs
    ...(scaling.type === 'longrope' && { original_max_position_embeddings: scaling.originalContext }),
    rope_scaling: fragment.dict['rope_type'] === 'default' ? null : fragment.dict,
  };
}

/** Ministral 3 and Mistral 4 read the growth from the dictionary; a step is as long as the context before scaling. */
function queryScaleDict(spec: RopeSpec, scaling: ScalingSpec): Json | undefined {
  const { attnScale = 0, floorScale = 8192, queryRule = 'steps', queryShift = 1 } = spec;
  if (attnScale === 0) return undefined;
  const original = 'originalContext' in scaling ? scaling.originalContext : undefined;
  if (queryRule === 'steps' && queryShift === 0 && floorScale === original) return { llama_4_scaling_beta: attnScale };
  throw new PosencError(
    'not_defined',
    'spec.attnScale',
    'a rope dictionary can only ask for the query scale of Ministral 3 and Mistral 4: queryRule steps, queryShift 0, and floorScale the originalContext of the scaling',
  );
}

/** max_position_embeddings, if it is factor * L by definition. */
function extended(factor: number, originalContext: number): { maxPositions?: number } {
  const length = Math.floor(factor * originalContext);
  return Number.isSafeInteger(length) && length >= 1 ? { maxPositions: length } : {};
}

function translate(scaling: ScalingSpec): Fragment {
  const original = (length: number): Json => ({ original_max_position_embeddings: length });
  const attention = (factor: number | undefined): Json => (factor === undefined ? {} : { attention_factor: factor });
  switch (scaling.type) {
    case 'default':
      return { dict: { rope_type: 'default' } };
    case 'abf':
      return { dict: { rope_type: 'default' }, theta: scaling.base };
    case 'linear':
      return { dict: { rope_type: 'linear', factor: scaling.factor } };
    case 'dynamic':
      return { dict: { rope_type: 'dynamic', factor: scaling.factor }, maxPositions: scaling.originalContext };
    case 'yarn':
      return {
        dict: {
          rope_type: 'yarn',
          factor: scaling.factor,
          ...original(scaling.originalContext),
          beta_fast: scaling.betaFast ?? 32,
          beta_slow: scaling.betaSlow ?? 1,
          ...(scaling.truncate === false && { truncate: false }), // older readers reject the key
          ...(scaling.mscale !== undefined && { mscale: scaling.mscale }),
          ...(scaling.mscaleAllDim !== undefined && { mscale_all_dim: scaling.mscaleAllDim }),
          ...attention(scaling.attentionFactor),
        },
        ...extended(scaling.factor, scaling.originalContext),
      };
    case 'longrope':
      return {
        dict: {
          rope_type: 'longrope',
          ...(scaling.factor !== undefined && { factor: scaling.factor }),
          ...original(scaling.originalContext),
          short_factor: [...scaling.shortFactor],
          long_factor: [...scaling.longFactor],
          ...attention(scaling.attentionFactor),
        },
        ...(scaling.factor !== undefined && extended(scaling.factor, scaling.originalContext)),
      };
    case 'llama3':
      return llama3(scaling.factor, scaling.lowFreqFactor ?? 1, scaling.highFreqFactor ?? 4, scaling.originalContext);
    case 'ntk-by-parts':
      // llama3 is NTK-by-parts with alpha and beta under other names
      return llama3(scaling.factor, scaling.alpha ?? 1, scaling.beta ?? 32, scaling.originalContext);
    case 'proportional':
      return {
        dict: {
          rope_type: 'proportional',
          partial_rotary_factor: scaling.fraction,
          ...(scaling.factor !== undefined && { factor: scaling.factor }),
        },
        newOnly: true,
      };
    case 'ntk':
      return refuse(
        'ntk',
        'it is a larger rope_theta, base * factor^(d/(d-2)); give that base, with no scaling or with type abf. rope_type dynamic is another function',
      );
    case 'yarn-paper':
      return refuse(
        'yarn-paper',
        'rope_type yarn is the released code with another ramp; ntk-by-parts, without the temperature, can be exported as llama3',
      );
    case 'yarn-log':
      return refuse('yarn-log', 'Grok-2 has it, by rope_type yarn_log at the top level of its file');
    case 'telechat3-yarn':
      return refuse(
        'telechat3-yarn',
        'vLLM has it for TeleChat3; rope_type yarn with this attention_factor is the same',
      );
    case 'kexue-fixed':
    case 'kexue-mixed':
      return refuse(scaling.type, "only vLLM has it, as rope_type 'ntk'");
    default: // extensions without a rope_type
      return refuse((scaling as ScalingSpec).type, 'transformers has no rope_type for it');
  }
}

function llama3(factor: number, low: number, high: number, originalContext: number): Fragment {
  return {
    dict: {
      rope_type: 'llama3',
      factor,
      low_freq_factor: low,
      high_freq_factor: high,
      original_max_position_embeddings: originalContext,
    },
  };
}

function refuse(type: string, instead: string): never {
  throw new PosencError(
    'not_defined',
    'spec.scaling.type',
    `transformers has no rope_type for ${type}: ${instead}; it has default, linear, dynamic, yarn, longrope, llama3 and proportional`,
  );
}

function checkMaxPositions(fragment: Fragment, scaling: ScalingSpec, given: number | undefined): number | undefined {
  if (given === undefined) return fragment.maxPositions;
  if (!Number.isSafeInteger(given) || given < 1)
    throw errorAbout(
      'bad_argument',
      'options.maxPositionEmbeddings',
      `is ${String(given)}; it must be an integer of at least 1`,
    );
  if (scaling.type === 'dynamic' && given !== scaling.originalContext)
    throw errorAbout(
      'bad_argument',
      'options.maxPositionEmbeddings',
      `is ${given}; rope_type dynamic takes it for the trained length, so it must be originalContext ${scaling.originalContext}`,
    );
  return given;
}

/** The fraction for which floor(dim * fraction) is rotaryDim, or undefined if all channels rotate. */
function partialFactor(spec: RopeSpec, scaling: ScalingSpec): number | undefined {
  const { dim, rotaryDim = dim } = spec;
  if (rotaryDim === dim) return undefined;
  if (scaling.type === 'proportional')
    throw new PosencError(
      'not_defined',
      'spec.rotaryDim',
      `rope_type proportional always spans the whole head: rotaryDim ${rotaryDim} of ${dim} cannot be written`,
    );
  const ratio = rotaryDim / dim;
  return Math.floor(dim * ratio) === rotaryDim ? ratio : ratio * (1 + Number.EPSILON);
}
