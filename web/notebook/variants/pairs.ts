/** The most frequent questions about position encodings, each as two specs; answers load with answers.ts. */
import type { DraftSpec } from '../state.js';

export interface Pair {
  readonly id: string;
  readonly title: string;
  readonly question: string;
  /** For the first question, which is shown at once: a line is a paragraph. The others are in answers.ts. */
  readonly answer?: string;
  readonly a: DraftSpec;
  readonly b: DraftSpec;
  /** Positions to compare at; for a grid, the number of cells. */
  readonly count: number;
}

const llama2 = (type: string): DraftSpec => ({
  encoding: 'rope',
  dim: 128,
  scaling: { type, factor: 16, originalContext: 4096 },
});

export const pairs: readonly Pair[] = [
  {
    id: 'layout',
    title: 'interleaved / half',
    question: 'Are sines and cosines interleaved or concatenated, and does it matter?',
    answer: `Both exist: the paper of Vaswani interleaves, tensor2tensor and fairseq concatenate. They are the same numbers in another order, so every inner product, and with it every kernel, is the same.
It matters for checkpoints: weights that were trained with one read noise from the other until their channels are permuted.`,
    a: { encoding: 'sinusoidal', dim: 64 },
    b: { encoding: 'sinusoidal', dim: 64, layout: 'half' },
    count: 256,
  },
  {
    id: 'denominator',
    title: 'd/2 / d/2 − 1',
    question: 'Is the exponent i/(d/2) or i/(d/2 − 1)?',
    a: { encoding: 'sinusoidal', dim: 64, layout: 'half' },
    b: { encoding: 'sinusoidal', dim: 64, layout: 'half', denominator: 'd/2-1' },
    count: 256,
  },
  {
    id: 'rotate-half',
    title: 'rotary: interleaved / half',
    question: 'Rotate-half or interleaved pairs: are my converted weights right?',
    a: { encoding: 'rope', dim: 64, layout: 'interleaved' },
    b: { encoding: 'rope', dim: 64, layout: 'half' },
    count: 256,
  },
  {
    id: 'mae',
    title: '2-D: MAE / timm',
    question: 'Which half of a 2-D sin-cos table is the height?',
    a: { encoding: 'sincos2d-mae', dim: 64 },
    b: { encoding: 'sincos2d-timm', dim: 64, interleaveSinCos: true },
    count: 256,
  },
  {
    id: 'yarn',
    title: 'YaRN: paper / code',
    question: 'Is the YaRN that everybody runs the YaRN of the paper?',
    a: llama2('yarn-paper'),
    b: llama2('yarn'),
    count: 256,
  },
  {
    id: 'timestep',
    title: 'time step: DDPM / Stable Diffusion',
    question: 'Do diffusion models share one time-step embedding?',
    a: { encoding: 'timestep', dim: 64 },
    b: { encoding: 'timestep', dim: 64, flipSinToCos: true, downscaleFreqShift: 0 },
    count: 256,
  },
  {
    id: 'alibi',
    title: 'ALiBi: released / geometric',
    question: 'Which slopes has ALiBi for 12 heads?',
    a: { encoding: 'alibi', heads: 12 },
    b: { encoding: 'alibi', heads: 12, rule: 'geometric' },
    count: 64,
  },
];
