/**
 * `[@vaswani2017 section 3.5]` in prose cites an entry of the bibliography. Behind a colon stands what became of the
 * cited sentence, `[@pustejovsky2025 slide 20: wrong]`; docs/coverage.md is made of these marks. A key that is not
 * known is shown as it is written.
 */
import type { Cell } from '../format.js';
import { type Reference, bibliography } from './bibliography.js';

/** The key, and the place with what became of it. */
export const citation = /\[@([\w-]{1,40})(?:,? ([^\][\n]{1,160}))?\]/;

const referenceOf = (key: string): Reference | undefined =>
  Object.hasOwn(bibliography, key) ? bibliography[key] : undefined;

/** As it is read; undefined where there is no such entry. */
export function cited(key: string, place: string): string | undefined {
  const label = referenceOf(key)?.label;
  return label && `(${label}${place && `, ${place}`})`;
}

/** Prose for programs that know no marks. */
export const plainCitations = (text: string): string =>
  text.replace(
    new RegExp(citation, 'g'),
    (mark, key: string, place: string | undefined) => cited(key, place ?? '') ?? mark,
  );

/** What cells cite, in prose and in strings of code, in their order, each once. */
export function citedBy(cells: readonly Cell[]): (Reference & { readonly key: string })[] {
  const found = cells.flatMap(({ value }) => [...value.matchAll(new RegExp(citation, 'g'))].map(([, key]) => key!));
  return [...new Set(found)].flatMap((key) => {
    const reference = referenceOf(key);
    return reference ? [{ key, ...reference }] : [];
  });
}
