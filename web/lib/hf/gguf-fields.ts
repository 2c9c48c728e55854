/** Copies the position fields of a GGUF header that was passed to the public interface. */
import { errorAbout, mustBe, PosencError } from '../checks/errors.js';
import { maxJsonNodes } from '../checks/limits.js';
import { guarded, isPlain, readRecord } from '../checks/record.js';
import { printable, shown } from '../checks/show.js';
import type { GgufValue } from '../types/posenc.js';
import type { Plain } from './plain.js';

/** The position fields of a header, as plain JSON. */
export interface GgufFields {
  readonly format: 'gguf';
  readonly metadata: Readonly<Record<string, Plain>>;
  readonly factors: Readonly<Record<string, readonly number[]>>;
}

const subject = { code: 'bad_config', field: 'config', what: 'a header that readGguf gives' } as const;

/** True for a result of readGguf, false for a config.json. */
export const isGguf = (config: unknown): config is GgufFields =>
  guarded(subject, () => isPlain(config) && Object.getOwnPropertyDescriptor(config, 'format')?.value === 'gguf');

/**
 * The position fields of a header as plain JSON, which `report` and `importConfig` accept as an object or as text.
 * Integers beyond 2^53 become float64; these keys do not allow them.
 * @throws PosencError bad_config
 */
export const configOfGguf = (header: object): GgufFields => guarded(subject, () => fieldsOf(header));

function fieldsOf(header: object): GgufFields {
  const own = readRecord(header, subject);
  const keys = entries(own.get('metadata'), 'config.metadata').filter(
    ([key]) => !key.startsWith('tokenizer.') && (!key.startsWith('general.') || key === 'general.architecture'),
  );
  const factors = entries(own.get('factors'), 'config.factors').map(([name, numbers]) => [
    name,
    copyNumbers(numbers, name),
  ]);
  return {
    format: 'gguf',
    metadata: Object.fromEntries(keys.map(([key, value]) => [key, copyValue(value as GgufValue)])),
    factors: Object.fromEntries(factors) as Record<string, number[]>,
  };
}

function entries(value: unknown, field: string): [string, unknown][] {
  return guarded({ ...subject, field }, () => {
    if (isPlain(value)) return Object.entries(value);
    throw mustBe('bad_config', field, 'an object', value);
  });
}

function copyValue(value: GgufValue): Plain {
  if (Array.isArray(value)) return itemsOf(value, 'config.metadata').map((item) => copyValue(item as GgufValue));
  if (typeof value === 'bigint') return Number(value);
  if (['number', 'boolean', 'string'].includes(typeof value)) return value as Plain;
  throw errorAbout('bad_config', 'config.metadata', `holds ${shown(value)}`);
}

function copyNumbers(value: unknown, name: string): number[] {
  const numbers = itemsOf(value, name);
  if (numbers.every((n) => typeof n === 'number')) return numbers;
  throw new PosencError('bad_config', name, `${printable(name)} must be numbers`);
}

/** Copies a list or a typed array; throws if it exceeds the JSON node limit. */
function itemsOf(value: unknown, field: string): unknown[] {
  return guarded({ ...subject, field }, () => {
    const { length } = Object(value) as { readonly length?: unknown };
    if (typeof length === 'number' && length <= maxJsonNodes) return Array.from(value as ArrayLike<unknown>);
    throw new PosencError(
      'bad_config',
      field,
      `${printable(field)} must be at most ${maxJsonNodes} numbers, but ${shown(value)} was given`,
    );
  });
}
