import { extendedFrom, type Mistake } from '../making.js';

/** b^(-2i/w) with w = the head's width, r/2, 2r or r - 2 instead of r; for sinusoids, the other denominator. */
export const exponentWidth: Mistake = {
  id: 'exponent-width',
  stage: 'frequencies',
  title: 'the exponent is divided by a width other than that of the rotated channels',
  sources: ['pie-project/pie#602', 'rasbt/LLMs-from-scratch#410', 'hkproj/pytorch-llama#3', 'wenet-e2e/wenet#2141'],
  make({ meant, spec, steps }) {
    const { dim, rotaryDim = dim } = spec;
    const own = meant.encoding === 'sinusoidal' && meant.denominator === 'd/2-1' ? rotaryDim - 2 : rotaryDim;
    const widths = new Set([dim, rotaryDim, rotaryDim / 2, 2 * rotaryDim, rotaryDim - 2]);
    return [...widths]
      .filter((width) => width > 0 && width !== own)
      .flatMap((width) => extendedFrom(spec, (plain) => plain ** (own / width)))
      .map((step) => ({ steps: [...steps, step] }));
  },
};
