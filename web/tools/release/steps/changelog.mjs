/** CHANGELOG.md has a section of this version, with entries, and no older one that calls itself unreleased. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compareVersions } from '../versions.mjs';

export const title = 'CHANGELOG.md';
export const todo = 'CHANGELOG.md has to be there';

/** Sections in their order: { version, note, entries }. */
export function sectionsOf(text) {
  return text
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [head, ...lines] = section.split('\n');
      const [, version, note] = /^(\S+)\s*(?:\((.*)\))?/.exec(head) ?? [];
      return { version, note, entries: lines.filter((line) => line.startsWith('* ')) };
    });
}

/** @param publish a date is wanted in place of "unreleased" */
export function problemsOf(text, version, publish) {
  const sections = sectionsOf(text);
  const own = sections.find((one) => one.version === version);
  const problems = [];
  if (!own)
    return [{ what: `there is no section ${version}`, todo: `write '## ${version} (unreleased)' and what is new` }];
  if (sections[0] !== own)
    problems.push({ what: `${version} is not the first section`, todo: 'the newest stands first' });
  if (own.entries.length === 0) problems.push({ what: `${version} has no entry`, todo: 'say what is new in it' });
  for (const [i, one] of sections.entries())
    if (i > 0 && compareVersions(one.version, sections[i - 1].version) >= 0)
      problems.push({
        what: `${one.version} stands below ${sections[i - 1].version}`,
        todo: 'the newest stands first',
      });
  for (const one of sections)
    if (one !== own && one.note === 'unreleased')
      problems.push({
        what: `${one.version} calls itself unreleased`,
        todo: 'write its date, or make one section of both',
      });
  if (publish && !/^\d{4}-\d\d-\d\d$/.test(own.note ?? ''))
    problems.push({ what: `${version} has no date`, todo: `write '## ${version} (YYYY-MM-DD)', and commit it` });
  return problems;
}

export function run({ root, version, publish }) {
  const text = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
  const own = sectionsOf(text).find((one) => one.version === version);
  return { says: own && `${own.entries.length} entries, ${own.note}`, problems: problemsOf(text, version, publish) };
}
