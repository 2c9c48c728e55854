/** "about 3 s" */
export function inWords(ms: number): string {
  const seconds = ms / 1000;
  if (seconds < 0.95) return 'less than a second';
  if (seconds < 90) return `about ${Number(seconds.toPrecision(seconds < 10 ? 1 : 2))} s`;
  return `about ${Number((seconds / 60).toPrecision(2))} min`;
}
