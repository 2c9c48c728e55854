/** Methods of Posenc whose results stay on a GPU, and their types. */
import type { NetworkKernelAnalysis } from '../generated/analyses.js';
import type { EncodingSpec } from '../generated/encodings.js';
import type { CallOptions, ComputedBy, Positions } from './values.js';

/** The part of GPUDevice that is used. */
export interface GpuDevice {
  readonly lost: Promise<{ readonly reason: string }>;
  readonly queue: { submit(buffers: Iterable<never>): undefined };
  createBuffer(descriptor: { size: number; usage: number }): object;
}
export interface OnGpuOptions<D extends GpuDevice = GpuDevice> extends CallOptions {
  /** Device of the buffer; by default the `gpuDevice` of create, or a device that this instance creates. */
  readonly device?: D | undefined;
  /** GPUBufferUsage flags in addition to STORAGE, COPY_SRC and COPY_DST. */
  readonly usage?: number | undefined;
}
export interface BiasOnGpuOptions<D extends GpuDevice = GpuDevice> extends OnGpuOptions<D> {
  /** Returns only this head. */
  readonly head?: number | undefined;
}
/** A row-major (rows, cols) float32 matrix at the start of a buffer with STORAGE and COPY_SRC, such as a GpuMatrix. */
export interface GpuInput<D extends GpuDevice = GpuDevice> {
  readonly buffer: ReturnType<D['createBuffer']>;
  readonly rows: number;
  readonly cols: number;
  readonly device?: D | undefined;
}
export interface RotateOnGpuOptions<D extends GpuDevice = GpuDevice> extends OnGpuOptions<D> {
  /** Same as for `rotate`. */
  readonly side?: 'q' | 'k' | 'o' | undefined;
  /** Output buffer with STORAGE, COPY_SRC and COPY_DST. It must not be that of x, which a retry needs. */
  readonly into?: ReturnType<D['createBuffer']> | undefined;
}
/** A row-major (rows, cols) float32 matrix, in a buffer that the caller destroys. */
export interface GpuMatrix<D extends GpuDevice = GpuDevice> {
  readonly buffer: ReturnType<D['createBuffer']>;
  readonly device: D;
  readonly rows: number;
  readonly cols: number;
  /** 'wasm': computed on the CPU and uploaded. */
  readonly backend: ComputedBy;
}

/** Layers and parametrisation of a network: see the analysis network-kernel. */
export type Network = Omit<NetworkKernelAnalysis, 'analysis' | 'inputDim'>;
export interface NetworkKernelOptions<D extends GpuDevice = GpuDevice> extends OnGpuOptions<D> {
  /** 'ntk' (default): neural tangent kernel. 'nngp': covariance of the outputs at initialisation. */
  readonly kernel?: 'ntk' | 'nngp' | undefined;
}

/**
 * Without a usable GPU they reject with `bad_argument` for `options.device`. dispose() destroys the device that this
 * instance created, and its buffers.
 */
export interface OnGpuMethods {
  /** The float32 table, within 1.3e-7 of `table`. */
  tableOnGpu<D extends GpuDevice = GpuDevice>(
    spec: EncodingSpec,
    positions: Positions,
    options?: OnGpuOptions<D>,
  ): Promise<GpuMatrix<D>>;
  /** The float32 Gram matrix, with the error bound stated at `gram`. */
  gramOnGpu<D extends GpuDevice = GpuDevice>(
    spec: EncodingSpec,
    positions: Positions,
    options?: OnGpuOptions<D>,
  ): Promise<GpuMatrix<D>>;
  /** (heads * nQuery, nKey) Bit-identical to `attentionBias`, in its shape. */
  attentionBiasOnGpu<D extends GpuDevice = GpuDevice>(
    spec: EncodingSpec,
    nQuery: number,
    nKey: number,
    options?: BiasOnGpuOptions<D>,
  ): Promise<GpuMatrix<D>>;
  /**
   * (offsets, 1) `kernelProfile` in float32, within 4e-7·k(0) of it. If the waves have several amplitudes: within
   * 9e-7·k(0), and 2^-30 of the largest amplitude² for each wave.
   */
  kernelProfileOnGpu<D extends GpuDevice = GpuDevice>(
    spec: EncodingSpec,
    offsets: Positions,
    options?: OnGpuOptions<D>,
  ): Promise<GpuMatrix<D>>;
  /**
   * (n, n) NTK or NNGP kernel of an infinitely wide network whose inputs are the rows x of the table. Float64
   * reference: `analyse({ analysis: 'network-kernel', ...network }, { x: { spec, positions } })`. For evenly spaced
   * integers (if k is a function of the offset) it is that of the profile, rounded once. Otherwise, if all rows have
   * one norm R, it is within 3.2·s·(√w·1.3e-7·a / R + (w + 8)·2^-25) + 2^-21·m. m is the largest |entry|, s the
   * steepest slope in sin(θ/2) or cos(θ/2) of the angle θ between two rows, and a the power of two above the
   * amplitudes, at least 1.
   */
  networkKernelOnGpu<D extends GpuDevice = GpuDevice>(
    network: Network,
    spec: EncodingSpec,
    positions: Positions,
    options?: NetworkKernelOptions<D>,
  ): Promise<GpuMatrix<D>>;
  /**
   * (rows, rotatedWidth) `rotate` of float32 vectors x (rows, headDim), within 2.6e-7·(|x1| + |x2|) + 2^-124 of it
   * (times the next power of two of the attention factor). Row i has positions[i mod n], so that several heads can
   * share n positions; rows is a multiple of n. The device is that of x, else `options.device`. x must not change until
   * the promise settles. Pairs with a value that is not finite or beyond 2^125 are not verified.
   */
  rotateOnGpu<D extends GpuDevice = GpuDevice>(
    spec: EncodingSpec,
    x: GpuInput<D>,
    positions: Positions,
    options?: RotateOnGpuOptions<D>,
  ): Promise<GpuMatrix<D>>;
}
