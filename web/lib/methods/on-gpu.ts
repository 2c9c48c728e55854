/**
 * The methods on one spec whose result may stay on a GPU. Each needs a line here and one in gpu/methods, which also has
 * networkKernel: its call loads late (calls/network-kernel-on-gpu.ts).
 */
import { attentionBiasOnGpu } from './attention-bias.js';
import { gramOnGpu } from './gram.js';
import { kernelProfileOnGpu } from './kernel-profile.js';
import { rotateOnGpu } from './rotate.js';
import { tableOnGpu } from './table.js';

export const onGpuMethods = {
  table: tableOnGpu,
  gram: gramOnGpu,
  attentionBias: attentionBiasOnGpu,
  kernelProfile: kernelProfileOnGpu,
  rotate: rotateOnGpu,
} as const;
