/** Sources of web/notebook/notebooks as a module. */
import { join } from 'node:path';
import { bundled } from './page-parts.mjs';
import { root } from './posenc.mjs';

/**
 * @param files names without the extension
 * @param file path of the written module, if it imports packages
 */
export const notebookParts = (files, file) =>
  bundled(files.map((name) => `export * from '${join(root, 'web/notebook/notebooks', name)}.ts';`).join('\n'), file);
