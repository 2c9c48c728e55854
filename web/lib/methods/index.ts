/**
 * The list of methods on one spec. A new one is a line here and its file beside, a line and a file in wasm/methods, and
 * its public form in types/spec-methods.ts: all else follows.
 */
import { attentionBias, attentionBiasOnGpu } from './attention-bias.js';
import { attentionScores } from './attention-scores.js';
import { biasVector } from './bias-vector.js';
import { channelGram } from './channel-gram.js';
import { decayBound } from './decay-bound.js';
import { derivative } from './derivative.js';
import { facts } from './facts.js';
import { frequencies } from './frequencies.js';
import { gram, gramOnGpu } from './gram.js';
import { kernelProfile, kernelProfileOnGpu } from './kernel-profile.js';
import { networkKernelOnGpu } from './network-kernel.js';
import { precision } from './precision.js';
import { relativeMap } from './relative-map.js';
import { rotate, rotateOnGpu } from './rotate.js';
import { shape } from './shape.js';
import { table, tableOnGpu } from './table.js';

export const methods = {
  frequencies,
  table,
  derivative,
  kernelProfile,
  decayBound,
  gram,
  channelGram,
  rotate,
  attentionBias,
  biasVector,
  relativeMap,
  attentionScores,
  facts,
  precision,
  shape,
} as const;

/** Those whose result may stay on a GPU: a line in gpu/methods, too. */
export const onGpuMethods = {
  table: tableOnGpu,
  gram: gramOnGpu,
  attentionBias: attentionBiasOnGpu,
  kernelProfile: kernelProfileOnGpu,
  networkKernel: networkKernelOnGpu,
  rotate: rotateOnGpu,
} as const;
