/** Experiments to begin with. */
import { initial, type LabState } from './state.js';

export interface Preset {
  readonly id: string;
  readonly title: string;
  /** What to look for. */
  readonly notice: string;
  readonly state: Partial<LabState>;
}

const learned = (sigma: number) => ({
  ...initial,
  spec: { encoding: 'learned', init: 'small-norm', sigma },
});
const modular = (sigma: number): Partial<LabState> => ({
  ...learned(sigma),
  task: 'modular',
  taskParams: { nodes: 24 },
  model: { dim: 32, blocks: 2 },
  training: { rate: 0.002, batch: 64, steps: 1500, evaluateEvery: 50, seed: 0 },
});
const sequences = (kind: string, spec: LabState['spec'], position: LabState['position']): Partial<LabState> => ({
  ...initial,
  task: 'sequences',
  taskParams: { kind },
  model: { dim: 32, blocks: 2 },
  spec,
  position,
  training: { rate: 0.002, batch: 64, steps: 1500, evaluateEvery: 50, seed: 0 },
});

export const presets: readonly Preset[] = [
  {
    id: 'small',
    title: 'Latin squares, small σ = 0.2',
    notice:
      'Accuracy stays near a half, then rises within some hundred steps, when the first block has found rows and columns.',
    state: learned(0.2),
  },
  {
    id: 'large',
    title: 'Latin squares, large σ = 2',
    notice: 'Attention begins saturated, places stay as they were drawn, and the rules are not found with this budget.',
    state: learned(2),
  },
  {
    id: 'oracle',
    title: 'Latin squares, told rows and columns',
    notice: 'One-hot rows and columns in every block, frozen: what knowing the places is worth.',
    state: { ...initial, spec: undefined, training: { ...initial.training, oracle: true } },
  },
  {
    id: 'fixed',
    title: 'Latin squares, fixed 2-D sinusoids',
    notice: 'Memorised more than understood at this size: training accuracy runs ahead of the test.',
    state: { ...initial, spec: { encoding: 'sincos2d-mae' }, position: { where: 'blocks' } },
  },
  {
    id: 'none',
    title: 'Latin squares, no positions',
    notice: 'Without places a square is a bag of symbols.',
    state: { ...initial, spec: undefined },
  },
  {
    id: 'modular-small',
    title: '3-D modules, small σ = 0.1',
    notice: 'Similarities of the learned places come to mirror the covariance of the data: watch RSA and the modules.',
    state: modular(0.1),
  },
  {
    id: 'modular-large',
    title: '3-D modules, large σ = 2',
    notice: 'The error falls nearly as far, but the places mirror nothing.',
    state: modular(2),
  },
  {
    id: 'back-relative',
    title: 'k steps back, rotary',
    notice: 'What stands a fixed distance back: relative positions say it in one step, also in longer sequences.',
    state: sequences('back', { encoding: 'rope' }, {}),
  },
  {
    id: 'slot-absolute',
    title: 'The i-th token, sinusoids',
    notice: 'What stands in a fixed slot: absolute positions say it.',
    state: sequences('slot', { encoding: 'sinusoidal' }, { where: 'input' }),
  },
];
