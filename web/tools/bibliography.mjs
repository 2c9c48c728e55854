/**
 * Writes web/notebook/notebooks/citations/bibliography.ts from examples/notebooks/references.bib, so that every notebook
 * cites from one list. The parser reads that file's subset of BibTeX: fields in braces, authors' last names first.
 *
 *   node web/tools/bibliography.mjs
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const at = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const quote = (text) => `'${text.replaceAll("'", "\\'")}'`;
export const written = at('web/notebook/notebooks/citations/bibliography.ts');

/** [{ key, author, year, title, … }] */
export function entriesOf(text) {
  const entries = [...text.matchAll(/^@(\w+)\{([\w-]+),\n([^]*?)^\}$/gm)].map(([whole, type, key, body]) => {
    const fields = [...body.matchAll(/^ {2}(\w+) = \{([^{}]*)\},?$/gm)].map(([, name, value]) => [name, value]);
    if (fields.length !== body.trim().split('\n').length)
      throw new Error(`references.bib: a line of ${key} is no field`);
    return { type, key, bibtex: whole, ...Object.fromEntries(fields) };
  });
  const left = text.replace(/^@(\w+)\{([\w-]+),\n([^]*?)^\}$/gm, '').trim();
  if (left !== '') throw new Error(`references.bib: this is no entry: ${left.slice(0, 80)}`);
  const twice = entries.find(({ key }, i) => entries.findIndex((one) => one.key === key) !== i);
  if (twice) throw new Error(`references.bib: ${twice.key} stands there twice`);
  return entries;
}

/** The label of a citation in a text: Vaswani et al. 2017. */
export function labelOf({ key, author, year }) {
  if (!author) throw new Error(`references.bib: ${key} has no author`);
  const names = author.split(' and ').map((name) => name.split(',')[0]);
  const named = names.length > 2 || names.includes('others') ? `${names[0]} et al.` : names.join(' and ');
  return year ? `${named} ${year}` : named;
}

/** The entry of a list of references: authors, year, title, place. */
function fullOf({ author, year, title, eprint, booktitle, howpublished }) {
  const names = author
    .split(' and ')
    .map((name) => (name === 'others' ? 'et al.' : name.split(', ').reverse().join(' ')));
  const who =
    names.length > 2 && names.at(-1) !== 'et al.'
      ? `${names[0]} et al.`
      : names.join(names.at(-1) === 'et al.' ? ' ' : ' and ');
  const where = eprint ? `arXiv:${eprint}` : (booktitle ?? howpublished);
  return `${who}${year ? ` (${year})` : ''}. ${title.replace(/([^?!])$/, '$1.')} ${where}.`;
}

export function sourceOf(text) {
  const rows = entriesOf(text).map((entry) => {
    const label = labelOf(entry);
    const address = entry.eprint ? `, address: ${quote(`https://arxiv.org/abs/${entry.eprint}`)}` : '';
    const long = fullOf(entry);
    return `  ${/^\w+$/.test(entry.key) ? entry.key : quote(entry.key)}: { label: ${quote(label)}, full: ${quote(long)}${address} },`;
  });
  return `/** Written by web/tools/bibliography.mjs from examples/notebooks/references.bib. Do not edit. */
export interface Reference {
  /** Short form in the text. */
  readonly label: string;
  /** Full form in the list of references. */
  readonly full: string;
  readonly address?: string;
}

// prettier-ignore
export const bibliography: Readonly<Record<string, Reference>> = {
${rows.join('\n')}
};
`;
}

export const bibliographySource = () => sourceOf(readFileSync(at('examples/notebooks/references.bib'), 'utf8'));

export function writeBibliography() {
  const source = bibliographySource();
  if (readFileSync(written, 'utf8') !== source) writeFileSync(written, source);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeBibliography();
