/**
 * Separates the prose of the registries from their rows. Prose is most of a row, and few callers need it, so it is in
 * generated/*-texts.ts, which web/lib/documentation.ts loads on demand.
 */
import { object, quote, record } from './layout.mjs';

const prose = ['formula', 'doc', 'citation', 'note', 'accuracy'];
/** Lists whose items have a `doc`. Inputs keep theirs, because the error for a missing input contains it. */
const described = ['params', 'outputs'];

const without = (object, keys) => Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)));
const only = (object, keys) => Object.fromEntries(Object.entries(object).filter(([key]) => keys.includes(key)));

/** A row without its prose. */
export function bare(row) {
  const kept = without(row, prose);
  for (const list of described) if (row[list]) kept[list] = row[list].map((item) => without(item, prose));
  return kept;
}

/** The prose of a row, with that of its parameters and outputs by name. */
function texts(row) {
  const kept = only(row, prose);
  for (const list of described)
    if (row[list]?.length) kept[list] = Object.fromEntries(row[list].map(({ name, doc }) => [name, doc]));
  return kept;
}

/** @param registries names of the registries of one file; pages about encodings need not load the texts of analyses */
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
