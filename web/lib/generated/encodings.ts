/**
 * Written by web/tools/gen.mjs from the C++ registry (src/encodings/registry.cpp). Do not edit.
 *
 * A spec is plain JSON. Parameters that are left out take the default of the registry.
 */
import type { EncodingInfo, PrecisionMethodInfo, ScalingInfo } from '../registry.js';

/** The closed list of error codes. */
export const errorCodes = [
  'unknown_encoding',
  'unknown_scaling',
  'unknown_param',
  'missing_param',
  'bad_param',
  'bad_shape',
  'bad_positions',
  'bad_argument',
  'not_defined',
  'too_large',
  'out_of_memory',
  'bad_json',
  'bad_config',
  'unsupported_config',
  'unknown_method',
  'disposed',
  'wasm_not_found',
  'wasm_unsupported',
  'worker_failed',
  'io',
  'internal',
] as const;
export type ErrorCode = (typeof errorCodes)[number];

/** What a context extension did to a pair of channels; a report's band is an index into it. */
export const bands = ['kept', 'blended', 'scaled', 'off'] as const;

/** None. Su et al. 2021, RoFormer, arXiv:2104.09864. */
export interface DefaultScaling {
  readonly type: 'default';
}

/** Position interpolation (linear). Chen et al. 2023, arXiv:2306.15595. */
export interface LinearScaling {
  readonly type: 'linear';
  /** Context extension s = target length / trained length. Finite, > 0, ≤ 1000000000. */
  readonly factor: number;
}

/**
 * NTK-aware. bloc97, June 2023; Peng et al. 2023, YaRN, arXiv:2309.00071, Definition 1, eq.
 * 14-16.
 */
export interface NtkScaling {
  readonly type: 'ntk';
  /** Context extension s = target length / trained length. Finite, > 0, ≤ 1000000000. */
  readonly factor: number;
}

/**
 * Dynamic NTK. emozilla 2023; transformers modeling_rope_utils, type dynamic; YaRN,
 * arXiv:2309.00071, section 3.3.
 */
export interface DynamicScaling {
  readonly type: 'dynamic';
  /** Context extension s = target length / trained length. Finite, > 0, ≤ 1000000000. */
  readonly factor: number;
  /**
   * Trained context L in positions (original_max_position_embeddings). Integer, ≥ 1, ≤
   * 9007199254740991.
   */
  readonly originalContext: number;
  /**
   * Length of the sequence in positions, which selects the regime; the trained context when left
   * out. Integer, ≥ 1, ≤ 9007199254740991.
   */
  readonly contextLength?: number | undefined;
}

/** NTK-by-parts (paper). Peng et al. 2023, YaRN, arXiv:2309.00071, Definition 2, eq. 17-20. */
export interface NtkByPartsScaling {
  readonly type: 'ntk-by-parts';
  /** Context extension s = target length / trained length. Finite, > 0, ≤ 1000000000. */
  readonly factor: number;
  /**
   * Trained context L in positions (original_max_position_embeddings). Integer, ≥ 1, ≤
   * 9007199254740991.
   */
  readonly originalContext: number;
  /**
   * Pairs with fewer turns in the trained context are interpolated fully. Finite, ≥ 0, ≤
   * 1000000000. Default 1.
   */
  readonly alpha?: number | undefined;
  /**
   * Pairs with more turns in the trained context are kept. Finite, > 0, ≤ 1000000000. Default
   * 32.
   */
  readonly beta?: number | undefined;
}

/** YaRN (paper). Peng et al. 2023, YaRN, arXiv:2309.00071, Definition 3, eq. 21-22. */
export interface YarnPaperScaling {
  readonly type: 'yarn-paper';
  /** Context extension s = target length / trained length. Finite, > 0, ≤ 1000000000. */
  readonly factor: number;
  /**
   * Trained context L in positions (original_max_position_embeddings). Integer, ≥ 1, ≤
   * 9007199254740991.
   */
  readonly originalContext: number;
  /**
   * Pairs with fewer turns in the trained context are interpolated fully. Finite, ≥ 0, ≤
   * 1000000000. Default 1.
   */
  readonly alpha?: number | undefined;
  /**
   * Pairs with more turns in the trained context are kept. Finite, > 0, ≤ 1000000000. Default
   * 32.
   */
  readonly beta?: number | undefined;
}

/**
 * YaRN (released code). jquesnelle/yarn; transformers modeling_rope_utils, type yarn; mscale as
 * in DeepSeek-V2/V3.
 */
export interface YarnScaling {
  readonly type: 'yarn';
  /** Context extension s = target length / trained length. Finite, > 0, ≤ 1000000000. */
  readonly factor: number;
  /**
   * Trained context L in positions (original_max_position_embeddings). Integer, ≥ 1, ≤
   * 9007199254740991.
   */
  readonly originalContext: number;
  /**
   * Pairs with more turns in the trained context are kept. Finite, > 0, ≤ 1000000000. Default
   * 32.
   */
  readonly betaFast?: number | undefined;
  /**
   * Pairs with fewer turns in the trained context are divided by the factor. Finite, > 0, ≤
   * 1000000000. Default 1.
   */
  readonly betaSlow?: number | undefined;
  /** Round the two ramp indices outwards to integers. Default true. */
  readonly truncate?: boolean | undefined;
  /** DeepSeek's mscale; used with mscaleAllDim, when both are not 0. Finite, ≥ 0, ≤ 100. */
  readonly mscale?: number | undefined;
  /**
   * DeepSeek's mscale_all_dim: divides the attention factor, and its square multiplies the
   * softmax scale of MLA models. Finite, ≥ 0, ≤ 100.
   */
  readonly mscaleAllDim?: number | undefined;
  /** Multiplies cos and sin; replaces the value that the rule gives. Finite, > 0, ≤ 1000000. */
  readonly attentionFactor?: number | undefined;
}

/** LongRoPE. Ding et al. 2024, arXiv:2402.13753; transformers modeling_rope_utils, type longrope. */
export interface LongropeScaling {
  readonly type: 'longrope';
  /**
   * Trained context L in positions (original_max_position_embeddings). Integer, ≥ 1, ≤
   * 9007199254740991.
   */
  readonly originalContext: number;
  /**
   * max_position_embeddings / originalContext, for the attention factor. Finite, > 0, ≤
   * 1000000000.
   */
  readonly factor?: number | undefined;
  /**
   * Divides theta_i for sequences up to the trained context; one number a pair. Each finite, >
   * 0, ≤ 1000000000.
   */
  readonly shortFactor: readonly number[] | Float64Array;
  /** Divides theta_i for longer sequences; one number a pair. Each finite, > 0, ≤ 1000000000. */
  readonly longFactor: readonly number[] | Float64Array;
  /** Multiplies cos and sin; replaces the value that the rule gives. Finite, > 0, ≤ 1000000. */
  readonly attentionFactor?: number | undefined;
  /**
   * Length of the sequence in positions, which selects the regime; the trained context when left
   * out. Integer, ≥ 1, ≤ 9007199254740991.
   */
  readonly contextLength?: number | undefined;
}

/** Llama 3. Meta Llama 3.1 release; transformers modeling_rope_utils, type llama3. */
export interface Llama3Scaling {
  readonly type: 'llama3';
  /** Context extension s = target length / trained length. Finite, > 0, ≤ 1000000000. */
  readonly factor: number;
  /**
   * Wavelengths above L/lowFreqFactor are stretched by the factor. Finite, > 0, ≤ 1000000000.
   * Default 1.
   */
  readonly lowFreqFactor?: number | undefined;
  /** Wavelengths below L/highFreqFactor are kept. Finite, > 0, ≤ 1000000000. Default 4. */
  readonly highFreqFactor?: number | undefined;
  /**
   * Trained context L in positions (original_max_position_embeddings). Integer, ≥ 1, ≤
   * 9007199254740991.
   */
  readonly originalContext: number;
}

/** NTK-RoPE fixed (kexue.fm). J. Su, kexue.fm; vLLM rotary embedding, type ntk without mixed_b. */
export interface KexueFixedScaling {
  readonly type: 'kexue-fixed';
  /** Context extension s = target length / trained length. Finite, > 0, ≤ 1000000000. */
  readonly factor: number;
}

/** NTK-RoPE mixed (kexue.fm). J. Su, kexue.fm; vLLM rotary embedding, type ntk with mixed_b. */
export interface KexueMixedScaling {
  readonly type: 'kexue-mixed';
  /** Context extension s = target length / trained length. Finite, > 0, ≤ 1000000000. */
  readonly factor: number;
  /** Exponent beta of the mixed variant (mixed_b). Finite, > 0, ≤ 16. Default 0.625. */
  readonly mixedB?: number | undefined;
}

/**
 * Proportional (p-RoPE). Barbero et al. 2024, arXiv:2410.06205; transformers
 * modeling_rope_utils, type proportional (Gemma 4).
 */
export interface ProportionalScaling {
  readonly type: 'proportional';
  /** Fraction p of the pairs that turn (partial_rotary_factor). Finite, ≥ 0, ≤ 1. */
  readonly fraction: number;
  /** Divides the frequencies that turn. Finite, > 0, ≤ 1000000000. Default 1. */
  readonly factor?: number | undefined;
}

/** Adjusted base frequency (ABF). Xiong et al. 2023, arXiv:2309.16039 (unconfirmed). */
export interface AbfScaling {
  readonly type: 'abf';
  /** The new base. Finite, > 0, ≤ 1e+30. */
  readonly base: number;
}

export type ScalingSpec =
  | DefaultScaling
  | LinearScaling
  | NtkScaling
  | DynamicScaling
  | NtkByPartsScaling
  | YarnPaperScaling
  | YarnScaling
  | LongropeScaling
  | Llama3Scaling
  | KexueFixedScaling
  | KexueMixedScaling
  | ProportionalScaling
  | AbfScaling;
export type ScalingId = ScalingSpec['type'];

/** Sinusoidal. Vaswani et al. 2017, Attention Is All You Need, arXiv:1706.03762, section 3.5. */
export interface SinusoidalSpec {
  readonly encoding: 'sinusoidal';
  /** Width of the encoding d: the number of channels of a row. Integer, ≥ 1, ≤ 65536. */
  readonly dim: number;
  /**
   * Base b of the geometric frequencies; 10000 in the paper. Finite, > 0, ≤ 1e+30. Default
   * 10000.
   */
  readonly base?: number | undefined;
  /**
   * Order of channels: interleaved is s0 c0 s1 c1 …, half is s0 s1 … c0 c1 …, half-flipped is c0
   * c1 … s0 s1 …. Default interleaved.
   */
  readonly layout?: 'interleaved' | 'half' | 'half-flipped' | undefined;
  /**
   * Exponent of pair i is i/(d/2) in the paper and i/(d/2-1) in tensor2tensor and fairseq, where
   * the last wavelength is exactly 2π·base. Default d/2.
   */
  readonly denominator?: 'd/2' | 'd/2-1' | undefined;
  /**
   * What an odd dim means: literal keeps the formula and ends with a lone sine; pad-drop builds
   * d+1 channels and drops the last; zero-column appends a column of zeros. Default error.
   */
  readonly oddRule?: 'error' | 'literal' | 'pad-drop' | 'zero-column' | undefined;
  /** Multiplies every position. Finite, ≥ -1000000000, ≤ 1000000000. Default 1. */
  readonly scale?: number | undefined;
  /** fairseq: the row at this position is zero. Integer, ≥ 0, ≤ 9007199254740991. */
  readonly paddingIndex?: number | undefined;
}

/**
 * Diffusion time step. Ho et al. 2020, DDPM, arXiv:2006.11239 (released code); diffusers
 * get_timestep_embedding.
 */
export interface TimestepSpec {
  readonly encoding: 'timestep';
  /** Width of the embedding; an odd one gets a last column of zeros. Integer, ≥ 1, ≤ 65536. */
  readonly dim: number;
  /** Base of the geometric frequencies. Finite, > 0, ≤ 1e+30. Default 10000. */
  readonly maxPeriod?: number | undefined;
  /** Cosines first, then sines (Stable Diffusion). Default false. */
  readonly flipSinToCos?: boolean | undefined;
  /**
   * Taken from the denominator: 1 in DDPM, 0 in Stable Diffusion. Finite, ≥ -65536, ≤ 65536.
   * Default 1.
   */
  readonly downscaleFreqShift?: number | undefined;
  /** Multiplies the time step. Finite, ≥ -1000000000, ≤ 1000000000. Default 1. */
  readonly scale?: number | undefined;
}

/**
 * Rotary (RoPE). Su et al. 2021, RoFormer, arXiv:2104.09864, eq. 14-16 and 34 (equation numbers
 * unconfirmed).
 */
export interface RopeSpec {
  readonly encoding: 'rope';
  /** Head dimension. Integer, ≥ 2, ≤ 65536. */
  readonly dim: number;
  /** Base b of the frequencies (rope_theta). Finite, > 0, ≤ 1e+30. Default 10000. */
  readonly base?: number | undefined;
  /**
   * Which channels form a pair: half rotates (i, i + r/2), as GPT-NeoX and transformers do;
   * interleaved rotates (2i, 2i+1), as the paper, GPT-J and Meta's Llama do. Default half.
   */
  readonly layout?: 'half' | 'interleaved' | undefined;
  /**
   * Number r of channels that are rotated, the first of the head; dim when left out. Exponents
   * use r. Integer, ≥ 2, ≤ 65536.
   */
  readonly rotaryDim?: number | undefined;
  /** Context extension; by default none. */
  readonly scaling?: ScalingSpec | undefined;
}

/** ALiBi. Press et al. 2022, Train Short, Test Long, arXiv:2108.12409. */
export interface AlibiSpec {
  readonly encoding: 'alibi';
  /** Number of attention heads n. Integer, ≥ 1, ≤ 4096. */
  readonly heads: number;
  /**
   * Slopes for a head count that is no power of two: released is the authors' code, geometric is
   * 2^(-8h/n) for every n. Default released.
   */
  readonly rule?: 'released' | 'geometric' | undefined;
  /**
   * causal: keys after the query get -infinity; symmetric: -m·|i - j| (encoders). Default
   * causal.
   */
  readonly direction?: 'causal' | 'symmetric' | undefined;
}

export type EncodingSpec =
  | SinusoidalSpec
  | TimestepSpec
  | RopeSpec
  | AlibiSpec;
export type EncodingId = EncodingSpec['encoding'];

/** Context extensions of rotary frequencies, in display order. */
export const scalings: readonly ScalingInfo[] = [
  {
    id: 'default',
    title: 'None',
    formula: '\\theta\'_i = \\theta_i = b^{-2i/r}',
    citation: 'Su et al. 2021, RoFormer, arXiv:2104.09864',
    params: [],
    hfType: 'default',
  },
  {
    id: 'linear',
    title: 'Position interpolation (linear)',
    formula: '\\theta\'_i = \\theta_i / s',
    citation: 'Chen et al. 2023, arXiv:2306.15595',
    params: [
      {
        name: 'factor',
        kind: 'number',
        doc: 'Context extension s = target length / trained length.',
        required: true,
        min: 0,
        max: 1000000000,
        minExclusive: true,
        slider: { min: 1, max: 64, log: true },
      },
    ],
    hfType: 'linear',
  },
  {
    id: 'ntk',
    title: 'NTK-aware',
    formula: 'b\' = b\\,s^{r/(r-2)},\\quad \\theta\'_i = b\'^{-2i/r} = \\theta_i\\,s^{-2i/(r-2)}',
    citation: 'bloc97, June 2023; Peng et al. 2023, YaRN, arXiv:2309.00071, Definition 1, eq. 14-16',
    params: [
      {
        name: 'factor',
        kind: 'number',
        doc: 'Context extension s = target length / trained length.',
        required: true,
        min: 0,
        max: 1000000000,
        minExclusive: true,
        slider: { min: 1, max: 64, log: true },
      },
    ],
  },
  {
    id: 'dynamic',
    title: 'Dynamic NTK',
    formula: 'b\' = b\\left(\\frac{s\\,l}{L}-(s-1)\\right)^{r/(r-2)},\\quad l=\\max(\\text{length},L)',
    citation: 'emozilla 2023; transformers modeling_rope_utils, type dynamic; YaRN, arXiv:2309.00071, section 3.3',
    params: [
      {
        name: 'factor',
        kind: 'number',
        doc: 'Context extension s = target length / trained length.',
        required: true,
        min: 0,
        max: 1000000000,
        minExclusive: true,
        slider: { min: 1, max: 64, log: true },
      },
      {
        name: 'originalContext',
        kind: 'integer',
        doc: 'Trained context L in positions (original_max_position_embeddings).',
        required: true,
        min: 1,
        max: 9007199254740991,
        slider: { min: 256, max: 1048576, log: true },
      },
      {
        name: 'contextLength',
        kind: 'integer',
        doc: 'Length of the sequence in positions, which selects the regime; the trained context when left out.',
        required: false,
        min: 1,
        max: 9007199254740991,
        slider: { min: 256, max: 1048576, log: true },
      },
    ],
    hfType: 'dynamic',
  },
  {
    id: 'ntk-by-parts',
    title: 'NTK-by-parts (paper)',
    formula: '\\theta\'_i = (1-\\gamma(r_i))\\,\\theta_i/s + \\gamma(r_i)\\,\\theta_i,\\quad \\gamma(r)=\\mathrm{clip}\\!\\left(\\frac{r-\\alpha}{\\beta-\\alpha},0,1\\right),\\quad r_i = L/\\lambda_i',
    citation: 'Peng et al. 2023, YaRN, arXiv:2309.00071, Definition 2, eq. 17-20',
    params: [
      {
        name: 'factor',
        kind: 'number',
        doc: 'Context extension s = target length / trained length.',
        required: true,
        min: 0,
        max: 1000000000,
        minExclusive: true,
        slider: { min: 1, max: 64, log: true },
      },
      {
        name: 'originalContext',
        kind: 'integer',
        doc: 'Trained context L in positions (original_max_position_embeddings).',
        required: true,
        min: 1,
        max: 9007199254740991,
        slider: { min: 256, max: 1048576, log: true },
      },
      {
        name: 'alpha',
        kind: 'number',
        doc: 'Pairs with fewer turns in the trained context are interpolated fully.',
        required: false,
        initial: 1,
        min: 0,
        max: 1000000000,
        slider: { min: 0.1, max: 64, log: true },
      },
      {
        name: 'beta',
        kind: 'number',
        doc: 'Pairs with more turns in the trained context are kept.',
        required: false,
        initial: 32,
        min: 0,
        max: 1000000000,
        minExclusive: true,
        slider: { min: 0.1, max: 64, log: true },
      },
    ],
  },
  {
    id: 'yarn-paper',
    title: 'YaRN (paper)',
    formula: '\\text{NTK-by-parts},\\quad \\mathrm{softmax}\\!\\left(\\frac{q^\\top k}{t\\sqrt{d}}\\right),\\quad \\sqrt{1/t}=0.1\\ln s+1',
    citation: 'Peng et al. 2023, YaRN, arXiv:2309.00071, Definition 3, eq. 21-22',
    params: [
      {
        name: 'factor',
        kind: 'number',
        doc: 'Context extension s = target length / trained length.',
        required: true,
        min: 0,
        max: 1000000000,
        minExclusive: true,
        slider: { min: 1, max: 64, log: true },
      },
      {
        name: 'originalContext',
        kind: 'integer',
        doc: 'Trained context L in positions (original_max_position_embeddings).',
        required: true,
        min: 1,
        max: 9007199254740991,
        slider: { min: 256, max: 1048576, log: true },
      },
      {
        name: 'alpha',
        kind: 'number',
        doc: 'Pairs with fewer turns in the trained context are interpolated fully.',
        required: false,
        initial: 1,
        min: 0,
        max: 1000000000,
        slider: { min: 0.1, max: 64, log: true },
      },
      {
        name: 'beta',
        kind: 'number',
        doc: 'Pairs with more turns in the trained context are kept.',
        required: false,
        initial: 32,
        min: 0,
        max: 1000000000,
        minExclusive: true,
        slider: { min: 0.1, max: 64, log: true },
      },
    ],
  },
  {
    id: 'yarn',
    title: 'YaRN (released code)',
    formula: '\\theta\'_i = (1-\\rho_i)\\,\\theta_i + \\rho_i\\,\\theta_i/s,\\quad \\rho_i=\\mathrm{clip}\\!\\left(\\frac{i-c(\\beta_f)}{c(\\beta_s)-c(\\beta_f)},0,1\\right),\\quad c(\\rho)=\\frac{r\\ln(L/2\\pi\\rho)}{2\\ln b}',
    citation: 'jquesnelle/yarn; transformers modeling_rope_utils, type yarn; mscale as in DeepSeek-V2/V3',
    params: [
      {
        name: 'factor',
        kind: 'number',
        doc: 'Context extension s = target length / trained length.',
        required: true,
        min: 0,
        max: 1000000000,
        minExclusive: true,
        slider: { min: 1, max: 64, log: true },
      },
      {
        name: 'originalContext',
        kind: 'integer',
        doc: 'Trained context L in positions (original_max_position_embeddings).',
        required: true,
        min: 1,
        max: 9007199254740991,
        slider: { min: 256, max: 1048576, log: true },
      },
      {
        name: 'betaFast',
        kind: 'number',
        doc: 'Pairs with more turns in the trained context are kept.',
        required: false,
        initial: 32,
        min: 0,
        max: 1000000000,
        minExclusive: true,
        slider: { min: 0.1, max: 64, log: true },
      },
      {
        name: 'betaSlow',
        kind: 'number',
        doc: 'Pairs with fewer turns in the trained context are divided by the factor.',
        required: false,
        initial: 1,
        min: 0,
        max: 1000000000,
        minExclusive: true,
        slider: { min: 0.1, max: 64, log: true },
      },
      {
        name: 'truncate',
        kind: 'boolean',
        doc: 'Round the two ramp indices outwards to integers.',
        required: false,
        initial: true,
      },
      {
        name: 'mscale',
        kind: 'number',
        doc: 'DeepSeek\'s mscale; used with mscaleAllDim, when both are not 0.',
        required: false,
        min: 0,
        max: 100,
        slider: { min: 0, max: 2 },
      },
      {
        name: 'mscaleAllDim',
        kind: 'number',
        doc: 'DeepSeek\'s mscale_all_dim: divides the attention factor, and its square multiplies the softmax scale of MLA models.',
        required: false,
        min: 0,
        max: 100,
        slider: { min: 0, max: 2 },
      },
      {
        name: 'attentionFactor',
        kind: 'number',
        doc: 'Multiplies cos and sin; replaces the value that the rule gives.',
        required: false,
        min: 0,
        max: 1000000,
        minExclusive: true,
        slider: { min: 0.5, max: 2 },
      },
    ],
    hfType: 'yarn',
  },
  {
    id: 'longrope',
    title: 'LongRoPE',
    formula: '\\theta\'_i = \\theta_i / e_i,\\quad e = \\text{short or long factors},\\quad \\text{attention factor}=\\sqrt{1+\\ln s/\\ln L}',
    citation: 'Ding et al. 2024, arXiv:2402.13753; transformers modeling_rope_utils, type longrope',
    params: [
      {
        name: 'originalContext',
        kind: 'integer',
        doc: 'Trained context L in positions (original_max_position_embeddings).',
        required: true,
        min: 1,
        max: 9007199254740991,
        slider: { min: 256, max: 1048576, log: true },
      },
      {
        name: 'factor',
        kind: 'number',
        doc: 'max_position_embeddings / originalContext, for the attention factor.',
        required: false,
        min: 0,
        max: 1000000000,
        minExclusive: true,
        slider: { min: 1, max: 64, log: true },
      },
      {
        name: 'shortFactor',
        kind: 'numbers',
        doc: 'Divides theta_i for sequences up to the trained context; one number a pair.',
        required: true,
        min: 0,
        max: 1000000000,
        minExclusive: true,
        maxLength: 32768,
      },
      {
        name: 'longFactor',
        kind: 'numbers',
        doc: 'Divides theta_i for longer sequences; one number a pair.',
        required: true,
        min: 0,
        max: 1000000000,
        minExclusive: true,
        maxLength: 32768,
      },
      {
        name: 'attentionFactor',
        kind: 'number',
        doc: 'Multiplies cos and sin; replaces the value that the rule gives.',
        required: false,
        min: 0,
        max: 1000000,
        minExclusive: true,
        slider: { min: 0.5, max: 2 },
      },
      {
        name: 'contextLength',
        kind: 'integer',
        doc: 'Length of the sequence in positions, which selects the regime; the trained context when left out.',
        required: false,
        min: 1,
        max: 9007199254740991,
        slider: { min: 256, max: 1048576, log: true },
      },
    ],
    hfType: 'longrope',
  },
  {
    id: 'llama3',
    title: 'Llama 3',
    formula: '\\theta\'_i = (1-\\sigma_i)\\,\\theta_i/s+\\sigma_i\\theta_i,\\quad \\sigma_i=\\mathrm{clip}\\!\\left(\\frac{L/\\lambda_i-f_{low}}{f_{high}-f_{low}},0,1\\right)',
    citation: 'Meta Llama 3.1 release; transformers modeling_rope_utils, type llama3',
    params: [
      {
        name: 'factor',
        kind: 'number',
        doc: 'Context extension s = target length / trained length.',
        required: true,
        min: 0,
        max: 1000000000,
        minExclusive: true,
        slider: { min: 1, max: 64, log: true },
      },
      {
        name: 'lowFreqFactor',
        kind: 'number',
        doc: 'Wavelengths above L/lowFreqFactor are stretched by the factor.',
        required: false,
        initial: 1,
        min: 0,
        max: 1000000000,
        minExclusive: true,
        slider: { min: 0.1, max: 64, log: true },
      },
      {
        name: 'highFreqFactor',
        kind: 'number',
        doc: 'Wavelengths below L/highFreqFactor are kept.',
        required: false,
        initial: 4,
        min: 0,
        max: 1000000000,
        minExclusive: true,
        slider: { min: 0.1, max: 64, log: true },
      },
      {
        name: 'originalContext',
        kind: 'integer',
        doc: 'Trained context L in positions (original_max_position_embeddings).',
        required: true,
        min: 1,
        max: 9007199254740991,
        slider: { min: 256, max: 1048576, log: true },
      },
    ],
    hfType: 'llama3',
  },
  {
    id: 'kexue-fixed',
    title: 'NTK-RoPE fixed (kexue.fm)',
    formula: '\\theta\'_i = (b\\,k)^{-2i/r} / k^{2/r}',
    citation: 'J. Su, kexue.fm; vLLM rotary embedding, type ntk without mixed_b',
    params: [
      {
        name: 'factor',
        kind: 'number',
        doc: 'Context extension s = target length / trained length.',
        required: true,
        min: 0,
        max: 1000000000,
        minExclusive: true,
        slider: { min: 1, max: 64, log: true },
      },
    ],
  },
  {
    id: 'kexue-mixed',
    title: 'NTK-RoPE mixed (kexue.fm)',
    formula: '\\theta\'_i = \\theta_i / e^{a(i+1)^\\beta},\\quad a=\\ln k/(r/2)^\\beta',
    citation: 'J. Su, kexue.fm; vLLM rotary embedding, type ntk with mixed_b',
    params: [
      {
        name: 'factor',
        kind: 'number',
        doc: 'Context extension s = target length / trained length.',
        required: true,
        min: 0,
        max: 1000000000,
        minExclusive: true,
        slider: { min: 1, max: 64, log: true },
      },
      {
        name: 'mixedB',
        kind: 'number',
        doc: 'Exponent beta of the mixed variant (mixed_b).',
        required: false,
        initial: 0.625,
        min: 0,
        max: 16,
        minExclusive: true,
        slider: { min: 0.1, max: 2 },
      },
    ],
  },
  {
    id: 'proportional',
    title: 'Proportional (p-RoPE)',
    formula: '\\theta\'_i = \\theta_i/s\\ (i<\\lfloor p\\,d/2\\rfloor),\\quad 0\\ \\text{otherwise}',
    citation: 'Barbero et al. 2024, arXiv:2410.06205; transformers modeling_rope_utils, type proportional (Gemma 4)',
    params: [
      {
        name: 'fraction',
        kind: 'number',
        doc: 'Fraction p of the pairs that turn (partial_rotary_factor).',
        required: true,
        min: 0,
        max: 1,
        slider: { min: 0, max: 1 },
      },
      {
        name: 'factor',
        kind: 'number',
        doc: 'Divides the frequencies that turn.',
        required: false,
        initial: 1,
        min: 0,
        max: 1000000000,
        minExclusive: true,
        slider: { min: 1, max: 64, log: true },
      },
    ],
    hfType: 'proportional',
  },
  {
    id: 'abf',
    title: 'Adjusted base frequency (ABF)',
    formula: '\\theta\'_i = b\'^{-2i/r}',
    citation: 'Xiong et al. 2023, arXiv:2309.16039 (unconfirmed)',
    params: [
      {
        name: 'base',
        kind: 'number',
        doc: 'The new base.',
        required: true,
        min: 0,
        max: 1e+30,
        minExclusive: true,
        slider: { min: 1000, max: 100000000, log: true },
      },
    ],
  },
];

/** Every encoding, in display order. */
export const encodings: readonly EncodingInfo[] = [
  {
    id: 'sinusoidal',
    title: 'Sinusoidal',
    formula: '\\mathrm{PE}_{p,2i} = \\sin(p\\,\\omega_i),\\quad \\mathrm{PE}_{p,2i+1} = \\cos(p\\,\\omega_i),\\quad \\omega_i = b^{-2i/d}',
    citation: 'Vaswani et al. 2017, Attention Is All You Need, arXiv:1706.03762, section 3.5',
    params: [
      {
        name: 'dim',
        kind: 'integer',
        doc: 'Width of the encoding d: the number of channels of a row.',
        required: true,
        min: 1,
        max: 65536,
        slider: { min: 2, max: 1024, log: true },
      },
      {
        name: 'base',
        kind: 'number',
        doc: 'Base b of the geometric frequencies; 10000 in the paper.',
        required: false,
        initial: 10000,
        min: 0,
        max: 1e+30,
        minExclusive: true,
        slider: { min: 10, max: 10000000, log: true },
      },
      {
        name: 'layout',
        kind: 'choice',
        doc: 'Order of channels: interleaved is s0 c0 s1 c1 …, half is s0 s1 … c0 c1 …, half-flipped is c0 c1 … s0 s1 ….',
        required: false,
        initial: 'interleaved',
        choices: ['interleaved', 'half', 'half-flipped'],
      },
      {
        name: 'denominator',
        kind: 'choice',
        doc: 'Exponent of pair i is i/(d/2) in the paper and i/(d/2-1) in tensor2tensor and fairseq, where the last wavelength is exactly 2π·base.',
        required: false,
        initial: 'd/2',
        choices: ['d/2', 'd/2-1'],
      },
      {
        name: 'oddRule',
        kind: 'choice',
        doc: 'What an odd dim means: literal keeps the formula and ends with a lone sine; pad-drop builds d+1 channels and drops the last; zero-column appends a column of zeros.',
        required: false,
        initial: 'error',
        choices: ['error', 'literal', 'pad-drop', 'zero-column'],
      },
      {
        name: 'scale',
        kind: 'number',
        doc: 'Multiplies every position.',
        required: false,
        initial: 1,
        min: -1000000000,
        max: 1000000000,
        slider: { min: 0.001, max: 1000, log: true },
      },
      {
        name: 'paddingIndex',
        kind: 'integer',
        doc: 'fairseq: the row at this position is zero.',
        required: false,
        min: 0,
        max: 9007199254740991,
      },
    ],
    family: 'absolute',
    axes: ['position'],
    scalable: false,
    stages: [
      'frequencies',
      'table',
      'derivative',
      'kernelProfile',
      'decayBound',
      'gram',
      'precision',
    ],
  },
  {
    id: 'timestep',
    title: 'Diffusion time step',
    formula: '\\omega_k = P^{-k/(h-\\delta)},\\quad [\\sin(s\\,t\\,\\omega_k)\\;|\\;\\cos(s\\,t\\,\\omega_k)],\\quad h=\\lfloor d/2\\rfloor',
    citation: 'Ho et al. 2020, DDPM, arXiv:2006.11239 (released code); diffusers get_timestep_embedding',
    params: [
      {
        name: 'dim',
        kind: 'integer',
        doc: 'Width of the embedding; an odd one gets a last column of zeros.',
        required: true,
        min: 1,
        max: 65536,
        slider: { min: 2, max: 1024, log: true },
      },
      {
        name: 'maxPeriod',
        kind: 'number',
        doc: 'Base of the geometric frequencies.',
        required: false,
        initial: 10000,
        min: 0,
        max: 1e+30,
        minExclusive: true,
        slider: { min: 10, max: 10000000, log: true },
      },
      {
        name: 'flipSinToCos',
        kind: 'boolean',
        doc: 'Cosines first, then sines (Stable Diffusion).',
        required: false,
        initial: false,
      },
      {
        name: 'downscaleFreqShift',
        kind: 'number',
        doc: 'Taken from the denominator: 1 in DDPM, 0 in Stable Diffusion.',
        required: false,
        initial: 1,
        min: -65536,
        max: 65536,
        slider: { min: 0, max: 1 },
      },
      {
        name: 'scale',
        kind: 'number',
        doc: 'Multiplies the time step.',
        required: false,
        initial: 1,
        min: -1000000000,
        max: 1000000000,
        slider: { min: 0.001, max: 1000, log: true },
      },
    ],
    family: 'absolute',
    axes: ['position'],
    scalable: false,
    stages: [
      'frequencies',
      'table',
      'derivative',
      'kernelProfile',
      'decayBound',
      'gram',
      'precision',
    ],
  },
  {
    id: 'rope',
    title: 'Rotary (RoPE)',
    formula: 'q_m^\\top k_n = q^\\top R_{n-m}\\,k,\\quad R_m = \\mathrm{blockdiag}\\begin{pmatrix}\\cos m\\theta_i & -\\sin m\\theta_i\\\\ \\sin m\\theta_i & \\cos m\\theta_i\\end{pmatrix},\\quad \\theta_i = b^{-2i/r}',
    citation: 'Su et al. 2021, RoFormer, arXiv:2104.09864, eq. 14-16 and 34 (equation numbers unconfirmed)',
    params: [
      {
        name: 'dim',
        kind: 'integer',
        doc: 'Head dimension.',
        required: true,
        min: 2,
        max: 65536,
        slider: { min: 2, max: 512, log: true },
      },
      {
        name: 'base',
        kind: 'number',
        doc: 'Base b of the frequencies (rope_theta).',
        required: false,
        initial: 10000,
        min: 0,
        max: 1e+30,
        minExclusive: true,
        slider: { min: 1000, max: 10000000, log: true },
      },
      {
        name: 'layout',
        kind: 'choice',
        doc: 'Which channels form a pair: half rotates (i, i + r/2), as GPT-NeoX and transformers do; interleaved rotates (2i, 2i+1), as the paper, GPT-J and Meta\'s Llama do.',
        required: false,
        initial: 'half',
        choices: ['half', 'interleaved'],
      },
      {
        name: 'rotaryDim',
        kind: 'integer',
        doc: 'Number r of channels that are rotated, the first of the head; dim when left out. Exponents use r.',
        required: false,
        min: 2,
        max: 65536,
        slider: { min: 2, max: 512, log: true },
      },
    ],
    family: 'rotary',
    axes: ['position'],
    scalable: true,
    stages: [
      'frequencies',
      'table',
      'derivative',
      'kernelProfile',
      'decayBound',
      'gram',
      'rotate',
      'attentionScores',
      'precision',
      'report',
    ],
    scalings,
  },
  {
    id: 'alibi',
    title: 'ALiBi',
    formula: 'b_h(i,j) = -m_h\\,(i-j),\\quad m_h = 2^{-8h/n}',
    citation: 'Press et al. 2022, Train Short, Test Long, arXiv:2108.12409',
    params: [
      {
        name: 'heads',
        kind: 'integer',
        doc: 'Number of attention heads n.',
        required: true,
        min: 1,
        max: 4096,
        slider: { min: 1, max: 128, log: true },
      },
      {
        name: 'rule',
        kind: 'choice',
        doc: 'Slopes for a head count that is no power of two: released is the authors\' code, geometric is 2^(-8h/n) for every n.',
        required: false,
        initial: 'released',
        choices: ['released', 'geometric'],
      },
      {
        name: 'direction',
        kind: 'choice',
        doc: 'causal: keys after the query get -infinity; symmetric: -m·|i - j| (encoders).',
        required: false,
        initial: 'causal',
        choices: ['causal', 'symmetric'],
      },
    ],
    family: 'relative bias',
    axes: ['position'],
    scalable: false,
    stages: ['attentionBias', 'biasVector', 'attentionScores', 'facts'],
  },
];

export type PrecisionMethodId =
  | 'hf-f32'
  | 'rounded-f32'
  | 'ggml-f32'
  | 'exp-f32'
  | 'f64'
  | 'tf32'
  | 'bf16'
  | 'fp16'
  | 'table-bf16'
  | 'table-fp16';

/** Ways that others compute angles, in display order. */
export const precisionMethods: readonly (PrecisionMethodInfo & { readonly id: PrecisionMethodId })[] = [
  {
    id: 'hf-f32',
    title: 'float32, 1/pow',
    doc: 'transformers: inverse frequencies 1 / base^(2i/dim) and their product with the position, all in float32.',
    source: 'huggingface/transformers#25681, #24262, #29285',
    arithmetic: 'float32',
    operands: 'float32',
    table: 'float32',
    iterated: false,
    exactTo: 16777216,
  },
  {
    id: 'rounded-f32',
    title: 'float32, best frequencies',
    doc: 'Frequencies correctly rounded to float32, product in float32: the most that more care with the frequencies alone can give.',
    source: 'posenc',
    arithmetic: 'float32',
    operands: 'float32',
    table: 'float32',
    iterated: false,
    exactTo: 16777216,
  },
  {
    id: 'ggml-f32',
    title: 'float32, iterated',
    doc: 'ggml (llama.cpp) on the CPU: the angle of each pair is that of the pair before times base^(-2/dim), in float32, so that errors add up from pair to pair.',
    source: 'ggml-org/ggml, ggml_rope_cache_init',
    arithmetic: 'float32',
    operands: 'float32',
    table: 'float32',
    iterated: true,
    exactTo: 16777216,
  },
  {
    id: 'exp-f32',
    title: 'float32, exp',
    doc: 'diffusers: frequencies exp(-ln(base)·i / (dim/2)) and their product with the position, all in float32.',
    source: 'huggingface/diffusers, get_timestep_embedding',
    arithmetic: 'float32',
    operands: 'float32',
    table: 'float32',
    iterated: false,
    exactTo: 16777216,
  },
  {
    id: 'f64',
    title: 'float64',
    doc: 'The same as transformers in float64: what NumPy gives by default.',
    source: 'huggingface/transformers#46174 (where float64 is missing)',
    arithmetic: 'float64',
    operands: 'float64',
    table: 'float64',
    iterated: false,
    exactTo: 9007199254740992,
  },
  {
    id: 'tf32',
    title: 'TF32 product',
    doc: 'The product as a matrix multiplication on NVIDIA GPUs with TF32 allowed: float32 position and frequency are rounded to 11 significant bits first.',
    source: 'huggingface/transformers#48428, #48450; NVIDIA/TensorRT-LLM#19532',
    arithmetic: 'float32',
    operands: 'tf32',
    table: 'float32',
    iterated: false,
    exactTo: 2048,
  },
  {
    id: 'bf16',
    title: 'bf16 positions and frequencies',
    doc: 'Position and frequency are cast to bf16 with the rest of the model, then multiplied in float32.',
    source: 'sgl-project/sglang-jax#1472, huggingface/candle#3520, Modalities/modalities#462',
    arithmetic: 'float32',
    operands: 'bf16',
    table: 'float32',
    iterated: false,
    exactTo: 256,
  },
  {
    id: 'fp16',
    title: 'fp16 positions and frequencies',
    doc: 'The same with fp16. A position of 65520 or more becomes infinite; its cosine, and with it the error, is no number (NaN).',
    source: 'EleutherAI/gpt-neox#1003, ml-explore/mlx-lm#1076',
    arithmetic: 'float32',
    operands: 'fp16',
    table: 'float32',
    iterated: false,
    exactTo: 2048,
  },
  {
    id: 'table-bf16',
    title: 'exact table in bf16',
    doc: 'Exact cosine and sine, each rounded once to bf16: what storing the table costs.',
    source: 'huggingface/transformers#29496, NVIDIA/Megatron-LM#744',
    arithmetic: 'exact',
    operands: 'exact',
    table: 'bf16',
    iterated: false,
    exactTo: 9007199254740992,
  },
  {
    id: 'table-fp16',
    title: 'exact table in fp16',
    doc: 'Exact cosine and sine, each rounded once to fp16.',
    source: 'vllm-project/vllm#863, #1004',
    arithmetic: 'exact',
    operands: 'exact',
    table: 'fp16',
    iterated: false,
    exactTo: 9007199254740992,
  },
];
