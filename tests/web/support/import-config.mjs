/** What the importer makes of a file as a caller gives it: text, or an object. */
import { readConfig } from '../../../dist/lib/hf/config-argument.js';
import { importConfig as imported, parseConfig } from '../../../dist/lib/hf/index.js';

export const importConfig = (config) => imported(parseConfig(readConfig(config)));
