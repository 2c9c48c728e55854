/**
 * What a link remembers, and how it is written into the URL hash: `#v=1&config=…&e=rope&e.dim=128…`.
 * Only what differs from the start is written. A hash is hostile input: its size is bounded, unknown
 * keys are dropped, every value is read by its kind, and none of it is ever run or inserted as markup.
 */
import type { EncodingSpec } from '../lib/types/posenc.js';
import type { EncodingInfo, ParamInfo } from '../lib/types/registry.js';
import { colourMaps } from '../lib/charts/heatmap/colour-maps.js';
import { maxSide } from '../lib/charts/heatmap/painter.js';
import type { ParamValue } from './widgets/param-form.js';
import { isLongList } from './widgets/key.js';
import { packText, unpackText } from './pack.js';

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

/** A configuration that comes with the page, or one that the reader brought. */
export type ConfigChoice =
  | { readonly preset: string }
  | {
      readonly text: string;
      readonly name: string;
      /** The text as a link carries it; undefined when it is too long for one. */ readonly packed: string | undefined;
    };

/** A spec as the controls hold it: plain JSON that may still be wrong. */
export type DraftSpec = Readonly<Record<string, ParamValue | Readonly<Record<string, ParamValue>>>> & {
  readonly encoding: string;
};

export interface PageState {
  readonly config: ConfigChoice;
  /** Report at this many positions; undefined: as the configuration says. */
  readonly contextLength: number | undefined;
  readonly layer: string | undefined;
  /** undefined: the encoding that the configuration selects. */
  readonly spec: DraftSpec | undefined;
  readonly start: number;
  readonly count: number;
  readonly step: number;
  readonly picture: Picture;
  readonly head: number;
  readonly colours: string;
  /** Curves run over offsets 0 … offsets-1. */
  readonly offsets: number;
  readonly logOffsets: boolean;
}

export const initialState: PageState = {
  config: { preset: 'llama-3.1-8b' },
  contextLength: undefined,
  layer: undefined,
  spec: undefined,
  start: 0,
  count: 512,
  step: 1,
  picture: 'table',
  head: 0,
  colours: 'rdbu',
  offsets: 100_000,
  logOffsets: true,
};

export const version = '1';
export const longestHash = 16_384;
const mostNumbers = 2048;
export const mostOffsets = 1_000_000;

const numbers = {
  contextLength: 'ctx',
  start: 'start',
  count: 'n',
  step: 'step',
  head: 'head',
  offsets: 'offsets',
} as const;

export function encodeState(state: PageState): string {
  const out = new URLSearchParams({ v: version });
  if ('preset' in state.config) {
    if (!('preset' in initialState.config) || state.config.preset !== initialState.config.preset)
      out.set('config', state.config.preset);
  } else if (state.config.packed !== undefined) {
    out.set('file', state.config.packed);
    out.set('name', state.config.name);
  }
  for (const [key, short] of Object.entries(numbers) as [keyof typeof numbers, string][]) {
    const value = state[key];
    if (value !== undefined && value !== initialState[key]) out.set(short, String(value));
  }
  if (state.layer !== undefined) out.set('layer', state.layer);
  if (state.picture !== initialState.picture) out.set('show', state.picture);
  if (state.colours !== initialState.colours) out.set('colours', state.colours);
  if (state.logOffsets !== initialState.logOffsets) out.set('log', state.logOffsets ? '1' : '0');
  if (state.spec !== undefined && fitsLink(state.spec)) writeSpec(out, state.spec);
  return hashOf(out);
}

/** A spec with more numbers than a link takes stands in none: half of one would be another spec. */
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

/** undefined for a hash that is empty, too long or of another version. */
export async function decodeState(
  hash: string,
  presets: readonly string[],
  encodings: readonly EncodingInfo[],
): Promise<PageState | undefined> {
  if (hash.length < 2 || hash.length > longestHash) return undefined;
  const given = new URLSearchParams(hash.slice(1));
  if (given.get('v') !== version) return undefined;
  const number = (key: string, fallback: number, min: number, max: number, whole: boolean): number => {
    const value = readNumber(given.get(key));
    return value === undefined || value < min || value > max || (whole && !Number.isInteger(value)) ? fallback : value;
  };
  const word = <T extends string>(key: string, allowed: readonly T[], fallback: T): T => {
    const value = given.get(key) as T | null;
    return value !== null && allowed.includes(value) ? value : fallback;
  };
  const context = number('ctx', 0, 1, 2 ** 53, true);
  const layer = given.get('layer');
  return {
    config: await readConfig(given, presets),
    contextLength: context === 0 ? undefined : context,
    layer: layer !== null && layer.length <= 64 ? layer : undefined,
    spec: readSpec(given, encodings),
    start: number('start', initialState.start, -(2 ** 53), 2 ** 53, false),
    count: number('n', initialState.count, 1, maxSide, true),
    step: number('step', initialState.step, -(2 ** 53), 2 ** 53, false),
    picture: word('show', pictures, initialState.picture),
    head: number('head', initialState.head, 0, 65_535, true),
    colours: word(
      'colours',
      colourMaps.map((m) => m.id),
      initialState.colours,
    ),
    offsets: number('offsets', initialState.offsets, 2, mostOffsets, true),
    logOffsets: word('log', ['0', '1'], initialState.logOffsets ? '1' : '0') === '1',
  };
}

async function readConfig(given: URLSearchParams, presets: readonly string[]): Promise<ConfigChoice> {
  const preset = given.get('config');
  const packed = given.get('file');
  if (packed !== null) {
    const text = await unpackText(packed);
    if (text !== undefined) return { text, packed, name: (given.get('name') ?? 'config.json').slice(0, 80) };
  }
  return preset !== null && presets.includes(preset) ? { preset } : initialState.config;
}

/** Makes the state for a text that the reader dropped or pasted. */
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

/** The draft without empty entries, as the library takes it. */
export function asSpec(draft: DraftSpec): EncodingSpec {
  const clean = (record: Readonly<Record<string, unknown>>): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(record)
        .filter(([, value]) => value !== undefined)
        .map(([key, value]) => [key, isRecord(value) ? clean(value) : value]),
    );
  return clean(draft) as unknown as EncodingSpec;
}
