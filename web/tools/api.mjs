/**
 * The public TypeScript interface, as API Extractor reports it. The reports of all entries have 8,300 lines, so git keeps
 * web/api.txt instead: a line for each declaration with the first digits of the SHA-256 of its text. A change of the
 * public interface is therefore a change of that file.
 *
 *   npm run api     builds the library and writes web/api.txt; the reports are in build/api-report
 */
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from './build.mjs';
import { extracted } from './declarations.mjs';
import { root, setup } from './setup.mjs';
import { main } from './steps.mjs';

export const listFile = join(root, 'web/api.txt');

/** [name, exported, text] of each declaration in a report, without comments. */
function declarationsOf(report) {
  const code = /```ts\n([^]*)```/.exec(report)[1].replace(/^[ \t]*\/\/.*\n/gm, '');
  return code.split(/\n\n+(?=\S)/).flatMap((block) => {
    const text = block.trim();
    if (text === '' || text === 'export { }') return [];
    const [, exported, name] = /^(export )?(?:(?:declare|abstract|default) )*(?:\w+) (\w+)/.exec(text);
    return [[name, exported !== undefined, text.replace(/^export /, '')]];
  });
}

/** The content of web/api.txt: "name digest entries", sorted; a declaration that no entry exports has no entries. */
export async function apiList() {
  const lines = new Map();
  for (const { entry, report } of await extracted())
    for (const [name, exported, text] of declarationsOf(report)) {
      const key = `${name} ${createHash('sha256').update(text).digest('hex').slice(0, 8)}`;
      const before = lines.get(key) ?? [];
      lines.set(key, exported ? [...before, entry] : before);
    }
  return [...lines].map(([key, entries]) => [key, ...entries].join(' ')).sort();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  main(async () => {
    await build(await setup(), 'lib');
    writeFileSync(listFile, `${(await apiList()).join('\n')}\n`);
  });
}
