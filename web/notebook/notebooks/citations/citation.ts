/**
 * `[@vaswani2017 section 3.5]` in prose cites an entry of the bibliography. After a colon follows the verdict on the
 * cited sentence, `[@pustejovsky2025 slide 20: wrong]`; docs/coverage.md is made of these marks. Unknown keys are shown
 * verbatim.
 */
import type { Cell } from '../format.js';
import { type Reference, bibliography } from '../../generated/bibliography.js';

/** Captures the key, and the place with the verdict. */
export const citation = /\[@([\w-]{1,40})(?:,? ([^\][\n]{1,160}))?\]/;

const referenceOf = (key: string): Reference | undefined =>
  Object.hasOwn(bibliography, key) ? bibliography[key] : undefined;

/** The text of a citation; undefined for unknown keys. */
export function cited(key: string, place: string): string | undefined {
  const label = referenceOf(key)?.label;
  return label && `(${label}${place && `, ${place}`})`;
}

/** Replaces citation marks by text, for other programs. */
export const plainCitations = (text: string): string =>
  text.replace(
    new RegExp(citation, 'g'),
    (mark, key: string, place: string | undefined) => cited(key, place ?? '') ?? mark,
  );

/** References cited by cells, in prose and in strings of code, in order without duplicates. */
export function citedBy(cells: readonly Cell[]): (Reference & { readonly key: string })[] {
  const found = cells.flatMap(({ value }) => [...value.matchAll(new RegExp(citation, 'g'))].map(([, key]) => key!));
  return [...new Set(found)].flatMap((key) => {
    const reference = referenceOf(key);
    return reference ? [{ key, ...reference }] : [];
  });
}
