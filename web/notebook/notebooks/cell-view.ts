/** A cell on the page: what it shows, its source, and what a reader can do with it. */
import { fill, html } from '../kit/html.js';
import { messageOf } from '../widgets/errors.js';
import { type Tabs, tabs } from '../widgets/tabs.js';
import type { Editor } from './editor.js';
import { posesExercise } from './exercise-cells.js';
import type { Cell, Mode } from './format.js';
import { sourceElement } from './highlight.js';
import { Checks } from './outputs/checks.js';
import { updateExercise } from './outputs/exercise.js';
import { outputElement } from './outputs/output.js';
import type { CellRead } from './outputs/read.js';
import { same } from './outputs/same.js';
import type { Done } from './progress.js';
import type { CellFault, InputValue, Output, RunNow, Verdict } from './protocol.js';
import { type Tree, treeNode } from './tree.js';

export interface CellActions {
  /** What the editor holds; runs the cell. */
  commit(id: number, value: string): void;
  set(id: number, index: number, value: InputValue): void;
  /** What the page knows of a view. */
  tell(id: number, index: number, value: RunNow): void;
  answer(id: number, index: number, given: string): void;
  done(key: string): Done | undefined;
  judged(key: string, verdict: Verdict): void;
  insert(after: number, mode: Mode): void;
  move(id: number, by: number): void;
  reset(id: number): void;
  remove(id: number): void;
  names(): readonly string[];
  /** An editor was opened, or with -1 closed. */
  opened(by: 1 | -1): void;
  say(text: string): void;
}

const languages: Partial<Record<Mode, string>> = { js: 'JavaScript', md: 'Markdown', tex: 'TeX', python: 'Python' };

/** What a cell with nothing to see is called: by its first line where that is a comment. */
function nameOf({ mode, value }: Cell): string {
  if (mode !== 'js') return languages[mode] ?? mode;
  const comment = /^\s*\/\/[ \t]*([^\n]{1,60})(?:\n|$)/.exec(value)?.[1];
  return comment ?? (/^\s*import\b/m.test(value) ? 'setup' : 'code');
}

interface Drawn {
  readonly element: HTMLElement;
  /** As the reader has it: an input with what it is set to. */
  output: Output;
}
/** Prose without values, or outputs. */
export interface CellContent {
  readonly prose: Element | undefined;
  readonly drawn: readonly Drawn[];
}

export class CellView {
  readonly element: HTMLElement;
  cell: Cell;
  readonly #actions: CellActions;
  readonly #outputs = html`<div class="nb-outputs"></div>`;
  readonly #fault = html`<div class="nb-fault" role="alert" hidden></div>`;
  readonly #progress = html`<progress
    max="1"
    hidden
    aria-label="Progress of the cell"
  ></progress>` as HTMLProgressElement;
  /** In place of a cell that shows nothing: unfolds its source. */
  readonly #row: HTMLElement;
  readonly #source = html`<div class="nb-source"></div>`;
  readonly #panel = html`<div class="nb-panel">${this.#source}</div>`;
  readonly #languages: Tabs;
  /** What the button does. */
  readonly #verb = new Text('Edit');
  readonly #edit: HTMLElement;
  readonly #shown = new Map<number, Drawn>();
  readonly #checks = new Checks();
  /** The same in Python, of which this is the head; and the other way around. */
  #python: CellView | undefined;
  #head: CellView | undefined;
  /** Its language is the one that is seen. */
  #inPython = false;
  /** In Python: the answer to an exercise. */
  #solution = false;
  /** It, or what says the same, is edited. */
  #pairOpen = false;
  #editor: Editor | undefined;
  #opening = false;
  #unfolded = false;
  #unrun = false;
  #place: CellFault | undefined;

  constructor(cell: Cell, actions: CellActions) {
    this.cell = cell;
    this.#actions = actions;
    this.#row = html`<button
      type="button"
      class="nb-row"
      hidden
      aria-expanded="false"
      onclick=${() => this.#unfold(!this.#unfolded)}
    ></button>`;
    this.#edit = html`<button type="button" class="quiet nb-edit" aria-expanded="false" onclick=${() => this.toggle()}>
      ${this.#verb}<span class="visually-hidden">${` cell ${cell.id}, ${languages[cell.mode] ?? cell.mode}`}</span>
    </button>`;
    this.#languages = tabs('Language', this.#panel, (id) => {
      this.#inPython = id === 'python';
      this.#arrange();
    });
    const { id, mode } = cell;
    const computed = [this.#outputs, this.#progress, this.#fault, this.#row, this.#languages.element];
    const parts = [mode === 'python' ? this.#row : computed, this.#panel];
    this.element = html`<div class="nb-cell nb-${mode}" id="cell-${id}" data-cell=${id} data-state="idle">
      <span class="nb-mark" aria-hidden="true"></span>
      <div class="nb-body">${parts}</div>
      ${this.#edit}
    </div>`;
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

  /** @param python the same in Python, which is a tab of this one */
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
    this.#shown.clear();
    fill(this.#outputs, html`<div class="nb-prose">${trees.map(treeNode)}</div>`);
    this.state('done');
  }

  /** In Python, which does not run here. @param solution to an exercise, which is not told */
  companion(solution: boolean): void {
    this.#solution = solution;
    this.state('done');
    this.showSource();
  }

  state(state: CellRead['state'] | 'idle'): void {
    this.element.dataset['state'] = state;
    this.#arrange();
  }

  /** Outputs that are known stay where they are: an input keeps its focus. */
  turn({ state, fault, progress, outputs }: CellRead): void {
    this.state(state);
    this.#progress.hidden = progress === undefined;
    if (progress !== undefined) this.#progress.value = progress;
    // while it runs, and has shown nothing, what it showed before stays
    if (state !== 'running' || outputs.length > 0) this.#draw(outputs, state === 'running');
    if (state !== 'running') this.fault(fault);
  }

  /** @param more what is still to come: in its place stands what stood there before */
  #draw(outputs: CellRead['outputs'], more: boolean): void {
    const next: HTMLElement[] = [];
    let made = 0;
    // what comes without a value stays; a value is new, even under a number that another sandbox has given before
    const kept = new Set(outputs.filter(([, output]) => !output).map(([serial]) => serial));
    const free = [...this.#shown].filter(([serial]) => !kept.has(serial));
    for (const [serial] of free) this.#shown.delete(serial);
    for (const [serial, output] of outputs) {
      const again = output ? this.#again(free, output) : this.#shown.get(serial);
      const drawn = again ?? (output && this.#make(output));
      if (!drawn) continue;
      if (!again) made++;
      this.#shown.set(serial, drawn);
      next.push(drawn.element);
    }
    // each new one has taken the place of one that stood there
    for (const [serial, drawn] of more ? free.slice(made) : []) {
      this.#shown.set(serial, drawn);
      next.push(drawn.element);
    }
    const folded = this.#checks.fold(next);
    const before = [...this.#outputs.children];
    if (folded.length !== before.length || folded.some((one, i) => one !== before[i])) {
      // a place that was high is not low for a moment
      const { offsetHeight } = this.#outputs;
      this.#outputs.style.minHeight = `${offsetHeight}px`;
      this.#outputs.replaceChildren(...folded);
      setTimeout(() => (this.#outputs.style.minHeight = ''), 300);
    }
    this.#arrange();
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
        tell: (index, value) => this.#actions.tell(id, index, value),
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

  get content(): CellContent {
    const drawn = [...this.#shown.values()];
    return { prose: drawn.length === 0 ? (this.#outputs.querySelector('.nb-prose') ?? undefined) : undefined, drawn };
  }

  fault(fault: CellFault | undefined): void {
    this.#place = fault;
    this.#fault.hidden = fault === undefined;
    if (fault) {
      const { message, line = 0, of } = fault;
      this.element.dataset['state'] = 'failed';
      const place = html`<button type="button" class="quiet" onclick=${() => void this.open()}>line ${line}</button>`;
      const whole = of === undefined ? message : `This cell needs ${of}, which could not be computed: ${message}`;
      fill(this.#fault, whole, line > 0 && place);
    }
    this.#editor?.mark(fault?.line, fault?.column);
    this.#arrange();
  }

  /** @param unrun also where the author does not show it: a notebook that has not run is read */
  showSource(unrun = false): void {
    this.#unrun = unrun;
    if (this.#editor) return;
    const { id, mode, value } = this.cell;
    const code = (): HTMLElement => sourceElement(value, mode === 'js');
    const label = `Source of cell ${id}`;
    const block = (): HTMLElement => html`<pre class="code nb-code" tabindex="0" aria-label=${label}>${code()}</pre>`;
    fill(this.#source, this.#reads && block());
    this.#arrange();
  }

  /** Its source is there to be read. */
  get #reads(): boolean {
    const { mode, value, pinned } = this.cell;
    if (value === '') return false;
    if (this.#unrun || this.#pairOpen || this.#unfolded) return true;
    return pinned && (mode === 'js' ? !posesExercise(this.cell) : mode === 'python' && !this.#solution);
  }

  #unfold(is: boolean): void {
    for (const view of [this.#python, this]) {
      if (!view) continue;
      view.#unfolded = is;
      view.showSource(view.#unrun);
    }
  }

  /** Of a pair one is edited, and the other is read. */
  #opened(): void {
    const python = this.#python;
    const open = [this, python].some((view) => view && view.#editor !== undefined);
    for (const view of [python, this]) {
      if (!view) continue;
      view.#pairOpen = open;
      view.showSource(view.#unrun);
    }
  }

  /** What of the cell is seen: the row of one that shows nothing, and the languages of a pair. */
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
    const seen = this.#outputs.childElementCount > 0 || this.#place !== undefined || editing;
    this.#row.hidden = seen || (!this.#unfolded && (own || other));
    this.#row.textContent = `${nameOf(this.cell)} ${this.#unfolded ? '▾' : '▸'}`;
    this.#row.setAttribute('aria-expanded', String(this.#unfolded));
  }

  toggle(): void {
    const python = this.#python;
    if (python && !python.element.hidden) return python.toggle();
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
      this.#actions.opened(1);
      (this.#head ?? this).#opened();
      if (this.#head) this.#head.#inPython = true;
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
    this.#actions.opened(-1);
    (this.#head ?? this).#opened();
  }
  #tools(): HTMLElement {
    const { id, mode } = this.cell;
    const { insert, move, reset, remove } = this.#actions;
    const button = (label: string, run: () => void, name = label): HTMLElement =>
      html`<button type="button" class="quiet" aria-label=${name} onclick=${run}>${label}</button>`;
    return html`<div class="nb-tools">
      <div class="toolbar" role="group" aria-label="Cell ${id}">
        <button type="button" class="primary nb-run" onclick=${() => this.#run()}>Run</button>
        ${button('Add code below', () => insert(id, 'js'))} ${button('Add text below', () => insert(id, 'md'))}
        ${mode === 'js' && !this.#python && button('Add Python', () => insert(id, 'python'))}
        ${button('Up', () => move(id, -1), 'Move up')} ${button('Down', () => move(id, 1), 'Move down')}
        ${button('Reset', () => reset(id))} ${button('Delete', () => remove(id))}
      </div>
      <p class="nb-hint">Ctrl or ⌘ + Enter runs. Esc, then Tab, leaves the editor.</p>
    </div>`;
  }
}
