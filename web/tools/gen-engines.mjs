/**
 * Generates web/lib/generated/engines.ts: the ids of the engines in web/lib/engines/list.ts, for code that needs only
 * ids, and the set of engines with `byNameOnly`.
 */
import { readFileSync, readdirSync } from 'node:fs';

const folder = new URL('../lib/engines/', import.meta.url);
const text = (name) => readFileSync(new URL(name, folder), 'utf8');

export function enginesSource() {
  const found = new Map();
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.ts')))
    for (const [, name, row] of text(file).matchAll(/^export const (\w+): Engine = \{\n([\s\S]*?)^\};/gm)) {
      const id = /^ {2}id: '([\w.@-]+)'/m.exec(row)?.[1];
      const release = /^ {2}version: ['`](?:main |master )?([^'`,; ]+)/m.exec(row)?.[1];
      if (id) found.set(name, { id, release, file, byName: /^ {2}byNameOnly: true,/m.test(row) });
    }
  const listed = /readonly Engine\[\] = \[([^\]]+)\]/.exec(text('list.ts'))[1].match(/\w+/g);
  for (const [name, { file }] of found)
    if (!listed.includes(name)) throw new Error(`web/lib/engines/list.ts does not list ${name} of ${file}`);
  const rows = listed.map((name) => {
    if (!found.has(name)) throw new Error(`web/lib/engines/list.ts lists ${name}, which no file beside it has`);
    return found.get(name);
  });
  const ids = (chosen) => `[${chosen.map(({ id }) => `'${id}'`).join(', ')}]`;
  const releases = Object.fromEntries(rows.filter(({ release }) => release).map(({ id, release }) => [id, release]));
  return `/** Written by web/tools/gen.mjs from web/lib/engines/list.ts. Do not edit. */
export const engineIds = ${ids(rows)} as const;
export type EngineId = (typeof engineIds)[number];
/** The release of each row, or its commit. */
export const releases: Readonly<Partial<Record<EngineId, string>>> = ${JSON.stringify(releases, undefined, 2)};
/** Engines whose row has \`byNameOnly\`. */
export const byNameOnly: ReadonlySet<EngineId> = new Set<EngineId>(${ids(rows.filter(({ byName }) => byName))});
`;
}
