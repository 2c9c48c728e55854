/** What `npm test` prints of costs: seconds of a processor by job, by room and of the files that took most. */

/** Rooms of the tests: a folder in C++, and the first word of a file's name elsewhere (`gpu-gram.test.mjs` → `gpu`). */
export function roomOf(file) {
  const [, folder, rest] = /tests\/(\w+)\/(.+)$/.exec(file) ?? [];
  if (!folder) return file;
  if (file.endsWith('.cpp')) return `C++ ${folder}`;
  return `${folder}/${/^\w+/.exec(rest)[0]}`;
}

const sums = (entries) => {
  const all = new Map();
  for (const [name, seconds] of entries) all.set(name, (all.get(name) ?? 0) + seconds);
  return [...all];
};

const columns = 3;
function table(entries) {
  const cells = entries
    .filter(([, seconds]) => seconds >= 0.5)
    .sort(([, a], [, b]) => b - a)
    .map(([name, seconds]) => `${seconds.toFixed(0).padStart(5)} s  ${name}`.padEnd(40));
  const rows = Math.ceil(cells.length / columns);
  return Array.from({ length: rows }, (_, i) =>
    cells
      .filter((_, index) => index % rows === i)
      .join('')
      .trimEnd(),
  ).join('\n');
}

/** @param jobs, files: [name, seconds], a name as often as one likes */
export function costs(jobs, files) {
  if (jobs.length === 0) return '';
  const total = jobs.reduce((sum, [, seconds]) => sum + seconds, 0);
  const most = sums(files)
    .sort(([, a], [, b]) => b - a)
    .slice(0, 20)
    .map(([file, seconds]) => [file.replace(/^.*\//, ''), seconds]);
  return [
    `Seconds of a processor: ${total.toFixed(0)} in all, by job:\n${table(sums(jobs))}`,
    `by room:\n${table(sums(files.map(([file, seconds]) => [roomOf(file), seconds])))}`,
    `and the files that took most:\n${table(most)}`,
  ].join('\n\n');
}
