/** networkKernelOnGpu, which knows every analysis and so loads with its first call. */
import { networkKernelOnGpu as method } from '../methods/network-kernel.js';
import type { Posenc } from '../types/posenc.js';
import type { Composed } from './composed.js';

export const networkKernelOnGpu: Composed<'networkKernelOnGpu'> = {
  takes: method.takes,
  make: (calls) =>
    ((...given: readonly unknown[]) => calls.onGpu('networkKernel', method, given)) as Posenc['networkKernelOnGpu'],
};
