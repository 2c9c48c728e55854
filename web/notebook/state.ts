/**
 * Specs in controls and links: `#v=1&e=rope&e.dim=128…`. Hashes are untrusted: unknown keys are dropped, every value is
 * parsed by its kind, and nothing is run or inserted as markup.
 */
import type { EncodingSpec } from '../lib/types/posenc.js';
import type { EncodingInfo, ParamInfo } from '../lib/types/registry.js';
import { isLongList } from './key.js';
import { packText } from './pack.js';

export const pictures = [
  'table',
  'derivative',
  'gram',
  'attentionBias',
  'relativeMap',
  'rotate',
  'attentionScores',
] as const;
export type Picture = (typeof pictures)[number];

/** A bundled configuration, or one from the reader. */
export type ConfigChoice =
  | { readonly preset: string }
  | {
      readonly text: string;
      readonly name: string;
      /** The text as packed in a link; undefined if it is too long. */ readonly packed: string | undefined;
    };

/** A parameter value in a control. */
export type ParamValue = number | boolean | string | readonly number[] | undefined;
export type ParamValues = Readonly<Record<string, ParamValue>>;

/** A spec in the controls: plain JSON that may still be invalid. */
export type DraftSpec = Readonly<Record<string, ParamValue | Readonly<Record<string, ParamValue>>>> & {
  readonly encoding: string;
};

export const version = '1';
export const longestHash = 16_384;
const mostNumbers = 2048;
/** A spec with more numbers than a link can hold is omitted, because a truncated one would be a different spec. */
export function fitsLink(spec: DraftSpec): boolean {
  return !Object.values(spec).some((value) => isLongList(value, mostNumbers));
}

/** Commas, colons and slashes are legal in a fragment and far easier to read. */
export function hashOf(out: URLSearchParams): string {
  return `#${out.toString().replaceAll('%2C', ',').replaceAll('%3A', ':').replaceAll('%2F', '/')}`;
}

/** Writes a spec under `e` and `e.<parameter>`, its extension under `s`; or under other names. */
export function writeSpec(out: URLSearchParams, spec: DraftSpec, e = 'e', s = 's'): void {
  for (const [name, value] of Object.entries(spec)) {
    if (name === 'encoding') out.set(e, spec.encoding);
    else if (name === 'scaling' && isRecord(value)) {
      for (const [key, inner] of Object.entries(value))
        writeValue(out, key === 'type' ? s : `${s}.${key}`, inner as ParamValue);
    } else writeValue(out, `${e}.${name}`, value as ParamValue);
  }
}

export function writeValue(out: URLSearchParams, key: string, value: ParamValue): void {
  if (value === undefined || (typeof value === 'number' && !Number.isFinite(value))) return;
  if (typeof value === 'boolean') out.set(key, value ? '1' : '0');
  else out.set(key, Array.isArray(value) ? value.join(',') : String(value));
}

/** Creates the state for a dropped or pasted text. */
export async function ownConfig(text: string, name: string): Promise<ConfigChoice> {
  return { text, name: name.slice(0, 80), packed: await packText(text) };
}

export function readSpec(
  given: URLSearchParams,
  encodings: readonly EncodingInfo[],
  e = 'e',
  s = 's',
): DraftSpec | undefined {
  const info = encodings.find((row) => row.id === given.get(e));
  if (info === undefined) return undefined;
  const scaling = info.scalings?.find((row) => row.id === given.get(s));
  return {
    encoding: info.id,
    ...readParams(given, e, info.params),
    ...(scaling ? { scaling: { type: scaling.id, ...readParams(given, s, scaling.params) } } : {}),
  };
}

export function readParams(
  given: URLSearchParams,
  prefix: string,
  params: readonly ParamInfo[],
): Record<string, ParamValue> {
  const out: Record<string, ParamValue> = {};
  for (const param of params) {
    const value = readParam(given.get(`${prefix}.${param.name}`), param);
    if (value !== undefined) out[param.name] = value;
  }
  return out;
}

function readParam(text: string | null, param: ParamInfo): ParamValue {
  if (text === null) return undefined;
  if (param.kind === 'boolean') return text === '1' ? true : text === '0' ? false : undefined;
  if (param.kind === 'choice') return param.choices?.includes(text) ? text : undefined;
  if (param.kind !== 'numbers') return readNumber(text);
  const words = text.split(',', mostNumbers + 1).map(readNumber);
  return words.length > mostNumbers || words.includes(undefined) ? undefined : (words as number[]);
}

export function readNumber(text: string | null): number | undefined {
  if (text === null || !/^[-+0-9.e]{1,32}$/i.test(text)) return undefined;
  const value = Number(text);
  return Number.isFinite(value) ? value : undefined;
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value);
}

/** Removes empty entries, as the library requires. */
export function asSpec(draft: DraftSpec): EncodingSpec {
  const clean = (record: Readonly<Record<string, unknown>>): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(record)
        .filter(([, value]) => value !== undefined)
        .map(([key, value]) => [key, isRecord(value) ? clean(value) : value]),
    );
  return clean(draft) as unknown as EncodingSpec;
}
