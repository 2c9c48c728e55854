/** Files that `npm run studies` wrote for the pages. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './posenc.mjs';

export const recordedFile = (name) => JSON.parse(readFileSync(join(root, 'web/notebook', name), 'utf8'));
