/**
 * The public methods that are more than one call on one spec. A new one is a line here, its file beside, and its form in
 * types/posenc.ts.
 */
import { analyse } from './analyse.js';
import { compare } from './compare.js';
import { diffConfigs } from './diff-configs.js';
import { engines } from './engines.js';
import { exportConfig } from './export-config.js';
import { extendContext } from './extend-context.js';
import { identify } from './identify.js';
import { importConfig } from './import-config.js';
import { multimodalIds } from './multimodal-ids.js';
import { prepare } from './prepare.js';
import { report } from './report.js';
import { resumeTraining } from './resume-training.js';
import { tableBlocks } from './table-blocks.js';
import { train } from './train.js';

export const calls = {
  analyse,
  compare,
  diffConfigs,
  engines,
  exportConfig,
  extendContext,
  identify,
  importConfig,
  multimodalIds,
  prepare,
  report,
  resumeTraining,
  tableBlocks,
  train,
} as const;
