/**
 * What the registries say for people to read: sources, remarks, what each parameter means.
 */
import type {
  AnalysisInfo,
  AnalysisOutput,
  EncodingInfo,
  LayerInfo,
  ParamInfo,
  ScalingInfo,
  TaskInfo,
} from './registry.js';

export interface RowTexts {
  readonly citation: string;
  /** Of a task. */
  readonly doc?: string;
  /** What is unconfirmed, disputed or chosen here. */
  readonly note?: string;
  /** Of an encoding: how far entries of a table may be from the exact ones; float32 is the rounding of float64. */
  readonly accuracy?: string;
  /** By name. */
  readonly params?: Readonly<Record<string, string>>;
  readonly outputs?: Readonly<Record<string, string>>;
}
interface WithFormula {
  /** TeX. */
  readonly formula: string;
}
interface Kinds {
  readonly experiment: Pick<RowTexts, 'params'>;
  readonly tasks: RowTexts;
}
/** Of registries, by id. */
export type Texts<Registry extends keyof Documentation> = {
  readonly [R in Registry]: Readonly<Record<string, R extends keyof Kinds ? Kinds[R] : RowTexts & WithFormula>>;
};

type Documented<R> = Omit<R, 'params' | 'outputs' | 'scalings'> &
  Pick<RowTexts, 'citation' | 'note' | 'accuracy'> & {
    readonly params: readonly (ParamInfo & { readonly doc: string })[];
  };
export type DocumentedScaling = Documented<ScalingInfo> & WithFormula;
export type DocumentedEncoding = Documented<EncodingInfo> &
  WithFormula & { readonly scalings?: readonly DocumentedScaling[] };
export type DocumentedLayer = Documented<LayerInfo> & WithFormula;
export type DocumentedAnalysis = Documented<AnalysisInfo> &
  WithFormula & {
    readonly outputs: readonly (AnalysisOutput & { readonly doc: string })[];
  };

/** The rows of the encodings' registries with their texts, in display order. */
export interface EncodingDocumentation {
  readonly encodings: readonly DocumentedEncoding[];
  readonly scalings: readonly DocumentedScaling[];
}
/** Those of the analyses. */
export interface AnalysisDocumentation {
  readonly analyses: readonly DocumentedAnalysis[];
  readonly layers: readonly DocumentedLayer[];
}
type DocumentedParams = readonly (ParamInfo & { readonly doc: string })[];
export type DocumentedTask = Documented<TaskInfo> & { readonly doc: string };
/** Those of training. */
export interface TrainingDocumentation {
  readonly tasks: readonly DocumentedTask[];
  /** The parts of an experiment beside its task. */
  readonly experiment: readonly { readonly id: 'model' | 'position' | 'training'; readonly params: DocumentedParams }[];
}
export interface Documentation extends EncodingDocumentation, AnalysisDocumentation, TrainingDocumentation {}
