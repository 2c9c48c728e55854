/** What parts this from the last release: exports of TypeScript, the C interface, Python, commands, bits of tables. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { changes, factsOf, readRecord, recordBefore, recordedVersions } from '../records.mjs';
import { compareVersions, largest, leastVersion } from '../versions.mjs';

export const title = 'What users see, against the last release';
export const todo = 'node web/tools/build.mjs lib makes what is compared';

/** Files of build/release that a step makes or reads; one that names them need not be done twice at a commit. */
export const makes = [/^api\.md$/];

const heads = { major: 'Breaking', minor: 'New', patch: 'Changed' };

/** Markdown for build/release/api.md. */
export function asText(found, before, version) {
  const lines = [`# ${before} → ${version}`, ''];
  for (const level of ['major', 'minor', 'patch']) {
    const some = found.filter((one) => one.level === level);
    if (some.length === 0) continue;
    lines.push(`## ${heads[level]}`, '');
    for (const { what, before: was, after: is } of some) {
      lines.push(`* ${what}`);
      if (was) lines.push(`  - was: \`${was.slice(0, 600)}\``);
      if (is) lines.push(`  - is: \`${is.slice(0, 600)}\``);
    }
    lines.push('');
  }
  if (found.length === 0) lines.push('Nothing that users see is another.', '');
  return lines.join('\n');
}

/** What the changes ask of the version. */
export function problemsOf(found, before, version) {
  const least = leastVersion(before, largest(found.map(({ level }) => level)));
  if (compareVersions(version, least) >= 0) return [];
  const breaking = found.filter(({ level }) => level === 'major').map(({ what }) => what);
  return [
    {
      what: `${version} is too small a step from ${before}${breaking.length > 0 ? `, for these break programs:\n  ${breaking.join('\n  ')}` : ''}`,
      todo: `make it ${least}, or take back what asks for it (build/release/api.md)`,
    },
  ];
}

export async function run({ root, env, version, out }) {
  const earlier = recordBefore(root, version);
  // of a version that has not been published its own record is a help, and binds to nothing
  const own = recordedVersions(root).includes(version) ? readRecord(root, version) : undefined;
  const base = earlier ?? (own && !own.published ? own : undefined);
  if (!base) return { says: 'there is no earlier release to compare with' };
  const found = changes(base, await factsOf(root, env));
  const name = earlier ? base.version : `${base.version} as recorded at ${base.commit.slice(0, 12)}`;
  writeFileSync(join(out, 'api.md'), asText(found, name, version));
  const count = (level) => found.filter((one) => one.level === level).length;
  const says = `${count('major')} breaking, ${count('minor')} new against ${name}`;
  return { says: `${says} (build/release/api.md)`, problems: earlier ? problemsOf(found, base.version, version) : [] };
}
