/**
 * Items that the reader puts in order: by the buttons beside each, of which the one that was pressed keeps its focus, or by
 * dragging. Every move is told. What is given are the numbers of the items as they were shown first.
 */
import '../../style/notebook-order.css';
import { button } from '../../kit/elements.js';
import { fill, h, html } from '../../kit/html.js';
import type { Box } from './box.js';

/** @param labelledBy what names the list @param before what the reader has given here before */
export function orderBox(choices: readonly string[], labelledBy: string, before: string): Box {
  const told = h('p', { class: 'visually-hidden', role: 'status' });
  const rows = choices.map(rowOf);
  const list = h('ol', { class: 'nb-order', 'aria-labelledby': labelledBy }, ...known(before, rows));
  arrange();
  return {
    element: h('div', { class: 'nb-order-box' }, list, told),
    given: () => [...list.children].map((row) => rows.indexOf(row as HTMLLIElement)).join(' '),
  };

  function rowOf(text: string): HTMLLIElement {
    const moving = (name: string, sign: string, by: number): HTMLElement =>
      button(html`<span aria-hidden="true">${sign}</span>`, () => step(row, by), { 'aria-label': `${name}: ${text}` });
    const handle = html`<span class="nb-order-handle" aria-hidden="true">⠿</span>`;
    const shown = html`<span class="nb-order-text">${text}</span>`;
    const row: HTMLLIElement = h('li', {}, handle, shown, moving('Up', '↑', -1), moving('Down', '↓', 1));
    row.addEventListener('pointerdown', (event) => {
      const target = event.target as Element;
      // a finger on the text scrolls the page
      if (target.closest('button') || event.button !== 0 || (event.pointerType === 'touch' && target !== handle))
        return;
      event.preventDefault();
      drag(row, event.pointerId);
    });
    return row;
  }

  function step(row: HTMLLIElement, by: number): void {
    const at = [...list.children].indexOf(row);
    const other = list.children[at + by];
    if (!other) return tell(row);
    // the other one gives way: an element that is moved itself loses its focus
    if (by < 0) row.after(other);
    else row.before(other);
    arrange();
    tell(row);
  }

  function drag(row: HTMLLIElement, pointer: number): void {
    row.setPointerCapture(pointer);
    row.dataset['dragged'] = '';
    const move = ({ clientY }: PointerEvent): void => {
      for (const other of list.children) {
        if (other === row) continue;
        const { top, height } = other.getBoundingClientRect();
        const follows = Boolean(row.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING);
        // the middle of another one is passed: it gives way, and the list is looked at anew with the next move
        if (follows && clientY > top + height / 2) row.before(other);
        else if (!follows && clientY < top + height / 2) row.after(other);
        else continue;
        return arrange();
      }
    };
    const over = new AbortController();
    const end = (): void => {
      delete row.dataset['dragged'];
      over.abort();
      tell(row);
    };
    row.addEventListener('pointermove', move, over);
    for (const type of ['pointerup', 'pointercancel']) row.addEventListener(type, end, over);
  }

  /** The first has no way up and the last none down; they keep their focus and say so. */
  function arrange(): void {
    [...list.children].forEach((row, i) => {
      const [up, down] = row.querySelectorAll('button');
      up!.setAttribute('aria-disabled', String(i === 0));
      down!.setAttribute('aria-disabled', String(i === list.children.length - 1));
    });
  }
  function tell(row: HTMLLIElement): void {
    const at = [...list.children].indexOf(row) + 1;
    fill(told, `${choices[rows.indexOf(row)]}: place ${at} of ${choices.length}`);
  }
}

/** In the order that was given; as they are shown first where that is none. */
function known(before: string, rows: readonly HTMLLIElement[]): readonly HTMLLIElement[] {
  const numbers = before.split(' ').map(Number);
  const once = numbers.length === rows.length && new Set(numbers).size === rows.length;
  const ordered = once ? numbers.flatMap((i) => rows[i] ?? []) : [];
  return ordered.length === rows.length ? ordered : rows;
}
