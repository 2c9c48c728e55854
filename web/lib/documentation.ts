/**
 * Human-readable texts of the registries: sources, remarks and the meaning of each parameter. Loaded on demand.
 */
import { analyses, layers } from './generated/analyses.js';
import { encodings, scalings } from './generated/encodings.js';
import { modelParams, positionParams, tasks, trainingParams } from './generated/experiments.js';
import type {
  AnalysisDocumentation,
  Documentation,
  DocumentedEncoding,
  DocumentedTask,
  EncodingDocumentation,
  RowTexts,
  TrainingDocumentation,
} from './types/documentation.js';
import type { EncodingInfo, LayerInfo, ParamInfo, ScalingInfo, TaskInfo } from './types/registry.js';

/** Caches the result of `load`; a failed load may be retried. */
function once<T>(load: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () =>
    (made ??= load().catch((error: unknown) => {
      made = undefined;
      throw error;
    }));
}

/** Documentation of all registries. */
export const documentation: () => Promise<Documentation> = once(async () => ({
  ...(await encodingDocumentation()),
  ...(await analysisDocumentation()),
  ...(await trainingDocumentation()),
}));

/** The encodings of `documentation()`; loads nothing else. */
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

/** The analyses and layers of `documentation()`. */
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

/** Tasks and the parameters of an experiment. */
export const trainingDocumentation: () => Promise<TrainingDocumentation> = once(async () => {
  const { texts } = await import('./generated/experiment-texts.js');
  const part = <Id extends 'model' | 'position' | 'training'>(id: Id, params: readonly ParamInfo[]) => ({
    id,
    params: named(params, texts.experiment[id]?.params),
  });
  return {
    tasks: tasks.map((info) => documented(info, texts.tasks)) as unknown as DocumentedTask[],
    experiment: [part('model', modelParams), part('position', positionParams), part('training', trainingParams)],
  };
});

function named<T extends { readonly name: string }>(items: readonly T[], docs: Readonly<Record<string, string>> = {}) {
  return items.map((item) => ({ ...item, doc: docs[item.name] ?? '' }));
}

function documented<R extends EncodingInfo | ScalingInfo | LayerInfo | TaskInfo, T extends RowTexts>(
  info: R,
  of: Readonly<Record<string, T>>,
) {
  const { params, outputs, ...own } = of[info.id]!;
  return { ...info, ...own, params: named(info.params, params) };
}
