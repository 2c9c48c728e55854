/** Reading and writing of Hugging Face config.json, and the report on one. Text in, data out: no I/O. */
export { openConfig, parseConfig } from './config-file.js';
export { importConfig } from './import.js';
export { reportOn } from './report.js';
export { sinusoidsOf } from './sinusoids.js';
