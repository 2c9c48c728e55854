/**
 * core.wasm as it exports itself (wasm/bindings.cpp): all but the analyses. Internal: nothing of this leaves the
 * package.
 *
 * A failure is returned as `{ error: { code, field, message } }`.
 * Choices travel as their index, booleans as 0 or 1; parameters that were not given are left out.
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
  /** Of a spec whose plan is kept until it is released; a worker that knows the number is not sent the rest again. */
  readonly prepared?: number;
}
export interface RawPlan extends Omit<Shape, 'extent'> {
  readonly handle: number;
  /** Sizes of the axes of a finite table; empty where any position is allowed. */
  readonly extent: Float64Array;
  /** The bias is a function of the distance: biasVector. */
  readonly toeplitz: boolean;
  /** Logits may be asked for some keys of a query. */
  readonly keysApart: boolean;
}
export interface RawFact {
  readonly name: string;
  readonly doc: string;
  readonly values: Float64Array;
  readonly cols: number;
}
/**
 * Eight words a lane, as shaders read them: the phase at + k*by as two 64-bit fractions of a turn (low word first), the
 * amplitude's float32 bits, the channels of its sine and cosine (or singleWave.noChannel), 0.
 */
export interface RawLanes {
  readonly words: Uint32Array;
  /** rotate() turns the channels (cosine, sine) of each lane by its wave and copies the others. */
  readonly rotary: boolean;
}
/** A byte offset into `HEAPU8.buffer`, valid until the next call: copy at once. */
export type RawBlock = number;
export interface RawRows {
  readonly dataPtr: RawBlock;
  readonly rows: number;
}
export interface RawReport {
  readonly frequency: Float64Array;
  readonly unscaledFrequency: Float64Array;
  readonly wavelength: Float64Array; // 0 = does not turn
  readonly turnsTrained: Float64Array;
  readonly turnsContext: Float64Array;
  readonly band: Uint8Array; // 0 kept, 1 blended, 2 scaled, 3 off
  readonly unseen: Uint8Array; // 0 | 1
  readonly attentionFactor: number;
  readonly softmaxMultiplier: number;
  readonly regime: string; // '' where there is one regime only
}
export type RawKind = 0 | 1 | 2; // table f32, table f64, derivative f64

export interface CoreModule {
  readonly HEAPU8: Uint8Array;
  plan(spec: RawSpec): RawPlan | RawError;
  release(handle: number): void;
  liveHandles(): number;
  /** Whether an allocation has failed, which ends an instance. */
  memoryEnded(): boolean;
  /** Scratch input of n doubles (positions, offsets, x), 0 without memory: write it before the call that reads it. */
  input(n: number): number;
  frequencies(handle: number): { values: Float64Array } | RawError;
  /** Rows of the table at start + k*step, k = 0 … count-1. rows*width*bytes must be <= scratchBytes(). */
  tableRange(handle: number, kind: RawKind, start: number, step: number, count: number): RawBlock | RawError;
  /** Rows at the n positions (n x axes numbers) in `input`; `axis` is that of a derivative. */
  tableList(handle: number, kind: RawKind, n: number, axis: number): RawBlock | RawError;
  /**
   * Rows at start, start + 1, …: cosines of all pairs, then their sines, pairs * 2 numbers. Kind: 0 float32, 1 float64,
   * 2 bits of bfloat16, 3 of float16.
   */
  cosSin(handle: number, kind: 0 | 1 | 2 | 3, start: number, count: number): RawBlock | RawError;
  /** n doubles for the n offsets (n x axes numbers) in `input`. */
  kernelProfile(handle: number, n: number): RawBlock | RawError;
  decayBound(handle: number, n: number): RawBlock | RawError;
  /** Rows firstRow, … and columns firstCol, … of the n x n Gram matrix of the n positions in `input`. */
  gram(handle: number, n: number, firstRow: number, rows: number, firstCol: number, cols: number): RawBlock | RawError;
  /** About `most` more numbers of what the next two read, for the n positions in `input`; at done = 1 they can be called. */
  prepareGram(handle: number, n: number, most: number): { done: number } | RawError;
  /** The first row of that matrix where it is Toeplitz, else no rows; valid until the next call. */
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
   * `input` holds n positions, then n*headDim numbers, doubles or (`single`) floats; gives n*rotatedWidth of the same
   * kind, which may take the place of those. Side: 0 query, 1 key. `check`: an error about x.data where not all are sure
   * to be finite: one is not, or they are huge.
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
  /** `keys` floats of one row of it, from key `firstKey` on. */
  biasKeys(
    handle: number,
    head: number,
    nQuery: number,
    nKey: number,
    row: number,
    firstKey: number,
    keys: number,
  ): RawBlock | RawError;
  /** Floats [first, first+count) of the nQuery + nKey - 1. */
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
   * `input` holds the positions of these rows' queries, the queries, the positions of the keys, the keys; gives
   * rows x terms x keys doubles. All keys, or where `keysApart` some of allKeys.
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
  /** n errors, n held positions and, with `scores`, n score errors, for the n positions in `input`. */
  precision(handle: number, method: number, n: number, scores: boolean): RawBlock | RawError;
  report(handle: number, trainedContext: number, contextLength: number): RawReport | RawError;
  /** Largest block in bytes that one call may produce. */
  scratchBytes(): number;
}
