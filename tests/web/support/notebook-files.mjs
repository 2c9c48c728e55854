/** The notebooks of examples/notebooks, including the course. */
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root } from '../../../web/tools/setup.mjs';

const folder = 'examples/notebooks';

/** Paths from the root, by name, in the order of the index: lessons first, 2 before 10. */
export const notebookPaths = new Map(
  readdirSync(join(root, folder), { recursive: true })
    .filter((path) => path.endsWith('.html'))
    .sort((a, b) => b.startsWith('course') - a.startsWith('course') || a.localeCompare(b, 'en', { numeric: true }))
    .map((path) => [basename(path, '.html'), join(folder, path)]),
);
