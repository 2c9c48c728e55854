/** An instance in this thread, which is disposed of after the tests of the file that imports it. */
import { after } from 'node:test';
import { create } from './posenc.mjs';

export const pe = await create();
after(() => pe.dispose());
