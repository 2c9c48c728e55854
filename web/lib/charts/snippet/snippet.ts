/** Code that redraws a chart in any page: with its spec or its data as calls if available, else with its values. */
import type { EmbedSource, KindData } from '../core/kind.js';
import { type Json, type WriteNumbers, isRecord } from '../../checks/schema.js';
import { calls, rangeOf } from './call-json.js';
import { inAscii, quoted } from './html.js';

/** A chart in its current state. */
export interface Embedded {
  readonly id: string;
  readonly name: string;
  readonly data: unknown;
  readonly options: Readonly<Record<string, unknown>>;
  readonly height: number;
  readonly embed: EmbedSource;
  readonly json: KindData;
}

export interface Snippet {
  readonly text: string;
  /** Sentences about omitted data; empty if there are none. */
  readonly left: string;
}
export const scriptFile = 'posenc-chart.js';

/** Up to this many numbers in all lists, every digit is kept. */
const fewNumbers = 2000;
/** Lists longer than this are rounded even next to calls. */
const fewListed = 64;
/** Maximum length of code with calls; a chart that needs more is embedded with its values. */
const mostCalled = 24_000;
const mostText = 400_000;
const digits = 5;

export function snippetOf({ id, data, options, embed, json }: Embedded): Snippet {
  const { spec, positions } = embed;
  const { title, height, theme, ...given } = options;
  const called = spec || embed.data === undefined ? '' : inScript(json.data.write(embed.data, calledNumbers));
  const made = called !== '' && called.length <= mostCalled;
  const small = { data, options: given, left: '', ...(spec || made ? {} : json.thin?.(data, given)) };
  const lost = Object.values(given).some((one) => typeof one === 'function');
  const plain = json.named?.(small.options, small.data) ?? small.options;
  const written = json.options.write(plain, exactly) as Readonly<Record<string, Json>>;
  const attributes: [string, string | undefined][] = [
    ['chart', id],
    ['spec', spec && JSON.stringify(spec)],
    ['positions', spec && positions !== undefined ? JSON.stringify(positions) : undefined],
    ['caption', title === undefined ? undefined : String(title)],
    ['height', height === undefined ? undefined : String(height)],
    ['theme', theme === 'light' || theme === 'dark' ? theme : undefined],
    ['options', Object.keys(written).length > 0 ? JSON.stringify(written) : undefined],
  ];
  const open = attributes.flatMap(([name, value]) => (value === undefined ? [] : [` ${name}=${quoted(value)}`]));
  const few = made || countOf(small.data) <= fewNumbers;
  const inside = made ? called : spec ? '' : inScript(json.data.write(small.data, few ? exactly : rounded));
  const body = spec ? '' : `\n  <script type="application/json">${inside}</script>\n`;
  // as a plain script, because browsers load no modules from disk
  const text = `<script src="${scriptFile}"></script>\n<posenc-chart${open.join('')}>${body}</posenc-chart>\n`;
  if (text.length > mostText)
    throw new Error('The chart has too many numbers to be embedded with them: save it as CSV instead.');
  const left = [
    small.left,
    !spec && !few ? `Numbers are rounded to ${digits} digits or more.` : '',
    lost ? 'What the program computes for the reading of single places is not in it.' : '',
  ];
  return { text, left: left.filter((part) => part !== '').join(' ') };
}

const listed = (values: ArrayLike<number>, written: (value: number) => number): Json =>
  Array.from(values, (one) => (Number.isFinite(one) ? written(one) : null));
const exactly: WriteNumbers = (values) => listed(values, (value) => value);
/** Five digits, or more if the values are large relative to their span; integers are unchanged. */
const rounded: WriteNumbers = (values) => {
  let [low, high] = [Infinity, -Infinity];
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    if (Number.isFinite(value)) [low, high] = [Math.min(low, value), Math.max(high, value)];
  }
  const fine = (high - low) * 2e-5;
  return listed(values, (value) => {
    if (Number.isInteger(value)) return value;
    for (let count = digits; count < 17; count++) {
      const near = Number(value.toPrecision(count));
      if (Math.abs(near - value) <= fine) return near;
    }
    return value;
  });
};

/** Writes a call unchanged, and other numbers as a range or a list. */
const calledNumbers: WriteNumbers = (values) =>
  isRecord(values) ? (values as Json) : (rangeOf(values) ?? (values.length > fewListed ? rounded : exactly)(values));

/** Escapes strings, so that data cannot end the script. */
const inScript = (value: Json | undefined): string =>
  inAscii(JSON.stringify(value, calls()), (code) =>
    String.fromCodePoint(code)
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  ).replaceAll('<', '\\u003c');

function countOf(data: unknown): number {
  if (typeof data !== 'object' || data === null) return 1;
  if (ArrayBuffer.isView(data)) return (data as unknown as ArrayLike<number>).length;
  return Object.values(data).reduce<number>((sum, one) => sum + countOf(one), 0);
}
