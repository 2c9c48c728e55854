/**
 * A notebook that stands as it came with the page arrives in pieces, so that no piece of work is long on a phone: its cells are
 * made before they are on the page, and then shown, some a frame, from the first on. A reader who touches one meanwhile is heard.
 */
import { type Signal, signal } from '@preact/signals-core';
import { nextFrame } from '../kit/in-turn.js';
import type { CellViews } from './cell-views.js';
import type { Cell } from './format.js';
import type { CellRead } from './outputs/read.js';
import { paced } from './pace.js';
import { pairs } from './pairs.js';

/** So many a piece: to draw a list looks at all that are on it, and a phone shows about so many. */
const cellsPerPiece = 6;

export class Arrival {
  /** How many cells are made. */
  readonly count: Signal<number>;
  /** Those that are made and not shown. */
  readonly #hidden: HTMLElement[] = [];

  constructor(inPieces: boolean) {
    this.count = signal(inPieces ? 0 : Infinity);
  }

  /** Makes the cells with what they show. */
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

  /** All that is to come, at once. */
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
