/**
 * The part of the public interface whose results stay on a GPU.
 */
import { checkNetwork } from './requests/analysis.js';
import type { Caller } from './caller.js';
import { readGpuMatrix, targetBeside } from './requests/gpu-arguments.js';
import type {
  BiasOnGpuOptions,
  GpuDevice,
  GpuInput,
  GpuMatrix,
  Network,
  NetworkKernelOptions,
  OnGpuMethods,
  OnGpuOptions,
  RotateOnGpuOptions,
} from './types/on-gpu.js';
import { choiceOption, sideOf } from './checks/options.js';
import type { EncodingSpec, Positions } from './types/posenc.js';
import { biasRequest, given, onPositions } from './requests/requests.js';

export class OnGpuApi implements OnGpuMethods {
  readonly #calls: Caller;

  constructor(calls: Caller) {
    this.#calls = calls;
  }

  tableOnGpu<D extends GpuDevice = GpuDevice>(
    spec: EncodingSpec,
    positions: Positions,
    options?: OnGpuOptions<D>,
  ): Promise<GpuMatrix<D>> {
    return this.#calls.onGpu('table', options, [], () => onPositions('table', given(spec), positions));
  }

  gramOnGpu<D extends GpuDevice = GpuDevice>(
    spec: EncodingSpec,
    positions: Positions,
    options?: OnGpuOptions<D>,
  ): Promise<GpuMatrix<D>> {
    return this.#calls.onGpu('gram', options, [], () => onPositions('gram', given(spec), positions));
  }

  kernelProfileOnGpu<D extends GpuDevice = GpuDevice>(
    spec: EncodingSpec,
    offsets: Positions,
    options?: OnGpuOptions<D>,
  ): Promise<GpuMatrix<D>> {
    return this.#calls.onGpu('kernelProfile', options, [], () =>
      onPositions('kernelProfile', given(spec), offsets, 'offsets'),
    );
  }

  rotateOnGpu<D extends GpuDevice = GpuDevice>(
    spec: EncodingSpec,
    x: GpuInput<D>,
    positions: Positions,
    options?: RotateOnGpuOptions<D>,
  ): Promise<GpuMatrix<D>> {
    return this.#calls.onGpu(
      'rotate',
      options,
      ['side', 'into'],
      (entries) => ({
        ...onPositions('rotate', given(spec), positions),
        x: readGpuMatrix(x, 'x'),
        side: sideOf(entries),
      }),
      (entries, request) => targetBeside(entries, request.x),
    );
  }

  attentionBiasOnGpu<D extends GpuDevice = GpuDevice>(
    spec: EncodingSpec,
    nQuery: number,
    nKey: number,
    options?: BiasOnGpuOptions<D>,
  ): Promise<GpuMatrix<D>> {
    return this.#calls.onGpu('attentionBias', options, ['head'], (entries) =>
      biasRequest('attentionBias', given(spec), nQuery, nKey, entries),
    );
  }

  networkKernelOnGpu<D extends GpuDevice = GpuDevice>(
    network: Network,
    spec: EncodingSpec,
    positions: Positions,
    options?: NetworkKernelOptions<D>,
  ): Promise<GpuMatrix<D>> {
    return this.#calls.onGpu('networkKernel', options, ['kernel'], (entries) => ({
      ...onPositions('table', given(spec), positions),
      analysis: checkNetwork(network),
      kernel: choiceOption(entries, 'kernel', ['ntk', 'nngp']),
    }));
  }
}
