/**
 * Results that stay on a GPU, for a pipeline of the caller's: types, and the part of Posenc that makes them.
 */
import type { NetworkKernelAnalysis } from '../generated/analyses.js';
import type { EncodingSpec } from '../generated/encodings.js';
import type { CallOptions, ComputedBy, Positions } from './values.js';

/** What is used of a GPUDevice. */
export interface GpuDevice {
  readonly lost: Promise<{ readonly reason: string }>;
  readonly queue: { submit(buffers: Iterable<never>): undefined };
  createBuffer(descriptor: { size: number; usage: number }): object;
}
export interface OnGpuOptions<D extends GpuDevice = GpuDevice> extends CallOptions {
  /** Where the buffer is to be; by default the `gpuDevice` of create, or a device that this instance makes. */
  readonly device?: D | undefined;
  /** GPUBufferUsage flags beside STORAGE, COPY_SRC and COPY_DST. */
  readonly usage?: number | undefined;
}
export interface BiasOnGpuOptions<D extends GpuDevice = GpuDevice> extends OnGpuOptions<D> {
  /** That head alone. */
  readonly head?: number | undefined;
}
/** A (rows, cols) float32 matrix, row-major, at the beginning of a buffer with STORAGE and COPY_SRC; a GpuMatrix is one. */
export interface GpuInput<D extends GpuDevice = GpuDevice> {
  readonly buffer: ReturnType<D['createBuffer']>;
  readonly rows: number;
  readonly cols: number;
  readonly device?: D | undefined;
}
export interface RotateOnGpuOptions<D extends GpuDevice = GpuDevice> extends OnGpuOptions<D> {
  /** As in `rotate`. */
  readonly side?: 'q' | 'k' | 'o' | undefined;
  /** Write here, into a buffer with STORAGE, COPY_SRC and COPY_DST; not that of x, from which a wrong result is made again. */
  readonly into?: ReturnType<D['createBuffer']> | undefined;
}
/** A (rows, cols) float32 matrix, row-major, in a buffer that the caller destroys. */
export interface GpuMatrix<D extends GpuDevice = GpuDevice> {
  readonly buffer: ReturnType<D['createBuffer']>;
  readonly device: D;
  readonly rows: number;
  readonly cols: number;
  /** 'wasm': it was made there and uploaded. */
  readonly backend: ComputedBy;
}

/** The layers of a network, and how it is parametrised: see the analysis network-kernel. */
export type Network = Omit<NetworkKernelAnalysis, 'analysis' | 'inputDim'>;
export interface NetworkKernelOptions<D extends GpuDevice = GpuDevice> extends OnGpuOptions<D> {
  /** The neural tangent kernel by default, or the covariance of the outputs at initialisation. */
  readonly kernel?: 'ntk' | 'nngp' | undefined;
}

/**
 * Where no GPU can be used, they are `bad_argument` about `options.device`. A device of this instance's own goes with
 * dispose(), and so do its buffers.
 */
export interface OnGpuMethods {
  /** The float32 table, within 1.3e-7 of `table`. */
  tableOnGpu<D extends GpuDevice = GpuDevice>(
    spec: EncodingSpec,
    positions: Positions,
    options?: OnGpuOptions<D>,
  ): Promise<GpuMatrix<D>>;
  /** The float32 Gram matrix, as near to `gram` as stated there. */
  gramOnGpu<D extends GpuDevice = GpuDevice>(
    spec: EncodingSpec,
    positions: Positions,
    options?: OnGpuOptions<D>,
  ): Promise<GpuMatrix<D>>;
  /** (heads * nQuery, nKey): the bits of `attentionBias`, in its shape. */
  attentionBiasOnGpu<D extends GpuDevice = GpuDevice>(
    spec: EncodingSpec,
    nQuery: number,
    nKey: number,
    options?: BiasOnGpuOptions<D>,
  ): Promise<GpuMatrix<D>>;
  /**
   * (offsets, 1): `kernelProfile` in float32, within 4e-7·k(0) of it; where the waves have several amplitudes, within
   * 9e-7·k(0) and 2^-30 of the largest amplitude² for each wave.
   */
  kernelProfileOnGpu<D extends GpuDevice = GpuDevice>(
    spec: EncodingSpec,
    offsets: Positions,
    options?: OnGpuOptions<D>,
  ): Promise<GpuMatrix<D>>;
  /**
   * (n, n) NTK or NNGP kernel of a network of infinite width whose inputs are the rows x of the table, as
   * `analyse({ analysis: 'network-kernel', ...network }, { x: { spec, positions } })` makes it in float64. Of evenly spaced
   * integers (where k is a function of the offset) that of the profile, rounded once; of others, where all rows have one
   * norm R, within 3.2·s·(√w·1.3e-7·a / R + (w + 8)·2^-25) + 2^-21·m: m is the largest |entry|, s the steepest slope in
   * sin(θ/2) or cos(θ/2) of the angle θ between two rows, a the power of two above the amplitudes, at least 1.
   */
  networkKernelOnGpu<D extends GpuDevice = GpuDevice>(
    network: Network,
    spec: EncodingSpec,
    positions: Positions,
    options?: NetworkKernelOptions<D>,
  ): Promise<GpuMatrix<D>>;
  /**
   * (rows, rotatedWidth): `rotate` of float32 vectors x, (rows, headDim), within 2.6e-7·(|x1| + |x2|) + 2^-124 of it
   * (times the amplitude's next power of two). Row i stands at positions[i mod n], so that heads may follow one another
   * at the same n positions; rows is a multiple of n. The device is that of x, or `options.device` where x names none.
   * x is not to change before the end. Pairs with a number that is not finite or beyond 2^125 are not verified.
   */
  rotateOnGpu<D extends GpuDevice = GpuDevice>(
    spec: EncodingSpec,
    x: GpuInput<D>,
    positions: Positions,
    options?: RotateOnGpuOptions<D>,
  ): Promise<GpuMatrix<D>>;
}
