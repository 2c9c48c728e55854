/**
 * Numbers that were pasted: a list of frequencies in one line or many, or a table with a position in each line or each
 * inner pair of brackets. As Python, NumPy, PyTorch or JSON print them; nothing is evaluated.
 */
import { PosencError } from '../checks/errors.js';
import { printable } from '../checks/show.js';

export interface PastedNumbers {
  readonly data: Float64Array;
  /** Half of the last digit that each number has. */
  readonly halves: Float64Array;
  readonly rows: number;
  readonly cols: number;
}

/** Characters that are read: a table of a thousand positions and 128 channels with ten characters a number. */
const mostCharacters = 2 ** 24;
/** Words that programs print around the numbers. */
const around =
  /\b(?:tensor|array|np|numpy|torch|mx|jnp|dtype|device|requires_grad|Parameter|containing|grad_fn|float(?:16|32|64)?|bfloat16|cuda|cpu|mps|True|False|inv_freq|size|shape)\b|'cuda:\d+'|['"]/g;
const number = /[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?/y;

function refuse(what: string): never {
  throw new PosencError('bad_argument', 'numbers', `this text cannot be read as numbers: ${what}`);
}

export function parsePastedNumbers(text: string): PastedNumbers {
  if (text.length > mostCharacters) refuse(`it has more than ${mostCharacters} characters; give a file`);
  if (text.includes('...') || text.includes('…'))
    refuse('numbers are left out of it (...); print all: torch.set_printoptions(threshold=10**9, precision=9)');
  const plain = text
    .replace(/dtype\s*=\s*[\w.]+|device\s*=\s*'[^']*'|requires_grad\s*=\s*\w+/g, ' ')
    .replace(around, ' ');
  const rows = plain.includes('[') && /\[[^\]]*\[/.test(plain) ? inBrackets(plain) : inLines(plain);
  const lists = rows.map(numbersOf).filter(({ length }) => length > 0);
  if (lists.length === 0) refuse('it has no numbers');
  // lines of a list are as long as they happen to be; a table has rows of one length
  const table = lists.length > 1 && lists.every(({ length }) => length === lists[0]!.length) && lists[0]!.length > 1;
  const wrappedList = !table || (!plain.includes('[') && isFalling(lists.flat()));
  const all = lists.flat();
  return {
    data: Float64Array.from(all, ({ value }) => value),
    halves: Float64Array.from(all, ({ half }) => half),
    rows: wrappedList ? 1 : lists.length,
    cols: wrappedList ? all.length : lists[0]!.length,
  };
}

/** A list of frequencies that was broken into lines falls from its first number to its last. */
const isFalling = (all: readonly Printed[]): boolean =>
  all.every(({ value }, i) => i === 0 || value <= all[i - 1]!.value);

const inLines = (text: string): string[] => text.split(/\r?\n/);
/** The innermost brackets. */
const inBrackets = (text: string): string[] => text.match(/\[[^[\]]*\]/g) ?? [];

interface Printed {
  readonly value: number;
  readonly half: number;
}

function numbersOf(text: string): Printed[] {
  const found: Printed[] = [];
  let at = 0;
  while (at < text.length) {
    if (/[\s,;:()[\]{}=|]/.test(text[at]!)) {
      at++;
      continue;
    }
    number.lastIndex = at;
    const word = number.exec(text)?.[0];
    if (word === undefined || /[\w.]/.test(text[at + word.length] ?? ' '))
      return refuse(`'${printable(text.slice(at, at + 20), 20)}' is no number`);
    found.push({ value: Number(word), half: halfOfLast(word) });
    at += word.length;
  }
  return found;
}

/** 8.6596e-01 is known to 0.5e-5. An integer such as 1 is taken as exact to what float32 holds. */
function halfOfLast(word: string): number {
  const [, decimals, exponent = '0'] = /^[-+]?\d*(?:\.(\d*))?(?:[eE]([-+]?\d+))?$/.exec(word) ?? [];
  return decimals === undefined || decimals === '' ? 0 : 0.5 * 10 ** (Number(exponent) - decimals.length) * (1 + 1e-9);
}
