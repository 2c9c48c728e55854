/**
 * Makes the list from which every notebook cites from examples/notebooks/references.bib. The parser reads that file's subset of
 * BibTeX: fields in braces, authors' last names first.
 */
import { readFileSync } from 'node:fs';

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

/** Source of the list for the pages (build.mjs). */
export function sourceOf(text) {
  const rows = entriesOf(text).map((entry) => {
    const address = entry.eprint ? { address: `https://arxiv.org/abs/${entry.eprint}` } : {};
    return [entry.key, { label: labelOf(entry), full: fullOf(entry), ...address }];
  });
  return `export interface Reference {
  /** Short form in the text. */
  readonly label: string;
  /** Full form in the list of references. */
  readonly full: string;
  readonly address?: string;
}

export const bibliography: Readonly<Record<string, Reference>> = ${JSON.stringify(Object.fromEntries(rows))};
`;
}

const file = new URL('../../examples/notebooks/references.bib', import.meta.url);
export const bibliographySource = () => sourceOf(readFileSync(file, 'utf8'));
