/**
 * Min/max decimation: returns the indices needed to draw a dense line `columns` pixels wide without visible change.
 * Each column keeps its first, lowest, highest and last sample, so no spike is lost. Returns at most 4 * columns
 * indices in ascending order.
 */
export function decimate(x: ArrayLike<number>, y: ArrayLike<number>, columns: number): number[] {
  const n = Math.min(x.length, y.length);
  if (n <= 4 * columns) return Array.from({ length: n }, (_, i) => i);
  const x0 = x[0]!;
  const span = x[n - 1]! - x0;
  const kept: number[] = [];
  let start = 0;
  while (start < n) {
    const column = columnOf(x[start]!);
    let end = start;
    let low = start;
    let high = start;
    while (end + 1 < n && columnOf(x[end + 1]!) === column) {
      end++;
      if (y[end]! < y[low]! || Number.isNaN(y[low])) low = end;
      if (y[end]! > y[high]! || Number.isNaN(y[high])) high = end;
    }
    for (const i of [start, Math.min(low, high), Math.max(low, high), end]) {
      if (kept.length === 0 || i > kept[kept.length - 1]!) kept.push(i);
    }
    start = end + 1;
  }
  return kept;

  function columnOf(value: number): number {
    return Math.min(columns - 1, Math.floor(((value - x0) / span) * columns));
  }
}
