/** Lists of facts, and tables whose rows begin with what they are about. */
import { type Attributes, type Content, h } from './dom.js';

/** A row of a list of facts. */
export const fact = (name: Content, value: Content, given: Attributes = {}): HTMLElement =>
  h('div', given, h('dt', {}, name), h('dd', {}, value));

const cellOf = (tag: 'td' | 'th', scope: string | undefined, one: Content): Content =>
  one instanceof HTMLTableCellElement ? one : h(tag, { scope }, one);
/** A row of a table; the first cell is its name. Cells that are elements already stay as they are. */
export function row([first, ...others]: readonly Content[], given: Attributes = {}): HTMLElement {
  const cells = others.map((one) => cellOf('td', undefined, one));
  return h('tr', given, cellOf('th', 'row', first), cells);
}

interface Table {
  /** What it is, for those who hear it. */
  readonly caption?: Content;
  readonly class?: string;
  /** Made by `row`; a function where they are of signals. */
  readonly rows: Content;
}
export function table(head: readonly Content[], { caption, rows, class: kind }: Table): HTMLTableElement {
  const named = head.map((one) => cellOf('th', 'col', one));
  return h(
    'table',
    { class: kind },
    caption !== undefined && h('caption', { class: 'visually-hidden' }, caption),
    head.length > 0 && h('thead', {}, h('tr', {}, named)),
    h('tbody', {}, rows),
  );
}

const roles = {
  'thead, tbody': 'rowgroup',
  tr: 'row',
  'thead th': 'columnheader',
  'tbody th': 'rowheader',
  td: 'cell',
};
/** Its roles stay where a narrow screen lays the rows out as a grid. */
export function withRoles(made: HTMLTableElement): HTMLTableElement {
  made.setAttribute('role', 'table');
  for (const [parts, role] of Object.entries(roles))
    for (const part of made.querySelectorAll(parts)) part.setAttribute('role', role);
  return made;
}
