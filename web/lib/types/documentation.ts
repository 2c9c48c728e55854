/** Human-readable texts of the registries: sources, notes, descriptions of parameters. */
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
  /** Tasks only. */
  readonly doc?: string;
  /** Notes on unconfirmed, disputed or freely chosen details. */
  readonly note?: string;
  /** Encodings only: error bound of table entries in float64. float32 is rounded from float64. */
  readonly accuracy?: string;
  /** Keyed by name. */
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
/** Texts by registry and id. */
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

/** Rows of the encoding registries with their texts, in display order. */
export interface EncodingDocumentation {
  readonly encodings: readonly DocumentedEncoding[];
  readonly scalings: readonly DocumentedScaling[];
}
/** Rows of the analysis registries with their texts. */
export interface AnalysisDocumentation {
  readonly analyses: readonly DocumentedAnalysis[];
  readonly layers: readonly DocumentedLayer[];
}
type DocumentedParams = readonly (ParamInfo & { readonly doc: string })[];
export type DocumentedTask = Documented<TaskInfo> & { readonly doc: string };
/** Rows of the training registries with their texts. */
export interface TrainingDocumentation {
  readonly tasks: readonly DocumentedTask[];
  /** Parts of an experiment other than its task. */
  readonly experiment: readonly { readonly id: 'model' | 'position' | 'training'; readonly params: DocumentedParams }[];
}
export interface Documentation extends EncodingDocumentation, AnalysisDocumentation, TrainingDocumentation {}
