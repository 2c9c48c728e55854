/** Kernels of infinitely wide networks whose inputs are table rows. GPU only; `analyse` computes other kernels. */
import { choiceOption } from '../checks/options.js';
import { checkNetwork } from '../requests/analysis.js';
import { given, onPositions, type OnPositions } from '../requests/requests.js';
import type { RawAnalysis } from '../types/analysis-module.js';
import type { OnGpuMethod } from './method.js';

export interface NetworkKernelRequest extends OnPositions {
  readonly analysis: RawAnalysis;
  readonly kernel: 'ntk' | 'nngp';
}

export const networkKernelOnGpu: OnGpuMethod<NetworkKernelRequest> = {
  takes: ['network', 'spec', 'positions'],
  options: ['kernel'],
  read: (entries, network, spec, positions) => ({
    ...onPositions('table', given(spec), positions),
    analysis: checkNetwork(network),
    kernel: choiceOption(entries, 'kernel', ['ntk', 'nngp']),
  }),
};
