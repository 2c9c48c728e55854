/**
 * Formulas with references: `$$…$$ {#shift}` is numbered, and `[#shift]` refers to it. Numbers span all cells:
 * anchors.ts sets them on the page, this module in exports.
 */
import type { Cell } from './format.js';

/** Follows a display formula. */
export const label = /^ \{#([\w-]{1,40})\}/;
export const mention = /^\[#([\w-]{1,40})\]/;

export const placeOf = (name: string): string => `formula-${name}`;
export const said = (number: number | undefined): string =>
  number === undefined ? 'the formula' : `formula (${number})`;

const labelled = /\$\$((?:\\.|[^\\$])+)\$\$ \{#([\w-]{1,40})\}/g;
const mentions = /\[#([\w-]{1,40})\]/g;

/** The numbers of a notebook's formulas by name. */
export function numbersOf(cells: readonly Cell[]): ReadonlyMap<string, number> {
  const names = cells.flatMap(({ mode, value }) =>
    mode === 'md' ? [...value.matchAll(labelled)].map(([, , name]) => name!) : [],
  );
  return new Map([...new Set(names)].map((name, i) => [name, i + 1]));
}

/** Replaces names of formulas, for other programs. */
export const plainNumbers = (text: string, numbers: ReadonlyMap<string, number>): string =>
  text
    .replace(labelled, (_, tex: string, name: string) => ['$$', tex, ` \\tag{${numbers.get(name)}}`, '$$'].join(''))
    .replace(mentions, (_, name: string) => said(numbers.get(name)));
