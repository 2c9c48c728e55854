/** Sources of web/notebook/notebooks as a module. */
import { join } from 'node:path';
import { bundled } from './page-parts.mjs';
import { root } from './posenc.mjs';

/**
 * @param files their names without the ending
 * @param file where the module is written, if it imports packages
 */
export const notebookParts = (files, file) =>
  bundled(files.map((name) => `export * from '${join(root, 'web/notebook/notebooks', name)}.ts';`).join('\n'), file);
