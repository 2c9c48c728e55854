/**
 * Items to put in order, by buttons (the pressed one keeps its focus) or by dragging. Every move is announced. The
 * answer lists the original indices of the items.
 */
import '../../style/notebook-order.css';
import { button } from '../../kit/elements.js';
import { fill, h, html } from '../../kit/html.js';
import type { Box } from './box.js';

/** @param labelledBy id of the label @param before the reader's previous answer */
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
      // touching the text scrolls the page
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
    // moves the other one, because a moved element loses focus
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
        // the middle of another row is passed: that row moves, and the next event checks the list again
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

  /** Disables moving the first up and the last down; they stay focusable. */
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

/** In the given order, or as first shown if it is invalid. */
function known(before: string, rows: readonly HTMLLIElement[]): readonly HTMLLIElement[] {
  const numbers = before.split(' ').map(Number);
  const once = numbers.length === rows.length && new Set(numbers).size === rows.length;
  const ordered = once ? numbers.flatMap((i) => rows[i] ?? []) : [];
  return ordered.length === rows.length ? ordered : rows;
}
