/** What a person reads at the end of `npm run release`: a table of the steps, and below it what failed and what to do. */

const outcome = ({ problems, before, interrupted, partial }) =>
  interrupted
    ? 'interrupted'
    : problems.length > 0
      ? 'FAILED'
      : before
        ? 'passed before'
        : partial
          ? 'passed in part'
          : 'passed';

/** @param results in the order of the steps  @param leftOut names of those that nobody asked for, or that were not reached */
export function tableOf(results, leftOut) {
  const rows = results.map((result) => [
    result.name,
    outcome(result),
    result.seconds === undefined ? '' : result.seconds.toFixed(1),
    result.problems[0]?.what.split('\n')[0] ?? result.says,
  ]);
  for (const name of leftOut) rows.push([name, 'not run', '', '']);
  const all = [['step', 'result', 'seconds', ''], ...rows];
  const width = (column) => Math.max(...all.map((row) => row[column].length));
  const [first, second, third] = [width(0), width(1), width(2)];
  return all.map(([name, result, seconds, text]) =>
    `${name.padEnd(first)}  ${result.padEnd(second)}  ${seconds.padStart(third)}  ${text}`.trimEnd(),
  );
}

/** @param again the arguments that a run was started with, to be typed once more */
export function summary(results, { leftOut = [], published = false, record = false, again = '' } = {}) {
  const lines = tableOf(results, leftOut);
  for (const { name, problems, interrupted } of results) {
    if (problems.length === 0 || interrupted) continue;
    lines.push('', `${name}:`);
    for (const { what, todo } of problems) lines.push(`    ${what.replaceAll('\n', '\n    ')}`, `    → ${todo}`);
  }
  lines.push('');
  const bad = results
    .filter(({ problems, interrupted }) => problems.length > 0 && !interrupted)
    .map(({ name }) => name);
  const before = results.filter((one) => one.before).map(({ name }) => name);
  if (before.length > 0)
    lines.push(`Passed before, at this commit with these files: ${before.join(', ')}. --fresh does them again.`);
  if (bad.length > 0) lines.push(`Not ready: ${bad.join(', ')}. Again: npm run release -- --only ${bad.join(',')}`);
  if (results.some((one) => one.interrupted))
    lines.push(`Interrupted. npm run release --${again} goes on; what passed at this commit is not run again.`);
  else if (bad.length > 0) return lines.join('\n');
  else if (published) lines.push('Published.');
  else if (record) lines.push('The record is written; it is committed with the release.');
  else if (leftOut.length > 0 || results.some(({ partial }) => partial))
    lines.push('These are ready; a release takes all steps.');
  else lines.push('Ready. docs/releases.md says how it is published.');
  return lines.join('\n');
}
