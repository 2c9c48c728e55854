/** The most similar known name, for an unknown one. */
export function nearest(name: string, names: Iterable<string>): string | undefined {
  let found: string | undefined;
  let least = name.length < 5 ? 2 : 3;
  for (const one of names) {
    const away = one.toLowerCase() === name.toLowerCase() ? 0.5 : distance(name, one, least);
    if (away < least && one !== name) [found, least] = [one, away];
  }
  return found;
}

/** Edit distance with insertions, deletions, replacements and swaps of neighbours; at most `limit`. */
function distance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit;
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      const exchanged = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      next[j] = Math.min(
        row[j]! + 1,
        next[j - 1]! + 1,
        row[j - 1]! + (same ? 0 : 1),
        exchanged ? before[j - 2]! + 1 : Infinity,
      );
    }
    [before, row] = [row, next];
  }
  return row[b.length]!;
}
