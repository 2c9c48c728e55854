/** The importer's result for a file as a caller passes it: a string or an object. */
import { readConfig } from '../../../dist/lib/hf/config-argument.js';
import { importConfig as imported, parseConfig } from '../../../dist/lib/hf/index.js';

export const importConfig = (config) => imported(parseConfig(readConfig(config)));
