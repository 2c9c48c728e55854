/** The files of translations beside a notebook: `<its name>.<language>.po`. */
import { readFileSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { po } from 'gettext-parser';
import { parseNotebook } from '../format.js';
import { type Dictionary, textsOf } from './translate.js';

/** The languages in which a notebook is there, with their files. @param file of the notebook */
export function translationsOf(file: string): { readonly language: string; readonly file: string }[] {
  const [folder, name] = [dirname(file), basename(file, '.html')];
  return readdirSync(folder).flatMap((one) => {
    const language = one.startsWith(`${name}.`) ? /\.([a-z]{2}(?:-[A-Za-z]{2,4})?)\.po$/.exec(one)?.[1] : undefined;
    return language ? [{ language, file: join(folder, one) }] : [];
  });
}

export function dictionaryIn(text: string): Dictionary {
  const { translations } = po.parse(text);
  const rows = Object.values(translations[''] ?? {}).filter(({ comments }) => !comments?.flag?.includes('fuzzy'));
  return new Map(rows.flatMap(({ msgid, msgstr: [by] }) => (msgid !== '' && by ? [[msgid, by] as const] : [])));
}

/** A file with the texts of now: translations that still have their text, in the order of the notebook. */
export function updated(file: string, notebook: string, language: string): string {
  const known = dictionaryIn(file);
  const rows = textsOf(parseNotebook(notebook)).map((msgid) => [msgid, { msgid, msgstr: [known.get(msgid) ?? ''] }]);
  const head = { msgid: '', msgstr: [''] };
  const translations = { '': Object.fromEntries([['', head], ...rows]) };
  const headers = { Language: language, 'Content-Type': 'text/plain; charset=utf-8' };
  return `${po.compile({ charset: 'utf-8', headers, translations }, { foldLength: 0 }).toString()}\n`;
}

export const dictionaryOf = (file: string): Dictionary => dictionaryIn(readFileSync(file, 'utf8'));
