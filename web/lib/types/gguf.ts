/** What is read from the header of a GGUF file. Sources: ggml docs/gguf.md; ggml/src/gguf.cpp. */

/** A 64-bit integer that is no float64 is a bigint. */
export type GgufValue = number | bigint | boolean | string | readonly GgufValue[];

export interface GgufTensor {
  readonly name: string;
  /** Row-major: the last axis is the one whose numbers are neighbours (ggml's first). */
  readonly shape: readonly number[];
  /** F32, F16, BF16 or F64; another type is `ggml type N`. */
  readonly dtype: string;
  /** Byte of the file at which its data begin. */
  readonly begin: number;
}

export interface GgufHeader {
  readonly format: 'gguf';
  readonly version: number;
  readonly bigEndian: boolean;
  /** By key, `llama.rope.freq_base`. */
  readonly metadata: Readonly<Record<string, GgufValue>>;
  /** Keys whose values are too long to be kept, such as the vocabulary. */
  readonly omitted: readonly string[];
  readonly tensors: readonly GgufTensor[];
  /**
   * Numbers that divide the frequencies, by name, where the file has them: rope_freqs.weight (every length),
   * rope_factors_short.weight and rope_factors_long.weight (LongRoPE). No other tensor is read.
   */
  readonly factors: Readonly<Record<string, readonly number[]>>;
}
