/** Reads, writes and reports on Hugging Face config.json. Text in, data out: no I/O. */
export { openConfig, parseConfig } from './config-file.js';
export { importConfig } from './import.js';
export { reportOn } from './report.js';
export { sinusoidsOf } from './sinusoids.js';
