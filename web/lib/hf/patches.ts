/**
 * The report on a model of images by itself that rotates by the coordinates of patches, where its class and fields give the
 * encoding: there is no text, and a context length has no meaning.
 */
import { PosencError } from '../checks/errors.js';
import { printable } from '../checks/show.js';
import type { ConfigReport, ReportWarning, Tower } from '../types/config.js';
import type { ImportedConfig } from '../types/posenc.js';
import { axisQuestions, axisReports } from './axial/axes.js';
import { familyOf } from './families.js';
import type { Fields } from './fields.js';
import type { TextModel } from './locate.js';
import { isPlainObject, type PlainObject } from './plain.js';
import type { Questions } from './questions.js';
import { askedAxes } from './tower-axes.js';
import { positionFields } from './tower-fields.js';
import { type TowerEncoding, towerEncoding } from './tower-spec.js';
import { spelledText, unreadText } from './unread.js';
import { bareReport, told } from './unrotated.js';

/** What the encoding is made of, so that none of it counts as unread. */
// prettier-ignore
const fields = [
  'rope_theta', 'rope_parameters', 'head_dim', 'hidden_size', 'embed_dim', 'width', 'num_attention_heads', 'num_heads',
  'heads', 'image_size', 'patch_size', 'temporal_patch_size', 'pos_embed_shift', 'pos_embed_jitter', 'pos_embed_rescale',
] as const;

interface Patches {
  readonly modelType: string;
  readonly coordinates: number;
  readonly encoding: TowerEncoding;
}
/** What is known of a model of images by itself; undefined for another model. */
function patchesOf({ text, modelType }: TextModel): Patches | undefined {
  const { axes: coordinates = 1 } = familyOf(modelType);
  if (modelType === undefined || coordinates < 2) return undefined;
  const encoding = towerEncoding(modelType, numbersOf(text));
  return encoding && { modelType, coordinates, encoding };
}

/** The object that the encoding is read from, where a number may be a text. */
function numbersOf(text: Fields): PlainObject {
  const dict = dictOf(text);
  const own = text.withNumbers(fields);
  return dict ? { ...own, rope_parameters: dict.withNumbers(['rope_theta']) } : own;
}
const dictOf = (text: Fields): Fields | undefined =>
  isPlainObject(text.glance('rope_parameters')) ? text.child('rope_parameters') : undefined;

const noContext = ({ modelType, coordinates }: Patches): string =>
  `${printable(modelType)} rotates by the ${coordinates} coordinates of a patch, where a context length has no meaning`;

/** Where the encoding was read: of its fields none counts as unread then. */
function readFromOf({ text }: TextModel): Record<string, string> {
  const readFrom: Record<string, string> = { modelType: text.at('model_type') };
  for (const key of fields) if (text.peek(key) !== undefined) readFrom[key] = text.at(key);
  return readFrom;
}

/** Numbers that are texts, and what of the rope dictionary the encoding is not made of. */
function besides(text: Fields): ReportWarning[] {
  const dict = dictOf(text);
  dict?.peek('rope_theta');
  if (dict?.glance('rope_type') === 'default') dict.peek('rope_type');
  const unread = dict && unreadText(dict);
  return [...told('number_as_text', spelledText(text)), ...told('unread_position_fields', unread)];
}

/** Refuses what is asked of texts, or of engines, where the file is of a model of images or of a maker's own code. */
export function refuseOthers(model: TextModel): void {
  const patches = patchesOf(model);
  const what = patches
    ? noContext(patches)
    : model.native === undefined
      ? undefined
      : `this is ${model.native}, of which engines are not asked here: give the config.json of the model`;
  if (what === undefined) return;
  throw new PosencError('unsupported_config', 'config', `${what}; posenc report has its encoding`);
}

/** The one layer of an import: the encoding of the patches, without a length. */
export function importPatches(model: TextModel): ImportedConfig | undefined {
  const patches = patchesOf(model);
  if (!patches) return undefined;
  const { modelType, encoding } = patches;
  const { text } = model;
  const layer = {
    modelType,
    spec: encoding.spec,
    trainedContext: 0,
    maxContext: 0,
    latentAttention: false,
    readFrom: readFromOf(model),
    warnings: [...besides(text), ...told('unread_position_fields', unreadText(text))],
  };
  return { modelType, layers: { default: layer } };
}

/** @returns undefined for another model. */
export function patchReport(model: TextModel, contextLength?: number): Questions<ConfigReport> | undefined {
  const { text } = model;
  const patches = patchesOf(model);
  if (!patches) return undefined;
  const { modelType, coordinates, encoding } = patches;
  const name = printable(modelType);
  if (contextLength !== undefined)
    throw new PosencError('bad_argument', 'contextLength', `${noContext(patches)}; leave contextLength out`);
  const readFrom = readFromOf(model);
  const { spec } = encoding;
  const scheme = `rotary positions by ${coordinates} coordinates`;
  const bare = bareReport(model, { scheme, spec, readFrom, length: 0, contextLength });
  const positions = `${name} rotates by the ${coordinates} coordinates of a patch (encoding ${spec.encoding}); a context length has no meaning there.`;
  const grid =
    spec.encoding === 'rope-dinov3'
      ? ` An angle is 2π times the coordinate of the patch's centre, from -1 to 1 over the image, divided by the period of its pair, ${spec.base}^(4k/${spec.dim}): it depends on the grid, here ${spec.height} × ${spec.width} patches. Shifts, jitter and rescaling of coordinates are of training alone.`
      : '';
  const warnings = [...besides(text), ...bare.warnings];
  const report: ConfigReport = { ...bare, warnings, instead: { scheme, text: positions + grid, spec } };
  const tower: Tower = { path: '', modelType, positions, fields: positionFields(text.object), ...encoding };
  const asked = askedAxes(tower);
  if (!asked) return { questions: [], answer: () => report };
  return {
    questions: axisQuestions(asked),
    answer(raw) {
      const axes = axisReports(asked, raw, spec.encoding === 'rope-nd' && spec.order === 'alternating');
      return { ...report, axes, frequencies: axes.flatMap(({ pairs }) => pairs.map(({ frequency }) => frequency)) };
    },
  };
}
