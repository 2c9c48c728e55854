/**
 * Written by web/tools/gen.mjs from the C++ registries. Do not edit.
 */
import type { Texts } from '../types/documentation.js';

export const texts: Texts<'encodings' | 'scalings'> = {
  encodings: {
    sinusoidal: {
      citation: 'Vaswani et al. 2017, Attention Is All You Need, arXiv:1706.03762, section 3.5',
      note: 'The parameter `exponent` is ours: ω_i = b^(-(2i/d)^p), of which p = 1 was published.',
      accuracy: 'float32 entries are correctly rounded, float64 ones within 1 ulp.',
      params: {
        dim: 'Width of the encoding d: the number of channels of a row.',
        base: 'Base b of the geometric frequencies; 10000 in the paper.',
        layout:
          'Order of channels: interleaved is s0 c0 s1 c1 …, half is s0 s1 … c0 c1 …, half-flipped is c0 c1 … s0 s1 ….',
        denominator:
          'Exponent of pair i is i/(d/2) in the paper and i/(d/2-1) in tensor2tensor and fairseq, where the last wavelength is exactly 2π·base.',
        exponent:
          'Power p of the fraction 2i/d: frequencies b^(-(2i/d)^p). 1, linear in i, is what was published; below 1 slow waves are many, above 1 fast ones.',
        oddRule:
          'What an odd dim means: literal keeps the formula and ends with a lone sine; pad-drop builds d+1 channels and drops the last; zero-column appends a column of zeros.',
        scale: 'Multiplies every position.',
        paddingIndex: 'fairseq: the row at this position is zero.',
      },
    },
    timestep: {
      citation: 'Ho et al. 2020, DDPM, arXiv:2006.11239 (released code); diffusers get_timestep_embedding',
      accuracy: 'float32 entries are correctly rounded, float64 ones within 1 ulp.',
      params: {
        dim: 'Width of the embedding; an odd one gets a last column of zeros.',
        maxPeriod: 'Base of the geometric frequencies.',
        flipSinToCos: 'Cosines first, then sines (Stable Diffusion).',
        downscaleFreqShift: 'Taken from the denominator: 1 in DDPM, 0 in Stable Diffusion.',
        scale: 'Multiplies the time step.',
      },
    },
    'gaussian-fourier': {
      citation:
        'Song et al. 2021, Score-Based Generative Modeling through SDEs, arXiv:2011.13456 (released code); diffusers GaussianFourierProjection',
      accuracy: 'float64 entries are within 0.80 ulp of the waves of u; ln x is within 1 ulp.',
      params: {
        dim: "Width d, even: twice diffusers' embedding_size, which is 256.",
        scale:
          'Standard deviation of the frequencies w, in turns per unit: 1 in diffusers, 16 or 30 in score-based models.',
        log: "The position is a noise level x > 0 and its logarithm is encoded; diffusers' default is to do so.",
        flipSinToCos: 'Cosines first.',
        weights: 'The frequencies w, (dim/2) numbers; drawn when left out.',
        seed: 'Seed of the frequencies.',
      },
    },
    learned: {
      citation:
        'Gehring et al. 2017, arXiv:1705.03122 (learned position embeddings); initialisers: fairseq, timm, x-transformers, DETR (released code); Ito et al. 2025, Learning interpretable positional encodings in transformers depends on initialization, arXiv:2406.08272',
      note: "Unconfirmed: 0.02 as BERT's and GPT-2's standard deviation in transformers (OpenAI's GPT-2 used 0.01 for positions), the original BERT's cut at two standard deviations, and the offset 2 of BART and OPT. Chosen here: 0.2 as small-norm's default; the authors sweep 0.01 to 3 and compare 0.1, 0.2, 2 and 3, their code's default is 1.",
      accuracy:
        'Given numbers are exact, drawn ones the float64 numbers of their seed; a scaled row is within 2 ulp, with l2 within d + 4.',
      params: {
        dim: 'Width d of the table.',
        count: 'Rows N of the table: 512 when left out, or as many as `values` has.',
        values: 'The table itself, (count, dim) numbers row by row; drawn by the initialiser when left out.',
        init: "Initialiser, where no values are given. normal: N(0, σ²), σ = 0.02 (BERT in transformers); truncated-normal: the same cut at ±2, absolutely (ViT, timm, Swin); truncated-normal-2sigma: cut at ±2σ (original BERT); inverse-sqrt-dim: N(0, 1/d) (fairseq); unit-normal: N(0, 1) (torch's Embedding, x-transformers); uniform: U(0, 1) (DETR, LSTNN); xavier-uniform: U(±√(6/(N+d))) (Keras); small-norm: σ·N(0, 1) with σ = 0.2 (Ito et al.).",
        sigma:
          'Standard deviation σ of normal, the truncated ones and small-norm; 0.02, for small-norm 0.2, when left out. 0 is a table of zeros. The other initialisers fix theirs.',
        high: "Upper end of uniform: 1 when left out; 0.1 is LSTNN's rand/10.",
        seed: 'Seed of what is drawn; the same numbers on every platform.',
        rowScale:
          'What is done to a row that is looked up: inverse-sqrt-dim multiplies it by d^-1/2, l2 divides it by its length; x-transformers does one or the other.',
        paddingIndex: "This row of the table is zero (fairseq, torch's Embedding).",
        offset: 'Added to a position to get the row: padding index + 1 in RoBERTa and fairseq, 2 in BART and OPT.',
        sequenceStart:
          'Position of the first token behind padding on the left; positions before it count as it does (x-transformers).',
      },
    },
    'learned-grid': {
      citation:
        'Dosovitskiy et al. 2021, ViT, arXiv:2010.11929, section 3.2; Keys 1981; PyTorch interpolate; timm resample_abs_pos_embed',
      note: 'Confirmed against PyTorch 1.13, F.interpolate in float64: the weights of 8 source by 11 target sizes from 1 to 50, four methods, align_corners on and off, and a scale factor (target + 0.1)/source, 12 x 19448 weights in all; largest difference 1.1e-14. Which models use which option is read from their code.',
      accuracy:
        'Weights of the resampling are within 2^-48; an entry sums the products with at most all cells of the grid, and rounds once for each.',
      params: {
        dim: 'Width d of the table.',
        sourceHeight: 'Rows of the learned grid.',
        sourceWidth: 'Columns of the learned grid.',
        height: 'Rows of the grid that it is resampled to.',
        width: 'Columns of the grid that it is resampled to.',
        method: "bicubic-antialias is timm's resample_abs_pos_embed; bicubic is what MAE, DeiT and DINO use.",
        alignCorners: 'The corners of both grids coincide.',
        interpolateOffset:
          "Added to the target's size when the scale is computed: 0.1 in DINO and DINOv2, a guard against rounding that shifts the grid. Not with alignCorners.",
        prefixTokens: 'Rows before the grid (cls, registers) in `values`; they are not resampled.',
        values:
          'The learned table, (prefixTokens + sourceHeight x sourceWidth, dim) numbers, rows of the image one after another; drawn by the initialiser when left out.',
        init: "Initialiser, where no values are given. normal: N(0, σ²), σ = 0.02 (BERT in transformers); truncated-normal: the same cut at ±2, absolutely (ViT, timm, Swin); truncated-normal-2sigma: cut at ±2σ (original BERT); inverse-sqrt-dim: N(0, 1/d) (fairseq); unit-normal: N(0, 1) (torch's Embedding, x-transformers); uniform: U(0, 1) (DETR, LSTNN); xavier-uniform: U(±√(6/(N+d))) (Keras); small-norm: σ·N(0, 1) with σ = 0.2 (Ito et al.).",
        sigma:
          'Standard deviation σ of normal, the truncated ones and small-norm; 0.02, for small-norm 0.2, when left out. 0 is a table of zeros. The other initialisers fix theirs.',
        high: "Upper end of uniform: 1 when left out; 0.1 is LSTNN's rand/10.",
        seed: 'Seed of what is drawn; the same numbers on every platform.',
      },
    },
    'learned-detr': {
      citation: 'Carion et al. 2020, DETR, arXiv:2005.12872 (released code, PositionEmbeddingLearned)',
      accuracy: 'Given numbers are exact, drawn ones the float64 numbers of their seed.',
      params: {
        dim: 'Width d, even: each of the two tables has d/2 columns.',
        count: 'Rows of each table: the largest height and width.',
        values: 'The tables: row_embed (count, dim/2), then col_embed (count, dim/2); drawn when left out.',
        init: "Initialiser, where no values are given. normal: N(0, σ²), σ = 0.02 (BERT in transformers); truncated-normal: the same cut at ±2, absolutely (ViT, timm, Swin); truncated-normal-2sigma: cut at ±2σ (original BERT); inverse-sqrt-dim: N(0, 1/d) (fairseq); unit-normal: N(0, 1) (torch's Embedding, x-transformers); uniform: U(0, 1) (DETR, LSTNN); xavier-uniform: U(±√(6/(N+d))) (Keras); small-norm: σ·N(0, 1) with σ = 0.2 (Ito et al.).",
        sigma:
          'Standard deviation σ of normal, the truncated ones and small-norm; 0.02, for small-norm 0.2, when left out. 0 is a table of zeros. The other initialisers fix theirs.',
        high: "Upper end of uniform: 1 when left out; 0.1 is LSTNN's rand/10.",
        seed: 'Seed of what is drawn; the same numbers on every platform.',
      },
    },
    'sincos2d-mae': {
      citation:
        'He et al. 2022, MAE, arXiv:2111.06377 (released code); Chen et al. 2021, MoCo-v3, arXiv:2104.02057 (released code); diffusers get_2d_sincos_pos_embed',
      note: "Position (y, x); the cls token's vector is zero in all three. MoCo-v3's code pairs its first half with the slower index of a w by h grid: on a square image, whose tokens run row by row, that is the row y, so MoCo-v3 is MAE with the halves exchanged (read in the code). On other grids it mixes rows and columns: sincos2d-timm with interleaveSinCos and reverseCoord. MAE and MoCo-v3 have base 10000, square grids and float32.",
      accuracy: 'float32 entries are correctly rounded, float64 ones within 1 ulp.',
      params: {
        dim: 'Width d, a multiple of 4.',
        base: 'Base b of the geometric frequencies.',
        order:
          'Which coordinate the first half encodes: x-first is MAE (whose variable for it is called emb_h) and diffusers; y-first is what MoCo-v3 computes on its square grids.',
        baseSize:
          "diffusers' base_size: coordinates are stretched so that the grid spans this many cells (16 there); needs height and width. Left out: cells are counted.",
        height: 'Rows of the grid, with baseSize.',
        width: 'Columns of the grid, with baseSize.',
        interpolationScale: "diffusers' interpolation_scale: coordinates are divided by it.",
      },
    },
    'sincos2d-timm': {
      citation: 'timm layers/pos_embed_sincos.py, build_sincos2d_pos_embed',
      note: 'Position (y, x). With interleaveSinCos this is sincos2d-mae with its halves exchanged, and with reverseCoord besides it is the table that MoCo-v3 and RT-DETR build (transformers issue 41380).',
      accuracy: 'float64 entries are within 0.80 ulp.',
      params: {
        dim: 'Width d, a multiple of 4.',
        temperature: 'Base of the geometric frequencies.',
        interleaveSinCos:
          'Sine and cosine of one coordinate side by side: [sin h, cos h, sin w, cos w] in place of [sin h, sin w, cos h, cos w].',
        reverseCoord: "timm's reverse_coord, w outermost: no effect on a square grid; needs height and width.",
        height: 'Rows H of the grid, with reverseCoord.',
        width: 'Columns W of the grid, with reverseCoord.',
      },
    },
    'sincos3d-diffusers': {
      citation: 'diffusers models/embeddings.py, get_3d_sincos_pos_embed (CogVideoX)',
      accuracy: 'float32 entries are correctly rounded, float64 ones within 1 ulp.',
      params: {
        dim: 'Width d, a multiple of 16.',
        base: 'Base b of the geometric frequencies.',
        spatialScale: 'spatial_interpolation_scale: x and y are divided by it.',
        temporalScale: 'temporal_interpolation_scale: t is divided by it.',
      },
    },
    detr: {
      citation:
        'Carion et al. 2020, DETR, arXiv:2005.12872; Zhu et al. 2021, Deformable DETR, arXiv:2010.04159; Liu et al. 2022, DAB-DETR, arXiv:2201.12329 (released codes)',
      note: "Position (y, x). Read in the released code: the 0.5 of Deformable DETR, which it takes off only when it normalises; the temperature 20 of DAB-DETR's command line.",
      accuracy: 'float64 entries are within 0.80 ulp.',
      params: {
        dim: 'Width d, a multiple of 4: twice num_pos_feats.',
        height: 'Rows of the feature map.',
        width: 'Columns of the feature map.',
        variant:
          'deformable takes 0.5 off the counts before they are normalised, the middle of a cell; dab has temperature 20.',
        temperature: 'Base T of the frequencies; 10000 when left out, for dab 20.',
        normalize:
          'Counts are divided by the last one of their row or column and multiplied by scale, as the released models do; otherwise they are used as they are.',
        scale: 'What a whole row or column is mapped to: 2π.',
        eps: 'Added to the last count, so that an empty row gives 0.',
        mask: '1 for each valid cell, 0 for padding, (height, width) numbers row by row; all valid when left out.',
      },
    },
    'sinusoidal-nd': {
      citation:
        'positional-encodings (tatp22/multidim-positional-encoding), torch_encodings.py; Wang and Liu 2019, arXiv:1908.11415 (2-D)',
      note: 'The citation of the 2-D form is from memory. The axes are those of the array, the first one first. Where d is no multiple of 2a the last axis has fewer channels than the others.',
      accuracy: 'float32 entries are correctly rounded, float64 ones within 1 ulp.',
      params: {
        dim: 'Width d of the encoding.',
        axes: 'Coordinates a of a position.',
        base: 'Base b of the geometric frequencies.',
      },
    },
    cape: {
      citation:
        'Likhomanenko et al. 2021, CAPE: Encoding Relative Positions with Continuous Augmented Positional Embeddings, arXiv:2106.03143, eq. 2-4 (equation numbers unconfirmed)',
      note: "The order of the steps is from memory of the paper and agrees with the public package gcambara/cape, whose local shift however is drawn from half the interval, ±epsMax/2, and whose centring is optional. Chosen here: the defaults, which are that package's for text (its local shift of 1 is 0.5 here); the paper sets them for each task.",
      accuracy:
        'float64 entries are within 0.80 ulp of the waves of the augmented position, a float64 number rounded after each of the four steps.',
      params: {
        dim: 'Width d of the encoding, even; layout s0 c0 s1 c1 ….',
        base: 'Base b of the geometric frequencies.',
        mode: 'train augments the positions 0 … count-1; eval only centres, and takes any position.',
        count: 'Length n of the sequence, positions 0 … n-1: 128 when left out, or as many as eps has.',
        mean: 'What is taken off every position: (count - 1)/2, the mean of 0 … count-1, when left out.',
        seed: 'Seed of what is drawn.',
        deltaMax: 'Largest shift of the whole sequence.',
        epsMax: 'Largest shift of one position; below 0.5 the order stays.',
        lambdaMax: 'Largest stretch; its inverse is the smallest.',
        delta: 'The shift Δ of the whole sequence; drawn when left out.',
        eps: 'The shifts ε of the positions, (count) numbers; drawn when left out.',
        lambda: 'The stretch λ; drawn when left out.',
      },
    },
    shape: {
      citation: 'Kiyono et al. 2021, SHAPE: Shifted Absolute Position Embedding, arXiv:2109.05644',
      note: 'Unconfirmed (from memory of the paper): one shift for each sequence, and K = 500.',
      accuracy: 'float32 entries are correctly rounded, float64 ones within 1 ulp.',
      params: {
        dim: 'Width d of the encoding, even.',
        base: 'Base b of the geometric frequencies.',
        layout: 'Order of channels, as in sinusoidal.',
        maxOffset: 'The shift is drawn from 0 … maxOffset, each as likely.',
        seed: 'Seed of the shift: one for each sequence.',
        offset: 'The shift itself; drawn when left out. 0 is what the model does outside training.',
      },
    },
    nope: {
      citation:
        'Haviv et al. 2022, arXiv:2203.16634; Kazemnejad et al. 2023, arXiv:2305.19466; temperature: Llama 4 in transformers (attn_temperature_tuning)',
      note: 'Unconfirmed: that every fourth layer of Llama 4 has no position encoding. Positions below 0, where the formula has no value, get temperature 1.',
      params: {
        dim: 'Head dimension.',
        heads: 'Number of attention heads.',
        direction: 'causal: keys after the query get -infinity; bidirectional: every bias is 0.',
        attnScale: 'Growth of the query temperature: 0.1 in Llama 4; 0 leaves queries alone.',
        floorScale: 'Positions between two steps of the temperature: 8192 in Llama 4.',
      },
    },
    rope: {
      citation: 'Su et al. 2021, RoFormer, arXiv:2104.09864, eq. 14-16 and 34 (equation numbers unconfirmed)',
      accuracy: 'float32 entries are correctly rounded, float64 ones within 1 ulp.',
      params: {
        dim: 'Head dimension.',
        base: 'Base b of the frequencies (rope_theta).',
        layout:
          "Which channels form a pair: half rotates (i, i + r/2), as GPT-NeoX and transformers do; interleaved rotates (2i, 2i+1), as the paper, GPT-J and Meta's Llama do.",
        rotaryDim: 'Number r of channels that are rotated, the first of the head; dim when left out. Exponents use r.',
      },
    },
    'p-rope': {
      citation: 'Barbero et al. 2024, Round and Round We Go!, arXiv:2410.06205 (its pseudocode apply_p_rope)',
      note: "The default p = 0.75 is from memory of the paper's experiments (unconfirmed). Gemma 4 has p = 0.25: see the context extension 'proportional', the same rule.",
      accuracy: 'float32 entries are correctly rounded, float64 ones within 1 ulp.',
      params: {
        dim: 'Head dimension.',
        fraction: 'p: the first int(p·dim/2) pairs turn. 1 is RoPE, 0 is no position encoding.',
        base: 'Base b of the frequencies (rope_theta).',
        layout:
          "Which channels form a pair: half rotates (i, i + r/2), as GPT-NeoX and transformers do; interleaved rotates (2i, 2i+1), as the paper, GPT-J and Meta's Llama do.",
      },
    },
    mrope: {
      citation: 'Wang et al. 2024, Qwen2-VL, arXiv:2409.12191; interleaved: Qwen3-VL; vLLM mrope.py',
      note: 'With interleaved sections that do not fit the stride of three, pairs are assigned as the code does, which then differs from the counts that the sections name.',
      accuracy: 'float32 entries are correctly rounded, float64 ones within 1 ulp.',
      params: {
        dim: 'Head dimension.',
        base: 'Base b of the frequencies (rope_theta).',
        sections:
          'Pairs that follow t, h and w (mrope_section); their sum is r/2. Left out: in the ratio of the released models, 16 : 24 : 24 chunked, 24 : 20 : 20 interleaved.',
        form: 'chunked: Qwen2-VL, Qwen2.5-VL; interleaved: Qwen3-VL (mrope_interleaved).',
        layout:
          "Which channels form a pair: half rotates (i, i + r/2), as GPT-NeoX and transformers do; interleaved rotates (2i, 2i+1), as the paper, GPT-J and Meta's Llama do.",
        rotaryDim: 'Number r of channels that are rotated, the first of the head; dim when left out. Exponents use r.',
      },
    },
    'rope-2d-axial': {
      citation:
        'Heo et al. 2024, Rotary Position Embedding for Vision Transformer, arXiv:2403.13298; rope-vit compute_axial_cis',
      accuracy: 'float32 entries are correctly rounded, float64 ones within 1 ulp.',
      params: {
        dim: 'Head dimension.',
        base: 'Base b of the frequencies (rope_theta).',
        layout:
          "Which channels form a pair: half rotates (i, i + r/2), as GPT-NeoX and transformers do; interleaved rotates (2i, 2i+1), as the paper, GPT-J and Meta's Llama do.",
        order: 'Which coordinate the first half of the pairs follows; rope-vit: x.',
      },
    },
    'rope-2d-mixed': {
      citation:
        'Heo et al. 2024, Rotary Position Embedding for Vision Transformer, arXiv:2403.13298, eq. 14 (equation number unconfirmed); rope-vit init_2d_freqs',
      note: "Frequencies that are not given are drawn as the released code initialises them, by this library's own generator: the distribution is theirs, the numbers are not.",
      accuracy: 'float32 entries are correctly rounded, float64 ones within 1 ulp.',
      params: {
        dim: 'Head dimension.',
        fx: 'Learned frequencies of x of one head, rad per column: dim/2 numbers. Drawn when left out.',
        fy: 'The same of y, rad per row.',
        base: 'Base b of the frequencies (rope_theta).',
        layout:
          "Which channels form a pair: half rotates (i, i + r/2), as GPT-NeoX and transformers do; interleaved rotates (2i, 2i+1), as the paper, GPT-J and Meta's Llama do.",
        rotate: 'Draws the angle phi; otherwise phi = 0 and the directions are the axes.',
        head: "Which head's angle is drawn.",
        seed: 'Seed of what is drawn rather than given.',
      },
    },
    'rope-2d-timm': {
      citation: 'timm layers/pos_embed_sincos.py, build_rotary_pos_embed and build_fourier_pos_embed',
      accuracy: 'float32 entries are correctly rounded, float64 ones within 1 ulp.',
      params: {
        dim: 'Head dimension.',
        height: 'Rows H of the grid.',
        width: 'Columns W of the grid.',
        mode: 'pixel: coordinates in [-1, 1] and frequencies that rise; language: indices and frequencies that fall (in_pixels=False).',
        maxResolution: 'R of pixel mode (max_res); at least 2.',
        linearBands: 'Pixel mode: bands spaced evenly instead of geometrically.',
        temperature: 'T of language mode.',
        refHeight: 'Rows of the pretraining grid; with refWidth.',
        refWidth: 'Columns of the pretraining grid.',
        gridOffset: 'Added to the indices in language mode.',
        indexing: 'ij: the block of y comes first; xy: that of x.',
        layout:
          "Which channels form a pair: half rotates (i, i + r/2), as GPT-NeoX and transformers do; interleaved rotates (2i, 2i+1), as the paper, GPT-J and Meta's Llama do.",
      },
    },
    'rope-dinov3': {
      citation: 'Siméoni et al. 2025, DINOv3, arXiv:2508.10104 (paper number unconfirmed); timm RotaryEmbeddingDinoV3',
      note: 'The shifts, jitter and rescaling of training are left out: this is the table of inference.',
      accuracy: 'float32 entries are correctly rounded, float64 ones within 1 ulp.',
      params: {
        dim: 'Head dimension.',
        height: 'Rows H of the grid.',
        width: 'Columns W of the grid.',
        normalisation: 'What coordinates are divided by: each its own side, the larger, or the smaller one.',
        base: 'Base b of the frequencies (rope_theta).',
        minPeriod: 'Smallest period; with maxPeriod it replaces the base.',
        maxPeriod: 'Largest period.',
        periodPrecision: 'bf16: periods rounded to bfloat16, as the released weights hold them.',
        layout:
          "Which channels form a pair: half rotates (i, i + r/2), as GPT-NeoX and transformers do; interleaved rotates (2i, 2i+1), as the paper, GPT-J and Meta's Llama do.",
      },
    },
    'rope-golden': {
      citation:
        'Xiong 2025, On N-dimensional Rotary Positional Embeddings, jerryxio.ng/posts/nd-rope, with its code GoldenGateRoPENd',
      note: 'From one article and copies of its code. The source gives no default frequencies: 0.01 to 1 is chosen here, for coordinates that are indices.',
      accuracy: 'float32 entries are correctly rounded, float64 ones within 1 ulp.',
      params: {
        dim: 'Head dimension.',
        axes: 'Coordinates of a position.',
        head: 'The head that is shown, from 0: heads continue one sequence of directions.',
        minFrequency: 'Lowest frequency, rad per unit of the coordinates.',
        maxFrequency: 'Highest frequency.',
        zeroFraction: 'Fraction of the pairs that do not turn (p_zero_freqs): the first ones.',
        layout:
          "Which channels form a pair: half rotates (i, i + r/2), as GPT-NeoX and transformers do; interleaved rotates (2i, 2i+1), as the paper, GPT-J and Meta's Llama do.",
      },
    },
    xpos: {
      citation:
        'Sun et al. 2022, A Length-Extrapolatable Transformer, arXiv:2212.10554; torchscale xpos_relative_position.py',
      note: 'Causal. Where a separate factor exceeds float64, a rotated channel is infinite; the logits are finite.',
      accuracy: 'float32 entries are correctly rounded, float64 ones within 1 ulp.',
      params: {
        dim: 'Head dimension.',
        base: 'Base b of the frequencies (rope_theta).',
        scaleBase: 'B: positions in which the factor changes by zeta.',
        gamma: 'gamma of zeta_i = (2i/d + gamma)/(1 + gamma).',
        centre:
          "Position that queries' and keys' own factors are taken from, which overflow far from it; torchscale and others take the middle of the sequence. Logits do not depend on it.",
        layout:
          "Which channels form a pair: half rotates (i, i + r/2), as GPT-NeoX and transformers do; interleaved rotates (2i, 2i+1), as the paper, GPT-J and Meta's Llama do.",
      },
    },
    pope: {
      citation:
        'Gopalakrishnan et al. 2025, Decoupling the "What" and "Where" With Polar Coordinate Positional Embeddings, arXiv:2509.10534; x-transformers PolarEmbedding',
      note: 'Logits are divided by the root of d, the width before the transformation. The sign of delta is that of released code, which adds it to the angle of the key.',
      accuracy: 'float32 entries are correctly rounded, float64 ones within 1 ulp.',
      params: {
        dim: 'Head dimension d; a transformed vector has 2d channels.',
        base: 'Base b of the frequencies (rope_theta).',
        phases:
          'Learned phases delta of the keys of one head, rad: dim numbers, cut to [-2π, 0]. Drawn as phaseInit says when left out.',
        phaseInit: 'Phases before training: all 0, or uniform in [-2π, 0].',
        layout: 'Order of the 2d channels: half puts all cosines before all sines, interleaved alternates them.',
        seed: 'Seed of what is drawn rather than given.',
      },
    },
    fope: {
      citation: 'Hua et al. 2025, Fourier Position Embedding, arXiv:2412.17739; vLLM fope.py',
      note: "The authors pad sines with 1 on purpose (their repository, issue 6); users of vLLM report the same as a bug (vLLM issue 55204). Both are here; identity is the default. The fans of the drawn tensor follow torch's rule for three axes, from memory (unconfirmed).",
      accuracy:
        'A mixed entry is within (D + 3)·2^-53·Σ_i |C_ij| of the exact one, over the D mixed pairs; the others are within 1 ulp.',
      params: {
        dim: 'Head dimension.',
        base: 'Base b of the frequencies (rope_theta).',
        trainedContext: 'L: pairs with a wavelength of L or more are dropped.',
        keptPairs: 'Keeps the first so many pairs instead (num_inv_freq).',
        mixing:
          "plain: matrices as stored, kept x kept (vLLM); normalised: at most dim/4 columns, divided by their sums (the authors' code).",
        rest: "The pairs beyond: identity has cos = 1, sin = 0; ones has cos = sin = 1, as the authors' code and vLLM.",
        cosineMatrix: 'C of one head (cos_coef), kept x mixed pairs, row by row. Drawn when left out.',
        sineMatrix: 'S of the same shape (sin_coef).',
        gain: 'Of drawn matrices: unit matrix + Xavier normal numbers times this gain; 0 is no mixing.',
        heads: 'Heads of the drawn tensor, which its spread depends on.',
        head: 'The head that is shown, from 0.',
        seed: 'Seed of what is drawn rather than given.',
      },
    },
    rerope: {
      citation:
        'Su 2023, Rectified Rotary Position Embeddings, kexue.fm/archives/9708; github.com/bojone/rerope rerope_patch.py',
      note: 'Applied to a trained model, without training. The default window is chosen here, so that a small picture shows it.',
      params: {
        window: 'w: the largest distance; 512 in the released code.',
        trainedContext: 'L: trained context, of the scale of queries.',
        logScale: 'Multiplies the query at position m by max(1, ln(m + 1)/ln L), as the released code does.',
        dim: 'Head dimension, of the logits; the map does not depend on it.',
        base: 'Base b of the frequencies (rope_theta).',
        layout:
          "Which channels form a pair: half rotates (i, i + r/2), as GPT-NeoX and transformers do; interleaved rotates (2i, 2i+1), as the paper, GPT-J and Meta's Llama do.",
      },
    },
    'leaky-rerope': {
      citation:
        'Su 2023, Rectified Rotary Position Embeddings, kexue.fm/archives/9708; github.com/bojone/rerope leaky_rerope_patch.py',
      note: 'Applied to a trained model, without training. The default window is chosen here, so that a small picture shows it.',
      params: {
        window: 'w: distances below it are kept; 512 in the released code.',
        factor: 'k: how much slower distances grow beyond the window; 16 in the released code.',
        trainedContext: 'L: trained context, of the scale of queries.',
        logScale: 'Multiplies the query at position m by max(1, ln(m + 1)/ln L), as the released code does.',
        dim: 'Head dimension, of the logits; the map does not depend on it.',
        base: 'Base b of the frequencies (rope_theta).',
        layout:
          "Which channels form a pair: half rotates (i, i + r/2), as GPT-NeoX and transformers do; interleaved rotates (2i, 2i+1), as the paper, GPT-J and Meta's Llama do.",
      },
    },
    'self-extend': {
      citation: 'Jin et al. 2024, LLM Maybe LongLM: Self-Extend LLM Context Window Without Tuning, arXiv:2401.01325',
      note: 'Applied to a trained model, without training. Default sizes are chosen here, so that a small picture shows them.',
      params: {
        window: 'W: distances below it are kept (neighbour window).',
        group: 'G: positions that share a group.',
        dim: 'Head dimension, of the logits; the map does not depend on it.',
        base: 'Base b of the frequencies (rope_theta).',
        layout:
          "Which channels form a pair: half rotates (i, i + r/2), as GPT-NeoX and transformers do; interleaved rotates (2i, 2i+1), as the paper, GPT-J and Meta's Llama do.",
      },
    },
    'dual-chunk': {
      citation:
        'An et al. 2024, Training-Free Long-Context Scaling of Large Language Models, arXiv:2402.17463; vLLM dual_chunk_rope.py',
      note: "vLLM's reading; the paper's own code takes the trained length - 1 as the position of queries of farther chunks (unconfirmed). Default sizes are chosen here, so that a small picture shows them; Qwen2.5-1M has 262144 and 8192 (unconfirmed).",
      params: {
        chunkSize: 'Largest position that a query gets.',
        localSize: "Distances up to it are kept across a chunk's border; below chunkSize.",
        dim: 'Head dimension, of the logits; the map does not depend on it.',
        base: 'Base b of the frequencies (rope_theta).',
        layout:
          "Which channels form a pair: half rotates (i, i + r/2), as GPT-NeoX and transformers do; interleaved rotates (2i, 2i+1), as the paper, GPT-J and Meta's Llama do.",
      },
    },
    shaw: {
      citation:
        'Shaw et al. 2018, Self-Attention with Relative Position Representations, arXiv:1803.02155, eq. 3-5 (equation numbers unconfirmed)',
      note: 'The map is clip(key - query) + k. Positions between integers count by their rounded distance. The initialiser of the table (Xavier uniform) is unconfirmed.',
      params: {
        dim: 'Head dimension: numbers of a query and of a key.',
        maxDistance: "Distances beyond k are clipped to it; 16 in the paper's base model.",
        table: '(2k+1) x dim: the vectors a^K of key - query = -k … k. Drawn Xavier uniform when left out.',
        seed: 'Seed of the numbers that are drawn where none are given.',
      },
    },
    'transformer-xl': {
      citation:
        'Dai et al. 2019, Transformer-XL, arXiv:1901.02860, section 3.3 and appendix B; layout of R from the released code',
      note: 'The map is the row of R as released code stores it, distance n_key - 1 first. One head; R is as wide as the head. The initialiser N(0, 0.02²) is unconfirmed.',
      accuracy: 'float32 entries are correctly rounded, float64 ones within 1 ulp.',
      params: {
        dim: 'Head dimension d, and width of the table R.',
        base: 'Base b of the frequencies of R.',
        u: "(d): the query's stand-in for keys. Drawn from N(0, 0.02²) when left out.",
        v: "(d): the query's stand-in for positions. Drawn from N(0, 0.02²) when left out.",
        wkR: 'd x d, row-major: the key of distance r is W_kR·R_r. Drawn from N(0, 0.02²) when left out.',
        seed: 'Seed of the numbers that are drawn where none are given.',
      },
    },
    t5: {
      citation: 'Raffel et al. 2020, T5, arXiv:1910.10683, section 2.1; released code (_relative_position_bucket)',
      note: "N counts the buckets of one direction; buckets of r > 0 come after those of r <= 0. T5 adds the bias without dividing logits by √d, and all layers share one table. The initialiser N(0, 1/512) is transformers' for d_model = 512.",
      params: {
        heads: 'Number of attention heads.',
        numBuckets: 'Number of buckets, both directions together; at least 2 in each direction.',
        maxDistance: 'Where the logarithmic buckets would end; the last bucket starts earlier.',
        bidirectional:
          'Encoder: keys before and after the query have buckets of their own. Else (decoder) keys after the query are in bucket 0.',
        table: 'numBuckets x heads: the bias of each bucket. Drawn from N(0, 1/512) when left out.',
        scale: 'Multiplies the bias; x-transformers uses the square root of the head dimension.',
        seed: 'Seed of the numbers that are drawn where none are given.',
      },
    },
    deberta: {
      citation:
        'He et al. 2021, DeBERTa, arXiv:2006.03654, eq. 2-4 (equation numbers and the scale unconfirmed); logarithmic buckets from the released code and transformers',
      note: 'The map is δ(i,j) of version 1 and the signed bucket of versions 2 and 3. Positions between integers count by their rounded distance.',
      params: {
        dim: 'Head dimension: numbers of a query and of a key.',
        version: 'v1: clipped distances; v2 (and v3): logarithmic buckets.',
        maxDistance: 'v1: k, where distances are clipped; the tables have 2k rows.',
        bucketSize: 'v2: buckets of one direction; the tables have twice as many rows.',
        maxPosition: 'v2: the logarithmic buckets end at the distance maxPosition - 1.',
        clamp:
          'v2: official clips the distance to maxPosition - 1 first; transformers does not, so buckets go on growing, and clips the row of the table only.',
        keyTable: 'rows x dim: K^r, the projected keys of each row of the map. Drawn from N(0, 0.02²) when left out.',
        queryTable: 'rows x dim: Q^r, the projected queries. Drawn from N(0, 0.02²) when left out.',
        seed: 'Seed of the numbers that are drawn where none are given.',
      },
    },
    'swin-v1': {
      citation:
        'Liu et al. 2021, Swin Transformer, arXiv:2103.14030, released code; class token: Bao et al. 2022, BEiT, arXiv:2106.08254, released code',
      note: "Queries and keys are the window's cells in raster order, so nQuery = nKey = H·W. The width of an index row is 2W-1; a port that takes 2H-1 is right for square windows only.",
      params: {
        heads: 'Number of attention heads.',
        windowHeight: 'Rows H of the window.',
        windowWidth: 'Columns W of the window.',
        classToken: 'BEiT: a class token stands before the cells, with three rows of its own in the table.',
        table:
          '(2H-1)(2W-1) x heads, and 3 rows more with a class token: the bias of each offset. Drawn from N(0, 0.02²) cut at ±2 when left out.',
        seed: 'Seed of the numbers that are drawn where none are given.',
      },
    },
    'swin-v2': {
      citation:
        'Liu et al. 2022, Swin Transformer V2, arXiv:2111.09883, eq. 4 (equation number unconfirmed); coordinates of released code and timm',
      note: "The paper prints ln(1+|Δx|) of raw offsets; released code normalises and takes base-2 logarithms. The paper's attention is cosine with a learned temperature, which is not part of the bias.",
      params: {
        heads: 'Number of attention heads.',
        windowHeight: 'Rows H of the window.',
        windowWidth: 'Columns W of the window.',
        pretrainedHeight: 'Rows of the window that the network was trained with; 0: this window.',
        pretrainedWidth: 'Columns of the window that the network was trained with; 0: this window.',
        mode: "released: base-2 logarithms of normalised offsets, 16·sigmoid; paper: natural logarithms of raw offsets, 16·sigmoid; cr: timm's, as paper without the sigmoid.",
        hidden: "Width of the network's hidden layer; timm's cr uses 128.",
        w1: 'hidden x 2: weights of (y, x). Drawn from N(0, 0.02²) when left out.',
        b1: '(hidden): biases of the hidden layer; 0 when left out.',
        w2: 'heads x hidden: weights of the heads. Drawn from N(0, 0.02²) when left out.',
        b2: '(heads): last bias, which only cr has; 0 when left out.',
        seed: 'Seed of the numbers that are drawn where none are given.',
      },
    },
    alibi: {
      citation:
        'Press et al. 2022, Train Short, Test Long, arXiv:2108.12409; split heads: ofirpress/attention_with_linear_biases issue 5',
      note: "Logits are divided by √d, the bias is not. Bloom's storage is from memory of its code.",
      params: {
        heads: 'Number of attention heads.',
        rule: "Slopes for a head count that is no power of two: released is the authors' code, geometric is 2^(-8h/n) for every n.",
        direction:
          'causal: keys after the query get -infinity; symmetric: -m·|i - j| (encoders); split: heads of the first half see no key after the query, those of the second half none before it.',
        storage: "distance: -m·(i - j); key: m·j, as transformers' Bloom stores it (the same softmax; causal only).",
      },
    },
    kerple: {
      citation:
        'Chi et al. 2022, KERPLE: Kernelized Relative Positional Embedding for Length Extrapolation, arXiv:2205.09921',
      note: "A stored version of NVIDIA NeMo's module multiplies the distance by a constant 0, so its bias is 0 everywhere (from reading, not run).",
      params: {
        heads: 'Number of attention heads.',
        kind: 'log: -r1·ln(1 + r2·d); power: -r1·d^r2.',
        r1: '(heads): r1 > 0. Drawn from U(0, 2), at least 0.01, when left out.',
        r2: '(heads): r2 > 0, at most 2 for power. Drawn from U(0, 1), at least 0.01, when left out.',
        direction: 'causal: keys after the query get -infinity; symmetric: the size of the distance counts.',
        seed: 'Seed of the numbers that are drawn where none are given.',
      },
    },
    fire: {
      citation:
        'Li et al. 2023, Functional Interpolation for Relative Positions Improves Long Context Transformers, arXiv:2310.04418, eq. 9-10 and appendix code (equation numbers unconfirmed)',
      note: "L is learned as a multiple of 512. Weights that are left out are drawn as PyTorch's Linear does by default.",
      params: {
        heads: 'Number of attention heads.',
        c: 'Steepness of the logarithm, learned; 0.1 at the start.',
        threshold: 'L: queries before it are normalised as if they stood there; 512 at the start.',
        epsilon: 'Added to the divisor: paper 0, appendix 1e-6.',
        hidden: "Width of the network's hidden layer.",
        w1: '(hidden): weights of the input. Drawn from U(-1, 1) when left out.',
        b1: '(hidden): biases of the hidden layer. Drawn from U(-1, 1) when left out.',
        w2: 'heads x hidden: weights of the heads. Drawn from U(±1/√hidden) when left out.',
        b2: '(heads): biases of the heads. Drawn from U(±1/√hidden) when left out.',
        seed: 'Seed of the numbers that are drawn where none are given.',
      },
    },
    sandwich: {
      citation:
        'Chi et al. 2022, Dissecting Transformer Length Extrapolation via the Lens of Receptive Field Analysis, arXiv:2212.10356; sum and scale as in NVIDIA NeMo',
      note: 'At least one public copy forgets the cosine. The default d = 128 is unconfirmed.',
      params: {
        heads: 'Number of attention heads.',
        dim: 'Width d of the sinusoidal encodings; even.',
        base: 'Base of the frequencies.',
        direction: 'causal: keys after the query get -infinity; symmetric: the size of the distance counts.',
      },
    },
    tisa: {
      citation:
        'Wennberg & Henter 2021, The Case for Translation-Invariant Self-Attention in Transformer-Based Language Models, arXiv:2106.01950, eq. 8 (equation number unconfirmed)',
      note: 'The distance counts from the query to the key. Formula and S = 5 are from memory of the paper; the initialisers are chosen here.',
      params: {
        heads: 'Number of attention heads.',
        kernels: 'Number S of bell curves of a head; 5 in the paper.',
        a: 'heads x kernels: heights. Drawn from N(0, 1) when left out.',
        b: 'heads x kernels: sharpnesses, by size. Drawn from U(0, 0.1) when left out.',
        c: 'heads x kernels: centres, as key - query. Drawn from N(0, 5²) when left out.',
        direction:
          "both: keys before and after the query count, as in the paper's encoders; causal: keys after the query get -infinity.",
        seed: 'Seed of the numbers that are drawn where none are given.',
      },
    },
    cope: {
      citation:
        "Golovneva et al. 2024, Contextual Position Encoding: Learning to Count What's Important, arXiv:2405.18719, eq. 3-6 and appendix code (equation numbers unconfirmed)",
      note: 'Positions of tokens are not used, only their order. Released code starts the embeddings at zero, where the term is zero; those drawn here are of our choice. With e[p] = p·v and q·v = 1 the position term is the position itself.',
      params: {
        dim: 'Head dimension: numbers of a query and of a key.',
        positions: 'Number of position embeddings, npos_max; positions stop at one less.',
        logits: "Logits of content and gates: scaled is q·k/√dim (the appendix's code), plain is q·k (the equations).",
        table: 'positions x dim: the embeddings e. Drawn from N(0, 0.02²) when left out.',
        seed: 'Seed of the numbers that are drawn where none are given.',
      },
    },
    'dynamic-bias': {
      citation:
        'x-transformers DynamicPositionBias; Wang et al. 2021, CrossFormer, arXiv:2108.00154 (dynamic position bias; unconfirmed)',
      note: "Without the optional LayerNorm. Weights that are left out are drawn as PyTorch's Linear does by default.",
      params: {
        heads: 'Number of attention heads.',
        hidden: 'Width of the hidden layers.',
        depth: 'Number of hidden layers.',
        logDistance: 'The input is sign·ln(|distance| + 1) instead of the distance.',
        w1: '(hidden): weights of the distance. Drawn from U(-1, 1) when left out.',
        b1: '(hidden): biases of the first layer. Drawn from U(-1, 1) when left out.',
        wHidden:
          '(depth-1)·hidden x hidden: weights of the other hidden layers. Drawn from U(±1/√hidden) when left out.',
        bHidden: '(depth-1) x hidden: their biases. Drawn from U(±1/√hidden) when left out.',
        w2: 'heads x hidden: weights of the heads. Drawn from U(±1/√hidden) when left out.',
        b2: '(heads): biases of the heads. Drawn from U(±1/√hidden) when left out.',
        seed: 'Seed of the numbers that are drawn where none are given.',
      },
    },
    forgetting: {
      citation:
        'Lin et al. 2025, Forgetting Transformer, arXiv:2503.02130 (number unconfirmed); x-transformers DataDependentAlibi',
      note: 'In a model f is a linear function of each token. A given list fixes the number of queries and keys.',
      params: {
        heads: 'Number of attention heads.',
        forgetLogits:
          'heads x tokens: f of each token, for queries and keys of that number. When left out, every token has `logit`.',
        logit: "f of every token where no list is given; x-transformers' initial bias is 5.",
      },
    },
    'random-fourier': {
      citation: 'Rahimi & Recht 2007, Random Features for Large-Scale Kernel Machines, NIPS 20',
      note: 'Written from memory of the paper (unconfirmed); that the inner products converge to the Gaussian kernel is tested.',
      accuracy: 'float32 entries are correctly rounded, float64 ones within 1 ulp.',
      params: {
        dim: "Number of features D; even with form 'paired'.",
        axes: 'Coordinates of a position.',
        sigma: 'Length scale σ of the kernel exp(-‖x-y‖²/2σ²).',
        form: 'cos-bias: √(2/D)·cos(Wx+b); paired: √(2/D)·[cos Wx | sin Wx] with D/2 frequencies, of lower variance, a function of the offset alone.',
        frequencies:
          "W in rad per unit, (D, axes), or (D/2, axes) with form 'paired'; drawn from N(0, 1/σ²) where not given.",
        offsets: "b in rad, (D), of form 'cos-bias'; drawn from U(0, 2π) where not given.",
        seed: 'Seed of what is drawn rather than given; the same numbers on every platform.',
      },
    },
    'orthogonal-fourier': {
      citation: 'Yu et al. 2016, Orthogonal Random Features, arXiv:1610.09072',
      note: 'Written from memory of the paper (unconfirmed); orthogonality and the lower variance are tested. With one axis it is plain random Fourier features.',
      accuracy: 'float32 entries are correctly rounded, float64 ones within 1 ulp.',
      params: {
        dim: "Number of features D; even with form 'paired'.",
        axes: "Coordinates of a position; a power of two with variant 'sorf'.",
        sigma: 'Length scale σ of the kernel exp(-‖x-y‖²/2σ²).',
        variant:
          'orf: Haar orthogonal blocks with chi-distributed norms; sorf: blocks of signed Hadamard matrices, all of the same norm, which cost O(D log a) and are unbiased only for many axes.',
        form: 'cos-bias: √(2/D)·cos(Wx+b); paired: √(2/D)·[cos Wx | sin Wx] with D/2 frequencies, of lower variance, a function of the offset alone.',
        offsets: "b in rad, (D), of form 'cos-bias'; drawn from U(0, 2π) where not given.",
        seed: 'Seed of what is drawn rather than given; the same numbers on every platform.',
      },
    },
    'fourier-features': {
      citation:
        'Tancik et al. 2020, Fourier Features Let Networks Learn High Frequency Functions in Low Dimensional Domains, arXiv:2006.10739, eq. 5-7',
      note: 'The released code puts sines first, the paper cosines. Coordinates are meant to lie in [0, 1). The equation numbers and m = 256 are from memory (unconfirmed).',
      accuracy: 'float32 entries are correctly rounded, float64 ones within 1 ulp.',
      params: {
        dim: 'Width: 2m for gaussian, 2·axes for basic, 2·axes·m for positional. Left out: m = 256 in all, as in the paper, and 2·axes for basic.',
        axes: 'Coordinates of a position.',
        mapping:
          'Where the frequencies b come from: gaussian draws them, basic is the identity, positional is σ^(j/m) along each axis.',
        scale:
          'σ: standard deviation of gaussian frequencies, in turns per unit (the paper tries 1, 10 and 100 on coordinates in [0, 1)); limit of the positional ones.',
        order:
          'paper: cosines first, [cos | sin] for each j of positional and of the whole otherwise; code: sines first, [sin(2πBv) | cos(2πBv)].',
        frequencies: 'B of mapping gaussian in turns per unit, (m, axes).',
        amplitudes: 'a_j, one for each frequency; 1 where not given.',
        seed: 'Seed of what is drawn rather than given; the same numbers on every platform.',
      },
    },
    nerf: {
      citation: 'Mildenhall et al. 2020, NeRF, arXiv:2003.08934, eq. 4; released code (bmild/nerf)',
      note: 'The released code has no π, puts the coordinates first and orders channels by frequency. Coordinates are meant to lie in [-1, 1].',
      accuracy: 'float32 entries are correctly rounded, float64 ones within 1 ulp.',
      params: {
        bands: 'Number of frequencies L: 10 for positions and 4 for view directions in the paper.',
        axes: 'Coordinates of a position.',
        convention: 'code: no π, coordinate-minor channels; paper: eq. 4, with π, coordinate-major channels.',
        includeInput: 'Whether the coordinates themselves come first; as-convention: in the code, not in the paper.',
        spacing: 'log: bands 2^k; linear: evenly spaced from 1 to 2^(L-1).',
      },
    },
    'mip-nerf': {
      citation: 'Barron et al. 2021, Mip-NeRF, arXiv:2103.13415; released code (google/mipnerf)',
      note: 'Positions are means, then variances; a negative variance counts as 0. The code writes the cosine as sin(y + π/2) and reduces arguments modulo 100π in float32 (unconfirmed).',
      accuracy: 'float64 entries are within 5 ulp; those below 2^-1000 may be lost to underflow.',
      params: {
        axes: 'Coordinates of a position: axes/2 means, then axes/2 variances (the diagonal of the covariance).',
        minDeg: 'First power of two.',
        maxDeg: 'Power of two after the last one; more than minDeg.',
      },
    },
    'learnable-fourier': {
      citation:
        'Li et al. 2021, Learnable Fourier Features for Multi-Dimensional Spatial Positional Encoding, arXiv:2106.02795, Algorithm 1',
      note: "From memory of the paper (unconfirmed), agreeing with two public re-implementations but for the deviation of W_r, which is a choice here. GELU is the exact one, layers start as torch's Linear does.",
      accuracy: 'With weights as drawn, entries are below 2 and within 1e-14·√F of the exact value.',
      params: {
        dim: 'Width of the encoding D; a multiple of groups.',
        axes: 'Coordinates of a position, in all; a multiple of groups.',
        groups: 'Groups G of coordinates, each encoded alone by the same weights into D/G channels.',
        features: 'Number of Fourier features F; even.',
        hidden: 'Units H of the hidden layer.',
        gamma: 'γ of the initial W_r.',
        deviation:
          'Standard deviation of W_r: N(0, γ^-2) read as a variance is 1/gamma; public re-implementations use 1/gamma^2.',
        frequencies: 'W_r in rad per unit, (F/2, axes/groups).',
        weight1: 'W1 of the first layer, (H, F).',
        bias1: 'b1, its bias, (H).',
        weight2: 'W2 of the second layer, (D/groups, H).',
        bias2: 'b2, its bias, (D/groups).',
        seed: 'Seed of what is drawn rather than given; the same numbers on every platform.',
      },
    },
    siren: {
      citation:
        'Sitzmann et al. 2020, Implicit Neural Representations with Periodic Activation Functions, arXiv:2006.09661, section 3.2',
      note: "W and ω0 as in the authors' SineLayer and its copies; the distribution of b is torch's default for Linear. Coordinates are meant to lie in [-1, 1]. The section is from memory (unconfirmed).",
      accuracy: 'float32 entries are correctly rounded, float64 ones within 1 ulp.',
      params: {
        dim: 'Features of the layer: rows of W.',
        axes: 'Coordinates of a position.',
        omega0: 'ω0, the factor of the whole argument.',
        weights: 'W, (dim, axes); drawn from U(±1/axes) where not given.',
        biases: 'b, (dim); drawn from U(±1/√axes) where not given.',
        seed: 'Seed of what is drawn rather than given; the same numbers on every platform.',
      },
    },
    'pixel-fourier': {
      citation:
        "timm pixel_freq_bands and build_fourier_pos_embed; lucidrains' rotary-embedding-torch (freqs_for='pixel') and perceiver-pytorch fourier_encode; bands as in Jaegle et al. 2021, Perceiver, arXiv:2103.03206",
      note: "timm's channel order is that of FourierEmbed (bands before axes), read from its code. One band alone is π.",
      accuracy: 'float32 entries are correctly rounded, float64 ones within 1 ulp.',
      params: {
        bands: 'Number of frequencies along each axis.',
        axes: 'Coordinates of a position.',
        convention:
          'timm: all sines, then all cosines, coordinates innermost; lucidrains: sines and cosines of one coordinate after the other.',
        spacing: 'Of the bands from π to π·maxRes/2; as-convention: log for timm, linear for lucidrains.',
        maxRes: 'Resolution R whose half is the highest band; left out: 224 for timm, 10 for lucidrains.',
        includeInput:
          "Keep the coordinates as channels: before the waves (timm's concat_grid), or after those of each coordinate (lucidrains).",
        gridShape:
          'Cells along each axis: positions are then indices, mapped to [-1, 1]. Left out: positions are the coordinates.',
      },
    },
    'gligen-boxes': {
      citation: 'Li et al. 2023, GLIGEN, arXiv:2301.07093; diffusers get_fourier_embeds_from_boundingbox',
      accuracy: 'float32 entries are correctly rounded, float64 ones within 1 ulp.',
      params: {
        bands: 'Number of frequencies K; 8 in GLIGEN, which makes 64 channels.',
        temperature: 'The limit of the frequencies; 100 in GLIGEN.',
      },
    },
    laplacian: {
      citation: 'Dwivedi & Bresson 2021, A Generalization of Transformer Networks to Graphs, arXiv:2012.09699',
      note: 'Signs, and bases of repeated eigenvalues, are arbitrary in the paper. Here each basis is taken from the eigenspace by a rule that no solver changes: the vector towards the node with the largest share, positive there, ties to the first node, and so on. An isolated node has eigenvalue 0 (released code gives it 1).',
      accuracy:
        'The vectors are orthonormal within 1e-12; ‖Lv - λv‖ is within 1e-12, or 1e-10 where close but different eigenvalues count as one.',
      params: {
        k: 'Number of eigenvectors, the width of the encoding.',
        graph:
          'Family of graphs, where no edges are given: path and cycle join neighbours, grid is 4-connected in raster order, in complete every two nodes are joined, in star all to node 0.',
        nodes: 'Number of nodes.',
        columns: "Columns of graph 'grid'; nodes must be a multiple of it.",
        edges: 'Edges u0 v0 u1 v1 …, in place of a family; repeated ones count once.',
        normalization: 'symmetric: I - D^-1/2 A D^-1/2; none: D - A.',
        zeros:
          'What a disconnected graph leaves out: skip-all the eigenvalue 0 with its whole eigenspace; skip-one the first vector only, as released code does, so that others of eigenvalue 0 (each the nodes of one component) come first.',
        signs:
          'fixed: the largest entry of an eigenvector is positive; random: each sign is drawn from the seed, as in training.',
        seed: 'Seed of random signs.',
      },
    },
    'random-walk': {
      citation:
        'Dwivedi et al. 2022, Graph Neural Networks with Learnable Structural and Positional Representations, arXiv:2110.07875',
      note: 'An isolated node, where A D^-1 divides by zero, has no walk and is encoded by zeros.',
      accuracy: 'float64 entries are within k·(largest degree + 1)·2^-53 of their size.',
      params: {
        steps: 'Longest walk k, the width of the encoding.',
        graph:
          'Family of graphs, where no edges are given: path and cycle join neighbours, grid is 4-connected in raster order, in complete every two nodes are joined, in star all to node 0.',
        nodes: 'Number of nodes.',
        columns: "Columns of graph 'grid'; nodes must be a multiple of it.",
        edges: 'Edges u0 v0 u1 v1 …, in place of a family; repeated ones count once.',
      },
    },
    space2vec: {
      citation:
        'Mai et al. 2020, Multi-Scale Representation Learning for Spatial Feature Distributions using Grid Cells, arXiv:2003.00824; released code (gengchenmai/space2vec)',
      note: 'Defaults of the scales are those of the released code; channel orders of paper and code differ. Before any learned layer.',
      accuracy: 'float32 entries are correctly rounded, float64 ones within 1 ulp.',
      params: {
        scales: 'Number of scales S.',
        variant: 'theory: three directions 120 degrees apart; grid: x and y.',
        lambdaMin: 'Smallest scale λmin, in the unit of positions.',
        lambdaMax: 'Largest scale λmax.',
        order: 'paper: scale by scale, a cosine before its sine; code: sines first, and grid goes axis by axis.',
      },
    },
    sphere2vec: {
      citation:
        'Mai et al. 2023, Sphere2Vec, arXiv:2306.17624; released code (gengchenmai/sphere2vec) and its port in microsoft/satclip',
      note: "Formulas and channel order are those of the released code; they were not compared with the paper (unconfirmed). The default radii are chosen here. The paper's dfs variant is left out. Before any learned layer.",
      accuracy: 'float64 entries are within 4 ulp.',
      params: {
        scales: 'Number of scales S.',
        variant:
          'sphereC: three channels a scale; sphereM mixes each scale with the whole sphere, five; + adds the waves of each coordinate alone, six and eight.',
        minRadius: 'Smallest scale; angles are divided by it.',
        maxRadius: 'Largest scale; 1 is the sphere itself.',
      },
    },
  },
  scalings: {
    default: { citation: 'Su et al. 2021, RoFormer, arXiv:2104.09864' },
    linear: {
      citation: 'Chen et al. 2023, arXiv:2306.15595',
      params: { factor: 'Context extension s = target length / trained length.' },
    },
    ntk: {
      citation: 'bloc97, June 2023; Peng et al. 2023, YaRN, arXiv:2309.00071, Definition 1, eq. 14-16',
      params: { factor: 'Context extension s = target length / trained length.' },
    },
    dynamic: {
      citation: 'emozilla 2023; transformers modeling_rope_utils, type dynamic; YaRN, arXiv:2309.00071, section 3.3',
      params: {
        factor: 'Context extension s = target length / trained length.',
        originalContext: 'Trained context L in positions (original_max_position_embeddings).',
        contextLength:
          'Length of the sequence in positions, which selects the regime; the trained context when left out.',
      },
    },
    'ntk-by-parts': {
      citation: 'Peng et al. 2023, YaRN, arXiv:2309.00071, Definition 2, eq. 17-20',
      params: {
        factor: 'Context extension s = target length / trained length.',
        originalContext: 'Trained context L in positions (original_max_position_embeddings).',
        alpha: 'Pairs with fewer turns in the trained context are interpolated fully.',
        beta: 'Pairs with more turns in the trained context are kept.',
      },
    },
    'yarn-paper': {
      citation: 'Peng et al. 2023, YaRN, arXiv:2309.00071, Definition 3, eq. 21-22',
      params: {
        factor: 'Context extension s = target length / trained length.',
        originalContext: 'Trained context L in positions (original_max_position_embeddings).',
        alpha: 'Pairs with fewer turns in the trained context are interpolated fully.',
        beta: 'Pairs with more turns in the trained context are kept.',
      },
    },
    yarn: {
      citation: 'jquesnelle/yarn; transformers modeling_rope_utils, type yarn; mscale as in DeepSeek-V2/V3',
      params: {
        factor: 'Context extension s = target length / trained length.',
        originalContext: 'Trained context L in positions (original_max_position_embeddings).',
        betaFast: 'Pairs with more turns in the trained context are kept.',
        betaSlow: 'Pairs with fewer turns in the trained context are divided by the factor.',
        truncate: 'Round the two ramp indices outwards to integers.',
        mscale: "DeepSeek's mscale; used with mscaleAllDim, when both are not 0.",
        mscaleAllDim:
          "DeepSeek's mscale_all_dim: divides the attention factor, and its square multiplies the softmax scale of MLA models.",
        attentionFactor: 'Multiplies cos and sin; replaces the value that the rule gives.',
      },
    },
    longrope: {
      citation: 'Ding et al. 2024, arXiv:2402.13753; transformers modeling_rope_utils, type longrope',
      params: {
        originalContext: 'Trained context L in positions (original_max_position_embeddings).',
        factor: 'max_position_embeddings / originalContext, for the attention factor.',
        shortFactor: 'Divides theta_i for sequences up to the trained context; one number a pair.',
        longFactor: 'Divides theta_i for longer sequences; one number a pair.',
        attentionFactor: 'Multiplies cos and sin; replaces the value that the rule gives.',
        contextLength:
          'Length of the sequence in positions, which selects the regime; the trained context when left out.',
      },
    },
    llama3: {
      citation: 'Meta Llama 3.1 release; transformers modeling_rope_utils, type llama3',
      params: {
        factor: 'Context extension s = target length / trained length.',
        lowFreqFactor: 'Wavelengths above L/lowFreqFactor are stretched by the factor.',
        highFreqFactor: 'Wavelengths below L/highFreqFactor are kept.',
        originalContext: 'Trained context L in positions (original_max_position_embeddings).',
      },
    },
    'kexue-fixed': {
      citation: 'J. Su, kexue.fm; vLLM rotary embedding, type ntk without mixed_b',
      params: { factor: 'Context extension s = target length / trained length.' },
    },
    'kexue-mixed': {
      citation: 'J. Su, kexue.fm; vLLM rotary embedding, type ntk with mixed_b',
      params: {
        factor: 'Context extension s = target length / trained length.',
        mixedB: 'Exponent beta of the mixed variant (mixed_b).',
      },
    },
    proportional: {
      citation: 'Barbero et al. 2024, arXiv:2410.06205; transformers modeling_rope_utils, type proportional (Gemma 4)',
      params: {
        fraction: 'Fraction p of the pairs that turn (partial_rotary_factor).',
        factor: 'Divides the frequencies that turn.',
      },
    },
    abf: {
      citation: 'Xiong et al. 2023, arXiv:2309.16039 (unconfirmed)',
      params: { base: 'The new base.' },
    },
  },
};
