/**
 * An editable notebook. Every change makes a new list of cells: undo restores the previous one, and unchanged cells are
 * the same objects.
 */
import { type ReadonlySignal, computed, signal } from '@preact/signals-core';
import { type Cell, type Mode, type Notebook, longestCell, longestTitle, mostCells } from './format.js';
import { pairs } from './pairs.js';

/** Maximum number of undo steps. */
const mostSteps = 200;

export class Model {
  readonly notebook: ReadonlySignal<Notebook>;
  /** The notebook as built; undefined for notebooks from elsewhere. */
  readonly original: Notebook | undefined;
  readonly changed: ReadonlySignal<boolean>;
  readonly #now;
  readonly #steps = signal<{ readonly past: readonly Notebook[]; readonly future: readonly Notebook[] }>({
    past: [],
    future: [],
  });
  readonly canUndo = computed(() => this.#steps.value.past.length > 0);
  readonly canRedo = computed(() => this.#steps.value.future.length > 0);

  constructor(notebook: Notebook, original: Notebook | undefined) {
    this.original = original;
    this.#now = signal(notebook);
    this.notebook = this.#now;
    this.changed = computed(() => original === undefined || !sameNotebook(this.#now.value, original));
  }

  cell(id: number): Cell | undefined {
    return this.#now.peek().cells.find((cell) => cell.id === id);
  }
  originalOf(id: number): Cell | undefined {
    return this.original?.cells.find((cell) => cell.id === id);
  }

  edit(id: number, value: string): void {
    if (value.length > longestCell || this.cell(id)?.value === value) return;
    this.#set(this.#cells.map((cell) => (cell.id === id ? { ...cell, value } : cell)));
  }
  /** @returns the id of the new cell; undefined if the notebook is full */
  insert(after: number, mode: Mode): number | undefined {
    const cells = this.#cells;
    if (cells.length >= mostCells) return undefined;
    // never reuses an id: links and inputs refer to cells by id
    const known = [...cells, ...(this.original?.cells ?? [])];
    const id = Math.max(0, ...known.map((cell) => cell.id)) + 1;
    const behind = mode === 'python' ? cells.find((cell) => cell.id === after) : this.#pairOf(after).at(-1);
    const at = cells.indexOf(behind!) + 1;
    const cell = { id, mode, value: '', pinned: mode === 'js' || mode === 'python', hidden: false };
    this.#set([...cells.slice(0, at), cell, ...cells.slice(at)]);
    return id;
  }
  remove(id: number): void {
    const pair = this.#pairOf(id);
    const gone = pair[0]?.id === id ? pair : pair.slice(1);
    this.#set(this.#cells.filter((cell) => !gone.includes(cell)));
  }
  /** @param by -1 or 1 */
  move(id: number, by: number): void {
    const all = [...pairs(this.#cells)];
    const at = all.findIndex((pair) => pair.some((cell) => cell.id === id));
    const to = at + by;
    if (at < 0 || to < 0 || to >= all.length) return;
    [all[at], all[to]] = [all[to]!, all[at]!];
    this.#set(all.flat());
  }
  rename(title: string): void {
    const named = title.trim().slice(0, longestTitle);
    if (named !== '' && named !== this.#now.peek().title) this.#become({ ...this.#now.peek(), title: named });
  }
  resetCell(id: number): void {
    const before = this.originalOf(id);
    if (before) this.#set(this.#cells.map((cell) => (cell.id === id ? before : cell)));
  }
  reset(): void {
    if (this.original) this.#set(this.original.cells);
  }
  undo(): void {
    const { past, future } = this.#steps.peek();
    const before = past.at(-1);
    if (!before) return;
    this.#steps.value = { past: past.slice(0, -1), future: [this.#now.peek(), ...future] };
    this.#now.value = before;
  }
  redo(): void {
    const { past, future } = this.#steps.peek();
    const [after, ...rest] = future;
    if (!after) return;
    this.#steps.value = { past: [...past, this.#now.peek()], future: rest };
    this.#now.value = after;
  }

  get #cells(): readonly Cell[] {
    return this.#now.peek().cells;
  }
  #pairOf(id: number): readonly Cell[] {
    return pairs(this.#cells).find((pair) => pair.some((cell) => cell.id === id)) ?? [];
  }
  #set(cells: readonly Cell[]): void {
    this.#become({ ...this.#now.peek(), cells });
  }
  #become(next: Notebook): void {
    const { past } = this.#steps.peek();
    this.#steps.value = { past: [...past, this.#now.peek()].slice(-mostSteps), future: [] };
    this.#now.value = next;
  }
}

export const sameCell = (a: Cell, b: Cell): boolean =>
  a === b ||
  (a.id === b.id && a.mode === b.mode && a.value === b.value && a.pinned === b.pinned && a.hidden === b.hidden);

const sameNotebook = (a: Notebook, b: Notebook): boolean =>
  a.title === b.title && a.cells.length === b.cells.length && a.cells.every((cell, i) => sameCell(cell, b.cells[i]!));
