/**
 * Report on Inkling, which does not rotate. Each layer has a bank of curves over the distance, weighed by the query.
 * Layers without a window scale queries (InklingTextConfig and InklingAttention, transformers aa1c4dd3 and 6fe728e2).
 */
import type { InklingSpec } from '../generated/encodings.js';
import type { ConfigReport, RopeReport } from '../types/config.js';
import { type Fields, firstNumber, type NumberRule, positiveInteger } from './fields.js';
import { inklingRule } from './limits.js';
import type { TextModel } from './locate.js';
import { queryScaleOver, type QueryScaleRule } from './query-scale.js';
import { mixedCurves, schemeOf } from './schemes.js';
import { bareReport } from './unrotated.js';
import { insteadOf } from './unsupported.js';

/** Bounded so that the curves still fit in a registry vector. */
const headWidth: NumberRule = { integer: true, min: 2, max: 64_512 };
/** Fields that either kind of layer reads; marked as read in the reports on both. */
// prettier-ignore
const fields = [
  'head_dim', 'swa_head_dim', 'sliding_window_size', 'sliding_window', 'd_rel', 'rel_extent', 'log_scaling_n_floor',
  'log_scaling_alpha', 'layer_types', 'local_layer_ids', 'max_position_embeddings', 'model_max_length',
] as const;

type LayerName = 'hybrid_sliding' | 'hybrid';
type Note = (name: string, keys: readonly string[], rule: NumberRule, otherwise: number) => number;

/** The kinds of layers, with and without a window, in order of first appearance. */
function layerNames(text: Fields, count: number): readonly { readonly name: LayerName; readonly from: string }[] {
  const listed = text.texts('layer_types');
  const local = text.numbers('local_layer_ids', { integer: true, min: 0 });
  const isLocal = (index: number): boolean =>
    listed ? listed.value[index] === 'hybrid_sliding' : local ? local.value.includes(index) : (index + 1) % 6 !== 0;
  const from = listed?.from ?? local?.from ?? 'default: every sixth layer has no window';
  const names = Array.from({ length: Math.min(listed?.value.length ?? count, 10_000) }, (_, index): LayerName =>
    isLocal(index) ? 'hybrid_sliding' : 'hybrid',
  );
  return [...new Set(names)].map((name) => ({ name, from }));
}

/** @returns undefined for another model. */
export function inklingReport(model: TextModel, contextLength?: number): ConfigReport | undefined {
  const { text, modelType } = model;
  if (schemeOf(modelType) !== mixedCurves) return undefined;
  for (const key of fields) text.peek(key);
  const reports = layerNames(text, text.number('num_hidden_layers', positiveInteger)?.value ?? 66).map(
    ({ name, from }) => layerReport(model, name, from, contextLength),
  );
  const sentence = [insteadOf(modelType, mixedCurves), ...reports.map(saidOf)].join('; ');
  const said = reports.map((report): RopeReport => ({ ...report, instead: { ...report.instead!, text: sentence } }));
  const first = said[0]!;
  return reports.length === 1
    ? first
    : { ...first, layers: Object.fromEntries(said.map((report) => [report.layerType!, report])) };
}

function layerReport(model: TextModel, name: LayerName, from: string, context: number | undefined): RopeReport {
  const { text } = model;
  const readFrom: Record<string, string> = { layerType: from };
  const note: Note = (as, keys, rule, otherwise) => {
    const found = firstNumber(text, keys, rule);
    readFrom[as] = found?.from ?? `default: ${otherwise}, the class default of this model type`;
    return found?.value ?? otherwise;
  };
  const sliding = name === 'hybrid_sliding';
  const windowKeys = ['sliding_window_size', 'sliding_window'];
  const width = note('headDim', [sliding ? 'swa_head_dim' : 'head_dim'], headWidth, 128);
  const relWidth = note('relWidth', ['d_rel'], inklingRule('relWidth'), 16);
  const extent = sliding
    ? note('extent', windowKeys, inklingRule('extent'), 512)
    : note('extent', ['rel_extent'], inklingRule('extent'), 1024);
  if (sliding) readFrom['slidingWindow'] = readFrom['extent']!;
  const length = note('trainedContext', ['max_position_embeddings', 'model_max_length'], positiveInteger, 131_072);
  const contextLength = context ?? length;
  const tau = sliding ? undefined : findTau(text, note);
  const spec: InklingSpec = {
    encoding: 'inkling',
    dim: width + relWidth,
    relWidth,
    extent,
    ...(tau && { logFloor: tau.length, logAlpha: tau.beta }),
  };
  return {
    ...bareReport(model, { scheme: mixedCurves, spec, readFrom, length, contextLength: context }),
    layerType: name,
    ...(sliding && { slidingWindow: extent }),
    ...(tau && tau.beta !== 0 && { queryScale: queryScaleOver(tau, contextLength, width) }),
    instead: { scheme: mixedCurves, text: '', spec, extent },
  };
}

/** Describes where the curves end, and how queries are scaled. */
function saidOf({ slidingWindow, instead, queryScale }: RopeReport): string {
  if (slidingWindow !== undefined)
    return `in layers with a window of ${slidingWindow} positions the curves end where it does`;
  const beyond = `in layers without a window keys ${instead!.extent} positions before the query, and all before them, get no bias`;
  return queryScale ? `${beyond}, and queries are multiplied by ${queryScale.formula}` : beyond;
}

/** Query scale of layers without a window; undefined if log_scaling_n_floor is absent. */
function findTau(text: Fields, note: Note): QueryScaleRule | undefined {
  if (!text.has('log_scaling_n_floor')) return undefined;
  const length = note('queryScale', ['log_scaling_n_floor'], inklingRule('logFloor'), 0);
  const beta = note('logAlpha', ['log_scaling_alpha'], inklingRule('logAlpha'), 0.1);
  return { rule: 'ramp', beta, length, shift: 1, layers: 'all' };
}
