/** The table of docs/reliability.md, made of results/: a row or more of each, with its date and machine. */
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const results = fileURLToPath(new URL('results/', import.meta.url));
const page = fileURLToPath(new URL('../../docs/reliability.md', import.meta.url));
const [begin, end] = ['<!-- the table, by npm run campaign -- --table -->', '<!-- the end of the table -->'];

/** Markdown. @param found what the files of results/ hold  @param rowsOf campaign → its function `rows` */
export function tableOf(found, rowsOf) {
  const lines = ['| what | how many | what came of it | when, where |', '|---|---|---|---|'];
  for (const one of found)
    for (const row of rowsOf(one.campaign)(one))
      lines.push(`| ${[...row, `${one.date}, ${one.seconds} s, at ${one.commit}`].join(' | ')} |`);
  const machines = [...new Set(found.map(({ machine }) => machine))];
  return [...lines, '', `Machine: ${machines.join('; ')}.`].join('\n');
}

export async function table() {
  const files = readdirSync(results)
    .filter((name) => name.endsWith('.json'))
    .sort();
  const found = files.map((name) => JSON.parse(readFileSync(join(results, name), 'utf8')));
  const kinds = [...new Set(found.map(({ campaign }) => campaign))];
  const rows = new Map();
  for (const kind of kinds) rows.set(kind, (await import(`./${kind}.mjs`)).rows);
  return tableOf(found, (kind) => rows.get(kind));
}

export const inPage = (text, made) =>
  text.replace(new RegExp(`(${begin})[^]*(${end})`), (_, first, last) => `${first}\n\n${made}\n\n${last}`);

export async function writeTable() {
  writeFileSync(page, inPage(readFileSync(page, 'utf8'), await table()));
}
