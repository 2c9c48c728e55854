/**
 * The check word of a block: nonce + Σ (bits_i xor nonce)·(2i + 1) mod 2^32 over its 32-bit words.
 *
 * Every weight is odd, so a change of any one word changes it. Swapped words, zeros instead of results and blocks of an
 * earlier call also change it (the nonce is odd, and new for each block). It verifies the transfer of the shader's
 * output, not its correctness.
 */

/** Needs `nonce` in scope; call `note` for each written word, `hand_in` once at the end in uniform control flow. */
export const check = (binding: number): string => /* wgsl */ `
@group(0) @binding(${binding}) var<storage, read_write> check_word: atomic<u32>;
var<workgroup> of_group: atomic<u32>;
var<private> noted: u32;

fn note(index: u32, bits: u32, nonce: u32) {
  noted += (bits ^ nonce) * (2u * index + 1u);
}
fn hand_in(local: u32) {
  atomicAdd(&of_group, noted);
  workgroupBarrier();
  if (local == 0u) {
    atomicAdd(&check_word, atomicLoad(&of_group));
  }
}
`;

/** The same sum over words first, first + 1, … of a block; start with the nonce. */
export function addToCheck(sum: number, words: Uint32Array, first: number, nonce: number): number {
  // four independent sums
  let [a, b, c, d] = [sum, 0, 0, 0];
  let weight = (2 * first + 1) | 0;
  let i = 0;
  for (; i + 4 <= words.length; i += 4, weight = (weight + 8) | 0) {
    a = (a + Math.imul(words[i]! ^ nonce, weight)) | 0;
    b = (b + Math.imul(words[i + 1]! ^ nonce, weight + 2)) | 0;
    c = (c + Math.imul(words[i + 2]! ^ nonce, weight + 4)) | 0;
    d = (d + Math.imul(words[i + 3]! ^ nonce, weight + 6)) | 0;
  }
  for (; i < words.length; i++, weight = (weight + 2) | 0) a = (a + Math.imul(words[i]! ^ nonce, weight)) | 0;
  return (a + b + c + d) | 0;
}

/** A new odd number. */
export const newNonce = (): number => Math.floor(Math.random() * 2 ** 32) | 1;
