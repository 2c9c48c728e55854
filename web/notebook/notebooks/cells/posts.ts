/**
 * Sends the state of each cell to the page once the page has handled the previous message. A cell that displays faster
 * than the page draws skips states, and large outputs are sent in parts.
 */
import { type CellFault, type FromSandbox, type Output, type Turn, most } from '../protocol.js';
import { mostWeight, weightOf } from '../weight.js';

export interface Standing {
  readonly id: number;
  state: Turn['state'];
  fault: CellFault | undefined;
  progress: number | undefined;
  outputs: { readonly serial: number; readonly output: Output }[];
}

export class Posts {
  readonly #post: (message: FromSandbox) => void;
  readonly #changed = new Set<Standing>();
  readonly #known = new Set<number>();
  #serial = 0;
  /** The page has not yet handled the last message. */
  #waiting = false;
  #due = false;

  constructor(post: (message: FromSandbox) => void) {
    this.#post = post;
  }

  /** Adds an output; beyond the limit per cell it replaces the last one. */
  add(cell: Standing, output: Output): void {
    if (cell.outputs.length >= most.outputs) cell.outputs.pop();
    cell.outputs.push({ serial: ++this.#serial, output });
    this.changed(cell);
  }

  /** Replaces an output that was shown; does nothing if it is gone. */
  replace(cell: Standing, before: Output, output: Output): void {
    const at = cell.outputs.findIndex((one) => one.output === before);
    if (at < 0) return;
    cell.outputs[at] = { serial: ++this.#serial, output };
    this.changed(cell);
  }

  changed(cell: Standing): void {
    this.#changed.add(cell);
    if (this.#due || this.#waiting) return;
    this.#due = true;
    setTimeout(() => this.#flush());
  }

  forget(cell: Standing): void {
    this.#changed.delete(cell);
  }

  taken(): void {
    this.#waiting = false;
    if (this.#changed.size > 0) this.#flush();
  }

  #flush(): void {
    this.#due = false;
    if (this.#waiting || this.#changed.size === 0) return;
    let weight = 0;
    const turns: Turn[] = [];
    for (const standing of this.#changed) {
      if (weight > mostWeight) break;
      const { id, state, fault, progress } = standing;
      const outputs: [serial: number, output: Output | undefined][] = [];
      let whole = true;
      for (const { serial, output } of standing.outputs) {
        const known = this.#known.has(serial);
        if (!known && weight > mostWeight) whole = false;
        else outputs.push([serial, known ? undefined : output]);
        if (known || !whole) continue;
        weight += weightOf(output);
        this.#known.add(serial);
      }
      turns.push({
        id,
        state: whole ? state : 'running',
        ...(fault && whole ? { fault } : {}),
        ...(progress === undefined ? {} : { progress }),
        outputs,
      });
      if (whole) this.#changed.delete(standing);
    }
    this.#waiting = true;
    this.#post({ type: 'turns', turns });
  }
}
