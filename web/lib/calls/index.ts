/**
 * The public methods that need more than one call on one spec. To add one, add a line here, a file in this folder and a
 * type in types/posenc.ts.
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
