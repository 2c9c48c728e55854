/** An instance in this thread, disposed of after the tests of the importing file. */
import { after } from 'node:test';
import { create } from './posenc.mjs';

export const pe = await create();
after(() => pe.dispose());
