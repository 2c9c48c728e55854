/** The outputs of a cell. Known outputs keep their element, so an input keeps its focus. */
import { fill, html } from '../../kit/html.js';
import type { Output } from '../protocol.js';
import type { Tree } from '../tree.js';
import { Checks } from './checks.js';
import { updateExercise } from './exercise.js';
import { type OutputActions, outputElement, proseOfTrees } from './output.js';
import type { CellRead } from './read.js';
import { same } from './same.js';

interface Drawn {
  readonly element: HTMLElement;
  /** Current output; an input includes its value. */
  output: Output;
}
/** Prose without values, or outputs. */
export interface CellContent {
  readonly prose: Element | undefined;
  readonly drawn: readonly Drawn[];
}

export class ShownOutputs {
  readonly element = html`<div class="nb-outputs stack"></div>`;
  readonly #actions: OutputActions;
  readonly #shown = new Map<number, Drawn>();
  readonly #checks = new Checks();

  constructor(actions: OutputActions) {
    this.#actions = actions;
  }

  prose(trees: readonly Tree[]): void {
    this.#shown.clear();
    fill(this.element, proseOfTrees(trees));
  }

  /** @param more more outputs follow; until then the previous ones are kept */
  draw(outputs: CellRead['outputs'], more: boolean): void {
    const next: HTMLElement[] = [];
    let made = 0;
    // outputs without a value are kept; one with a value is new, even if another sandbox used its serial before
    const kept = new Set(outputs.filter(([, output]) => !output).map(([serial]) => serial));
    const free = [...this.#shown].filter(([serial]) => !kept.has(serial));
    for (const [serial] of free) this.#shown.delete(serial);
    for (const [serial, output] of outputs) {
      const again = output ? stands(free, output) : this.#shown.get(serial);
      const drawn = again ?? (output && this.#make(output));
      if (!drawn) continue;
      if (!again) made++;
      this.#shown.set(serial, drawn);
      next.push(drawn.element);
    }
    // each new output has replaced a previous one
    for (const [serial, drawn] of more ? free.slice(made) : []) {
      this.#shown.set(serial, drawn);
      next.push(drawn.element);
    }
    const folded = this.#checks.fold(next);
    const before = [...this.element.children];
    if (folded.length === before.length && folded.every((one, i) => one === before[i])) return;
    // for an empty cell no height is held: reading it would force a layout per cell
    if (before.length === 0) return this.element.replaceChildren(...folded);
    // holds the height, so that the page does not jump
    this.element.style.minHeight = `${this.element.offsetHeight}px`;
    this.element.replaceChildren(...folded);
    setTimeout(() => (this.element.style.minHeight = ''), 300);
  }

  #make(output: Output): Drawn {
    const set: OutputActions['set'] = (index, value) => {
      if (drawn.output.kind === 'input') drawn.output = { ...drawn.output, value };
      this.#actions.set(index, value);
    };
    const drawn: Drawn = { output, element: outputElement(output, { ...this.#actions, set }) };
    return drawn;
  }

  /** Makes the next draw recreate them. */
  forgetExercises(): void {
    for (const [serial, { output }] of this.#shown) if (output.kind === 'exercise') this.#shown.delete(serial);
  }

  get content(): CellContent {
    const drawn = [...this.#shown.values()];
    return { prose: drawn.length === 0 ? (this.element.querySelector('.nb-prose') ?? undefined) : undefined, drawn };
  }
}

/** A previous output that is equal. */
function stands(free: (readonly [number, Drawn])[], output: Output): Drawn | undefined {
  const at = free.findIndex(
    ([, { element, output: before }]) =>
      same(before, output) ||
      (output.kind === 'exercise' && before.kind === 'exercise' && updateExercise(element, output)),
  );
  const [, drawn] = at < 0 ? [] : free.splice(at, 1)[0]!;
  if (drawn) drawn.output = output;
  return drawn;
}
