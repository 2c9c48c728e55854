/**
 * Every place in a text or in bytes that may be a length, a count or an offset, and hostile values for it. The places
 * are found, not declared: each integer of 1, 2, 4 or 8 bytes that is not larger than a few files of this size, and
 * each decimal number of a text. So fields that a format adds later are covered.
 */

import { sampled } from './random.mjs';

/** Number of mutants of a parser in a normal run; `npm run test:full` uses all. */
const most = 300;
export const mutantsOf = (parser) => {
  const { name, sample } = parser;
  const all = typeof sample === 'string' ? mutantsOfText(sample) : mutantsOfBytes(sample, parser);
  return sampled(name, [...all], most);
};

/** An integer counts as a size up to this multiple of the length of the sample. */
const plausible = 16;

/** @param within [begin, end) of the bytes to search for sizes */
function* mutantsOfBytes(bytes, { within = [[0, bytes.length]], bigEndian = false } = {}) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (const size of [1, 2, 4, 8]) {
    const all = (1n << BigInt(8 * size)) - 1n;
    for (const at of places(within, size, bytes.length)) {
      const was = integerAt(view, at, size, bigEndian);
      if (was > BigInt(plausible * bytes.length)) continue;
      const end = BigInt(bytes.length);
      const values = [0n, 1n, was - 1n, was + 1n, end - BigInt(at), end, end + 1n, all, all >> 1n, (all >> 1n) + 1n];
      if (size === 8) values.push(2n ** 31n, 2n ** 32n, 2n ** 32n + was, 2n ** 53n, 2n ** 53n + 1n);
      for (const value of new Set(values.map((value) => value & all))) {
        if (value === was) continue;
        const mutant = bytes.slice();
        putInteger(new DataView(mutant.buffer), at, size, value, bigEndian);
        yield { mutant, what: `${size} bytes at ${at}: ${was} is ${value}` };
      }
    }
  }
}

function* places(within, size, length) {
  for (const [begin, end] of within) for (let at = begin; at + size <= Math.min(end, length); at++) yield at;
}
function integerAt(view, at, size, bigEndian) {
  let value = 0n;
  for (let i = 0; i < size; i++) value |= BigInt(view.getUint8(at + (bigEndian ? size - 1 - i : i))) << BigInt(8 * i);
  return value;
}
function putInteger(view, at, size, value, bigEndian) {
  for (let i = 0; i < size; i++)
    view.setUint8(at + (bigEndian ? size - 1 - i : i), Number((value >> BigInt(8 * i)) & 255n));
}

const fixed = ['0', '1', '-1', '2147483647', '2147483648', '4294967296', '9007199254740992', '9007199254740993'];
const more = ['9223372036854775808', '18446744073709551615', '1e308', '1e999', '0.5', '-0'];

/** Yields mutants of every decimal number in a text. */
function* mutantsOfText(text) {
  for (const { 0: digits, index } of text.matchAll(/\d+(\.\d+)?/g)) {
    const n = Number(digits);
    for (const value of new Set([...fixed, ...more, String(n + 1), String(n - 1), String(text.length)]))
      if (value !== digits)
        yield {
          mutant: text.slice(0, index) + value + text.slice(index + digits.length),
          what: `character ${index}: ${digits} is ${value}`,
        };
  }
}
