/** Helpers that build the rows. */
import type { Experiment, PositionSpec } from '../types/training.js';
import type { Claim, Column, Measure, Term, Value } from './study.js';

/** Measures at the end of the last stage, or of the given one. */
export const end = (of: string, stage?: number): Measure => (stage === undefined ? { of } : { of, stage });
export const start = (of: string): Measure => ({ of, at: 'start' });
export const stepsTo = (reach: number, of: string): Measure => ({ stepsTo: of, reach });
export const column = (title: string, measure: Measure, digits: number): Column => ({ title, measure, digits });
export const term = (measure: Measure, arm: string): Term => ({ measure, arm });
export const difference = (measure: Measure, arm: string, other: string): Value => ({
  of: term(measure, arm),
  minus: term(measure, other),
});
/** Claims that one arm has more of it than the other, by at least `by`. */
export const more = (text: string, measure: Measure, arm: string, other: string, by = 0): Claim => ({
  text,
  value: difference(measure, arm, other),
  above: by,
});

/** Marks the claim that decides the question of its study; docs/studies.md describes how it was chosen. */
export const primary = (claim: Claim): Claim => ({ ...claim, primary: true });

/** Latin squares in a small model, which learns them with every seed at σ = 0.4. */
export const latinSquares: Experiment = {
  task: { id: 'latin-square' },
  model: { dim: 32, blocks: 2, heads: 4, hidden: 128, mlpOutputActivation: true },
  learningRate: 0.002,
  weightDecay: 0.1,
  batch: 128,
  steps: 3000,
  evaluateEvery: 150,
};
export const squaresToy = { task: { puzzles: 60 }, batch: 16, steps: 2, evaluateEvery: 2 } as const;

/** 48 nodes, half of them hidden. */
export const modularData: Experiment = {
  task: { id: 'modular', nodes: 48, dynamics: 'static' },
  model: { dim: 32, blocks: 2, heads: 1, hidden: 128 },
  learningRate: 0.002,
  batch: 64,
  steps: 1000,
  evaluateEvery: 100,
};
export const modularToy = { task: { samples: 40 }, batch: 8, steps: 2, evaluateEvery: 2 } as const;

export const learned = (sigma: number): { readonly positions: readonly PositionSpec[] } => ({
  positions: [{ encoding: 'learned', init: 'small-norm', sigma, where: 'blocks' }],
});

/** Sequences of symbols, read by a causal decoder. */
export const sequences: Experiment = {
  task: { id: 'sequences', kind: 'back' },
  model: { dim: 32, blocks: 2, heads: 4, hidden: 128, causal: true },
  learningRate: 0.002,
  batch: 64,
  steps: 1500,
  evaluateEvery: 150,
};
export const sequencesToy = { batch: 8, steps: 2, evaluateEvery: 2 } as const;

/** The small language: only the order of words shows who does what to whom. The loss covers every next word. */
export const language = (length: number): Experiment => ({
  task: { id: 'language', names: 8, verbs: 4, length, loss: 'all' },
  model: { dim: 32, blocks: 2, heads: 2, hidden: 128, causal: true },
  learningRate: 0.002,
  batch: 64,
  steps: 2000,
  evaluateEvery: 200,
});
export const languageToy = { batch: 4, steps: 2, evaluateEvery: 2 } as const;
