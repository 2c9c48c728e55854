/**
 * Names permutations of channels: the layouts in which models and papers differ. A permutation is recognised by its
 * numbers only, from blocks and strides, without knowledge of its origin.
 *
 * Letters: w = channels, k = equal blocks of m = w/k channels. Channel c of B is channel permutation[c] of A.
 */

export interface ChannelOrder {
  readonly permutation: Int32Array;
  /** Describes how B rearranges A's channels; completes "B is A with …". */
  readonly words: string;
}

/** Reorders the m channels inside a block. */
interface Inner {
  readonly words: string;
  /** Source of channel j of m, or -1 if it does not apply. */
  source(j: number, m: number): number;
}

const half = (j: number, m: number): number => (j + m / 2) % m;
const gather = (stride: number) => (j: number, m: number) => (j % (m / stride)) * stride + Math.floor(j / (m / stride));
const scatter = (stride: number) => (j: number, m: number) => (j % stride) * (m / stride) + Math.floor(j / stride);
/** `inner` if m is a multiple of `divisor` and at least `least`, below which a simpler order is the same. */
const when = (divisor: number, least: number, words: string, source: Inner['source']): Inner => ({
  words,
  source: (j, m) => (m % divisor === 0 && m >= least ? source(j, m) : -1),
});

const kept = when(1, 1, '', (j) => j);
/** The simplest comes first. At 2 channels all of these are one exchange; at 4 some coincide. */
const inners: readonly Inner[] = [
  kept,
  when(2, 2, 'the two halves exchanged: channel i is channel i + h of A in the first half, i - h in the second', half),
  when(
    2,
    4,
    'interleaved pairs taken apart into halves: half channel i is interleaved channel 2i, and h + i is 2i + 1',
    gather(2),
  ),
  when(
    2,
    4,
    'halves interleaved into pairs: interleaved channel 2i is half channel i, and 2i + 1 is h + i',
    scatter(2),
  ),
  when(2, 4, 'the two channels of every pair exchanged: 2i is 2i + 1, and 2i + 1 is 2i', (j) => j ^ 1),
  when(
    2,
    4,
    'interleaved pairs taken apart into halves, the second of each pair first: half channel i is interleaved channel 2i + 1, and h + i is 2i',
    (j, m) => gather(2)(half(j, m), m),
  ),
  when(
    2,
    4,
    'halves interleaved into pairs, the second half first: interleaved channel 2i is half channel h + i, and 2i + 1 is i',
    (j, m) => half(scatter(2)(j, m), m),
  ),
  when(1, 3, 'the channels in reverse order', (j, m) => m - 1 - j),
  ...(['third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth'] as const).flatMap((nth, i) => {
    const stride = i + 3;
    return [
      when(
        stride,
        2 * stride,
        `every ${nth} channel taken together: block b of ${stride} holds channels b, b + ${stride}, b + ${2 * stride} …`,
        gather(stride),
      ),
      when(
        stride,
        2 * stride,
        `${stride} blocks interleaved: channel ${stride}i + b is channel i of block b of ${stride}`,
        scatter(stride),
      ),
    ];
  }),
];
const blockCounts = [1, 2, 3, 4, 6, 8, 9, 12] as const;

/**
 * The simplest named permutation that equals `permutation` up to exchanges inside a class.
 * @param classOf for each channel of A, a number shared by indistinguishable channels
 */
export function nameOrder(permutation: Int32Array, classOf: Int32Array): ChannelOrder | undefined {
  const w = permutation.length;
  for (const k of blockCounts) {
    if (w % k !== 0) continue;
    for (const inner of inners) {
      if (k > 1 && w / k < 2) continue; // blocks of one channel would name any permutation
      const order = blockOrder(permutation, classOf, k, inner);
      if (!order) continue;
      const m = w / k;
      return {
        permutation: Int32Array.from({ length: w }, (_, c) => order[Math.floor(c / m)]! * m + inner.source(c % m, m)),
        words: wordsOf(order, inner),
      };
    }
  }
  return undefined;
}

/** For each block of B the block of A that it holds, reordered by `inner`; undefined if a block has none. */
function blockOrder(permutation: Int32Array, classOf: Int32Array, k: number, inner: Inner): number[] | undefined {
  const m = permutation.length / k;
  const used = new Set<number>();
  for (let block = 0; block < k; block++) {
    const holds = (from: number): boolean => {
      for (let j = 0; j < m; j++) {
        const source = inner.source(j, m);
        if (source < 0 || classOf[from * m + source] !== classOf[permutation[block * m + j]!]) return false;
      }
      return true;
    };
    // its own place first: equal blocks count as not moved
    const candidates = [block, ...Array.from({ length: k }, (_, from) => from)];
    const from = candidates.find((candidate) => !used.has(candidate) && holds(candidate));
    if (from === undefined) return undefined;
    used.add(from);
  }
  return [...used];
}

function wordsOf(order: readonly number[], inner: Inner): string {
  const k = order.length;
  const moved = order.some((from, block) => from !== block);
  if (!moved && inner === kept) return '';
  const blocks = moved ? blockWords(order) : '';
  if (inner === kept) return blocks;
  const place = k === 1 ? '' : `${moved ? ', and' : ''} inside each of ${k} blocks (h: half a block) `;
  return `${blocks}${place}${inner.words}${k === 1 ? halfNote(inner) : ''}`;
}

const halfNote = ({ words }: Inner): string => (/\bh\b/.test(words) ? ' (h: half the width)' : '');

/** Orders of blocks with a known meaning. */
const knownBlocks: Readonly<Record<string, string>> = {
  '1,0': 'the two halves exchanged',
  '0,2,1,3': 'the middle quarters exchanged, as between axis-major and trig-major channels of two axes',
  '1,3,0,2': 'the two axes exchanged, as from trig-major to axis-major channels',
  '2,0,3,1': 'the two axes exchanged, as from axis-major to trig-major channels',
  '0,2,4,1,3,5': 'sixths reordered, as from axis-major to trig-major channels of three axes',
  '0,3,1,4,2,5': 'sixths reordered, as from trig-major to axis-major channels of three axes',
  '2,1,0': 'the three thirds in reverse order',
};

function blockWords(order: readonly number[]): string {
  const list = `its ${order.length} blocks are A's blocks ${order.map((from) => from + 1).join(', ')}`;
  const known = knownBlocks[order.join(',')];
  return known ? `${known} (${list})` : `blocks of channels in another order (${list})`;
}
