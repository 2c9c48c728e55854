/**
 * Anchors of a notebook: headings, with ids made of their words, and footnotes, numbered across all cells. Updated when
 * prose changes.
 */
import { said } from './numbered.js';
import { slug } from './slug.js';

export interface Heading {
  readonly id: string;
  readonly text: string;
  readonly level: number;
}

/** Headings of the prose in these cells, except in exercises. */
export function anchors(cells: Element): Heading[] {
  const taken = new Set<string>();
  const elsewhere = (id: string): boolean => {
    const there = document.getElementById(id);
    return there !== null && !(cells.contains(there) && /^H\d$/.test(there.tagName));
  };
  const found = [...cells.querySelectorAll<HTMLElement>('.nb-outputs > .nb-prose > :is(h1, h2, h3, h4)')];
  const headings = found.map((heading) => {
    const text = heading.textContent.trim();
    const name = slug(text);
    let id = name;
    for (let i = 2; taken.has(id) || elsewhere(id); i++) id = `${name}-${i}`;
    taken.add(id);
    if (heading.id !== id) heading.id = id;
    heading.tabIndex = -1;
    return { id, text, level: Number(heading.tagName[1]) };
  });
  footnotes(cells);
  formulas(cells);
  return headings;
}

/** Numbers the formulas that a text refers to. */
function formulas(cells: Element): void {
  const numbers = new Map<string, number>();
  for (const formula of cells.querySelectorAll('.numbered')) {
    const number = numbers.get(formula.id) ?? numbers.size + 1;
    numbers.set(formula.id, number);
    write(formula.lastElementChild ?? undefined, `(${number})`);
  }
  for (const link of cells.querySelectorAll<HTMLAnchorElement>('a.mention'))
    write(link, said(numbers.get(link.hash.slice(1))));
}

/** Skips unchanged text, so that observers are not notified. */
function write(element: Element | undefined, text: string): void {
  if (element && element.textContent !== text) element.textContent = text;
}

function footnotes(cells: Element): void {
  const notes = new Map<string, HTMLLIElement>();
  for (const note of cells.querySelectorAll<HTMLLIElement>('.notes > li'))
    if (!notes.has(note.id)) notes.set(note.id, note);
  const numbers = new Map<string, number>();
  for (const mark of cells.querySelectorAll<HTMLAnchorElement>('a.note')) {
    const id = decodeURIComponent(mark.hash.slice(1));
    const note = notes.get(id);
    if (!note) continue;
    const first = !numbers.has(id);
    const number = numbers.get(id) ?? numbers.size + 1;
    numbers.set(id, number);
    if (mark.textContent !== String(number)) mark.textContent = String(number);
    note.value = number;
    if (first) mark.id = `${id}-mark`;
  }
}

/** @returns true if the place exists */
export function goTo(cells: Element, id: string): boolean {
  const place = document.getElementById(id);
  if (!place || !cells.contains(place)) return false;
  place.tabIndex = -1;
  for (let around = place.closest('details'); around; around = around.parentElement!.closest('details'))
    around.open = true;
  place.focus({ preventScroll: true });
  place.scrollIntoView({ block: 'start' });
  return true;
}
