/** Types of `compare`. */
import type { CallOptions } from './values.js';

/** Maps the channels of table A to those of table B. */
export interface ChannelMapping {
  readonly kind: 'identity' | 'permutation' | 'signed permutation';
  /** (w) Channel c of B is signs[c] times channel permutation[c] of A. */
  readonly permutation: Int32Array;
  /** (w) Each is 1 or -1. */
  readonly signs: Int8Array;
  /** The mapping in words, with the name of the channel order if it has one. */
  readonly sentence: string;
}
export interface CompareOptions extends CallOptions {
  /** Differences up to this value are ignored; 1e-12 by default. */
  readonly tolerance?: number | undefined;
}
/** Comparison of two tables over the same positions. Differences are null if nothing can be subtracted. */
export interface Comparison {
  /** true if both have the same number of channels. */
  readonly sameShape: boolean;
  /** max |A - B|; Infinity if only one of the two is finite. */
  readonly maxDifference: number | null;
  /** First place of the maximum; null if nothing differs. */
  readonly at: { readonly row: number; readonly channel: number; readonly position: number | number[] } | null;
  /** The first row with a difference above the tolerance. */
  readonly firstBeyond: { readonly row: number; readonly position: number | number[] } | null;
  /** null if no order and signs of A's channels give B, or if the positions do not determine them. */
  readonly mapping: ChannelMapping | null;
  readonly maxDifferenceAfterMapping: number | null;
  /** The result in words. */
  readonly sentence: string;
}
