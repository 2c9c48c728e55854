/**
 * The other models in a multimodal file. A report covers only the text model. It lists the objects of models with their
 * own positions, the known facts about them, and the fields those come from.
 */
import type { Tower } from '../types/config.js';
import { classOf, familyOf } from './families.js';
import { printable, shown } from '../checks/show.js';
import type { Fields } from './fields.js';
import { isPlainObject, type PlainObject } from './plain.js';
import { beyondReport, schemeOf } from './schemes.js';
import { positionFields } from './tower-fields.js';
import { towerEncoding } from './tower-spec.js';

/** A model has at least one of these fields; other objects (quantization, a rope dictionary, a task) have no width. */
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
/** Suffixes of tower types; files of transformers 4 give a tower the type of the whole. */
const endings = ['', '_vision', '_vision_model', '_vision_encoder', '_audio_encoder', '_encoder', '_audio'];

interface Known {
  readonly positions: string;
  /** The model type by which transformers knows the tower. */
  readonly name?: string;
}
function positionsOf(key: string, modelType: string | undefined): Known {
  const ofKind = /vision|visual|image|video|vit/i.test(key)
    ? /vision|^$/
    : /audio|speech|sound/i.test(key)
      ? /audio|encoder|^$/
      : /^$/;
  // try the bare type last: it may be the type of the whole
  const names = endings.filter((ending) => ofKind.test(ending)).map((ending) => `${modelType ?? ''}${ending}`);
  for (const name of [...names.slice(1), ...names.slice(0, 1)]) {
    const known = beyondReport(name);
    if (known !== undefined) return { positions: known, name };
    const scheme = schemeOf(name);
    if (scheme !== undefined) return { positions: scheme, name };
    const { axes = 1 } = familyOf(name);
    if (axes > 1) return { positions: `it rotates by the ${axes} coordinates of a patch`, name };
  }
  if (modelType !== undefined && classOf(modelType))
    return { positions: 'rotary positions of its own', name: modelType };
  return { positions: 'positions that are not known here' };
}

/** @param text the object of the text model; neither its ancestors nor its descendants are towers. */
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
    const { positions, name } = positionsOf(key, modelType);
    const encoding = name === undefined ? undefined : towerEncoding(name, value);
    const fields = positionFields(value);
    return [{ path: at, ...(modelType !== undefined && { modelType }), positions, fields, ...encoding }];
  });
}

const most = 8;
function towerText({ path, modelType, positions, fields, spec }: Tower): string {
  const names = Object.entries(fields);
  const by = names.map(([key, value]) => `${printable(key)} = ${shown(value)}`);
  const what = spec === undefined ? '' : ` (encoding ${spec.encoding})`;
  return `${printable(path)}${modelType === undefined ? '' : ` (${printable(modelType)})`}: ${positions}${what}${by.length === 0 ? '' : `, by ${by.join(', ')}`}`;
}

/** The sentence on the other models of a file. */
export function othersText(text: Fields, towers: readonly Tower[]): string | undefined {
  if (towers.length === 0) return undefined;
  const what = text.path === '' ? 'the model that the file itself describes' : printable(text.path);
  return `this report is of ${what} alone, and the other models of the file have positions of their own. ${towers.slice(0, most).map(towerText).join('; ')}${towers.length > most ? '; …' : ''}`;
}
