/** Translation files of a notebook: `<its name>.<language>.po`. */
import { readFileSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type GetTextTranslation, po } from 'gettext-parser';
import { parseNotebook } from '../format.js';
import { type Dictionary, textsOf } from './translate.js';

export const languageOf = (po: string): string => /\.([a-z]{2}(?:-[A-Za-z]{2,4})?)\.po$/.exec(po)?.[1] ?? '';

/** The languages of a notebook with their files. @param file file of the notebook */
export function translationsOf(file: string): { readonly language: string; readonly file: string }[] {
  const [folder, name] = [dirname(file), basename(file, '.html')];
  return readdirSync(folder).flatMap((one) => {
    const language = one.startsWith(`${name}.`) && languageOf(one);
    return language ? [{ language, file: join(folder, one) }] : [];
  });
}

type Rows = Readonly<Record<string, GetTextTranslation>>;
const rowsOf = (all: Readonly<Record<string, Rows>> | undefined): GetTextTranslation[] =>
  Object.values(all?.[''] ?? {});
const entries = (rows: readonly GetTextTranslation[]): [string, string][] =>
  rows.flatMap(({ msgid, msgstr: [by] }) => (msgid !== '' && by ? [[msgid, by] as [string, string]] : []));

export const dictionaryIn = (text: string): Dictionary =>
  new Map(entries(rowsOf(po.parse(text).translations).filter(({ comments }) => !comments?.flag?.includes('fuzzy'))));

/**
 * The file updated to the current texts, in the order of the notebook. Obsolete translations are kept at the end,
 * because texts often change by one word.
 */
export function updated(file: string, notebook: string, language: string): string {
  const before = po.parse(file);
  const past = new Map(entries([...rowsOf(before.obsolete), ...rowsOf(before.translations)]));
  const texts = textsOf(parseNotebook(notebook));
  const row = (msgid: string): [string, GetTextTranslation] => [msgid, { msgid, msgstr: [past.get(msgid) ?? ''] }];
  const translations = { '': Object.fromEntries([['', { msgid: '', msgstr: [''] }], ...texts.map(row)]) };
  const gone = [...past.keys()].filter((msgid) => !texts.includes(msgid));
  const obsolete = { '': Object.fromEntries(gone.map(row)) };
  const headers = { Language: language, 'Content-Type': 'text/plain; charset=utf-8' };
  return `${po.compile({ charset: 'utf-8', headers, translations, obsolete }, { foldLength: 0 }).toString()}\n`;
}

export const dictionaryOf = (file: string): Dictionary => dictionaryIn(readFileSync(file, 'utf8'));
