/**
 * How long test files take: a reporter of Node's runner that writes it down, and what tests/run.mjs prints of all.
 * Seconds on a clock beside another job: they say where to look, and nothing is judged by them.
 */

/** For `--test-reporter`: `[[file, seconds], …]` as JSON. */
export default async function* times(events) {
  const files = new Map();
  for await (const { type, data } of events) {
    if ((type !== 'test:pass' && type !== 'test:fail') || data.nesting !== 0 || !data.file) continue;
    files.set(data.file, (files.get(data.file) ?? 0) + data.details.duration_ms / 1000);
  }
  yield JSON.stringify([...files]);
}

/** The same of the report that Playwright writes as JSON, each time that a test was tried. */
export function timesOfPage({ suites }) {
  const files = new Map();
  const add = ({ specs = [], suites: inner = [] }) => {
    for (const { file, tests } of specs)
      for (const { results } of tests)
        for (const { duration } of results) files.set(file, (files.get(file) ?? 0) + duration / 1000);
    inner.forEach(add);
  };
  suites.forEach(add);
  return [...files];
}

/** The ten that took longest, a line each. */
export const slowest = (files) =>
  [...files]
    .sort(([, a], [, b]) => b - a)
    .slice(0, 10)
    .map(([file, seconds]) => `${seconds.toFixed(0).padStart(6)} s  ${file.replace(/^.*\//, '')}`)
    .join('\n');
