/**
 * The training runs of an engine: each is a handle in an instance of train.wasm, by the caller's id. A training step,
 * or a part of an evaluation, is one call into the module; the event loop may run in between.
 */
import { allocate } from '../checks/arrays.js';
import type { Control } from '../checks/control.js';
import { PosencError } from '../checks/errors.js';
import type { RunCallName, RunCalls } from '../methods/run-calls.js';
import type { RawError } from '../types/core.js';
import type { RawEvaluation, RawPlacedMatrix, RawStep, TrainModule } from '../types/train-module.js';
import type { Matrix } from '../types/values.js';
import { type Instance, Interrupted, type ModuleHost } from './host.js';
import { view } from './plan.js';
import { Losses } from './losses.js';
import { inTurns, Pacer, type Pieces } from './pacer.js';

/** Runs dropped without close() are released by garbage collection, which the module's memory use does not trigger. */
const mostOpen = 256;

interface Held {
  readonly instance: Instance<TrainModule>;
  readonly handle: number;
  /** Losses of steps that were not yet reported, such as those of an aborted call. */
  readonly losses: Losses;
}

export class Runs {
  readonly #held = new Map<number, Held>();

  constructor(readonly host: ModuleHost<TrainModule>) {}

  async run<M extends RunCallName>(method: M, request: RunCalls[M]['request'], control: Control) {
    const { signal } = control;
    const pieces =
      method === 'openRun'
        ? this.#open(await this.host.ready(signal), request as RunCalls['openRun']['request'])
        : works[method as HeldName](this.#of(request.run), request as never, control);
    const result = await inTurns<unknown>(pieces as Pieces<unknown>, signal).catch((error: unknown) => {
      throw error instanceof Interrupted ? lost() : error;
    });
    if (method === 'closeRun') this.#held.delete(request.run);
    return result as RunCalls[M]['result'];
  }

  *#open(
    instance: Instance<TrainModule>,
    { run, experiment, checkpoint, weights }: RunCalls['openRun']['request'],
  ): Pieces<RunCalls['openRun']['result']> {
    const open = [...this.#held.values()].filter((held) => held.instance.alive()).length;
    if (open >= mostOpen) {
      const text = `${open} training runs are open in one module, the most; close() those that are done with`;
      throw new PosencError('too_large', 'run', text);
    }
    const { call, alive } = instance;
    const { handle } = call((module) => module.openRun(experiment));
    let whole = false;
    try {
      if (weights) call((module) => module.begin(handle, weights));
      if (checkpoint) call((module) => module.fits(handle, checkpoint.length));
      yield;
      call((module) => module.prepare(handle));
      if (checkpoint) call((module) => module.resume(handle, checkpoint));
      const facts = call((module) => module.facts(handle));
      const known = (what: 'similarities' | 'positions' | 'modules') =>
        matrixOf(instance, (module) => module.known(handle, what));
      const places = {
        similarities: known('similarities'),
        positions: known('positions'),
        modules: known('modules')?.data,
      };
      const state = call((module) => module.state(handle));
      this.#held.set(run, { instance, handle, losses: new Losses() });
      whole = true;
      return { facts, places, state };
    } finally {
      if (!whole && alive()) call((module) => module.close(handle));
    }
  }

  #of(run: number): Held {
    const held = this.#held.get(run);
    if (held?.instance.alive()) return held;
    this.#held.delete(run);
    throw lost();
  }
}

/** The caller reopens it (calls/train.ts). */
const lost = (): PosencError =>
  new PosencError('worker_failed', 'run', 'the worker of this run has ended; resume the run from a checkpoint');

type HeldName = Exclude<RunCallName, 'openRun'>;
type Works = {
  readonly [M in HeldName]: (
    held: Held,
    request: RunCalls[M]['request'],
    control: Control,
  ) => Pieces<RunCalls[M]['result']>;
};

const works: Works = {
  *advanceRun({ instance: { call }, handle, losses }, { until, told }, control) {
    let state = call((module) => module.state(handle));
    const first = state.step;
    losses.forget(told);
    const pacer = new Pacer({ cost: 1, mostRows: 1 }, control);
    while (state.step < until && !state.done) {
      pacer.next(1);
      const next: RawStep = call((module) => module.step(handle));
      state = next;
      if (next.made === 1) losses.add(state);
      const steps = state.step - first + (next.made === 1 ? 0 : next.made);
      if (pacer.due(state.done ? 1 : steps / Math.max(1, until - first))) yield;
    }
    return { state, losses: losses.all() };
  },

  *runState({ instance: { call }, handle }) {
    return { state: call((module) => module.state(handle)) };
  },

  *evaluateRun({ instance: { call }, handle }, _, control) {
    const pacer = new Pacer({ cost: 1, mostRows: 1 }, control);
    call((module) => module.beginEvaluation(handle));
    for (;;) {
      pacer.next(1);
      const part = call((module) => module.evaluate(handle));
      const due = pacer.due(part.made);
      if (part.done) {
        const { done, made, ...evaluation } = part as { done: true; made: number } & RawEvaluation;
        return evaluation;
      }
      if (due) yield;
    }
  },

  *saveRun({ instance: { call }, handle }, { note }) {
    let bytes = new Uint8Array(0);
    call((module) => {
      const placed = module.save(handle, note);
      if ('error' in placed) return placed;
      bytes = module.HEAPU8.slice(placed.dataPtr, placed.dataPtr + placed.length) as Uint8Array<ArrayBuffer>;
      return {};
    });
    return { bytes };
  },

  *runTable({ instance, handle }, { block }) {
    return { table: matrixOf(instance, (module) => module.table(handle, block)) };
  },

  *runAttention({ instance, handle }, { split, sample, block, head }) {
    return { attention: matrixOf(instance, (module) => module.attention(handle, split, sample, block, head))! };
  },

  *runWeights({ instance: { call }, handle }) {
    let weights = new Float32Array(0);
    call((module) => {
      const placed = module.weights(handle);
      if ('error' in placed) return placed;
      weights = view(module, placed.dataPtr, placed.length, Float32Array).slice() as Float32Array<ArrayBuffer>;
      return {};
    });
    return { weights };
  },

  *closeRun({ instance: { call, alive }, handle }) {
    if (alive()) call((module) => module.close(handle));
    return {};
  },
};

/** A copy; undefined if it has no rows. */
function matrixOf(
  { call }: Instance<TrainModule>,
  place: (module: TrainModule) => RawPlacedMatrix | RawError,
): Matrix<Float64Array> | undefined {
  let made: Matrix<Float64Array> | undefined;
  call((module) => {
    const placed = place(module);
    if ('error' in placed) return placed;
    const { dataPtr, rows, cols } = placed;
    if (rows === 0) return {};
    const data = allocate(Float64Array, rows * cols, { field: '', what: 'a table' });
    data.set(view(module, dataPtr, rows * cols, Float64Array));
    made = { data, rows, cols };
    return {};
  });
  return made;
}
