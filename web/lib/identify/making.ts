/**
 * How numbers are made: a spec whose frequencies the core computes, and what a mistake does to them afterwards.
 */
import type { RopeSpec } from '../generated/encodings.js';
import type { KnownMistake } from '../types/identify.js';

/** Frequencies in rad per position with and without the context extension, and the factor of cos and sin. */
export interface Rates {
  readonly spec: RopeSpec;
  readonly scaled: readonly number[];
  readonly plain: readonly number[];
  readonly amplitude: number;
  /** How far apart the two numbers lie that a pair blends, where that is not the distance from its plain frequency. */
  readonly apart?: readonly number[];
}
export type Step = (rates: Rates) => Rates;

/** In which format position and frequency meet, and in which their product is. */
export interface Held {
  readonly operands: 'bf16' | 'fp16' | 'float32';
  readonly product: 'bf16' | 'fp16' | 'float32';
}

export interface Making {
  /** What the numbers should have been. */
  readonly meant: RopeSpec;
  /** Whose frequencies the core computes: the same, or what a mistake has made of it. */
  readonly spec: RopeSpec;
  readonly mistakes: readonly KnownMistake[];
  readonly steps: readonly Step[];
  /** Added to every position. */
  readonly shift: number;
  readonly held?: Held;
  /** The channels stand in the order of the other layout. */
  readonly otherLayout?: true;
  readonly layer?: string;
}

/** What is known beside the spec: max_position_embeddings of the config. */
export interface Facts {
  readonly maxContext?: number;
}

/** One kind of mistake. What it makes of a making: nothing where it has no place there, several where it has variants. */
export interface Mistake extends KnownMistake {
  make(making: Making, facts: Facts): readonly Partial<Omit<Making, 'mistakes' | 'meant'>>[];
}

export const plainMaking = (spec: RopeSpec, layer?: string): Making => ({
  meant: spec,
  spec,
  mistakes: [],
  steps: [],
  shift: 0,
  ...(layer !== undefined && { layer }),
});

/** The makings with one mistake more. */
export const withMistake = (mistake: Mistake, making: Making, facts: Facts): Making[] =>
  mistake.make(making, facts).map((change) => {
    const { id, stage, title, sources } = mistake;
    return { ...making, ...change, mistakes: [...making.mistakes, { id, stage, title, sources }] };
  });

export const ratesOf = (making: Making, rates: Rates): Rates => making.steps.reduce((made, step) => step(made), rates);

/** A step that changes each frequency. */
export const eachRate =
  (change: (scaled: number, plain: number, pair: number, rates: Rates) => number): Step =>
  (rates) => ({
    ...rates,
    scaled: rates.scaled.map((scaled, pair) => change(scaled, rates.plain[pair]!, pair, rates)),
  });

/** A step that changes the factor of cos and sin. */
export const amplitudeTo =
  (change: (amplitude: number, rates: Rates) => number): Step =>
  (rates) => ({ ...rates, amplitude: change(rates.amplitude, rates) });

/** The part ρ of a frequency that is divided by the factor: scaled = (1 - ρ) plain + ρ plain / factor. */
export const partDivided = (scaled: number, plain: number, factor: number): number =>
  (plain - scaled) / (plain - plain / factor);
