/**
 * Written by web/tools/gen.mjs from the C++ registry (src/encodings/registry.cpp). Do not edit.
 *
 * A spec is plain JSON. Parameters that are left out take the default of the registry.
 */
import type { EncodingInfo, PrecisionMethodInfo, ScalingInfo } from '../types/registry.js';

/** What a context extension did to a pair of channels; a report's band is an index into it. */
export const bands = ['kept', 'blended', 'scaled', 'off'] as const;

/** None. Su et al. 2021, RoFormer, arXiv:2104.09864. */
export interface DefaultScaling {
  readonly type: 'default';
}

/** Position interpolation (linear). Chen et al. 2023, arXiv:2306.15595. */
export interface LinearScaling {
  readonly type: 'linear';
  /** Context extension s = target length / trained length. Finite, > 0, ≤ 1000000000. */ readonly factor: number;
}

/** NTK-aware. bloc97, June 2023; Peng et al. 2023, YaRN, arXiv:2309.00071, Definition 1, eq. 14-16. */
export interface NtkScaling {
  readonly type: 'ntk';
  /** Context extension s = target length / trained length. Finite, > 0, ≤ 1000000000. */ readonly factor: number;
}

/** Dynamic NTK. emozilla 2023; transformers modeling_rope_utils, type dynamic; YaRN, arXiv:2309.00071, section 3.3. */
export interface DynamicScaling {
  readonly type: 'dynamic';
  /** Context extension s = target length / trained length. Finite, > 0, ≤ 1000000000. */ readonly factor: number;
  /** Trained context L in positions (original_max_position_embeddings). Integer, ≥ 1, ≤ 9007199254740991. */
  readonly originalContext: number;
  /** Length of the sequence in positions, which selects the regime; the trained context when left out. Integer, ≥ 1,
   * ≤ 9007199254740991. */
  readonly contextLength?: number | undefined;
}

/** NTK-by-parts (paper). Peng et al. 2023, YaRN, arXiv:2309.00071, Definition 2, eq. 17-20. */
export interface NtkByPartsScaling {
  readonly type: 'ntk-by-parts';
  /** Context extension s = target length / trained length. Finite, > 0, ≤ 1000000000. */ readonly factor: number;
  /** Trained context L in positions (original_max_position_embeddings). Integer, ≥ 1, ≤ 9007199254740991. */
  readonly originalContext: number;
  /** Pairs with fewer turns in the trained context are interpolated fully. Finite, ≥ 0, ≤ 1000000000. Default 1. */
  readonly alpha?: number | undefined;
  /** Pairs with more turns in the trained context are kept. Finite, > 0, ≤ 1000000000. Default 32. */
  readonly beta?: number | undefined;
}

/** YaRN (paper). Peng et al. 2023, YaRN, arXiv:2309.00071, Definition 3, eq. 21-22. */
export interface YarnPaperScaling {
  readonly type: 'yarn-paper';
  /** Context extension s = target length / trained length. Finite, > 0, ≤ 1000000000. */ readonly factor: number;
  /** Trained context L in positions (original_max_position_embeddings). Integer, ≥ 1, ≤ 9007199254740991. */
  readonly originalContext: number;
  /** Pairs with fewer turns in the trained context are interpolated fully. Finite, ≥ 0, ≤ 1000000000. Default 1. */
  readonly alpha?: number | undefined;
  /** Pairs with more turns in the trained context are kept. Finite, > 0, ≤ 1000000000. Default 32. */
  readonly beta?: number | undefined;
}

/** YaRN (released code). jquesnelle/yarn; transformers modeling_rope_utils, type yarn; mscale as in DeepSeek-V2/V3. */
export interface YarnScaling {
  readonly type: 'yarn';
  /** Context extension s = target length / trained length. Finite, > 0, ≤ 1000000000. */ readonly factor: number;
  /** Trained context L in positions (original_max_position_embeddings). Integer, ≥ 1, ≤ 9007199254740991. */
  readonly originalContext: number;
  /** Pairs with more turns in the trained context are kept. Finite, > 0, ≤ 1000000000. Default 32. */
  readonly betaFast?: number | undefined;
  /** Pairs with fewer turns in the trained context are divided by the factor. Finite, > 0, ≤ 1000000000. Default 1. */
  readonly betaSlow?: number | undefined;
  /** Round the two ramp indices outwards to integers. Default true. */ readonly truncate?: boolean | undefined;
  /** DeepSeek's mscale; used with mscaleAllDim, when both are not 0. Finite, ≥ 0, ≤ 100. */
  readonly mscale?: number | undefined;
  /** DeepSeek's mscale_all_dim: divides the attention factor, and its square multiplies the softmax scale of MLA
   * models. Finite, ≥ 0, ≤ 100. */
  readonly mscaleAllDim?: number | undefined;
  /** Multiplies cos and sin; replaces the value that the rule gives. Finite, > 0, ≤ 1000000. */
  readonly attentionFactor?: number | undefined;
}

/** LongRoPE. Ding et al. 2024, arXiv:2402.13753; transformers modeling_rope_utils, type longrope. */
export interface LongropeScaling {
  readonly type: 'longrope';
  /** Trained context L in positions (original_max_position_embeddings). Integer, ≥ 1, ≤ 9007199254740991. */
  readonly originalContext: number;
  /** max_position_embeddings / originalContext, for the attention factor. Finite, > 0, ≤ 1000000000. */
  readonly factor?: number | undefined;
  /** Divides theta_i for sequences up to the trained context; one number a pair. Each finite, > 0, ≤ 1000000000. */
  readonly shortFactor: readonly number[] | Float64Array;
  /** Divides theta_i for longer sequences; one number a pair. Each finite, > 0, ≤ 1000000000. */
  readonly longFactor: readonly number[] | Float64Array;
  /** Multiplies cos and sin; replaces the value that the rule gives. Finite, > 0, ≤ 1000000. */
  readonly attentionFactor?: number | undefined;
  /** Length of the sequence in positions, which selects the regime; the trained context when left out. Integer, ≥ 1,
   * ≤ 9007199254740991. */
  readonly contextLength?: number | undefined;
}

/** Llama 3. Meta Llama 3.1 release; transformers modeling_rope_utils, type llama3. */
export interface Llama3Scaling {
  readonly type: 'llama3';
  /** Context extension s = target length / trained length. Finite, > 0, ≤ 1000000000. */ readonly factor: number;
  /** Wavelengths above L/lowFreqFactor are stretched by the factor. Finite, > 0, ≤ 1000000000. Default 1. */
  readonly lowFreqFactor?: number | undefined;
  /** Wavelengths below L/highFreqFactor are kept: the larger it is, the fewer they are. Finite, > 0, ≤ 1000000000.
   * Default 4. */
  readonly highFreqFactor?: number | undefined;
  /** Trained context L in positions (original_max_position_embeddings). Integer, ≥ 1, ≤ 9007199254740991. */
  readonly originalContext: number;
}

/** NTK-RoPE fixed (kexue.fm). J. Su, kexue.fm; vLLM rotary embedding, type ntk without mixed_b. */
export interface KexueFixedScaling {
  readonly type: 'kexue-fixed';
  /** Context extension s = target length / trained length. Finite, > 0, ≤ 1000000000. */ readonly factor: number;
}

/** NTK-RoPE mixed (kexue.fm). J. Su, kexue.fm; vLLM rotary embedding, type ntk with mixed_b. */
export interface KexueMixedScaling {
  readonly type: 'kexue-mixed';
  /** Context extension s = target length / trained length. Finite, > 0, ≤ 1000000000. */ readonly factor: number;
  /** Exponent beta of the mixed variant (mixed_b). Finite, > 0, ≤ 16. Default 0.625. */
  readonly mixedB?: number | undefined;
}

/** Proportional (p-RoPE). Barbero et al. 2024, arXiv:2410.06205; transformers modeling_rope_utils, type proportional
 * (Gemma 4). */
export interface ProportionalScaling {
  readonly type: 'proportional';
  /** Fraction p of the pairs that turn (partial_rotary_factor). Finite, ≥ 0, ≤ 1. */ readonly fraction: number;
  /** The frequencies of the pairs that turn are divided by it. Finite, > 0, ≤ 1000000000. Default 1. */
  readonly factor?: number | undefined;
}

/** Adjusted base frequency (ABF). Xiong et al. 2023, arXiv:2309.16039 (unconfirmed). */
export interface AbfScaling {
  readonly type: 'abf';
  /** Base that replaces the one of the encoding: the larger, the slower the pairs. Finite, > 0, ≤ 1e+30. */
  readonly base: number;
}

/** YaRN in logarithms (Grok). xAI Grok-2; vLLM grok1_scaling_rope.py, extra_method yarn_log. */
export interface YarnLogScaling {
  readonly type: 'yarn-log';
  /** Context extension s = target length / trained length. Finite, > 0, ≤ 1000000000. */ readonly factor: number;
  /** Trained context L in positions (original_max_position_embeddings). Integer, ≥ 1, ≤ 9007199254740991. */
  readonly originalContext: number;
  /** Pairs with more turns in the trained context are kept. Finite, > 0, ≤ 1000000000. Default 32. */
  readonly betaFast?: number | undefined;
  /** Pairs with fewer turns in the trained context are divided by the factor. Finite, > 0, ≤ 1000000000. Default 1. */
  readonly betaSlow?: number | undefined;
  /** Round the two ramp indices outwards to integers. Default true. */ readonly truncate?: boolean | undefined;
  /** Multiplies cos and sin; replaces the value that the rule gives. Finite, > 0, ≤ 1000000. */
  readonly attentionFactor?: number | undefined;
}

/** YaRN of TeleChat3. China Telecom TeleChat3; vLLM telechat3_scaling_rope.py. */
export interface Telechat3YarnScaling {
  readonly type: 'telechat3-yarn';
  /** Context extension s = target length / trained length. Finite, > 0, ≤ 1000000000. */ readonly factor: number;
  /** Trained context L in positions (original_max_position_embeddings). Integer, ≥ 1, ≤ 9007199254740991. */
  readonly originalContext: number;
  /** Pairs with more turns in the trained context are kept. Finite, > 0, ≤ 1000000000. Default 32. */
  readonly betaFast?: number | undefined;
  /** Pairs with fewer turns in the trained context are divided by the factor. Finite, > 0, ≤ 1000000000. Default 1. */
  readonly betaSlow?: number | undefined;
  /** Round the two ramp indices outwards to integers. Default true. */ readonly truncate?: boolean | undefined;
  /** Multiplies cos and sin; replaces the value that the rule gives. Finite, > 0, ≤ 1000000. */
  readonly attentionFactor?: number | undefined;
}

/** RIFLEx. Zhao et al. 2025, RIFLEx, arXiv:2502.15894, eq. 8; thu-ml/RIFLEx riflex_utils.py (2bff7fe0) and
 * hunyuanvideo.py (0048f726). */
export interface RiflexScaling {
  readonly type: 'riflex';
  /** Wanted length L in positions: latent frames of a video (L_test). Integer, ≥ 1, ≤ 9007199254740991. */
  readonly contextLength: number;
  /** The intrinsic pair k, counted from 1: 4 in HunyuanVideo, 2 in CogVideoX. Integer, ≥ 1, ≤ 32768. Default 4. Only
   * where repetition is left out. */
  readonly pair?: number | undefined;
  /** The position at which a sequence first repeats itself, from which the pair follows. Finite, ≥ 1, ≤
   * 9007199254740991. */
  readonly repetition?: number | undefined;
  /** Share of the pair's period that the wanted length takes. Finite, > 0, ≤ 1. Default 0.9. */
  readonly share?: number | undefined;
  /** The model was trained so: its frequency is changed at any length, not only beyond the period. Default false. */
  readonly finetuned?: boolean | undefined;
}

export type ScalingSpec =
  | DefaultScaling | LinearScaling | NtkScaling | DynamicScaling | NtkByPartsScaling | YarnPaperScaling | YarnScaling
  | LongropeScaling | Llama3Scaling | KexueFixedScaling | KexueMixedScaling | ProportionalScaling | AbfScaling
  | YarnLogScaling | Telechat3YarnScaling | RiflexScaling;
export type ScalingId = ScalingSpec['type'];

/** Sinusoidal. Vaswani et al. 2017, Attention Is All You Need, arXiv:1706.03762, section 3.5. */
export interface SinusoidalSpec {
  readonly encoding: 'sinusoidal';
  /** Width of the encoding d: the number of channels of a row. Integer, ≥ 1, ≤ 65536. */ readonly dim: number;
  /** Base b of the geometric frequencies; 10000 in the paper. Finite, > 0, ≤ 1e+30. Default 10000. */
  readonly base?: number | undefined;
  /** Order of channels: interleaved is s0 c0 s1 c1 …, half is s0 s1 … c0 c1 …, half-flipped is c0 c1 … s0 s1 ….
   * Default interleaved. */
  readonly layout?: 'interleaved' | 'half' | 'half-flipped' | undefined;
  /** Exponent of pair i is i/(d/2) in the paper and i/(d/2-1) in tensor2tensor and fairseq, where the last
   * wavelength is exactly 2π·base. Default d/2. */
  readonly denominator?: 'd/2' | 'd/2-1' | undefined;
  /** Power p of the fraction 2i/d: frequencies b^(-(2i/d)^p). 1, linear in i, is what was published; below 1 slow
   * waves are many, above 1 fast ones. Finite, > 0, ≤ 64. Default 1. */
  readonly exponent?: number | undefined;
  /** What an odd dim means: literal keeps the formula and ends with a lone sine; pad-drop builds d+1 channels and
   * drops the last; zero-column appends a column of zeros. Default error. */
  readonly oddRule?: 'error' | 'literal' | 'pad-drop' | 'zero-column' | undefined;
  /** Every position is multiplied by it: the larger, the faster the waves turn. Finite, ≥ -1000000000, ≤ 1000000000.
   * Default 1. */
  readonly scale?: number | undefined;
  /** fairseq: the row at this position is zero. Integer, ≥ 0, ≤ 9007199254740991. Only where zeroFirst is false. */
  readonly paddingIndex?: number | undefined;
  /** Row 0 is zero, and row p is that of p - 1 otherwise: frames of Kimi K2.5, where a picture stands at 0 and the
   * frames of a video from 1 on. Default false. */
  readonly zeroFirst?: boolean | undefined;
}

/** Diffusion time step. Ho et al. 2020, DDPM, arXiv:2006.11239 (released code); diffusers get_timestep_embedding. */
export interface TimestepSpec {
  readonly encoding: 'timestep';
  /** Width of the embedding; an odd one gets a last column of zeros. Integer, ≥ 1, ≤ 65536. */ readonly dim: number;
  /** Base P of the geometric frequencies: the larger, the slower the slowest waves. Finite, > 0, ≤ 1e+30. Default
   * 10000. */
  readonly maxPeriod?: number | undefined;
  /** Cosines first, then sines (Stable Diffusion). Default false. */ readonly flipSinToCos?: boolean | undefined;
  /** Taken from the denominator: 1 in DDPM, 0 in Stable Diffusion. Finite, ≥ -65536, ≤ 65536. Default 1. */
  readonly downscaleFreqShift?: number | undefined;
  /** Every time step is multiplied by it: the larger, the faster the waves turn. Finite, ≥ -1000000000, ≤
   * 1000000000. Default 1. */
  readonly scale?: number | undefined;
}

/** Gaussian Fourier projection (noise level). Song et al. 2021, Score-Based Generative Modeling through SDEs,
 * arXiv:2011.13456 (released code); diffusers GaussianFourierProjection. */
export interface GaussianFourierSpec {
  readonly encoding: 'gaussian-fourier';
  /** Width d, even: twice diffusers' embedding_size, which is 256. Integer, ≥ 2, ≤ 65536. */ readonly dim: number;
  /** Standard deviation of the frequencies w, in turns per unit: 1 in diffusers, 16 or 30 in score-based models.
   * Finite, > 0, ≤ 1000000. Default 1. Only where weights is left out. */
  readonly scale?: number | undefined;
  /** The position is a noise level x > 0 and its logarithm is encoded; diffusers' default is to do so. Default
   * false. */
  readonly log?: boolean | undefined;
  /** The cosines stand first in a row, and the sines after them. Default false. */
  readonly flipSinToCos?: boolean | undefined;
  /** The frequencies w, (dim/2) numbers; drawn when left out. Each finite, ≥ -1000000000000000, ≤ 1000000000000000. */
  readonly weights?: readonly number[] | Float64Array | undefined;
  /** Seed of the frequencies that are drawn: another seed gives another encoding. Integer, ≥ 0, ≤ 9007199254740991.
   * Default 0. Only where weights is left out. */
  readonly seed?: number | undefined;
}

/** Learned table. Gehring et al. 2017, arXiv:1705.03122 (learned position embeddings); initialisers: fairseq, timm,
 * x-transformers, DETR (released code); Ito et al. 2025, Learning interpretable positional encodings in
 * transformers depends on initialization, arXiv:2406.08272. */
export interface LearnedSpec {
  readonly encoding: 'learned';
  /** Width d of the table: how many numbers a position has. Integer, ≥ 1, ≤ 65536. */ readonly dim: number;
  /** Rows N of the table: 512 when left out, or as many as `values` has. Integer, ≥ 1, ≤ 16777216. */
  readonly count?: number | undefined;
  /** The table itself, (count, dim) numbers row by row; drawn by the initialiser when left out. Each finite. */
  readonly values?: readonly number[] | Float64Array | undefined;
  /** Initialiser, where no values are given. normal: N(0, σ²), σ = 0.02 (BERT in transformers); truncated-normal:
   * the same cut at ±2, absolutely (ViT, timm, Swin); truncated-normal-2sigma: cut at ±2σ (original BERT);
   * inverse-sqrt-dim: N(0, 1/d) (fairseq); unit-normal: N(0, 1) (torch's Embedding, x-transformers); uniform: U(0,
   * 1) (DETR, LSTNN); xavier-uniform: U(±√(6/(N+d))) (Keras); small-norm: σ·N(0, 1) with σ = 0.2 (Ito et al.).
   * Default normal. Only where values is left out. */
  readonly init?: 'normal' | 'truncated-normal' | 'truncated-normal-2sigma' | 'inverse-sqrt-dim' | 'unit-normal' | 'uniform' | 'xavier-uniform' | 'small-norm' | undefined;
  /** Standard deviation σ of normal, the truncated ones and small-norm; 0.02, for small-norm 0.2, when left out. 0
   * is a table of zeros. The other initialisers fix theirs. Finite, ≥ 0, ≤ 40. Only where values is left out, and
   * init is 'normal' or 'truncated-normal' or 'truncated-normal-2sigma' or 'small-norm'. */
  readonly sigma?: number | undefined;
  /** Upper end of uniform: 1 when left out; 0.1 is LSTNN's rand/10. Finite, > 0, ≤ 1000000000. Only where values is
   * left out, and init is 'uniform'. */
  readonly high?: number | undefined;
  /** Seed of what is drawn; the same numbers on every platform. Integer, ≥ 0, ≤ 9007199254740991. Default 0. Only
   * where values is left out. */
  readonly seed?: number | undefined;
  /** What is done to a row that is looked up: inverse-sqrt-dim multiplies it by d^-1/2, l2 divides it by its length;
   * x-transformers does one or the other. Default none. */
  readonly rowScale?: 'none' | 'inverse-sqrt-dim' | 'l2' | undefined;
  /** This row of the table is zero (fairseq, torch's Embedding). Integer, ≥ 0, ≤ 16777216. */
  readonly paddingIndex?: number | undefined;
  /** Added to a position to get the row: padding index + 1 in RoBERTa and fairseq, 2 in BART and OPT. Integer, ≥ 0,
   * ≤ 16777216. Default 0. */
  readonly offset?: number | undefined;
  /** Position of the first token behind padding on the left; positions before it count as it does (x-transformers).
   * Integer, ≥ 0, ≤ 16777216. Default 0. */
  readonly sequenceStart?: number | undefined;
}

/** Learned grid, resampled (ViT). Dosovitskiy et al. 2021, ViT, arXiv:2010.11929, section 3.2; Keys 1981; PyTorch
 * interpolate; timm resample_abs_pos_embed. */
export interface LearnedGridSpec {
  readonly encoding: 'learned-grid';
  /** Width d of the table: how many numbers a position has. Integer, ≥ 1, ≤ 65536. */ readonly dim: number;
  /** Rows of the grid that was learned, before it is resampled. Integer, ≥ 1, ≤ 4096. Default 14. */
  readonly sourceHeight?: number | undefined;
  /** Columns of the grid that was learned, before it is resampled. Integer, ≥ 1, ≤ 4096. Default 14. */
  readonly sourceWidth?: number | undefined;
  /** Rows of the grid that it is resampled to. Integer, ≥ 1, ≤ 4096. Default 16. */
  readonly height?: number | undefined;
  /** Columns of the grid that it is resampled to. Integer, ≥ 1, ≤ 4096. Default 16. */
  readonly width?: number | undefined;
  /** bicubic-antialias is timm's resample_abs_pos_embed; bicubic is what MAE, DeiT and DINO use. Default
   * bicubic-antialias. */
  readonly method?: 'bicubic' | 'bicubic-antialias' | 'bilinear' | 'bilinear-antialias' | undefined;
  /** The corners of both grids coincide. Default false. */ readonly alignCorners?: boolean | undefined;
  /** Added to the target's size when the scale is computed: 0.1 in DINO and DINOv2, a guard against rounding that
   * shifts the grid. Not with alignCorners. Finite, ≥ 0, ≤ 1. Default 0. Only where alignCorners is false. */
  readonly interpolateOffset?: number | undefined;
  /** Rows before the grid (cls, registers) in `values`; they are not resampled. Integer, ≥ 0, ≤ 4096. Default 0. */
  readonly prefixTokens?: number | undefined;
  /** The learned table, (prefixTokens + sourceHeight x sourceWidth, dim) numbers, rows of the image one after
   * another; drawn by the initialiser when left out. Each finite. */
  readonly values?: readonly number[] | Float64Array | undefined;
  /** Initialiser, where no values are given. normal: N(0, σ²), σ = 0.02 (BERT in transformers); truncated-normal:
   * the same cut at ±2, absolutely (ViT, timm, Swin); truncated-normal-2sigma: cut at ±2σ (original BERT);
   * inverse-sqrt-dim: N(0, 1/d) (fairseq); unit-normal: N(0, 1) (torch's Embedding, x-transformers); uniform: U(0,
   * 1) (DETR, LSTNN); xavier-uniform: U(±√(6/(N+d))) (Keras); small-norm: σ·N(0, 1) with σ = 0.2 (Ito et al.).
   * Default truncated-normal. Only where values is left out. */
  readonly init?: 'normal' | 'truncated-normal' | 'truncated-normal-2sigma' | 'inverse-sqrt-dim' | 'unit-normal' | 'uniform' | 'xavier-uniform' | 'small-norm' | undefined;
  /** Standard deviation σ of normal, the truncated ones and small-norm; 0.02, for small-norm 0.2, when left out. 0
   * is a table of zeros. The other initialisers fix theirs. Finite, ≥ 0, ≤ 40. Only where values is left out, and
   * init is 'normal' or 'truncated-normal' or 'truncated-normal-2sigma' or 'small-norm'. */
  readonly sigma?: number | undefined;
  /** Upper end of uniform: 1 when left out; 0.1 is LSTNN's rand/10. Finite, > 0, ≤ 1000000000. Only where values is
   * left out, and init is 'uniform'. */
  readonly high?: number | undefined;
  /** Seed of what is drawn; the same numbers on every platform. Integer, ≥ 0, ≤ 9007199254740991. Default 0. Only
   * where values is left out. */
  readonly seed?: number | undefined;
}

/** Learned rows and columns (DETR). Carion et al. 2020, DETR, arXiv:2005.12872 (released code,
 * PositionEmbeddingLearned). */
export interface LearnedDetrSpec {
  readonly encoding: 'learned-detr';
  /** Width d, even: each of the two tables has d/2 columns. Integer, ≥ 2, ≤ 65536. */ readonly dim: number;
  /** Rows of each table: the largest height and width. Integer, ≥ 1, ≤ 16777216. Default 50. */
  readonly count?: number | undefined;
  /** The tables: row_embed (count, dim/2), then col_embed (count, dim/2); drawn when left out. Each finite. */
  readonly values?: readonly number[] | Float64Array | undefined;
  /** Initialiser, where no values are given. normal: N(0, σ²), σ = 0.02 (BERT in transformers); truncated-normal:
   * the same cut at ±2, absolutely (ViT, timm, Swin); truncated-normal-2sigma: cut at ±2σ (original BERT);
   * inverse-sqrt-dim: N(0, 1/d) (fairseq); unit-normal: N(0, 1) (torch's Embedding, x-transformers); uniform: U(0,
   * 1) (DETR, LSTNN); xavier-uniform: U(±√(6/(N+d))) (Keras); small-norm: σ·N(0, 1) with σ = 0.2 (Ito et al.).
   * Default uniform. Only where values is left out. */
  readonly init?: 'normal' | 'truncated-normal' | 'truncated-normal-2sigma' | 'inverse-sqrt-dim' | 'unit-normal' | 'uniform' | 'xavier-uniform' | 'small-norm' | undefined;
  /** Standard deviation σ of normal, the truncated ones and small-norm; 0.02, for small-norm 0.2, when left out. 0
   * is a table of zeros. The other initialisers fix theirs. Finite, ≥ 0, ≤ 40. Only where values is left out, and
   * init is 'normal' or 'truncated-normal' or 'truncated-normal-2sigma' or 'small-norm'. */
  readonly sigma?: number | undefined;
  /** Upper end of uniform: 1 when left out; 0.1 is LSTNN's rand/10. Finite, > 0, ≤ 1000000000. Only where values is
   * left out, and init is 'uniform'. */
  readonly high?: number | undefined;
  /** Seed of what is drawn; the same numbers on every platform. Integer, ≥ 0, ≤ 9007199254740991. Default 0. Only
   * where values is left out. */
  readonly seed?: number | undefined;
}

/** 2-D sin-cos (MAE, MoCo-v3, diffusers). He et al. 2022, MAE, arXiv:2111.06377 (released code); Chen et al. 2021,
 * MoCo-v3, arXiv:2104.02057 (released code); diffusers get_2d_sincos_pos_embed. */
export interface Sincos2dMaeSpec {
  readonly encoding: 'sincos2d-mae';
  /** Width d, a multiple of 4. Integer, ≥ 4, ≤ 65536. */ readonly dim: number;
  /** Base b of the geometric frequencies. Finite, > 0, ≤ 1e+30. Default 10000. */ readonly base?: number | undefined;
  /** Which coordinate the first half encodes: x-first is MAE (whose variable for it is called emb_h) and diffusers;
   * y-first is what MoCo-v3 computes on its square grids. Default x-first. */
  readonly order?: 'x-first' | 'y-first' | undefined;
  /** diffusers' base_size: coordinates are stretched so that the grid spans this many cells (16 there); needs height
   * and width. Left out: cells are counted. Finite, > 0, ≤ 1000000. */
  readonly baseSize?: number | undefined;
  /** Rows of the grid, with baseSize. Integer, ≥ 1, ≤ 65536. */ readonly height?: number | undefined;
  /** Columns of the grid, with baseSize. Integer, ≥ 1, ≤ 65536. */ readonly width?: number | undefined;
  /** diffusers' interpolation_scale: coordinates are divided by it. Finite, > 0, ≤ 1000000. Default 1. */
  readonly interpolationScale?: number | undefined;
}

/** 2-D sin-cos (timm). timm layers/pos_embed_sincos.py, build_sincos2d_pos_embed. */
export interface Sincos2dTimmSpec {
  readonly encoding: 'sincos2d-timm';
  /** Width d, a multiple of 4. Integer, ≥ 4, ≤ 65536. */ readonly dim: number;
  /** Base T of the geometric frequencies: the larger, the slower the slowest waves. Finite, > 0, ≤ 1e+30. Default
   * 10000. */
  readonly temperature?: number | undefined;
  /** Sine and cosine of one coordinate side by side: [sin h, cos h, sin w, cos w] in place of [sin h, sin w, cos h,
   * cos w]. Default false. */
  readonly interleaveSinCos?: boolean | undefined;
  /** timm's reverse_coord, w outermost: no effect on a square grid; needs height and width. Default false. */
  readonly reverseCoord?: boolean | undefined;
  /** Rows H of the grid, with reverseCoord. Integer, ≥ 1, ≤ 65536. */ readonly height?: number | undefined;
  /** Columns W of the grid, with reverseCoord. Integer, ≥ 1, ≤ 65536. */ readonly width?: number | undefined;
}

/** 3-D sin-cos (diffusers). diffusers models/embeddings.py, get_3d_sincos_pos_embed (CogVideoX). */
export interface Sincos3dDiffusersSpec {
  readonly encoding: 'sincos3d-diffusers';
  /** Width d, a multiple of 16. Integer, ≥ 16, ≤ 65536. */ readonly dim: number;
  /** Base b of the geometric frequencies. Finite, > 0, ≤ 1e+30. Default 10000. */ readonly base?: number | undefined;
  /** spatial_interpolation_scale: x and y are divided by it. Finite, > 0, ≤ 1000000. Default 1. */
  readonly spatialScale?: number | undefined;
  /** temporal_interpolation_scale: t is divided by it. Finite, > 0, ≤ 1000000. Default 1. */
  readonly temporalScale?: number | undefined;
}

/** 2-D sine (DETR). Carion et al. 2020, DETR, arXiv:2005.12872; Zhu et al. 2021, Deformable DETR, arXiv:2010.04159;
 * Liu et al. 2022, DAB-DETR, arXiv:2201.12329 (released codes). */
export interface DetrSpec {
  readonly encoding: 'detr';
  /** Width d, a multiple of 4: twice num_pos_feats. Integer, ≥ 4, ≤ 65536. */ readonly dim: number;
  /** Rows of the feature map, each cell of which is a position. Integer, ≥ 1, ≤ 1024. Default 16. */
  readonly height?: number | undefined;
  /** Columns of the feature map, each cell of which is a position. Integer, ≥ 1, ≤ 1024. Default 16. */
  readonly width?: number | undefined;
  /** deformable takes 0.5 off the counts before they are normalised, the middle of a cell; dab has temperature 20.
   * Default detr. */
  readonly variant?: 'detr' | 'deformable' | 'dab' | undefined;
  /** Base T of the frequencies; 10000 when left out, for dab 20. Finite, > 0, ≤ 1e+30. */
  readonly temperature?: number | undefined;
  /** Counts are divided by the last one of their row or column and multiplied by scale, as the released models do;
   * otherwise they are used as they are. Default true. */
  readonly normalize?: boolean | undefined;
  /** What a whole row or column is mapped to: 2π. Finite, > 0, ≤ 1000000. Default 6.283185307179586. Only where
   * normalize is true. */
  readonly scale?: number | undefined;
  /** Added to the last count, so that an empty row gives 0. Finite, > 0, ≤ 1. Default 0.000001. Only where normalize
   * is true. */
  readonly eps?: number | undefined;
  /** 1 for each valid cell, 0 for padding, (height, width) numbers row by row; all valid when left out. Each finite,
   * ≥ 0, ≤ 1. */
  readonly mask?: readonly number[] | Float64Array | undefined;
}

/** Sinusoidal, 1-D to 3-D. positional-encodings (tatp22/multidim-positional-encoding), torch_encodings.py; Wang and
 * Liu 2019, arXiv:1908.11415 (2-D). */
export interface SinusoidalNdSpec {
  readonly encoding: 'sinusoidal-nd';
  /** Width d of the encoding: how many channels a row has. Integer, ≥ 1, ≤ 65536. */ readonly dim: number;
  /** Coordinates a of a position, such as row and column in a picture. Integer, ≥ 1, ≤ 3. Default 2. */
  readonly axes?: number | undefined;
  /** Base b of the geometric frequencies. Finite, > 0, ≤ 1e+30. Default 10000. */ readonly base?: number | undefined;
}

/** CAPE. Likhomanenko et al. 2021, CAPE: Encoding Relative Positions with Continuous Augmented Positional
 * Embeddings, arXiv:2106.03143, eq. 2-4 (equation numbers unconfirmed). */
export interface CapeSpec {
  readonly encoding: 'cape';
  /** Width d of the encoding, even; layout s0 c0 s1 c1 …. Integer, ≥ 2, ≤ 65536. */ readonly dim: number;
  /** Base b of the geometric frequencies. Finite, > 0, ≤ 1e+30. Default 10000. */ readonly base?: number | undefined;
  /** train augments the positions 0 … count-1; eval only centres, and takes any position. Default train. */
  readonly mode?: 'train' | 'eval' | undefined;
  /** Length n of the sequence, positions 0 … n-1: 128 when left out, or as many as eps has. Integer, ≥ 1, ≤ 1048576.
   * Only where mode is 'train' or mean is left out. */
  readonly count?: number | undefined;
  /** What is taken off every position: (count - 1)/2, the mean of 0 … count-1, when left out. Finite, ≥
   * -9007199254740992, ≤ 9007199254740992. */
  readonly mean?: number | undefined;
  /** Seed of the shifts and the stretch, as far as they are drawn. Integer, ≥ 0, ≤ 9007199254740991. Default 0. Only
   * where mode is 'train', and delta is left out or eps is left out or lambda is left out. */
  readonly seed?: number | undefined;
  /** Largest shift of the whole sequence. Finite, ≥ 0, ≤ 1000000000. Default 5. Only where mode is 'train', and
   * delta is left out. */
  readonly deltaMax?: number | undefined;
  /** Largest shift of one position; below 0.5 the order stays. Finite, ≥ 0, ≤ 1000000000. Default 0.5. Only where
   * mode is 'train', and eps is left out. */
  readonly epsMax?: number | undefined;
  /** Largest stretch; its inverse is the smallest. Finite, ≥ 1, ≤ 1000000. Default 1.03. Only where mode is 'train',
   * and lambda is left out. */
  readonly lambdaMax?: number | undefined;
  /** The shift Δ of the whole sequence; drawn when left out. Finite, ≥ -1000000000, ≤ 1000000000. Only where mode is
   * 'train'. */
  readonly delta?: number | undefined;
  /** The shifts ε of the positions, (count) numbers; drawn when left out. Each finite, ≥ -1000000000, ≤ 1000000000.
   * Only where mode is 'train'. */
  readonly eps?: readonly number[] | Float64Array | undefined;
  /** The stretch λ; drawn when left out. Finite, > 0, ≤ 1000000. Only where mode is 'train'. */
  readonly lambda?: number | undefined;
}

/** SHAPE. Kiyono et al. 2021, SHAPE: Shifted Absolute Position Embedding, arXiv:2109.05644. */
export interface ShapeSpec {
  readonly encoding: 'shape';
  /** Width d of the encoding, even. Integer, ≥ 2, ≤ 65536. */ readonly dim: number;
  /** Base b of the geometric frequencies. Finite, > 0, ≤ 1e+30. Default 10000. */ readonly base?: number | undefined;
  /** Order of channels, as in sinusoidal. Default interleaved. */
  readonly layout?: 'interleaved' | 'half' | 'half-flipped' | undefined;
  /** The shift is drawn from 0 … maxOffset, each as likely. Integer, ≥ 0, ≤ 4294967294. Default 500. Only where
   * offset is left out. */
  readonly maxOffset?: number | undefined;
  /** Seed of the shift: one for each sequence. Integer, ≥ 0, ≤ 9007199254740991. Default 0. Only where offset is
   * left out. */
  readonly seed?: number | undefined;
  /** The shift itself; drawn when left out. 0 is what the model does outside training. Integer, ≥ 0, ≤ 4294967294. */
  readonly offset?: number | undefined;
}

/** NoPE. Haviv et al. 2022, arXiv:2203.16634; Kazemnejad et al. 2023, arXiv:2305.19466; temperature: Llama 4,
 * Ministral 3 and Inkling in transformers, Grok-2 in SGLang, Qwen. */
export interface NopeSpec {
  readonly encoding: 'nope';
  /** Head dimension: how many channels a query or key has. Integer, ≥ 1, ≤ 65536. */ readonly dim: number;
  /** Number of attention heads: there is a bias matrix for each. Integer, ≥ 1, ≤ 4096. Default 1. */
  readonly heads?: number | undefined;
  /** causal: keys after the query get -infinity; bidirectional: every bias is 0. Default causal. */
  readonly direction?: 'causal' | 'bidirectional' | undefined;
  /** Growth a of the query temperature: 0.1 in Llama 4, 1 in Grok-2 and Qwen; 0 leaves queries alone. Finite, ≥ 0, ≤
   * 100. Default 0. */
  readonly attnScale?: number | undefined;
  /** Positions f between two steps of the temperature, or before it grows: 8192 in Llama 4. Finite, ≥ 0.000001, ≤
   * 10000000000000000. Default 8192. Only where attnScale is not 0. */
  readonly floorScale?: number | undefined;
  /** How the temperature grows with n: in steps as in Llama 4 and Mistral, in a ramp as in Inkling, or as the ratio
   * ln n/ln f of Grok-2 and Qwen. Default steps. Only where attnScale is not 0. */
  readonly queryRule?: 'steps' | 'ramp' | 'ratio' | undefined;
  /** n is the position plus this: with 1, the count of tokens, as in Llama 4, Inkling and Qwen; with 0, the position
   * itself, as in Mistral and Grok-2. Integer, ≥ 0, ≤ 1. Default 1. Only where attnScale is not 0. */
  readonly queryShift?: number | undefined;
}

/** Rotary (RoPE). Su et al. 2021, RoFormer, arXiv:2104.09864, eq. 14-16 and 34 (equation numbers unconfirmed). */
export interface RopeSpec {
  readonly encoding: 'rope';
  /** Head dimension: how many channels a query or key has; pairs of them are rotated. Integer, ≥ 2, ≤ 65536. */
  readonly dim: number;
  /** Base b of the frequencies (rope_theta). Finite, > 0, ≤ 1e+30. Default 10000. */
  readonly base?: number | undefined;
  /** Which channels form a pair: half rotates (i, i + r/2), as GPT-NeoX and transformers do; interleaved rotates
   * (2i, 2i+1), as the paper, GPT-J and Meta's Llama do. Default half. */
  readonly layout?: 'half' | 'interleaved' | undefined;
  /** Number r of channels that are rotated, the first of the head; dim when left out. Exponents use r. Integer, ≥ 2,
   * ≤ 65536. */
  readonly rotaryDim?: number | undefined;
  /** Growth a of the query temperature: 0.1 in Llama 4, 1 in Grok-2 and Qwen; 0 leaves queries alone. Finite, ≥ 0, ≤
   * 100. Default 0. */
  readonly attnScale?: number | undefined;
  /** Positions f between two steps of the temperature, or before it grows: 8192 in Llama 4. Finite, ≥ 0.000001, ≤
   * 10000000000000000. Default 8192. Only where attnScale is not 0. */
  readonly floorScale?: number | undefined;
  /** How the temperature grows with n: in steps as in Llama 4 and Mistral, in a ramp as in Inkling, or as the ratio
   * ln n/ln f of Grok-2 and Qwen. Default steps. Only where attnScale is not 0. */
  readonly queryRule?: 'steps' | 'ramp' | 'ratio' | undefined;
  /** n is the position plus this: with 1, the count of tokens, as in Llama 4, Inkling and Qwen; with 0, the position
   * itself, as in Mistral and Grok-2. Integer, ≥ 0, ≤ 1. Default 1. Only where attnScale is not 0. */
  readonly queryShift?: number | undefined;
  /** Context extension; by default none. */
  readonly scaling?: ScalingSpec | undefined;
}

/** p-RoPE. Barbero et al. 2024, Round and Round We Go!, arXiv:2410.06205 (its pseudocode apply_p_rope). */
export interface PRopeSpec {
  readonly encoding: 'p-rope';
  /** Head dimension: how many channels a query or key has; pairs of them are rotated. Integer, ≥ 2, ≤ 65536. */
  readonly dim: number;
  /** p: the first int(p·dim/2) pairs turn. 1 is RoPE, 0 is no position encoding. Finite, ≥ 0, ≤ 1. Default 0.75. */
  readonly fraction?: number | undefined;
  /** Base b of the frequencies (rope_theta). Finite, > 0, ≤ 1e+30. Default 10000. */
  readonly base?: number | undefined;
  /** Which channels form a pair: half rotates (i, i + r/2), as GPT-NeoX and transformers do; interleaved rotates
   * (2i, 2i+1), as the paper, GPT-J and Meta's Llama do. Default half. */
  readonly layout?: 'half' | 'interleaved' | undefined;
}

/** Multimodal rotary (M-RoPE). Wang et al. 2024, Qwen2-VL, arXiv:2409.12191; VideoRoPE, arXiv:2502.05173; vLLM
 * mrope.py. */
export interface MropeSpec {
  readonly encoding: 'mrope';
  /** Head dimension: how many channels a query or key has; pairs of them are rotated. Integer, ≥ 2, ≤ 65536. */
  readonly dim: number;
  /** Base b of the frequencies (rope_theta). Finite, > 0, ≤ 1e+30. Default 1000000. */
  readonly base?: number | undefined;
  /** Position ids of a token: 3 are (t, h, w), HunyuanVL's 4 (p, w, h, t). Integer, ≥ 1, ≤ 16. Default 3. */
  readonly axes?: number | undefined;
  /** Pairs that follow each id, in their order (mrope_section); their sum is r/2. Left out: in the ratio of released
   * models. Each finite, ≥ 0, ≤ 32768. Only where axisOfPair is left out. */
  readonly sections?: readonly number[] | Float64Array | undefined;
  /** chunked: Qwen2-VL; interleaved: Qwen3-VL; spatial-first: h w h w, then t, ERNIE 4.5 VL and VideoRoPE; greedy:
   * openPangu; round-robin: GLM in SGLang. Default chunked. Only where axisOfPair is left out. */
  readonly form?: 'chunked' | 'interleaved' | 'spatial-first' | 'greedy' | 'round-robin' | undefined;
  /** The id that each of the r/2 pairs follows, from 0. Each finite, ≥ 0, ≤ 15. */
  readonly axisOfPair?: readonly number[] | Float64Array | undefined;
  /** Which channels form a pair: half rotates (i, i + r/2), as GPT-NeoX and transformers do; interleaved rotates
   * (2i, 2i+1), as the paper, GPT-J and Meta's Llama do. Default half. */
  readonly layout?: 'half' | 'interleaved' | undefined;
  /** Number r of channels that are rotated, the first of the head; dim when left out. Exponents use r. Integer, ≥ 2,
   * ≤ 65536. */
  readonly rotaryDim?: number | undefined;
  /** Context extension; by default none. */
  readonly scaling?: ScalingSpec | undefined;
}

/** Axial rotary (N-D). diffusers 58eb52c0: get_1d_rotary_pos_embed and the classes FluxPosEmbed, WanRotaryPosEmbed,
 * HunyuanVideoRotaryPosEmbed, QwenEmbedRope, CosmosRotaryPosEmbed. */
export interface RopeNdSpec {
  readonly encoding: 'rope-nd';
  /** Head dimension: how many channels a query or key has; pairs of them are rotated. Integer, ≥ 2, ≤ 65536. */
  readonly dim: number;
  /** Coordinates of a position, such as row and column in a picture. Integer, ≥ 1, ≤ 8. Default 3. */
  readonly axes?: number | undefined;
  /** Channels of each axis, even; channels after their sum are not rotated. Left out: equal parts, the first axis
   * with what remains, as Wan has it. Each finite, ≥ 0, ≤ 65536. */
  readonly widths?: readonly number[] | Float64Array | undefined;
  /** Base b of the frequencies (rope_theta). Finite, > 0, ≤ 1e+30. Default 10000. Only where bases is left out. */
  readonly base?: number | undefined;
  /** Base of each axis, where they differ. Each finite, > 0, ≤ 1e+30. */
  readonly bases?: readonly number[] | Float64Array | undefined;
  /** NTK-aware factor s of each axis, which divides its lowest frequency by s; 1 changes nothing. Each finite, > 0,
   * ≤ 1000000000. */
  readonly ntkFactors?: readonly number[] | Float64Array | undefined;
  /** Multiplies the coordinate of each axis, after offset and centring. Each finite, ≥ -1000000000, ≤ 1000000000. */
  readonly scales?: readonly number[] | Float64Array | undefined;
  /** Added to the coordinate of each axis. Each finite, ≥ -1000000000, ≤ 1000000000. */
  readonly offsets?: readonly number[] | Float64Array | undefined;
  /** none: from 0; cells: the origin at cell ⌈n/2⌉ (scale_rope of Qwen-Image); centres: coordinates of the centres
   * of cells, the origin in the middle. Default none. */
  readonly centring?: 'none' | 'cells' | 'centres' | undefined;
  /** Cells n of each axis, by which it is centred; 0 leaves the axis as it is. Left out: 0 for the first axis, 64
   * for the others. Each finite, ≥ 0, ≤ 1000000. Only where centring is 'cells' or 'centres'. */
  readonly sizes?: readonly number[] | Float64Array | undefined;
  /** blocks: the pairs of an axis follow one another; alternating: pair 0 of each axis, then pair 1 of each, as far
   * as an axis has them. Default blocks. */
  readonly order?: 'blocks' | 'alternating' | undefined;
  /** Which channels form a pair: half rotates (i, i + r/2), r being the sum of the widths; interleaved rotates (2i,
   * 2i+1); half-by-axis rotates (i, i + w/2) within the w channels of each axis, as Gemma 4 does, and needs order
   * blocks. Default interleaved. */
  readonly layout?: 'half' | 'interleaved' | 'half-by-axis' | undefined;
}

/** Axial 2-D rotary. Heo et al. 2024, Rotary Position Embedding for Vision Transformer, arXiv:2403.13298; rope-vit
 * compute_axial_cis. */
export interface Rope2dAxialSpec {
  readonly encoding: 'rope-2d-axial';
  /** Head dimension: how many channels a query or key has; pairs of them are rotated. Integer, ≥ 2, ≤ 65536. */
  readonly dim: number;
  /** Base b of the frequencies (rope_theta). Finite, > 0, ≤ 1e+30. Default 100. */ readonly base?: number | undefined;
  /** Which channels form a pair: half rotates (i, i + r/2), as GPT-NeoX and transformers do; interleaved rotates
   * (2i, 2i+1), as the paper, GPT-J and Meta's Llama do. Default interleaved. */
  readonly layout?: 'half' | 'interleaved' | undefined;
  /** Which coordinate the first half of the pairs follows; rope-vit: x. Default x-first. */
  readonly order?: 'x-first' | 'y-first' | undefined;
}

/** RoPE-Mixed (2-D). Heo et al. 2024, Rotary Position Embedding for Vision Transformer, arXiv:2403.13298, eq. 14
 * (equation number unconfirmed); rope-vit init_2d_freqs. */
export interface Rope2dMixedSpec {
  readonly encoding: 'rope-2d-mixed';
  /** Head dimension: how many channels a query or key has; pairs of them are rotated. Integer, ≥ 2, ≤ 65536. */
  readonly dim: number;
  /** Learned frequencies of x of one head, rad per column: dim/2 numbers. Drawn when left out. Each finite, ≥
   * -1000000000, ≤ 1000000000. */
  readonly fx?: readonly number[] | Float64Array | undefined;
  /** The same of y, rad per row. Each finite, ≥ -1000000000, ≤ 1000000000. */
  readonly fy?: readonly number[] | Float64Array | undefined;
  /** Base b of the frequencies (rope_theta). Finite, > 0, ≤ 1e+30. Default 10. Only where fx is left out. */
  readonly base?: number | undefined;
  /** Which channels form a pair: half rotates (i, i + r/2), as GPT-NeoX and transformers do; interleaved rotates
   * (2i, 2i+1), as the paper, GPT-J and Meta's Llama do. Default interleaved. */
  readonly layout?: 'half' | 'interleaved' | undefined;
  /** Draws the angle phi; otherwise phi = 0 and the directions are the axes. Default true. Only where fx is left
   * out. */
  readonly rotate?: boolean | undefined;
  /** The head that is shown: each has an angle that is drawn for it. Integer, ≥ 0, ≤ 9007199254740991. Default 0.
   * Only where rotate is true, and fx is left out. */
  readonly head?: number | undefined;
  /** Seed of what is drawn rather than given. Integer, ≥ 0, ≤ 9007199254740991. Default 0. Only where rotate is
   * true, and fx is left out. */
  readonly seed?: number | undefined;
}

/** 2-D rotary (timm). timm layers/pos_embed_sincos.py, build_rotary_pos_embed and build_fourier_pos_embed. */
export interface Rope2dTimmSpec {
  readonly encoding: 'rope-2d-timm';
  /** Head dimension: how many channels a query or key has; pairs of them are rotated. Integer, ≥ 2, ≤ 65536. */
  readonly dim: number;
  /** Rows H of the grid of positions, such as patches of an image. Integer, ≥ 1, ≤ 65536. Default 16. Only where
   * mode is 'pixel' or refHeight is given. */
  readonly height?: number | undefined;
  /** Columns W of the grid of positions, such as patches of an image. Integer, ≥ 1, ≤ 65536. Default 16. Only where
   * mode is 'pixel' or refWidth is given. */
  readonly width?: number | undefined;
  /** pixel: coordinates in [-1, 1] and frequencies that rise; language: indices and frequencies that fall
   * (in_pixels=False). Default pixel. */
  readonly mode?: 'pixel' | 'language' | undefined;
  /** R of pixel mode (max_res); at least 2. Finite, ≥ 2, ≤ 1000000. Default 224. Only where mode is 'pixel'. */
  readonly maxResolution?: number | undefined;
  /** Pixel mode: bands spaced evenly instead of geometrically. Default false. Only where mode is 'pixel'. */
  readonly linearBands?: boolean | undefined;
  /** Base T of the frequencies in language mode: the larger, the slower the slowest pair. Finite, > 0, ≤ 1e+30.
   * Default 10000. Only where mode is 'language'. */
  readonly temperature?: number | undefined;
  /** Rows of the pretraining grid, to which positions are scaled; with refWidth. Integer, ≥ 1, ≤ 65536. */
  readonly refHeight?: number | undefined;
  /** Columns of the pretraining grid, to which positions are scaled; with refHeight. Integer, ≥ 1, ≤ 65536. */
  readonly refWidth?: number | undefined;
  /** Added to the indices in language mode. Finite, ≥ -1000000, ≤ 1000000. Default 0. Only where mode is 'language'. */
  readonly gridOffset?: number | undefined;
  /** ij: the block of y comes first; xy: that of x. Default ij. */ readonly indexing?: 'ij' | 'xy' | undefined;
  /** Which channels form a pair: half rotates (i, i + r/2), as GPT-NeoX and transformers do; interleaved rotates
   * (2i, 2i+1), as the paper, GPT-J and Meta's Llama do. Default interleaved. */
  readonly layout?: 'half' | 'interleaved' | undefined;
}

/** DINOv3 rotary. Siméoni et al. 2025, DINOv3, arXiv:2508.10104 (paper number unconfirmed); timm
 * RotaryEmbeddingDinoV3. */
export interface RopeDinov3Spec {
  readonly encoding: 'rope-dinov3';
  /** Head dimension: how many channels a query or key has; pairs of them are rotated. Integer, ≥ 2, ≤ 65536. */
  readonly dim: number;
  /** Rows H of the grid of positions, such as patches of an image. Integer, ≥ 1, ≤ 65536. Default 16. */
  readonly height?: number | undefined;
  /** Columns W of the grid of positions, such as patches of an image. Integer, ≥ 1, ≤ 65536. Default 16. */
  readonly width?: number | undefined;
  /** What coordinates are divided by: each its own side, the larger, or the smaller one. Default separate. */
  readonly normalisation?: 'separate' | 'max' | 'min' | undefined;
  /** Base b of the frequencies (rope_theta). Finite, > 0, ≤ 1e+30. Default 100. Only where minPeriod is left out. */
  readonly base?: number | undefined;
  /** Smallest period; with maxPeriod it replaces the base. Finite, > 0, ≤ 1000000000. */
  readonly minPeriod?: number | undefined;
  /** Largest period, in the unit of the normalised coordinates; with minPeriod. Finite, > 0, ≤ 1000000000. */
  readonly maxPeriod?: number | undefined;
  /** bf16: periods rounded to bfloat16, as the released weights hold them. Default exact. */
  readonly periodPrecision?: 'exact' | 'bf16' | undefined;
  /** Which channels form a pair: half rotates (i, i + r/2), as GPT-NeoX and transformers do; interleaved rotates
   * (2i, 2i+1), as the paper, GPT-J and Meta's Llama do. Default half. */
  readonly layout?: 'half' | 'interleaved' | undefined;
}

/** Golden-gate rotary (N-D). Xiong 2025, On N-dimensional Rotary Positional Embeddings, jerryxio.ng/posts/nd-rope,
 * with its code GoldenGateRoPENd. */
export interface RopeGoldenSpec {
  readonly encoding: 'rope-golden';
  /** Head dimension: how many channels a query or key has; pairs of them are rotated. Integer, ≥ 2, ≤ 65536. */
  readonly dim: number;
  /** Coordinates of a position, such as row and column in a picture. Integer, ≥ 1, ≤ 8. Default 2. */
  readonly axes?: number | undefined;
  /** The head that is shown, from 0: heads continue one sequence of directions. Integer, ≥ 0, ≤ 4095. Default 0. */
  readonly head?: number | undefined;
  /** Lowest frequency, rad per unit of the coordinates. Finite, > 0, ≤ 1000000000. Default 0.01. */
  readonly minFrequency?: number | undefined;
  /** Highest frequency, in rad per unit of the coordinates. Finite, > 0, ≤ 1000000000. Default 1. */
  readonly maxFrequency?: number | undefined;
  /** Fraction of the pairs that do not turn (p_zero_freqs): the first ones. Finite, ≥ 0, ≤ 1. Default 0. */
  readonly zeroFraction?: number | undefined;
  /** Which channels form a pair: half rotates (i, i + r/2), as GPT-NeoX and transformers do; interleaved rotates
   * (2i, 2i+1), as the paper, GPT-J and Meta's Llama do. Default half. */
  readonly layout?: 'half' | 'interleaved' | undefined;
}

/** xPos. Sun et al. 2022, A Length-Extrapolatable Transformer, arXiv:2212.10554; torchscale
 * xpos_relative_position.py. */
export interface XposSpec {
  readonly encoding: 'xpos';
  /** Head dimension: how many channels a query or key has; pairs of them are rotated. Integer, ≥ 2, ≤ 65536. */
  readonly dim: number;
  /** Base b of the frequencies (rope_theta). Finite, > 0, ≤ 1e+30. Default 10000. */
  readonly base?: number | undefined;
  /** B: positions in which the factor changes by zeta. Finite, ≥ 1, ≤ 1000000000. Default 512. */
  readonly scaleBase?: number | undefined;
  /** gamma of zeta_i = (2i/d + gamma)/(1 + gamma). Finite, > 0, ≤ 1000000. Default 0.4. */
  readonly gamma?: number | undefined;
  /** Position that queries' and keys' own factors are taken from, which overflow far from it; torchscale and others
   * take the middle of the sequence. Logits do not depend on it. Finite, ≥ -131072, ≤ 131072. Default 0. */
  readonly centre?: number | undefined;
  /** Which channels form a pair: half rotates (i, i + r/2), as GPT-NeoX and transformers do; interleaved rotates
   * (2i, 2i+1), as the paper, GPT-J and Meta's Llama do. Default interleaved. */
  readonly layout?: 'half' | 'interleaved' | undefined;
}

/** PoPE (polar). Gopalakrishnan et al. 2025, Decoupling the "What" and "Where" With Polar Coordinate Positional
 * Embeddings, arXiv:2509.10534; x-transformers PolarEmbedding. */
export interface PopeSpec {
  readonly encoding: 'pope';
  /** Head dimension d; a transformed vector has 2d channels. Integer, ≥ 1, ≤ 32768. */ readonly dim: number;
  /** Base b of the frequencies (rope_theta). Finite, > 0, ≤ 1e+30. Default 10000. */
  readonly base?: number | undefined;
  /** Learned phases delta of the keys of one head, rad: dim numbers, cut to [-2π, 0]. Drawn as phaseInit says when
   * left out. Each finite, ≥ -1000000000, ≤ 1000000000. */
  readonly phases?: readonly number[] | Float64Array | undefined;
  /** Phases before training: all 0, or uniform in [-2π, 0]. Default zero. Only where phases is left out. */
  readonly phaseInit?: 'zero' | 'uniform' | undefined;
  /** Order of the 2d channels: half puts all cosines before all sines, interleaved alternates them. Default half. */
  readonly layout?: 'half' | 'interleaved' | undefined;
  /** Seed of what is drawn rather than given. Integer, ≥ 0, ≤ 9007199254740991. Default 0. Only where phases is left
   * out, and phaseInit is 'uniform'. */
  readonly seed?: number | undefined;
}

/** FoPE (Fourier). Hua et al. 2025, Fourier Position Embedding, arXiv:2412.17739; vLLM fope.py. */
export interface FopeSpec {
  readonly encoding: 'fope';
  /** Head dimension: how many channels a query or key has; pairs of them are rotated. Integer, ≥ 2, ≤ 65536. */
  readonly dim: number;
  /** Base b of the frequencies (rope_theta). Finite, > 0, ≤ 1e+30. Default 10000. */
  readonly base?: number | undefined;
  /** L: pairs with a wavelength of L or more are dropped. Finite, ≥ 1, ≤ 9007199254740991. Default 4096. Only where
   * keptPairs is left out. */
  readonly trainedContext?: number | undefined;
  /** Keeps the first so many pairs instead (num_inv_freq). Integer, ≥ 0, ≤ 32768. */
  readonly keptPairs?: number | undefined;
  /** plain: matrices as stored, kept x kept (vLLM); normalised: at most dim/4 columns, divided by their sums (the
   * authors' code). Default plain. */
  readonly mixing?: 'plain' | 'normalised' | undefined;
  /** The pairs beyond: identity has cos = 1, sin = 0; ones has cos = sin = 1, as the authors' code and vLLM. Default
   * identity. */
  readonly rest?: 'identity' | 'ones' | undefined;
  /** C of one head (cos_coef), kept x mixed pairs, row by row. Drawn when left out. Each finite, ≥ -1000000000, ≤
   * 1000000000. */
  readonly cosineMatrix?: readonly number[] | Float64Array | undefined;
  /** S of the same shape (sin_coef). Each finite, ≥ -1000000000, ≤ 1000000000. */
  readonly sineMatrix?: readonly number[] | Float64Array | undefined;
  /** Gain of drawn matrices: unit matrix + Xavier normal numbers times this gain; 0 is no mixing. Finite, ≥ 0, ≤
   * 100. Default 0.3. Only where cosineMatrix is left out or sineMatrix is left out. */
  readonly gain?: number | undefined;
  /** Heads of the drawn tensor, which its spread depends on. Integer, ≥ 1, ≤ 4096. Default 1. Only where
   * cosineMatrix is left out or sineMatrix is left out. */
  readonly heads?: number | undefined;
  /** The head that is shown, from 0. Integer, ≥ 0, ≤ 4095. Default 0. Only where cosineMatrix is left out or
   * sineMatrix is left out. */
  readonly head?: number | undefined;
  /** Seed of what is drawn rather than given. Integer, ≥ 0, ≤ 9007199254740991. Default 0. Only where cosineMatrix
   * is left out or sineMatrix is left out. */
  readonly seed?: number | undefined;
}

/** ReRoPE. Su 2023, Rectified Rotary Position Embeddings, kexue.fm/archives/9708; github.com/bojone/rerope
 * rerope_patch.py. */
export interface ReropeSpec {
  readonly encoding: 'rerope';
  /** w: the largest distance; 512 in the released code. Integer, ≥ 1, ≤ 9007199254740991. Default 16. */
  readonly window?: number | undefined;
  /** L: trained context, of the scale of queries. Integer, ≥ 2, ≤ 9007199254740991. Default 4096. */
  readonly trainedContext?: number | undefined;
  /** Multiplies the query at position m by max(1, ln(m + 1)/ln L), as the released code does. Default true. */
  readonly logScale?: boolean | undefined;
  /** Head dimension, of the logits; the map does not depend on it. Integer, ≥ 2, ≤ 65536. Default 64. */
  readonly dim?: number | undefined;
  /** Base b of the frequencies (rope_theta). Finite, > 0, ≤ 1e+30. Default 10000. */
  readonly base?: number | undefined;
  /** Which channels form a pair: half rotates (i, i + r/2), as GPT-NeoX and transformers do; interleaved rotates
   * (2i, 2i+1), as the paper, GPT-J and Meta's Llama do. Default half. */
  readonly layout?: 'half' | 'interleaved' | undefined;
}

/** Leaky ReRoPE. Su 2023, Rectified Rotary Position Embeddings, kexue.fm/archives/9708; github.com/bojone/rerope
 * leaky_rerope_patch.py. */
export interface LeakyReropeSpec {
  readonly encoding: 'leaky-rerope';
  /** w: distances below it are kept; 512 in the released code. Integer, ≥ 1, ≤ 9007199254740991. Default 16. */
  readonly window?: number | undefined;
  /** k: how much slower distances grow beyond the window; 16 in the released code. Finite, > 0, ≤ 1000000000.
   * Default 16. */
  readonly factor?: number | undefined;
  /** L: trained context, of the scale of queries. Integer, ≥ 2, ≤ 9007199254740991. Default 4096. */
  readonly trainedContext?: number | undefined;
  /** Multiplies the query at position m by max(1, ln(m + 1)/ln L), as the released code does. Default true. */
  readonly logScale?: boolean | undefined;
  /** Head dimension, of the logits; the map does not depend on it. Integer, ≥ 2, ≤ 65536. Default 64. */
  readonly dim?: number | undefined;
  /** Base b of the frequencies (rope_theta). Finite, > 0, ≤ 1e+30. Default 10000. */
  readonly base?: number | undefined;
  /** Which channels form a pair: half rotates (i, i + r/2), as GPT-NeoX and transformers do; interleaved rotates
   * (2i, 2i+1), as the paper, GPT-J and Meta's Llama do. Default half. */
  readonly layout?: 'half' | 'interleaved' | undefined;
}

/** Self-Extend. Jin et al. 2024, LLM Maybe LongLM: Self-Extend LLM Context Window Without Tuning, arXiv:2401.01325. */
export interface SelfExtendSpec {
  readonly encoding: 'self-extend';
  /** W: distances below it are kept (neighbour window). Integer, ≥ 1, ≤ 9007199254740991. Default 16. */
  readonly window?: number | undefined;
  /** G: positions that share a group. Integer, ≥ 1, ≤ 9007199254740991. Default 4. */
  readonly group?: number | undefined;
  /** Head dimension, of the logits; the map does not depend on it. Integer, ≥ 2, ≤ 65536. Default 64. */
  readonly dim?: number | undefined;
  /** Base b of the frequencies (rope_theta). Finite, > 0, ≤ 1e+30. Default 10000. */
  readonly base?: number | undefined;
  /** Which channels form a pair: half rotates (i, i + r/2), as GPT-NeoX and transformers do; interleaved rotates
   * (2i, 2i+1), as the paper, GPT-J and Meta's Llama do. Default half. */
  readonly layout?: 'half' | 'interleaved' | undefined;
}

/** Dual Chunk Attention. An et al. 2024, Training-Free Long-Context Scaling of Large Language Models,
 * arXiv:2402.17463; vLLM dual_chunk_rope.py. */
export interface DualChunkSpec {
  readonly encoding: 'dual-chunk';
  /** Largest position that a query gets. Integer, ≥ 2, ≤ 9007199254740991. Default 16. */
  readonly chunkSize?: number | undefined;
  /** Distances up to it are kept across a chunk's border; below chunkSize. Integer, ≥ 0, ≤ 9007199254740991. Default
   * 4. */
  readonly localSize?: number | undefined;
  /** Head dimension, of the logits; the map does not depend on it. Integer, ≥ 2, ≤ 65536. Default 64. */
  readonly dim?: number | undefined;
  /** Base b of the frequencies (rope_theta). Finite, > 0, ≤ 1e+30. Default 10000. */
  readonly base?: number | undefined;
  /** Which channels form a pair: half rotates (i, i + r/2), as GPT-NeoX and transformers do; interleaved rotates
   * (2i, 2i+1), as the paper, GPT-J and Meta's Llama do. Default half. */
  readonly layout?: 'half' | 'interleaved' | undefined;
}

/** Shaw relative vectors. Shaw et al. 2018, Self-Attention with Relative Position Representations, arXiv:1803.02155,
 * eq. 3-5 (equation numbers unconfirmed). */
export interface ShawSpec {
  readonly encoding: 'shaw';
  /** Head dimension: numbers of a query and of a key. Integer, ≥ 1, ≤ 65536. */ readonly dim: number;
  /** Distances beyond k are clipped to it; 16 in the paper's base model. Integer, ≥ 1, ≤ 65536. Default 16. */
  readonly maxDistance?: number | undefined;
  /** (2k+1) x dim: the vectors a^K of key - query = -k … k. Drawn Xavier uniform when left out. Each finite. */
  readonly table?: readonly number[] | Float64Array | undefined;
  /** Seed of the numbers that are drawn where none are given. Integer, ≥ 0, ≤ 9007199254740991. Default 0. Only
   * where table is left out. */
  readonly seed?: number | undefined;
}

/** Transformer-XL. Dai et al. 2019, Transformer-XL, arXiv:1901.02860, section 3.3 and appendix B; layout of R from
 * the released code; transformers Gemma3nAudioRelativePositionEmbedding (b87ecf8c). */
export interface TransformerXlSpec {
  readonly encoding: 'transformer-xl';
  /** Head dimension d: how many channels a query or key has. Integer, ≥ 2, ≤ 65536. */ readonly dim: number;
  /** Base b of the frequencies of R. Finite, > 0, ≤ 1e+30. Default 10000. */ readonly base?: number | undefined;
  /** Width D of the table R, d when left out; in Gemma's audio encoders that of all heads together. Integer, ≥ 2, ≤
   * 65536. */
  readonly tableDim?: number | undefined;
  /** Exponent of pair i of R is i/(D/2), or i/(D/2-1) as tensor2tensor and Gemma's audio encoders have it. Default
   * D/2. */
  readonly denominator?: 'D/2' | 'D/2-1' | undefined;
  /** The two terms with u and v in the query's place; Gemma's audio encoders have none. Default true. */
  readonly globalTerms?: boolean | undefined;
  /** Keys further than this before the query are masked; 12 in Gemma 3n. All are seen when left out. Integer, ≥ 0, ≤
   * 9007199254740991. */
  readonly contextLeft?: number | undefined;
  /** Keys up to this after the query are seen; 0 is causal. Integer, ≥ 0, ≤ 9007199254740991. Default 0. */
  readonly contextRight?: number | undefined;
  /** (d): the query's stand-in for keys. Drawn from N(0, 0.02²) when left out. Each finite. Only where globalTerms
   * is true. */
  readonly u?: readonly number[] | Float64Array | undefined;
  /** (d): the query's stand-in for positions. Drawn from N(0, 0.02²) when left out. Each finite. Only where
   * globalTerms is true. */
  readonly v?: readonly number[] | Float64Array | undefined;
  /** d x D, row-major: the key of distance r is W_kR·R_r. Drawn from N(0, 0.02²) when left out. Each finite. */
  readonly wkR?: readonly number[] | Float64Array | undefined;
  /** Seed of the numbers that are drawn where none are given. Integer, ≥ 0, ≤ 9007199254740991. Default 0. Only
   * where wkR is left out or globalTerms is true, and wkR is left out or u is left out or v is left out. */
  readonly seed?: number | undefined;
}

/** T5 buckets. Raffel et al. 2020, T5, arXiv:1910.10683, section 2.1; released code (_relative_position_bucket). */
export interface T5Spec {
  readonly encoding: 't5';
  /** Number of attention heads: there is a bias matrix for each. Integer, ≥ 1, ≤ 4096. */ readonly heads: number;
  /** Number of buckets, both directions together; at least 2 in each direction. Integer, ≥ 2, ≤ 65536. Default 32. */
  readonly numBuckets?: number | undefined;
  /** Where the logarithmic buckets would end; the last bucket starts earlier. Integer, ≥ 2, ≤ 9007199254740991.
   * Default 128. */
  readonly maxDistance?: number | undefined;
  /** Encoder: keys before and after the query have buckets of their own. Else (decoder) keys after the query are in
   * bucket 0. Default true. */
  readonly bidirectional?: boolean | undefined;
  /** numBuckets x heads: the bias of each bucket. Drawn from N(0, 1/512) when left out. Each finite. */
  readonly table?: readonly number[] | Float64Array | undefined;
  /** Multiplies the bias; x-transformers uses the square root of the head dimension. Finite, ≥ -1000000000, ≤
   * 1000000000. Default 1. */
  readonly scale?: number | undefined;
  /** Seed of the numbers that are drawn where none are given. Integer, ≥ 0, ≤ 9007199254740991. Default 0. Only
   * where table is left out. */
  readonly seed?: number | undefined;
}

/** DeBERTa. He et al. 2021, DeBERTa, arXiv:2006.03654, eq. 2-4 (equation numbers and the scale unconfirmed);
 * logarithmic buckets from the released code and transformers. */
export interface DebertaSpec {
  readonly encoding: 'deberta';
  /** Head dimension: numbers of a query and of a key. Integer, ≥ 1, ≤ 65536. */ readonly dim: number;
  /** v1: clipped distances; v2 (and v3): logarithmic buckets. Default v1. */
  readonly version?: 'v1' | 'v2' | undefined;
  /** v1: k, where distances are clipped; the tables have 2k rows. Integer, ≥ 1, ≤ 65536. Default 512. Only where
   * version is 'v1'. */
  readonly maxDistance?: number | undefined;
  /** v2: buckets of one direction; the tables have twice as many rows. Integer, ≥ 4, ≤ 65536. Default 256. Only
   * where version is 'v2'. */
  readonly bucketSize?: number | undefined;
  /** v2: the logarithmic buckets end at the distance maxPosition - 1. Integer, ≥ 4, ≤ 9007199254740991. Default 512.
   * Only where version is 'v2'. */
  readonly maxPosition?: number | undefined;
  /** v2: official clips the distance to maxPosition - 1 first; transformers does not, so buckets go on growing, and
   * clips the row of the table only. Default official. Only where version is 'v2'. */
  readonly clamp?: 'official' | 'transformers' | undefined;
  /** rows x dim: K^r, the projected keys of each row of the map. Drawn from N(0, 0.02²) when left out. Each finite. */
  readonly keyTable?: readonly number[] | Float64Array | undefined;
  /** rows x dim: Q^r, the projected queries. Drawn from N(0, 0.02²) when left out. Each finite. */
  readonly queryTable?: readonly number[] | Float64Array | undefined;
  /** Seed of the numbers that are drawn where none are given. Integer, ≥ 0, ≤ 9007199254740991. Default 0. Only
   * where keyTable is left out or queryTable is left out. */
  readonly seed?: number | undefined;
}

/** Swin relative position bias. Liu et al. 2021, Swin Transformer, arXiv:2103.14030, released code; class token: Bao
 * et al. 2022, BEiT, arXiv:2106.08254, released code. */
export interface SwinV1Spec {
  readonly encoding: 'swin-v1';
  /** Number of attention heads: there is a bias matrix for each. Integer, ≥ 1, ≤ 4096. */ readonly heads: number;
  /** Rows H of the window within which tokens attend to each other. Integer, ≥ 1, ≤ 256. Default 7. */
  readonly windowHeight?: number | undefined;
  /** Columns W of the window within which tokens attend to each other. Integer, ≥ 1, ≤ 256. Default 7. */
  readonly windowWidth?: number | undefined;
  /** BEiT: a class token stands before the cells, with three rows of its own in the table. Default false. */
  readonly classToken?: boolean | undefined;
  /** (2H-1)(2W-1) x heads, and 3 rows more with a class token: the bias of each offset. Drawn from N(0, 0.02²) cut
   * at ±2 when left out. Each finite. */
  readonly table?: readonly number[] | Float64Array | undefined;
  /** Seed of the numbers that are drawn where none are given. Integer, ≥ 0, ≤ 9007199254740991. Default 0. Only
   * where table is left out. */
  readonly seed?: number | undefined;
}

/** Swin v2 log-spaced bias. Liu et al. 2022, Swin Transformer V2, arXiv:2111.09883, eq. 4 (equation number
 * unconfirmed); coordinates of released code and timm. */
export interface SwinV2Spec {
  readonly encoding: 'swin-v2';
  /** Number of attention heads: there is a bias matrix for each. Integer, ≥ 1, ≤ 4096. */ readonly heads: number;
  /** Rows H of the window within which tokens attend to each other. Integer, ≥ 1, ≤ 256. Default 8. */
  readonly windowHeight?: number | undefined;
  /** Columns W of the window within which tokens attend to each other. Integer, ≥ 1, ≤ 256. Default 8. */
  readonly windowWidth?: number | undefined;
  /** Rows of the window that the network was trained with; 0: this window. Integer, ≥ 0, ≤ 256. Default 0. Only
   * where mode is 'released'. */
  readonly pretrainedHeight?: number | undefined;
  /** Columns of the window that the network was trained with; 0: this window. Integer, ≥ 0, ≤ 256. Default 0. Only
   * where mode is 'released'. */
  readonly pretrainedWidth?: number | undefined;
  /** released: base-2 logarithms of normalised offsets, 16·sigmoid; paper: natural logarithms of raw offsets,
   * 16·sigmoid; cr: timm's, as paper without the sigmoid. Default released. */
  readonly mode?: 'released' | 'paper' | 'cr' | undefined;
  /** Width of the network's hidden layer; timm's cr uses 128. Integer, ≥ 1, ≤ 4096. Default 512. */
  readonly hidden?: number | undefined;
  /** hidden x 2: weights of (y, x). Drawn from N(0, 0.02²) when left out. Each finite. */
  readonly w1?: readonly number[] | Float64Array | undefined;
  /** (hidden): biases of the hidden layer; 0 when left out. Each finite. */
  readonly b1?: readonly number[] | Float64Array | undefined;
  /** heads x hidden: weights of the heads. Drawn from N(0, 0.02²) when left out. Each finite. */
  readonly w2?: readonly number[] | Float64Array | undefined;
  /** (heads): last bias, which only cr has; 0 when left out. Each finite. */
  readonly b2?: readonly number[] | Float64Array | undefined;
  /** Seed of the numbers that are drawn where none are given. Integer, ≥ 0, ≤ 9007199254740991. Default 0. Only
   * where w1 is left out or w2 is left out. */
  readonly seed?: number | undefined;
}

/** ALiBi. Press et al. 2022, Train Short, Test Long, arXiv:2108.12409; split heads:
 * ofirpress/attention_with_linear_biases issue 5. */
export interface AlibiSpec {
  readonly encoding: 'alibi';
  /** Number of attention heads: there is a bias matrix for each. Integer, ≥ 1, ≤ 4096. */ readonly heads: number;
  /** Slopes for a head count that is no power of two: released is the authors' code, geometric is 2^(-8h/n) for
   * every n. Default released. */
  readonly rule?: 'released' | 'geometric' | undefined;
  /** causal: keys after the query get -infinity; symmetric: -m·|i - j| (encoders); split: heads of the first half
   * see no key after the query, those of the second half none before it. Default causal. */
  readonly direction?: 'causal' | 'symmetric' | 'split' | undefined;
  /** distance: -m·(i - j); key: m·j, as transformers' Bloom stores it (the same softmax; causal only). Default
   * distance. */
  readonly storage?: 'distance' | 'key' | undefined;
}

/** KERPLE. Chi et al. 2022, KERPLE: Kernelized Relative Positional Embedding for Length Extrapolation,
 * arXiv:2205.09921. */
export interface KerpleSpec {
  readonly encoding: 'kerple';
  /** Number of attention heads: there is a bias matrix for each. Integer, ≥ 1, ≤ 4096. */ readonly heads: number;
  /** log: -r1·ln(1 + r2·d); power: -r1·d^r2. Default log. */ readonly kind?: 'log' | 'power' | undefined;
  /** (heads): r1 > 0. Drawn from U(0, 2), at least 0.01, when left out. Each finite, > 0, ≤ 1e+30. */
  readonly r1?: readonly number[] | Float64Array | undefined;
  /** (heads): r2 > 0, at most 2 for power. Drawn from U(0, 1), at least 0.01, when left out. Each finite, > 0, ≤
   * 1e+30. */
  readonly r2?: readonly number[] | Float64Array | undefined;
  /** causal: keys after the query get -infinity; symmetric: the size of the distance counts. Default causal. */
  readonly direction?: 'causal' | 'symmetric' | undefined;
  /** Seed of the numbers that are drawn where none are given. Integer, ≥ 0, ≤ 9007199254740991. Default 0. Only
   * where r1 is left out or r2 is left out. */
  readonly seed?: number | undefined;
}

/** FIRE. Li et al. 2023, Functional Interpolation for Relative Positions Improves Long Context Transformers,
 * arXiv:2310.04418, eq. 9-10 and appendix code (equation numbers unconfirmed). */
export interface FireSpec {
  readonly encoding: 'fire';
  /** Number of attention heads: there is a bias matrix for each. Integer, ≥ 1, ≤ 4096. */ readonly heads: number;
  /** Steepness of the logarithm, learned; 0.1 at the start. Finite, ≥ 1e-9, ≤ 1000000000. Default 0.1. */
  readonly c?: number | undefined;
  /** L: queries before it are normalised as if they stood there; 512 at the start. Finite, ≥ 1e-9, ≤
   * 1000000000000000. Default 512. */
  readonly threshold?: number | undefined;
  /** Added to the divisor: paper 0, appendix 1e-6. Default paper. */
  readonly epsilon?: 'paper' | 'appendix' | undefined;
  /** Width of the network's hidden layer. Integer, ≥ 1, ≤ 4096. Default 32. */ readonly hidden?: number | undefined;
  /** (hidden): weights of the input. Drawn from U(-1, 1) when left out. Each finite. */
  readonly w1?: readonly number[] | Float64Array | undefined;
  /** (hidden): biases of the hidden layer. Drawn from U(-1, 1) when left out. Each finite. */
  readonly b1?: readonly number[] | Float64Array | undefined;
  /** heads x hidden: weights of the heads. Drawn from U(±1/√hidden) when left out. Each finite. */
  readonly w2?: readonly number[] | Float64Array | undefined;
  /** (heads): biases of the heads. Drawn from U(±1/√hidden) when left out. Each finite. */
  readonly b2?: readonly number[] | Float64Array | undefined;
  /** Seed of the numbers that are drawn where none are given. Integer, ≥ 0, ≤ 9007199254740991. Default 0. Only
   * where w1 is left out or b1 is left out or w2 is left out or b2 is left out. */
  readonly seed?: number | undefined;
}

/** Sandwich. Chi et al. 2022, Dissecting Transformer Length Extrapolation via the Lens of Receptive Field Analysis,
 * arXiv:2212.10356; sum and scale as in NVIDIA NeMo. */
export interface SandwichSpec {
  readonly encoding: 'sandwich';
  /** Number of attention heads: there is a bias matrix for each. Integer, ≥ 1, ≤ 4096. */ readonly heads: number;
  /** Width d of the sinusoidal encodings; even. Integer, ≥ 2, ≤ 65536. Default 128. */
  readonly dim?: number | undefined;
  /** Base b of the frequencies: the larger, the slower the slowest waves. Finite, ≥ 1, ≤ 1e+30. Default 10000. */
  readonly base?: number | undefined;
  /** causal: keys after the query get -infinity; symmetric: the size of the distance counts. Default causal. */
  readonly direction?: 'causal' | 'symmetric' | undefined;
}

/** TISA. Wennberg & Henter 2021, The Case for Translation-Invariant Self-Attention in Transformer-Based Language
 * Models, arXiv:2106.01950, eq. 8 (equation number unconfirmed). */
export interface TisaSpec {
  readonly encoding: 'tisa';
  /** Number of attention heads: there is a bias matrix for each. Integer, ≥ 1, ≤ 4096. */ readonly heads: number;
  /** Number S of bell curves of a head; 5 in the paper. Integer, ≥ 1, ≤ 1024. Default 5. */
  readonly kernels?: number | undefined;
  /** heads x kernels: heights. Drawn from N(0, 1) when left out. Each finite. */
  readonly a?: readonly number[] | Float64Array | undefined;
  /** heads x kernels: sharpnesses, by size. Drawn from U(0, 0.1) when left out. Each finite. */
  readonly b?: readonly number[] | Float64Array | undefined;
  /** heads x kernels: centres, as key - query. Drawn from N(0, 5²) when left out. Each finite. */
  readonly c?: readonly number[] | Float64Array | undefined;
  /** both: keys before and after the query count, as in the paper's encoders; causal: keys after the query get
   * -infinity. Default both. */
  readonly direction?: 'both' | 'causal' | undefined;
  /** Seed of the numbers that are drawn where none are given. Integer, ≥ 0, ≤ 9007199254740991. Default 0. Only
   * where a is left out or b is left out or c is left out. */
  readonly seed?: number | undefined;
}

/** Relative positions of residues. Jumper et al. 2021, Highly accurate protein structure prediction with AlphaFold,
 * supplement, algorithms 4 and 5 (numbers unconfirmed); transformers models/esm/modeling_esmfold.py
 * EsmFoldRelativePosition. */
export interface ProteinRelativeSpec {
  readonly encoding: 'protein-relative';
  /** Channels of the representation of pairs, which stand where a bias has heads; 128 in both models. Integer, ≥ 1,
   * ≤ 4096. */
  readonly heads: number;
  /** Distances beyond k are clipped to it; 32 in both models. Integer, ≥ 1, ≤ 65536. Default 32. */
  readonly bins?: number | undefined;
  /** alphafold: the distance counts from key to query; esmfold: from query to key, and bin 0 is of masked pairs.
   * Default alphafold. */
  readonly form?: 'alphafold' | 'esmfold' | undefined;
  /** Number of each residue in its chain; 0, 1, 2 … when left out. A gap keeps chains apart. Each finite, ≥
   * -1000000000, ≤ 1000000000. */
  readonly residueIndex?: readonly number[] | Float64Array | undefined;
  /** 1 for a residue that counts, 0 for one that is masked. Each finite, ≥ 0, ≤ 1. Only where form is 'esmfold'. */
  readonly mask?: readonly number[] | Float64Array | undefined;
  /** (2k+1) x heads, of esmfold (2k+2) x heads: the learned vectors. Drawn from N(0, 1), as PyTorch's Embedding,
   * when left out. Each finite. */
  readonly table?: readonly number[] | Float64Array | undefined;
  /** Seed of the numbers that are drawn where none are given. Integer, ≥ 0, ≤ 9007199254740991. Default 0. Only
   * where table is left out. */
  readonly seed?: number | undefined;
}

/** CoPE. Golovneva et al. 2024, Contextual Position Encoding: Learning to Count What's Important, arXiv:2405.18719,
 * eq. 3-6 and appendix code (equation numbers unconfirmed). */
export interface CopeSpec {
  readonly encoding: 'cope';
  /** Head dimension: numbers of a query and of a key. Integer, ≥ 1, ≤ 65536. */ readonly dim: number;
  /** Number of position embeddings, npos_max; positions stop at one less. Integer, ≥ 1, ≤ 65536. Default 64. */
  readonly positions?: number | undefined;
  /** Logits of content and gates: scaled is q·k/√dim (the appendix's code), plain is q·k (the equations). Default
   * scaled. */
  readonly logits?: 'scaled' | 'plain' | undefined;
  /** positions x dim: the embeddings e. Drawn from N(0, 0.02²) when left out. Each finite. */
  readonly table?: readonly number[] | Float64Array | undefined;
  /** Seed of the numbers that are drawn where none are given. Integer, ≥ 0, ≤ 9007199254740991. Default 0. Only
   * where table is left out. */
  readonly seed?: number | undefined;
}

/** Mixed distance curves (Inkling). transformers models/inkling/modeling_inkling.py InklingRelativeLogits and
 * InklingAttention (04fafa29); x-transformers RelativeProjPositionalBias, the same in several dimensions. */
export interface InklingSpec {
  readonly encoding: 'inkling';
  /** Numbers of a query and of a key: the head dimension d and relWidth; 128 + 16 in Inkling. Integer, ≥ 3, ≤ 65536. */
  readonly dim: number;
  /** Numbers of r, and curves in the bank (d_rel); 16 in Inkling. Integer, ≥ 1, ≤ 1024. Default 2. */
  readonly relWidth?: number | undefined;
  /** Distances that the curves have (rel_extent); at and beyond it nothing is added. 1024 in Inkling, 512 in its
   * layers with a window. Integer, ≥ 1, ≤ 65536. Default 1024. */
  readonly extent?: number | undefined;
  /** Factor of the product q·k. Inkling normalises q and k by head and divides by d. Default 1/d. */
  readonly scale?: '1/d' | '1/sqrt(d)' | undefined;
  /** Queries beyond so many positions are multiplied by τ (log_scaling_n_floor); 128000 in Inkling. No τ when left
   * out. Finite, ≥ 1, ≤ 1000000000000000. */
  readonly logFloor?: number | undefined;
  /** α of the factor τ (log_scaling_alpha): the larger, the faster τ grows with the position. Finite, ≥ 0, ≤
   * 1000000. Default 0.1. Only where logFloor is given. */
  readonly logAlpha?: number | undefined;
  /** relWidth x extent: the bank C. Drawn from N(0, 0.02²) when left out. Each finite. */
  readonly curves?: readonly number[] | Float64Array | undefined;
  /** Seed of the numbers that are drawn where none are given. Integer, ≥ 0, ≤ 9007199254740991. Default 0. Only
   * where curves is left out. */
  readonly seed?: number | undefined;
}

/** Dynamic position bias. x-transformers DynamicPositionBias; Wang et al. 2021, CrossFormer, arXiv:2108.00154
 * (dynamic position bias; unconfirmed). */
export interface DynamicBiasSpec {
  readonly encoding: 'dynamic-bias';
  /** Number of attention heads: there is a bias matrix for each. Integer, ≥ 1, ≤ 4096. */ readonly heads: number;
  /** Width of the network's hidden layers: how many neurons each has. Integer, ≥ 1, ≤ 1024. Default 16. */
  readonly hidden?: number | undefined;
  /** Number of hidden layers of the network that gives the bias. Integer, ≥ 1, ≤ 8. Default 2. */
  readonly depth?: number | undefined;
  /** The input is sign·ln(|distance| + 1) instead of the distance. Default false. */
  readonly logDistance?: boolean | undefined;
  /** (hidden): weights of the distance. Drawn from U(-1, 1) when left out. Each finite. */
  readonly w1?: readonly number[] | Float64Array | undefined;
  /** (hidden): biases of the first layer. Drawn from U(-1, 1) when left out. Each finite. */
  readonly b1?: readonly number[] | Float64Array | undefined;
  /** (depth-1)·hidden x hidden: weights of the other hidden layers. Drawn from U(±1/√hidden) when left out. Each
   * finite. */
  readonly wHidden?: readonly number[] | Float64Array | undefined;
  /** (depth-1) x hidden: their biases. Drawn from U(±1/√hidden) when left out. Each finite. */
  readonly bHidden?: readonly number[] | Float64Array | undefined;
  /** heads x hidden: weights of the heads. Drawn from U(±1/√hidden) when left out. Each finite. */
  readonly w2?: readonly number[] | Float64Array | undefined;
  /** (heads): biases of the heads. Drawn from U(±1/√hidden) when left out. Each finite. */
  readonly b2?: readonly number[] | Float64Array | undefined;
  /** Seed of the numbers that are drawn where none are given. Integer, ≥ 0, ≤ 9007199254740991. Default 0. Only
   * where w1 is left out or b1 is left out or wHidden is left out or bHidden is left out or w2 is left out or b2 is
   * left out. */
  readonly seed?: number | undefined;
}

/** Forgetting (data-dependent ALiBi). Lin et al. 2025, Forgetting Transformer, arXiv:2503.02130 (number
 * unconfirmed); x-transformers DataDependentAlibi. */
export interface ForgettingSpec {
  readonly encoding: 'forgetting';
  /** Number of attention heads: there is a bias matrix for each. Integer, ≥ 1, ≤ 4096. */ readonly heads: number;
  /** heads x tokens: f of each token, for queries and keys of that number. When left out, every token has `logit`.
   * Each finite, ≥ -1000000, ≤ 1000000. */
  readonly forgetLogits?: readonly number[] | Float64Array | undefined;
  /** f of every token where no list is given; x-transformers' initial bias is 5. Finite, ≥ -1000000, ≤ 1000000.
   * Default 5. Only where forgetLogits is left out. */
  readonly logit?: number | undefined;
}

/** Random Fourier features. Rahimi & Recht 2007, Random Features for Large-Scale Kernel Machines, NIPS 20. */
export interface RandomFourierSpec {
  readonly encoding: 'random-fourier';
  /** Number of features D; even with form 'paired'. Integer, ≥ 1, ≤ 65536. */ readonly dim: number;
  /** Coordinates of a position, such as row and column in a picture. Integer, ≥ 1, ≤ 256. Default 1. */
  readonly axes?: number | undefined;
  /** Length scale σ of the kernel exp(-‖x-y‖²/2σ²). Finite, ≥ 1e-9, ≤ 1000000000. Default 1. Only where frequencies
   * is left out. */
  readonly sigma?: number | undefined;
  /** cos-bias: √(2/D)·cos(Wx+b); paired: √(2/D)·[cos Wx | sin Wx] with D/2 frequencies, of lower variance, a
   * function of the offset alone. Default cos-bias. */
  readonly form?: 'cos-bias' | 'paired' | undefined;
  /** W in rad per unit, (D, axes), or (D/2, axes) with form 'paired'; drawn from N(0, 1/σ²) where not given. Each
   * finite, ≥ -1000000000, ≤ 1000000000. */
  readonly frequencies?: readonly number[] | Float64Array | undefined;
  /** b in rad, (D), of form 'cos-bias'; drawn from U(0, 2π) where not given. Each finite, ≥ -1000000000, ≤
   * 1000000000. */
  readonly offsets?: readonly number[] | Float64Array | undefined;
  /** Seed of what is drawn rather than given; the same numbers on every platform. Integer, ≥ 0, ≤ 9007199254740991.
   * Default 0. Only where frequencies is left out or form is 'cos-bias', and frequencies is left out or offsets is
   * left out. */
  readonly seed?: number | undefined;
}

/** Orthogonal random features. Yu et al. 2016, Orthogonal Random Features, arXiv:1610.09072. */
export interface OrthogonalFourierSpec {
  readonly encoding: 'orthogonal-fourier';
  /** Number of features D; even with form 'paired'. Integer, ≥ 1, ≤ 65536. */ readonly dim: number;
  /** Coordinates of a position; a power of two with variant 'sorf'. Integer, ≥ 1, ≤ 256. Default 2. */
  readonly axes?: number | undefined;
  /** Length scale σ of the kernel exp(-‖x-y‖²/2σ²). Finite, ≥ 1e-9, ≤ 1000000000. Default 1. */
  readonly sigma?: number | undefined;
  /** orf: Haar orthogonal blocks with chi-distributed norms; sorf: blocks of signed Hadamard matrices, all of the
   * same norm, which cost O(D log a) and are unbiased only for many axes. Default orf. */
  readonly variant?: 'orf' | 'sorf' | undefined;
  /** cos-bias: √(2/D)·cos(Wx+b); paired: √(2/D)·[cos Wx | sin Wx] with D/2 frequencies, of lower variance, a
   * function of the offset alone. Default paired. */
  readonly form?: 'cos-bias' | 'paired' | undefined;
  /** b in rad, (D), of form 'cos-bias'; drawn from U(0, 2π) where not given. Each finite, ≥ -1000000000, ≤
   * 1000000000. */
  readonly offsets?: readonly number[] | Float64Array | undefined;
  /** Seed of what is drawn rather than given; the same numbers on every platform. Integer, ≥ 0, ≤ 9007199254740991.
   * Default 0. */
  readonly seed?: number | undefined;
}

/** Fourier features. Tancik et al. 2020, Fourier Features Let Networks Learn High Frequency Functions in Low
 * Dimensional Domains, arXiv:2006.10739, eq. 5-7. */
export interface FourierFeaturesSpec {
  readonly encoding: 'fourier-features';
  /** Width: 2m for gaussian, 2·axes for basic, 2·axes·m for positional. Left out: m = 256 in all, as in the paper,
   * and 2·axes for basic. Integer, ≥ 1, ≤ 65536. */
  readonly dim?: number | undefined;
  /** Coordinates of a position, such as row and column in a picture. Integer, ≥ 1, ≤ 256. Default 2. */
  readonly axes?: number | undefined;
  /** Where the frequencies b come from: gaussian draws them, basic is the identity, positional is σ^(j/m) along each
   * axis. Default gaussian. */
  readonly mapping?: 'gaussian' | 'basic' | 'positional' | undefined;
  /** σ: standard deviation of gaussian frequencies, in turns per unit (the paper tries 1, 10 and 100 on coordinates
   * in [0, 1)); limit of the positional ones. Finite, ≥ 1e-9, ≤ 1000000000. Default 10. Only where frequencies is
   * left out, and mapping is 'gaussian' or 'positional'. */
  readonly scale?: number | undefined;
  /** paper: cosines first, [cos | sin] for each j of positional and of the whole otherwise; code: sines first,
   * [sin(2πBv) | cos(2πBv)]. Default paper. */
  readonly order?: 'paper' | 'code' | undefined;
  /** B of mapping gaussian in turns per unit, (m, axes). Each finite, ≥ -1000000000, ≤ 1000000000. */
  readonly frequencies?: readonly number[] | Float64Array | undefined;
  /** a_j, one for each frequency; 1 where not given. Each finite, ≥ -1000000000, ≤ 1000000000. */
  readonly amplitudes?: readonly number[] | Float64Array | undefined;
  /** Seed of what is drawn rather than given; the same numbers on every platform. Integer, ≥ 0, ≤ 9007199254740991.
   * Default 0. Only where frequencies is left out, and mapping is 'gaussian'. */
  readonly seed?: number | undefined;
}

/** NeRF. Mildenhall et al. 2020, NeRF, arXiv:2003.08934, eq. 4; released code (bmild/nerf). */
export interface NerfSpec {
  readonly encoding: 'nerf';
  /** Number of frequencies L: 10 for positions and 4 for view directions in the paper. Integer, ≥ 1, ≤ 60. Default
   * 10. */
  readonly bands?: number | undefined;
  /** Coordinates of a position, such as row and column in a picture. Integer, ≥ 1, ≤ 256. Default 3. */
  readonly axes?: number | undefined;
  /** code: no π, coordinate-minor channels; paper: eq. 4, with π, coordinate-major channels. Default code. */
  readonly convention?: 'code' | 'paper' | undefined;
  /** Whether the coordinates themselves come first; as-convention: in the code, not in the paper. Default
   * as-convention. */
  readonly includeInput?: 'as-convention' | 'yes' | 'no' | undefined;
  /** log: bands 2^k; linear: evenly spaced from 1 to 2^(L-1). Default log. */
  readonly spacing?: 'log' | 'linear' | undefined;
}

/** Integrated encoding (mip-NeRF). Barron et al. 2021, Mip-NeRF, arXiv:2103.13415; released code (google/mipnerf). */
export interface MipNerfSpec {
  readonly encoding: 'mip-nerf';
  /** Coordinates of a position: axes/2 means, then axes/2 variances (the diagonal of the covariance). Integer, ≥ 1,
   * ≤ 256. Default 6. */
  readonly axes?: number | undefined;
  /** Power of two that is the lowest frequency, in rad per unit. Integer, ≥ -60, ≤ 60. Default 0. */
  readonly minDeg?: number | undefined;
  /** Power of two after the last one; more than minDeg. Integer, ≥ -59, ≤ 61. Default 16. */
  readonly maxDeg?: number | undefined;
}

/** Learnable Fourier features. Li et al. 2021, Learnable Fourier Features for Multi-Dimensional Spatial Positional
 * Encoding, arXiv:2106.02795, Algorithm 1. */
export interface LearnableFourierSpec {
  readonly encoding: 'learnable-fourier';
  /** Width of the encoding D; a multiple of groups. Integer, ≥ 1, ≤ 65536. */ readonly dim: number;
  /** Coordinates of a position, in all; a multiple of groups. Integer, ≥ 1, ≤ 256. Default 2. */
  readonly axes?: number | undefined;
  /** Groups G of coordinates, each encoded alone by the same weights into D/G channels. Integer, ≥ 1, ≤ 256. Default
   * 1. */
  readonly groups?: number | undefined;
  /** Number of Fourier features F; even. Integer, ≥ 2, ≤ 65536. Default 64. */ readonly features?: number | undefined;
  /** Units H of the hidden layer. Integer, ≥ 1, ≤ 65536. Default 32. */ readonly hidden?: number | undefined;
  /** γ of the W_r that is drawn: the larger, the lower its frequencies. Finite, ≥ 1e-9, ≤ 1000000000. Default 10.
   * Only where frequencies is left out. */
  readonly gamma?: number | undefined;
  /** Standard deviation of W_r: N(0, γ^-2) read as a variance is 1/gamma; public re-implementations use 1/gamma^2.
   * Default 1/gamma. Only where frequencies is left out. */
  readonly deviation?: '1/gamma' | '1/gamma^2' | undefined;
  /** W_r in rad per unit, (F/2, axes/groups). Each finite, ≥ -1000000000, ≤ 1000000000. */
  readonly frequencies?: readonly number[] | Float64Array | undefined;
  /** W1 of the first layer, (H, F). Each finite, ≥ -1000000000, ≤ 1000000000. */
  readonly weight1?: readonly number[] | Float64Array | undefined;
  /** b1, the bias of the first layer, (H). Each finite, ≥ -1000000000, ≤ 1000000000. */
  readonly bias1?: readonly number[] | Float64Array | undefined;
  /** W2 of the second layer, (D/groups, H). Each finite, ≥ -1000000000, ≤ 1000000000. */
  readonly weight2?: readonly number[] | Float64Array | undefined;
  /** b2, the bias of the second layer, (D/groups). Each finite, ≥ -1000000000, ≤ 1000000000. */
  readonly bias2?: readonly number[] | Float64Array | undefined;
  /** Seed of what is drawn rather than given; the same numbers on every platform. Integer, ≥ 0, ≤ 9007199254740991.
   * Default 0. Only where frequencies is left out or weight1 is left out or bias1 is left out or weight2 is left
   * out or bias2 is left out. */
  readonly seed?: number | undefined;
}

/** SIREN, first layer. Sitzmann et al. 2020, Implicit Neural Representations with Periodic Activation Functions,
 * arXiv:2006.09661, section 3.2. */
export interface SirenSpec {
  readonly encoding: 'siren';
  /** Features of the layer: rows of W. Integer, ≥ 1, ≤ 65536. */ readonly dim: number;
  /** Coordinates of a position, such as row and column in a picture. Integer, ≥ 1, ≤ 256. Default 2. */
  readonly axes?: number | undefined;
  /** ω0, the factor of the whole argument. Finite, ≥ -1000000000, ≤ 1000000000. Default 30. */
  readonly omega0?: number | undefined;
  /** W, (dim, axes); drawn from U(±1/axes) where not given. Each finite, ≥ -1000000000, ≤ 1000000000. */
  readonly weights?: readonly number[] | Float64Array | undefined;
  /** b, (dim); drawn from U(±1/√axes) where not given. Each finite, ≥ -1000000000, ≤ 1000000000. */
  readonly biases?: readonly number[] | Float64Array | undefined;
  /** Seed of what is drawn rather than given; the same numbers on every platform. Integer, ≥ 0, ≤ 9007199254740991.
   * Default 0. Only where weights is left out or biases is left out. */
  readonly seed?: number | undefined;
}

/** Pixel Fourier bands. timm pixel_freq_bands and build_fourier_pos_embed; lucidrains' rotary-embedding-torch
 * (freqs_for='pixel') and perceiver-pytorch fourier_encode; bands as in Jaegle et al. 2021, Perceiver,
 * arXiv:2103.03206. */
export interface PixelFourierSpec {
  readonly encoding: 'pixel-fourier';
  /** Number of frequencies along each axis. Integer, ≥ 1, ≤ 4096. Default 64. */ readonly bands?: number | undefined;
  /** Coordinates of a position, such as row and column in a picture. Integer, ≥ 1, ≤ 256. Default 2. */
  readonly axes?: number | undefined;
  /** timm: all sines, then all cosines, coordinates innermost; lucidrains: sines and cosines of one coordinate after
   * the other. Default timm. */
  readonly convention?: 'timm' | 'lucidrains' | undefined;
  /** Spacing of the bands from π to π·maxRes/2; as-convention: log for timm, linear for lucidrains. Default
   * as-convention. */
  readonly spacing?: 'as-convention' | 'log' | 'linear' | undefined;
  /** Resolution R whose half is the highest band; left out: 224 for timm, 10 for lucidrains. Finite, > 0, ≤
   * 1000000000. */
  readonly maxRes?: number | undefined;
  /** Keep the coordinates as channels: before the waves (timm's concat_grid), or after those of each coordinate
   * (lucidrains). Default false. */
  readonly includeInput?: boolean | undefined;
  /** Cells along each axis: positions are then indices, mapped to [-1, 1]. Left out: positions are the coordinates.
   * Each finite, ≥ 1, ≤ 65536. */
  readonly gridShape?: readonly number[] | Float64Array | undefined;
}

/** GLIGEN boxes. Li et al. 2023, GLIGEN, arXiv:2301.07093; diffusers get_fourier_embeds_from_boundingbox. */
export interface GligenBoxesSpec {
  readonly encoding: 'gligen-boxes';
  /** Number of frequencies K; 8 in GLIGEN, which makes 64 channels. Integer, ≥ 1, ≤ 4096. Default 8. */
  readonly bands?: number | undefined;
  /** The limit of the frequencies; 100 in GLIGEN. Finite, ≥ 1e-9, ≤ 1000000000. Default 100. */
  readonly temperature?: number | undefined;
}

/** Laplacian eigenvectors. Dwivedi & Bresson 2021, A Generalization of Transformer Networks to Graphs,
 * arXiv:2012.09699. */
export interface LaplacianSpec {
  readonly encoding: 'laplacian';
  /** Number of eigenvectors, the width of the encoding. Integer, ≥ 1, ≤ 1023. Default 4. */
  readonly k?: number | undefined;
  /** Family of graphs, where no edges are given: path and cycle join neighbours, grid is 4-connected in raster
   * order, in complete every two nodes are joined, in star all to node 0. Default path. Only where edges is left
   * out. */
  readonly graph?: 'path' | 'cycle' | 'grid' | 'complete' | 'star' | undefined;
  /** Number of nodes of the graph, each of which is a position. Integer, ≥ 1, ≤ 1024. Default 16. */
  readonly nodes?: number | undefined;
  /** Columns of graph 'grid'; nodes must be a multiple of it. Integer, ≥ 1, ≤ 1024. Default 4. Only where edges is
   * left out, and graph is 'grid'. */
  readonly columns?: number | undefined;
  /** Edges u0 v0 u1 v1 …, in place of a family; repeated ones count once. Each finite, ≥ 0, ≤ 1023. */
  readonly edges?: readonly number[] | Float64Array | undefined;
  /** symmetric: I - D^-1/2 A D^-1/2; none: D - A. Default symmetric. */
  readonly normalization?: 'symmetric' | 'none' | undefined;
  /** What a disconnected graph leaves out: skip-all the eigenvalue 0 with its whole eigenspace; skip-one the first
   * vector only, as released code does, so that others of eigenvalue 0 (each the nodes of one component) come
   * first. Default skip-all. */
  readonly zeros?: 'skip-all' | 'skip-one' | undefined;
  /** fixed: the largest entry of an eigenvector is positive; random: each sign is drawn from the seed, as in
   * training. Default fixed. */
  readonly signs?: 'fixed' | 'random' | undefined;
  /** Seed of the signs that are drawn for the eigenvectors. Integer, ≥ 0, ≤ 9007199254740991. Default 0. Only where
   * signs is 'random'. */
  readonly seed?: number | undefined;
}

/** Random walk. Dwivedi et al. 2022, Graph Neural Networks with Learnable Structural and Positional Representations,
 * arXiv:2110.07875. */
export interface RandomWalkSpec {
  readonly encoding: 'random-walk';
  /** Longest walk k, the width of the encoding. Integer, ≥ 1, ≤ 1024. Default 16. */
  readonly steps?: number | undefined;
  /** Family of graphs, where no edges are given: path and cycle join neighbours, grid is 4-connected in raster
   * order, in complete every two nodes are joined, in star all to node 0. Default path. Only where edges is left
   * out. */
  readonly graph?: 'path' | 'cycle' | 'grid' | 'complete' | 'star' | undefined;
  /** Number of nodes of the graph, each of which is a position. Integer, ≥ 1, ≤ 1024. Default 16. */
  readonly nodes?: number | undefined;
  /** Columns of graph 'grid'; nodes must be a multiple of it. Integer, ≥ 1, ≤ 1024. Default 4. Only where edges is
   * left out, and graph is 'grid'. */
  readonly columns?: number | undefined;
  /** Edges u0 v0 u1 v1 …, in place of a family; repeated ones count once. Each finite, ≥ 0, ≤ 1023. */
  readonly edges?: readonly number[] | Float64Array | undefined;
}

/** Relative random walks (RRWP). Ma et al. 2023, Graph Inductive Biases in Transformers without Message Passing,
 * arXiv:2305.17589; LiamMa/GRIT transform/rrwp.py and layer/grit_layer.py (2ecf5c35). */
export interface RrwpSpec {
  readonly encoding: 'rrwp';
  /** Number K of channels, which stand where a bias has its heads: walks of 0 … K-1 steps. 21 on ZINC. Integer, ≥ 1,
   * ≤ 256. Default 21. */
  readonly heads?: number | undefined;
  /** Where walks begin, at the query (the paper's P_ij with query i), or at the key, as in the released code, which
   * gathers queries by the second index. The two differ by the quotient of the degrees. Default query. */
  readonly from?: 'query' | 'key' | undefined;
  /** Family of graphs, where no edges are given: path and cycle join neighbours, grid is 4-connected in raster
   * order, in complete every two nodes are joined, in star all to node 0. Default path. Only where edges is left
   * out. */
  readonly graph?: 'path' | 'cycle' | 'grid' | 'complete' | 'star' | undefined;
  /** Number of nodes of the graph, each of which is a position. Integer, ≥ 1, ≤ 1024. Default 16. */
  readonly nodes?: number | undefined;
  /** Columns of graph 'grid'; nodes must be a multiple of it. Integer, ≥ 1, ≤ 1024. Default 4. Only where edges is
   * left out, and graph is 'grid'. */
  readonly columns?: number | undefined;
  /** Edges u0 v0 u1 v1 …, in place of a family; repeated ones count once. Each finite, ≥ 0, ≤ 1023. */
  readonly edges?: readonly number[] | Float64Array | undefined;
}

/** Space2Vec. Mai et al. 2020, Multi-Scale Representation Learning for Spatial Feature Distributions using Grid
 * Cells, arXiv:2003.00824; released code (gengchenmai/space2vec). */
export interface Space2vecSpec {
  readonly encoding: 'space2vec';
  /** Number of scales S, spaced geometrically from the smallest to the largest. Integer, ≥ 1, ≤ 4096. Default 16. */
  readonly scales?: number | undefined;
  /** theory: three directions 120 degrees apart; grid: x and y. Default theory. */
  readonly variant?: 'theory' | 'grid' | undefined;
  /** Smallest scale λmin, in the unit of positions. Finite, ≥ 1e-9, ≤ 1000000000000. Default 10. */
  readonly lambdaMin?: number | undefined;
  /** Largest scale λmax, in the unit of positions. Finite, ≥ 1e-9, ≤ 1000000000000. Default 10000. */
  readonly lambdaMax?: number | undefined;
  /** paper: scale by scale, a cosine before its sine; code: sines first, and grid goes axis by axis. Default paper. */
  readonly order?: 'paper' | 'code' | undefined;
}

/** Sphere2Vec. Mai et al. 2023, Sphere2Vec, arXiv:2306.17624; released code (gengchenmai/sphere2vec) and its port in
 * microsoft/satclip. */
export interface Sphere2vecSpec {
  readonly encoding: 'sphere2vec';
  /** Number of scales S, spaced geometrically from the smallest to the largest. Integer, ≥ 1, ≤ 4096. Default 16. */
  readonly scales?: number | undefined;
  /** sphereC: three channels a scale; sphereM mixes each scale with the whole sphere, five; + adds the waves of each
   * coordinate alone, six and eight. Default sphereC. */
  readonly variant?: 'sphereC' | 'sphereC+' | 'sphereM' | 'sphereM+' | undefined;
  /** Smallest scale; angles are divided by it. Finite, ≥ 1e-9, ≤ 1000000000000. Default 0.01. */
  readonly minRadius?: number | undefined;
  /** Largest scale; 1 is the sphere itself. Finite, ≥ 1e-9, ≤ 1000000000000. Default 1. */
  readonly maxRadius?: number | undefined;
}

/** Spherical harmonics. Rußwurm et al. 2024, Geographic Location Encoding with Spherical Harmonics and Sinusoidal
 * Representation Networks, arXiv:2310.06743; microsoft/satclip positional_encoding/spherical_harmonics*.py
 * (20e51060); e3nn o3.spherical_harmonics. */
export interface SphericalHarmonicsSpec {
  readonly encoding: 'spherical-harmonics';
  /** Number L of degrees, l = 0 … L-1; the width is L². SatCLIP has 10 and 40, Gaussian splatting 4. Integer, ≥ 1, ≤
   * 128. Default 10. */
  readonly degrees?: number | undefined;
  /** plain: no sign of the order, as e3nn; condon-shortley: odd orders have the other sign, as in Gaussian
   * splatting; satclip: its analytic code, which sees the antipode and has order 0 times π; satclip-closed-form:
   * its other code, at the antipode and with the sign of the order. Default plain. */
  readonly convention?: 'plain' | 'condon-shortley' | 'satclip' | 'satclip-closed-form' | undefined;
  /** integral: the integral of Y² over the sphere is 1; component: the squares of a degree add up to 2l+1; norm: to
   * 1. The words are e3nn's. Default integral. Only where convention is 'plain' or 'condon-shortley'. */
  readonly normalisation?: 'integral' | 'component' | 'norm' | undefined;
}

export type EncodingSpec =
  | SinusoidalSpec | TimestepSpec | GaussianFourierSpec | LearnedSpec | LearnedGridSpec | LearnedDetrSpec
  | Sincos2dMaeSpec | Sincos2dTimmSpec | Sincos3dDiffusersSpec | DetrSpec | SinusoidalNdSpec | CapeSpec | ShapeSpec
  | NopeSpec | RopeSpec | PRopeSpec | MropeSpec | RopeNdSpec | Rope2dAxialSpec | Rope2dMixedSpec | Rope2dTimmSpec
  | RopeDinov3Spec | RopeGoldenSpec | XposSpec | PopeSpec | FopeSpec | ReropeSpec | LeakyReropeSpec | SelfExtendSpec
  | DualChunkSpec | ShawSpec | TransformerXlSpec | T5Spec | DebertaSpec | SwinV1Spec | SwinV2Spec | AlibiSpec
  | KerpleSpec | FireSpec | SandwichSpec | TisaSpec | ProteinRelativeSpec | CopeSpec | InklingSpec | DynamicBiasSpec
  | ForgettingSpec | RandomFourierSpec | OrthogonalFourierSpec | FourierFeaturesSpec | NerfSpec | MipNerfSpec
  | LearnableFourierSpec | SirenSpec | PixelFourierSpec | GligenBoxesSpec | LaplacianSpec | RandomWalkSpec | RrwpSpec
  | Space2vecSpec | Sphere2vecSpec | SphericalHarmonicsSpec;
export type EncodingId = EncodingSpec['encoding'];

/** Context extensions of rotary frequencies, in display order. */
export const scalings: readonly ScalingInfo[] = [
  { id: 'default', title: 'None', params: [], hfType: 'default' },
  { id: 'linear', title: 'Position interpolation (linear)', params: [
    { name: 'factor', kind: 'number', required: true, min: 0, max: 1000000000, minExclusive: true, slider: { min: 1, max: 64, log: true } },
  ], hfType: 'linear' },
  { id: 'ntk', title: 'NTK-aware', params: [
    { name: 'factor', kind: 'number', required: true, min: 0, max: 1000000000, minExclusive: true, slider: { min: 1, max: 64, log: true } },
  ] },
  { id: 'dynamic', title: 'Dynamic NTK', params: [
    { name: 'factor', kind: 'number', required: true, min: 0, max: 1000000000, minExclusive: true, slider: { min: 1, max: 64, log: true } },
    { name: 'originalContext', kind: 'integer', required: true, min: 1, max: 9007199254740991, slider: { min: 256, max: 1048576, log: true } },
    { name: 'contextLength', kind: 'integer', required: false, min: 1, max: 9007199254740991, slider: { min: 256, max: 1048576, log: true } },
  ], hfType: 'dynamic' },
  { id: 'ntk-by-parts', title: 'NTK-by-parts (paper)', params: [
    { name: 'factor', kind: 'number', required: true, min: 0, max: 1000000000, minExclusive: true, slider: { min: 1, max: 64, log: true } },
    { name: 'originalContext', kind: 'integer', required: true, min: 1, max: 9007199254740991, slider: { min: 256, max: 1048576, log: true } },
    { name: 'alpha', kind: 'number', required: false, initial: 1, min: 0, max: 1000000000, slider: { min: 0.1, max: 64, log: true } },
    { name: 'beta', kind: 'number', required: false, initial: 32, min: 0, max: 1000000000, minExclusive: true, slider: { min: 0.1, max: 64, log: true } },
  ] },
  { id: 'yarn-paper', title: 'YaRN (paper)', params: [
    { name: 'factor', kind: 'number', required: true, min: 0, max: 1000000000, minExclusive: true, slider: { min: 1, max: 64, log: true } },
    { name: 'originalContext', kind: 'integer', required: true, min: 1, max: 9007199254740991, slider: { min: 256, max: 1048576, log: true } },
    { name: 'alpha', kind: 'number', required: false, initial: 1, min: 0, max: 1000000000, slider: { min: 0.1, max: 64, log: true } },
    { name: 'beta', kind: 'number', required: false, initial: 32, min: 0, max: 1000000000, minExclusive: true, slider: { min: 0.1, max: 64, log: true } },
  ] },
  { id: 'yarn', title: 'YaRN (released code)', params: [
    { name: 'factor', kind: 'number', required: true, min: 0, max: 1000000000, minExclusive: true, slider: { min: 1, max: 64, log: true } },
    { name: 'originalContext', kind: 'integer', required: true, min: 1, max: 9007199254740991, slider: { min: 256, max: 1048576, log: true } },
    { name: 'betaFast', kind: 'number', required: false, initial: 32, min: 0, max: 1000000000, minExclusive: true, slider: { min: 0.1, max: 64, log: true } },
    { name: 'betaSlow', kind: 'number', required: false, initial: 1, min: 0, max: 1000000000, minExclusive: true, slider: { min: 0.1, max: 64, log: true } },
    { name: 'truncate', kind: 'boolean', required: false, initial: true },
    { name: 'mscale', kind: 'number', required: false, min: 0, max: 100, slider: { min: 0, max: 2 } },
    { name: 'mscaleAllDim', kind: 'number', required: false, min: 0, max: 100, slider: { min: 0, max: 2 } },
    { name: 'attentionFactor', kind: 'number', required: false, min: 0, max: 1000000, minExclusive: true, slider: { min: 0.5, max: 2 } },
  ], hfType: 'yarn' },
  { id: 'longrope', title: 'LongRoPE', params: [
    { name: 'originalContext', kind: 'integer', required: true, min: 1, max: 9007199254740991, slider: { min: 256, max: 1048576, log: true } },
    { name: 'factor', kind: 'number', required: false, min: 0, max: 1000000000, minExclusive: true, slider: { min: 1, max: 64, log: true } },
    { name: 'shortFactor', kind: 'numbers', required: true, min: 0, max: 1000000000, minExclusive: true, maxLength: 32768 },
    { name: 'longFactor', kind: 'numbers', required: true, min: 0, max: 1000000000, minExclusive: true, maxLength: 32768 },
    { name: 'attentionFactor', kind: 'number', required: false, min: 0, max: 1000000, minExclusive: true, slider: { min: 0.5, max: 2 } },
    { name: 'contextLength', kind: 'integer', required: false, min: 1, max: 9007199254740991, slider: { min: 256, max: 1048576, log: true } },
  ], hfType: 'longrope' },
  { id: 'llama3', title: 'Llama 3', params: [
    { name: 'factor', kind: 'number', required: true, min: 0, max: 1000000000, minExclusive: true, slider: { min: 1, max: 64, log: true } },
    { name: 'lowFreqFactor', kind: 'number', required: false, initial: 1, min: 0, max: 1000000000, minExclusive: true, slider: { min: 0.1, max: 64, log: true } },
    { name: 'highFreqFactor', kind: 'number', required: false, initial: 4, min: 0, max: 1000000000, minExclusive: true, slider: { min: 0.1, max: 64, log: true } },
    { name: 'originalContext', kind: 'integer', required: true, min: 1, max: 9007199254740991, slider: { min: 256, max: 1048576, log: true } },
  ], hfType: 'llama3' },
  { id: 'kexue-fixed', title: 'NTK-RoPE fixed (kexue.fm)', params: [
    { name: 'factor', kind: 'number', required: true, min: 0, max: 1000000000, minExclusive: true, slider: { min: 1, max: 64, log: true } },
  ] },
  { id: 'kexue-mixed', title: 'NTK-RoPE mixed (kexue.fm)', params: [
    { name: 'factor', kind: 'number', required: true, min: 0, max: 1000000000, minExclusive: true, slider: { min: 1, max: 64, log: true } },
    { name: 'mixedB', kind: 'number', required: false, initial: 0.625, min: 0, max: 16, minExclusive: true, slider: { min: 0.1, max: 2 } },
  ] },
  { id: 'proportional', title: 'Proportional (p-RoPE)', params: [
    { name: 'fraction', kind: 'number', required: true, min: 0, max: 1, slider: { min: 0, max: 1 } },
    { name: 'factor', kind: 'number', required: false, initial: 1, min: 0, max: 1000000000, minExclusive: true, slider: { min: 1, max: 64, log: true } },
  ], hfType: 'proportional' },
  { id: 'abf', title: 'Adjusted base frequency (ABF)', params: [
    { name: 'base', kind: 'number', required: true, min: 0, max: 1e+30, minExclusive: true, slider: { min: 1000, max: 100000000, log: true } },
  ] },
  { id: 'yarn-log', title: 'YaRN in logarithms (Grok)', params: [
    { name: 'factor', kind: 'number', required: true, min: 0, max: 1000000000, minExclusive: true, slider: { min: 1, max: 64, log: true } },
    { name: 'originalContext', kind: 'integer', required: true, min: 1, max: 9007199254740991, slider: { min: 256, max: 1048576, log: true } },
    { name: 'betaFast', kind: 'number', required: false, initial: 32, min: 0, max: 1000000000, minExclusive: true, slider: { min: 0.1, max: 64, log: true } },
    { name: 'betaSlow', kind: 'number', required: false, initial: 1, min: 0, max: 1000000000, minExclusive: true, slider: { min: 0.1, max: 64, log: true } },
    { name: 'truncate', kind: 'boolean', required: false, initial: true },
    { name: 'attentionFactor', kind: 'number', required: false, min: 0, max: 1000000, minExclusive: true, slider: { min: 0.5, max: 2 } },
  ] },
  { id: 'telechat3-yarn', title: 'YaRN of TeleChat3', params: [
    { name: 'factor', kind: 'number', required: true, min: 0, max: 1000000000, minExclusive: true, slider: { min: 1, max: 64, log: true } },
    { name: 'originalContext', kind: 'integer', required: true, min: 1, max: 9007199254740991, slider: { min: 256, max: 1048576, log: true } },
    { name: 'betaFast', kind: 'number', required: false, initial: 32, min: 0, max: 1000000000, minExclusive: true, slider: { min: 0.1, max: 64, log: true } },
    { name: 'betaSlow', kind: 'number', required: false, initial: 1, min: 0, max: 1000000000, minExclusive: true, slider: { min: 0.1, max: 64, log: true } },
    { name: 'truncate', kind: 'boolean', required: false, initial: true },
    { name: 'attentionFactor', kind: 'number', required: false, min: 0, max: 1000000, minExclusive: true, slider: { min: 0.5, max: 2 } },
  ] },
  { id: 'riflex', title: 'RIFLEx', params: [
    { name: 'contextLength', kind: 'integer', required: true, min: 1, max: 9007199254740991, slider: { min: 16, max: 4096, log: true } },
    { name: 'pair', kind: 'integer', required: false, initial: 4, min: 1, max: 32768, slider: { min: 1, max: 64 }, where: { rule: '!repetition', words: 'repetition is left out' } },
    { name: 'repetition', kind: 'number', required: false, min: 1, max: 9007199254740991, slider: { min: 2, max: 4096, log: true } },
    { name: 'share', kind: 'number', required: false, initial: 0.9, min: 0, max: 1, minExclusive: true, slider: { min: 0.1, max: 1 } },
    { name: 'finetuned', kind: 'boolean', required: false, initial: false },
  ] },
];

/** Every encoding, in display order. */
export const encodings: readonly EncodingInfo[] = [
  { id: 'sinusoidal', title: 'Sinusoidal', params: [
    { name: 'dim', kind: 'integer', required: true, min: 1, max: 65536, slider: { min: 2, max: 1024, log: true } },
    { name: 'base', kind: 'number', required: false, initial: 10000, min: 0, max: 1e+30, minExclusive: true, slider: { min: 10, max: 10000000, log: true } },
    { name: 'layout', kind: 'choice', required: false, initial: 'interleaved', choices: ['interleaved', 'half', 'half-flipped'] },
    { name: 'denominator', kind: 'choice', required: false, initial: 'd/2', choices: ['d/2', 'd/2-1'] },
    { name: 'exponent', kind: 'number', required: false, initial: 1, min: 0, max: 64, minExclusive: true, slider: { min: 0.25, max: 4, log: true } },
    { name: 'oddRule', kind: 'choice', required: false, initial: 'error', choices: ['error', 'literal', 'pad-drop', 'zero-column'] },
    { name: 'scale', kind: 'number', required: false, initial: 1, min: -1000000000, max: 1000000000, slider: { min: 0.001, max: 1000, log: true } },
    { name: 'paddingIndex', kind: 'integer', required: false, min: 0, max: 9007199254740991, where: { rule: '!zeroFirst', words: 'zeroFirst is false' } },
    { name: 'zeroFirst', kind: 'boolean', required: false, initial: false },
  ], family: 'absolute', axes: ['position'], scalable: false,
    stages: ['frequencies', 'table', 'derivative', 'kernelProfile', 'decayBound', 'gram', 'precision'] },
  { id: 'timestep', title: 'Diffusion time step', params: [
    { name: 'dim', kind: 'integer', required: true, min: 1, max: 65536, slider: { min: 2, max: 1024, log: true } },
    { name: 'maxPeriod', kind: 'number', required: false, initial: 10000, min: 0, max: 1e+30, minExclusive: true, slider: { min: 10, max: 10000000, log: true } },
    { name: 'flipSinToCos', kind: 'boolean', required: false, initial: false },
    { name: 'downscaleFreqShift', kind: 'number', required: false, initial: 1, min: -65536, max: 65536, slider: { min: 0, max: 1 } },
    { name: 'scale', kind: 'number', required: false, initial: 1, min: -1000000000, max: 1000000000, slider: { min: 0.001, max: 1000, log: true } },
  ], family: 'absolute', axes: ['position'], scalable: false,
    stages: ['frequencies', 'table', 'derivative', 'kernelProfile', 'decayBound', 'gram', 'precision'] },
  { id: 'gaussian-fourier', title: 'Gaussian Fourier projection (noise level)', params: [
    { name: 'dim', kind: 'integer', required: true, min: 2, max: 65536, slider: { min: 2, max: 1024, log: true } },
    { name: 'scale', kind: 'number', required: false, initial: 1, min: 0, max: 1000000, minExclusive: true, slider: { min: 0.1, max: 100, log: true }, where: { rule: '!weights', words: 'weights is left out' } },
    { name: 'log', kind: 'boolean', required: false, initial: false },
    { name: 'flipSinToCos', kind: 'boolean', required: false, initial: false },
    { name: 'weights', kind: 'numbers', required: false, min: -1000000000000000, max: 1000000000000000, maxLength: 32768 },
    { name: 'seed', kind: 'integer', required: false, initial: 0, min: 0, max: 9007199254740991, slider: { min: 0, max: 100 }, where: { rule: '!weights', words: 'weights is left out' } },
  ], family: 'absolute', axes: ['position'], scalable: false, stages: ['table', 'gram', 'facts'] },
  { id: 'learned', title: 'Learned table', params: [
    { name: 'dim', kind: 'integer', required: true, min: 1, max: 65536, slider: { min: 2, max: 1024, log: true } },
    { name: 'count', kind: 'integer', required: false, min: 1, max: 16777216, slider: { min: 1, max: 4096, log: true } },
    { name: 'values', kind: 'numbers', required: false, maxLength: 16777216, trainable: true },
    { name: 'init', kind: 'choice', required: false, initial: 'normal', where: { rule: '!values', words: 'values is left out' }, choices: ['normal', 'truncated-normal', 'truncated-normal-2sigma', 'inverse-sqrt-dim', 'unit-normal', 'uniform', 'xavier-uniform', 'small-norm'] },
    { name: 'sigma', kind: 'number', required: false, min: 0, max: 40, slider: { min: 0.001, max: 3, log: true }, where: { rule: '!values & init=normal,truncated-normal,truncated-normal-2sigma,small-norm', words: 'values is left out, and init is \'normal\' or \'truncated-normal\' or \'truncated-normal-2sigma\' or \'small-norm\'' } },
    { name: 'high', kind: 'number', required: false, min: 0, max: 1000000000, minExclusive: true, slider: { min: 0.01, max: 1, log: true }, where: { rule: '!values & init=uniform', words: 'values is left out, and init is \'uniform\'' } },
    { name: 'seed', kind: 'integer', required: false, initial: 0, min: 0, max: 9007199254740991, slider: { min: 0, max: 100 }, where: { rule: '!values', words: 'values is left out' } },
    { name: 'rowScale', kind: 'choice', required: false, initial: 'none', choices: ['none', 'inverse-sqrt-dim', 'l2'] },
    { name: 'paddingIndex', kind: 'integer', required: false, min: 0, max: 16777216 },
    { name: 'offset', kind: 'integer', required: false, initial: 0, min: 0, max: 16777216, slider: { min: 0, max: 4 } },
    { name: 'sequenceStart', kind: 'integer', required: false, initial: 0, min: 0, max: 16777216 },
  ], family: 'absolute', axes: ['position'], scalable: false, stages: ['table', 'gram', 'facts'] },
  { id: 'learned-grid', title: 'Learned grid, resampled (ViT)', params: [
    { name: 'dim', kind: 'integer', required: true, min: 1, max: 65536, slider: { min: 2, max: 1024, log: true } },
    { name: 'sourceHeight', kind: 'integer', required: false, initial: 14, min: 1, max: 4096, slider: { min: 1, max: 64 } },
    { name: 'sourceWidth', kind: 'integer', required: false, initial: 14, min: 1, max: 4096, slider: { min: 1, max: 64 } },
    { name: 'height', kind: 'integer', required: false, initial: 16, min: 1, max: 4096, slider: { min: 1, max: 64 } },
    { name: 'width', kind: 'integer', required: false, initial: 16, min: 1, max: 4096, slider: { min: 1, max: 64 } },
    { name: 'method', kind: 'choice', required: false, initial: 'bicubic-antialias', choices: ['bicubic', 'bicubic-antialias', 'bilinear', 'bilinear-antialias'] },
    { name: 'alignCorners', kind: 'boolean', required: false, initial: false },
    { name: 'interpolateOffset', kind: 'number', required: false, initial: 0, min: 0, max: 1, slider: { min: 0, max: 0.2 }, where: { rule: '!alignCorners', words: 'alignCorners is false' } },
    { name: 'prefixTokens', kind: 'integer', required: false, initial: 0, min: 0, max: 4096, slider: { min: 0, max: 5 } },
    { name: 'values', kind: 'numbers', required: false, maxLength: 8388608, trainable: true },
    { name: 'init', kind: 'choice', required: false, initial: 'truncated-normal', where: { rule: '!values', words: 'values is left out' }, choices: ['normal', 'truncated-normal', 'truncated-normal-2sigma', 'inverse-sqrt-dim', 'unit-normal', 'uniform', 'xavier-uniform', 'small-norm'] },
    { name: 'sigma', kind: 'number', required: false, min: 0, max: 40, slider: { min: 0.001, max: 3, log: true }, where: { rule: '!values & init=normal,truncated-normal,truncated-normal-2sigma,small-norm', words: 'values is left out, and init is \'normal\' or \'truncated-normal\' or \'truncated-normal-2sigma\' or \'small-norm\'' } },
    { name: 'high', kind: 'number', required: false, min: 0, max: 1000000000, minExclusive: true, slider: { min: 0.01, max: 1, log: true }, where: { rule: '!values & init=uniform', words: 'values is left out, and init is \'uniform\'' } },
    { name: 'seed', kind: 'integer', required: false, initial: 0, min: 0, max: 9007199254740991, slider: { min: 0, max: 100 }, where: { rule: '!values', words: 'values is left out' } },
  ], family: 'absolute', axes: ['y', 'x'], scalable: false, stages: ['table', 'gram', 'facts'] },
  { id: 'learned-detr', title: 'Learned rows and columns (DETR)', params: [
    { name: 'dim', kind: 'integer', required: true, min: 2, max: 65536, slider: { min: 2, max: 512, log: true } },
    { name: 'count', kind: 'integer', required: false, initial: 50, min: 1, max: 16777216, slider: { min: 1, max: 200, log: true } },
    { name: 'values', kind: 'numbers', required: false, maxLength: 16777216, trainable: true },
    { name: 'init', kind: 'choice', required: false, initial: 'uniform', where: { rule: '!values', words: 'values is left out' }, choices: ['normal', 'truncated-normal', 'truncated-normal-2sigma', 'inverse-sqrt-dim', 'unit-normal', 'uniform', 'xavier-uniform', 'small-norm'] },
    { name: 'sigma', kind: 'number', required: false, min: 0, max: 40, slider: { min: 0.001, max: 3, log: true }, where: { rule: '!values & init=normal,truncated-normal,truncated-normal-2sigma,small-norm', words: 'values is left out, and init is \'normal\' or \'truncated-normal\' or \'truncated-normal-2sigma\' or \'small-norm\'' } },
    { name: 'high', kind: 'number', required: false, min: 0, max: 1000000000, minExclusive: true, slider: { min: 0.01, max: 1, log: true }, where: { rule: '!values & init=uniform', words: 'values is left out, and init is \'uniform\'' } },
    { name: 'seed', kind: 'integer', required: false, initial: 0, min: 0, max: 9007199254740991, slider: { min: 0, max: 100 }, where: { rule: '!values', words: 'values is left out' } },
  ], family: 'absolute', axes: ['y', 'x'], scalable: false, stages: ['table', 'gram'] },
  { id: 'sincos2d-mae', title: '2-D sin-cos (MAE, MoCo-v3, diffusers)', params: [
    { name: 'dim', kind: 'integer', required: true, min: 4, max: 65536, slider: { min: 4, max: 1024, log: true } },
    { name: 'base', kind: 'number', required: false, initial: 10000, min: 0, max: 1e+30, minExclusive: true, slider: { min: 10, max: 10000000, log: true } },
    { name: 'order', kind: 'choice', required: false, initial: 'x-first', choices: ['x-first', 'y-first'] },
    { name: 'baseSize', kind: 'number', required: false, min: 0, max: 1000000, minExclusive: true, slider: { min: 1, max: 64 } },
    { name: 'height', kind: 'integer', required: false, min: 1, max: 65536, slider: { min: 1, max: 128 } },
    { name: 'width', kind: 'integer', required: false, min: 1, max: 65536, slider: { min: 1, max: 128 } },
    { name: 'interpolationScale', kind: 'number', required: false, initial: 1, min: 0, max: 1000000, minExclusive: true, slider: { min: 0.25, max: 8, log: true } },
  ], family: 'absolute', axes: ['y', 'x'], scalable: false,
    stages: ['frequencies', 'table', 'derivative', 'kernelProfile', 'decayBound', 'gram'] },
  { id: 'sincos2d-timm', title: '2-D sin-cos (timm)', params: [
    { name: 'dim', kind: 'integer', required: true, min: 4, max: 65536, slider: { min: 4, max: 1024, log: true } },
    { name: 'temperature', kind: 'number', required: false, initial: 10000, min: 0, max: 1e+30, minExclusive: true, slider: { min: 10, max: 10000000, log: true } },
    { name: 'interleaveSinCos', kind: 'boolean', required: false, initial: false },
    { name: 'reverseCoord', kind: 'boolean', required: false, initial: false },
    { name: 'height', kind: 'integer', required: false, min: 1, max: 65536, slider: { min: 1, max: 128 } },
    { name: 'width', kind: 'integer', required: false, min: 1, max: 65536, slider: { min: 1, max: 128 } },
  ], family: 'absolute', axes: ['y', 'x'], scalable: false, stages: ['table', 'gram', 'facts'] },
  { id: 'sincos3d-diffusers', title: '3-D sin-cos (diffusers)', params: [
    { name: 'dim', kind: 'integer', required: true, min: 16, max: 65536, slider: { min: 16, max: 2048, log: true } },
    { name: 'base', kind: 'number', required: false, initial: 10000, min: 0, max: 1e+30, minExclusive: true, slider: { min: 10, max: 10000000, log: true } },
    { name: 'spatialScale', kind: 'number', required: false, initial: 1, min: 0, max: 1000000, minExclusive: true, slider: { min: 0.25, max: 8, log: true } },
    { name: 'temporalScale', kind: 'number', required: false, initial: 1, min: 0, max: 1000000, minExclusive: true, slider: { min: 0.25, max: 8, log: true } },
  ], family: 'absolute', axes: ['t', 'y', 'x'], scalable: false,
    stages: ['frequencies', 'table', 'derivative', 'kernelProfile', 'decayBound', 'gram'] },
  { id: 'detr', title: '2-D sine (DETR)', params: [
    { name: 'dim', kind: 'integer', required: true, min: 4, max: 65536, slider: { min: 4, max: 512, log: true } },
    { name: 'height', kind: 'integer', required: false, initial: 16, min: 1, max: 1024, slider: { min: 1, max: 64 } },
    { name: 'width', kind: 'integer', required: false, initial: 16, min: 1, max: 1024, slider: { min: 1, max: 64 } },
    { name: 'variant', kind: 'choice', required: false, initial: 'detr', choices: ['detr', 'deformable', 'dab'] },
    { name: 'temperature', kind: 'number', required: false, min: 0, max: 1e+30, minExclusive: true, slider: { min: 2, max: 100000, log: true } },
    { name: 'normalize', kind: 'boolean', required: false, initial: true },
    { name: 'scale', kind: 'number', required: false, initial: 6.283185307179586, min: 0, max: 1000000, minExclusive: true, slider: { min: 0.5, max: 100, log: true }, where: { rule: 'normalize', words: 'normalize is true' } },
    { name: 'eps', kind: 'number', required: false, initial: 0.000001, min: 0, max: 1, minExclusive: true, where: { rule: 'normalize', words: 'normalize is true' } },
    { name: 'mask', kind: 'numbers', required: false, min: 0, max: 1, maxLength: 1048576 },
  ], family: 'absolute', axes: ['y', 'x'], scalable: false, stages: ['table', 'gram'] },
  { id: 'sinusoidal-nd', title: 'Sinusoidal, 1-D to 3-D', params: [
    { name: 'dim', kind: 'integer', required: true, min: 1, max: 65536, slider: { min: 2, max: 1024, log: true } },
    { name: 'axes', kind: 'integer', required: false, initial: 2, min: 1, max: 3, slider: { min: 1, max: 3 } },
    { name: 'base', kind: 'number', required: false, initial: 10000, min: 0, max: 1e+30, minExclusive: true, slider: { min: 10, max: 10000000, log: true } },
  ], family: 'absolute', axes: [], scalable: false,
    stages: ['frequencies', 'table', 'derivative', 'kernelProfile', 'decayBound', 'gram'] },
  { id: 'cape', title: 'CAPE', params: [
    { name: 'dim', kind: 'integer', required: true, min: 2, max: 65536, slider: { min: 2, max: 1024, log: true } },
    { name: 'base', kind: 'number', required: false, initial: 10000, min: 0, max: 1e+30, minExclusive: true, slider: { min: 10, max: 10000000, log: true } },
    { name: 'mode', kind: 'choice', required: false, initial: 'train', choices: ['train', 'eval'] },
    { name: 'count', kind: 'integer', required: false, min: 1, max: 1048576, slider: { min: 1, max: 1024, log: true }, where: { rule: 'mode=train | !mean', words: 'mode is \'train\' or mean is left out' } },
    { name: 'mean', kind: 'number', required: false, min: -9007199254740992, max: 9007199254740992, slider: { min: 0, max: 512 } },
    { name: 'seed', kind: 'integer', required: false, initial: 0, min: 0, max: 9007199254740991, slider: { min: 0, max: 100 }, where: { rule: 'mode=train & !delta | !eps | !lambda', words: 'mode is \'train\', and delta is left out or eps is left out or lambda is left out' } },
    { name: 'deltaMax', kind: 'number', required: false, initial: 5, min: 0, max: 1000000000, slider: { min: 0, max: 100 }, where: { rule: 'mode=train & !delta', words: 'mode is \'train\', and delta is left out' } },
    { name: 'epsMax', kind: 'number', required: false, initial: 0.5, min: 0, max: 1000000000, slider: { min: 0, max: 2 }, where: { rule: 'mode=train & !eps', words: 'mode is \'train\', and eps is left out' } },
    { name: 'lambdaMax', kind: 'number', required: false, initial: 1.03, min: 1, max: 1000000, slider: { min: 1, max: 2 }, where: { rule: 'mode=train & !lambda', words: 'mode is \'train\', and lambda is left out' } },
    { name: 'delta', kind: 'number', required: false, min: -1000000000, max: 1000000000, slider: { min: -10, max: 10 }, where: { rule: 'mode=train', words: 'mode is \'train\'' } },
    { name: 'eps', kind: 'numbers', required: false, min: -1000000000, max: 1000000000, maxLength: 1048576, where: { rule: 'mode=train', words: 'mode is \'train\'' } },
    { name: 'lambda', kind: 'number', required: false, min: 0, max: 1000000, minExclusive: true, slider: { min: 0.5, max: 2, log: true }, where: { rule: 'mode=train', words: 'mode is \'train\'' } },
  ], family: 'absolute', axes: ['position'], scalable: false, stages: ['table', 'gram', 'facts'] },
  { id: 'shape', title: 'SHAPE', params: [
    { name: 'dim', kind: 'integer', required: true, min: 2, max: 65536, slider: { min: 2, max: 1024, log: true } },
    { name: 'base', kind: 'number', required: false, initial: 10000, min: 0, max: 1e+30, minExclusive: true, slider: { min: 10, max: 10000000, log: true } },
    { name: 'layout', kind: 'choice', required: false, initial: 'interleaved', choices: ['interleaved', 'half', 'half-flipped'] },
    { name: 'maxOffset', kind: 'integer', required: false, initial: 500, min: 0, max: 4294967294, slider: { min: 0, max: 2000 }, where: { rule: '!offset', words: 'offset is left out' } },
    { name: 'seed', kind: 'integer', required: false, initial: 0, min: 0, max: 9007199254740991, slider: { min: 0, max: 100 }, where: { rule: '!offset', words: 'offset is left out' } },
    { name: 'offset', kind: 'integer', required: false, min: 0, max: 4294967294, slider: { min: 0, max: 2000 } },
  ], family: 'absolute', axes: ['position'], scalable: false,
    stages: ['frequencies', 'table', 'derivative', 'kernelProfile', 'decayBound', 'gram', 'facts'] },
  { id: 'nope', title: 'NoPE', params: [
    { name: 'dim', kind: 'integer', required: true, min: 1, max: 65536, slider: { min: 2, max: 512, log: true } },
    { name: 'heads', kind: 'integer', required: false, initial: 1, min: 1, max: 4096, slider: { min: 1, max: 128, log: true } },
    { name: 'direction', kind: 'choice', required: false, initial: 'causal', choices: ['causal', 'bidirectional'] },
    { name: 'attnScale', kind: 'number', required: false, initial: 0, min: 0, max: 100, slider: { min: 0, max: 1 } },
    { name: 'floorScale', kind: 'number', required: false, initial: 8192, min: 0.000001, max: 10000000000000000, slider: { min: 16, max: 65536, log: true }, where: { rule: 'attnScale', words: 'attnScale is not 0' } },
    { name: 'queryRule', kind: 'choice', required: false, initial: 'steps', where: { rule: 'attnScale', words: 'attnScale is not 0' }, choices: ['steps', 'ramp', 'ratio'] },
    { name: 'queryShift', kind: 'integer', required: false, initial: 1, min: 0, max: 1, slider: { min: 0, max: 1 }, where: { rule: 'attnScale', words: 'attnScale is not 0' } },
  ], family: 'absolute', axes: ['position'], scalable: false,
    stages: ['rotate', 'attentionBias', 'biasVector', 'attentionScores', 'facts'] },
  { id: 'rope', title: 'Rotary (RoPE)', params: [
    { name: 'dim', kind: 'integer', required: true, min: 2, max: 65536, slider: { min: 2, max: 512, log: true } },
    { name: 'base', kind: 'number', required: false, initial: 10000, min: 0, max: 1e+30, minExclusive: true, slider: { min: 10, max: 10000000, log: true } },
    { name: 'layout', kind: 'choice', required: false, initial: 'half', choices: ['half', 'interleaved'] },
    { name: 'rotaryDim', kind: 'integer', required: false, min: 2, max: 65536, slider: { min: 2, max: 512, log: true } },
    { name: 'attnScale', kind: 'number', required: false, initial: 0, min: 0, max: 100, slider: { min: 0, max: 1 } },
    { name: 'floorScale', kind: 'number', required: false, initial: 8192, min: 0.000001, max: 10000000000000000, slider: { min: 16, max: 65536, log: true }, where: { rule: 'attnScale', words: 'attnScale is not 0' } },
    { name: 'queryRule', kind: 'choice', required: false, initial: 'steps', where: { rule: 'attnScale', words: 'attnScale is not 0' }, choices: ['steps', 'ramp', 'ratio'] },
    { name: 'queryShift', kind: 'integer', required: false, initial: 1, min: 0, max: 1, slider: { min: 0, max: 1 }, where: { rule: 'attnScale', words: 'attnScale is not 0' } },
  ], family: 'rotary', axes: ['position'], scalable: true,
    stages: ['frequencies', 'table', 'derivative', 'kernelProfile', 'decayBound', 'gram', 'rotate', 'attentionScores', 'precision', 'report'], scalings },
  { id: 'p-rope', title: 'p-RoPE', params: [
    { name: 'dim', kind: 'integer', required: true, min: 2, max: 65536, slider: { min: 2, max: 512, log: true } },
    { name: 'fraction', kind: 'number', required: false, initial: 0.75, min: 0, max: 1, slider: { min: 0, max: 1 } },
    { name: 'base', kind: 'number', required: false, initial: 10000, min: 0, max: 1e+30, minExclusive: true, slider: { min: 10, max: 10000000, log: true } },
    { name: 'layout', kind: 'choice', required: false, initial: 'half', choices: ['half', 'interleaved'] },
  ], family: 'rotary', axes: ['position'], scalable: false,
    stages: ['frequencies', 'table', 'derivative', 'kernelProfile', 'decayBound', 'gram', 'rotate', 'attentionScores'] },
  { id: 'mrope', title: 'Multimodal rotary (M-RoPE)', params: [
    { name: 'dim', kind: 'integer', required: true, min: 2, max: 65536, slider: { min: 2, max: 512, log: true } },
    { name: 'base', kind: 'number', required: false, initial: 1000000, min: 0, max: 1e+30, minExclusive: true, slider: { min: 10, max: 10000000, log: true } },
    { name: 'axes', kind: 'integer', required: false, initial: 3, min: 1, max: 16, slider: { min: 1, max: 4 } },
    { name: 'sections', kind: 'numbers', required: false, min: 0, max: 32768, maxLength: 32768, where: { rule: '!axisOfPair', words: 'axisOfPair is left out' } },
    { name: 'form', kind: 'choice', required: false, initial: 'chunked', where: { rule: '!axisOfPair', words: 'axisOfPair is left out' }, choices: ['chunked', 'interleaved', 'spatial-first', 'greedy', 'round-robin'] },
    { name: 'axisOfPair', kind: 'numbers', required: false, min: 0, max: 15, maxLength: 32768 },
    { name: 'layout', kind: 'choice', required: false, initial: 'half', choices: ['half', 'interleaved'] },
    { name: 'rotaryDim', kind: 'integer', required: false, min: 2, max: 65536, slider: { min: 2, max: 512, log: true } },
  ], family: 'rotary', axes: [], scalable: true,
    stages: ['frequencies', 'table', 'derivative', 'kernelProfile', 'decayBound', 'gram', 'rotate', 'attentionScores', 'facts', 'report'], scalings },
  { id: 'rope-nd', title: 'Axial rotary (N-D)', params: [
    { name: 'dim', kind: 'integer', required: true, min: 2, max: 65536, slider: { min: 2, max: 512, log: true } },
    { name: 'axes', kind: 'integer', required: false, initial: 3, min: 1, max: 8, slider: { min: 1, max: 4 } },
    { name: 'widths', kind: 'numbers', required: false, min: 0, max: 65536, maxLength: 8 },
    { name: 'base', kind: 'number', required: false, initial: 10000, min: 0, max: 1e+30, minExclusive: true, slider: { min: 10, max: 10000000, log: true }, where: { rule: '!bases', words: 'bases is left out' } },
    { name: 'bases', kind: 'numbers', required: false, min: 0, max: 1e+30, minExclusive: true, maxLength: 8 },
    { name: 'ntkFactors', kind: 'numbers', required: false, min: 0, max: 1000000000, minExclusive: true, maxLength: 8 },
    { name: 'scales', kind: 'numbers', required: false, min: -1000000000, max: 1000000000, maxLength: 8 },
    { name: 'offsets', kind: 'numbers', required: false, min: -1000000000, max: 1000000000, maxLength: 8 },
    { name: 'centring', kind: 'choice', required: false, initial: 'none', choices: ['none', 'cells', 'centres'] },
    { name: 'sizes', kind: 'numbers', required: false, min: 0, max: 1000000, maxLength: 8, where: { rule: 'centring=cells,centres', words: 'centring is \'cells\' or \'centres\'' } },
    { name: 'order', kind: 'choice', required: false, initial: 'blocks', choices: ['blocks', 'alternating'] },
    { name: 'layout', kind: 'choice', required: false, initial: 'interleaved', choices: ['half', 'interleaved', 'half-by-axis'] },
  ], family: 'rotary', axes: [], scalable: false,
    stages: ['frequencies', 'table', 'derivative', 'kernelProfile', 'decayBound', 'gram', 'rotate', 'attentionScores', 'facts'] },
  { id: 'rope-2d-axial', title: 'Axial 2-D rotary', params: [
    { name: 'dim', kind: 'integer', required: true, min: 2, max: 65536, slider: { min: 4, max: 512, log: true } },
    { name: 'base', kind: 'number', required: false, initial: 100, min: 0, max: 1e+30, minExclusive: true, slider: { min: 10, max: 10000000, log: true } },
    { name: 'layout', kind: 'choice', required: false, initial: 'interleaved', choices: ['half', 'interleaved'] },
    { name: 'order', kind: 'choice', required: false, initial: 'x-first', choices: ['x-first', 'y-first'] },
  ], family: 'rotary', axes: ['y', 'x'], scalable: false,
    stages: ['frequencies', 'table', 'derivative', 'kernelProfile', 'decayBound', 'gram', 'rotate', 'attentionScores'] },
  { id: 'rope-2d-mixed', title: 'RoPE-Mixed (2-D)', params: [
    { name: 'dim', kind: 'integer', required: true, min: 2, max: 65536, slider: { min: 4, max: 512, log: true } },
    { name: 'fx', kind: 'numbers', required: false, min: -1000000000, max: 1000000000, maxLength: 32768, trainable: true },
    { name: 'fy', kind: 'numbers', required: false, min: -1000000000, max: 1000000000, maxLength: 32768, trainable: true },
    { name: 'base', kind: 'number', required: false, initial: 10, min: 0, max: 1e+30, minExclusive: true, slider: { min: 10, max: 10000000, log: true }, where: { rule: '!fx', words: 'fx is left out' } },
    { name: 'layout', kind: 'choice', required: false, initial: 'interleaved', choices: ['half', 'interleaved'] },
    { name: 'rotate', kind: 'boolean', required: false, initial: true, where: { rule: '!fx', words: 'fx is left out' } },
    { name: 'head', kind: 'integer', required: false, initial: 0, min: 0, max: 9007199254740991, slider: { min: 0, max: 15 }, where: { rule: 'rotate & !fx', words: 'rotate is true, and fx is left out' } },
    { name: 'seed', kind: 'integer', required: false, initial: 0, min: 0, max: 9007199254740991, where: { rule: 'rotate & !fx', words: 'rotate is true, and fx is left out' } },
  ], family: 'rotary', axes: ['y', 'x'], scalable: false,
    stages: ['frequencies', 'table', 'derivative', 'kernelProfile', 'decayBound', 'gram', 'rotate', 'attentionScores', 'facts'] },
  { id: 'rope-2d-timm', title: '2-D rotary (timm)', params: [
    { name: 'dim', kind: 'integer', required: true, min: 2, max: 65536, slider: { min: 4, max: 512, log: true } },
    { name: 'height', kind: 'integer', required: false, initial: 16, min: 1, max: 65536, slider: { min: 1, max: 64 }, where: { rule: 'mode=pixel | refHeight', words: 'mode is \'pixel\' or refHeight is given' } },
    { name: 'width', kind: 'integer', required: false, initial: 16, min: 1, max: 65536, slider: { min: 1, max: 64 }, where: { rule: 'mode=pixel | refWidth', words: 'mode is \'pixel\' or refWidth is given' } },
    { name: 'mode', kind: 'choice', required: false, initial: 'pixel', choices: ['pixel', 'language'] },
    { name: 'maxResolution', kind: 'number', required: false, initial: 224, min: 2, max: 1000000, slider: { min: 4, max: 1024, log: true }, where: { rule: 'mode=pixel', words: 'mode is \'pixel\'' } },
    { name: 'linearBands', kind: 'boolean', required: false, initial: false, where: { rule: 'mode=pixel', words: 'mode is \'pixel\'' } },
    { name: 'temperature', kind: 'number', required: false, initial: 10000, min: 0, max: 1e+30, minExclusive: true, slider: { min: 10, max: 1000000, log: true }, where: { rule: 'mode=language', words: 'mode is \'language\'' } },
    { name: 'refHeight', kind: 'integer', required: false, min: 1, max: 65536, slider: { min: 1, max: 64 } },
    { name: 'refWidth', kind: 'integer', required: false, min: 1, max: 65536, slider: { min: 1, max: 64 } },
    { name: 'gridOffset', kind: 'number', required: false, initial: 0, min: -1000000, max: 1000000, slider: { min: 0, max: 1 }, where: { rule: 'mode=language', words: 'mode is \'language\'' } },
    { name: 'indexing', kind: 'choice', required: false, initial: 'ij', choices: ['ij', 'xy'] },
    { name: 'layout', kind: 'choice', required: false, initial: 'interleaved', choices: ['half', 'interleaved'] },
  ], family: 'rotary', axes: ['y', 'x'], scalable: false,
    stages: ['frequencies', 'table', 'derivative', 'kernelProfile', 'decayBound', 'gram', 'rotate', 'attentionScores'] },
  { id: 'rope-dinov3', title: 'DINOv3 rotary', params: [
    { name: 'dim', kind: 'integer', required: true, min: 2, max: 65536, slider: { min: 4, max: 512, log: true } },
    { name: 'height', kind: 'integer', required: false, initial: 16, min: 1, max: 65536, slider: { min: 1, max: 64 } },
    { name: 'width', kind: 'integer', required: false, initial: 16, min: 1, max: 65536, slider: { min: 1, max: 64 } },
    { name: 'normalisation', kind: 'choice', required: false, initial: 'separate', choices: ['separate', 'max', 'min'] },
    { name: 'base', kind: 'number', required: false, initial: 100, min: 0, max: 1e+30, minExclusive: true, slider: { min: 10, max: 10000000, log: true }, where: { rule: '!minPeriod', words: 'minPeriod is left out' } },
    { name: 'minPeriod', kind: 'number', required: false, min: 0, max: 1000000000, minExclusive: true, slider: { min: 0.01, max: 10, log: true } },
    { name: 'maxPeriod', kind: 'number', required: false, min: 0, max: 1000000000, minExclusive: true, slider: { min: 1, max: 1000, log: true } },
    { name: 'periodPrecision', kind: 'choice', required: false, initial: 'exact', choices: ['exact', 'bf16'] },
    { name: 'layout', kind: 'choice', required: false, initial: 'half', choices: ['half', 'interleaved'] },
  ], family: 'rotary', axes: ['y', 'x'], scalable: false,
    stages: ['frequencies', 'table', 'derivative', 'kernelProfile', 'decayBound', 'gram', 'rotate', 'attentionScores', 'facts'] },
  { id: 'rope-golden', title: 'Golden-gate rotary (N-D)', params: [
    { name: 'dim', kind: 'integer', required: true, min: 2, max: 65536, slider: { min: 2, max: 512, log: true } },
    { name: 'axes', kind: 'integer', required: false, initial: 2, min: 1, max: 8, slider: { min: 1, max: 4 } },
    { name: 'head', kind: 'integer', required: false, initial: 0, min: 0, max: 4095, slider: { min: 0, max: 31 } },
    { name: 'minFrequency', kind: 'number', required: false, initial: 0.01, min: 0, max: 1000000000, minExclusive: true, slider: { min: 0.001, max: 10, log: true } },
    { name: 'maxFrequency', kind: 'number', required: false, initial: 1, min: 0, max: 1000000000, minExclusive: true, slider: { min: 0.1, max: 1000, log: true } },
    { name: 'zeroFraction', kind: 'number', required: false, initial: 0, min: 0, max: 1, slider: { min: 0, max: 1 } },
    { name: 'layout', kind: 'choice', required: false, initial: 'half', choices: ['half', 'interleaved'] },
  ], family: 'rotary', axes: [], scalable: false,
    stages: ['frequencies', 'table', 'derivative', 'kernelProfile', 'decayBound', 'gram', 'rotate', 'attentionScores', 'facts'] },
  { id: 'xpos', title: 'xPos', params: [
    { name: 'dim', kind: 'integer', required: true, min: 2, max: 65536, slider: { min: 2, max: 512, log: true } },
    { name: 'base', kind: 'number', required: false, initial: 10000, min: 0, max: 1e+30, minExclusive: true, slider: { min: 10, max: 10000000, log: true } },
    { name: 'scaleBase', kind: 'number', required: false, initial: 512, min: 1, max: 1000000000, slider: { min: 16, max: 8192, log: true } },
    { name: 'gamma', kind: 'number', required: false, initial: 0.4, min: 0, max: 1000000, minExclusive: true, slider: { min: 0.1, max: 4 } },
    { name: 'centre', kind: 'number', required: false, initial: 0, min: -131072, max: 131072, slider: { min: 0, max: 4096 } },
    { name: 'layout', kind: 'choice', required: false, initial: 'interleaved', choices: ['half', 'interleaved'] },
  ], family: 'rotary', axes: ['position'], scalable: false,
    stages: ['frequencies', 'table', 'derivative', 'kernelProfile', 'decayBound', 'gram', 'rotate', 'attentionScores', 'facts'] },
  { id: 'pope', title: 'PoPE (polar)', params: [
    { name: 'dim', kind: 'integer', required: true, min: 1, max: 32768, slider: { min: 2, max: 512, log: true } },
    { name: 'base', kind: 'number', required: false, initial: 10000, min: 0, max: 1e+30, minExclusive: true, slider: { min: 10, max: 10000000, log: true } },
    { name: 'phases', kind: 'numbers', required: false, min: -1000000000, max: 1000000000, maxLength: 32768, trainable: true },
    { name: 'phaseInit', kind: 'choice', required: false, initial: 'zero', where: { rule: '!phases', words: 'phases is left out' }, choices: ['zero', 'uniform'] },
    { name: 'layout', kind: 'choice', required: false, initial: 'half', choices: ['half', 'interleaved'] },
    { name: 'seed', kind: 'integer', required: false, initial: 0, min: 0, max: 9007199254740991, where: { rule: '!phases & phaseInit=uniform', words: 'phases is left out, and phaseInit is \'uniform\'' } },
  ], family: 'rotary', axes: ['position'], scalable: false,
    stages: ['frequencies', 'table', 'derivative', 'kernelProfile', 'decayBound', 'gram', 'rotate', 'attentionScores', 'facts'] },
  { id: 'fope', title: 'FoPE (Fourier)', params: [
    { name: 'dim', kind: 'integer', required: true, min: 2, max: 65536, slider: { min: 2, max: 512, log: true } },
    { name: 'base', kind: 'number', required: false, initial: 10000, min: 0, max: 1e+30, minExclusive: true, slider: { min: 10, max: 10000000, log: true } },
    { name: 'trainedContext', kind: 'number', required: false, initial: 4096, min: 1, max: 9007199254740991, slider: { min: 64, max: 131072, log: true }, where: { rule: '!keptPairs', words: 'keptPairs is left out' } },
    { name: 'keptPairs', kind: 'integer', required: false, min: 0, max: 32768, slider: { min: 0, max: 64 } },
    { name: 'mixing', kind: 'choice', required: false, initial: 'plain', choices: ['plain', 'normalised'] },
    { name: 'rest', kind: 'choice', required: false, initial: 'identity', choices: ['identity', 'ones'] },
    { name: 'cosineMatrix', kind: 'numbers', required: false, min: -1000000000, max: 1000000000, maxLength: 1048576, trainable: true },
    { name: 'sineMatrix', kind: 'numbers', required: false, min: -1000000000, max: 1000000000, maxLength: 1048576, trainable: true },
    { name: 'gain', kind: 'number', required: false, initial: 0.3, min: 0, max: 100, slider: { min: 0, max: 1 }, where: { rule: '!cosineMatrix | !sineMatrix', words: 'cosineMatrix is left out or sineMatrix is left out' } },
    { name: 'heads', kind: 'integer', required: false, initial: 1, min: 1, max: 4096, slider: { min: 1, max: 64 }, where: { rule: '!cosineMatrix | !sineMatrix', words: 'cosineMatrix is left out or sineMatrix is left out' } },
    { name: 'head', kind: 'integer', required: false, initial: 0, min: 0, max: 4095, slider: { min: 0, max: 63 }, where: { rule: '!cosineMatrix | !sineMatrix', words: 'cosineMatrix is left out or sineMatrix is left out' } },
    { name: 'seed', kind: 'integer', required: false, initial: 0, min: 0, max: 9007199254740991, where: { rule: '!cosineMatrix | !sineMatrix', words: 'cosineMatrix is left out or sineMatrix is left out' } },
  ], family: 'rotary', axes: ['position'], scalable: false,
    stages: ['table', 'gram', 'rotate', 'attentionScores', 'facts'] },
  { id: 'rerope', title: 'ReRoPE', params: [
    { name: 'window', kind: 'integer', required: false, initial: 16, min: 1, max: 9007199254740991, slider: { min: 1, max: 4096, log: true } },
    { name: 'trainedContext', kind: 'integer', required: false, initial: 4096, min: 2, max: 9007199254740991, slider: { min: 2, max: 4096, log: true } },
    { name: 'logScale', kind: 'boolean', required: false, initial: true },
    { name: 'dim', kind: 'integer', required: false, initial: 64, min: 2, max: 65536, slider: { min: 2, max: 512, log: true } },
    { name: 'base', kind: 'number', required: false, initial: 10000, min: 0, max: 1e+30, minExclusive: true, slider: { min: 10, max: 10000000, log: true } },
    { name: 'layout', kind: 'choice', required: false, initial: 'half', choices: ['half', 'interleaved'] },
  ], family: 'rotary', axes: ['position'], scalable: false, stages: ['relativeMap', 'attentionScores', 'facts'] },
  { id: 'leaky-rerope', title: 'Leaky ReRoPE', params: [
    { name: 'window', kind: 'integer', required: false, initial: 16, min: 1, max: 9007199254740991, slider: { min: 1, max: 4096, log: true } },
    { name: 'factor', kind: 'number', required: false, initial: 16, min: 0, max: 1000000000, minExclusive: true, slider: { min: 1, max: 64, log: true } },
    { name: 'trainedContext', kind: 'integer', required: false, initial: 4096, min: 2, max: 9007199254740991, slider: { min: 2, max: 4096, log: true } },
    { name: 'logScale', kind: 'boolean', required: false, initial: true },
    { name: 'dim', kind: 'integer', required: false, initial: 64, min: 2, max: 65536, slider: { min: 2, max: 512, log: true } },
    { name: 'base', kind: 'number', required: false, initial: 10000, min: 0, max: 1e+30, minExclusive: true, slider: { min: 10, max: 10000000, log: true } },
    { name: 'layout', kind: 'choice', required: false, initial: 'half', choices: ['half', 'interleaved'] },
  ], family: 'rotary', axes: ['position'], scalable: false, stages: ['relativeMap', 'attentionScores', 'facts'] },
  { id: 'self-extend', title: 'Self-Extend', params: [
    { name: 'window', kind: 'integer', required: false, initial: 16, min: 1, max: 9007199254740991, slider: { min: 1, max: 4096, log: true } },
    { name: 'group', kind: 'integer', required: false, initial: 4, min: 1, max: 9007199254740991, slider: { min: 1, max: 4096, log: true } },
    { name: 'dim', kind: 'integer', required: false, initial: 64, min: 2, max: 65536, slider: { min: 2, max: 512, log: true } },
    { name: 'base', kind: 'number', required: false, initial: 10000, min: 0, max: 1e+30, minExclusive: true, slider: { min: 10, max: 10000000, log: true } },
    { name: 'layout', kind: 'choice', required: false, initial: 'half', choices: ['half', 'interleaved'] },
  ], family: 'rotary', axes: ['position'], scalable: false, stages: ['relativeMap', 'attentionScores'] },
  { id: 'dual-chunk', title: 'Dual Chunk Attention', params: [
    { name: 'chunkSize', kind: 'integer', required: false, initial: 16, min: 2, max: 9007199254740991, slider: { min: 2, max: 4096, log: true } },
    { name: 'localSize', kind: 'integer', required: false, initial: 4, min: 0, max: 9007199254740991, slider: { min: 0, max: 4096, log: true } },
    { name: 'dim', kind: 'integer', required: false, initial: 64, min: 2, max: 65536, slider: { min: 2, max: 512, log: true } },
    { name: 'base', kind: 'number', required: false, initial: 10000, min: 0, max: 1e+30, minExclusive: true, slider: { min: 10, max: 10000000, log: true } },
    { name: 'layout', kind: 'choice', required: false, initial: 'half', choices: ['half', 'interleaved'] },
  ], family: 'rotary', axes: ['position'], scalable: false, stages: ['relativeMap', 'attentionScores'] },
  { id: 'shaw', title: 'Shaw relative vectors', params: [
    { name: 'dim', kind: 'integer', required: true, min: 1, max: 65536, slider: { min: 2, max: 256, log: true } },
    { name: 'maxDistance', kind: 'integer', required: false, initial: 16, min: 1, max: 65536, slider: { min: 1, max: 128, log: true } },
    { name: 'table', kind: 'numbers', required: false, maxLength: 4194304, trainable: true },
    { name: 'seed', kind: 'integer', required: false, initial: 0, min: 0, max: 9007199254740991, slider: { min: 0, max: 100 }, where: { rule: '!table', words: 'table is left out' } },
  ], family: 'relative', axes: ['position'], scalable: false, stages: ['relativeMap', 'attentionScores', 'facts'] },
  { id: 'transformer-xl', title: 'Transformer-XL', params: [
    { name: 'dim', kind: 'integer', required: true, min: 2, max: 65536, slider: { min: 2, max: 256, log: true } },
    { name: 'base', kind: 'number', required: false, initial: 10000, min: 0, max: 1e+30, minExclusive: true, slider: { min: 10, max: 10000000, log: true } },
    { name: 'tableDim', kind: 'integer', required: false, min: 2, max: 65536 },
    { name: 'denominator', kind: 'choice', required: false, initial: 'D/2', choices: ['D/2', 'D/2-1'] },
    { name: 'globalTerms', kind: 'boolean', required: false, initial: true },
    { name: 'contextLeft', kind: 'integer', required: false, min: 0, max: 9007199254740991 },
    { name: 'contextRight', kind: 'integer', required: false, initial: 0, min: 0, max: 9007199254740991, slider: { min: 0, max: 16 } },
    { name: 'u', kind: 'numbers', required: false, maxLength: 4194304, where: { rule: 'globalTerms', words: 'globalTerms is true' }, trainable: true },
    { name: 'v', kind: 'numbers', required: false, maxLength: 4194304, where: { rule: 'globalTerms', words: 'globalTerms is true' }, trainable: true },
    { name: 'wkR', kind: 'numbers', required: false, maxLength: 4194304, trainable: true },
    { name: 'seed', kind: 'integer', required: false, initial: 0, min: 0, max: 9007199254740991, slider: { min: 0, max: 100 }, where: { rule: '!wkR | globalTerms & !wkR | !u | !v', words: 'wkR is left out or globalTerms is true, and wkR is left out or u is left out or v is left out' } },
  ], family: 'relative', axes: ['position'], scalable: false,
    stages: ['frequencies', 'table', 'derivative', 'kernelProfile', 'decayBound', 'gram', 'relativeMap', 'attentionScores', 'facts'] },
  { id: 't5', title: 'T5 buckets', params: [
    { name: 'heads', kind: 'integer', required: true, min: 1, max: 4096, slider: { min: 1, max: 128, log: true } },
    { name: 'numBuckets', kind: 'integer', required: false, initial: 32, min: 2, max: 65536, slider: { min: 4, max: 256, log: true } },
    { name: 'maxDistance', kind: 'integer', required: false, initial: 128, min: 2, max: 9007199254740991, slider: { min: 16, max: 4096, log: true } },
    { name: 'bidirectional', kind: 'boolean', required: false, initial: true },
    { name: 'table', kind: 'numbers', required: false, maxLength: 4194304, trainable: true },
    { name: 'scale', kind: 'number', required: false, initial: 1, min: -1000000000, max: 1000000000, slider: { min: 0.1, max: 100, log: true } },
    { name: 'seed', kind: 'integer', required: false, initial: 0, min: 0, max: 9007199254740991, slider: { min: 0, max: 100 }, where: { rule: '!table', words: 'table is left out' } },
  ], family: 'relative bias', axes: ['position'], scalable: false,
    stages: ['attentionBias', 'biasVector', 'relativeMap', 'attentionScores', 'facts'] },
  { id: 'deberta', title: 'DeBERTa', params: [
    { name: 'dim', kind: 'integer', required: true, min: 1, max: 65536, slider: { min: 2, max: 256, log: true } },
    { name: 'version', kind: 'choice', required: false, initial: 'v1', choices: ['v1', 'v2'] },
    { name: 'maxDistance', kind: 'integer', required: false, initial: 512, min: 1, max: 65536, slider: { min: 1, max: 512, log: true }, where: { rule: 'version=v1', words: 'version is \'v1\'' } },
    { name: 'bucketSize', kind: 'integer', required: false, initial: 256, min: 4, max: 65536, slider: { min: 4, max: 512, log: true }, where: { rule: 'version=v2', words: 'version is \'v2\'' } },
    { name: 'maxPosition', kind: 'integer', required: false, initial: 512, min: 4, max: 9007199254740991, slider: { min: 16, max: 4096, log: true }, where: { rule: 'version=v2', words: 'version is \'v2\'' } },
    { name: 'clamp', kind: 'choice', required: false, initial: 'official', where: { rule: 'version=v2', words: 'version is \'v2\'' }, choices: ['official', 'transformers'] },
    { name: 'keyTable', kind: 'numbers', required: false, maxLength: 4194304, trainable: true },
    { name: 'queryTable', kind: 'numbers', required: false, maxLength: 4194304, trainable: true },
    { name: 'seed', kind: 'integer', required: false, initial: 0, min: 0, max: 9007199254740991, slider: { min: 0, max: 100 }, where: { rule: '!keyTable | !queryTable', words: 'keyTable is left out or queryTable is left out' } },
  ], family: 'relative', axes: ['position'], scalable: false, stages: ['relativeMap', 'attentionScores', 'facts'] },
  { id: 'swin-v1', title: 'Swin relative position bias', params: [
    { name: 'heads', kind: 'integer', required: true, min: 1, max: 4096, slider: { min: 1, max: 128, log: true } },
    { name: 'windowHeight', kind: 'integer', required: false, initial: 7, min: 1, max: 256, slider: { min: 1, max: 32 } },
    { name: 'windowWidth', kind: 'integer', required: false, initial: 7, min: 1, max: 256, slider: { min: 1, max: 32 } },
    { name: 'classToken', kind: 'boolean', required: false, initial: false },
    { name: 'table', kind: 'numbers', required: false, maxLength: 4194304, trainable: true },
    { name: 'seed', kind: 'integer', required: false, initial: 0, min: 0, max: 9007199254740991, slider: { min: 0, max: 100 }, where: { rule: '!table', words: 'table is left out' } },
  ], family: 'relative bias', axes: ['position'], scalable: false,
    stages: ['attentionBias', 'biasVector', 'relativeMap', 'attentionScores', 'facts'] },
  { id: 'swin-v2', title: 'Swin v2 log-spaced bias', params: [
    { name: 'heads', kind: 'integer', required: true, min: 1, max: 4096, slider: { min: 1, max: 128, log: true } },
    { name: 'windowHeight', kind: 'integer', required: false, initial: 8, min: 1, max: 256, slider: { min: 1, max: 32 } },
    { name: 'windowWidth', kind: 'integer', required: false, initial: 8, min: 1, max: 256, slider: { min: 1, max: 32 } },
    { name: 'pretrainedHeight', kind: 'integer', required: false, initial: 0, min: 0, max: 256, slider: { min: 0, max: 32 }, where: { rule: 'mode=released', words: 'mode is \'released\'' } },
    { name: 'pretrainedWidth', kind: 'integer', required: false, initial: 0, min: 0, max: 256, slider: { min: 0, max: 32 }, where: { rule: 'mode=released', words: 'mode is \'released\'' } },
    { name: 'mode', kind: 'choice', required: false, initial: 'released', choices: ['released', 'paper', 'cr'] },
    { name: 'hidden', kind: 'integer', required: false, initial: 512, min: 1, max: 4096, slider: { min: 16, max: 512, log: true } },
    { name: 'w1', kind: 'numbers', required: false, maxLength: 4194304, trainable: true },
    { name: 'b1', kind: 'numbers', required: false, maxLength: 4194304, trainable: true },
    { name: 'w2', kind: 'numbers', required: false, maxLength: 4194304, trainable: true },
    { name: 'b2', kind: 'numbers', required: false, maxLength: 4194304, trainable: true },
    { name: 'seed', kind: 'integer', required: false, initial: 0, min: 0, max: 9007199254740991, slider: { min: 0, max: 100 }, where: { rule: '!w1 | !w2', words: 'w1 is left out or w2 is left out' } },
  ], family: 'relative bias', axes: ['position'], scalable: false,
    stages: ['attentionBias', 'biasVector', 'relativeMap', 'attentionScores', 'facts'] },
  { id: 'alibi', title: 'ALiBi', params: [
    { name: 'heads', kind: 'integer', required: true, min: 1, max: 4096, slider: { min: 1, max: 128, log: true } },
    { name: 'rule', kind: 'choice', required: false, initial: 'released', choices: ['released', 'geometric'] },
    { name: 'direction', kind: 'choice', required: false, initial: 'causal', choices: ['causal', 'symmetric', 'split'] },
    { name: 'storage', kind: 'choice', required: false, initial: 'distance', choices: ['distance', 'key'] },
  ], family: 'relative bias', axes: ['position'], scalable: false,
    stages: ['attentionBias', 'biasVector', 'attentionScores', 'facts'] },
  { id: 'kerple', title: 'KERPLE', params: [
    { name: 'heads', kind: 'integer', required: true, min: 1, max: 4096, slider: { min: 1, max: 128, log: true } },
    { name: 'kind', kind: 'choice', required: false, initial: 'log', choices: ['log', 'power'] },
    { name: 'r1', kind: 'numbers', required: false, min: 0, max: 1e+30, minExclusive: true, maxLength: 32768, trainable: true },
    { name: 'r2', kind: 'numbers', required: false, min: 0, max: 1e+30, minExclusive: true, maxLength: 32768, trainable: true },
    { name: 'direction', kind: 'choice', required: false, initial: 'causal', choices: ['causal', 'symmetric'] },
    { name: 'seed', kind: 'integer', required: false, initial: 0, min: 0, max: 9007199254740991, slider: { min: 0, max: 100 }, where: { rule: '!r1 | !r2', words: 'r1 is left out or r2 is left out' } },
  ], family: 'relative bias', axes: ['position'], scalable: false,
    stages: ['attentionBias', 'biasVector', 'attentionScores', 'facts'] },
  { id: 'fire', title: 'FIRE', params: [
    { name: 'heads', kind: 'integer', required: true, min: 1, max: 4096, slider: { min: 1, max: 128, log: true } },
    { name: 'c', kind: 'number', required: false, initial: 0.1, min: 1e-9, max: 1000000000, slider: { min: 0.001, max: 10, log: true }, trainable: true },
    { name: 'threshold', kind: 'number', required: false, initial: 512, min: 1e-9, max: 1000000000000000, slider: { min: 1, max: 4096, log: true }, trainable: true },
    { name: 'epsilon', kind: 'choice', required: false, initial: 'paper', choices: ['paper', 'appendix'] },
    { name: 'hidden', kind: 'integer', required: false, initial: 32, min: 1, max: 4096, slider: { min: 1, max: 128, log: true } },
    { name: 'w1', kind: 'numbers', required: false, maxLength: 4194304, trainable: true },
    { name: 'b1', kind: 'numbers', required: false, maxLength: 4194304, trainable: true },
    { name: 'w2', kind: 'numbers', required: false, maxLength: 4194304, trainable: true },
    { name: 'b2', kind: 'numbers', required: false, maxLength: 4194304, trainable: true },
    { name: 'seed', kind: 'integer', required: false, initial: 0, min: 0, max: 9007199254740991, slider: { min: 0, max: 100 }, where: { rule: '!w1 | !b1 | !w2 | !b2', words: 'w1 is left out or b1 is left out or w2 is left out or b2 is left out' } },
  ], family: 'relative bias', axes: ['position'], scalable: false,
    stages: ['attentionBias', 'biasVector', 'attentionScores', 'facts'] },
  { id: 'sandwich', title: 'Sandwich', params: [
    { name: 'heads', kind: 'integer', required: true, min: 1, max: 4096, slider: { min: 1, max: 128, log: true } },
    { name: 'dim', kind: 'integer', required: false, initial: 128, min: 2, max: 65536, slider: { min: 2, max: 1024, log: true } },
    { name: 'base', kind: 'number', required: false, initial: 10000, min: 1, max: 1e+30, slider: { min: 10, max: 10000000, log: true } },
    { name: 'direction', kind: 'choice', required: false, initial: 'causal', choices: ['causal', 'symmetric'] },
  ], family: 'relative bias', axes: ['position'], scalable: false,
    stages: ['attentionBias', 'biasVector', 'attentionScores', 'facts'] },
  { id: 'tisa', title: 'TISA', params: [
    { name: 'heads', kind: 'integer', required: true, min: 1, max: 4096, slider: { min: 1, max: 128, log: true } },
    { name: 'kernels', kind: 'integer', required: false, initial: 5, min: 1, max: 1024, slider: { min: 1, max: 16 } },
    { name: 'a', kind: 'numbers', required: false, maxLength: 4194304, trainable: true },
    { name: 'b', kind: 'numbers', required: false, maxLength: 4194304, trainable: true },
    { name: 'c', kind: 'numbers', required: false, maxLength: 4194304, trainable: true },
    { name: 'direction', kind: 'choice', required: false, initial: 'both', choices: ['both', 'causal'] },
    { name: 'seed', kind: 'integer', required: false, initial: 0, min: 0, max: 9007199254740991, slider: { min: 0, max: 100 }, where: { rule: '!a | !b | !c', words: 'a is left out or b is left out or c is left out' } },
  ], family: 'relative bias', axes: ['position'], scalable: false,
    stages: ['attentionBias', 'biasVector', 'attentionScores', 'facts'] },
  { id: 'protein-relative', title: 'Relative positions of residues', params: [
    { name: 'heads', kind: 'integer', required: true, min: 1, max: 4096, slider: { min: 1, max: 128, log: true } },
    { name: 'bins', kind: 'integer', required: false, initial: 32, min: 1, max: 65536, slider: { min: 1, max: 128, log: true } },
    { name: 'form', kind: 'choice', required: false, initial: 'alphafold', choices: ['alphafold', 'esmfold'] },
    { name: 'residueIndex', kind: 'numbers', required: false, min: -1000000000, max: 1000000000, maxLength: 8192 },
    { name: 'mask', kind: 'numbers', required: false, min: 0, max: 1, maxLength: 8192, where: { rule: 'form=esmfold', words: 'form is \'esmfold\'' } },
    { name: 'table', kind: 'numbers', required: false, maxLength: 4194304, trainable: true },
    { name: 'seed', kind: 'integer', required: false, initial: 0, min: 0, max: 9007199254740991, slider: { min: 0, max: 100 }, where: { rule: '!table', words: 'table is left out' } },
  ], family: 'relative bias', axes: ['position'], scalable: false,
    stages: ['attentionBias', 'biasVector', 'relativeMap', 'attentionScores', 'facts'] },
  { id: 'cope', title: 'CoPE', params: [
    { name: 'dim', kind: 'integer', required: true, min: 1, max: 65536, slider: { min: 2, max: 256, log: true } },
    { name: 'positions', kind: 'integer', required: false, initial: 64, min: 1, max: 65536, slider: { min: 2, max: 1024, log: true } },
    { name: 'logits', kind: 'choice', required: false, initial: 'scaled', choices: ['scaled', 'plain'] },
    { name: 'table', kind: 'numbers', required: false, maxLength: 4194304, trainable: true },
    { name: 'seed', kind: 'integer', required: false, initial: 0, min: 0, max: 9007199254740991, slider: { min: 0, max: 100 }, where: { rule: '!table', words: 'table is left out' } },
  ], family: 'relative', axes: ['position'], scalable: false, stages: ['attentionScores', 'facts'] },
  { id: 'inkling', title: 'Mixed distance curves (Inkling)', params: [
    { name: 'dim', kind: 'integer', required: true, min: 3, max: 65536, slider: { min: 4, max: 256, log: true } },
    { name: 'relWidth', kind: 'integer', required: false, initial: 2, min: 1, max: 1024, slider: { min: 1, max: 32 } },
    { name: 'extent', kind: 'integer', required: false, initial: 1024, min: 1, max: 65536, slider: { min: 2, max: 2048, log: true } },
    { name: 'scale', kind: 'choice', required: false, initial: '1/d', choices: ['1/d', '1/sqrt(d)'] },
    { name: 'logFloor', kind: 'number', required: false, min: 1, max: 1000000000000000, slider: { min: 16, max: 1000000, log: true } },
    { name: 'logAlpha', kind: 'number', required: false, initial: 0.1, min: 0, max: 1000000, slider: { min: 0, max: 1 }, where: { rule: 'logFloor', words: 'logFloor is given' } },
    { name: 'curves', kind: 'numbers', required: false, maxLength: 4194304, trainable: true },
    { name: 'seed', kind: 'integer', required: false, initial: 0, min: 0, max: 9007199254740991, slider: { min: 0, max: 100 }, where: { rule: '!curves', words: 'curves is left out' } },
  ], family: 'relative', axes: ['position'], scalable: false, stages: ['attentionScores', 'facts'] },
  { id: 'dynamic-bias', title: 'Dynamic position bias', params: [
    { name: 'heads', kind: 'integer', required: true, min: 1, max: 4096, slider: { min: 1, max: 128, log: true } },
    { name: 'hidden', kind: 'integer', required: false, initial: 16, min: 1, max: 1024, slider: { min: 1, max: 128, log: true } },
    { name: 'depth', kind: 'integer', required: false, initial: 2, min: 1, max: 8, slider: { min: 1, max: 8 } },
    { name: 'logDistance', kind: 'boolean', required: false, initial: false },
    { name: 'w1', kind: 'numbers', required: false, maxLength: 4194304, trainable: true },
    { name: 'b1', kind: 'numbers', required: false, maxLength: 4194304, trainable: true },
    { name: 'wHidden', kind: 'numbers', required: false, maxLength: 4194304, trainable: true },
    { name: 'bHidden', kind: 'numbers', required: false, maxLength: 4194304, trainable: true },
    { name: 'w2', kind: 'numbers', required: false, maxLength: 4194304, trainable: true },
    { name: 'b2', kind: 'numbers', required: false, maxLength: 4194304, trainable: true },
    { name: 'seed', kind: 'integer', required: false, initial: 0, min: 0, max: 9007199254740991, slider: { min: 0, max: 100 }, where: { rule: '!w1 | !b1 | !wHidden | !bHidden | !w2 | !b2', words: 'w1 is left out or b1 is left out or wHidden is left out or bHidden is left out or w2 is left out or b2 is left out' } },
  ], family: 'relative bias', axes: ['position'], scalable: false,
    stages: ['attentionBias', 'biasVector', 'attentionScores', 'facts'] },
  { id: 'forgetting', title: 'Forgetting (data-dependent ALiBi)', params: [
    { name: 'heads', kind: 'integer', required: true, min: 1, max: 4096, slider: { min: 1, max: 128, log: true } },
    { name: 'forgetLogits', kind: 'numbers', required: false, min: -1000000, max: 1000000, maxLength: 4194304, trainable: true },
    { name: 'logit', kind: 'number', required: false, initial: 5, min: -1000000, max: 1000000, slider: { min: -5, max: 10 }, where: { rule: '!forgetLogits', words: 'forgetLogits is left out' }, trainable: true },
  ], family: 'relative bias', axes: ['position'], scalable: false,
    stages: ['attentionBias', 'biasVector', 'attentionScores', 'facts'] },
  { id: 'random-fourier', title: 'Random Fourier features', params: [
    { name: 'dim', kind: 'integer', required: true, min: 1, max: 65536, slider: { min: 2, max: 1024, log: true } },
    { name: 'axes', kind: 'integer', required: false, initial: 1, min: 1, max: 256, slider: { min: 1, max: 8 } },
    { name: 'sigma', kind: 'number', required: false, initial: 1, min: 1e-9, max: 1000000000, slider: { min: 0.01, max: 100, log: true }, where: { rule: '!frequencies', words: 'frequencies is left out' } },
    { name: 'form', kind: 'choice', required: false, initial: 'cos-bias', choices: ['cos-bias', 'paired'] },
    { name: 'frequencies', kind: 'numbers', required: false, min: -1000000000, max: 1000000000, maxLength: 1048576 },
    { name: 'offsets', kind: 'numbers', required: false, min: -1000000000, max: 1000000000, maxLength: 1048576 },
    { name: 'seed', kind: 'integer', required: false, initial: 0, min: 0, max: 9007199254740991, slider: { min: 0, max: 100 }, where: { rule: '!frequencies | form=cos-bias & !frequencies | !offsets', words: 'frequencies is left out or form is \'cos-bias\', and frequencies is left out or offsets is left out' } },
  ], family: 'Fourier features', axes: [], scalable: false,
    stages: ['frequencies', 'table', 'derivative', 'kernelProfile', 'decayBound', 'gram', 'facts'] },
  { id: 'orthogonal-fourier', title: 'Orthogonal random features', params: [
    { name: 'dim', kind: 'integer', required: true, min: 1, max: 65536, slider: { min: 2, max: 1024, log: true } },
    { name: 'axes', kind: 'integer', required: false, initial: 2, min: 1, max: 256, slider: { min: 1, max: 8 } },
    { name: 'sigma', kind: 'number', required: false, initial: 1, min: 1e-9, max: 1000000000, slider: { min: 0.01, max: 100, log: true } },
    { name: 'variant', kind: 'choice', required: false, initial: 'orf', choices: ['orf', 'sorf'] },
    { name: 'form', kind: 'choice', required: false, initial: 'paired', choices: ['cos-bias', 'paired'] },
    { name: 'offsets', kind: 'numbers', required: false, min: -1000000000, max: 1000000000, maxLength: 1048576 },
    { name: 'seed', kind: 'integer', required: false, initial: 0, min: 0, max: 9007199254740991, slider: { min: 0, max: 100 } },
  ], family: 'Fourier features', axes: [], scalable: false,
    stages: ['frequencies', 'table', 'derivative', 'kernelProfile', 'decayBound', 'gram', 'facts'] },
  { id: 'fourier-features', title: 'Fourier features', params: [
    { name: 'dim', kind: 'integer', required: false, min: 1, max: 65536, slider: { min: 2, max: 1024, log: true } },
    { name: 'axes', kind: 'integer', required: false, initial: 2, min: 1, max: 256, slider: { min: 1, max: 8 } },
    { name: 'mapping', kind: 'choice', required: false, initial: 'gaussian', choices: ['gaussian', 'basic', 'positional'] },
    { name: 'scale', kind: 'number', required: false, initial: 10, min: 1e-9, max: 1000000000, slider: { min: 0.1, max: 100, log: true }, where: { rule: '!frequencies & mapping=gaussian,positional', words: 'frequencies is left out, and mapping is \'gaussian\' or \'positional\'' } },
    { name: 'order', kind: 'choice', required: false, initial: 'paper', choices: ['paper', 'code'] },
    { name: 'frequencies', kind: 'numbers', required: false, min: -1000000000, max: 1000000000, maxLength: 1048576 },
    { name: 'amplitudes', kind: 'numbers', required: false, min: -1000000000, max: 1000000000, maxLength: 1048576 },
    { name: 'seed', kind: 'integer', required: false, initial: 0, min: 0, max: 9007199254740991, slider: { min: 0, max: 100 }, where: { rule: '!frequencies & mapping=gaussian', words: 'frequencies is left out, and mapping is \'gaussian\'' } },
  ], family: 'Fourier features', axes: [], scalable: false,
    stages: ['frequencies', 'table', 'derivative', 'kernelProfile', 'decayBound', 'gram', 'facts'] },
  { id: 'nerf', title: 'NeRF', params: [
    { name: 'bands', kind: 'integer', required: false, initial: 10, min: 1, max: 60, slider: { min: 1, max: 16 } },
    { name: 'axes', kind: 'integer', required: false, initial: 3, min: 1, max: 256, slider: { min: 1, max: 8 } },
    { name: 'convention', kind: 'choice', required: false, initial: 'code', choices: ['code', 'paper'] },
    { name: 'includeInput', kind: 'choice', required: false, initial: 'as-convention', choices: ['as-convention', 'yes', 'no'] },
    { name: 'spacing', kind: 'choice', required: false, initial: 'log', choices: ['log', 'linear'] },
  ], family: 'Fourier features', axes: [], scalable: false,
    stages: ['frequencies', 'table', 'derivative', 'kernelProfile', 'decayBound', 'gram'] },
  { id: 'mip-nerf', title: 'Integrated encoding (mip-NeRF)', params: [
    { name: 'axes', kind: 'integer', required: false, initial: 6, min: 1, max: 256, slider: { min: 1, max: 8 } },
    { name: 'minDeg', kind: 'integer', required: false, initial: 0, min: -60, max: 60, slider: { min: 0, max: 16 } },
    { name: 'maxDeg', kind: 'integer', required: false, initial: 16, min: -59, max: 61, slider: { min: 1, max: 16 } },
  ], family: 'Fourier features', axes: [], scalable: false, stages: ['table', 'gram'] },
  { id: 'learnable-fourier', title: 'Learnable Fourier features', params: [
    { name: 'dim', kind: 'integer', required: true, min: 1, max: 65536, slider: { min: 2, max: 1024, log: true } },
    { name: 'axes', kind: 'integer', required: false, initial: 2, min: 1, max: 256, slider: { min: 1, max: 8 } },
    { name: 'groups', kind: 'integer', required: false, initial: 1, min: 1, max: 256, slider: { min: 1, max: 4 } },
    { name: 'features', kind: 'integer', required: false, initial: 64, min: 2, max: 65536, slider: { min: 2, max: 1024, log: true } },
    { name: 'hidden', kind: 'integer', required: false, initial: 32, min: 1, max: 65536, slider: { min: 1, max: 256, log: true } },
    { name: 'gamma', kind: 'number', required: false, initial: 10, min: 1e-9, max: 1000000000, slider: { min: 0.1, max: 100, log: true }, where: { rule: '!frequencies', words: 'frequencies is left out' } },
    { name: 'deviation', kind: 'choice', required: false, initial: '1/gamma', where: { rule: '!frequencies', words: 'frequencies is left out' }, choices: ['1/gamma', '1/gamma^2'] },
    { name: 'frequencies', kind: 'numbers', required: false, min: -1000000000, max: 1000000000, maxLength: 1048576, trainable: true },
    { name: 'weight1', kind: 'numbers', required: false, min: -1000000000, max: 1000000000, maxLength: 1048576, trainable: true },
    { name: 'bias1', kind: 'numbers', required: false, min: -1000000000, max: 1000000000, maxLength: 1048576, trainable: true },
    { name: 'weight2', kind: 'numbers', required: false, min: -1000000000, max: 1000000000, maxLength: 1048576, trainable: true },
    { name: 'bias2', kind: 'numbers', required: false, min: -1000000000, max: 1000000000, maxLength: 1048576, trainable: true },
    { name: 'seed', kind: 'integer', required: false, initial: 0, min: 0, max: 9007199254740991, slider: { min: 0, max: 100 }, where: { rule: '!frequencies | !weight1 | !bias1 | !weight2 | !bias2', words: 'frequencies is left out or weight1 is left out or bias1 is left out or weight2 is left out or bias2 is left out' } },
  ], family: 'Fourier features', axes: [], scalable: false, stages: ['table', 'gram', 'facts'] },
  { id: 'siren', title: 'SIREN, first layer', params: [
    { name: 'dim', kind: 'integer', required: true, min: 1, max: 65536, slider: { min: 2, max: 1024, log: true } },
    { name: 'axes', kind: 'integer', required: false, initial: 2, min: 1, max: 256, slider: { min: 1, max: 8 } },
    { name: 'omega0', kind: 'number', required: false, initial: 30, min: -1000000000, max: 1000000000, slider: { min: 1, max: 100, log: true } },
    { name: 'weights', kind: 'numbers', required: false, min: -1000000000, max: 1000000000, maxLength: 1048576 },
    { name: 'biases', kind: 'numbers', required: false, min: -1000000000, max: 1000000000, maxLength: 1048576 },
    { name: 'seed', kind: 'integer', required: false, initial: 0, min: 0, max: 9007199254740991, slider: { min: 0, max: 100 }, where: { rule: '!weights | !biases', words: 'weights is left out or biases is left out' } },
  ], family: 'Fourier features', axes: [], scalable: false,
    stages: ['frequencies', 'table', 'derivative', 'kernelProfile', 'decayBound', 'gram', 'facts'] },
  { id: 'pixel-fourier', title: 'Pixel Fourier bands', params: [
    { name: 'bands', kind: 'integer', required: false, initial: 64, min: 1, max: 4096, slider: { min: 1, max: 128, log: true } },
    { name: 'axes', kind: 'integer', required: false, initial: 2, min: 1, max: 256, slider: { min: 1, max: 8 } },
    { name: 'convention', kind: 'choice', required: false, initial: 'timm', choices: ['timm', 'lucidrains'] },
    { name: 'spacing', kind: 'choice', required: false, initial: 'as-convention', choices: ['as-convention', 'log', 'linear'] },
    { name: 'maxRes', kind: 'number', required: false, min: 0, max: 1000000000, minExclusive: true, slider: { min: 2, max: 1024, log: true } },
    { name: 'includeInput', kind: 'boolean', required: false, initial: false },
    { name: 'gridShape', kind: 'numbers', required: false, min: 1, max: 65536, maxLength: 256 },
  ], family: 'Fourier features', axes: [], scalable: false,
    stages: ['frequencies', 'table', 'derivative', 'kernelProfile', 'decayBound', 'gram'] },
  { id: 'gligen-boxes', title: 'GLIGEN boxes', params: [
    { name: 'bands', kind: 'integer', required: false, initial: 8, min: 1, max: 4096, slider: { min: 1, max: 64, log: true } },
    { name: 'temperature', kind: 'number', required: false, initial: 100, min: 1e-9, max: 1000000000, slider: { min: 10, max: 10000, log: true } },
  ], family: 'Fourier features', axes: ['x0', 'y0', 'x1', 'y1'], scalable: false,
    stages: ['frequencies', 'table', 'derivative', 'kernelProfile', 'decayBound', 'gram'] },
  { id: 'laplacian', title: 'Laplacian eigenvectors', params: [
    { name: 'k', kind: 'integer', required: false, initial: 4, min: 1, max: 1023, slider: { min: 1, max: 32 } },
    { name: 'graph', kind: 'choice', required: false, initial: 'path', where: { rule: '!edges', words: 'edges is left out' }, choices: ['path', 'cycle', 'grid', 'complete', 'star'] },
    { name: 'nodes', kind: 'integer', required: false, initial: 16, min: 1, max: 1024, slider: { min: 2, max: 64 } },
    { name: 'columns', kind: 'integer', required: false, initial: 4, min: 1, max: 1024, slider: { min: 1, max: 16 }, where: { rule: '!edges & graph=grid', words: 'edges is left out, and graph is \'grid\'' } },
    { name: 'edges', kind: 'numbers', required: false, min: 0, max: 1023, maxLength: 1048576 },
    { name: 'normalization', kind: 'choice', required: false, initial: 'symmetric', choices: ['symmetric', 'none'] },
    { name: 'zeros', kind: 'choice', required: false, initial: 'skip-all', choices: ['skip-all', 'skip-one'] },
    { name: 'signs', kind: 'choice', required: false, initial: 'fixed', choices: ['fixed', 'random'] },
    { name: 'seed', kind: 'integer', required: false, initial: 0, min: 0, max: 9007199254740991, slider: { min: 0, max: 100 }, where: { rule: 'signs=random', words: 'signs is \'random\'' } },
  ], family: 'graphs and places', axes: ['node'], scalable: false, stages: ['table', 'gram', 'facts'] },
  { id: 'random-walk', title: 'Random walk', params: [
    { name: 'steps', kind: 'integer', required: false, initial: 16, min: 1, max: 1024, slider: { min: 1, max: 64 } },
    { name: 'graph', kind: 'choice', required: false, initial: 'path', where: { rule: '!edges', words: 'edges is left out' }, choices: ['path', 'cycle', 'grid', 'complete', 'star'] },
    { name: 'nodes', kind: 'integer', required: false, initial: 16, min: 1, max: 1024, slider: { min: 2, max: 64 } },
    { name: 'columns', kind: 'integer', required: false, initial: 4, min: 1, max: 1024, slider: { min: 1, max: 16 }, where: { rule: '!edges & graph=grid', words: 'edges is left out, and graph is \'grid\'' } },
    { name: 'edges', kind: 'numbers', required: false, min: 0, max: 1023, maxLength: 1048576 },
  ], family: 'graphs and places', axes: ['node'], scalable: false, stages: ['table', 'gram'] },
  { id: 'rrwp', title: 'Relative random walks (RRWP)', params: [
    { name: 'heads', kind: 'integer', required: false, initial: 21, min: 1, max: 256, slider: { min: 1, max: 32 } },
    { name: 'from', kind: 'choice', required: false, initial: 'query', choices: ['query', 'key'] },
    { name: 'graph', kind: 'choice', required: false, initial: 'path', where: { rule: '!edges', words: 'edges is left out' }, choices: ['path', 'cycle', 'grid', 'complete', 'star'] },
    { name: 'nodes', kind: 'integer', required: false, initial: 16, min: 1, max: 1024, slider: { min: 2, max: 64 } },
    { name: 'columns', kind: 'integer', required: false, initial: 4, min: 1, max: 1024, slider: { min: 1, max: 16 }, where: { rule: '!edges & graph=grid', words: 'edges is left out, and graph is \'grid\'' } },
    { name: 'edges', kind: 'numbers', required: false, min: 0, max: 1023, maxLength: 1048576 },
  ], family: 'graphs and places', axes: ['node'], scalable: false,
    stages: ['attentionBias', 'biasVector', 'attentionScores'] },
  { id: 'space2vec', title: 'Space2Vec', params: [
    { name: 'scales', kind: 'integer', required: false, initial: 16, min: 1, max: 4096, slider: { min: 1, max: 64 } },
    { name: 'variant', kind: 'choice', required: false, initial: 'theory', choices: ['theory', 'grid'] },
    { name: 'lambdaMin', kind: 'number', required: false, initial: 10, min: 1e-9, max: 1000000000000, slider: { min: 0.001, max: 10000, log: true } },
    { name: 'lambdaMax', kind: 'number', required: false, initial: 10000, min: 1e-9, max: 1000000000000, slider: { min: 0.001, max: 10000, log: true } },
    { name: 'order', kind: 'choice', required: false, initial: 'paper', choices: ['paper', 'code'] },
  ], family: 'graphs and places', axes: ['x', 'y'], scalable: false,
    stages: ['frequencies', 'table', 'derivative', 'kernelProfile', 'decayBound', 'gram'] },
  { id: 'sphere2vec', title: 'Sphere2Vec', params: [
    { name: 'scales', kind: 'integer', required: false, initial: 16, min: 1, max: 4096, slider: { min: 1, max: 64 } },
    { name: 'variant', kind: 'choice', required: false, initial: 'sphereC', choices: ['sphereC', 'sphereC+', 'sphereM', 'sphereM+'] },
    { name: 'minRadius', kind: 'number', required: false, initial: 0.01, min: 1e-9, max: 1000000000000, slider: { min: 0.001, max: 10000, log: true } },
    { name: 'maxRadius', kind: 'number', required: false, initial: 1, min: 1e-9, max: 1000000000000, slider: { min: 0.001, max: 10000, log: true } },
  ], family: 'graphs and places', axes: ['lon', 'lat'], scalable: false, stages: ['table', 'gram'] },
  { id: 'spherical-harmonics', title: 'Spherical harmonics', params: [
    { name: 'degrees', kind: 'integer', required: false, initial: 10, min: 1, max: 128, slider: { min: 1, max: 40 } },
    { name: 'convention', kind: 'choice', required: false, initial: 'plain', choices: ['plain', 'condon-shortley', 'satclip', 'satclip-closed-form'] },
    { name: 'normalisation', kind: 'choice', required: false, initial: 'integral', where: { rule: 'convention=plain,condon-shortley', words: 'convention is \'plain\' or \'condon-shortley\'' }, choices: ['integral', 'component', 'norm'] },
  ], family: 'graphs and places', axes: ['lon', 'lat'], scalable: false, stages: ['table', 'gram'] },
];

export type PrecisionMethodId =
  | 'hf-f32' | 'rounded-f32' | 'ggml-f32' | 'exp-f32' | 'f64' | 'tf32' | 'bf16' | 'fp16' | 'table-bf16' | 'table-fp16';

/** Ways that others compute angles, in display order. */
export const precisionMethods: readonly (PrecisionMethodInfo & { readonly id: PrecisionMethodId })[] = [
  { id: 'hf-f32', title: 'float32, 1/pow',
    doc: 'transformers: inverse frequencies 1 / base^(2i/dim) and their product with the position, all in float32.',
    source: 'huggingface/transformers#25681, #24262, #29285', arithmetic: 'float32', operands: 'float32',
    table: 'float32', iterated: false, exactTo: 16777216 },
  { id: 'rounded-f32', title: 'float32, best frequencies',
    doc: 'Frequencies correctly rounded to float32, product in float32: the most that more care with the frequencies alone can give.',
    source: 'posenc', arithmetic: 'float32', operands: 'float32', table: 'float32', iterated: false, exactTo: 16777216 },
  { id: 'ggml-f32', title: 'float32, iterated',
    doc: 'ggml (llama.cpp) on the CPU: the angle of each pair is that of the pair before times base^(-2/dim), in float32, so that errors add up from pair to pair.',
    source: 'ggml-org/ggml, ggml_rope_cache_init', arithmetic: 'float32', operands: 'float32', table: 'float32',
    iterated: true, exactTo: 16777216 },
  { id: 'exp-f32', title: 'float32, exp',
    doc: 'diffusers: frequencies exp(-ln(base)·i / (dim/2)) and their product with the position, all in float32.',
    source: 'huggingface/diffusers, get_timestep_embedding', arithmetic: 'float32', operands: 'float32',
    table: 'float32', iterated: false, exactTo: 16777216 },
  { id: 'f64', title: 'float64', doc: 'The same as transformers in float64: what NumPy gives by default.',
    source: 'huggingface/transformers#46174 (where float64 is missing)', arithmetic: 'float64', operands: 'float64',
    table: 'float64', iterated: false, exactTo: 9007199254740992 },
  { id: 'tf32', title: 'TF32 product',
    doc: 'The product as a matrix multiplication on NVIDIA GPUs with TF32 allowed: float32 position and frequency are rounded to 11 significant bits first.',
    source: 'huggingface/transformers#48428, #48450; NVIDIA/TensorRT-LLM#19532', arithmetic: 'float32',
    operands: 'tf32', table: 'float32', iterated: false, exactTo: 2048 },
  { id: 'bf16', title: 'bf16 positions and frequencies',
    doc: 'Position and frequency are cast to bf16 with the rest of the model, then multiplied in float32.',
    source: 'sgl-project/sglang-jax#1472, huggingface/candle#3520, Modalities/modalities#462', arithmetic: 'float32',
    operands: 'bf16', table: 'float32', iterated: false, exactTo: 256 },
  { id: 'fp16', title: 'fp16 positions and frequencies',
    doc: 'The same with fp16. A position of 65520 or more becomes infinite; its cosine, and with it the error, is no number (NaN).',
    source: 'EleutherAI/gpt-neox#1003, ml-explore/mlx-lm#1076', arithmetic: 'float32', operands: 'fp16',
    table: 'float32', iterated: false, exactTo: 2048 },
  { id: 'table-bf16', title: 'exact table in bf16',
    doc: 'Exact cosine and sine, each rounded once to bf16: what storing the table costs.',
    source: 'huggingface/transformers#29496, NVIDIA/Megatron-LM#744', arithmetic: 'exact', operands: 'exact',
    table: 'bf16', iterated: false, exactTo: 9007199254740992 },
  { id: 'table-fp16', title: 'exact table in fp16', doc: 'Exact cosine and sine, each rounded once to fp16.',
    source: 'vllm-project/vllm#863, #1004', arithmetic: 'exact', operands: 'exact', table: 'fp16', iterated: false,
    exactTo: 9007199254740992 },
];
