/** The recipe of an engine: one that reads a file as transformers 5 does. */
import { transformers5 } from './transformers-5.js';
import type { Engine } from './types.js';

export const exampleEngine: Engine = {
  ...transformers5,
  id: 'example-engine',
  title: 'Example',
  basis: 'read',
};
