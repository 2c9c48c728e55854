/**
 * The prose of the registries: what a row says for people to read. It is most of a row and needed by few callers, so it
 * is in files of its own (generated/*-texts.ts), which web/lib/documentation.ts loads when somebody asks for it.
 */
import { object, quote, record } from './layout.mjs';

const prose = ['formula', 'doc', 'citation', 'note', 'accuracy'];
/** Lists of things that have a text each. An input's stays with it: the error of one that is missing says it. */
const described = ['params', 'outputs'];

const without = (object, keys) => Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)));
const only = (object, keys) => Object.fromEntries(Object.entries(object).filter(([key]) => keys.includes(key)));

/** A row without its prose. */
export function bare(row) {
  const kept = without(row, prose);
  for (const list of described) if (row[list]) kept[list] = row[list].map((item) => without(item, prose));
  return kept;
}

/** The prose of a row: its own, and that of its parameters and outputs by name. */
function texts(row) {
  const kept = only(row, prose);
  for (const list of described)
    if (row[list]?.length) kept[list] = Object.fromEntries(row[list].map(({ name, doc }) => [name, doc]));
  return kept;
}

/** @param registries those of one file: what shows the texts of encodings need not load those of analyses */
export function textsSource(describe, registries) {
  const listed = (all) => object(Object.entries(all).map(([name, text]) => `${name}: ${quote(text)}`));
  const row = (each) => record(texts(each), { params: listed, outputs: listed }, '    ', `${quoted(each.id)}: `);
  return `/**
 * Written by web/tools/gen.mjs from the C++ registries. Do not edit.
 */
import type { Texts } from '../types/documentation.js';

export const texts: Texts<${registries.map((name) => `'${name}'`).join(' | ')}> = {
${registries.map((name) => [`  ${name}: {`, ...describe[name].map((each) => `    ${row(each)},`), '  },'].join('\n')).join('\n')}
};
`;
}

const quoted = (id) => (/^[a-z][A-Za-z0-9]*$/.test(id) ? id : `'${id}'`);
