/**
 * Report on a model that does not rotate: its scheme, with the spec of that encoding if the file gives all of it, and
 * no pairs.
 */
import type { EncodingSpec } from '../generated/encodings.js';
import type { ConfigReport, ReportWarning } from '../types/config.js';
import { Fields, firstNumber, type Found, positiveInteger } from './fields.js';
import type { TextModel } from './locate.js';
import { assumptionOf, assumptionText, untypedText } from './model-class.js';
import { num } from './number-text.js';
import { bucketed, learned } from './schemes.js';
import { findTowers, othersText } from './towers.js';
import { listed, unreadText } from './unread.js';
import { insteadOf, schemeInstead } from './unsupported.js';

type SizeName = 'heads' | 'width' | 'length';
const fields: Readonly<Record<SizeName, readonly string[]>> = {
  heads: ['num_attention_heads', 'n_head', 'n_heads', 'num_heads'],
  width: ['hidden_size', 'n_embd', 'd_model'],
  length: ['max_position_embeddings', 'n_positions', 'max_seq_len', 'seq_length', 'max_target_positions'],
};

/** Table lengths of encoders and decoders, which the report lists. */
const lengths = ['max_source_positions', 'max_target_positions'] as const;

/** The registry encoding of the scheme, if the file gives its parameters. */
function specOf(text: Fields, scheme: string, note: (size: SizeName) => number | undefined): EncodingSpec | undefined {
  if (scheme.startsWith('ALiBi')) {
    const heads = note('heads');
    return heads === undefined || largestBias(text).value !== 8 ? undefined : { encoding: 'alibi', heads };
  }
  if (scheme.startsWith(bucketed)) {
    const heads = note('heads');
    if (heads === undefined) return undefined;
    const whole = { integer: true, min: 2 };
    const numBuckets = text.number('relative_attention_num_buckets', whole)?.value ?? 32;
    const maxDistance = text.number('relative_attention_max_distance', whole)?.value ?? 128;
    return { encoding: 't5', heads, numBuckets, maxDistance };
  }
  if (scheme.startsWith(learned)) {
    const [dim, count] = [note('width'), note('length')];
    return dim === undefined || count === undefined ? undefined : { encoding: 'learned', dim, count };
  }
  return undefined;
}

const models = 'https://github.com/huggingface/transformers/tree/main/src/transformers/models';
/** A list of one warning, or none if there is no message. */
export const told = (
  code: 'missing_model_type' | 'number_as_text' | 'other_towers' | 'unknown_model_type' | 'unread_position_fields',
  message: string | undefined,
): ReportWarning[] =>
  message === undefined ? [] : [{ code, message, source: models, ...(code === 'other_towers' && { note: true }) }];

interface Bare {
  readonly scheme: string;
  readonly spec?: EncodingSpec | undefined;
  readonly readFrom: Record<string, string>;
  /** Further facts: a point, a blank and a sentence without its final point. */
  readonly more?: string;
  /** Text length that the file names; 0 if none. */
  readonly length: number;
  readonly contextLength: number | undefined;
}

/** A report without pairs. */
export function bareReport({ whole, text, modelType: known, assumed, untyped }: TextModel, bare: Bare): ConfigReport {
  const { scheme, spec, more = '', readFrom, length, contextLength } = bare;
  const towers = findTowers(whole, text);
  const modelType = assumed?.given ?? known;
  return {
    type: 'default',
    ...(modelType !== undefined && { modelType }),
    ...(assumed && assumptionOf(assumed)),
    ...(towers.length > 0 && { towers }),
    instead: { scheme, text: insteadOf(modelType, scheme) + more, ...(spec && { spec }) },
    base: 0,
    headDim: 0,
    rotaryDim: 0,
    trainedContext: length,
    trainedContextIs: 'named',
    contextLength: contextLength ?? length,
    attentionFactor: 1,
    softmaxMultiplier: 1,
    frequencies: [],
    pairs: [],
    pairsWithFullTurn: 0,
    pairsWithUnseenAngles: 0,
    bands: { kept: 0, blended: 0, scaled: 0, off: 0 },
    spec: spec ?? { encoding: 'nope', dim: noted(text, readFrom, 'width') ?? 1 },
    readFrom,
    warnings: [
      ...told('unknown_model_type', assumed && assumptionText(assumed)),
      ...told('missing_model_type', untyped && untypedText(modelType!)),
      ...told('other_towers', othersText(text, towers)),
      ...told('unread_position_fields', unreadText(text)),
    ],
  };
}

function noted(text: Fields, readFrom: Record<string, string>, size: SizeName): number | undefined {
  const found = firstNumber(text, fields[size], positiveInteger);
  if (found) readFrom[size] = found.from;
  return found?.value;
}

/** alibi_bias_max of MPT's attn_config; the paper's slopes end at 2^-8. */
const largestBias = (text: Fields): Found<number> =>
  (text.child('attn_config') ?? Fields.none).number('alibi_bias_max', { min: 0, max: 1e6 }) ??
  text.number('alibi_bias_max', { min: 0, max: 1e6 }) ?? { value: 8, from: 'default: 8, as in the paper' };

/** Slopes of the heads as in the paper's code: 2^(-b/m) to 2^-b for m heads, a power of two, then those between. */
function slopesText(text: Fields, heads: number): string {
  const largest = largestBias(text).value;
  const even = 2 ** Math.floor(Math.log2(heads));
  const slope = (steps: number): string => num(2 ** ((-largest * steps) / (2 * even)));
  const further = heads - even;
  const others = further === 0 ? '' : `, and from ${slope(1)} to ${slope(2 * further - 1)} for the other ${further}`;
  return `. Slopes fall from ${slope(2)} to ${slope(2 * even)} for ${even} heads${others}; alibi_bias_max is ${largest}`;
}

/** @returns undefined for a model that rotates. Throws if that is unknown. */
export function unrotatedReport(model: TextModel, contextLength?: number): ConfigReport | undefined {
  const scheme = schemeInstead(model.text, model.modelType);
  return scheme === undefined ? undefined : unrotatedAs(model, scheme, contextLength);
}

/** Report on a model whose scheme is known. */
export function unrotatedAs(model: TextModel, scheme: string, contextLength: number | undefined): ConfigReport {
  const { text } = model;
  const readFrom: Record<string, string> = {};
  const note = (size: SizeName): number | undefined => noted(text, readFrom, size);
  const length = note('length') ?? 0;
  const heads = scheme.startsWith('ALiBi') ? note('heads') : undefined;
  const bias = heads === undefined ? '' : slopesText(text, heads);
  const rows = lengths.filter((key) => text.peek(key) !== undefined);
  const more = bias + (rows.length > 0 ? `. Positions of its tables: ${listed(text, rows, (key) => key)}` : '');
  return bareReport(model, { scheme, spec: specOf(text, scheme, note), more, readFrom, length, contextLength });
}
