/** The front door. */
export const prose = ['web/notebook/index.html', 'web/notebook/home/'];

const shown = 'its numbers are computed where it is shown; tests/page/home.spec.mjs compares them';
const elsewhere = 'what another page does';

export const claims = [
  {
    says: 'Give its config.json: how far its positions reach, how each engine reads the file, and the command that serves a longer context.',
    because: elsewhere,
  },
  {
    says: 'See every encoding with its formula and its source, compare two of them, and follow what they induce: kernels and spectral bias.',
    because: elsewhere,
  },
  { says: 'Computed in float32, as most libraries do, the worst of them is off by … at position …;', because: shown },
  // of two points on the circle of radius 1
  { says: 'in bfloat16 by …, where {2} is the opposite direction.', is: () => [Math.hypot(1 - -1, 0)] },
];
