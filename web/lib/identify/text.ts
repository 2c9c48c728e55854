/**
 * Parses pasted numbers: a list of frequencies in one or many lines, or a table with a position in each line or
 * innermost pair of brackets. Accepts the output of Python, NumPy, PyTorch and JSON; nothing is evaluated.
 */
import { PosencError } from '../checks/errors.js';
import { printable } from '../checks/show.js';

export interface PastedNumbers {
  readonly data: Float64Array;
  /** Half of the last digit to which each number was rounded. */
  readonly halves: Float64Array;
  /** Half of the last printed digit; may be larger for the shortest decimal of a float32 number. */
  readonly shown: Float64Array;
  readonly rows: number;
  readonly cols: number;
}

/** Maximum characters: a table of a thousand positions and 128 channels with ten characters per number. */
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
  // lines of a list vary in length; a table has rows of one length
  const table = lists.length > 1 && lists.every(({ length }) => length === lists[0]!.length) && lists[0]!.length > 1;
  const wrappedList = !table || (!plain.includes('[') && isFalling(lists.flat()));
  const all = lists.flat();
  return {
    data: Float64Array.from(all, ({ value }) => value),
    halves: halvesOf(all),
    shown: Float64Array.from(all, ({ places }) => (places === undefined ? 0 : 0.5 * 10 ** -places * (1 + 1e-9))),
    rows: wrappedList ? 1 : lists.length,
    cols: wrappedList ? all.length : lists[0]!.length,
  };
}

/** True if the numbers never rise, as in a list of frequencies that was broken into lines. */
const isFalling = (all: readonly Printed[]): boolean =>
  all.every(({ value }, i) => i === 0 || value <= all[i - 1]!.value);

const inLines = (text: string): string[] => text.split(/\r?\n/);
/** The innermost brackets. */
const inBrackets = (text: string): string[] => text.match(/\[[^[\]]*\]/g) ?? [];

interface Printed {
  readonly value: number;
  /** Digits after the point, less the exponent; absent for an integer. */
  readonly places?: number;
  /** Digits from the first nonzero one. */
  readonly digits: number;
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
      return refuse(`'${printable(text.slice(at, at + 20), 20)}' is not a number`);
    found.push(printed(word));
    at += word.length;
  }
  return found;
}

function printed(word: string): Printed {
  const [, whole = '', decimals = '', exponent = '0'] = /^[-+]?(\d*)(?:\.(\d*))?(?:[eE]([-+]?\d+))?$/.exec(word) ?? [];
  const digits = (whole + decimals).replace(/^0+/, '').length;
  return { value: Number(word), digits, ...(decimals !== '' && { places: decimals.length - Number(exponent) }) };
}

/**
 * The digits of one number are not its precision: 1.0 in a list of Python floats is exact, and 0.5 in a list with four
 * places is 0.5000. A program rounds all numbers of a list to the places, or to the digits, of the longest one. The
 * error is half a unit of the coarser of the two. An integer counts as exact.
 */
function halvesOf(all: readonly Printed[]): Float64Array {
  const [places, digits] = [most(all, ({ places: own }) => own), most(all, ({ digits: own }) => own)];
  return Float64Array.from(all, ({ value, places: own }) => {
    if (own === undefined) return 0;
    const first = value === 0 ? -Infinity : Number(value.toExponential().split('e')[1]);
    return 0.5 * Math.max(10 ** -places, 10 ** (first + 1 - digits)) * (1 + 1e-9);
  });
}

const most = (all: readonly Printed[], of: (one: Printed) => number | undefined): number =>
  all.reduce((largest, one) => Math.max(largest, of(one) ?? largest), -Infinity);
