/** A cell on the page: outputs, source and actions. */
import { button } from '../kit/elements.js';
import { fill, h, html } from '../kit/html.js';
import { say } from '../say.js';
import { messageOf } from '../kit/errors.js';
import { type Tabs, tabs } from '../widgets/tabs.js';
import { guessBefore } from './after-guess.js';
import { languages, nameOf } from './cell-names.js';
import { numberOf, withNumbers } from './cell-numbers.js';
import type { Editor } from './editor.js';
import { posesExercise } from './exercise-cells.js';
import type { Cell, Mode } from './format.js';
import { sourceElement } from './highlight.js';
import type { CellRead } from './outputs/read.js';
import { ShownOutputs } from './outputs/shown.js';
import type { Done } from './progress.js';
import type { CellFault, InputValue, RunNow, Verdict } from './protocol.js';
import type { Tree } from './tree.js';

export interface CellActions {
  /** Stores the source from the editor and runs the cell. */
  commit(id: number, value: string): void;
  set(id: number, index: number, value: InputValue): void;
  /** Passes the state of a view to the cell. */
  tell(id: number, index: number, value: RunNow): void;
  answer(id: number, index: number, given: string): void;
  done(key: string): Done | undefined;
  judged(key: string, verdict: Verdict): void;
  insert(after: number, mode: Mode): void;
  move(id: number, by: number): void;
  reset(id: number): void;
  remove(id: number): void;
  names(): readonly string[];
  /** An editor was opened (1) or closed (-1). */
  opened(by: 1 | -1): void;
}

export class CellView {
  readonly element: HTMLElement;
  cell: Cell;
  readonly #actions: CellActions;
  readonly outputs: ShownOutputs;
  readonly #fault = html`<div class="nb-fault flow" role="alert" hidden></div>`;
  readonly #progress = h('progress', { max: 1, hidden: true, 'aria-label': 'Progress of the cell' });
  /** Replaces a cell without output; expands its source. */
  readonly #row: HTMLElement;
  readonly #source = html`<div class="nb-source stack gap-2"></div>`;
  readonly #panel = html`<div class="nb-panel stack">${this.#source}</div>`;
  readonly #languages: Tabs;
  /** Label of the button. */
  readonly #verb = new Text('Edit');
  readonly #edit: HTMLElement;
  /** The Python companion of this cell, or the cell that this companion belongs to. */
  #python: CellView | undefined;
  #head: CellView | undefined;
  /** The Python tab is selected. */
  #inPython = false;
  /** This Python cell is the answer to an exercise. */
  #solution = false;
  /** This cell or its companion is being edited. */
  #pairOpen = false;
  #editor: Editor | undefined;
  #opening = false;
  #unfolded = false;
  #unrun = false;
  #place: CellFault | undefined;

  constructor(cell: Cell, actions: CellActions) {
    this.cell = cell;
    this.#actions = actions;
    const { set, tell, answer, done: before, judged } = actions;
    const own = <A extends unknown[]>(act: (id: number, ...given: A) => void): ((...given: A) => void) =>
      act.bind(undefined, cell.id);
    this.outputs = new ShownOutputs({ set: own(set), tell: own(tell), answer: own(answer), before, judged });
    const folded = { class: 'nb-row', hidden: true, 'aria-expanded': 'false' };
    this.#row = button('', () => this.#unfold(!this.#unfolded), folded);
    const edited = html`<span class="visually-hidden"
      >${() => ` cell ${numberOf(cell.id)}, ${languages[cell.mode] ?? cell.mode}`}</span
    >`;
    const toggles = { class: 'quiet nb-edit', 'aria-expanded': 'false' };
    this.#edit = button([this.#verb, edited], () => this.toggle(), toggles);
    const choose = (id: string): void => {
      this.#inPython = id === 'python';
      this.#arrange();
    };
    this.#languages = tabs('Language', this.#panel, choose);
    const { id, mode } = cell;
    const computed = [this.outputs.element, this.#progress, this.#fault, this.#row, this.#languages.element];
    const parts = [mode === 'python' ? this.#row : computed, this.#panel];
    this.element = html`<div class="nb-cell nb-${mode}" id="cell-${id}" data-cell=${id} data-state="idle">
      <span class="nb-mark" aria-hidden="true"></span>
      <div class="nb-body stack">${parts}</div>
      ${this.#edit}
    </div>`;
    this.showSource();
  }

  /** Applies a change of the model. */
  update(cell: Cell, edited: boolean): void {
    const same = cell.value === this.cell.value;
    this.cell = cell;
    this.element.toggleAttribute('data-edited', edited);
    if (!same && this.#editor && this.#editor.value() !== cell.value) this.#close();
    else if (!same && !this.#editor) this.showSource();
  }

  /** @param python the companion, shown as a tab of this cell */
  pair(python: CellView | undefined): void {
    const before = this.#python;
    this.#python = python;
    if (before && before !== python && before.#head === this) {
      before.#head = undefined;
      before.element.hidden = false;
      before.element.append(before.#edit);
    }
    if (python) {
      python.#head = this;
      python.#edit.remove();
      if (python.element.parentNode !== this.#panel) this.#panel.append(python.element);
    }
    this.#arrange();
  }

  prose(trees: readonly Tree[]): void {
    this.outputs.prose(trees);
    this.state('done');
  }

  /** Shows a Python companion, which does not run here. @param solution hides the answer to an exercise */
  companion(solution: boolean): void {
    this.#solution = solution;
    this.state('done');
    this.showSource();
  }

  state(state: CellRead['state'] | 'idle'): void {
    this.element.dataset['state'] = state;
    this.#arrange();
  }

  turn({ state, fault, progress, outputs }: CellRead): void {
    this.state(state);
    this.#progress.hidden = progress === undefined;
    if (progress !== undefined) this.#progress.value = progress;
    // a running cell without output yet keeps its previous outputs
    if (state !== 'running' || outputs.length > 0) {
      this.outputs.draw(outputs, state === 'running');
      this.#arrange();
    }
    if (state !== 'running') this.fault(fault);
  }

  fault(fault: CellFault | undefined): void {
    this.#place = fault;
    this.#fault.hidden = fault === undefined;
    if (fault) {
      const { message, line = 0, of } = fault;
      this.element.dataset['state'] = 'failed';
      const place = button(`line ${line}`, () => void this.open());
      const whole = of === undefined ? message : `This cell needs ${of}, which could not be computed: ${message}`;
      fill(this.#fault, () => withNumbers(whole), line > 0 && place);
    }
    this.#editor?.mark(fault?.line, fault?.column);
    this.#arrange();
  }

  /** @param unrun also shows a source that the author hid, because an unrun notebook is read as source */
  showSource(unrun = false): void {
    this.#unrun = unrun;
    if (this.#editor) return;
    const { id, mode, value } = this.cell;
    const code = (): HTMLElement => sourceElement(value, mode === 'js');
    const label = (): string => `Source of cell ${numberOf(id)}`;
    const block = (): HTMLElement => html`<pre class="code nb-code" tabindex="0" aria-label=${label}>${code()}</pre>`;
    fill(this.#source, this.#reads && block());
    this.#arrange();
  }

  /** True if its source is visible. */
  get #reads(): boolean {
    const { mode, value, pinned } = this.cell;
    if (value === '') return false;
    if (this.#unrun || this.#pairOpen || this.#unfolded) return true;
    return pinned && (mode === 'js' ? !posesExercise(this.cell) : mode === 'python' && !this.#solution);
  }

  /** Updates the cell and its companion. */
  #both(change: (view: CellView) => void): void {
    for (const view of [this.#python, this]) {
      if (!view) continue;
      change(view);
      view.showSource(view.#unrun);
    }
  }

  #unfold(is: boolean): void {
    this.#both((view) => (view.#unfolded = is));
  }

  /** If one of a pair is edited, the source of the other is shown. */
  #opened(): void {
    const open = [this, this.#python].some((view) => view && view.#editor !== undefined);
    this.#both((view) => (view.#pairOpen = open));
  }

  /** Sets the visible parts: the row of a cell without output, and the tabs of a pair. */
  #arrange(): void {
    if (this.#head) return this.#head.#arrange();
    const python = this.#python;
    const editing = this.#pairOpen || this.#editor !== undefined;
    const [own, other] = [editing || this.#reads, python !== undefined && python.#reads];
    const inPython = other && (this.#inPython || !own);
    this.#source.hidden = inPython;
    if (python) python.element.hidden = !inPython;
    const names = { js: own && 'JavaScript', python: other && 'Python' };
    const items = Object.entries(names).flatMap(([id, label]) => (label ? [{ id, label }] : []));
    this.#languages.set(items, inPython ? 'python' : 'js');
    const open = (inPython ? python! : this).#editor !== undefined;
    this.#verb.data = open ? 'Close' : 'Edit';
    this.#edit.setAttribute('aria-expanded', String(open));
    if (this.element.dataset['state'] === 'running') return;
    const seen = this.outputs.element.childElementCount > 0 || this.#place !== undefined || editing;
    const waits = this.cell.mode === 'md' && guessBefore(this.cell.value) !== undefined;
    this.element.toggleAttribute('data-waits', waits && !seen && !own);
    this.#row.hidden = seen || (!this.#unfolded && (own || other));
    this.#row.textContent = `${nameOf(this.cell)} ${this.#unfolded ? '▾' : '▸'}`;
    this.#row.setAttribute('aria-expanded', String(this.#unfolded));
  }

  toggle(): void {
    const python = this.#python;
    if (python && !python.element.hidden) return python.toggle();
    if (!this.#editor) return void this.open();
    // unsaved input is run, not lost
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
        label: () => `Source of cell ${numberOf(id)}. Escape and then Tab leaves the editor.`,
        names: () => this.#actions.names(),
        run: () => this.#run(),
        changed: () => this.element.toggleAttribute('data-unsaved', made.value() !== this.cell.value),
      });
      this.#editor = made;
      const addPython = mode === 'js' && !this.#python;
      fill(
        this.#source,
        made.element,
        tools(this.cell, this.#actions, () => this.#run(), addPython),
      );
      this.#actions.opened(1);
      (this.#head ?? this).#opened();
      if (this.#head) this.#head.#inPython = true;
      if (this.#place) made.mark(this.#place.line, this.#place.column);
      made.focus();
    } catch (error) {
      say(`The editor could not be loaded: ${messageOf(error)}`);
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
    this.#actions.opened(-1);
    (this.#head ?? this).#opened();
  }
}

/** Toolbar of an edited cell. @param addPython shows the button for a companion */
function tools({ id }: Cell, { insert, move, reset, remove }: CellActions, run: () => void, addPython: boolean) {
  const tool = (label: string, act: () => void, name = label): HTMLElement =>
    button(label, act, { 'aria-label': name });
  return html`<div class="nb-tools flow">
    <div class="toolbar" role="group" aria-label=${() => `Cell ${numberOf(id)}`}>
      ${button('Run', run, { class: 'primary nb-run' })} ${tool('Add code below', () => insert(id, 'js'))}
      ${tool('Add text below', () => insert(id, 'md'))} ${addPython && tool('Add Python', () => insert(id, 'python'))}
      ${tool('Up', () => move(id, -1), 'Move up')} ${tool('Down', () => move(id, 1), 'Move down')}
      ${tool('Reset', () => reset(id))} ${tool('Delete', () => remove(id))}
    </div>
    <p class="nb-hint">Ctrl or ⌘ + Enter runs. Esc, then Tab, leaves the editor.</p>
  </div>`;
}
