/**
 * Formulas that a text refers to: `$$…$$ {#shift}` has a number, and `[#shift]` names it. Numbers run through all cells, so
 * they are set where all cells are known: in the page by anchors.ts, in copies here.
 */
import type { Cell } from './format.js';

/** Behind a formula of its own line. */
export const label = /^ \{#([\w-]{1,40})\}/;
export const mention = /^\[#([\w-]{1,40})\]/;

export const placeOf = (name: string): string => `formula-${name}`;
export const said = (number: number | undefined): string =>
  number === undefined ? 'the formula' : `formula (${number})`;

const labelled = /\$\$((?:\\.|[^\\$])+)\$\$ \{#([\w-]{1,40})\}/g;
const mentions = /\[#([\w-]{1,40})\]/g;

/** The numbers of a notebook's formulas, by their names. */
export function numbersOf(cells: readonly Cell[]): ReadonlyMap<string, number> {
  const names = cells.flatMap(({ mode, value }) =>
    mode === 'md' ? [...value.matchAll(labelled)].map(([, , name]) => name!) : [],
  );
  return new Map([...new Set(names)].map((name, i) => [name, i + 1]));
}

/** Prose for programs that know no such names. */
export const plainNumbers = (text: string, numbers: ReadonlyMap<string, number>): string =>
  text
    .replace(labelled, (_, tex: string, name: string) => ['$$', tex, ` \\tag{${numbers.get(name)}}`, '$$'].join(''))
    .replace(mentions, (_, name: string) => said(numbers.get(name)));
