/** Reads the argument of multimodalIds: sequences as runs of text, image and video, and the merged grid of each. */
import { isNumbers } from '../checks/arrays.js';
import { errorAbout } from '../checks/errors.js';
import { checkBytes } from '../checks/limits.js';
import { whole } from '../checks/options.js';
import { type Entries, guarded, readRecord, refuseUnknown } from '../checks/record.js';
import { oneOf, shown } from '../checks/show.js';
import type { MultimodalModel } from '../types/multimodal.js';

/** A grid after patches were merged. */
export interface Grid {
  readonly t: number;
  readonly h: number;
  readonly w: number;
  /** Increment of the time id from one grid to the next. */
  readonly step: number;
}
export interface Sequence {
  /** Kind of each token: 0 text, 1 image, 2 video. */
  readonly kinds: Float64Array;
  /** Tokens that count; undefined: all. */
  readonly mask: Float64Array | undefined;
}
export interface Prompt {
  readonly model: MultimodalModel;
  readonly transformers: 4 | 5;
  /** The releases that have this rule. */
  readonly releases: string;
  readonly axes: number;
  readonly sequences: readonly Sequence[];
  readonly images: readonly Grid[];
  readonly videos: readonly Grid[];
}

const models: readonly MultimodalModel[] = ['qwen2_vl', 'qwen2_5_vl', 'qwen3_vl', 'glm4v', 'hunyuan_vl'];
const names = [
  ...['model', 'tokenTypes', 'tokens', 'imageToken', 'videoToken', 'attentionMask', 'images', 'videos', 'mergeSize'],
  ...['secondsPerGrid', 'tokensPerSecond', 'axes', 'transformers'],
];
const at = (name: string): string => `prompt.${name}`;

export function refuse(name: string, message: string): never {
  throw errorAbout('bad_argument', at(name), `${message}`);
}

/** Copies a list from the caller and checks each value with `holds`. */
function listOf(value: unknown, name: string, what: string, holds: (one: number) => boolean): Float64Array {
  const subject = { code: 'bad_argument', field: at(name), what: `a list of ${what}` } as const;
  return guarded(subject, () => {
    if (!Array.isArray(value) && !isNumbers(value)) return refuse(name, `must be ${subject.what}, got ${shown(value)}`);
    const given = value as ArrayLike<unknown>;
    checkBytes(given.length * Float64Array.BYTES_PER_ELEMENT, subject);
    return Float64Array.from({ length: given.length }, (_, i) => {
      const one = given[i];
      if (typeof one === 'number' && holds(one)) return one;
      return refuse(`${name}[${i}]`, `must be one of ${what}, got ${shown(one)}`);
    });
  });
}

/** A list of lists; a single list becomes the only one. */
function listsOf(value: unknown, name: string, what: string, holds: (one: number) => boolean): Float64Array[] {
  const subject = {
    code: 'bad_argument',
    field: at(name),
    what: `a list of ${what}, or a list of such lists`,
  } as const;
  return guarded(subject, () => {
    const nested = Array.isArray(value) && value.length > 0 && typeof value[0] === 'object';
    if (!nested) return [listOf(value, name, what, holds)];
    return Array.from(value as unknown[], (one, i) => listOf(one, `${name}[${i}]`, what, holds));
  });
}

const isWhole = (value: number): boolean => Number.isSafeInteger(value) && value >= 0;

function kindsOf(entries: Entries): Float64Array[] {
  const given = ['tokenTypes', 'tokens'].filter((name) => entries.has(name));
  if (given.length !== 1) return refuse('tokenTypes', 'must be given, or tokens in its place, and not both');
  if (given[0] === 'tokenTypes') {
    for (const name of ['imageToken', 'videoToken'])
      if (entries.has(name)) return refuse(name, 'has no effect together with tokenTypes');
    return listsOf(entries.get('tokenTypes'), 'tokenTypes', '0, 1 and 2', (one) => one === 0 || one === 1 || one === 2);
  }
  const [image, video] = ['imageToken', 'videoToken'].map((name) =>
    entries.has(name) ? whole(entries.get(name), at(name), 0) : undefined,
  );
  if (image === undefined && video === undefined) return refuse('imageToken', 'must be given with tokens');
  if (image === video) return refuse('videoToken', 'must be another one than imageToken');
  const tokens = listsOf(entries.get('tokens'), 'tokens', 'whole numbers', isWhole);
  return tokens.map((ids) => ids.map((id) => (id === image ? 1 : id === video ? 2 : 0)));
}

function masksOf(entries: Entries, kinds: readonly Float64Array[]): readonly (Float64Array | undefined)[] {
  if (!entries.has('attentionMask')) return kinds.map(() => undefined);
  const masks = listsOf(entries.get('attentionMask'), 'attentionMask', '0 and 1', (one) => one === 0 || one === 1);
  if (masks.length !== kinds.length)
    return refuse('attentionMask', `must have a list for each of ${kinds.length} sequences`);
  for (const [i, mask] of masks.entries())
    if (mask.length !== kinds[i]!.length)
      return refuse('attentionMask', `must have ${kinds[i]!.length} numbers in list ${i}, got ${mask.length}`);
  return masks;
}

function gridsOf(entries: Entries, name: 'images' | 'videos', merge: number, steps: readonly number[]): Grid[] {
  const value = entries.get(name);
  if (value === undefined) return [];
  const subject = { code: 'bad_argument', field: at(name), what: 'a list of [t, h, w]' } as const;
  const given = guarded(subject, () =>
    Array.isArray(value)
      ? Array.from(value as unknown[])
      : refuse(name, `must be ${subject.what}, got ${shown(value)}`),
  );
  return given.map((one, i) => {
    const place = `${name}[${i}]`;
    const sizes = listOf(one, place, 'numbers of patches, from 1', (size) => Number.isSafeInteger(size) && size >= 1);
    if (sizes.length !== 3) return refuse(place, `must be [t, h, w], got ${sizes.length} numbers`);
    const [t, h, w] = sizes as unknown as [number, number, number];
    if (Math.min(h, w) < merge) return refuse(place, `must have at least mergeSize = ${merge} patches along h and w`);
    return { t, h: Math.floor(h / merge), w: Math.floor(w / merge), step: steps[i] ?? 1 };
  });
}

/**
 * tokens_per_second times second_per_grid_ts. Before 5.17 transformers truncated the seconds to an integer first, by
 * int() and torch.as_tensor(…, dtype=long) of modeling_qwen2_5_vl.py. Since then it truncates the product with the grid
 * number (huggingface/transformers#48669).
 */
function stepsOf(entries: Entries, model: MultimodalModel, videos: number, cut: boolean): number[] {
  if (model !== 'qwen2_5_vl') {
    for (const name of ['secondsPerGrid', 'tokensPerSecond'])
      if (entries.has(name)) return refuse(name, `has no effect with model '${model}'`);
    return [];
  }
  if (videos === 0) {
    for (const name of ['secondsPerGrid', 'tokensPerSecond'])
      if (entries.has(name)) return refuse(name, 'has no effect without videos');
    return [];
  }
  if (!entries.has('tokensPerSecond'))
    return refuse('tokensPerSecond', 'must be given, as in vision_config of the model');
  const each = whole(entries.get('tokensPerSecond'), at('tokensPerSecond'), 1);
  if (!entries.has('secondsPerGrid')) return Array<number>(videos).fill(each);
  const seconds = listOf(entries.get('secondsPerGrid'), 'secondsPerGrid', 'seconds', (one) => one >= 0 && one <= 1e6);
  if (seconds.length !== videos) return refuse('secondsPerGrid', `must have a number for each of ${videos} videos`);
  return Array.from(seconds, (one) => each * (cut ? Math.floor(one) : one));
}

function releasesOf(model: MultimodalModel, release: 4 | 5 | '5.16'): string {
  if (release === 4) return '4';
  if (model !== 'qwen2_5_vl') return '5';
  return release === 5 ? '5.17 and later' : '5.0 to 5.16';
}

export function readPrompt(value: unknown): Prompt {
  const entries = readRecord(value, { code: 'bad_argument', field: 'prompt', what: 'an object' });
  refuseUnknown(entries, names, 'bad_argument', 'prompt.', 'a prompt');
  const model = models.find((one) => one === entries.get('model'));
  if (model === undefined) return refuse('model', `must be ${oneOf(models)}, got ${shown(entries.get('model'))}`);
  const hunyuan = model === 'hunyuan_vl';
  const release = entries.has('transformers') ? entries.get('transformers') : 5;
  if (release !== 4 && release !== 5 && release !== '5.16')
    return refuse('transformers', `must be 4, '5.16' or 5, got ${shown(release)}`);
  const transformers = release === 4 ? 4 : 5;
  if (release === '5.16' && model !== 'qwen2_5_vl')
    return refuse('transformers', `must be 4 or 5 with model '${model}', whose rule no later release changed`);
  if (hunyuan && transformers === 4) return refuse('transformers', "must be 5 with model 'hunyuan_vl'");
  if (!hunyuan && entries.has('axes')) return refuse('axes', `has no effect with model '${model}'`);
  const axes = entries.has('axes') ? entries.get('axes') : hunyuan ? 4 : 3;
  if (axes !== 3 && axes !== 4) return refuse('axes', `must be 3 or 4, got ${shown(axes)}`);
  const merge = entries.has('mergeSize') ? whole(entries.get('mergeSize'), at('mergeSize'), 1) : 2;
  const kinds = kindsOf(entries);
  const masks = masksOf(entries, kinds);
  const images = gridsOf(entries, 'images', merge, []);
  const counted = gridsOf(entries, 'videos', merge, []).length;
  if (hunyuan && counted > 0)
    return refuse('videos', "must be left out with model 'hunyuan_vl', which has images alone");
  const videos = gridsOf(entries, 'videos', merge, stepsOf(entries, model, counted, release !== 5));
  const sequences = kinds.map((one, i) => ({ kinds: one, mask: masks[i] }));
  return { model, transformers, releases: releasesOf(model, release), axes, sequences, images, videos };
}
