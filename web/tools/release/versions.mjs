/** Versions as semver.org 2.0.0 has them, without build metadata, and what a change asks of the next one. */

/** { major, minor, patch, pre } of a version; throws for what is none. */
export function parseVersion(text) {
  const found = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-([\dA-Za-z.-]+))?$/.exec(text);
  if (!found) throw new Error(`'${text}' is no version`);
  const [major, minor, patch] = found.slice(1, 4).map(Number);
  return { major, minor, patch, pre: found[4] };
}

/** Negative where `a` comes before `b` (semver.org, 11). */
export function compareVersions(a, b) {
  const [one, two] = [parseVersion(a), parseVersion(b)];
  for (const part of ['major', 'minor', 'patch']) if (one[part] !== two[part]) return one[part] - two[part];
  if (one.pre === two.pre) return 0;
  if (one.pre === undefined) return 1;
  if (two.pre === undefined) return -1;
  const [first, second] = [one.pre.split('.'), two.pre.split('.')];
  for (let i = 0; i < Math.max(first.length, second.length); i++) {
    const [x, y] = [first[i], second[i]];
    if (x === y) continue;
    if (x === undefined) return -1;
    if (y === undefined) return 1;
    const [m, n] = [x, y].map((part) => (/^\d+$/.test(part) ? Number(part) : undefined));
    if (m !== undefined && n !== undefined) return m - n;
    if (m !== undefined) return -1;
    if (n !== undefined) return 1;
    return x < y ? -1 : 1;
  }
  return 0;
}

/** What changes can be, the least first. */
export const levels = ['none', 'patch', 'minor', 'major'];
export const largest = (found) => levels[Math.max(0, ...found.map((level) => levels.indexOf(level)))];

/**
 * The least version after `before` that may carry changes of `level`. Before 1.0.0 the second number stands for the first, as
 * caret ranges of npm read it: ^0.1.0 takes 0.1.9 and not 0.2.0.
 */
export function leastVersion(before, level) {
  const { major, minor, patch } = parseVersion(before);
  if (level === 'none' || level === 'patch') return `${major}.${minor}.${patch + 1}`;
  if (major === 0) return level === 'major' ? `0.${minor + 1}.0` : `0.${minor}.${patch + 1}`;
  return level === 'major' ? `${major + 1}.0.0` : `${major}.${minor + 1}.0`;
}
