/** GPU implementations of methods whose result may stay on it; those with `verified` also replace the module's. */
import type { OnGpuName } from '../../methods/calls.js';
import type { GpuMethod } from '../method.js';
import { attentionBias } from './attention-bias.js';
import { gram } from './gram.js';
import { kernelProfile } from './kernel-profile.js';
import { networkKernel } from './network-kernel.js';
import { rotate } from './rotate.js';
import { table } from './table.js';

export const gpuMethods: { readonly [M in OnGpuName]: GpuMethod<M> } = {
  table,
  gram,
  attentionBias,
  kernelProfile,
  networkKernel,
  rotate,
};
