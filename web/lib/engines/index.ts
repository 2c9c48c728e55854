/** Inference engines as rows, and their readings of a config.json. */
export { chosen } from './chosen.js';
export { engines } from './list.js';
export { compareEngines, settingsNote } from './compare.js';
export { engineReport } from './report.js';
export { ggufAnswers } from './gguf.js';
