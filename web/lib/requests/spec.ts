/**
 * Checks a spec against the registry and converts it to the flat form that the C++ side reads. The C++ side checks
 * rules between parameters (an odd dim, rotaryDim <= dim).
 */
import { errorAbout, mustBe, PosencError } from '../checks/errors.js';
import { type EncodingSpec, encodings } from '../generated/encodings.js';
import type { EncodingInfo, ParamInfo, Stage } from '../types/registry.js';
import { typedArrayName } from '../checks/typed-array-name.js';
import { type Entries, guarded, ofConfig, readRecord, refuseUnknown } from '../checks/record.js';
import { oneOf, shown, suggestion } from '../checks/show.js';
import { counts } from '../checks/where.js';
import type { RawSpec, RawValues } from '../types/core.js';

/** Returns the raw form of `spec`; throws unless it is valid and has `stage`, if given. */
export function checkSpec(spec: unknown, stage?: Stage): RawSpec {
  const entries = readRecord(spec, {
    code: 'bad_argument',
    field: 'spec',
    what: "an object such as { encoding: 'rope', dim: 128 }",
  });
  const raw = readSpec(entries);
  if (stage !== undefined)
    checkStage(
      encodings.find(({ id }) => id === raw.encoding)!,
      stage,
    );
  return raw;
}

interface HowToRead {
  /** Prefix of field names in errors. */
  readonly prefix?: string;
  /** Names allowed in addition to those of a spec. */
  readonly extra?: readonly string[];
  /** Required parameters may be missing, because a model supplies them. */
  readonly fitted?: boolean;
}

export function readSpec(entries: Entries, { prefix = '', extra = [], fitted = false }: HowToRead = {}): RawSpec {
  const info = findRow(encodings, entries.get('encoding'), `${prefix}encoding`, 'unknown_encoding', ofConfig);
  const others = ['encoding', ...(info.scalable ? ['scaling'] : []), ...extra];
  const params = fitted ? info.params.map((param) => ({ ...param, required: false })) : info.params;
  const values = readParams(params, entries, others, info.id, prefix);
  const scaling = entries.get('scaling');
  if (scaling === undefined) return { encoding: info.id, ...values };
  return { encoding: info.id, ...values, scaling: checkScaling(scaling, info, prefix) };
}

/** Converts the spec back to plain JSON with only checked values. */
export function plainSpec(raw: RawSpec): EncodingSpec {
  const info = encodings.find((row) => row.id === raw.encoding);
  const scaling = info?.scalings?.find((row) => row.id === raw.scaling?.type);
  return {
    encoding: raw.encoding,
    ...plainParams(info?.params ?? [], raw),
    ...(raw.scaling && { scaling: { type: raw.scaling.type, ...plainParams(scaling?.params ?? [], raw.scaling) } }),
  } as EncodingSpec;
}

export function plainParams(params: readonly ParamInfo[], { numbers, arrays }: RawValues): Record<string, unknown> {
  const plain: Record<string, unknown> = {};
  for (const { name, kind, choices } of params) {
    const value = numbers[name];
    if (arrays[name]) plain[name] = [...arrays[name]];
    else if (value !== undefined)
      plain[name] = kind === 'choice' ? choices?.[value] : kind === 'boolean' ? value === 1 : value;
  }
  return plain;
}

function checkScaling(scaling: unknown, info: EncodingInfo, prefix: string): RawValues & { type: string } {
  const entries = readRecord(scaling, {
    code: 'bad_param',
    field: `${prefix}scaling`,
    what: "an object such as { type: 'linear', factor: 4 }",
  });
  const row = findRow(info.scalings ?? [], entries.get('type'), `${prefix}scaling.type`, 'unknown_scaling');
  return { type: row.id, ...readParams(row.params, entries, ['type'], `scaling '${row.id}'`, `${prefix}scaling.`) };
}

export function findRow<R extends { readonly id: string }>(
  rows: readonly R[],
  id: unknown,
  field: string,
  code: 'unknown_encoding' | 'unknown_scaling' | 'unknown_method' | 'bad_param',
  note = '',
): R {
  const ids = rows.map((row) => row.id);
  if (id === undefined) throw errorAbout('missing_param', field, `is missing; give ${oneOf(ids)}${note}`);
  const row = rows.find((candidate) => candidate.id === id);
  if (row) return row;
  throw errorAbout(code, field, `must be one of ${oneOf(ids)}, but ${shown(id)} was given${suggestion(id, ids)}`);
}

export function checkStage(info: EncodingInfo, stage: Stage): void {
  if (info.stages.includes(stage)) return;
  const why = stage === 'rotate' ? ' and cosSin: it has no angles' : '';
  throw new PosencError('not_defined', 'encoding', `'${info.id}' has no ${stage}${why}; it has ${oneOf(info.stages)}`);
}

export function readParams(
  params: readonly ParamInfo[],
  entries: Entries,
  extra: readonly string[],
  of: string,
  prefix: string,
  inputs: readonly string[] = [],
): RawValues {
  refuseUnknown(entries, [...extra, ...params.map((param) => param.name)], 'unknown_param', prefix, of);
  const numbers = Object.create(null) as Record<string, number>;
  const arrays = Object.create(null) as Record<string, Float64Array>;
  for (const param of params) {
    const value = entries.get(param.name);
    const field = prefix + param.name;
    if (value === undefined) {
      if (param.required) throw new PosencError('missing_param', field, `${of} needs ${field}: ${allowed(param)}`);
    } else if (param.kind === 'numbers') {
      arrays[param.name] = readNumbers(param, value, field);
    } else {
      numbers[param.name] = readScalar(param, value, field);
    }
  }
  const given = (name: string): unknown => entries.get(name) ?? (inputs.includes(name) ? name : undefined);
  for (const param of params) {
    if (entries.get(param.name) === undefined || counts(param, params, given)) continue;
    const field = prefix + param.name;
    const words = param.where?.words ?? '';
    throw errorAbout('bad_param', field, `has no effect here: it counts only where ${words}`);
  }
  return { numbers, arrays };
}

function readScalar(param: ParamInfo, value: unknown, field: string): number {
  switch (param.kind) {
    case 'boolean':
      if (typeof value === 'boolean') return Number(value);
      break;
    case 'choice': {
      const index = (param.choices ?? []).findIndex((choice) => choice === value);
      if (index >= 0) return index;
      break;
    }
    default:
      if (isAllowed(param, value)) return value;
  }
  throw mustBe('bad_param', field, allowed(param) + suggestion(value, param.choices ?? []), value);
}

function readNumbers(param: ParamInfo, value: unknown, field: string): Float64Array {
  return guarded({ code: 'bad_param', field, what: 'a list of numbers' }, () => {
    const isList = Array.isArray(value) || ['Float64Array', 'Float32Array'].includes(typedArrayName(value) ?? '');
    if (!isList) throw mustBe('bad_param', field, allowed(param), value);
    const list = value as ArrayLike<unknown>;
    const length = list.length;
    const most = param.maxLength ?? 0;
    if (!Number.isSafeInteger(length) || length > most)
      throw errorAbout('bad_shape', field, `has ${length} items; at most ${most} are allowed`);
    const copy = new Float64Array(length);
    for (let i = 0; i < length; i++) {
      const item = list[i];
      if (!isAllowed(param, item)) throw mustBe('bad_param', `${field}[${i}]`, allowedNumber(param), item);
      copy[i] = item;
    }
    return copy;
  });
}

function isAllowed(param: ParamInfo, value: unknown): value is number {
  if (typeof value !== 'number' || !Number.isFinite(value)) return false;
  if (param.kind === 'integer' && !Number.isSafeInteger(value)) return false;
  if (param.min !== undefined && (param.minExclusive ? value <= param.min : value < param.min)) return false;
  return param.max === undefined || value <= param.max;
}

/** Returns "an integer from 1 to 65536", "one of 'a' or 'b'", … */
function allowed(param: ParamInfo): string {
  switch (param.kind) {
    case 'boolean':
      return 'true or false';
    case 'choice':
      return `one of ${oneOf((param.choices ?? []).map((choice) => `'${choice}'`))}`;
    case 'numbers':
      return `a list, each item ${allowedNumber(param)}`;
    default:
      return allowedNumber(param);
  }
}

function allowedNumber({ kind, min, max, minExclusive }: ParamInfo): string {
  const noun = kind === 'integer' ? 'an integer' : 'a finite number';
  if (min !== undefined && max !== undefined && !minExclusive) return `${noun} from ${min} to ${max}`;
  const low = min === undefined ? [] : [`${minExclusive ? 'greater than' : 'at least'} ${min}`];
  const high = max === undefined ? [] : [`at most ${max}`];
  return [noun, [...low, ...high].join(' and ')].filter(Boolean).join(' ');
}
