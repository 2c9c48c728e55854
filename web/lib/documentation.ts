/**
 * What the registries say for people to read: sources, remarks, what each parameter means. Loaded when asked for.
 */
import { analyses, layers } from './generated/analyses.js';
import { encodings, scalings } from './generated/encodings.js';
import type { AnalysisInfo, AnalysisOutput, EncodingInfo, LayerInfo, ParamInfo, ScalingInfo } from './registry.js';

interface RowTexts {
  readonly citation: string;
  /** What is unconfirmed, disputed or chosen here. */
  readonly note?: string;
  /** Of an encoding: how far entries of a table may be from the exact ones; float32 is the rounding of float64. */
  readonly accuracy?: string;
  /** By name. */
  readonly params?: Readonly<Record<string, string>>;
  readonly outputs?: Readonly<Record<string, string>>;
}
/** Of each registry, by id. */
export interface Texts {
  readonly encodings: Readonly<Record<string, RowTexts>>;
  readonly scalings: Readonly<Record<string, RowTexts>>;
  readonly analyses: Readonly<Record<string, RowTexts>>;
  readonly layers: Readonly<Record<string, RowTexts>>;
}

type Documented<R> = Omit<R, 'params' | 'outputs' | 'scalings'> &
  Pick<RowTexts, 'citation' | 'note' | 'accuracy'> & { readonly params: readonly (ParamInfo & { readonly doc: string })[] };
export type DocumentedScaling = Documented<ScalingInfo>;
export type DocumentedEncoding = Documented<EncodingInfo> & { readonly scalings?: readonly DocumentedScaling[] };
export type DocumentedLayer = Documented<LayerInfo>;
export type DocumentedAnalysis = Documented<AnalysisInfo> & {
  readonly outputs: readonly (AnalysisOutput & { readonly doc: string })[];
};

/** The rows of every registry with their texts, in display order. */
export interface Documentation {
  readonly encodings: readonly DocumentedEncoding[];
  readonly scalings: readonly DocumentedScaling[];
  readonly analyses: readonly DocumentedAnalysis[];
  readonly layers: readonly DocumentedLayer[];
}

let made: Promise<Documentation> | undefined;

export function documentation(): Promise<Documentation> {
  return (made ??= import('./generated/texts.js').then(
    ({ texts }) => documented(texts),
    (error: unknown) => {
      made = undefined; // a load that failed may be tried again
      throw error;
    },
  ));
}

function documented(texts: Texts): Documentation {
  type Docs = Readonly<Record<string, string>>;
  const named = <T extends { readonly name: string }>(items: readonly T[], docs: Docs = {}) =>
    items.map((item) => ({ ...item, doc: docs[item.name] ?? '' }));
  const row = <R extends EncodingInfo | ScalingInfo | LayerInfo>(info: R, of: Readonly<Record<string, RowTexts>>) => {
    const { params, outputs, ...own } = of[info.id]!;
    return { ...info, ...own, params: named(info.params, params) };
  };
  const rows = scalings.map((info) => row(info, texts.scalings));
  return {
    encodings: encodings.map((info) => {
      const made = row(info, texts.encodings);
      return info.scalings ? { ...made, scalings: rows } : made;
    }) as unknown as DocumentedEncoding[],
    scalings: rows,
    analyses: analyses.map((info) => {
      const outputs = named(info.outputs, texts.analyses[info.id]?.outputs);
      return { ...row(info, texts.analyses), outputs };
    }),
    layers: layers.map((info) => row(info, texts.layers)),
  };
}
