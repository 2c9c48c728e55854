/**
 * What the registries say for people to read: sources, remarks, what each parameter means. Loaded when asked for.
 */
import { analyses, layers } from './generated/analyses.js';
import { encodings, scalings } from './generated/encodings.js';
import type {
  AnalysisDocumentation,
  Documentation,
  DocumentedEncoding,
  EncodingDocumentation,
  RowTexts,
} from './types/documentation.js';
import type { EncodingInfo, LayerInfo, ScalingInfo } from './types/registry.js';

/** What `load` gives, once; a load that failed may be tried again. */
function once<T>(load: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () =>
    (made ??= load().catch((error: unknown) => {
      made = undefined;
      throw error;
    }));
}

/** All of them. */
export const documentation: () => Promise<Documentation> = once(async () => ({
  ...(await encodingDocumentation()),
  ...(await analysisDocumentation()),
}));

/** A part of `documentation()`, for whoever shows encodings alone: it loads no more than that. */
export const encodingDocumentation: () => Promise<EncodingDocumentation> = once(async () => {
  const { texts } = await import('./generated/encoding-texts.js');
  const rows = scalings.map((info) => documented(info, texts.scalings));
  return {
    encodings: encodings.map((info) => {
      const made = documented(info, texts.encodings);
      return info.scalings ? { ...made, scalings: rows } : made;
    }) as unknown as DocumentedEncoding[],
    scalings: rows,
  };
});

/** The other part. */
export const analysisDocumentation: () => Promise<AnalysisDocumentation> = once(async () => {
  const { texts } = await import('./generated/analysis-texts.js');
  return {
    analyses: analyses.map((info) => {
      const outputs = named(info.outputs, texts.analyses[info.id]?.outputs);
      return { ...documented(info, texts.analyses), outputs };
    }),
    layers: layers.map((info) => documented(info, texts.layers)),
  };
});

function named<T extends { readonly name: string }>(items: readonly T[], docs: Readonly<Record<string, string>> = {}) {
  return items.map((item) => ({ ...item, doc: docs[item.name] ?? '' }));
}

function documented<R extends EncodingInfo | ScalingInfo | LayerInfo>(info: R, of: Readonly<Record<string, RowTexts>>) {
  const { params, outputs, ...own } = of[info.id]!;
  return { ...info, ...own, params: named(info.params, params) };
}
