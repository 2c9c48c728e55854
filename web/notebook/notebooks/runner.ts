/**
 * Runs the cells of a model in a sandbox: all of them once, then those that change. After a sandbox was ended, the next
 * run makes a new one. It excludes the cells that caused the end until they are edited or run again.
 */
import { CellError } from './cell-error.js';
import type { Compiled } from './compile-cell.js';
import type { Cell } from './format.js';
import type { InputValues } from './link.js';
import type { CellRead } from './outputs/read.js';
import type { CellFault, InputValue, RunNow, ToSandbox } from './protocol.js';
import { Sandbox } from './sandbox.js';

export interface RunnerEvents {
  turn(turn: CellRead): void;
  /** A cell without a turn: it does not compile, or was stopped. */
  failed(id: number, fault: CellFault): void;
  /** The cell has nothing to run. */
  idle(id: number): void;
  ended(why: string): void;
  silent(seconds: number): void;
}

/** Result of compiling a cell; with neither field there is nothing to run. */
interface Made {
  readonly compiled?: Compiled;
  readonly fault?: CellFault;
}

/** Returns the build's result, `idle` if nothing is to run, or undefined if the build does not know the cell. */
type Ready = (cell: Cell) => Compiled | 'idle' | undefined;

const bystander = 'This cell was under way when the notebook was stopped.';

export class Runner {
  readonly #events: RunnerEvents;
  readonly #ready: Ready;
  readonly #inputs: Map<string, InputValue>;
  /** States reported by views, with the same keys. */
  readonly #told = new Map<string, RunNow>();
  readonly #running = new Set<number>();
  readonly #halted = new Set<number>();
  /** The latest request per cell: compilation of sources may finish out of order. */
  readonly #asked = new Map<number, Cell>();
  /** Answers given while there is no sandbox. */
  readonly #answers: ToSandbox[] = [];
  #sandbox: Sandbox | undefined;
  /** Cells waiting for a sandbox, whose script and compiler are loading. */
  #waiting: readonly Cell[] = [];
  #order = 0;
  #student: number;

  /** @param student student number, from which `seeded` makes numbers */
  constructor(events: RunnerEvents, ready: Ready, inputs: InputValues, student = 0) {
    this.#events = events;
    this.#ready = ready;
    this.#inputs = new Map(inputs);
    this.#student = student;
  }

  get inputs(): InputValues {
    return this.#inputs;
  }
  get started(): boolean {
    return this.#sandbox !== undefined;
  }
  /** True if the cell caused the end of a sandbox; it runs again when its source changes. */
  halted(id: number): boolean {
    return this.#halted.has(id);
  }

  /** Runs all cells in a new sandbox. */
  async runAll(cells: readonly Cell[]): Promise<void> {
    this.#drop();
    const order = ++this.#order;
    for (const cell of cells) this.#asked.set(cell.id, cell);
    this.#waiting = cells;
    const [made, { default: script }] = await Promise.all([
      Promise.all(cells.map((cell) => this.#compile(cell))),
      import('virtual:cells'),
    ]);
    if (order !== this.#order) return;
    this.#waiting = [];
    const all = cells.flatMap((cell, i) => this.#taken(cell, made[i]!) ?? []).filter(({ id }) => !this.#halted.has(id));
    const sandbox = new Sandbox(script, {
      turn: (turn) => this.#turn(turn),
      ended: (why) => this.#ended(sandbox, why),
      silent: (seconds) => this.#events.silent(seconds),
    });
    this.#sandbox = sandbox;
    sandbox.post({ type: 'student', number: this.#student });
    for (const [key, value] of [...this.#inputs, ...this.#told]) {
      const [id, index] = key.split('/').map(Number) as [number, number];
      sandbox.post({ type: 'input', id, index, value });
    }
    for (const { id } of all) this.#running.add(id);
    sandbox.post({ type: 'define', cells: all });
    for (const answer of this.#answers.splice(0)) sandbox.post(answer);
  }

  /** Runs an edited, new or requested cell. If it does not compile, the previous version stays. */
  async run(cell: Cell, cells: readonly Cell[]): Promise<void> {
    this.#halted.delete(cell.id);
    if (!this.#sandbox) return this.runAll(cells);
    const sandbox = this.#sandbox;
    this.#asked.set(cell.id, cell);
    const made = await this.#compile(cell);
    if (sandbox !== this.#sandbox) return;
    const compiled = this.#taken(cell, made);
    if (compiled === undefined) return;
    this.#running.add(cell.id);
    sandbox.post({ type: 'define', cells: [compiled] });
  }

  remove(id: number): void {
    this.#asked.delete(id);
    this.#running.delete(id);
    this.#sandbox?.post({ type: 'remove', id });
  }

  set(id: number, index: number, value: InputValue): void {
    this.#inputs.set(`${id}/${index}`, value);
    this.#sandbox?.post({ type: 'input', id, index, value });
  }

  tell(id: number, index: number, value: RunNow): void {
    this.#told.set(`${id}/${index}`, value);
    this.#sandbox?.post({ type: 'input', id, index, value });
  }

  student(number: number): void {
    this.#student = number;
    this.#sandbox?.post({ type: 'student', number });
  }

  answer(id: number, index: number, given: string): void {
    const answer = { type: 'answer', id, index, given } as const;
    if (this.#sandbox) this.#sandbox.post(answer);
    else this.#answers.push(answer);
  }

  forgetInputs(): void {
    this.#inputs.clear();
  }

  /** Ends running and pending cells. */
  stop(why = 'Stopped.'): void {
    if (this.#sandbox) return this.#sandbox.end(why);
    const waiting = this.#waiting.filter(({ id, mode }) => mode === 'js' && !this.#halted.has(id));
    if (waiting.length === 0) return;
    this.#order++;
    this.#waiting = [];
    for (const { id } of waiting) this.#events.failed(id, { message: why });
    this.#events.ended(why);
  }

  #drop(): void {
    const sandbox = this.#sandbox;
    this.#sandbox = undefined;
    this.#running.clear();
    sandbox?.end('');
  }

  async #compile(cell: Cell): Promise<Made> {
    const known = this.#ready(cell);
    if (known) return known === 'idle' ? {} : { compiled: known };
    const { compileCell, lineColumnAt } = await import('./compile-cell.js');
    try {
      const compiled = compileCell(cell);
      return compiled ? { compiled } : {};
    } catch (error) {
      const at = error instanceof CellError ? error.at : 0;
      const [line, column] = lineColumnAt(cell.value, at);
      return { fault: { message: error instanceof Error ? error.message : String(error), line, column } };
    }
  }

  /** The compiled cell; undefined if it was removed or changed meanwhile. */
  #taken(cell: Cell, { compiled, fault }: Made): Compiled | undefined {
    if (this.#asked.get(cell.id) !== cell) return undefined;
    if (fault) this.#events.failed(cell.id, fault);
    else if (!compiled) {
      this.remove(cell.id);
      this.#events.idle(cell.id);
    }
    return compiled;
  }

  #turn(turn: CellRead): void {
    if (turn.state === 'running') this.#running.add(turn.id);
    else this.#running.delete(turn.id);
    this.#events.turn(turn);
  }

  #ended(sandbox: Sandbox, why: string): void {
    if (sandbox !== this.#sandbox) return;
    this.#sandbox = undefined;
    const known = this.#running.has(sandbox.at);
    if (known) this.#halted.add(sandbox.at);
    for (const id of this.#running) {
      this.#events.failed(id, { message: id === sandbox.at || !known ? why : bystander });
    }
    this.#running.clear();
    this.#events.ended(why);
  }
}
