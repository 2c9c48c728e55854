/** Header of a GGUF file. Sources: ggml docs/gguf.md; ggml/src/gguf.cpp. */

/** A 64-bit integer is a bigint if float64 cannot represent it. */
export type GgufValue = number | bigint | boolean | string | readonly GgufValue[];

export interface GgufTensor {
  readonly name: string;
  /** Row-major: elements along the last axis are adjacent (ggml's first axis). */
  readonly shape: readonly number[];
  /** F32, F16, BF16 or F64; `ggml type N` for other types. */
  readonly dtype: string;
  /** Byte offset of its data in the file. */
  readonly begin: number;
}

export interface GgufHeader {
  readonly format: 'gguf';
  readonly version: number;
  readonly bigEndian: boolean;
  /** Keyed by name, such as `llama.rope.freq_base`. */
  readonly metadata: Readonly<Record<string, GgufValue>>;
  /** Keys whose values are too long to keep, such as the vocabulary. */
  readonly omitted: readonly string[];
  readonly tensors: readonly GgufTensor[];
  /**
   * Divisors of the frequencies by tensor name, if present: rope_freqs.weight (every length), rope_factors_short.weight
   * and rope_factors_long.weight (LongRoPE). No other tensor is read.
   */
  readonly factors: Readonly<Record<string, readonly number[]>>;
}
