/** The page Analyses, but not what the registry says of its rows. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../support/posenc.mjs';

export const prose = ['web/notebook/analyses.html', 'web/notebook/analyses/'];

const state = readFileSync(join(root, 'web/notebook/analyses/state.ts'), 'utf8');
/** Names of results and axes: what each is, the registry says beside it. */
const names = [
  'largest relative spread',
  'half width of the kernel',
  'waves longer than the context',
  'two positions are the same',
  'distance of the closest two',
  'Error of the best map',
  'distance after the best rotation',
  'distance from the nearest Gaussian',
  'Half time of each mode',
  'largest learning rate',
  'number of the decay p',
  'decay of the signal α',
];

export const claims = [
  {
    says: 'must be a whole number from {2} to …',
    is: () => [Number(/count: isWhole\((\d+)/.exec(state)[1])],
  },
  ...names.map((says) => ({ says, because: 'a name' })),
];
