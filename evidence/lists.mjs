/**
 * The frequency lists of all releases, by a digest of their values. Many are powers of a base but for the last digits, in
 * which float32 code differs. Such a list is stored as { base, width, factor } and its differences from base^(-2i/width)/factor,
 * in units of the last digit; others that differ so from a list above are stored as its name and the differences.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';

const file = new URL('lists.json', import.meta.url);
/** Digits of stored numbers. Engines compute angles in float32, which has less than 8. */
const digits = 8;
export const rounded = (value) => (typeof value === 'number' ? Number(value.toPrecision(digits)) : value);
/** Members of a list or object in JSON, one a line. */
export const lined = (rows) => (rows.length ? `\n${rows.join(',\n')}\n` : '');
/** The letter keeps the order of names in an object. */
export const nameOf = (list) => 'f' + createHash('sha256').update(JSON.stringify(list)).digest('hex').slice(0, 7);

const powers = ({ base, width, factor = 1 }) =>
  Array.from({ length: width / 2 }, (_, i) => rounded(base ** ((-2 * i) / width) / factor));
/** The powers whose first and last values are those of a list. */
function powersOf(list) {
  const [first, last] = [list[0], list.at(-1)];
  if (list.length < 2 || !(first > 0 && last > 0)) return undefined;
  const [base, factor] = [(first / last) ** (list.length / (list.length - 1)), 1 / first].map((one) =>
    Number(one.toPrecision(6)),
  );
  return { base, width: 2 * list.length, ...(factor !== 1 && { factor }) };
}

const lastDigit = (value) => 10 ** (Math.floor(Math.log10(Math.abs(value))) - digits + 1);
const shifted = (list, by) =>
  list.map((value, i) => (value === 0 ? value : rounded(value + (by[i] ?? 0) * lastDigit(value))));
/** Differences of two lists in units of the last digit, to the last that is not 0; undefined if they are large. */
function differences(from, to) {
  if (from.length !== to.length) return undefined;
  const by = to.map((value, i) => (from[i] === 0 ? 0 : Math.round((value - from[i]) / lastDigit(from[i]))));
  const count = by.findLastIndex((one) => one !== 0) + 1;
  const isNear = by.every((one) => Math.abs(one) < 1000);
  return isNear && nameOf(shifted(from, by)) === nameOf(to) ? by.slice(0, count) : undefined;
}

export function readLists() {
  const lists = new Map();
  for (const [name, stored] of Object.entries(JSON.parse(readFileSync(file, 'utf8')))) {
    const [like, by] = stored;
    const from = typeof like === 'string' ? lists.get(like) : typeof like === 'object' && powers(like);
    lists.set(name, from ? shifted(from, by) : stored);
  }
  return lists;
}

export function writeLists(lists) {
  const whole = [];
  const rows = [...lists].map(([name, list]) => {
    const like = powersOf(list);
    const by = like && differences(powers(like), list);
    if (by) return [name, [like, by]];
    for (const [other, from] of whole) {
      const near = differences(from, list);
      if (near) return [name, [other, near]];
    }
    whole.push([name, list]);
    return [name, list];
  });
  writeFileSync(file, `{${lined(rows.map(([name, row]) => `"${name}": ${JSON.stringify(row)}`))}}\n`);
}
