/** Description lists, and tables with row headers. */
import { type Attributes, type Content, h } from './dom.js';

/** One row of a description list. */
export const fact = (name: Content, value: Content, given: Attributes = {}): HTMLElement =>
  h('div', given, h('dt', {}, name), h('dd', {}, value));

const cellOf = (tag: 'td' | 'th', scope: string | undefined, one: Content): Content =>
  one instanceof HTMLTableCellElement ? one : h(tag, { scope }, one);
/** A table row; the first cell is its header. Existing cell elements are kept. */
export function row([first, ...others]: readonly Content[], given: Attributes = {}): HTMLElement {
  const cells = others.map((one) => cellOf('td', undefined, one));
  return h('tr', given, cellOf('th', 'row', first), cells);
}

interface Table {
  /** Visually hidden, for screen readers. */
  readonly caption?: Content;
  readonly class?: string;
  /** Rows made by `row`; a function if they depend on signals. */
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
/** Sets explicit roles, which survive a CSS grid layout on narrow screens. */
export function withRoles(made: HTMLTableElement): HTMLTableElement {
  made.setAttribute('role', 'table');
  for (const [parts, role] of Object.entries(roles))
    for (const part of made.querySelectorAll(parts)) part.setAttribute('role', role);
  return made;
}
