/** The studies, in the order of their page. */
import { base } from './rows/base.js';
import { contextExtension } from './rows/context-extension.js';
import { hybrid } from './rows/hybrid.js';
import { illSuited } from './rows/ill-suited.js';
import { illSuited3d } from './rows/ill-suited-3d.js';
import { kernelInit } from './rows/kernel-init.js';
import { lazyOrRich } from './rows/lazy-or-rich.js';
import { lengthExtrapolation } from './rows/length-extrapolation.js';
import { overfitting } from './rows/overfitting.js';
import { pictures } from './rows/pictures.js';
import { publishedPuzzles } from './rows/published-puzzles.js';
import { relativeOrAbsolute } from './rows/relative-or-absolute.js';
import { removal } from './rows/removal.js';
import { smallNorm } from './rows/small-norm.js';
import { smallNorm3d } from './rows/small-norm-3d.js';
import { whoDidWhat } from './rows/who-did-what.js';
import type { Study } from './study.js';

export const studies: readonly Study[] = [
  ...[smallNorm, publishedPuzzles, smallNorm3d, illSuited, illSuited3d, lazyOrRich, kernelInit],
  ...[lengthExtrapolation, contextExtension],
  ...[base, hybrid, relativeOrAbsolute, whoDidWhat, removal, overfitting, pictures],
];
