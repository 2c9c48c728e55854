/**
 * Quotes a given value in an error message: short, typed, and safe to print. Suggests the word that was meant. Never throws.
 */
import { typedArrayName } from './typed-array-name.js';

/** Removes control characters (they could drive a terminal) and cuts to `limit` characters. */
export function printable(text: string, limit = 60): string {
  const cut = text.length > limit ? `${text.slice(0, limit)}…` : text;
  return cut.replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, '\u00b7');
}

/** `'4' (a string)`, `4.5`, `null`, `an array of 3 items`, … */
export function shown(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return `'${printable(value)}' (a string)`;
    case 'number':
      return Object.is(value, -0) ? '-0' : String(value);
    case 'boolean':
      return `${value} (a boolean)`;
    case 'undefined':
      return 'nothing';
    case 'object':
      return value === null ? 'null' : shownObject(value);
    default:
      return `a ${typeof value}`;
  }
}

function shownObject(value: object): string {
  try {
    const name = typedArrayName(value);
    if (name) return `a ${name} of ${(value as Float64Array).length}`;
    if (Array.isArray(value)) return `an array of ${Number(value.length)} items`;
    if (value instanceof ArrayBuffer) return 'an ArrayBuffer';
  } catch {
    return 'an unreadable object';
  }
  return 'an object';
}

/** `a, b or c`, with at most twelve items named. */
export function oneOf(words: readonly string[]): string {
  if (words.length > 12) return `${words.slice(0, 12).join(', ')}, …`;
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}

/**
 * Words of other programs, and the names that posenc has for them. An error about an unknown word suggests the first name
 * that is allowed at that place, so a word may have several. The tables are separate, because a program without charts
 * does not need the second.
 */
type OtherNames = Readonly<Record<string, string>>;

const callWords: OtherNames = {
  // options, as in NumPy, PyTorch and fetch
  out: 'into',
  progress: 'onProgress',
  // types of numbers; otherName has a rule for float32 and the like
  half: 'f16',
  // layouts of pairs
  neox: 'half',
  'half-split': 'half',
  gptj: 'interleaved',
  // parameters of encodings, as in transformers
  head_dim: 'dim',
  d_model: 'dim',
  rope_theta: 'base',
  theta: 'base',
  num_heads: 'heads',
  rope_scaling: 'scaling',
  rope_type: 'scaling type',
  original_max_position_embeddings: 'originalContext',
  rotary: 'rope',
  yarn: 'rope',
  llama3: 'rope',
};

/** Options and data of charts, as in Matplotlib, Plotly and Vega. */
export const chartWords: OtherNames = {
  title: 'caption name',
  caption: 'title',
  label: 'title name',
  labels: 'names',
  y: 'values',
  data: 'values',
  color: 'colour',
  cmap: 'colours',
  colormap: 'colours',
  colorscale: 'colours',
  palette: 'colours',
  vmin: 'range',
  vmax: 'range',
  clim: 'range',
  lim: 'domain',
  limits: 'domain',
  range: 'domain',
  scale: 'log',
  xlim: 'x.domain',
  ylim: 'y.domain',
  xrange: 'x.domain',
  yrange: 'y.domain',
  xlabel: 'x.title',
  ylabel: 'y.title',
  xscale: 'x.log',
  yscale: 'y.log',
};

/** The name for `word` among `allowed`; 'x.title' is one if 'x' is allowed. */
function otherName(table: OtherNames, word: string, allowed: readonly string[]): string | undefined {
  // float32, torch.bfloat16, fp16
  const short = word.replace(/^(?:\w+\.)?(b?f)(?:loat|p)(?=\d\d$)/, '$1');
  if (allowed.includes(short)) return short;
  const names = Object.hasOwn(table, word) ? table[word]!.split(' ') : [];
  return names.find((name) => allowed.includes(name.split('.')[0]!));
}

/** ` (did you mean 'base'?)`, or an empty string. */
export function suggestion(given: unknown, words: readonly string[]): string {
  const word = typeof given === 'string' ? meant(given, words, callWords) : undefined;
  return word === undefined ? '' : ` (did you mean '${word}'?)`;
}

/** The word that `given` probably stands for. */
export const meant = (given: string, words: readonly string[], others: OtherNames): string | undefined =>
  otherName(others, given, words) ?? nearest(given, words);

/** The word within two edits; original_context matches originalContext. */
function nearest(given: string, words: readonly string[]): string | undefined {
  if (given.length > 40) return undefined;
  const plain = (word: string): string => word.toLowerCase().replace(/(?<=.)[-_]/g, '');
  const ranked = words
    .map((word) => ({ word, edits: editDistance(plain(given), plain(word)) }))
    .filter(({ word, edits }) => edits <= Math.min(2, word.length - 1))
    .sort((a, b) => a.edits - b.edits);
  return ranked[0]?.word;
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(change, row[j]! + 1, next[j - 1]! + 1));
    }
    row = next;
  }
  return row[b.length]!;
}
