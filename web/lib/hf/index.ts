/** Reading and writing of Hugging Face config.json, and the report on one. Text in, data out: no I/O. */
export { importConfig, loadImportGguf, readModel } from './import.js';
export { unrotatedReport } from './unrotated.js';
export { assembleConfigReport, assembleReport } from './report.js';
