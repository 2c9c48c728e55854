/**
 * The other models in a file of several: a report is of the text model, so it says which objects of the file describe
 * models whose positions it does not tell, and what is known of them.
 */
import { classOf, familyOf } from './families.js';
import type { Fields } from './fields.js';
import { isPlainObject, type PlainObject } from './plain.js';
import { beyondReport, schemeOf } from './schemes.js';

export interface Tower {
  /** Where it stands in the file. */
  readonly path: string;
  readonly modelType?: string;
  /** What is known of its positions. */
  readonly positions: string;
}

/** Fields of which a model has one at least; what is none (quantization, a rope dictionary, a task) has no width. */
const widths = [
  'hidden_size',
  'embed_dim',
  'd_model',
  'width',
  'dim',
  'encoder_attention_heads',
  'num_attention_heads',
];
const isModel = (object: PlainObject): boolean =>
  typeof object['model_type'] === 'string' || widths.some((key) => typeof object[key] === 'number');
/** Files of transformers 4 give a tower the type of the whole. */
const endings = ['', '_vision', '_vision_model', '_vision_encoder', '_audio_encoder', '_encoder', '_audio'];

function positionsOf(key: string, modelType: string | undefined): string {
  const ofKind = /vision|visual|image|video|vit/i.test(key)
    ? /vision|^$/
    : /audio|speech|sound/i.test(key)
      ? /audio|encoder|^$/
      : /^$/;
  // the bare type is that of the whole where a longer one is known
  const names = endings.filter((ending) => ofKind.test(ending)).map((ending) => `${modelType ?? ''}${ending}`);
  for (const name of [...names.slice(1), ...names.slice(0, 1)]) {
    const known = beyondReport(name);
    if (known !== undefined) return known;
    const scheme = schemeOf(name);
    if (scheme !== undefined) return scheme;
    const { axes = 1 } = familyOf(name);
    if (axes > 1) return `it rotates by the ${axes} coordinates of a patch`;
  }
  if (modelType !== undefined && classOf(modelType)) return 'rotary positions of its own';
  return 'positions that are not known here';
}

/** @param text the object of the text model; what holds it is no tower, and what it holds is part of it. */
export function findTowers(whole: Fields, text: Fields): readonly Tower[] {
  return towersIn(whole.object, '', text.path);
}

function towersIn(object: PlainObject, path: string, textPath: string): readonly Tower[] {
  return Object.entries(object).flatMap(([key, value]) => {
    const at = path === '' ? key : `${path}.${key}`;
    if (at === textPath || !isPlainObject(value) || !/(config|cfg|tower|encoder|decoder)$/i.test(key)) return [];
    if (textPath.startsWith(`${at}.`)) return towersIn(value, at, textPath);
    if (!isModel(value) || /quantization|generation|task_specific/.test(key)) return [];
    const type = value['model_type'];
    const modelType = typeof type === 'string' && type !== '' ? type : undefined;
    return [{ path: at, ...(modelType !== undefined && { modelType }), positions: positionsOf(key, modelType) }];
  });
}
