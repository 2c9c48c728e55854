/**
 * What one row of the C++ registry says of itself; `generated/encodings.ts` holds the rows. Texts for people to read
 * come with `documentation()`.
 */
import type { SpecMethods } from './spec-methods.js';

export type ParamKind = 'integer' | 'number' | 'boolean' | 'choice' | 'numbers';

export interface ParamInfo {
  readonly name: string;
  readonly kind: ParamKind;
  /** Absent for a required parameter and for an optional one without a default. */
  readonly initial?: number | boolean | string;
  readonly required: boolean;
  /** Inclusive bounds, for numbers and for each element of `numbers`. */
  readonly min?: number;
  readonly max?: number;
  /** The value must be greater than `min`, not equal to it. */
  readonly minExclusive?: boolean;
  /** A sensible span for a slider. */
  readonly slider?: { readonly min: number; readonly max: number; readonly log?: boolean };
  readonly choices?: readonly string[];
  /** Most items of a list. */
  readonly maxLength?: number;
  /** When it has an effect; given elsewhere it is refused. `where.ts` reads the rule. */
  readonly where?: { readonly rule: string; readonly words: string };
  /** Training moves it: the stages that depend on it have adjoints (C++). */
  readonly trainable?: boolean;
}
/** What a row may have: a method on it, or the report. `channelGram` goes with `gram`, and a shape has every row. */
export type Stage = Exclude<keyof SpecMethods, 'channelGram' | 'shape'> | 'report';

interface Row {
  readonly id: string;
  readonly title: string;
  readonly params: readonly ParamInfo[];
}
/** A context extension of rotary frequencies: a row of the second registry. */
export interface ScalingInfo extends Row {
  readonly hfType?: string;
}
/** A way that others compute the angles of an encoding (src/precision/method.cpp). */
export interface PrecisionMethodInfo {
  readonly id: string;
  readonly title: string;
  readonly doc: string;
  /** Where it is used or was reported: owner/repo#issue, or owner/repo and function. */
  readonly source: string;
  /** Formats: of the frequencies and the product, of its two operands, of cosine and sine. */
  readonly arithmetic: string;
  readonly operands: string;
  readonly table: string;
  /** Each angle is the one of the pair before times a constant. */
  readonly iterated: boolean;
  /** The operands hold every whole position up to this one; the next is lost. */
  readonly exactTo: number;
}
export interface EncodingInfo extends Row {
  readonly family: string;
  /** Names of a position's coordinates; empty: as many as the parameter `axes` says. */
  readonly axes: readonly string[];
  readonly stages: readonly Stage[];
  /** Takes a `scaling` object, one of `scalings`. */
  readonly scalable: boolean;
  readonly scalings?: readonly ScalingInfo[];
}

/** What an encoding at some positions can stand for, as the input of an analysis. */
export type InputForm =
  'table' | 'derivative' | 'gram' | 'channelGram' | 'kernelProfile' | 'frequencies' | 'attentionBias';
export interface AnalysisInput {
  readonly name: string;
  /** Says the shape. */
  readonly doc: string;
  readonly required: boolean;
  readonly square: boolean;
  /** What { spec, positions } stands for here, where it names no form. */
  readonly form: InputForm;
}
export interface AnalysisOutput {
  readonly name: string;
  /** One number, a Float64Array, or a matrix. */
  readonly kind: 'scalar' | 'vector' | 'matrix';
  /** Left out where the inputs do not define it. */
  readonly optional: boolean;
}
/** What is computed from kernels and tables: a row of the third registry. */
export interface AnalysisInfo extends Row {
  readonly family: string;
  readonly inputs: readonly AnalysisInput[];
  readonly outputs: readonly AnalysisOutput[];
  /** Takes `layers`, a list of network layers. */
  readonly layered: boolean;
  /** It takes `steps` of a real training, which take seconds. */
  readonly trains?: boolean;
}
/** What a transformer is trained on. */
export type TaskInfo = Row;
/** A layer of a network. */
export type LayerInfo = Row;
