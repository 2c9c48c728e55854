/**
 * Generates web/lib/generated/engines.ts: the ids of the engines in web/lib/engines/list.ts, for code that needs only
 * ids, and the set of engines with `byNameOnly`.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { lined, quote } from './layout.mjs';

const folder = new URL('../lib/engines/', import.meta.url);
const text = (name) => readFileSync(new URL(name, folder), 'utf8');

export function enginesSource() {
  const ids = new Map();
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.ts')))
    for (const [, name, row] of text(file).matchAll(/^export const (\w+): Engine = \{\n([\s\S]*?)^\};/gm)) {
      const id = /^ {2}id: '([\w.@-]+)'/m.exec(row)?.[1];
      const release = /^ {2}version: ['`](?:main |master )?([^'`,; ]+)/m.exec(row)?.[1];
      if (id) ids.set(name, { id, release, file, byName: /^ {2}byNameOnly: true,/m.test(row) });
    }
  const listed = /readonly Engine\[\] = \[([^\]]+)\]/.exec(text('list.ts'))[1].match(/\w+/g);
  for (const [name, { file }] of ids)
    if (!listed.includes(name)) throw new Error(`web/lib/engines/list.ts does not list ${name} of ${file}`);
  const rows = listed.map((name) => {
    if (!ids.has(name)) throw new Error(`web/lib/engines/list.ts lists ${name}, which no file beside it has`);
    return ids.get(name);
  });
  const lines = (chosen) =>
    lined(
      chosen.map(({ id }) => quote(id)),
      '  ',
    ).join('\n');
  return `/**
 * Written by web/tools/gen.mjs from web/lib/engines/list.ts. Do not edit.
 */
export const engineIds = [
${lines(rows)}
] as const;
export type EngineId = (typeof engineIds)[number];
/** The release of each row, or its commit. */
export const releases: Readonly<Partial<Record<EngineId, string>>> = {
${rows
  .filter(({ release }) => release)
  .map(({ id, release }) => `  ${quote(id)}: ${quote(release)},`)
  .join('\n')}
};
/** Engines whose row has \`byNameOnly\`. */
export const byNameOnly: ReadonlySet<EngineId> = new Set<EngineId>([
${lines(rows.filter(({ byName }) => byName))}
]);
`;
}
