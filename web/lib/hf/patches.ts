/**
 * Report on an image-only model that rotates by the coordinates of patches, with the encoding that its class and fields
 * give. It has no text, so a context length has no meaning.
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

/** Fields that the encoding uses, which therefore do not count as unread. */
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
/** The encoding of an image-only model; undefined for another model. */
function patchesOf({ text, modelType }: TextModel): Patches | undefined {
  const { axes: coordinates = 1 } = familyOf(modelType);
  if (modelType === undefined || coordinates < 2) return undefined;
  const encoding = towerEncoding(modelType, numbersOf(text));
  return encoding && { modelType, coordinates, encoding };
}

/** The object from which the encoding is read, with numeric strings converted. */
function numbersOf(text: Fields): PlainObject {
  const dict = dictOf(text);
  const own = text.withNumbers(fields);
  return dict ? { ...own, rope_parameters: dict.withNumbers(['rope_theta']) } : own;
}
const dictOf = (text: Fields): Fields | undefined =>
  isPlainObject(text.glance('rope_parameters')) ? text.child('rope_parameters') : undefined;

const noContext = ({ modelType, coordinates }: Patches): string =>
  `${printable(modelType)} rotates by the ${coordinates} coordinates of a patch, where a context length has no meaning`;

/** Sources of the encoding; marks its fields as read. */
function readFromOf({ text }: TextModel): Record<string, string> {
  const readFrom: Record<string, string> = { modelType: text.at('model_type') };
  for (const key of fields) if (text.peek(key) !== undefined) readFrom[key] = text.at(key);
  return readFrom;
}

/** Warns of numbers written as strings, and of rope dictionary entries that the encoding does not use. */
function besides(text: Fields): ReportWarning[] {
  const dict = dictOf(text);
  dict?.peek('rope_theta');
  if (dict?.glance('rope_type') === 'default') dict.peek('rope_type');
  const unread = dict && unreadText(dict);
  return [...told('number_as_text', spelledText(text)), ...told('unread_position_fields', unread)];
}

/** Throws for image-only models and makers' own files, which text calls and engines do not support. */
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

/** The only layer of an import: the encoding of the patches, without a length. */
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
