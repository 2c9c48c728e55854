/**
 * Facts in one row of the C++ registry; `generated/encodings.ts` holds the rows. `documentation()` adds the
 * human-readable texts.
 */
import type { SpecMethods } from './spec-methods.js';

export type ParamKind = 'integer' | 'number' | 'boolean' | 'choice' | 'numbers';

export interface ParamInfo {
  readonly name: string;
  readonly kind: ParamKind;
  /** Absent for a required parameter and for an optional one without a default. */
  readonly initial?: number | boolean | string;
  readonly required: boolean;
  /** Inclusive bounds of a number, and of each element of `numbers`. */
  readonly min?: number;
  readonly max?: number;
  /** The value must be greater than `min`, not equal to it. */
  readonly minExclusive?: boolean;
  /** A sensible range for a slider. */
  readonly slider?: { readonly min: number; readonly max: number; readonly log?: boolean };
  readonly choices?: readonly string[];
  /** Maximum length of a list. */
  readonly maxLength?: number;
  /** Condition under which the parameter has an effect; it is rejected otherwise. `where.ts` evaluates the rule. */
  readonly where?: { readonly rule: string; readonly words: string };
  /** Training updates it: the stages that depend on it have adjoints (C++). */
  readonly trainable?: boolean;
}
/** Methods that a row may support, or the report. `channelGram` requires `gram`, and every row has `shape`. */
export type Stage = Exclude<keyof SpecMethods, 'channelGram' | 'shape'> | 'report';

interface Row {
  readonly id: string;
  readonly title: string;
  readonly params: readonly ParamInfo[];
}
/** A context extension of rotary frequencies, from the second registry. */
export interface ScalingInfo extends Row {
  readonly hfType?: string;
}
/** A way in which other software computes the angles of an encoding (src/precision/method.cpp). */
export interface PrecisionMethodInfo {
  readonly id: string;
  readonly title: string;
  readonly doc: string;
  /** Users or reports of it: owner/repo#issue, or owner/repo and function. */
  readonly source: string;
  /** Formats of the frequencies and the product, of its two operands, and of cosine and sine. */
  readonly arithmetic: string;
  readonly operands: string;
  readonly table: string;
  /** Each angle is that of the previous pair times a constant. */
  readonly iterated: boolean;
  /** The largest integer position up to which all integers are exact in the operands. */
  readonly exactTo: number;
}
export interface EncodingInfo extends Row {
  readonly family: string;
  /** Names of a position's coordinates; if empty, the parameter `axes` gives their number. */
  readonly axes: readonly string[];
  readonly stages: readonly Stage[];
  /** Takes a `scaling` object, one of `scalings`. */
  readonly scalable: boolean;
  readonly scalings?: readonly ScalingInfo[];
}

/** Forms in which an encoding at positions can be the input of an analysis. */
export type InputForm =
  'table' | 'derivative' | 'gram' | 'channelGram' | 'kernelProfile' | 'frequencies' | 'attentionBias';
export interface AnalysisInput {
  readonly name: string;
  /** States the shape. */
  readonly doc: string;
  readonly required: boolean;
  readonly square: boolean;
  /** Default form of { spec, positions }. */
  readonly form: InputForm;
}
export interface AnalysisOutput {
  readonly name: string;
  /** One number, a Float64Array, or a matrix. */
  readonly kind: 'scalar' | 'vector' | 'matrix';
  /** true if it is absent for inputs that do not define it. */
  readonly optional: boolean;
}
/** An analysis of kernels and tables, from the third registry. */
export interface AnalysisInfo extends Row {
  readonly family: string;
  readonly inputs: readonly AnalysisInput[];
  readonly outputs: readonly AnalysisOutput[];
  /** Takes `layers`, a list of network layers. */
  readonly layered: boolean;
  /** true if it takes `steps` of a real training, which take seconds. */
  readonly trains?: boolean;
}
/** A training task. */
export type TaskInfo = Row;
/** A layer of a network. */
export type LayerInfo = Row;
