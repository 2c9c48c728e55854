/**
 * Pseudorandom numbers from a string, equal in every engine: only 32-bit integer additions, multiplications and shifts
 * are used (xmur3 seeds sfc32).
 */
export function pseudorandom(text: string, count: number): number[] {
  let hash = 1779033703 ^ text.length;
  for (let i = 0; i < text.length; i++) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 3432918353);
    hash = (hash << 13) | (hash >>> 19);
  }
  const word = (): number => {
    hash = Math.imul(hash ^ (hash >>> 16), 2246822507);
    hash = Math.imul(hash ^ (hash >>> 13), 3266489909);
    return (hash ^= hash >>> 16) | 0;
  };
  let [a, b, c, d] = [word(), word(), word(), word()];
  const next = (): number => {
    const sum = (a + b + d++) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return sum >>> 0;
  };
  for (let i = 0; i < 12; i++) next();
  // 53 bits, as many as a number below 1 can have
  return Array.from({ length: count }, () => ((next() >>> 5) * 2 ** 26 + (next() >>> 6)) / 2 ** 53);
}
