/** What differs between the positions of two model files. a is the first, b the second. */

/** A field that one file has otherwise than the other, with the place each value was read from. */
export interface FieldChange {
  /** As in a report: `base`, `factor`, `originalContext`, … */
  readonly field: string;
  /** null where that file has none. */
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
  /** |b - a| / |a|; null where a pair does not turn in a, or is not in both. */
  readonly relative: number | null;
}

/** The difference at one context length. */
export interface ContextChange {
  readonly contextLength: number;
  /** Pairs whose frequencies differ by more than float32 rounds. */
  readonly pairsDiffering: number;
  /** Largest relative difference of a frequency, and its pair. */
  readonly relative: number;
  readonly pair: number;
  /** Largest difference of an angle at the last position, rad, and its pair. */
  readonly angle: number;
  readonly anglePair: number;
  /** What cos and sin are multiplied by, and the logits beside that: of a and of b. */
  readonly attentionFactor: readonly [a: number, b: number];
  readonly softmaxMultiplier: readonly [a: number, b: number];
  /** What queries at the last position are multiplied by, where a model scales them by position. */
  readonly queryFactor: readonly [a: number, b: number];
}

export interface LayerDiff {
  /** Layer types as the two files name them; 'default' where one has a single kind. */
  readonly layerA: string;
  readonly layerB: string;
  /** Whether every frequency, amplitude and factor of queries is the same at all of these lengths. */
  readonly same: boolean;
  readonly changes: readonly FieldChange[];
  /** At the length that was asked for, or else the longest that both files name; all pairs. */
  readonly pairs: readonly PairChange[];
  /** Ascending: the length that was asked for, or the trained and largest lengths of both files and what lies behind a switch. */
  readonly contexts: readonly ContextChange[];
}

export interface ConfigDiff {
  readonly same: boolean;
  /** Largest lengths that the files name. */
  readonly served: readonly [a: number, b: number];
  readonly layers: readonly LayerDiff[];
  /** Layer types that have no counterpart. */
  readonly onlyA: readonly string[];
  readonly onlyB: readonly string[];
}
