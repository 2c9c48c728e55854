/**
 * An unchanged notebook appears in pieces, to avoid long tasks on phones. Its cells are created before they are on the
 * page and then shown, some per frame, from the first on. The page stays responsive meanwhile.
 */
import { type Signal, signal } from '@preact/signals-core';
import { nextFrame } from '../kit/in-turn.js';
import type { CellViews } from './cell-views.js';
import type { Cell } from './format.js';
import type { CellRead } from './outputs/read.js';
import { paced } from './pace.js';
import { pairs } from './pairs.js';

/** Cells per piece: drawing a list inspects all its visible cells, and a phone shows about this many. */
const cellsPerPiece = 6;

export class Arrival {
  /** Number of cells created. */
  readonly count: Signal<number>;
  /** Cells that are created but not shown. */
  readonly #hidden: HTMLElement[] = [];

  constructor(inPieces: boolean) {
    this.count = signal(inPieces ? 0 : Infinity);
  }

  /** Creates the cells with their outputs. */
  async make(cells: readonly Cell[], views: CellViews, turns: readonly CellRead[]): Promise<void> {
    const shown = new Map(turns.map((turn) => [turn.id, turn]));
    const all = pairs(cells);
    for (let begin = 0, count = 0; begin < all.length; begin += cellsPerPiece) {
      await paced();
      const piece = all.slice(begin, begin + cellsPerPiece);
      this.count.value = count += piece.flat().length;
      for (const [{ id }] of piece) this.#hide(views.get(id)!.element);
      for (const { id } of piece.flat()) if (shown.has(id)) views.get(id)!.turn(shown.get(id)!);
    }
  }

  async show(): Promise<void> {
    while (this.#hidden.length > 0) {
      this.#reveal(cellsPerPiece);
      await nextFrame();
    }
    this.all();
  }

  /** Creates and shows everything that is left. */
  all(): void {
    this.count.value = Infinity;
    this.#reveal(Infinity);
  }

  #hide(element: HTMLElement): void {
    element.hidden = true;
    this.#hidden.push(element);
  }

  #reveal(many: number): void {
    for (const element of this.#hidden.splice(0, many)) element.hidden = false;
  }
}
