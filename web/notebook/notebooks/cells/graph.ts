/** The cells as a reactive graph: Observable's runtime decides what is computed again, and in which order. */
import { type Module, Runtime, RuntimeError, type Variable } from '@observablehq/runtime';
import type { Compiled } from '../compile-cell.js';
import { columnBefore } from '../edits.js';
import type { CellFault, InputValue, RunNow } from '../protocol.js';
import { type Known, diagnosis, givenTwice } from './diagnosis.js';
import { Exercise, type ExerciseOptions } from './exercise.js';
import { Input, Inputs } from './inputs.js';
import { inspect } from './inspect.js';
import type { Libraries } from './library.js';
import type { Posts, Standing } from './posts.js';
import { isSeeded, seededBy } from './seeded.js';
import { type Slot, changes, newSlot, put } from './slots.js';
import { check, image, markdown, md, outputOf, table, tex } from './ready-outputs.js';
import { View, Views, unbegun } from './views.js';
import { awaited, begins, heard, placeOf, thrown } from './thrown.js';

interface Placed {
  readonly standing: Standing;
  readonly variables: Variable[];
  compiled: Compiled;
  /** Of its last evaluation. */
  exercises: Exercise[];
  /** Answers that came while it was not done. */
  readonly answers: Map<number, string>;
  /** Values of a variable that was replaced are late, and not shown. */
  generation: number;
  /** Where it waits. */
  line: number;
  /** The value of its last statement. */
  last: unknown;
  /** What nobody waited for and failed. */
  lost: CellFault | undefined;
  /** What its own evaluation came to; a name that several cells give goes before it. */
  settled: { readonly state: 'done' | 'failed'; readonly fault?: CellFault | undefined } | undefined;
}

/** Names that every cell has. */
const common: Readonly<Record<string, () => unknown>> = {
  Inputs: () => Inputs,
  Views: () => Views,
  md: () => md,
  tex: () => tex,
  Table: () => table,
  picture: () => image,
};
/** Names that act on the cell in which they stand. */
const own = ['display', 'view', 'check', 'exercise', 'progress', '$markdown', '$import'] as const;
type Own = (typeof own)[number];

export class Graph {
  readonly #module: Module;
  readonly #cells = new Map<number, Placed>();
  /** What inputs are set to, by `<cell>/<index>`: from a link before there is a cell. */
  readonly #slots = new Map<string, Slot>();
  readonly #student = newSlot(0);
  readonly #load: Libraries['load'];
  readonly #known: Known;
  readonly #posts: Posts;
  readonly #begins: (id: number) => void;
  /** The cell that began last. */
  #now = 0;

  /** @param begins is told of every cell before it is evaluated */
  constructor(posts: Posts, { load, module }: Libraries, begins: (id: number) => void) {
    this.#posts = posts;
    this.#begins = (id) => begins((this.#now = id));
    this.#load = load;
    const everywhere = { ...common, seeded: () => changes(this.#student, (number) => seededBy(Number(number))) };
    this.#known = { names: [...Object.keys(everywhere), ...own.filter((name) => !name.startsWith('$'))], module };
    this.#module = new Runtime(everywhere).module();
  }

  /** Adds a cell, or puts it in the place of the one with its id: what depends on it is computed again. */
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

  /** Cells that give the same name are told so, though each may have run; and no longer when one of them has gone. */
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

  /** Cells that take numbers of the student's own are computed again. */
  student(number: number): void {
    if (number !== this.#student.value) put(this.#student, number);
  }

  /** The reader's answer to an exercise is judged as a part of its cell. */
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

  /** An error that no promise of a cell holds, as in a timer; of an unknown place it is told at the cell that began last. */
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
        run ??= this.#run(placed);
        run.clear();
        const shown = outputs.length > 0 || placed.last !== undefined ? placed.last : value;
        if (shows && shown !== undefined) run.show(shown);
        this.#settle(placed, placed.lost ? 'failed' : 'done', placed.lost);
        for (const [index, given] of placed.answers) void this.answer(id, index, given);
        placed.answers.clear();
      },
      rejected: (error) => {
        if (!current()) return;
        (run ?? this.#run(placed)).clear();
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
      run = this.#run(placed);
      const acting = run;
      // indirect: the cell's source sees the sandbox's globals and nothing of this function
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
      // a promise may be given, of which nobody but the cell can tell that it was rejected
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

  /** One evaluation of a cell: what it displays replaces what the last one did, at its first output or at its end. */
  #run(placed: Placed): Run {
    const { standing, generation } = placed;
    let fresh = true;
    let inputs = 0;
    placed.exercises = [];
    let overwritten = -1;
    const clear = (): void => {
      if (fresh) standing.outputs = [];
      else if (overwritten >= 0) standing.outputs.length = overwritten;
      fresh = false;
    };
    const add = (output: ReturnType<typeof outputOf>): void => {
      if (placed.generation !== generation) throw new Error('this cell was edited meanwhile');
      if (fresh) clear();
      this.#posts.add(standing, output);
    };
    const display = (...values: unknown[]): unknown => {
      for (const value of values) add(outputOf(value));
      return values.length === 1 ? values[0] : values;
    };
    return {
      clear,
      show: (value) => {
        overwritten = standing.outputs.length;
        add(outputOf(value));
      },
      display,
      view: (input: unknown): AsyncGenerator => {
        if (!(input instanceof Input || input instanceof View))
          throw new TypeError('view takes one of Inputs, such as Inputs.range([0, 10]), or a run of Views.labRun');
        const index = inputs++;
        const slot = this.#slot(standing.id, index);
        if (input instanceof View) {
          add(input.told(index));
          return changes(slot, (value) => value ?? unbegun);
        }
        add({ kind: 'input', index, spec: input.spec, value: slot.value as InputValue | undefined });
        return changes(slot, input.read);
      },
      check: (...given: Parameters<typeof check>): boolean => {
        const shape = check(...given);
        add(shape.output);
        return shape.output.kind === 'check' && shape.output.passes;
      },
      exercise: (options: ExerciseOptions): void => {
        const index = placed.exercises.length;
        // what one student has solved is another exercise for the next
        const own = isSeeded(placed.compiled, this.#compiled()) ? `#${Number(this.#student.value)}` : '';
        const one = new Exercise(options, index, `${standing.id}/${index}`, own);
        add(one.output);
        placed.exercises.push(one);
      },
      progress: (share: number): void => {
        standing.progress = Math.min(1, Math.max(0, Number(share) || 0));
        this.#posts.changed(standing);
      },
      $markdown: async (texts: readonly string[], values: readonly unknown[]) =>
        markdown(texts, await Promise.all(values.map(awaited))),
      $import: this.#load,
    };
  }
}

interface Run extends Record<Own, unknown> {
  clear(): void;
  show(value: unknown): void;
}

/** Where in the cell. What it waited for may have failed elsewhere; then it is the statement that waited. */
function faultOf(error: unknown, { compiled: { id, moves }, line: waiting }: Placed): CellFault {
  const place = placeOf(error, id);
  const name = error instanceof Error && error.name !== 'Error' ? `${error.name}: ` : '';
  const message = `${name}${error instanceof Error ? error.message : inspected(error)}`.slice(0, 2000);
  if (place?.id !== id) return { message, ...(waiting > 0 ? { line: waiting } : {}) };
  return { message, line: place.line, column: columnBefore(moves, place.line, place.column) };
}
function inspected(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  const { text, entries = [] } = inspect(value);
  return `${text} { ${entries.map(([name, one]) => `${name}: ${one.text}`).join(', ')} }`.trim();
}
