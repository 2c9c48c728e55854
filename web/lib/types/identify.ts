/** Types of `identify`: the spec that produced given rotary values, possibly with a known mistake. */
import type { RopeSpec, SinusoidalSpec } from '../generated/encodings.js';
import type { GgufHeader } from './gguf.js';
import type { Matrix } from './values.js';

/**
 * Frequencies, a cos/sin table with a row per position, two separate tables, such values as text, or the header of a
 * GGUF file. The header's factors are applied.
 */
export type NumbersToIdentify =
  | readonly number[]
  | Float32Array
  | Float64Array
  | Matrix
  | { readonly cos: Matrix; readonly sin: Matrix }
  | string
  | GgufHeader;

/** The narrowest of these formats that represents all values; for text, the printed digits. */
export type NumbersFormat = 'float64' | 'float32' | 'bf16' | 'fp16' | 'text';

export type MistakeStage = 'frequencies' | 'amplitude' | 'positions' | 'precision' | 'layout';

/** A mistake found in published code. */
export interface KnownMistake {
  readonly id: string;
  readonly stage: MistakeStage;
  readonly title: string;
  /** References: owner/repo#thread. */
  readonly sources: readonly string[];
}

/** The first pair whose values differ from the candidate beyond rounding; in a table, its first such position. */
export interface PartingPair {
  readonly pair: number;
  readonly position?: number;
  readonly given: number;
  readonly made: number;
}

/** Sinusoids use the frequencies of rotary embeddings, or those with the denominator d/2 - 1. */
export type IdentifiedSpec = RopeSpec | SinusoidalSpec;

/** A spec, the mistakes applied to it, and how close its values are to the given ones. */
export interface IdentifyCandidate {
  readonly spec: IdentifiedSpec;
  /** Empty if the spec itself produces the values. */
  readonly mistakes: readonly KnownMistake[];
  /** Layer type of the config that the spec was read from. */
  readonly layer?: string;
  /** Column layout of frequencies, cosines and sines. */
  readonly form: string;
  /** Largest |given - made| of all compared values. */
  readonly residual: number;
  /** Largest difference relative to the rounding tolerance; at most 1 if the candidate explains the values. */
  readonly ofRounding: number;
  /** Number of pairs whose values are all explained, and the total. */
  readonly pairsAlike: number;
  readonly pairs: number;
  /** Absent if the candidate explains the values. */
  readonly parts?: PartingPair;
  /** Computed frequencies in rad per position, and the factor on cos and sin. */
  readonly frequencies: readonly number[];
  readonly amplitude: number;
  /** The spec in words: "rope of 128 rotated channels, base 10000, linear (factor 4)". */
  readonly description: string;
  /** "agrees in every number", or the first pair that differs. */
  readonly agreement: string;
}

/**
 * expected: the config produces these values. spec: a spec does, and no config was passed. mistake: the config or a
 * spec does, with a known mistake. other: a spec other than the config's does. unknown: no known candidate does.
 */
export type IdentifyVerdict = 'expected' | 'spec' | 'mistake' | 'other' | 'unknown';

export interface Identification {
  readonly verdict: IdentifyVerdict;
  readonly numbers: 'frequencies' | 'table';
  readonly format: NumbersFormat;
  /** Candidates within rounding that need the fewest mistakes. All are equally valid, sorted by residual. */
  readonly explanations: readonly IdentifyCandidate[];
  /** The closest candidate, if nothing known explains the values. */
  readonly nearest?: IdentifyCandidate;
  /** The config's candidate, if a config was passed; `parts` is its first deviating pair. */
  readonly expected?: IdentifyCandidate;
  /** rad per position, as passed; for a table, estimated from its rows. */
  readonly frequencies: readonly number[];
  readonly sentence: string;
}

export interface IdentifyOptions {
  /** The config.json that the values should follow, as text or parsed. */
  readonly config?: string | object | undefined;
  /** The spec that the values should follow, instead of a config. */
  readonly spec?: RopeSpec | undefined;
  /** Length for which the frequencies were made, if the config's extension depends on it. */
  readonly contextLength?: number | undefined;
  /** Position of the first row of a table; 0 by default. */
  readonly firstPosition?: number | undefined;
}
