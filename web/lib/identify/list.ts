/** The known mistakes, in the order in which they are combined. To add one, write a file and a row here. */
import { amplitudeAllDim } from './mistakes/amplitude-all-dim.js';
import { amplitudeDefault } from './mistakes/amplitude-default.js';
import { amplitudeLogged } from './mistakes/amplitude-logged.js';
import { amplitudeMissing } from './mistakes/amplitude-missing.js';
import { amplitudeSquared } from './mistakes/amplitude-squared.js';
import { baseDefault } from './mistakes/base-default.js';
import { betasDefault } from './mistakes/betas-default.js';
import { betasSwapped } from './mistakes/betas-swapped.js';
import { clampWidth } from './mistakes/clamp-width.js';
import { contextMax } from './mistakes/context-max.js';
import { exponentWidth } from './mistakes/exponent-width.js';
import { factorInPower } from './mistakes/factor-in-power.js';
import { harmonicBlend } from './mistakes/harmonic-blend.js';
import { indexShifted } from './mistakes/index-shifted.js';
import { invertedInterpolation } from './mistakes/inverted-interpolation.js';
import { layoutExchanged } from './mistakes/layout-exchanged.js';
import { linearInstead } from './mistakes/linear-instead.js';
import { pairsMissing } from './mistakes/pairs-missing.js';
import { periods } from './mistakes/periods.js';
import { positionsShifted } from './mistakes/positions-shifted.js';
import { anglesBf16, anglesFloat32, anglesFp16 } from './mistakes/precision.js';
import { scalingSkipped } from './mistakes/scaling-skipped.js';
import { scalingTwice } from './mistakes/scaling-twice.js';
import { stretchedBase } from './mistakes/stretched-base.js';
import { truncation } from './mistakes/truncation.js';
import type { Mistake } from './making.js';

/** Changes of the spec precede changes of its numbers. */
export const mistakes: readonly Mistake[] = [
  baseDefault,
  contextMax,
  truncation,
  betasSwapped,
  betasDefault,
  linearInstead,
  scalingSkipped,
  clampWidth,
  scalingTwice,
  invertedInterpolation,
  factorInPower,
  stretchedBase,
  harmonicBlend,
  exponentWidth,
  indexShifted,
  periods,
  amplitudeMissing,
  amplitudeSquared,
  amplitudeDefault,
  amplitudeAllDim,
  amplitudeLogged,
  positionsShifted,
  anglesBf16,
  anglesFp16,
  anglesFloat32,
  layoutExchanged,
  pairsMissing,
];
