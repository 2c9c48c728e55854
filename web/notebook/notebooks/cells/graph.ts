/** The cells as a reactive graph: Observable's runtime decides what is recomputed, and in which order. */
import { type Module, Runtime, RuntimeError } from '@observablehq/runtime';
import type { Compiled } from '../compile-cell.js';
import type { CellFault, InputValue, RunNow } from '../protocol.js';
import { type Known, diagnosis, givenTwice } from './diagnosis.js';
import { type Around, evaluation, type Own, own, type Placed, type Run } from './evaluation.js';
import { faultOf } from './fault-of.js';
import { Inputs } from './inputs.js';
import type { Libraries } from './library.js';
import type { Posts } from './posts.js';
import { seededBy } from './seeded.js';
import { type Slot, changes, newSlot, put } from './slots.js';
import { image, md, table, tex } from './ready-outputs.js';
import { Views } from './views.js';
import { awaited, begins, heard, thrown } from './thrown.js';

/** Names available in every cell. */
const common: Readonly<Record<string, () => unknown>> = {
  Inputs: () => Inputs,
  Views: () => Views,
  md: () => md,
  tex: () => tex,
  Table: () => table,
  picture: () => image,
};
export class Graph {
  readonly #module: Module;
  readonly #cells = new Map<number, Placed>();
  /** Values of inputs by `<cell>/<index>`; those from a link exist before their cells. */
  readonly #slots = new Map<string, Slot>();
  readonly #student = newSlot(0);
  readonly #around: Around;
  readonly #known: Known;
  readonly #posts: Posts;
  readonly #begins: (id: number) => void;
  /** The last cell that was started. */
  #now = 0;

  /** @param begins called before a cell is evaluated */
  constructor(posts: Posts, { load, module }: Libraries, begins: (id: number) => void) {
    this.#posts = posts;
    this.#begins = (id) => begins((this.#now = id));
    const [slot, compiled] = [this.#slot.bind(this), this.#compiled.bind(this)];
    this.#around = { posts, load, student: this.#student, slot, compiled };
    const everywhere = { ...common, seeded: () => changes(this.#student, (number) => seededBy(Number(number))) };
    this.#known = { names: [...Object.keys(everywhere), ...own.filter((name) => !name.startsWith('$'))], module };
    this.#module = new Runtime(everywhere).module();
  }

  /** Adds or replaces a cell; its dependents are recomputed. */
  define(compiled: Compiled): void {
    const { id } = compiled;
    const before = this.#cells.get(id);
    before?.variables.splice(0).forEach((variable) => variable.delete());
    const placed = before ?? {
      standing: { id, state: 'running', fault: undefined, progress: undefined, outputs: [] },
      variables: [],
      compiled,
      exercises: [],
      answers: new Map(),
      generation: 0,
      line: 0,
      last: undefined,
      lost: undefined,
      settled: undefined,
    };
    placed.compiled = compiled;
    placed.generation++;
    this.#cells.set(id, placed);
    this.#add(placed);
    this.#names();
  }

  remove(id: number): void {
    const placed = this.#cells.get(id);
    if (!placed) return;
    placed.generation++;
    placed.variables.forEach((variable) => variable.delete());
    this.#posts.forget(placed.standing);
    this.#cells.delete(id);
    this.#names();
  }

  /** Sets or clears the fault of cells that define the same name, even if they have run. */
  #names(): void {
    for (const placed of this.#cells.values()) {
      const { settled, standing } = placed;
      if (settled && standing.fault?.message !== (this.#twice(placed) ?? settled.fault)?.message) this.#tell(placed);
    }
  }
  #compiled(): Compiled[] {
    return [...this.#cells.values()].map(({ compiled }) => compiled);
  }

  set(id: number, index: number, value: InputValue | RunNow): void {
    put(this.#slot(id, index), value);
  }

  /** Recomputes the cells that use individual numbers. */
  student(number: number): void {
    if (number !== this.#student.value) put(this.#student, number);
  }

  /** Judges an answer to an exercise as part of its cell. */
  async answer(id: number, index: number, given: string): Promise<void> {
    const placed = this.#cells.get(id);
    if (!placed) return;
    if (placed.standing.state === 'running') return void placed.answers.set(index, given);
    const exercise = placed.exercises[index];
    if (!exercise) return;
    this.#begins(id);
    const verdict = await exercise.judge(given);
    const before = exercise.output;
    exercise.output = { ...before, verdict };
    this.#posts.replace(placed.standing, before, exercise.output);
  }

  /** An error outside of the cell's promises, as in a timer; without a position it goes to the last started cell. */
  uncaught(error: unknown, promise?: unknown): void {
    const placed = this.#cells.get(heard(error, promise)?.id ?? this.#now);
    if (!placed) return;
    placed.lost = faultOf(error, { ...placed, line: 0 });
    if (placed.settled) this.#settle(placed, 'failed', placed.lost);
  }

  #slot(id: number, index: number): Slot {
    const key = `${id}/${index}`;
    const slot = this.#slots.get(key) ?? newSlot();
    this.#slots.set(key, slot);
    return slot;
  }

  #add(placed: Placed): void {
    const { standing, compiled, generation } = placed;
    const { id, inputs, outputs, shows } = compiled;
    const current = (): boolean => placed.generation === generation;
    let run: Run | undefined;
    const variable = this.#module.variable({
      pending: () => {
        if (!current()) return;
        standing.state = 'running';
        standing.progress = undefined;
        placed.settled = undefined;
        run = undefined;
        this.#posts.changed(standing);
      },
      fulfilled: (value) => {
        if (!current()) return;
        run ??= evaluation(placed, this.#around);
        run.clear();
        const shown = outputs.length > 0 || placed.last !== undefined ? placed.last : value;
        if (shows && shown !== undefined) run.show(shown);
        this.#settle(placed, placed.lost ? 'failed' : 'done', placed.lost);
        for (const [index, given] of placed.answers) void this.answer(id, index, given);
        placed.answers.clear();
      },
      rejected: (error) => {
        if (!current()) return;
        (run ?? evaluation(placed, this.#around)).clear();
        const fault =
          error instanceof RuntimeError
            ? diagnosis(placed.compiled, this.#compiled(), this.#known, error.message, error.input)
            : faultOf(error, placed);
        this.#settle(placed, 'failed', fault);
      },
    });
    placed.variables.push(variable);
    const needed = inputs.filter((name) => !own.includes(name as Own));
    variable.define(outputs.length > 0 ? `cell ${id}` : undefined, needed, (...values: unknown[]) => {
      this.#begins(id);
      run = evaluation(placed, this.#around);
      const acting = run;
      // indirect eval: the source sees the sandbox's globals and nothing of this function
      const definition = (0, eval)(`(${compiled.body})\n//# sourceURL=cell-${id}.js`) as (
        ...given: unknown[]
      ) => unknown;
      const byName = new Map(needed.map((name, i) => [name, values[i]]));
      const given = inputs.map((name) => (own.includes(name as Own) ? acting[name as Own] : byName.get(name)));
      const waits = Object.assign((line: number): void => void (placed.line = line), {
        ...{ thrown, begins },
        last: <T>(value: T): T => (placed.last = begins(value)) as T,
      });
      placed.line = 0;
      placed.last = placed.lost = undefined;
      return Promise.resolve(definition(...given, waits)).then(async (value) => {
        for (const exercise of placed.exercises) await exercise.prove();
        placed.last = await awaited(placed.last);
        return value;
      });
    });
    for (const name of outputs) {
      // only the cell can know that a promise it gives was rejected
      const rejected = (error: unknown): void => {
        if (!current() || error instanceof RuntimeError) return;
        const [line, column] = compiled.places[name]!;
        this.#settle(placed, 'failed', { line, column, ...faultOf(error, { ...placed, line: 0 }) });
      };
      placed.variables.push(
        this.#module
          .variable({ rejected })
          .define(name, [`cell ${id}`], (values: Readonly<Record<string, unknown>>) => values[name]),
      );
    }
  }

  #settle(placed: Placed, state: 'done' | 'failed', fault?: CellFault): void {
    placed.settled = { state, fault };
    placed.standing.progress = undefined;
    this.#tell(placed);
  }

  #tell(placed: Placed): void {
    const { standing, settled } = placed;
    const twice = this.#twice(placed);
    standing.state = twice ? 'failed' : settled!.state;
    standing.fault = twice ?? settled!.fault;
    this.#posts.changed(standing);
  }

  #twice({ compiled }: Placed): CellFault | undefined {
    return compiled.outputs.length > 0 ? givenTwice(compiled, this.#compiled(), compiled.outputs) : undefined;
  }
}
