/**
 * What deflate has made smaller (RFC 1951), as it was: for the copies of modules, whose functions give bytes at once. Browsers have
 * this only as a stream.
 */

/** Symbols by their code: how many have a length, and all of them in the order of the codes. */
function tableOf(lengths) {
  const counts = new Uint16Array(16);
  for (const length of lengths) counts[length]++;
  counts[0] = 0;
  const symbols = [];
  for (let length = 1; length < 16; length++)
    lengths.forEach((one, symbol) => {
      if (one === length) symbols.push(symbol);
    });
  return { counts, symbols };
}

const repeated = (...runs) => runs.flatMap(([count, length]) => Array(count).fill(length));
const order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/** @param size of the result */
export function inflated(bytes, size) {
  const out = new Uint8Array(size);
  let [at, held, count, end] = [0, 0, 0, 0];
  const bits = (wanted) => {
    for (; count < wanted; count += 8) held |= bytes[at++] << count;
    const value = held & ((1 << wanted) - 1);
    held >>>= wanted;
    count -= wanted;
    return value;
  };
  const symbol = ({ counts, symbols }) => {
    let [code, first, index] = [0, 0, 0];
    for (let length = 1; ; length++) {
      code |= bits(1);
      if (code - first < counts[length]) return symbols[index + code - first];
      index += counts[length];
      first = (first + counts[length]) << 1;
      code <<= 1;
    }
  };
  const dynamic = () => {
    const [literals, distances, given] = [bits(5) + 257, bits(5) + 1, bits(4) + 4];
    const lengths = Array(19).fill(0);
    for (let i = 0; i < given; i++) lengths[order[i]] = bits(3);
    const table = tableOf(lengths);
    const all = [];
    while (all.length < literals + distances) {
      const one = symbol(table);
      if (one < 16) all.push(one);
      else if (one === 16) all.push(...repeated([3 + bits(2), all.at(-1)]));
      else all.push(...repeated([one === 17 ? 3 + bits(3) : 11 + bits(7), 0]));
    }
    return [tableOf(all.slice(0, literals)), tableOf(all.slice(literals))];
  };
  for (let last = 0; !last;) {
    last = bits(1);
    const kind = bits(2);
    if (kind === 0) {
      held = count = 0;
      const length = bytes[at] | (bytes[at + 1] << 8);
      at += 4;
      out.set(bytes.subarray(at, at + length), end);
      at += length;
      end += length;
      continue;
    }
    const fixed = repeated([144, 8], [112, 9], [24, 7], [8, 8]);
    const [literals, distances] = kind === 2 ? dynamic() : [tableOf(fixed), tableOf(repeated([30, 5]))];
    for (let one; (one = symbol(literals)) !== 256;) {
      if (one < 256) {
        out[end++] = one;
        continue;
      }
      // lengths 3 to 10 have no further bits, then each four have one more; 258 has none
      const more = one < 265 || one === 285 ? 0 : (one - 261) >> 2;
      const length = one === 285 ? 258 : one < 265 ? one - 254 : ((((one - 261) & 3) + 4) << more) + 3 + bits(more);
      const far = symbol(distances);
      const extra = far < 4 ? 0 : (far >> 1) - 1;
      const back = far < 4 ? far + 1 : ((2 + (far & 1)) << extra) + 1 + bits(extra);
      for (let i = 0; i < length; i++, end++) out[end] = out[end - back];
    }
  }
  return out;
}
