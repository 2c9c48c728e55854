/** Human-readable sizes and durations. */
const steps = ['bytes', 'kB', 'MB', 'GB', 'TB', 'PB'] as const;

export function bytesText(bytes: number): string {
  const power = bytes < 1000 ? 0 : Math.min(steps.length - 1, Math.floor(Math.log10(bytes) / 3));
  return `${Number((bytes / 1000 ** power).toPrecision(3))} ${steps[power]}`;
}

export function durationText(milliseconds: number): string {
  if (milliseconds < 1000) return `${Number(milliseconds.toPrecision(3))} ms`;
  return `${Number((milliseconds / 1000).toPrecision(3))} s`;
}
