/** The cells on the page in model order; Python companions are tabs of their cells. */
import { html } from '../kit/html.js';
import type { CellView } from './cell-view.js';
import type { Cell } from './format.js';
import { sameCell } from './model.js';
import { pairs } from './pairs.js';

export class CellViews extends Map<number, CellView> {
  readonly list = html`<div class="nb-cells"></div>`;
  /** State at the last call of `arrange`. */
  readonly #before = new Map<number, Cell>();

  /** @param gone called for each removed cell @returns the new and changed cells */
  arrange(cells: readonly Cell[], make: (cell: Cell) => CellView, gone: (id: number) => void): readonly Cell[] {
    const ids = new Set(cells.map((cell) => cell.id));
    for (const [id, view] of this) {
      if (ids.has(id)) continue;
      view.element.remove();
      this.delete(id);
      this.#before.delete(id);
      gone(id);
    }
    const viewOf = (cell: Cell): CellView => {
      const view = this.get(cell.id) ?? make(cell);
      this.set(cell.id, view);
      return view;
    };
    const elements = pairs(cells).map(([cell, python]) => {
      const view = viewOf(cell);
      view.pair(python && viewOf(python));
      return view.element;
    });
    elements.forEach((element, i) => {
      const there = this.list.children[i];
      if (!there) this.list.append(element);
      else if (there !== element) there.before(element);
    });
    return cells.filter((cell) => {
      const known = this.#before.get(cell.id);
      this.#before.set(cell.id, cell);
      return !known || !sameCell(known, cell);
    });
  }
}
