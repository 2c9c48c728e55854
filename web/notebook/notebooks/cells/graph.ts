/** The cells as a reactive graph: Observable's runtime decides what is computed again, and in which order. */
import { type Module, Runtime, RuntimeError, type Variable } from '@observablehq/runtime';
import type { Compiled } from '../compile-cell.js';
import type { CellFault, InputValue } from '../protocol.js';
import { diagnosis, givenTwice } from './diagnosis.js';
import { Exercise, type ExerciseOptions } from './exercise.js';
import { Input, Inputs } from './inputs.js';
import type { Posts, Standing } from './posts.js';
import { check, image, markdown, md, outputOf, table, tex } from './ready-outputs.js';

interface Slot {
  value: InputValue | undefined;
  version: number;
  wake: () => void;
}
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
  /** What its own evaluation came to; a name that several cells give goes before it. */
  settled: { readonly state: 'done' | 'failed'; readonly fault?: CellFault | undefined } | undefined;
}

/** Names that every cell has. */
const common: Readonly<Record<string, () => unknown>> = {
  Inputs: () => Inputs,
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
  readonly #load: (name: unknown) => Promise<object>;
  readonly #posts: Posts;
  readonly #begins: (id: number) => void;

  /** @param begins is told of every cell before it is evaluated */
  constructor(posts: Posts, load: (name: unknown) => Promise<object>, begins: (id: number) => void) {
    this.#posts = posts;
    this.#begins = begins;
    this.#load = load;
    this.#module = new Runtime(common).module();
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

  set(id: number, index: number, value: InputValue): void {
    const slot = this.#slot(id, index);
    slot.value = value;
    slot.version++;
    slot.wake();
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

  /** An error that no promise of a cell holds, as in a timer. */
  uncaught(error: unknown): void {
    const stack = error instanceof Error ? String(error.stack) : '';
    const id = Number(/cell-(\d+)\.js/.exec(stack)?.[1]);
    const placed = this.#cells.get(id);
    if (placed) this.#settle(placed, 'failed', faultOf(error, placed));
  }

  #slot(id: number, index: number): Slot {
    const key = `${id}/${index}`;
    const slot = this.#slots.get(key) ?? { value: undefined, version: 0, wake: () => undefined };
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
        if (shows && value !== undefined) run.show(value);
        this.#settle(placed, 'done');
        for (const [index, given] of placed.answers) void this.answer(id, index, given);
        placed.answers.clear();
      },
      rejected: (error) => {
        if (!current()) return;
        (run ?? this.#run(placed)).clear();
        const fault =
          error instanceof RuntimeError
            ? diagnosis(placed.compiled, this.#compiled(), error.message, error.input)
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
      const waits = (line: number): void => void (placed.line = line);
      placed.line = 0;
      return Promise.resolve(definition(...given, waits)).then(async (value) => {
        for (const exercise of placed.exercises) await exercise.prove();
        return value;
      });
    });
    for (const name of outputs)
      placed.variables.push(
        this.#module
          .variable(true)
          .define(name, [`cell ${id}`], (values: Readonly<Record<string, unknown>>) => values[name]),
      );
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
        if (!(input instanceof Input)) throw new TypeError('view takes one of Inputs, such as Inputs.range([0, 10])');
        const index = inputs++;
        const slot = this.#slot(standing.id, index);
        add({ kind: 'input', index, spec: input.spec, value: slot.value });
        return changes(slot, input);
      },
      check: (...given: Parameters<typeof check>): boolean => {
        const shape = check(...given);
        add(shape.output);
        return shape.output.kind === 'check' && shape.output.passes;
      },
      exercise: (options: ExerciseOptions): void => {
        const index = placed.exercises.length;
        const one = new Exercise(options, index, `${standing.id}/${index}`);
        add(one.output);
        placed.exercises.push(one);
      },
      progress: (share: number): void => {
        standing.progress = Math.min(1, Math.max(0, Number(share) || 0));
        this.#posts.changed(standing);
      },
      $markdown: markdown,
      $import: this.#load,
    };
  }
}

interface Run extends Record<Own, unknown> {
  clear(): void;
  show(value: unknown): void;
}

async function* changes(slot: Slot, input: Input): AsyncGenerator {
  for (let seen = -1; ;) {
    if (seen === slot.version) await new Promise<void>((resolve) => (slot.wake = resolve));
    seen = slot.version;
    yield input.read(slot.value);
  }
}

/**
 * Where in the cell: its function's first line is ours. What a cell waited for may have failed elsewhere; then it is the
 * statement that waited.
 */
function faultOf(error: unknown, { compiled: { id }, line }: Placed): CellFault {
  const stack = error instanceof Error ? String(error.stack) : '';
  const place = new RegExp(`cell-${id}\\.js:(\\d+):(\\d+)`).exec(stack);
  const name = error instanceof Error && error.name !== 'Error' ? `${error.name}: ` : '';
  return {
    message: `${name}${error instanceof Error ? error.message : String(error)}`.slice(0, 2000),
    ...(place ? { line: Number(place[1]) - 1, column: Number(place[2]) } : line > 0 ? { line } : {}),
  };
}
