/**
 * The list of methods whose result may stay on a GPU. Each needs a line here and one in gpu/methods.
 */
import { attentionBiasOnGpu } from './attention-bias.js';
import { gramOnGpu } from './gram.js';
import { kernelProfileOnGpu } from './kernel-profile.js';
import { networkKernelOnGpu } from './network-kernel.js';
import { rotateOnGpu } from './rotate.js';
import { tableOnGpu } from './table.js';

export const onGpuMethods = {
  table: tableOnGpu,
  gram: gramOnGpu,
  attentionBias: attentionBiasOnGpu,
  kernelProfile: kernelProfileOnGpu,
  networkKernel: networkKernelOnGpu,
  rotate: rotateOnGpu,
} as const;
