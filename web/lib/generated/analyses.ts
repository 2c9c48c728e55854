/**
 * Written by web/tools/gen.mjs from the C++ registries (src/analyses/analyses.cpp, layers.cpp). Do not edit.
 */
import type { MatrixInput } from '../types/inputs.js';
import type { Matrix } from '../types/posenc.js';
import type { AnalysisInfo, AnalysisOutput, LayerInfo } from '../types/registry.js';

/** Dense. Jacot et al. 2018, arXiv:1806.07572; Lee et al. 2019, arXiv:1902.06720. */
export interface DenseLayer {
  readonly layer: 'dense';
  /** σ_w: standard deviation of a weight times the square root of the input width. Finite, ≥ 0, ≤ 1000000. Default
   * 1. */
  readonly weightStd?: number | undefined;
  /** σ_b: standard deviation of a bias. Finite, ≥ 0, ≤ 1000000. Default 0. */ readonly biasStd?: number | undefined;
  /** Number of outputs: the input width of the next dense layer, which the standard parameterisation needs. Integer,
   * ≥ 1, ≤ 1000000000. Default 1024. */
  readonly width?: number | undefined;
}

/** ReLU, leaky ReLU, absolute value. Cho & Saul 2009, Kernel methods for deep learning, NIPS. */
export interface ReluLayer {
  readonly layer: 'relu';
  /** Slope a for x < 0: 0 is ReLU, -1 the absolute value. Finite, ≥ -1000000, ≤ 1000000. Default 0. */
  readonly negativeSlope?: number | undefined;
  /** Slope b for x > 0. Finite, ≥ -1000000, ≤ 1000000. Default 1. */ readonly positiveSlope?: number | undefined;
}

/** Error function. Williams 1997, Computing with infinite networks, NIPS. */
export interface ErfLayer {
  readonly layer: 'erf';
  /** Factor a, by which the output is multiplied. Finite, ≥ -1000000, ≤ 1000000. Default 1. */
  readonly a?: number | undefined;
  /** Factor b, by which the input is multiplied. Finite, ≥ -1000, ≤ 1000. Default 1. */
  readonly b?: number | undefined;
  /** Shift c, which is added where the formula of the layer has it. Finite, ≥ -1000000, ≤ 1000000. Default 0. */
  readonly c?: number | undefined;
}

/** Sine. Elementary Gaussian integrals; neural-tangents Sin. */
export interface SinLayer {
  readonly layer: 'sin';
  /** Factor a, by which the output is multiplied. Finite, ≥ -1000000, ≤ 1000000. Default 1. */
  readonly a?: number | undefined;
  /** Factor b, by which the input is multiplied. Finite, ≥ -1000, ≤ 1000. Default 1. */
  readonly b?: number | undefined;
  /** Shift c, which is added where the formula of the layer has it. Finite, ≥ -1000000, ≤ 1000000. Default 0. */
  readonly c?: number | undefined;
}

/** Cosine. Elementary Gaussian integrals; neural-tangents Cos. */
export interface CosLayer {
  readonly layer: 'cos';
  /** Factor a, by which the output is multiplied. Finite, ≥ -1000000, ≤ 1000000. Default 1. */
  readonly a?: number | undefined;
  /** Factor b, by which the input is multiplied. Finite, ≥ -1000, ≤ 1000. Default 1. */
  readonly b?: number | undefined;
  /** Shift c, which is added where the formula of the layer has it. Finite, ≥ -1000000, ≤ 1000000. Default 0. */
  readonly c?: number | undefined;
}

/** Gaussian kernel layer. Rahimi & Recht 2007; neural-tangents Rbf. */
export interface RbfLayer {
  readonly layer: 'rbf';
  /** γ: inverse squared length of the Gaussian. Finite, ≥ 0, ≤ 1000000. Default 1. */
  readonly gamma?: number | undefined;
}

/** GELU (exact). Hendrycks & Gimpel 2016, arXiv:1606.08415; kernel: Tsuchida et al. 2020, arXiv:2002.08517. */
export interface GeluLayer {
  readonly layer: 'gelu';
}

/** Gaussian bump. Williams 1997; neural-tangents Gaussian. */
export interface GaussianLayer {
  readonly layer: 'gaussian';
  /** Factor a, by which the output is multiplied. Finite, ≥ -1000000, ≤ 1000000. Default 1. */
  readonly a?: number | undefined;
  /** Factor of x² in the exponent. Finite, ≥ -1000000, ≤ 0. Default -1. */ readonly b?: number | undefined;
}

/** Exponential. Elementary Gaussian integrals; neural-tangents Exp. */
export interface ExpLayer {
  readonly layer: 'exp';
  /** Factor a, by which the output is multiplied. Finite, ≥ -1000000, ≤ 1000000. Default 1. */
  readonly a?: number | undefined;
  /** Factor b, by which the input is multiplied. Finite, ≥ -10, ≤ 10. Default 1. */ readonly b?: number | undefined;
}

/** Sign. Cho & Saul 2009 (arc-cosine kernel of order 0). */
export interface SignLayer {
  readonly layer: 'sign';
}

/** Hyperbolic tangent. No closed form: Hermite series. */
export interface TanhLayer {
  readonly layer: 'tanh';
}

/** Logistic sigmoid. No closed form: Hermite series. */
export interface SigmoidLayer {
  readonly layer: 'sigmoid';
}

/** Softplus. No closed form: Hermite series. */
export interface SoftplusLayer {
  readonly layer: 'softplus';
}

/** SiLU (swish). Elfwing et al. 2018, arXiv:1702.03118; no closed form: Hermite series. */
export interface SiluLayer {
  readonly layer: 'silu';
}

export type LayerSpec =
  | DenseLayer | ReluLayer | ErfLayer | SinLayer | CosLayer | RbfLayer | GeluLayer | GaussianLayer | ExpLayer
  | SignLayer | TanhLayer | SigmoidLayer | SoftplusLayer | SiluLayer;
export type LayerId = LayerSpec['layer'];

/** Induced kernel. Elementary; the kernel of a feature map (Schölkopf & Smola 2002). */
export interface InducedKernelAnalysis {
  readonly analysis: 'induced-kernel';
}

export interface InducedKernelInputs {
  /** (n, d) rows of positions. */ readonly table: MatrixInput;
  /** (m, d) rows of other positions; the table itself where left out. */ readonly other?: MatrixInput | undefined;
}

export interface InducedKernelResult {
  /** (n, m) inner products. */ readonly kernel: Matrix<Float64Array>;
  /** (n, m) cosine similarities. */ readonly normalised: Matrix<Float64Array>;
  /** (n) lengths of the table's rows. */ readonly norms: Float64Array;
}

/** Stationarity. Orthogonal projection onto symmetric (block-)Toeplitz matrices; elementary. */
export interface StationarityAnalysis {
  readonly analysis: 'stationarity';
  /** Rows of the grid whose cells are the positions; 1 for a line. Integer, ≥ 1, ≤ 65536. Default 1. */
  readonly gridRows?: number | undefined;
}

export interface StationarityInputs {
  /** (n, n) kernel or bias matrix. */ readonly kernel: MatrixInput;
}

export interface StationarityResult {
  /** ‖P_T K‖² / ‖K‖²; 1 = stationary, 1 for a zero matrix. */ readonly stationarity: number;
  /** ‖K - P_T K‖² / ‖K‖², summed by itself: no cancellation. */ readonly nonStationarity: number;
  /** 1 where mirrored entries agree to 1e-10 of the largest: Δ and -Δ are one. */ readonly isSymmetric: number;
  /** (offsets) mean of K over the pairs of each offset. */ readonly profileMean: Float64Array;
  /** (offsets) standard deviation of K over the same pairs. */ readonly profileSpread: Float64Array;
  /** max of profileSpread / K(0); over the largest mean where K is not symmetric. */ readonly largestSpread: number;
  /** 1 where largestSpread <= 1e-12, else 0. */ readonly isStationary: number;
  /** standard deviation of the diagonal over its mean: 0 = constant norm. */ readonly normSpread: number;
}

/** Spectrum. Effective rank: Roy & Vetterli 2007; circulants: Strang 1986, T. Chan 1988. */
export interface SpectrumAnalysis {
  readonly analysis: 'spectrum';
  /** Number of leading eigenvectors to give. Integer, ≥ 0, ≤ 4096. Default 0. */ readonly vectors?: number | undefined;
  /** Analyse exp(K), entry by entry: the positive kernel of an additive attention bias. Default false. */
  readonly exponential?: boolean | undefined;
  /** numericalRank counts eigenvalues above this fraction of the largest one. Finite, ≥ 0, ≤ 1. Default 0.001. */
  readonly threshold?: number | undefined;
  /** Ridges τ of the effective dimensions Σ λ/(λ + τ); 0.001, 0.1, 1, 10 when left out. Each finite, > 0, ≤ 1e+300. */
  readonly ridges?: readonly number[] | Float64Array | undefined;
  /** conditionNumber is λ_1 / λ_k with this k; the resolved rank when left out. Integer, ≥ 1, ≤ 4096. */
  readonly conditionAt?: number | undefined;
}

export interface SpectrumInputs {
  /** (n, d) rows of positions; its Gram matrix is analysed. */ readonly table?: MatrixInput | undefined;
  /** (n, n) symmetric kernel matrix, instead of a table. */ readonly kernel?: MatrixInput | undefined;
}

export interface SpectrumResult {
  /** λ, descending; 0 where below the floor. */ readonly eigenvalues: Float64Array;
  /** what is resolved here, smaller eigenvalues are noise: of a kernel n·2^-52 λ_1, or the size of a negative
   * eigenvalue, which only an error of the entries can make; of a table (2000·max(n, d)·2^-52)² λ_1, above which
   * each is within 10^-3 of itself. */
  readonly floor: number;
  /** number of eigenvalues above the floor. */ readonly resolvedRank: number;
  /** Σ λ. */ readonly trace: number;
  /** (Σ λ)² / Σ λ². */ readonly participationRatio: number;
  /** exp(-Σ p ln p), p = λ/Σλ (Roy & Vetterli 2007). */ readonly effectiveRank: number;
  /** Σ λ / λ_1. */ readonly stableRank: number;
  /** number of eigenvalues above threshold · λ_1. */ readonly numericalRank: number;
  /** Σ λ/(λ + τ) for each ridge. */ readonly effectiveDimensions: Float64Array;
  /** λ_1 / λ_k. */ readonly conditionNumber?: number | undefined;
  /** slope of ln λ_m over ln m, m from 1 to the resolved rank. */ readonly powerDecay?: number | undefined;
  /** R² of that fit. */ readonly powerDecayFit?: number | undefined;
  /** slope of ln λ_m over m. */ readonly exponentialDecay?: number | undefined;
  /** R² of that fit. */ readonly exponentialDecayFit?: number | undefined;
  /** (vectors, n) unit vectors, largest entry positive. */ readonly eigenvectors?: Matrix<Float64Array> | undefined;
  /** Toeplitz kernels: eigenvalues of Strang's circulant approximation, descending. */
  readonly strang?: Float64Array | undefined;
  /** Toeplitz kernels: eigenvalues of T. Chan's, descending. */ readonly chan?: Float64Array | undefined;
}

/** Mercer eigenfunctions. Nyström extension: Williams & Seeger 2001, NIPS 13. */
export interface MercerAnalysis {
  readonly analysis: 'mercer';
  /** Number of leading eigenfunctions; fewer come back where λ_m falls below 1e-10 λ_1. Integer, ≥ 1, ≤ 4096.
   * Default 8. */
  readonly modes?: number | undefined;
}

export interface MercerInputs {
  /** (n, d) rows of the sampled positions. */ readonly table: MatrixInput;
  /** (m, d) rows of the positions to extend to; the samples where left out. */
  readonly other?: MatrixInput | undefined;
}

export interface MercerResult {
  /** (modes) λ_m/n, descending. */ readonly eigenvalues: Float64Array;
  /** (modes, n) √n v_m, largest entry positive: mean square 1. */ readonly atSamples: Matrix<Float64Array>;
  /** (modes, m) ψ_m at the other positions. */ readonly extended: Matrix<Float64Array>;
  /** (modes) share of the trace in the first 1, 2, … modes. */ readonly explained: Float64Array;
}

/** Continuous limit of the sinusoidal kernel. Derived from Vaswani et al. 2017, arXiv:1706.03762; Ci: DLMF 6.2. */
export interface ContinuousProfileAnalysis {
  readonly analysis: 'continuous-profile';
  /** Ratio of the highest to the lowest frequency. Finite, ≥ 1.01, ≤ 1000000000000. Default 10000. */
  readonly base?: number | undefined;
  /** Table width d of the first-order correction. Integer, ≥ 2, ≤ 1048576. */ readonly dim?: number | undefined;
}

export interface ContinuousProfileInputs {
  /** (m) lags δ, of either sign, |δ| <= 2^53. */ readonly offsets: MatrixInput;
}

export interface ContinuousProfileResult {
  /** (m) k(δ)/k(0) in the limit. */ readonly profile: Float64Array;
  /** (m) profile + (cos δ - cos(δ/base))/dim; with dim. */ readonly corrected?: Float64Array | undefined;
  /** lag up to which the correction holds, dim/(2 ln base): beyond it the waves of a table beat. */
  readonly correctedUpTo?: number | undefined;
  /** (m) 1 - (ln |δ| + γ)/ln base; left out where some δ is 0. */ readonly decayLaw?: Float64Array | undefined;
}

/** Bandwidth, coverage and aliasing. Elementary; sampling: Shannon 1949. */
export interface BandwidthAnalysis {
  readonly analysis: 'bandwidth';
  /** Number of positions n the waves are compared with. Integer, ≥ 1, ≤ 1099511627776. Default 512. */
  readonly contextLength?: number | undefined;
  /** The half width is looked for up to this lag; too_large where that takes more than 2^22 steps, or 2^30 waves.
   * Finite, > 0, ≤ 1000000000000. Default 1000000. */
  readonly farthest?: number | undefined;
}

export interface BandwidthInputs {
  /** (p) ω in rad per position, of either sign. */ readonly frequencies: MatrixInput;
  /** (p) a; 1 where left out. */ readonly amplitudes?: MatrixInput | undefined;
}

export interface BandwidthResult {
  /** smallest lag with k(δ) = k(0)/2, positions; left out where k stays above up to the farthest lag. */
  readonly halfWidth?: number | undefined;
  /** √(Σa²ω²/Σa²), rad per position. */ readonly rmsBandwidth: number;
  /** √(-k(0)/k''(0)) = 1/rmsBandwidth, positions; left out where that is 0. */
  readonly curvatureLength?: number | undefined;
  /** Σa²ω² = -k''(0), in 1/position²: at noise of standard deviation 1, at every position. */
  readonly fisherInformation: number;
  /** 2π/max ω, positions; left out where all ω are 0. */ readonly shortestWavelength?: number | undefined;
  /** 2π/min ω over ω > 0, positions. */ readonly longestWavelength?: number | undefined;
  /** number of waves with a wavelength above n: unambiguous within the context. */ readonly slow: number;
  /** number of waves with a wavelength above 4n. */ readonly verySlow: number;
  /** number of waves with ω > π: whole positions see them as slower ones. */ readonly aliased: number;
  /** largest ratio of neighbouring frequencies, sorted, above 0; left out with fewer than two. */
  readonly largestGap?: number | undefined;
}

/** Uniqueness of positions. Elementary. */
export interface UniquenessAnalysis {
  readonly analysis: 'uniqueness';
  /** With frequencies: the number of positions, 0 … n - 1. Integer, ≥ 2, ≤ 1048576. Only where frequencies is given. */
  readonly positions?: number | undefined;
}

export interface UniquenessInputs {
  /** (n, d) rows of positions. */ readonly table?: MatrixInput | undefined;
  /** (p) rad per position, instead of a table: a row is [a·cos ωx, a·sin ωx]. */
  readonly frequencies?: MatrixInput | undefined;
  /** (p) a; 1 where left out. */ readonly amplitudes?: MatrixInput | undefined;
}

export interface UniquenessResult {
  /** min of D over the pairs i < j. */ readonly closestDistance: number;
  /** i of that pair, the first of those within 10^-12 of the minimum (relative). */ readonly closestFirst: number;
  /** j of that pair. */ readonly closestSecond: number;
  /** √(mean of D² over the pairs): D² sums to n·tr(HKH), n times the centred sum of squares. */
  readonly rmsDistance: number;
  /** median of D over the pairs. */ readonly medianDistance: number;
  /** closestDistance / medianDistance; left out where the median is 0. */ readonly margin?: number | undefined;
  /** 1 where closestDistance <= 10^-12 · the largest norm of a row, else 0. */ readonly collision: number;
}

/** Linear shift operator. Vaswani et al. 2017, arXiv:1706.03762, section 3.5; orthogonal maps: Schönemann 1966. */
export interface ShiftOperatorAnalysis {
  readonly analysis: 'shift-operator';
  /** Steps k, whole numbers from 1 to n - 1; 1 when left out. Each finite, ≥ 1, ≤ 1048576. */
  readonly lags?: readonly number[] | Float64Array | undefined;
  /** The answer has the maps M_k themselves, too, beside their errors. Default false. */
  readonly operators?: boolean | undefined;
}

export interface ShiftOperatorInputs {
  /** (n, d) rows of positions, one step apart. */ readonly table: MatrixInput;
}

export interface ShiftOperatorResult {
  /** (lags) ‖B - A·M‖ / ‖B‖ of the best linear map; 0 where B is 0; up to max(n, d)·2^-52 is rounding. */
  readonly leastSquares: Float64Array;
  /** (lags) the same of the best orthogonal map, 0 … √2·max(‖A‖/‖B‖, 1); values up to some 10^-7 may be rounding
   * where the table has directions below 10^-8 of its largest. */
  readonly orthogonal: Float64Array;
  /** (lags) rank of A. */ readonly rank: Float64Array;
  /** (lags) 1 where A has full row rank, n - k <= d: a linear map then sends A to anything, leastSquares is 0
   * whatever the table holds, and only orthogonal tells something. */
  readonly trivial: Float64Array;
  /** (lags) 1 where there is a linear map, not trivially and to rounding: leastSquares <= max(n, d)·2^-52. */
  readonly exists: Float64Array;
  /** (lags · d, d) with operators: the M_k below each other, row k+x ≈ row x · M_k; of the maps that fit equally
   * well the shortest. */
  readonly operators?: Matrix<Float64Array> | undefined;
}

/** Linear read-out of waves. Ridge regression: Hoerl & Kennard 1970; probes: Alain & Bengio 2016, arXiv:1610.01644. */
export interface LinearProbeAnalysis {
  readonly analysis: 'linear-probe';
  /** Frequencies f of the targets in rad per position; 1, 1.5 and π when left out. Each finite, ≥ -1000000000, ≤
   * 1000000000. */
  readonly frequencies?: readonly number[] | Float64Array | undefined;
  /** Ridge added to PᵀP, in its unit; 0 = least squares, where P has full rank. Finite, ≥ 0, ≤ 1e+300. Default
   * 0.000001. */
  readonly ridge?: number | undefined;
  /** Fit a constant beside the table: both are centred first. Default false. */
  readonly intercept?: boolean | undefined;
  /** Return the read-out itself: the map M with P·M nearest to the waves. Default false. */
  readonly weights?: boolean | undefined;
}

export interface LinearProbeInputs {
  /** (n, d) rows of positions. */ readonly table: MatrixInput;
  /** (n) positions x of the rows; 0, 1 … n - 1 where left out. */ readonly positions?: MatrixInput | undefined;
}

export interface LinearProbeResult {
  /** (frequencies) R² of cos(fx); 1 where it is constant and read out to 10^-12. */ readonly cosine: Float64Array;
  /** (frequencies) R² of sin(fx), in the same way. */ readonly sine: Float64Array;
  /** (frequencies) R² of both together: sums of squares added. */ readonly wave: Float64Array;
  /** Σ s²/(s² + ridge): degrees of freedom of the fit. */ readonly freedom: number;
  /** R² of white noise, from the expected sums of squares: where it is near 1 (d near n), a high R² tells nothing. */
  readonly chance: number;
  /** of PᵀP + ridge (PPᵀ + ridge where d > n); left out where it is infinite. */
  readonly conditionNumber?: number | undefined;
  /** (2 · frequencies, d) with weights: Mᵀ, rows for cos(fx) and sin(fx) of each frequency; of the maps that fit
   * equally well the shortest. */
  readonly weights?: Matrix<Float64Array> | undefined;
  /** (2 · frequencies) with weights and intercept: what is added to P·M. */
  readonly constants?: Float64Array | undefined;
}

/** Fisher information of the position. Cramér-Rao bound: Rao 1945; d': Green & Swets 1966. */
export interface FisherInformationAnalysis {
  readonly analysis: 'fisher-information';
  /** Standard deviation s of the noise, in the unit of the table. Finite, > 0, ≤ 1e+60. Default 1. */
  readonly noise?: number | undefined;
  /** Distance of neighbouring positions; for differences of the table. Finite, > 0, ≤ 1e+60. Default 1. Only where
   * table is given, and derivative is left out. */
  readonly spacing?: number | undefined;
}

export interface FisherInformationInputs {
  /** (n, d) dφ/dx at the positions. */ readonly derivative?: MatrixInput | undefined;
  /** (n, d) φ at the positions; without a derivative its differences stand for it. */
  readonly table?: MatrixInput | undefined;
}

export interface FisherInformationResult {
  /** (n) I(x), in 1/position². */ readonly information: Float64Array;
  /** (n) 1/√I(x), positions: the Cramér-Rao bound; left out where I vanishes somewhere. */
  readonly leastDeviation?: Float64Array | undefined;
  /** mean of I over the positions. */ readonly meanInformation: number;
  /** standard deviation of I over its mean: 0 = every position is told equally well; 0 where all of I is 0. */
  readonly informationSpread: number;
  /** (n - 1) d' between neighbours; needs a table. */ readonly discriminability?: Float64Array | undefined;
}

/** Similarity of two tables. CKA: Kornblith et al. 2019, arXiv:1905.00414; unbiased HSIC: Song et al. 2012;
 * Procrustes: Schönemann 1966; RSA: Kriegeskorte et al. 2008. */
export interface SimilarityAnalysis {
  readonly analysis: 'similarity';
  /** Width σ of the Gaussian kernel exp(-D²/2σ²) in median distances: σ² = bandwidth² · median of D² over the pairs
   * i < j. Finite, > 0, ≤ 1000000. Default 0.8. */
  readonly bandwidth?: number | undefined;
}

export interface SimilarityInputs {
  /** (n, d) first table. */ readonly x?: MatrixInput | undefined;
  /** (n, e) second table. */ readonly y?: MatrixInput | undefined;
  /** (n, n) kernel matrix instead of x, symmetric and positive semi-definite. */
  readonly kernelX?: MatrixInput | undefined;
  /** (n, n) kernel matrix instead of y. */ readonly kernelY?: MatrixInput | undefined;
}

export interface SimilarityResult {
  /** biased CKA of the Gram matrices, in 0 … 1; see ckaLinearChance. */ readonly ckaLinear?: number | undefined;
  /** what ckaLinear is on average when the rows of y are permuted at random, exactly; it tends to 1 when d exceeds
   * n, and ckaLinear then tells nothing. */
  readonly ckaLinearChance?: number | undefined;
  /** CKA from unbiased HSIC: 0 on average by chance, may be negative; n >= 4. */
  readonly ckaLinearUnbiased?: number | undefined;
  /** biased CKA of Gaussian kernels. */ readonly ckaGaussian?: number | undefined;
  /** what ckaGaussian is on average by chance. */ readonly ckaGaussianChance?: number | undefined;
  /** from unbiased HSIC; n >= 4. */ readonly ckaGaussianUnbiased?: number | undefined;
  /** biased HSIC, normalised by (n - 1)²; unit of x² · y². */ readonly hsicLinear: number;
  /** unbiased HSIC; n >= 4. */ readonly hsicLinearUnbiased?: number | undefined;
  /** biased, of Gaussian kernels. */ readonly hsicGaussian?: number | undefined;
  /** unbiased; n >= 4. */ readonly hsicGaussianUnbiased?: number | undefined;
  /** width of the Gaussian kernel of x; left out where half of the rows are equal. */
  readonly sigmaX?: number | undefined;
  /** and of y. */ readonly sigmaY?: number | undefined;
  /** min ‖X - Y·Q‖² over orthogonal Q, the narrower table padded with zeros. */ readonly procrustes: number;
  /** the same of the centred tables. */ readonly procrustesCentred: number;
  /** the same after centring and scaling both to ‖·‖ = 1, in 0 … 2; left out where a table is constant. */
  readonly procrustesNormalised?: number | undefined;
  /** mean of the squared canonical correlations, min(rankX, rankY) of them; left out where a table is constant. */
  readonly meanSquaredCca?: number | undefined;
  /** what it is on average by chance: max(rankX, rankY)/(n - 1); 1 where the ranks fill the space. */
  readonly meanSquaredCcaChance?: number | undefined;
  /** rank of the centred table x. */ readonly rankX: number;
  /** and of y. */ readonly rankY: number;
  /** correlation of the cosine similarities of the pairs i < j (zero rows: similarity 0); left out where one side's
   * do not differ. */
  readonly rsaPearson?: number | undefined;
  /** rank correlation of the same; within 10^-12 they are tied. */ readonly rsaSpearman?: number | undefined;
}

/** NNGP and NTK of a network. Jacot et al. 2018, arXiv:1806.07572; Lee et al. 2019, arXiv:1902.06720; standard
 * parameterisation: Sohl-Dickstein et al. 2020, arXiv:2001.07301. */
export interface NetworkKernelAnalysis {
  readonly analysis: 'network-kernel';
  /** ntk scales every layer by 1/√fan-in; standard puts the scale into the weights, and needs the widths of the
   * dense layers. Default ntk. */
  readonly parameterization?: 'ntk' | 'standard' | undefined;
  /** Dense layers have a bias that is trained, even at σ_b = 0. Default true. Only where parameterization is
   * 'standard'. */
  readonly trainedBias?: boolean | undefined;
  /** d: numbers in an input. x has it; a profile is divided by it, and a covariance needs it in the standard
   * parameterisation. Integer, ≥ 1, ≤ 1000000000. Only where x is given or profile is given or parameterization is
   * 'standard'. */
  readonly inputDim?: number | undefined;
  /** The network, input side first. */
  readonly layers: readonly LayerSpec[];
}

export interface NetworkKernelInputs {
  /** (n, d) inputs, or a table of positions. */ readonly x?: MatrixInput | undefined;
  /** (m, d) second inputs; x itself where left out. */ readonly other?: MatrixInput | undefined;
  /** (m,) instead of x: inner products of a stationary encoding, that at offset 0 first. */
  readonly profile?: MatrixInput | undefined;
  /** (n, n) instead of x: covariance of the inputs. */ readonly covariance?: MatrixInput | undefined;
  /** (n, n) with covariance: tangent kernel of the layers before; 0 where left out. */
  readonly tangent?: MatrixInput | undefined;
}

export interface NetworkKernelResult {
  /** (n, m) covariance of the outputs at initialisation; (m, 1) of a profile. */ readonly nngp: Matrix<Float64Array>;
  /** (n, m) neural tangent kernel; (m, 1) of a profile. */ readonly ntk: Matrix<Float64Array>;
  /** with activations that have no closed form: the largest part of E φ² or E φ'² beyond the terms of their series. */
  readonly leftOut?: number | undefined;
}

/** NNGP and NTK of attention. Hron et al. 2020, Infinite attention, arXiv:2006.10540; neural-tangents
 * GlobalSelfAttention. */
export interface AttentionKernelAnalysis {
  readonly analysis: 'attention-kernel';
  /** T: tokens of an example; all rows are one example where left out. Integer, ≥ 1, ≤ 4096. */
  readonly tokens?: number | undefined;
  /** σ_Q σ_K: factor of the covariance under the softmax. Finite, ≥ 0, ≤ 1000000. Default 1. */
  readonly queryKeyScale?: number | undefined;
  /** σ_O² σ_V²: factor of the mixed values. Finite, ≥ 0, ≤ 1000000. Default 1. */
  readonly outputValueVariance?: number | undefined;
  /** σ_b: standard deviation of a bias of the output. Finite, ≥ 0, ≤ 1000000. Default 0. */
  readonly biasStd?: number | undefined;
  /** α: weight of the covariance where positions are given; 1 for a sum, the share of the channels where they are
   * concatenated. Finite, ≥ 0, ≤ 1000000. Default 1. Only where positions is given. */
  readonly contentWeight?: number | undefined;
  /** β: weight of the positions' covariance beside that of the content. Finite, ≥ 0, ≤ 1000000. Default 1. Only
   * where positions is given. */
  readonly positionWeight?: number | undefined;
  /** Positions enter the values too, not only queries and keys. Default true. Only where positions is given. */
  readonly positionsInValues?: boolean | undefined;
  /** The encoding in the values is trained: its covariance enters the tangent kernel. Default true. Only where
   * positions is given, and positionsInValues is true. */
  readonly trainedPositions?: boolean | undefined;
}

export interface AttentionKernelInputs {
  /** (b·T, d) tokens, example after example, through one dense layer of weight variance 1. */
  readonly x?: MatrixInput | undefined;
  /** (b·T, b·T) instead of x: covariance of the tokens. */ readonly covariance?: MatrixInput | undefined;
  /** (b·T, b·T) with covariance: tangent kernel of the layers before; the covariance itself, that of one dense
   * layer, where left out. */
  readonly tangent?: MatrixInput | undefined;
  /** (T, T) covariance R of the positions: the Gram matrix of any encoding. */
  readonly positions?: MatrixInput | undefined;
}

export interface AttentionKernelResult {
  /** (b·T, b·T) covariance of the outputs at initialisation. */ readonly nngp: Matrix<Float64Array>;
  /** (b·T, b·T) neural tangent kernel. */ readonly ntk: Matrix<Float64Array>;
  /** (b·T, T) attention weights of each token over its own example. */ readonly attention: Matrix<Float64Array>;
}

/** NNGP and NTK of a SIREN. Sitzmann et al. 2020, arXiv:2006.09661; kernel: Belbute-Peres & Kolter 2022,
 * arXiv:2211.14503; first layer: own derivation. */
export interface SirenKernelAnalysis {
  readonly analysis: 'siren-kernel';
  /** ω0: factor of the first layer's angles. Finite, ≥ 0, ≤ 1000000. Default 30. */
  readonly omega0?: number | undefined;
  /** uniform is exact; gaussian has normal weights of the same variance. Default uniform. */
  readonly firstLayer?: 'uniform' | 'gaussian' | undefined;
  /** B: the first layer's bias is uniform in ±B; 0 starts without bias. Finite, ≥ 0, ≤ 1000000. Default 0. */
  readonly biasHalfWidth?: number | undefined;
  /** The first layer's bias is trained. Default true. */ readonly trainedBias?: boolean | undefined;
  /** Sine layers after the first one; a linear layer ends the network. Integer, ≥ 0, ≤ 256. Default 1. */
  readonly hiddenLayers?: number | undefined;
  /** σ_w²: variance of ω0·w times the width, of all later layers. Finite, ≥ 0, ≤ 1000000. Default 2. */
  readonly weightVariance?: number | undefined;
  /** σ_b²: variance of ω0·b of all later layers; ω0²/(3n) for PyTorch's default bias at width n. Finite, ≥ 0, ≤
   * 1000000. Default 0. */
  readonly biasVariance?: number | undefined;
}

export interface SirenKernelInputs {
  /** (n, d) coordinates. */ readonly x: MatrixInput;
  /** (m, d) second coordinates; x itself where left out. */ readonly other?: MatrixInput | undefined;
}

export interface SirenKernelResult {
  /** (n, m) E sin sin of the first layer. */ readonly sinSin: Matrix<Float64Array>;
  /** (n, m) E cos cos of the first layer. */ readonly cosCos: Matrix<Float64Array>;
  /** (n, m) covariance of the outputs at initialisation. */ readonly nngp: Matrix<Float64Array>;
  /** (n, m) neural tangent kernel. */ readonly ntk: Matrix<Float64Array>;
}

/** Networks with periodic activations. Rahimi & Recht 2007; the kernels: own derivation. */
export interface PeriodicNetworkAnalysis {
  readonly analysis: 'periodic-network';
  /** Base of the encoding, for the limit of infinitely many frequencies between 1/base and 1. Finite, > 1, ≤
   * 1000000000000. Default 10000. Only where pairs is given. */
  readonly base?: number | undefined;
  /** The Gaussian is fitted over the offsets 0 … lags - 1. Integer, ≥ 1, ≤ 4096. Default 512. */
  readonly lags?: number | undefined;
  /** Offsets of the random networks; 0 and the Fibonacci numbers up to 987 when left out. Each finite, ≥ -1000000, ≤
   * 1000000. */
  readonly offsets?: readonly number[] | Float64Array | undefined;
  /** Even widths m of the random networks; 16, 64, 256, 1024, 4096, 16384 when left out. Each finite, ≥ 2, ≤
   * 1048576. */
  readonly widths?: readonly number[] | Float64Array | undefined;
  /** Random networks of each width: the more, the less the answer owes to chance. Integer, ≥ 1, ≤ 10000. Default 16. */
  readonly draws?: number | undefined;
  /** Seed of the random networks: another one draws other weights. Integer, ≥ 0, ≤ 9007199254740991. Default 0. */
  readonly seed?: number | undefined;
}

export interface PeriodicNetworkInputs {
  /** (p,) frequencies ω of the encoding, radians per position. */ readonly frequencies: MatrixInput;
  /** (n, 2) positions x and x' to compare the kernels at. */ readonly pairs?: MatrixInput | undefined;
}

export interface PeriodicNetworkResult {
  /** (n,) v trained: k̂(δ). */ readonly readout?: Float64Array | undefined;
  /** (n,) v and b trained: 2 k̂(δ). */ readonly readoutAndPhase?: Float64Array | undefined;
  /** (n,) v, b and w trained: the NTK. */ readonly allParameters?: Float64Array | undefined;
  /** (n,) v, b and ln w trained. */ readonly logFrequencies?: Float64Array | undefined;
  /** (n,) normal w, with the σ of the fit with norm 1. */ readonly gaussianWeights?: Float64Array | undefined;
  /** (n,) k̂ of infinitely many frequencies, log-uniform in [1/base, 1]. */ readonly limit?: Float64Array | undefined;
  /** (lags,) k̂(δ). */ readonly profile: Float64Array;
  /** relative L2 distance from the profile of the nearest c·exp(-σ²δ²/2). */ readonly fitError: number;
  /** its c. */ readonly fitScale: number;
  /** its σ. */ readonly fitSigma: number;
  /** the same with c = 1. */ readonly normalisedFitError: number;
  /** its σ. */ readonly normalisedFitSigma: number;
  /** the offsets of the random networks. */ readonly offsets: Float64Array;
  /** V: variance of cos ωδ over the frequencies, at each offset. */ readonly pairVariance: Float64Array;
  /** V + ½, at each offset. */ readonly phaseVariance: Float64Array;
  /** m. */ readonly widths: Float64Array;
  /** random phases: root mean squared error of k̂ over offsets and draws, by width. */
  readonly phaseError: Float64Array;
  /** the same with m/2 pairs of sine and cosine. */ readonly pairError: Float64Array;
  /** its expectation: √(mean of (V + ½)/m). */ readonly phaseExpected: Float64Array;
  /** √(mean of 2V/m). */ readonly pairExpected: Float64Array;
  /** slope of ln phaseError over ln m: -1/2. */ readonly phaseSlope?: number | undefined;
  /** slope of ln pairError over ln m. */ readonly pairSlope?: number | undefined;
}

/** Tangent kernel of a finite network. Jacot et al. 2018, arXiv:1806.07572; structured form: Novak et al. 2022,
 * arXiv:2206.08720. */
export interface EmpiricalNtkAnalysis {
  readonly analysis: 'empirical-ntk';
  /** ntk scales every layer by 1/√fan-in; standard puts the scale into the weights, and needs the widths of the
   * dense layers. Default ntk. */
  readonly parameterization?: 'ntk' | 'standard' | undefined;
  /** Dense layers have a bias that is trained, even at σ_b = 0. Default true. Only where parameterization is
   * 'standard'. */
  readonly trainedBias?: boolean | undefined;
  /** Number of outputs of the network, in place of the last dense layer's width; the kernel is the mean over them.
   * Integer, ≥ 1, ≤ 1024. Default 1. */
  readonly outputs?: number | undefined;
  /** Seed of the initial weights, where parameters are not given. Integer, ≥ 0, ≤ 9007199254740991. Default 0. */
  readonly seed?: number | undefined;
  /** The network, input side first. */
  readonly layers: readonly LayerSpec[];
}

export interface EmpiricalNtkInputs {
  /** (n, d) inputs, or a table of positions. */ readonly x: MatrixInput;
  /** (m, d) second inputs; x itself where left out. */ readonly other?: MatrixInput | undefined;
  /** (parameters) W (fan-in, fan-out) row by row, then b, of each dense layer in order; sampled where left out. */
  readonly parameters?: MatrixInput | undefined;
}

export interface EmpiricalNtkResult {
  /** (n, m) empirical neural tangent kernel. */ readonly ntk: Matrix<Float64Array>;
  /** (layers · n, m) the terms of the dense layers, one below the other. */ readonly layerTerms: Matrix<Float64Array>;
  /** trace of each dense layer's term over that of the kernel; without `other`. */
  readonly layerShares?: Float64Array | undefined;
  /** (n, m) a aᵀ/width of what goes into the last dense layer: E φφ of the NNGP recursion, empirically. */
  readonly hiddenKernel: Matrix<Float64Array>;
  /** (n, outputs) f(x). */ readonly networkOutputs: Matrix<Float64Array>;
  /** number of weights and biases. */ readonly parameterCount: number;
}

/** Convergence to the infinite-width NTK. Jacot et al. 2018, arXiv:1806.07572; Lee et al. 2019, arXiv:1902.06720. */
export interface NtkConvergenceAnalysis {
  readonly analysis: 'ntk-convergence';
  /** Widths of the hidden layers; 32, 64, 128, 256 when left out. Each finite, ≥ 1, ≤ 4096. */
  readonly widths?: readonly number[] | Float64Array | undefined;
  /** Networks initialised at each width: the more, the less the answer owes to chance. Integer, ≥ 1, ≤ 10000.
   * Default 30. */
  readonly draws?: number | undefined;
  /** ntk scales every layer by 1/√fan-in; standard puts the scale into the weights, and needs the widths of the
   * dense layers. Default ntk. */
  readonly parameterization?: 'ntk' | 'standard' | undefined;
  /** Dense layers have a bias that is trained, even at σ_b = 0. Default true. Only where parameterization is
   * 'standard'. */
  readonly trainedBias?: boolean | undefined;
  /** Seed of the random weights: another one draws other networks. Integer, ≥ 0, ≤ 9007199254740991. Default 0. */
  readonly seed?: number | undefined;
  /** The network, input side first. */
  readonly layers: readonly LayerSpec[];
}

export interface NtkConvergenceInputs {
  /** (n, d) inputs, or a table of positions. */ readonly x: MatrixInput;
}

export interface NtkConvergenceResult {
  /** the widths. */ readonly widths: Float64Array;
  /** mean over the draws of ‖Θ̂ - Θ‖_F/‖Θ‖_F. */ readonly meanError: Float64Array;
  /** standard deviation of it over the draws. */ readonly errorSpread: Float64Array;
  /** ‖mean Θ̂ - Θ‖_F/‖Θ‖_F. */ readonly errorOfMean: Float64Array;
  /** least-squares slope of ln meanError over ln width. */ readonly slope?: number | undefined;
  /** (n, n) Θ, the limit; of the standard parameterisation, at the largest width. */
  readonly ntk: Matrix<Float64Array>;
}

/** Prediction of training. Jacot et al. 2018, arXiv:1806.07572; Lee et al. 2019, arXiv:1902.06720. */
export interface TrainingPredictionAnalysis {
  readonly analysis: 'training-prediction';
  /** η, a step's factor of the gradient. Finite, > 0, ≤ 1000000000000. Default 0.01. */
  readonly learningRate?: number | undefined;
  /** Times of gradient flow, in steps: e^{-ηλt}. Each finite, ≥ 0, ≤ 1000000000000000. */
  readonly times?: readonly number[] | Float64Array | undefined;
  /** Whole numbers of gradient descent steps: (1 - ηλ)^k. Each finite, ≥ 0, ≤ 1000000000000000. */
  readonly steps?: readonly number[] | Float64Array | undefined;
  /** sum is ½Σ(f - y)²; mean divides it by the number of targets. Default sum. */
  readonly loss?: 'sum' | 'mean' | undefined;
  /** τ of the posterior mean f_0* + K_*(K + τI)⁻¹(y - f_0), which is not computed where this is left out. Finite, ≥
   * 0, ≤ 1000000000000. */
  readonly ridge?: number | undefined;
}

export interface TrainingPredictionInputs {
  /** (n, n) symmetric positive semi-definite K. */ readonly kernel: MatrixInput;
  /** (n, c) targets. */ readonly y: MatrixInput;
  /** (n, c) outputs at the beginning; 0 where left out. */ readonly f0?: MatrixInput | undefined;
  /** (m, n) K_*, kernel of test points with the training points. */ readonly testKernel?: MatrixInput | undefined;
  /** (m, c) their outputs at the beginning. */ readonly f0Test?: MatrixInput | undefined;
}

export interface TrainingPredictionResult {
  /** (n) λ, descending; 0 where below float64's resolution. */ readonly eigenvalues: Float64Array;
  /** (n, c) v·(y - f_0) of every mode. */ readonly modeResiduals: Matrix<Float64Array>;
  /** ln 2/(ηλ) of the modes with λ > 0, in steps. */ readonly halfTimes: Float64Array;
  /** 2/λ_max (times n·c for the mean loss): gradient descent diverges above. */
  readonly learningRateLimit?: number | undefined;
  /** (times, n) what gradient flow leaves of every mode's residual. */
  readonly flowFactors?: Matrix<Float64Array> | undefined;
  /** loss at every time. */ readonly flowLoss?: Float64Array | undefined;
  /** (times, n·c) outputs at the training points. */ readonly flowTrain?: Matrix<Float64Array> | undefined;
  /** (times, m·c) at the test points. */ readonly flowTest?: Matrix<Float64Array> | undefined;
  /** (steps, n) the same after gradient descent. */ readonly stepFactors?: Matrix<Float64Array> | undefined;
  /** loss after every number of steps. */ readonly stepLoss?: Float64Array | undefined;
  /** (steps, n·c) outputs at the training points. */ readonly stepTrain?: Matrix<Float64Array> | undefined;
  /** (steps, m·c) at the test points. */ readonly stepTest?: Matrix<Float64Array> | undefined;
  /** (n, c) ridge regression, f_0 + K(K + τI)⁻¹(y - f_0). */
  readonly posteriorTrain?: Matrix<Float64Array> | undefined;
  /** (m, c) the same at the test points. */ readonly posteriorTest?: Matrix<Float64Array> | undefined;
  /** condition number of K + τI in the 1-norm, estimated. */ readonly condition?: number | undefined;
}

/** Training of a finite network. Adam: Kingma & Ba 2015, arXiv:1412.6980. */
export interface TrainNetworkAnalysis {
  readonly analysis: 'train-network';
  /** Number of steps, each of 6·n·Σ fan-in·fan-out operations: a module does some 3·10^9 a second, so layers of the
   * default width 1024 are for few steps. Integer, ≥ 0, ≤ 1000000. Default 1000. */
  readonly steps?: number | undefined;
  /** η, a step's factor of the gradient. Finite, > 0, ≤ 1000000. Default 0.01. */
  readonly learningRate?: number | undefined;
  /** sgd is plain gradient descent on the full batch; adam has β = 0.9, 0.999 and ε = 1e-8. Default sgd. */
  readonly optimizer?: 'sgd' | 'adam' | undefined;
  /** sum is ½Σ(f - y)²; mean divides it by the number of targets. Default sum. */
  readonly loss?: 'sum' | 'mean' | undefined;
  /** Outputs are recorded at step 0, every so many steps, and at the last one. Integer, ≥ 1, ≤ 1000000. Default 10. */
  readonly recordEvery?: number | undefined;
  /** ntk scales every layer by 1/√fan-in; standard puts the scale into the weights, and needs the widths of the
   * dense layers. Default ntk. */
  readonly parameterization?: 'ntk' | 'standard' | undefined;
  /** Dense layers have a bias that is trained, even at σ_b = 0. Default true. Only where parameterization is
   * 'standard'. */
  readonly trainedBias?: boolean | undefined;
  /** Seed of the initial weights, where parameters are not given. Integer, ≥ 0, ≤ 9007199254740991. Default 0. */
  readonly seed?: number | undefined;
  /** The network, input side first. */
  readonly layers: readonly LayerSpec[];
}

export interface TrainNetworkInputs {
  /** (n, d) inputs, or a table of positions. */ readonly x: MatrixInput;
  /** (n, c) targets: the network has c outputs, whatever the last width says. */ readonly y: MatrixInput;
  /** (m, d) test inputs. */ readonly xTest?: MatrixInput | undefined;
  /** (m, c) their targets. */ readonly yTest?: MatrixInput | undefined;
  /** (parameters) to begin with: W (fan-in, fan-out) row by row, then b, of each dense layer in order; sampled where
   * left out. */
  readonly parameters?: MatrixInput | undefined;
}

export interface TrainNetworkResult {
  /** the recorded steps, from 0. */ readonly steps: Float64Array;
  /** training loss at each of them. */ readonly loss: Float64Array;
  /** the same for the test points; with yTest. */ readonly testLoss?: Float64Array | undefined;
  /** (records, n·c) f(x); the first row is f_0. */ readonly trainOutputs: Matrix<Float64Array>;
  /** (records, m·c) f(xTest). */ readonly testOutputs?: Matrix<Float64Array> | undefined;
  /** weights and biases at the end, in the order of the input. */ readonly parameters: Float64Array;
}

/** Fourier features: kernel spectrum and what is learned first. Tancik et al. 2020, arXiv:2006.10739, Figures 2 and
 * 3. */
export interface FourierRegressionAnalysis {
  readonly analysis: 'fourier-regression';
  /** p of each network; 0, 1 and 64 when left out (64 is as good as ∞: one frequency). Each finite, ≥ 0, ≤ 64. */
  readonly decays?: readonly number[] | Float64Array | undefined;
  /** Training points; eight times as many test points. Integer, ≥ 4, ≤ 128. Default 32. */
  readonly points?: number | undefined;
  /** Width of the three hidden layers. Integer, ≥ 1, ≤ 1024. Default 256. */ readonly width?: number | undefined;
  /** Steps of gradient descent; η = (η·steps)/steps. 5 s for 500 of the default width. Integer, ≥ 1, ≤ 50000.
   * Default 500. */
  readonly steps?: number | undefined;
  /** η·steps of the network of width 1024, which is scaled to this width. Finite, > 0, ≤ 1000. Default 0.5. */
  readonly time?: number | undefined;
  /** Frequencies to follow; 1, 5 and 15 when left out. Each finite, ≥ 0, ≤ 64. */
  readonly frequencies?: readonly number[] | Float64Array | undefined;
  /** Seed of the signal and the weights. Integer, ≥ 0, ≤ 9007199254740991. Default 0. */
  readonly seed?: number | undefined;
}

export interface FourierRegressionInputs {
}

export interface FourierRegressionResult {
  /** p of each network. */ readonly decays: Float64Array;
  /** the frequencies that are followed. */ readonly frequencies: Float64Array;
  /** the recorded steps. */ readonly steps: Float64Array;
  /** η. */ readonly learningRate: number;
  /** (networks, points) Θ(x_i, 0) of infinite width. */ readonly kernelRows: Matrix<Float64Array>;
  /** (networks, points/2 + 1) its eigenvalue of every frequency. */ readonly kernelSpectra: Matrix<Float64Array>;
  /** (networks · steps, frequencies) amplitude left in the residual, 2|DFT|/points. */
  readonly measured: Matrix<Float64Array>;
  /** the same from f_0 and the kernel of infinite width. */ readonly predicted: Matrix<Float64Array>;
  /** the same from f_0 and the tangent kernel of the very network. */
  readonly predictedEmpirical: Matrix<Float64Array>;
  /** (networks, steps) mean square at the test points between the others. */
  readonly measuredTestError: Matrix<Float64Array>;
  /** the same from f_0 and the kernel of infinite width. */ readonly predictedTestError: Matrix<Float64Array>;
  /** (8 · points) the signal. */ readonly target: Float64Array;
  /** (networks, 8 · points) the trained networks. */ readonly measuredOutputs: Matrix<Float64Array>;
  /** (networks, 8 · points) their prediction. */ readonly predictedOutputs: Matrix<Float64Array>;
}

/** Test error over the bandwidth of Fourier features. Tancik et al. 2020, arXiv:2006.10739, Figure 4. */
export interface BandwidthSweepAnalysis {
  readonly analysis: 'bandwidth-sweep';
  /** Standard deviations of the frequencies, in waves per unit; points · 2^-10 … points · 2^-1 when left out. Each
   * finite, ≥ 0.001, ≤ 1000000. */
  readonly deviations?: readonly number[] | Float64Array | undefined;
  /** Training points; test points lie halfway between them. Integer, ≥ 4, ≤ 512. Default 64. */
  readonly points?: number | undefined;
  /** Frequencies drawn: each gives a cosine and a sine. Integer, ≥ 1, ≤ 256. Default 16. */
  readonly features?: number | undefined;
  /** α of the signals' spectrum (1 + f)^-α. Finite, ≥ 0, ≤ 16. Default 1. */ readonly power?: number | undefined;
  /** Random signals that are learned: the more, the less the answer owes to chance. Integer, ≥ 1, ≤ 256. Default 8. */
  readonly signals?: number | undefined;
  /** Draws of the frequencies for the prediction. Integer, ≥ 1, ≤ 256. Default 8. */
  readonly draws?: number | undefined;
  /** Ridge of the prediction, over the kernel's mean diagonal element: the larger, the shorter the training it
   * stands for. Finite, ≥ 1e-12, ≤ 1000000. Default 0.03. */
  readonly ridge?: number | undefined;
  /** Width of the three hidden layers. Integer, ≥ 1, ≤ 512. Default 64. */ readonly width?: number | undefined;
  /** Steps of Adam of each network; 0 = prediction only. 6 s for the 300 of 40 networks. Integer, ≥ 0, ≤ 20000.
   * Default 300. */
  readonly steps?: number | undefined;
  /** Learning rate of Adam: how far a step moves the weights. Finite, > 0, ≤ 1. Default 0.002. */
  readonly learningRate?: number | undefined;
  /** Seed of signals, frequencies and weights. Integer, ≥ 0, ≤ 9007199254740991. Default 0. */
  readonly seed?: number | undefined;
}

export interface BandwidthSweepInputs {
}

export interface BandwidthSweepResult {
  /** the standard deviations asked for. */ readonly deviations: Float64Array;
  /** (4, deviations) of the frequencies drawn, root of the mean variance. */
  readonly drawnDeviations: Matrix<Float64Array>;
  /** (4, deviations) test error over the signals' variance; families: Gaussian, uniform, log-uniform, Laplace. */
  readonly predicted: Matrix<Float64Array>;
  /** (4, deviations) the same of the trained networks. */ readonly measured?: Matrix<Float64Array> | undefined;
  /** (4) the deviation of the smallest predicted error. */ readonly bestPredicted: Float64Array;
  /** (4) of the smallest measured one. */ readonly bestMeasured?: Float64Array | undefined;
}

/** Decay of feature amplitudes and of the signal's spectrum. Tancik et al. 2020, arXiv:2006.10739, Figure 5. */
export interface AmplitudeDecayAnalysis {
  readonly analysis: 'amplitude-decay';
  /** p of the features; 0, 0.125, … 2 and 64 (as good as ∞) when left out. Each finite, ≥ 0, ≤ 64. */
  readonly decays?: readonly number[] | Float64Array | undefined;
  /** α of the signals; 0.5, 1, 1.5 and 2 when left out. Each finite, ≥ 0, ≤ 16. */
  readonly powers?: readonly number[] | Float64Array | undefined;
  /** Training points; as many features' frequencies as half of them. Integer, ≥ 4, ≤ 512. Default 128. */
  readonly points?: number | undefined;
  /** Signals of each power: the more, the less the answer owes to chance. Integer, ≥ 1, ≤ 1024. Default 64. */
  readonly draws?: number | undefined;
  /** Neurons of each hidden layer: it sets how fast the standard parameterisation learns. Integer, ≥ 1, ≤ 1024.
   * Default 1024. */
  readonly width?: number | undefined;
  /** η·t of the training: the larger, the more of each wave is learned. Finite, > 0, ≤ 1000000000. Default 5. */
  readonly time?: number | undefined;
  /** Steps of gradient descent of a real network for each p and α; 0 = prediction only. Integer, ≥ 0, ≤ 50000.
   * Default 0. */
  readonly steps?: number | undefined;
  /** Seed of the signals and the weights. Integer, ≥ 0, ≤ 9007199254740991. Default 0. */
  readonly seed?: number | undefined;
}

export interface AmplitudeDecayInputs {
}

export interface AmplitudeDecayResult {
  /** p. */ readonly decays: Float64Array;
  /** α. */ readonly powers: Float64Array;
  /** (powers, decays) test error over the signal's variance, mean of the signals. */
  readonly predicted: Matrix<Float64Array>;
  /** (powers) p of the smallest predicted error. */ readonly bestDecays: Float64Array;
  /** (powers, decays) the same of the first signal, from the network's f_0. */
  readonly predictedOfFirst?: Matrix<Float64Array> | undefined;
  /** (powers, decays) the trained networks, on the first signal. */
  readonly measured?: Matrix<Float64Array> | undefined;
}

/** A bare coordinate: low frequencies first. Rahaman et al. 2019, arXiv:1806.08734. */
export interface RahamanAnalysis {
  readonly analysis: 'rahaman';
  /** Amplitudes of the ten waves: 1 each, or 0.1, 0.2, … 1 from the lowest to the highest. Default equal. */
  readonly amplitudes?: 'equal' | 'increasing' | undefined;
  /** Width of the hidden layers: how many neurons each has. Integer, ≥ 1, ≤ 512. Default 64. */
  readonly width?: number | undefined;
  /** Number of hidden layers, each of which ends in a ReLU. Integer, ≥ 1, ≤ 8. Default 3. */
  readonly hiddenLayers?: number | undefined;
  /** Steps of Adam on the mean of squares; 5 s for 4000 of the default width. Integer, ≥ 1, ≤ 100000. Default 4000. */
  readonly steps?: number | undefined;
  /** Learning rate of Adam: how far a step moves the weights. Finite, > 0, ≤ 1. Default 0.002. */
  readonly learningRate?: number | undefined;
  /** Seed of the phases and the weights. Integer, ≥ 0, ≤ 9007199254740991. Default 0. */
  readonly seed?: number | undefined;
}

export interface RahamanInputs {
}

export interface RahamanResult {
  /** (10) of the waves. */ readonly frequencies: Float64Array;
  /** the recorded steps. */ readonly steps: Float64Array;
  /** ½ mean of squares at each of them. */ readonly loss: Float64Array;
  /** (steps, 10) amplitude in the output over that in the target. */ readonly measured: Matrix<Float64Array>;
  /** η·t of the gradient flow. */ readonly times: Float64Array;
  /** (times, 10) the same under gradient flow. */ readonly predicted: Matrix<Float64Array>;
  /** (10) of each wave, vᵀKv/vᵀv: how fast its residual falls at first. */ readonly decayRates: Float64Array;
  /** (200) the sum of the waves at i/200. */ readonly target: Float64Array;
  /** (200) the trained network. */ readonly measuredOutputs: Float64Array;
}

/** Design frequencies for a kernel. Positive definite functions: Herglotz 1911, Bochner 1932, Carathéodory & Fejér
 * 1911; Grenander & Szegő 1958; non-negative least squares: Lawson & Hanson 1974. */
export interface DesignFrequenciesAnalysis {
  readonly analysis: 'design-frequencies';
  /** Width of the table: dim/2 frequencies. Integer, ≥ 2, ≤ 512. */ readonly dim: number;
  /** n: the kernel is fitted at lags 0 … n-1; 512 where neither n nor a profile is given. A given profile is then
   * interpolated between its lags, and held beyond the ends. Integer, ≥ 1, ≤ 65536. */
  readonly context?: number | undefined;
  /** The wanted profile where none is given: exponential e^(-δ/L), gaussian e^(-δ²/2L²), power-law (1+δ/L)^-power,
   * triangle max(0, 1-δ/L), linear 1-δ/L, logarithmic 1-ln(1+δ/L), cosine cos(2πδ/L), sinc sin(πδ/L)/(πδ/L).
   * Default exponential. Only where profile is left out. */
  readonly target?: 'exponential' | 'gaussian' | 'power-law' | 'triangle' | 'linear' | 'logarithmic' | 'cosine' | 'sinc' | undefined;
  /** Length L of the wanted profile, in positions: the larger, the wider it is. Finite, ≥ 0.001, ≤ 1000000000.
   * Default 64. Only where profile is left out. */
  readonly length?: number | undefined;
  /** Exponent of the power law: the larger, the faster the profile falls. Finite, > 0, ≤ 64. Default 1. Only where
   * profile is left out, and target is 'power-law'. */
  readonly power?: number | undefined;
  /** Largest frequency, rad per position; π when left out. Finite, > 0, ≤ 3.141592653589793. Default
   * 3.141592653589793. */
  readonly maxFrequency?: number | undefined;
  /** Grid points for each n-th part of the band [0, π]; powers of two, others are rounded up. Integer, ≥ 1, ≤ 16.
   * Default 4. */
  readonly oversampling?: number | undefined;
  /** All amplitudes the same: frequencies only, as in a plain sinusoidal or rotary table. Default false. */
  readonly equalAmplitudes?: boolean | undefined;
  /** Most steps of the refinement; 0 keeps the selected grid points. Left out: 2.5e10/(n·dim²), from 100 to 3000,
   * some 5·10^10 operations, 5 to 15 s in a module where dim or n is large; fewer steps take less. Integer, ≥ 0, ≤
   * 5000. */
  readonly refinement?: number | undefined;
}

export interface DesignFrequenciesInputs {
  /** (m, 1) wanted kernel at lags 0 … m-1, or at `lags`; instead of `target`. */
  readonly profile?: MatrixInput | undefined;
  /** (m, 1) rising lags of `profile`, >= 0; whole numbers where no context is given. */
  readonly lags?: MatrixInput | undefined;
  /** (n, 1) weights q >= 0 of the fitted lags in the sum of squares; 1 where left out. */
  readonly weights?: MatrixInput | undefined;
}

export interface DesignFrequenciesResult {
  /** (dim/2) ω, rad per position, rising; pairs of amplitude 0 last. */ readonly frequencies: Float64Array;
  /** (dim/2) ω/2π: `frequencies` of the encoding fourier-features with axes 1. */ readonly turns: Float64Array;
  /** (dim/2) a: `amplitudes` of that encoding. */ readonly amplitudes: Float64Array;
  /** (dim/2) a²/Σa², the part of k(0); 0 for a zero kernel. */ readonly shares: Float64Array;
  /** number of amplitudes above 0. */ readonly pairs: number;
  /** (n) fitted lags. */ readonly lags: Float64Array;
  /** (n) wanted kernel. */ readonly target: Float64Array;
  /** (n) Σ a² cos(ωδ) of the frequencies and amplitudes above. */ readonly fitted: Float64Array;
  /** √(Σ q (target - fitted)² / Σ q). */ readonly rmsError: number;
  /** max |target - fitted| where q > 0. */ readonly maxError: number;
  /** rmsError over the weighted rms of the target. */ readonly relativeError?: number | undefined;
  /** number of frequencies of the fit on the grid. */ readonly gridPairs: number;
  /** rms error of the fit on the grid, with gridPairs frequencies. */ readonly gridError: number;
  /** largest cosine of the angle between that residual and a wave of the grid: 0 = the KKT conditions hold, no
   * number of grid frequencies fits better. */
  readonly gridGap: number;
  /** rms error of the dim/2 selected pairs, before refinement. */ readonly selectedError: number;
  /** steps of the refinement. */ readonly steps: number;
  /** largest |cosine| between the residual and a derivative by a free frequency or weight: 0 = stationary, or an
   * error of rounding only. */
  readonly slope: number;
  /** largest cosine between the residual and a wave: what one more pair could gain; 0 = best of all numbers of
   * pairs. */
  readonly anotherPair: number;
  /** its frequency, rad per position. */ readonly anotherFrequency?: number | undefined;
  /** of the Toeplitz matrix of the target at lags 0 … n-1, within n·2^-51 of its largest one; negative = no table
   * has this kernel. Up to n = 2048, and where no lag between is left out. */
  readonly leastEigenvalue?: number | undefined;
  /** 1 where that is not below -n·2^-51 of the largest one, else 0. */
  readonly positiveSemidefinite?: number | undefined;
  /** rms error below which no number of pairs of frequencies up to maxFrequency can come (weak duality); where lag 0
   * has weight. */
  readonly lowerBound?: number | undefined;
}

export type AnalysisSpec =
  | InducedKernelAnalysis | StationarityAnalysis | SpectrumAnalysis | MercerAnalysis | ContinuousProfileAnalysis
  | BandwidthAnalysis | UniquenessAnalysis | ShiftOperatorAnalysis | LinearProbeAnalysis | FisherInformationAnalysis
  | SimilarityAnalysis | NetworkKernelAnalysis | AttentionKernelAnalysis | SirenKernelAnalysis
  | PeriodicNetworkAnalysis | EmpiricalNtkAnalysis | NtkConvergenceAnalysis | TrainingPredictionAnalysis
  | TrainNetworkAnalysis | FourierRegressionAnalysis | BandwidthSweepAnalysis | AmplitudeDecayAnalysis
  | RahamanAnalysis | DesignFrequenciesAnalysis;
export type AnalysisId = AnalysisSpec['analysis'];
export interface AnalysisInputs {
  readonly 'induced-kernel': InducedKernelInputs;
  readonly 'stationarity': StationarityInputs;
  readonly 'spectrum': SpectrumInputs;
  readonly 'mercer': MercerInputs;
  readonly 'continuous-profile': ContinuousProfileInputs;
  readonly 'bandwidth': BandwidthInputs;
  readonly 'uniqueness': UniquenessInputs;
  readonly 'shift-operator': ShiftOperatorInputs;
  readonly 'linear-probe': LinearProbeInputs;
  readonly 'fisher-information': FisherInformationInputs;
  readonly 'similarity': SimilarityInputs;
  readonly 'network-kernel': NetworkKernelInputs;
  readonly 'attention-kernel': AttentionKernelInputs;
  readonly 'siren-kernel': SirenKernelInputs;
  readonly 'periodic-network': PeriodicNetworkInputs;
  readonly 'empirical-ntk': EmpiricalNtkInputs;
  readonly 'ntk-convergence': NtkConvergenceInputs;
  readonly 'training-prediction': TrainingPredictionInputs;
  readonly 'train-network': TrainNetworkInputs;
  readonly 'fourier-regression': FourierRegressionInputs;
  readonly 'bandwidth-sweep': BandwidthSweepInputs;
  readonly 'amplitude-decay': AmplitudeDecayInputs;
  readonly 'rahaman': RahamanInputs;
  readonly 'design-frequencies': DesignFrequenciesInputs;
}

export interface AnalysisResults {
  readonly 'induced-kernel': InducedKernelResult;
  readonly 'stationarity': StationarityResult;
  readonly 'spectrum': SpectrumResult;
  readonly 'mercer': MercerResult;
  readonly 'continuous-profile': ContinuousProfileResult;
  readonly 'bandwidth': BandwidthResult;
  readonly 'uniqueness': UniquenessResult;
  readonly 'shift-operator': ShiftOperatorResult;
  readonly 'linear-probe': LinearProbeResult;
  readonly 'fisher-information': FisherInformationResult;
  readonly 'similarity': SimilarityResult;
  readonly 'network-kernel': NetworkKernelResult;
  readonly 'attention-kernel': AttentionKernelResult;
  readonly 'siren-kernel': SirenKernelResult;
  readonly 'periodic-network': PeriodicNetworkResult;
  readonly 'empirical-ntk': EmpiricalNtkResult;
  readonly 'ntk-convergence': NtkConvergenceResult;
  readonly 'training-prediction': TrainingPredictionResult;
  readonly 'train-network': TrainNetworkResult;
  readonly 'fourier-regression': FourierRegressionResult;
  readonly 'bandwidth-sweep': BandwidthSweepResult;
  readonly 'amplitude-decay': AmplitudeDecayResult;
  readonly 'rahaman': RahamanResult;
  readonly 'design-frequencies': DesignFrequenciesResult;
}

const output =
  (kind: AnalysisOutput['kind']) =>
  (name: string, optional = false): AnalysisOutput => ({ name, kind, optional });
const [scalar, vector, matrix] = [output('scalar'), output('vector'), output('matrix')];

/** Layers of networks, in display order. */
export const layers: readonly LayerInfo[] = [
  { id: 'dense', title: 'Dense', params: [
    { name: 'weightStd', kind: 'number', required: false, initial: 1, min: 0, max: 1000000, slider: { min: 0, max: 3 } },
    { name: 'biasStd', kind: 'number', required: false, initial: 0, min: 0, max: 1000000, slider: { min: 0, max: 3 } },
    { name: 'width', kind: 'integer', required: false, initial: 1024, min: 1, max: 1000000000, slider: { min: 1, max: 4096, log: true } },
  ] },
  { id: 'relu', title: 'ReLU, leaky ReLU, absolute value', params: [
    { name: 'negativeSlope', kind: 'number', required: false, initial: 0, min: -1000000, max: 1000000, slider: { min: -1, max: 1 } },
    { name: 'positiveSlope', kind: 'number', required: false, initial: 1, min: -1000000, max: 1000000, slider: { min: -1, max: 1 } },
  ] },
  { id: 'erf', title: 'Error function', params: [
    { name: 'a', kind: 'number', required: false, initial: 1, min: -1000000, max: 1000000 },
    { name: 'b', kind: 'number', required: false, initial: 1, min: -1000, max: 1000 },
    { name: 'c', kind: 'number', required: false, initial: 0, min: -1000000, max: 1000000 },
  ] },
  { id: 'sin', title: 'Sine', params: [
    { name: 'a', kind: 'number', required: false, initial: 1, min: -1000000, max: 1000000 },
    { name: 'b', kind: 'number', required: false, initial: 1, min: -1000, max: 1000 },
    { name: 'c', kind: 'number', required: false, initial: 0, min: -1000000, max: 1000000 },
  ] },
  { id: 'cos', title: 'Cosine', params: [
    { name: 'a', kind: 'number', required: false, initial: 1, min: -1000000, max: 1000000 },
    { name: 'b', kind: 'number', required: false, initial: 1, min: -1000, max: 1000 },
    { name: 'c', kind: 'number', required: false, initial: 0, min: -1000000, max: 1000000 },
  ] },
  { id: 'rbf', title: 'Gaussian kernel layer', params: [
    { name: 'gamma', kind: 'number', required: false, initial: 1, min: 0, max: 1000000, slider: { min: 0.01, max: 10, log: true } },
  ] },
  { id: 'gelu', title: 'GELU (exact)', params: [] },
  { id: 'gaussian', title: 'Gaussian bump', params: [
    { name: 'a', kind: 'number', required: false, initial: 1, min: -1000000, max: 1000000 },
    { name: 'b', kind: 'number', required: false, initial: -1, min: -1000000, max: 0 },
  ] },
  { id: 'exp', title: 'Exponential', params: [
    { name: 'a', kind: 'number', required: false, initial: 1, min: -1000000, max: 1000000 },
    { name: 'b', kind: 'number', required: false, initial: 1, min: -10, max: 10 },
  ] },
  { id: 'sign', title: 'Sign', params: [] },
  { id: 'tanh', title: 'Hyperbolic tangent', params: [] },
  { id: 'sigmoid', title: 'Logistic sigmoid', params: [] },
  { id: 'softplus', title: 'Softplus', params: [] },
  { id: 'silu', title: 'SiLU (swish)', params: [] },
];

/** Every analysis, in display order. */
export const analyses: readonly AnalysisInfo[] = [
  { id: 'induced-kernel', title: 'Induced kernel', params: [], family: 'kernel', layered: false, inputs: [
    { name: 'table', doc: '(n, d) rows of positions', required: true, square: false, form: 'table' },
    { name: 'other', doc: '(m, d) rows of other positions; the table itself where left out', required: false, square: false, form: 'table' },
  ], outputs: [matrix('kernel'), matrix('normalised'), vector('norms')] },
  { id: 'stationarity', title: 'Stationarity', params: [
    { name: 'gridRows', kind: 'integer', required: false, initial: 1, min: 1, max: 65536 },
  ], family: 'kernel', layered: false, inputs: [
    { name: 'kernel', doc: '(n, n) kernel or bias matrix', required: true, square: true, form: 'gram' },
  ], outputs: [
    scalar('stationarity'), scalar('nonStationarity'), scalar('isSymmetric'), vector('profileMean'),
    vector('profileSpread'), scalar('largestSpread'), scalar('isStationary'), scalar('normSpread'),
  ] },
  { id: 'spectrum', title: 'Spectrum', params: [
    { name: 'vectors', kind: 'integer', required: false, initial: 0, min: 0, max: 4096, slider: { min: 0, max: 16 } },
    { name: 'exponential', kind: 'boolean', required: false, initial: false },
    { name: 'threshold', kind: 'number', required: false, initial: 0.001, min: 0, max: 1, slider: { min: 1e-12, max: 1, log: true } },
    { name: 'ridges', kind: 'numbers', required: false, min: 0, max: 1e+300, minExclusive: true, maxLength: 1024 },
    { name: 'conditionAt', kind: 'integer', required: false, min: 1, max: 4096 },
  ], family: 'kernel', layered: false, inputs: [
    { name: 'table', doc: '(n, d) rows of positions; its Gram matrix is analysed', required: false, square: false, form: 'table' },
    { name: 'kernel', doc: '(n, n) symmetric kernel matrix, instead of a table', required: false, square: true, form: 'gram' },
  ], outputs: [
    vector('eigenvalues'), scalar('floor'), scalar('resolvedRank'), scalar('trace'), scalar('participationRatio'),
    scalar('effectiveRank'), scalar('stableRank'), scalar('numericalRank'), vector('effectiveDimensions'),
    scalar('conditionNumber', true), scalar('powerDecay', true), scalar('powerDecayFit', true),
    scalar('exponentialDecay', true), scalar('exponentialDecayFit', true), matrix('eigenvectors', true),
    vector('strang', true), vector('chan', true),
  ] },
  { id: 'mercer', title: 'Mercer eigenfunctions', params: [
    { name: 'modes', kind: 'integer', required: false, initial: 8, min: 1, max: 4096, slider: { min: 1, max: 32 } },
  ], family: 'kernel', layered: false, inputs: [
    { name: 'table', doc: '(n, d) rows of the sampled positions', required: true, square: false, form: 'table' },
    { name: 'other', doc: '(m, d) rows of the positions to extend to; the samples where left out', required: false, square: false, form: 'table' },
  ], outputs: [vector('eigenvalues'), matrix('atSamples'), matrix('extended'), vector('explained')] },
  { id: 'continuous-profile', title: 'Continuous limit of the sinusoidal kernel', params: [
    { name: 'base', kind: 'number', required: false, initial: 10000, min: 1.01, max: 1000000000000, slider: { min: 2, max: 1000000, log: true } },
    { name: 'dim', kind: 'integer', required: false, min: 2, max: 1048576, slider: { min: 2, max: 1024, log: true } },
  ], family: 'kernel', layered: false, inputs: [
    { name: 'offsets', doc: '(m) lags δ, of either sign, |δ| <= 2^53', required: true, square: false, form: 'table' },
  ], outputs: [vector('profile'), vector('corrected', true), scalar('correctedUpTo', true), vector('decayLaw', true)] },
  { id: 'bandwidth', title: 'Bandwidth, coverage and aliasing', params: [
    { name: 'contextLength', kind: 'integer', required: false, initial: 512, min: 1, max: 1099511627776, slider: { min: 16, max: 1048576, log: true } },
    { name: 'farthest', kind: 'number', required: false, initial: 1000000, min: 0, max: 1000000000000, minExclusive: true, slider: { min: 100, max: 1000000000, log: true } },
  ], family: 'diagnostics', layered: false, inputs: [
    { name: 'frequencies', doc: '(p) ω in rad per position, of either sign', required: true, square: false, form: 'frequencies' },
    { name: 'amplitudes', doc: '(p) a; 1 where left out', required: false, square: false, form: 'table' },
  ], outputs: [
    scalar('halfWidth', true), scalar('rmsBandwidth'), scalar('curvatureLength', true), scalar('fisherInformation'),
    scalar('shortestWavelength', true), scalar('longestWavelength', true), scalar('slow'), scalar('verySlow'),
    scalar('aliased'), scalar('largestGap', true),
  ] },
  { id: 'uniqueness', title: 'Uniqueness of positions', params: [
    { name: 'positions', kind: 'integer', required: false, min: 2, max: 1048576, slider: { min: 2, max: 8192, log: true }, where: { rule: 'frequencies', words: 'frequencies is given' } },
  ], family: 'diagnostics', layered: false, inputs: [
    { name: 'table', doc: '(n, d) rows of positions', required: false, square: false, form: 'table' },
    { name: 'frequencies', doc: '(p) rad per position, instead of a table: a row is [a·cos ωx, a·sin ωx]', required: false, square: false, form: 'frequencies' },
    { name: 'amplitudes', doc: '(p) a; 1 where left out', required: false, square: false, form: 'table' },
  ], outputs: [
    scalar('closestDistance'), scalar('closestFirst'), scalar('closestSecond'), scalar('rmsDistance'),
    scalar('medianDistance'), scalar('margin', true), scalar('collision'),
  ] },
  { id: 'shift-operator', title: 'Linear shift operator', params: [
    { name: 'lags', kind: 'numbers', required: false, min: 1, max: 1048576, maxLength: 4096 },
    { name: 'operators', kind: 'boolean', required: false, initial: false },
  ], family: 'diagnostics', layered: false, inputs: [
    { name: 'table', doc: '(n, d) rows of positions, one step apart', required: true, square: false, form: 'table' },
  ], outputs: [
    vector('leastSquares'), vector('orthogonal'), vector('rank'), vector('trivial'), vector('exists'),
    matrix('operators', true),
  ] },
  { id: 'linear-probe', title: 'Linear read-out of waves', params: [
    { name: 'frequencies', kind: 'numbers', required: false, min: -1000000000, max: 1000000000, maxLength: 4096 },
    { name: 'ridge', kind: 'number', required: false, initial: 0.000001, min: 0, max: 1e+300, slider: { min: 1e-12, max: 1000, log: true } },
    { name: 'intercept', kind: 'boolean', required: false, initial: false },
    { name: 'weights', kind: 'boolean', required: false, initial: false },
  ], family: 'diagnostics', layered: false, inputs: [
    { name: 'table', doc: '(n, d) rows of positions', required: true, square: false, form: 'table' },
    { name: 'positions', doc: '(n) positions x of the rows; 0, 1 … n - 1 where left out', required: false, square: false, form: 'table' },
  ], outputs: [
    vector('cosine'), vector('sine'), vector('wave'), scalar('freedom'), scalar('chance'),
    scalar('conditionNumber', true), matrix('weights', true), vector('constants', true),
  ] },
  { id: 'fisher-information', title: 'Fisher information of the position', params: [
    { name: 'noise', kind: 'number', required: false, initial: 1, min: 0, max: 1e+60, minExclusive: true, slider: { min: 0.01, max: 10, log: true } },
    { name: 'spacing', kind: 'number', required: false, initial: 1, min: 0, max: 1e+60, minExclusive: true, where: { rule: 'table & !derivative', words: 'table is given, and derivative is left out' } },
  ], family: 'diagnostics', layered: false, inputs: [
    { name: 'derivative', doc: '(n, d) dφ/dx at the positions', required: false, square: false, form: 'derivative' },
    { name: 'table', doc: '(n, d) φ at the positions; without a derivative its differences stand for it', required: false, square: false, form: 'table' },
  ], outputs: [
    vector('information'), vector('leastDeviation', true), scalar('meanInformation'), scalar('informationSpread'),
    vector('discriminability', true),
  ] },
  { id: 'similarity', title: 'Similarity of two tables', params: [
    { name: 'bandwidth', kind: 'number', required: false, initial: 0.8, min: 0, max: 1000000, minExclusive: true, slider: { min: 0.1, max: 10, log: true } },
  ], family: 'diagnostics', layered: false, inputs: [
    { name: 'x', doc: '(n, d) first table', required: false, square: false, form: 'table' },
    { name: 'y', doc: '(n, e) second table', required: false, square: false, form: 'table' },
    { name: 'kernelX', doc: '(n, n) kernel matrix instead of x, symmetric and positive semi-definite', required: false, square: true, form: 'gram' },
    { name: 'kernelY', doc: '(n, n) kernel matrix instead of y', required: false, square: true, form: 'gram' },
  ], outputs: [
    scalar('ckaLinear', true), scalar('ckaLinearChance', true), scalar('ckaLinearUnbiased', true),
    scalar('ckaGaussian', true), scalar('ckaGaussianChance', true), scalar('ckaGaussianUnbiased', true),
    scalar('hsicLinear'), scalar('hsicLinearUnbiased', true), scalar('hsicGaussian', true),
    scalar('hsicGaussianUnbiased', true), scalar('sigmaX', true), scalar('sigmaY', true), scalar('procrustes'),
    scalar('procrustesCentred'), scalar('procrustesNormalised', true), scalar('meanSquaredCca', true),
    scalar('meanSquaredCcaChance', true), scalar('rankX'), scalar('rankY'), scalar('rsaPearson', true),
    scalar('rsaSpearman', true),
  ] },
  { id: 'network-kernel', title: 'NNGP and NTK of a network', params: [
    { name: 'parameterization', kind: 'choice', required: false, initial: 'ntk', choices: ['ntk', 'standard'] },
    { name: 'trainedBias', kind: 'boolean', required: false, initial: true, where: { rule: 'parameterization=standard', words: 'parameterization is \'standard\'' } },
    { name: 'inputDim', kind: 'integer', required: false, min: 1, max: 1000000000, where: { rule: 'x | profile | parameterization=standard', words: 'x is given or profile is given or parameterization is \'standard\'' } },
  ], family: 'infinite width', layered: true, inputs: [
    { name: 'x', doc: '(n, d) inputs, or a table of positions', required: false, square: false, form: 'table' },
    { name: 'other', doc: '(m, d) second inputs; x itself where left out', required: false, square: false, form: 'table' },
    { name: 'profile', doc: '(m,) instead of x: inner products of a stationary encoding, that at offset 0 first', required: false, square: false, form: 'kernelProfile' },
    { name: 'covariance', doc: '(n, n) instead of x: covariance of the inputs', required: false, square: true, form: 'gram' },
    { name: 'tangent', doc: '(n, n) with covariance: tangent kernel of the layers before; 0 where left out', required: false, square: true, form: 'table' },
  ], outputs: [matrix('nngp'), matrix('ntk'), scalar('leftOut', true)] },
  { id: 'attention-kernel', title: 'NNGP and NTK of attention', params: [
    { name: 'tokens', kind: 'integer', required: false, min: 1, max: 4096 },
    { name: 'queryKeyScale', kind: 'number', required: false, initial: 1, min: 0, max: 1000000, slider: { min: 0, max: 10 } },
    { name: 'outputValueVariance', kind: 'number', required: false, initial: 1, min: 0, max: 1000000, slider: { min: 0, max: 4 } },
    { name: 'biasStd', kind: 'number', required: false, initial: 0, min: 0, max: 1000000, slider: { min: 0, max: 2 } },
    { name: 'contentWeight', kind: 'number', required: false, initial: 1, min: 0, max: 1000000, slider: { min: 0, max: 1 }, where: { rule: 'positions', words: 'positions is given' } },
    { name: 'positionWeight', kind: 'number', required: false, initial: 1, min: 0, max: 1000000, slider: { min: 0, max: 1 }, where: { rule: 'positions', words: 'positions is given' } },
    { name: 'positionsInValues', kind: 'boolean', required: false, initial: true, where: { rule: 'positions', words: 'positions is given' } },
    { name: 'trainedPositions', kind: 'boolean', required: false, initial: true, where: { rule: 'positions & positionsInValues', words: 'positions is given, and positionsInValues is true' } },
  ], family: 'infinite width', layered: false, inputs: [
    { name: 'x', doc: '(b·T, d) tokens, example after example, through one dense layer of weight variance 1', required: false, square: false, form: 'table' },
    { name: 'covariance', doc: '(b·T, b·T) instead of x: covariance of the tokens', required: false, square: true, form: 'gram' },
    { name: 'tangent', doc: '(b·T, b·T) with covariance: tangent kernel of the layers before; the covariance itself, that of one dense layer, where left out', required: false, square: true, form: 'table' },
    { name: 'positions', doc: '(T, T) covariance R of the positions: the Gram matrix of any encoding', required: false, square: true, form: 'gram' },
  ], outputs: [matrix('nngp'), matrix('ntk'), matrix('attention')] },
  { id: 'siren-kernel', title: 'NNGP and NTK of a SIREN', params: [
    { name: 'omega0', kind: 'number', required: false, initial: 30, min: 0, max: 1000000, slider: { min: 1, max: 100, log: true } },
    { name: 'firstLayer', kind: 'choice', required: false, initial: 'uniform', choices: ['uniform', 'gaussian'] },
    { name: 'biasHalfWidth', kind: 'number', required: false, initial: 0, min: 0, max: 1000000, slider: { min: 0, max: 2 } },
    { name: 'trainedBias', kind: 'boolean', required: false, initial: true },
    { name: 'hiddenLayers', kind: 'integer', required: false, initial: 1, min: 0, max: 256, slider: { min: 0, max: 8 } },
    { name: 'weightVariance', kind: 'number', required: false, initial: 2, min: 0, max: 1000000, slider: { min: 0, max: 4 } },
    { name: 'biasVariance', kind: 'number', required: false, initial: 0, min: 0, max: 1000000, slider: { min: 0, max: 4 } },
  ], family: 'infinite width', layered: false, inputs: [
    { name: 'x', doc: '(n, d) coordinates', required: true, square: false, form: 'table' },
    { name: 'other', doc: '(m, d) second coordinates; x itself where left out', required: false, square: false, form: 'table' },
  ], outputs: [matrix('sinSin'), matrix('cosCos'), matrix('nngp'), matrix('ntk')] },
  { id: 'periodic-network', title: 'Networks with periodic activations', params: [
    { name: 'base', kind: 'number', required: false, initial: 10000, min: 1, max: 1000000000000, minExclusive: true, slider: { min: 100, max: 1000000, log: true }, where: { rule: 'pairs', words: 'pairs is given' } },
    { name: 'lags', kind: 'integer', required: false, initial: 512, min: 1, max: 4096, slider: { min: 16, max: 4096, log: true } },
    { name: 'offsets', kind: 'numbers', required: false, min: -1000000, max: 1000000, maxLength: 256 },
    { name: 'widths', kind: 'numbers', required: false, min: 2, max: 1048576, maxLength: 32 },
    { name: 'draws', kind: 'integer', required: false, initial: 16, min: 1, max: 10000, slider: { min: 1, max: 100, log: true } },
    { name: 'seed', kind: 'integer', required: false, initial: 0, min: 0, max: 9007199254740991 },
  ], family: 'infinite width', layered: false, inputs: [
    { name: 'frequencies', doc: '(p,) frequencies ω of the encoding, radians per position', required: true, square: false, form: 'frequencies' },
    { name: 'pairs', doc: '(n, 2) positions x and x\' to compare the kernels at', required: false, square: false, form: 'table' },
  ], outputs: [
    vector('readout', true), vector('readoutAndPhase', true), vector('allParameters', true),
    vector('logFrequencies', true), vector('gaussianWeights', true), vector('limit', true), vector('profile'),
    scalar('fitError'), scalar('fitScale'), scalar('fitSigma'), scalar('normalisedFitError'),
    scalar('normalisedFitSigma'), vector('offsets'), vector('pairVariance'), vector('phaseVariance'), vector('widths'),
    vector('phaseError'), vector('pairError'), vector('phaseExpected'), vector('pairExpected'),
    scalar('phaseSlope', true), scalar('pairSlope', true),
  ] },
  { id: 'empirical-ntk', title: 'Tangent kernel of a finite network', params: [
    { name: 'parameterization', kind: 'choice', required: false, initial: 'ntk', choices: ['ntk', 'standard'] },
    { name: 'trainedBias', kind: 'boolean', required: false, initial: true, where: { rule: 'parameterization=standard', words: 'parameterization is \'standard\'' } },
    { name: 'outputs', kind: 'integer', required: false, initial: 1, min: 1, max: 1024, slider: { min: 1, max: 16 } },
    { name: 'seed', kind: 'integer', required: false, initial: 0, min: 0, max: 9007199254740991, slider: { min: 0, max: 100 } },
  ], family: 'training', layered: true, inputs: [
    { name: 'x', doc: '(n, d) inputs, or a table of positions', required: true, square: false, form: 'table' },
    { name: 'other', doc: '(m, d) second inputs; x itself where left out', required: false, square: false, form: 'table' },
    { name: 'parameters', doc: '(parameters) W (fan-in, fan-out) row by row, then b, of each dense layer in order; sampled where left out', required: false, square: false, form: 'table' },
  ], outputs: [
    matrix('ntk'), matrix('layerTerms'), vector('layerShares', true), matrix('hiddenKernel'), matrix('networkOutputs'),
    scalar('parameterCount'),
  ] },
  { id: 'ntk-convergence', title: 'Convergence to the infinite-width NTK', params: [
    { name: 'widths', kind: 'numbers', required: false, min: 1, max: 4096, maxLength: 32 },
    { name: 'draws', kind: 'integer', required: false, initial: 30, min: 1, max: 10000, slider: { min: 1, max: 200 } },
    { name: 'parameterization', kind: 'choice', required: false, initial: 'ntk', choices: ['ntk', 'standard'] },
    { name: 'trainedBias', kind: 'boolean', required: false, initial: true, where: { rule: 'parameterization=standard', words: 'parameterization is \'standard\'' } },
    { name: 'seed', kind: 'integer', required: false, initial: 0, min: 0, max: 9007199254740991, slider: { min: 0, max: 100 } },
  ], family: 'training', layered: true, trains: true, inputs: [
    { name: 'x', doc: '(n, d) inputs, or a table of positions', required: true, square: false, form: 'table' },
  ], outputs: [
    vector('widths'), vector('meanError'), vector('errorSpread'), vector('errorOfMean'), scalar('slope', true),
    matrix('ntk'),
  ] },
  { id: 'training-prediction', title: 'Prediction of training', params: [
    { name: 'learningRate', kind: 'number', required: false, initial: 0.01, min: 0, max: 1000000000000, minExclusive: true, slider: { min: 0.000001, max: 10, log: true } },
    { name: 'times', kind: 'numbers', required: false, min: 0, max: 1000000000000000, maxLength: 1024 },
    { name: 'steps', kind: 'numbers', required: false, min: 0, max: 1000000000000000, maxLength: 1024 },
    { name: 'loss', kind: 'choice', required: false, initial: 'sum', choices: ['sum', 'mean'] },
    { name: 'ridge', kind: 'number', required: false, min: 0, max: 1000000000000, slider: { min: 1e-9, max: 10, log: true } },
  ], family: 'training', layered: false, inputs: [
    { name: 'kernel', doc: '(n, n) symmetric positive semi-definite K', required: true, square: true, form: 'gram' },
    { name: 'y', doc: '(n, c) targets', required: true, square: false, form: 'table' },
    { name: 'f0', doc: '(n, c) outputs at the beginning; 0 where left out', required: false, square: false, form: 'table' },
    { name: 'testKernel', doc: '(m, n) K_*, kernel of test points with the training points', required: false, square: false, form: 'table' },
    { name: 'f0Test', doc: '(m, c) their outputs at the beginning', required: false, square: false, form: 'table' },
  ], outputs: [
    vector('eigenvalues'), matrix('modeResiduals'), vector('halfTimes'), scalar('learningRateLimit', true),
    matrix('flowFactors', true), vector('flowLoss', true), matrix('flowTrain', true), matrix('flowTest', true),
    matrix('stepFactors', true), vector('stepLoss', true), matrix('stepTrain', true), matrix('stepTest', true),
    matrix('posteriorTrain', true), matrix('posteriorTest', true), scalar('condition', true),
  ] },
  { id: 'train-network', title: 'Training of a finite network', params: [
    { name: 'steps', kind: 'integer', required: false, initial: 1000, min: 0, max: 1000000, slider: { min: 10, max: 10000, log: true } },
    { name: 'learningRate', kind: 'number', required: false, initial: 0.01, min: 0, max: 1000000, minExclusive: true, slider: { min: 0.000001, max: 10, log: true } },
    { name: 'optimizer', kind: 'choice', required: false, initial: 'sgd', choices: ['sgd', 'adam'] },
    { name: 'loss', kind: 'choice', required: false, initial: 'sum', choices: ['sum', 'mean'] },
    { name: 'recordEvery', kind: 'integer', required: false, initial: 10, min: 1, max: 1000000, slider: { min: 1, max: 1000, log: true } },
    { name: 'parameterization', kind: 'choice', required: false, initial: 'ntk', choices: ['ntk', 'standard'] },
    { name: 'trainedBias', kind: 'boolean', required: false, initial: true, where: { rule: 'parameterization=standard', words: 'parameterization is \'standard\'' } },
    { name: 'seed', kind: 'integer', required: false, initial: 0, min: 0, max: 9007199254740991, slider: { min: 0, max: 100 } },
  ], family: 'training', layered: true, trains: true, inputs: [
    { name: 'x', doc: '(n, d) inputs, or a table of positions', required: true, square: false, form: 'table' },
    { name: 'y', doc: '(n, c) targets: the network has c outputs, whatever the last width says', required: true, square: false, form: 'table' },
    { name: 'xTest', doc: '(m, d) test inputs', required: false, square: false, form: 'table' },
    { name: 'yTest', doc: '(m, c) their targets', required: false, square: false, form: 'table' },
    { name: 'parameters', doc: '(parameters) to begin with: W (fan-in, fan-out) row by row, then b, of each dense layer in order; sampled where left out', required: false, square: false, form: 'table' },
  ], outputs: [
    vector('steps'), vector('loss'), vector('testLoss', true), matrix('trainOutputs'), matrix('testOutputs', true),
    vector('parameters'),
  ] },
  { id: 'fourier-regression', title: 'Fourier features: kernel spectrum and what is learned first', params: [
    { name: 'decays', kind: 'numbers', required: false, min: 0, max: 64, maxLength: 16 },
    { name: 'points', kind: 'integer', required: false, initial: 32, min: 4, max: 128, slider: { min: 8, max: 64 } },
    { name: 'width', kind: 'integer', required: false, initial: 256, min: 1, max: 1024, slider: { min: 32, max: 512 } },
    { name: 'steps', kind: 'integer', required: false, initial: 500, min: 1, max: 50000, slider: { min: 200, max: 5000 } },
    { name: 'time', kind: 'number', required: false, initial: 0.5, min: 0, max: 1000, minExclusive: true, slider: { min: 0.01, max: 5, log: true } },
    { name: 'frequencies', kind: 'numbers', required: false, min: 0, max: 64, maxLength: 64 },
    { name: 'seed', kind: 'integer', required: false, initial: 0, min: 0, max: 9007199254740991, slider: { min: 0, max: 100 } },
  ], family: 'spectral bias', layered: false, trains: true, inputs: [], outputs: [
    vector('decays'), vector('frequencies'), vector('steps'), scalar('learningRate'), matrix('kernelRows'),
    matrix('kernelSpectra'), matrix('measured'), matrix('predicted'), matrix('predictedEmpirical'),
    matrix('measuredTestError'), matrix('predictedTestError'), vector('target'), matrix('measuredOutputs'),
    matrix('predictedOutputs'),
  ] },
  { id: 'bandwidth-sweep', title: 'Test error over the bandwidth of Fourier features', params: [
    { name: 'deviations', kind: 'numbers', required: false, min: 0.001, max: 1000000, maxLength: 64 },
    { name: 'points', kind: 'integer', required: false, initial: 64, min: 4, max: 512, slider: { min: 32, max: 256 } },
    { name: 'features', kind: 'integer', required: false, initial: 16, min: 1, max: 256, slider: { min: 4, max: 64 } },
    { name: 'power', kind: 'number', required: false, initial: 1, min: 0, max: 16, slider: { min: 0, max: 3 } },
    { name: 'signals', kind: 'integer', required: false, initial: 8, min: 1, max: 256, slider: { min: 1, max: 32 } },
    { name: 'draws', kind: 'integer', required: false, initial: 8, min: 1, max: 256, slider: { min: 1, max: 32 } },
    { name: 'ridge', kind: 'number', required: false, initial: 0.03, min: 1e-12, max: 1000000, slider: { min: 1e-9, max: 1, log: true } },
    { name: 'width', kind: 'integer', required: false, initial: 64, min: 1, max: 512, slider: { min: 16, max: 256 } },
    { name: 'steps', kind: 'integer', required: false, initial: 300, min: 0, max: 20000, slider: { min: 0, max: 2000 } },
    { name: 'learningRate', kind: 'number', required: false, initial: 0.002, min: 0, max: 1, minExclusive: true, slider: { min: 0.00001, max: 0.1, log: true } },
    { name: 'seed', kind: 'integer', required: false, initial: 0, min: 0, max: 9007199254740991, slider: { min: 0, max: 100 } },
  ], family: 'spectral bias', layered: false, trains: true, inputs: [], outputs: [
    vector('deviations'), matrix('drawnDeviations'), matrix('predicted'), matrix('measured', true),
    vector('bestPredicted'), vector('bestMeasured', true),
  ] },
  { id: 'amplitude-decay', title: 'Decay of feature amplitudes and of the signal\'s spectrum', params: [
    { name: 'decays', kind: 'numbers', required: false, min: 0, max: 64, maxLength: 128 },
    { name: 'powers', kind: 'numbers', required: false, min: 0, max: 16, maxLength: 16 },
    { name: 'points', kind: 'integer', required: false, initial: 128, min: 4, max: 512, slider: { min: 16, max: 256 } },
    { name: 'draws', kind: 'integer', required: false, initial: 64, min: 1, max: 1024, slider: { min: 1, max: 256 } },
    { name: 'width', kind: 'integer', required: false, initial: 1024, min: 1, max: 1024, slider: { min: 64, max: 1024 } },
    { name: 'time', kind: 'number', required: false, initial: 5, min: 0, max: 1000000000, minExclusive: true, slider: { min: 0.01, max: 1000, log: true } },
    { name: 'steps', kind: 'integer', required: false, initial: 0, min: 0, max: 50000, slider: { min: 0, max: 2000 } },
    { name: 'seed', kind: 'integer', required: false, initial: 0, min: 0, max: 9007199254740991, slider: { min: 0, max: 100 } },
  ], family: 'spectral bias', layered: false, trains: true, inputs: [], outputs: [
    vector('decays'), vector('powers'), matrix('predicted'), vector('bestDecays'), matrix('predictedOfFirst', true),
    matrix('measured', true),
  ] },
  { id: 'rahaman', title: 'A bare coordinate: low frequencies first', params: [
    { name: 'amplitudes', kind: 'choice', required: false, initial: 'equal', choices: ['equal', 'increasing'] },
    { name: 'width', kind: 'integer', required: false, initial: 64, min: 1, max: 512, slider: { min: 16, max: 256 } },
    { name: 'hiddenLayers', kind: 'integer', required: false, initial: 3, min: 1, max: 8 },
    { name: 'steps', kind: 'integer', required: false, initial: 4000, min: 1, max: 100000, slider: { min: 500, max: 10000 } },
    { name: 'learningRate', kind: 'number', required: false, initial: 0.002, min: 0, max: 1, minExclusive: true, slider: { min: 0.00001, max: 0.1, log: true } },
    { name: 'seed', kind: 'integer', required: false, initial: 0, min: 0, max: 9007199254740991, slider: { min: 0, max: 100 } },
  ], family: 'spectral bias', layered: false, trains: true, inputs: [], outputs: [
    vector('frequencies'), vector('steps'), vector('loss'), matrix('measured'), vector('times'), matrix('predicted'),
    vector('decayRates'), vector('target'), vector('measuredOutputs'),
  ] },
  { id: 'design-frequencies', title: 'Design frequencies for a kernel', params: [
    { name: 'dim', kind: 'integer', required: true, min: 2, max: 512, slider: { min: 2, max: 256, log: true } },
    { name: 'context', kind: 'integer', required: false, min: 1, max: 65536, slider: { min: 16, max: 4096, log: true } },
    { name: 'target', kind: 'choice', required: false, initial: 'exponential', where: { rule: '!profile', words: 'profile is left out' }, choices: ['exponential', 'gaussian', 'power-law', 'triangle', 'linear', 'logarithmic', 'cosine', 'sinc'] },
    { name: 'length', kind: 'number', required: false, initial: 64, min: 0.001, max: 1000000000, slider: { min: 1, max: 4096, log: true }, where: { rule: '!profile', words: 'profile is left out' } },
    { name: 'power', kind: 'number', required: false, initial: 1, min: 0, max: 64, minExclusive: true, slider: { min: 0.1, max: 4 }, where: { rule: '!profile & target=power-law', words: 'profile is left out, and target is \'power-law\'' } },
    { name: 'maxFrequency', kind: 'number', required: false, initial: 3.141592653589793, min: 0, max: 3.141592653589793, minExclusive: true, slider: { min: 0.001, max: 3.141592653589793, log: true } },
    { name: 'oversampling', kind: 'integer', required: false, initial: 4, min: 1, max: 16 },
    { name: 'equalAmplitudes', kind: 'boolean', required: false, initial: false },
    { name: 'refinement', kind: 'integer', required: false, min: 0, max: 5000 },
  ], family: 'design', layered: false, inputs: [
    { name: 'profile', doc: '(m, 1) wanted kernel at lags 0 … m-1, or at `lags`; instead of `target`', required: false, square: false, form: 'kernelProfile' },
    { name: 'lags', doc: '(m, 1) rising lags of `profile`, >= 0; whole numbers where no context is given', required: false, square: false, form: 'table' },
    { name: 'weights', doc: '(n, 1) weights q >= 0 of the fitted lags in the sum of squares; 1 where left out', required: false, square: false, form: 'table' },
  ], outputs: [
    vector('frequencies'), vector('turns'), vector('amplitudes'), vector('shares'), scalar('pairs'), vector('lags'),
    vector('target'), vector('fitted'), scalar('rmsError'), scalar('maxError'), scalar('relativeError', true),
    scalar('gridPairs'), scalar('gridError'), scalar('gridGap'), scalar('selectedError'), scalar('steps'),
    scalar('slope'), scalar('anotherPair'), scalar('anotherFrequency', true), scalar('leastEigenvalue', true),
    scalar('positiveSemidefinite', true), scalar('lowerBound', true),
  ] },
];
