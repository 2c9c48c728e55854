/** Types of `diffConfigs`. a is the first model file, b the second. */

/** A field whose value differs, and where each value was read from. */
export interface FieldChange {
  /** Name as in a report: `base`, `factor`, `originalContext`, … */
  readonly field: string;
  /** null if that file has none. */
  readonly a: FieldValue | null;
  readonly b: FieldValue | null;
  readonly fromA?: string;
  readonly fromB?: string;
}
export type FieldValue = number | string | boolean | readonly number[];

export interface PairChange {
  readonly index: number;
  /** rad per position; null for a pair that only the other file has. */
  readonly a: number | null;
  readonly b: number | null;
  /** |b - a| / |a|; null if a's pair does not rotate, or if the pair is missing in one file. */
  readonly relative: number | null;
}

/** The difference at one context length. */
export interface ContextChange {
  readonly contextLength: number;
  /** Pairs whose frequencies differ by more than float32 rounding. */
  readonly pairsDiffering: number;
  /** Largest relative difference of a frequency, and its pair. */
  readonly relative: number;
  readonly pair: number;
  /** Largest difference of an angle at the last position in rad, and its pair. */
  readonly angle: number;
  readonly anglePair: number;
  /** Factor on cos and sin, and the additional factor on the logits. */
  readonly attentionFactor: readonly [a: number, b: number];
  readonly softmaxMultiplier: readonly [a: number, b: number];
  /** Factor on queries at the last position, for models that scale queries by position. */
  readonly queryFactor: readonly [a: number, b: number];
}

export interface LayerDiff {
  /** Layer types as the two files name them; 'default' if a file has only one kind. */
  readonly layerA: string;
  readonly layerB: string;
  /** true if all frequencies, attention factors and query factors are equal at all of these lengths. */
  readonly same: boolean;
  readonly changes: readonly FieldChange[];
  /** All pairs, at the requested length or else at the longest length that both files name. */
  readonly pairs: readonly PairChange[];
  /** Ascending: the requested length, or trained and largest lengths of both files and lengths beyond a switch. */
  readonly contexts: readonly ContextChange[];
}

export interface ConfigDiff {
  readonly same: boolean;
  /** Largest lengths that the files name. */
  readonly served: readonly [a: number, b: number];
  readonly layers: readonly LayerDiff[];
  /** Layer types without a counterpart. */
  readonly onlyA: readonly string[];
  readonly onlyB: readonly string[];
}
