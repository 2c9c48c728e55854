/** The difference of two strings by lines, as `diff -u` prints it. */

/** Lines around a change. */
const around = 3;
/** Limit of comparisons, above which a whole part is shown as replaced. */
const most = 4_000_000;

type Line = readonly [mark: ' ' | '-' | '+', text: string];

export function lineDiff(before: string, after: string): string {
  const lines = compared(before.split('\n'), after.split('\n'));
  const near = lines.map((_, i) => lines.slice(Math.max(0, i - around), i + around + 1).some(([mark]) => mark !== ' '));
  let gap = false;
  return lines
    .flatMap(([mark, text], i) => {
      const skipped = !near[i];
      const opening = !skipped && gap ? ['…'] : [];
      gap = skipped;
      return skipped ? [] : [...opening, `${mark}${text}`];
    })
    .join('\n');
}

function compared(a: readonly string[], b: readonly string[]): Line[] {
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < a.length - head && tail < b.length - head && a.at(-1 - tail) === b.at(-1 - tail)) tail++;
  const kept = (lines: readonly string[]): Line[] => lines.map((text) => [' ', text]);
  return [
    ...kept(a.slice(0, head)),
    ...changed(a.slice(head, a.length - tail), b.slice(head, b.length - tail)),
    ...kept(a.slice(a.length - tail)),
  ];
}

/** Compares by the longest common subsequence. */
function changed(a: readonly string[], b: readonly string[]): Line[] {
  const replaced = (): Line[] => [...a.map((text): Line => ['-', text]), ...b.map((text): Line => ['+', text])];
  if (a.length * b.length > most) return replaced();
  const width = b.length + 1;
  const longest = new Uint32Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      longest[i * width + j] =
        a[i] === b[j]
          ? longest[(i + 1) * width + j + 1]! + 1
          : Math.max(longest[(i + 1) * width + j]!, longest[i * width + j + 1]!);
  const lines: Line[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      lines.push([' ', a[i++]!]);
      j++;
    } else if (i < a.length && (j === b.length || longest[(i + 1) * width + j]! >= longest[i * width + j + 1]!)) {
      lines.push(['-', a[i++]!]);
    } else lines.push(['+', b[j++]!]);
  }
  return lines;
}
