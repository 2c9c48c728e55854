/**
 * What made the numbers of a rotary embedding: a spec, or a spec and a known mistake.
 */
import type { RopeSpec, SinusoidalSpec } from '../generated/encodings.js';
import type { GgufHeader } from './gguf.js';
import type { Matrix } from './values.js';

/**
 * Frequencies, a table of cosines and sines with a row for each position, both tables apart, such numbers as text, or the
 * header of a GGUF file, whose factors are applied.
 */
export type NumbersToIdentify =
  | readonly number[]
  | Float32Array
  | Float64Array
  | Matrix
  | { readonly cos: Matrix; readonly sin: Matrix }
  | string
  | GgufHeader;

/** The narrowest of these formats that has all of the numbers; of a text, the digits that it prints. */
export type NumbersFormat = 'float64' | 'float32' | 'bf16' | 'fp16' | 'text';

export type MistakeStage = 'frequencies' | 'amplitude' | 'positions' | 'precision' | 'layout';

/** A mistake that others made before. */
export interface KnownMistake {
  readonly id: string;
  readonly stage: MistakeStage;
  readonly title: string;
  /** Where it was found: owner/repo#thread. */
  readonly sources: readonly string[];
}

/** The first pair whose numbers are not those of the candidate within rounding; of a table, its first such position. */
export interface PartingPair {
  readonly pair: number;
  readonly position?: number;
  readonly given: number;
  readonly made: number;
}

/** Sinusoids turn by the same frequencies as rotary embeddings, or by those of the denominator d/2 - 1. */
export type IdentifiedSpec = RopeSpec | SinusoidalSpec;

/** A spec, the mistakes made with it, and how near their numbers are to the given ones. */
export interface IdentifyCandidate {
  readonly spec: IdentifiedSpec;
  /** Empty where the spec itself gives the numbers. */
  readonly mistakes: readonly KnownMistake[];
  /** The layer type of the config that it is made from. */
  readonly layer?: string;
  /** How frequencies, cosines and sines stand in the columns. */
  readonly form: string;
  /** Largest |given - made| of all numbers that were looked at. */
  readonly residual: number;
  /** The same in units of what rounding allows there: at most 1 where it explains the numbers. */
  readonly ofRounding: number;
  /** Pairs of which every number is explained, of all. */
  readonly pairsAlike: number;
  readonly pairs: number;
  /** Absent where it explains the numbers. */
  readonly parts?: PartingPair;
  /** rad per position, as this candidate computes them, and what it multiplies cos and sin by. */
  readonly frequencies: readonly number[];
  readonly amplitude: number;
}

/**
 * expected: the config gives these numbers. spec: a spec does, and no config was given. mistake: the config or a spec does with
 * a known mistake. other: another spec than the config's does. unknown: nothing known does.
 */
export type IdentifyVerdict = 'expected' | 'spec' | 'mistake' | 'other' | 'unknown';

export interface Identification {
  readonly verdict: IdentifyVerdict;
  readonly numbers: 'frequencies' | 'table';
  readonly format: NumbersFormat;
  /** All that give the numbers within rounding, fewest mistakes only: they rank equal, in the order of their residuals. */
  readonly explanations: readonly IdentifyCandidate[];
  /** Where nothing known explains the numbers: what comes nearest. */
  readonly nearest?: IdentifyCandidate;
  /** What the config gives, where there is one; `parts` is the first pair that is not as it says. */
  readonly expected?: IdentifyCandidate;
  /** rad per position, as given; of a table as its rows turn. */
  readonly frequencies: readonly number[];
  readonly sentence: string;
}

export interface IdentifyOptions {
  /** The config.json that the numbers should follow, as text or parsed. */
  readonly config?: string | object | undefined;
  /** The spec that they should follow, in place of a config. */
  readonly spec?: RopeSpec | undefined;
  /** The length for which frequencies were made, where the config's extension looks at it. */
  readonly contextLength?: number | undefined;
  /** Position of the first row of a table: 0 unless told. */
  readonly firstPosition?: number | undefined;
}
