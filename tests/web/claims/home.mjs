/** The front door. */
import { readFileSync } from 'node:fs';

export const prose = ['web/notebook/index.html', 'web/notebook/home/'];

const shown = 'its numbers are computed where it is shown; tests/page/home.spec.mjs compares them';
const page = readFileSync(new URL('../../../web/notebook/home/main.ts', import.meta.url), 'utf8');
const elsewhere = 'what another page does';

export const claims = [
  {
    says: 'They are eight pairs of base {500,000}; other settings have other errors.',
    is: () => [Number(/dim: 16, base: ([\d_]+)/.exec(page)[1].replace('_', ''))],
  },
  {
    says: 'Give its config.json: how far its positions reach, how each engine reads the file, and the command that serves a longer context.',
    because: elsewhere,
  },
  {
    says: 'See every encoding with its formula and its source, compare two of them, and follow what they induce: kernels and spectral bias.',
    because: elsewhere,
  },
  {
    says: 'Computed in float32, as most libraries do, the worst of these eight is off by … at position …;',
    because: shown,
  },
  // of two points on the circle of radius 1
  { says: 'in bfloat16 by …, where {2} is the opposite direction.', is: () => [Math.hypot(1 - -1, 0)] },
];
