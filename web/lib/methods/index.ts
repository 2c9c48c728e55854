/**
 * The list of methods on one spec. To add one, add a line and a file here, a line and a file in wasm/methods, and its
 * public type in types/spec-methods.ts; everything else follows.
 */
import { attentionBias } from './attention-bias.js';
import { attentionScores } from './attention-scores.js';
import { biasVector } from './bias-vector.js';
import { channelGram } from './channel-gram.js';
import { cosSin } from './cos-sin.js';
import { decayBound } from './decay-bound.js';
import { derivative } from './derivative.js';
import { facts } from './facts.js';
import { frequencies } from './frequencies.js';
import { gram } from './gram.js';
import { kernelProfile } from './kernel-profile.js';
import { precision } from './precision.js';
import { relativeMap } from './relative-map.js';
import { rotate } from './rotate.js';
import { shape } from './shape.js';
import { table } from './table.js';

export const methods = {
  frequencies,
  table,
  derivative,
  kernelProfile,
  decayBound,
  gram,
  channelGram,
  rotate,
  cosSin,
  attentionBias,
  biasVector,
  relativeMap,
  attentionScores,
  facts,
  precision,
  shape,
} as const;
