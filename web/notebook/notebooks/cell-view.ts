/** A cell on the page: what it shows, its source, and what a reader can do with it. */
import { fill, h } from '../widgets/dom.js';
import { messageOf } from '../widgets/errors.js';
import type { Editor } from './editor.js';
import { posesExercise } from './exercise-cells.js';
import type { Cell, Mode } from './format.js';
import { sourceElement } from './highlight.js';
import { updateExercise } from './outputs/exercise.js';
import { outputElement } from './outputs/output.js';
import type { CellRead } from './outputs/read.js';
import { same } from './outputs/same.js';
import type { Done } from './progress.js';
import type { CellFault, InputValue, Output, Verdict } from './protocol.js';
import { type Tree, treeNode } from './tree.js';

export interface CellActions {
  /** What the editor holds; runs the cell. */
  commit(id: number, value: string): void;
  set(id: number, index: number, value: InputValue): void;
  answer(id: number, index: number, given: string): void;
  done(key: string): Done | undefined;
  judged(key: string, verdict: Verdict): void;
  insert(after: number, mode: Mode): void;
  move(id: number, by: number): void;
  reset(id: number): void;
  remove(id: number): void;
  names(): readonly string[];
  say(text: string): void;
}

const languages: Partial<Record<Mode, string>> = { js: 'JavaScript', md: 'Markdown', tex: 'TeX', python: 'Python' };

interface Drawn {
  readonly element: HTMLElement;
  /** As the reader has it: an input with what it is set to. */
  output: Output;
}
/** Prose without values, or outputs. */
export interface Shown {
  readonly prose: Element | undefined;
  readonly drawn: readonly Drawn[];
}

export class CellView {
  readonly element: HTMLElement;
  cell: Cell;
  readonly #actions: CellActions;
  readonly #outputs = h('div', { class: 'nb-outputs' });
  readonly #fault = h('div', { class: 'nb-fault', role: 'alert', hidden: true });
  readonly #progress = h('progress', { max: 1, hidden: true, 'aria-label': 'Progress of the cell' });
  readonly #source = h('div', { class: 'nb-source' });
  /** What the button does. */
  readonly #verb = document.createTextNode('Edit');
  readonly #edit: HTMLButtonElement;
  readonly #shown = new Map<number, Drawn>();
  #editor: Editor | undefined;
  #opening = false;
  #place: CellFault | undefined;

  constructor(cell: Cell, actions: CellActions) {
    this.cell = cell;
    this.#actions = actions;
    const language = languages[cell.mode] ?? cell.mode;
    this.#edit = h(
      'button',
      { type: 'button', class: 'quiet nb-edit', 'aria-expanded': 'false', on: { click: () => this.toggle() } },
      this.#verb,
      h('span', { class: 'visually-hidden' }, ` cell ${cell.id}, ${language}`),
    );
    this.element = h(
      'div',
      { class: `nb-cell nb-${cell.mode}`, id: `cell-${cell.id}`, 'data-cell': cell.id, 'data-state': 'idle' },
      h('span', { class: 'nb-mark', 'aria-hidden': 'true' }),
      h('div', { class: 'nb-body' }, this.#outputs, this.#progress, this.#fault, this.#source),
      this.#edit,
    );
    this.showSource();
  }

  /** The cell as the model has it now. */
  update(cell: Cell, edited: boolean): void {
    const same = cell.value === this.cell.value;
    this.cell = cell;
    this.element.toggleAttribute('data-edited', edited);
    if (!same && this.#editor && this.#editor.value() !== cell.value) this.#close();
    else if (!same && !this.#editor) this.showSource();
  }

  prose(trees: readonly Tree[]): void {
    this.#shown.clear();
    fill(this.#outputs, h('div', { class: 'nb-prose' }, ...trees.map(treeNode)));
    this.state('done');
  }

  /** Python beside a cell of the page, which does not run here. @param solution to an exercise, which is not told */
  companion(solution: boolean): void {
    this.#shown.clear();
    const code = h(
      'pre',
      { class: 'code nb-code', tabindex: 0, 'aria-label': 'Python' },
      h('code', {}, this.cell.value),
    );
    const folded = h('details', { class: 'nb-companion' }, h('summary', {}, 'The same in Python'), code);
    fill(this.#outputs, this.cell.pinned && !solution && folded);
    this.state('done');
  }

  state(state: CellRead['state'] | 'idle'): void {
    this.element.dataset['state'] = state;
  }

  /** Outputs that are known stay where they are: an input keeps its focus. */
  turn({ state, fault, progress, outputs }: CellRead): void {
    this.state(state);
    this.#progress.hidden = progress === undefined;
    if (progress !== undefined) this.#progress.value = progress;
    // while it runs, and has shown nothing, what it showed before stays
    if (state !== 'running' || outputs.length > 0) this.#draw(outputs);
    if (state !== 'running') this.fault(fault);
  }

  #draw(outputs: CellRead['outputs']): void {
    const next: HTMLElement[] = [];
    // what comes without a value stays; a value is new, even under a number that another sandbox has given before
    const kept = new Set(outputs.filter(([, output]) => !output).map(([serial]) => serial));
    const free = [...this.#shown].filter(([serial]) => !kept.has(serial));
    for (const [serial] of free) this.#shown.delete(serial);
    for (const [serial, output] of outputs) {
      const drawn = output ? (this.#again(free, output) ?? this.#make(output)) : this.#shown.get(serial);
      if (!drawn) continue;
      this.#shown.set(serial, drawn);
      next.push(drawn.element);
    }
    const before = [...this.#outputs.children];
    if (next.length !== before.length || next.some((one, i) => one !== before[i])) {
      // a place that was high is not low for a moment
      const { offsetHeight } = this.#outputs;
      this.#outputs.style.minHeight = `${offsetHeight}px`;
      this.#outputs.replaceChildren(...next);
      setTimeout(() => (this.#outputs.style.minHeight = ''), 300);
    }
  }

  /** What stands there and shows the same. */
  #again(free: (readonly [number, Drawn])[], output: Output): Drawn | undefined {
    const at = free.findIndex(
      ([, { element, output: before }]) =>
        same(before, output) ||
        (output.kind === 'exercise' && before.kind === 'exercise' && updateExercise(element, output)),
    );
    const [, drawn] = at < 0 ? [] : free.splice(at, 1)[0]!;
    if (drawn) drawn.output = output;
    return drawn;
  }

  #make(output: Output): Drawn {
    const { id } = this.cell;
    const drawn: Drawn = {
      output,
      element: outputElement(output, {
        set: (index, value) => {
          if (drawn.output.kind === 'input') drawn.output = { ...drawn.output, value };
          this.#actions.set(id, index, value);
        },
        answer: (index, given) => this.#actions.answer(id, index, given),
        before: (key) => this.#actions.done(key),
        judged: (key, verdict) => this.#actions.judged(key, verdict),
      }),
    };
    return drawn;
  }

  /** So that they are drawn anew. */
  forgetExercises(): void {
    for (const [serial, { output }] of this.#shown) if (output.kind === 'exercise') this.#shown.delete(serial);
  }

  get shown(): Shown {
    const drawn = [...this.#shown.values()];
    return { prose: drawn.length === 0 ? (this.#outputs.querySelector('.nb-prose') ?? undefined) : undefined, drawn };
  }

  fault(fault: CellFault | undefined): void {
    this.#place = fault;
    this.#fault.hidden = fault === undefined;
    if (fault) {
      const { message, line, of } = fault;
      this.element.dataset['state'] = 'failed';
      fill(
        this.#fault,
        of === undefined ? message : `This cell needs ${of}, which could not be computed: ${message}`,
        line !== undefined &&
          line > 0 &&
          h('button', { type: 'button', class: 'quiet', on: { click: () => void this.open() } }, `line ${line}`),
      );
    }
    this.#editor?.mark(fault?.line, fault?.column);
  }

  /** @param always also where the author does not show it: a notebook that has not run is read. */
  showSource(always = false): void {
    if (this.#editor) return;
    const { id, mode, value, pinned } = this.cell;
    const shown = (always || (pinned && mode !== 'python' && !posesExercise(this.cell))) && value !== '';
    fill(
      this.#source,
      shown &&
        h(
          'pre',
          { class: 'code nb-code', tabindex: 0, 'aria-label': `Source of cell ${id}` },
          sourceElement(value, mode === 'js'),
        ),
    );
  }

  toggle(): void {
    if (!this.#editor) return void this.open();
    // what was typed is run, and not lost
    if (this.#editor.value() !== this.cell.value) this.#run();
    this.#close();
  }

  async open(): Promise<void> {
    if (this.#editor) return this.#editor.focus();
    if (this.#opening) return;
    this.#opening = true;
    try {
      const { editor } = await import('./editor.js');
      const { id, mode, value } = this.cell;
      const made = editor({
        value,
        mode,
        label: `Source of cell ${id}. Escape and then Tab leaves the editor.`,
        names: () => this.#actions.names(),
        run: () => this.#run(),
        changed: () => this.element.toggleAttribute('data-unsaved', made.value() !== this.cell.value),
      });
      this.#editor = made;
      fill(this.#source, made.element, this.#tools());
      this.#verb.data = 'Close';
      this.#edit.setAttribute('aria-expanded', 'true');
      if (this.#place) made.mark(this.#place.line, this.#place.column);
      made.focus();
    } catch (error) {
      this.#actions.say(`The editor could not be loaded: ${messageOf(error)}`);
    } finally {
      this.#opening = false;
    }
  }

  #run(): void {
    if (this.#editor) this.#actions.commit(this.cell.id, this.#editor.value());
    this.element.removeAttribute('data-unsaved');
  }

  #close(): void {
    this.#editor?.destroy();
    this.#editor = undefined;
    this.element.removeAttribute('data-unsaved');
    this.#verb.data = 'Edit';
    this.#edit.setAttribute('aria-expanded', 'false');
    this.showSource();
  }

  #tools(): HTMLElement {
    const { id } = this.cell;
    const button = (label: string, run: () => void, more: Readonly<Record<string, unknown>> = {}): HTMLElement =>
      h('button', { type: 'button', class: 'quiet', on: { click: run }, ...more }, label);
    return h(
      'div',
      { class: 'nb-tools' },
      h(
        'div',
        { class: 'toolbar', role: 'group', 'aria-label': `Cell ${id}` },
        button('Run', () => this.#run(), { class: 'primary nb-run' }),
        button('Add code below', () => this.#actions.insert(id, 'js')),
        button('Add text below', () => this.#actions.insert(id, 'md')),
        button('Up', () => this.#actions.move(id, -1), { 'aria-label': 'Move up' }),
        button('Down', () => this.#actions.move(id, 1), { 'aria-label': 'Move down' }),
        button('Reset', () => this.#actions.reset(id)),
        button('Delete', () => this.#actions.remove(id)),
      ),
      h('p', { class: 'nb-hint' }, 'Ctrl or ⌘ + Enter runs. Esc, then Tab, leaves the editor.'),
    );
  }
}
