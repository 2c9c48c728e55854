import type { Mistake } from '../making.js';

/** The first row is that of position 1, or the token count is incremented before it is read. */
export const positionsShifted: Mistake = {
  id: 'positions-shifted',
  stage: 'positions',
  title: 'positions are off by one',
  sources: ['fla-org/flash-linear-attention#766'],
  make: ({ shift }) => (shift === 0 ? [{ shift: 1 }, { shift: -1 }] : []),
};
