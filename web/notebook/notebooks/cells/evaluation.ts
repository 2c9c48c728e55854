/** One evaluation of a cell: its first output, or its end, replaces the outputs of the previous one. */
import type { Variable } from '@observablehq/runtime';
import type { Compiled } from '../compile-cell.js';
import type { CellFault, InputValue } from '../protocol.js';
import { Exercise, type ExerciseOptions } from './exercise.js';
import { Input } from './inputs.js';
import type { Libraries } from './library.js';
import type { Posts, Standing } from './posts.js';
import { isSeeded } from './seeded.js';
import { type Slot, changes } from './slots.js';
import { check, markdown, outputOf } from './ready-outputs.js';
import { View, unbegun } from './views.js';
import { awaited } from './thrown.js';

/** A cell in the graph. */
export interface Placed {
  readonly standing: Standing;
  readonly variables: Variable[];
  compiled: Compiled;
  /** Exercises of the last evaluation. */
  exercises: Exercise[];
  /** Answers received before it was done. */
  readonly answers: Map<number, string>;
  /** Incremented when variables are replaced; values of older ones are ignored. */
  generation: number;
  /** Line of the statement that is awaited. */
  line: number;
  /** Value of the last statement. */
  last: unknown;
  /** An unhandled rejection or error. */
  lost: CellFault | undefined;
  /** Result of its own evaluation; a fault for duplicate names takes precedence. */
  settled: { readonly state: 'done' | 'failed'; readonly fault?: CellFault | undefined } | undefined;
}

/** Names that act on the cell that uses them. */
export const own = ['display', 'view', 'check', 'exercise', 'progress', '$markdown', '$import'] as const;
export type Own = (typeof own)[number];

/** Dependencies of an evaluation on its graph. */
export interface Around {
  readonly posts: Posts;
  readonly load: Libraries['load'];
  readonly student: Slot;
  /** Value of an input of the cell. */
  slot(id: number, index: number): Slot;
  /** All compiled cells. */
  compiled(): readonly Compiled[];
}

export interface Run extends Record<Own, unknown> {
  clear(): void;
  show(value: unknown): void;
}

export function evaluation(placed: Placed, { posts, load, student, slot: slotOf, compiled }: Around): Run {
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
    posts.add(standing, output);
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
      const slot = slotOf(standing.id, index);
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
      // with individual numbers, each student has a different exercise
      const own = isSeeded(placed.compiled, compiled()) ? `#${Number(student.value)}` : '';
      const one = new Exercise(options, index, `${standing.id}/${index}`, own);
      add(one.output);
      placed.exercises.push(one);
    },
    progress: (share: number): void => {
      standing.progress = Math.min(1, Math.max(0, Number(share) || 0));
      posts.changed(standing);
    },
    $markdown: async (texts: readonly string[], values: readonly unknown[]) =>
      markdown(texts, await Promise.all(values.map(awaited))),
    $import: load,
  };
}
