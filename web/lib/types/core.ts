/**
 * Exports of core.wasm (wasm/bindings.cpp), which has everything except analyses and training. Internal to the package.
 * A failure is returned as `{ error: { code, field, message } }`. Choices are passed as their index, booleans as 0 or
 * 1. Unset parameters are left out.
 */
import type { Shape } from './values.js';

export interface RawError {
  readonly error: { readonly code: string; readonly field: string; readonly message: string };
}
export interface RawValues {
  readonly numbers: Readonly<Record<string, number>>;
  readonly arrays: Readonly<Record<string, Float64Array>>;
}
export interface RawSpec extends RawValues {
  readonly encoding: string;
  readonly scaling?: RawValues & { readonly type: string };
  /** Id of a spec whose plan is kept until it is released. A worker that knows the id receives only the id. */
  readonly prepared?: number;
}
export interface RawPlan extends Omit<Shape, 'extent'> {
  readonly handle: number;
  /** Dimensions of a finite table; empty if any position is allowed. */
  readonly extent: Float64Array;
  /** The bias depends only on the distance, so biasVector is defined. */
  readonly toeplitz: boolean;
  /** attentionScores accepts a subset of the keys. */
  readonly keysApart: boolean;
}
export interface RawFact {
  readonly name: string;
  readonly doc: string;
  readonly values: Float64Array;
  readonly cols: number;
}
/**
 * Eight words per lane, as shaders read them. `at` and `by` of the phase at + k*by are 64-bit fractions of a turn (low
 * word first). Then: float32 bits of the amplitude, channels of sine and cosine (or singleWave.noChannel), 0.
 */
export interface RawLanes {
  readonly words: Uint32Array;
  /** true if rotate() rotates the channels (cosine, sine) of each lane by its wave and copies the others. */
  readonly rotary: boolean;
}
/** A byte offset into `HEAPU8.buffer`, valid until the next call: copy the data at once. */
export type RawBlock = number;
export interface RawRows {
  readonly dataPtr: RawBlock;
  readonly rows: number;
}
export interface RawReport {
  readonly frequency: Float64Array;
  readonly unscaledFrequency: Float64Array;
  readonly wavelength: Float64Array; // 0 = does not rotate
  readonly turnsTrained: Float64Array;
  readonly turnsContext: Float64Array;
  readonly band: Uint8Array; // 0 kept, 1 blended, 2 scaled, 3 off
  readonly unseen: Uint8Array; // 0 | 1
  readonly attentionFactor: number;
  readonly softmaxMultiplier: number;
  readonly regime: string; // '' if there is only one regime
}
export type RawKind = 0 | 1 | 2; // table f32, table f64, derivative f64

export interface CoreModule {
  readonly HEAPU8: Uint8Array;
  plan(spec: RawSpec): RawPlan | RawError;
  release(handle: number): void;
  liveHandles(): number;
  /** true after a failed allocation, which makes the instance unusable. */
  memoryEnded(): boolean;
  /** Returns scratch input for n doubles (positions, offsets, x), or 0 if out of memory. Write it before the call. */
  input(n: number): number;
  frequencies(handle: number): { values: Float64Array } | RawError;
  /** Rows of the table at start + k*step, k = 0 … count-1. rows*width*bytes must be <= scratchBytes(). */
  tableRange(handle: number, kind: RawKind, start: number, step: number, count: number): RawBlock | RawError;
  /** Rows at the n positions (n x axes values) in `input`; `axis` is for derivatives. */
  tableList(handle: number, kind: RawKind, n: number, axis: number): RawBlock | RawError;
  /**
   * Rows at start, start + 1, …: cosines of all pairs, then their sines, 2 * pairs values. Kind: 0 float32, 1 float64,
   * 2 bits of bfloat16, 3 bits of float16.
   */
  cosSin(handle: number, kind: 0 | 1 | 2 | 3, start: number, count: number): RawBlock | RawError;
  /** Returns n doubles for the n offsets (n x axes values) in `input`. */
  kernelProfile(handle: number, n: number): RawBlock | RawError;
  decayBound(handle: number, n: number): RawBlock | RawError;
  /** Rows firstRow, … and columns firstCol, … of the n x n Gram matrix of the n positions in `input`. */
  gram(handle: number, n: number, firstRow: number, rows: number, firstCol: number, cols: number): RawBlock | RawError;
  /** Prepares about `most` more values for the next two calls, for the n positions in `input`; done = 1 when ready. */
  prepareGram(handle: number, n: number, most: number): { done: number } | RawError;
  /** First row of that matrix if it is Toeplitz, else no rows; valid until the next call. */
  gramProfile(handle: number, n: number): RawRows | RawError;
  /** Rows of the width x width matrix of inner products of channels over start + k*step, k = 0 … count-1. */
  channelGram(
    handle: number,
    start: number,
    step: number,
    count: number,
    firstRow: number,
    rows: number,
  ): RawBlock | RawError;
  /** The table at start + k*step as lanes of integer phases; see RawLanes. */
  waveLanes(handle: number, start: number, step: number): RawLanes | RawError;
  /**
   * `input` holds n positions, then n*headDim values, doubles or (`single`) floats. Returns n*rotatedWidth values of
   * the same type, possibly in place. Side: 0 query, 1 key, 2 output. `check`: reports an error about x.data if a value
   * may be non-finite or too large.
   */
  rotate(handle: number, n: number, headDim: number, side: 0 | 1 | 2, single: 0 | 1, check: 0 | 1): RawBlock | RawError;
  /** Rows [firstRow, firstRow+rows) of head h, nKey floats each. */
  attentionBias(
    handle: number,
    head: number,
    nQuery: number,
    nKey: number,
    firstRow: number,
    rows: number,
  ): RawBlock | RawError;
  /** `keys` floats of one row, starting at key `firstKey`. */
  biasKeys(
    handle: number,
    head: number,
    nQuery: number,
    nKey: number,
    row: number,
    firstKey: number,
    keys: number,
  ): RawBlock | RawError;
  /** Floats [first, first+count) of the vector of nQuery + nKey - 1. */
  biasVector(
    handle: number,
    head: number,
    nQuery: number,
    nKey: number,
    first: number,
    count: number,
  ): RawBlock | RawError;
  /** Rows [firstRow, firstRow+rows) of the relative map, nKey doubles each. */
  relativeMap(handle: number, nQuery: number, nKey: number, firstRow: number, rows: number): RawBlock | RawError;
  /**
   * `input` holds the query positions of these rows, the queries, the key positions, the keys. Returns rows x terms x
   * keys doubles. `keys` is allKeys, or fewer if `keysApart`.
   */
  attentionScores(
    handle: number,
    head: number,
    nQuery: number,
    allKeys: number,
    keys: number,
    dim: number,
    rows: number,
  ): RawBlock | RawError;
  facts(handle: number): { facts: RawFact[] } | RawError;
  /** n errors, n stored positions and, with `scores`, n score errors, for the n positions in `input`. */
  precision(handle: number, method: number, n: number, scores: boolean): RawBlock | RawError;
  report(handle: number, trainedContext: number, contextLength: number): RawReport | RawError;
  /** Largest block of one call, in bytes. */
  scratchBytes(): number;
}
