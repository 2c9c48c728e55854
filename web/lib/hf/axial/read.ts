/**
 * Reads a transformer/config.json of diffusers: the `rope-nd` spec of its attention, and the size of one step along
 * each coordinate in the picture or the video.
 */
import { errorAbout, PosencError } from '../../checks/errors.js';
import { printable } from '../../checks/show.js';
import type { RopeNdSpec } from '../../generated/encodings.js';
import { Fields, type Found, positiveInteger } from '../fields.js';
import { isPlainObject, type Plain } from '../plain.js';
import { ropeRule } from '../limits.js';
import { unreadText } from '../unread.js';
import { type AxialClass, axialClasses } from './classes.js';

export interface AxialAxis {
  readonly name: string;
  readonly width: number;
  /** Size of one step along it, if known: 4 frames, 16 pixels. */
  readonly step?: { readonly size: number; readonly of: 'frames' | 'pixels' };
}
export interface AxialModel {
  readonly className: string;
  readonly row: AxialClass;
  readonly spec: RopeNdSpec & { readonly widths: readonly number[]; readonly base: number };
  readonly axes: readonly AxialAxis[];
  readonly readFrom: Readonly<Record<string, string>>;
  /** Sentence on the position fields that the class does not read. */
  readonly unread?: string;
}

/** The class of diffusers that a file names, whether or not it is supported. */
export function diffusersClass(plain: Plain): string | undefined {
  if (!isPlainObject(plain)) return undefined;
  const name = Object.hasOwn(plain, '_class_name') ? plain['_class_name'] : undefined;
  return typeof name === 'string' ? name : undefined;
}

/** Reasons why a class is not in the table, read in diffusers 58eb52c0. */
const beyond: ReadonlyMap<string, string> = new Map([
  [
    'LTXVideoTransformer3DModel',
    'its frequencies rise over the width of all heads together, and places are seconds and pixels; the preset ltx-video has both',
  ],
  [
    'LTX2VideoTransformer3DModel',
    'its frequencies rise over the width of all heads together, while rope_type split pairs the halves of each head',
  ],
  [
    'MochiTransformer3DModel',
    'its frequencies are weights, which were trained; places are centred and scaled to an area of 192 by 192 cells',
  ],
]);

/**
 * Classes of makers' own code that rotate like a diffusers class and give the head width as a quotient. WanModel of
 * Wan-Video/Wan2.1 (wan/modules/model.py): rope_params over d - 4(d/6), 2(d/6), 2(d/6) channels, view_as_complex pairs.
 */
const makersNames: ReadonlyMap<string, string> = new Map([['WanModel', 'WanTransformer3DModel']]);

/** Message for a diffusers file passed where a text model is expected. */
export const notAText = (className: string): string =>
  className.endsWith('Pipeline')
    ? 'this is a model_index.json of diffusers, which names no positions; give the config.json of its transformer'
    : aboutClass(className);
const aboutClass = (className: string): string =>
  axialClasses.has(makersNames.get(className) ?? className)
    ? `${className} is a model of diffusers that rotates by several coordinates: its report says how; engines of text models do not serve it`
    : `${printable(className)} is a class of diffusers, ${beyond.get(className) ? `which rotates otherwise: ${beyond.get(className)}` : 'which is not known here'}`;

/** @returns undefined for a file of another kind. Throws `unsupported_config` for a class that is not in the table. */
export function readAxial(plain: Plain): AxialModel | undefined {
  const className = diffusersClass(plain);
  if (className === undefined || !isPlainObject(plain)) return undefined;
  const row = axialClasses.get(makersNames.get(className) ?? className);
  if (!row) throw new PosencError('unsupported_config', 'config', notAText(className));
  const fields = new Fields(plain, '');
  if (className === 'CogVideoXTransformer3DModel' && fields.peek('use_rotary_positional_embeddings') !== true)
    throw new PosencError(
      'unsupported_config',
      'config',
      `${className} adds a table of sines: use_rotary_positional_embeddings is not true`,
    );
  const readFrom: Record<string, string> = {};
  const note = <T>(name: string, { value, from }: Found<T>): T => {
    readFrom[name] = from;
    return value;
  };
  const widths = note('widths', findWidths(fields, row));
  // the class reads a coordinate for each width, and a width for each coordinate
  if (widths.length !== row.axes.length)
    throw errorAbout(
      'bad_config',
      where(row),
      `has ${widths.length} axes; the tokens of ${className} have ${row.axes.length} coordinates`,
    );
  const sum = widths.reduce((all, width) => all + width, 0);
  const head = findHead(fields, row);
  if (head !== undefined && (row.partial ? head.value < sum : head.value !== sum))
    throw errorAbout('bad_config', where(row), `adds up to ${sum}, but ${head.from} has ${head.value} channels`);
  const base = note(
    'base',
    'fixed' in row.base
      ? { value: row.base.fixed, from: `default: ${row.base.fixed}, the class gives it` }
      : (fields.number(baseKey(row.base), ropeRule('base')) ?? otherwise(row.base.otherwise, baseKey(row.base))),
  );
  const ntk = row.ntk && note('ntkFactors', ofAxes(fields, 'rope_scale', row.ntk));
  const divisors = row.divisors && note('scales', ofAxes(fields, 'scale_factor', row.divisors));
  const axes = row.axes.map((name, axis) => ({ name, width: widths[axis]!, ...stepOf(fields, row, name) }));
  for (const key of row.idle ?? []) fields.peek(key);
  const unread = unreadText(fields);
  return {
    className,
    row,
    readFrom: { ...readFrom, layout: `default: ${row.layout ?? 'interleaved'}, as ${row.rope} has it` },
    axes,
    ...(unread !== undefined && { unread }),
    spec: {
      encoding: 'rope-nd',
      dim: head?.value ?? sum,
      axes: widths.length,
      widths,
      base,
      ...(ntk && ntk.some((factor) => factor !== 1) && { ntkFactors: ntk }),
      ...(divisors && { scales: divisors.map((divisor) => 1 / divisor) }),
      ...(row.centred && { centring: 'cells' }),
      ...(row.layout && { layout: row.layout }),
    },
  };
}

const otherwise = <T>(value: T, key: string): Found<T> => ({
  value,
  from: `default: ${String(value)}, the class default of ${key}`,
});
const where = ({ widths }: AxialClass): string =>
  typeof widths === 'string' ? 'attention_head_dim' : 'key' in widths ? widths.key : widths.pairsKey;
const baseKey = ({ key = 'rope_theta' }: { readonly key?: string }): string => key;

function ofAxes(fields: Fields, key: string, numbers: readonly number[]): Found<readonly number[]> {
  const found = fields.numbers(key, { min: 0, above: true, max: 1e9 });
  if (found && found.value.length !== numbers.length)
    throw errorAbout('bad_shape', key, `has ${found.value.length} numbers; the class takes ${numbers.length}`);
  return found ?? otherwise(numbers, key);
}

/** Head width dim / num_heads, for files of a maker's own code. */
function quotient(fields: Fields): Found<number> | undefined {
  if (!makersNames.has(diffusersClass(fields.object) ?? '')) return undefined;
  const [dim, heads] = [fields.number('dim', positiveInteger), fields.number('num_heads', positiveInteger)];
  if (!dim || !heads || dim.value % heads.value !== 0) return undefined;
  return { value: dim.value / heads.value, from: `derived: ${dim.from} / ${heads.from}` };
}

function findHead(fields: Fields, { headDim, widths, partial }: AxialClass): Found<number> | undefined {
  const found = fields.number('attention_head_dim', { ...positiveInteger, max: 65536 }) ?? quotient(fields);
  if (found || (typeof widths !== 'string' && !partial)) return found;
  return otherwise(headDim ?? 128, 'attention_head_dim');
}

function findWidths(fields: Fields, row: AxialClass): Found<readonly number[]> {
  if (typeof row.widths !== 'string' && 'pairsKey' in row.widths) {
    const { pairsKey, otherwise: pairs } = row.widths;
    const { value, from } = fields.number(pairsKey, { ...positiveInteger, max: 32768 }) ?? otherwise(pairs, pairsKey);
    return { value: row.axes.map(() => 2 * value), from: `derived: 2 × ${from}, in each axis` };
  }
  if (typeof row.widths !== 'string') {
    const { key, otherwise: numbers } = row.widths;
    const found = fields.numbers(key, { integer: true, min: 2, max: 65536 });
    const odd = found?.value.findIndex((width) => width % 2 !== 0) ?? -1;
    if (odd >= 0) throw errorAbout('bad_config', `${key}[${odd}]`, `is ${found!.value[odd]}; it must be even`);
    if (found?.value.length === 0) throw errorAbout('bad_config', key, 'is empty');
    return found ?? otherwise(numbers, key);
  }
  const { value: dim, from } = findHead(fields, row)!;
  const side =
    row.widths === 'halves'
      ? Math.floor(dim / 2)
      : row.widths.startsWith('thirds')
        ? 2 * Math.floor(dim / 6)
        : 3 * Math.floor(dim / 8);
  const first = row.widths === 'a quarter, then three eighths twice' ? Math.floor(dim / 4) : dim - 2 * side;
  const widths = row.widths === 'halves' ? [side, side] : [first, side, side];
  if (side < 2 || side % 2 !== 0 || first % 2 !== 0 || widths.reduce((sum, width) => sum + width) !== dim)
    throw errorAbout('bad_config', 'attention_head_dim', `${dim} is not divided into even widths by ${row.rope}`);
  return { value: widths, from: `derived: ${from}, ${row.widths}` };
}

/** Patch size along an axis; patch_size is a number, or a list of time, height and width. */
function patchOf(fields: Fields, axis: 'time' | 'space'): number {
  const given = fields.peek('patch_size');
  const list = Array.isArray(given) ? fields.numbers('patch_size', positiveInteger)!.value : undefined;
  if (axis === 'time')
    return fields.number('patch_size_t', positiveInteger)?.value ?? (list?.length === 3 ? list[0]! : 1);
  return list ? (list.at(-1) ?? 1) : (fields.number('patch_size', positiveInteger)?.value ?? 1);
}

function stepOf(
  fields: Fields,
  { video, pixels, packing = 1, rope }: AxialClass,
  name: string,
): Pick<AxialAxis, 'step'> {
  if (name === 'time' && video) {
    if ('unit' in video) return { step: { size: video.unit, of: 'frames' } };
    const stride = fields.number('temporal_compression_ratio', positiveInteger)?.value ?? video.stride;
    return { step: { size: stride * patchOf(fields, 'time'), of: 'frames' } };
  }
  if ((name === 'row' || name === 'column') && pixels !== undefined) {
    // the VAE of Wan 2.2 5B, which has 48 channels, makes cells of 16 pixels
    const cell = rope === 'WanRotaryPosEmbed' && fields.peek('in_channels') === 48 ? 16 : pixels;
    return { step: { size: cell * packing * patchOf(fields, 'space'), of: 'pixels' } };
  }
  return {};
}
