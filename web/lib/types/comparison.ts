/**
 * Two tables over the same positions, compared.
 */
import type { CallOptions } from './values.js';

/** How the channels of table A become those of table B. */
export interface ChannelMapping {
  readonly kind: 'identity' | 'permutation' | 'signed permutation';
  /** (w) channel c of B is signs[c] times channel permutation[c] of A. */
  readonly permutation: Int32Array;
  /** (w) each 1 or -1. */
  readonly signs: Int8Array;
  /** The same in words, by the name of the order where it has one. */
  readonly sentence: string;
}
export interface CompareOptions extends CallOptions {
  /** Differences up to this count as none; 1e-12 by default. */
  readonly tolerance?: number | undefined;
}
/** Two tables over the same positions. Differences are null where there is nothing to subtract. */
export interface Comparison {
  /** Both have the same number of channels. */
  readonly sameShape: boolean;
  /** max |A - B|; Infinity where only one of the two is finite. */
  readonly maxDifference: number | null;
  /** Where it is, the first such place; null where nothing differs. */
  readonly at: { readonly row: number; readonly channel: number; readonly position: number | number[] } | null;
  /** The first row with a difference above the tolerance. */
  readonly firstBeyond: { readonly row: number; readonly position: number | number[] } | null;
  /** null where no order and signs of A's channels give B, or the positions do not determine them. */
  readonly mapping: ChannelMapping | null;
  readonly maxDifferenceAfterMapping: number | null;
  /** All of this in words. */
  readonly sentence: string;
}
