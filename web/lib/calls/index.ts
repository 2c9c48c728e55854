/**
 * The public methods that need more than one call on one spec. To add one, add a line here or in late.ts, a file in this
 * folder and a type in types/posenc.ts.
 */
import { prepare } from './prepare.js';
import { tableBlocks } from './table-blocks.js';

/** Methods that come with the library; those of late.ts load with their first call. */
export const calls = { prepare, tableBlocks } as const;
