/**
 * A training run that several workers share: each has the whole model, makes some of the four parts of a step, gets the
 * others' gradients and does the same update by all of them in order. So each has the bits of a run that one worker does
 * alone, for any number of workers (src/train/run.hpp).
 */
import type { Control } from '../checks/control.js';
import { throwIfAborted } from '../checks/options.js';
import { partsOfStep } from '../generated/limits.js';
import type { Calls } from '../methods/calls.js';
import type { AdvancedRun, AdvanceRun, OfRun, RunCallName, StepPart } from '../methods/run-calls.js';
import { Losses } from '../wasm/losses.js';
import { Pacer } from '../wasm/pacer.js';
import type { PoolWorker } from './workers.js';

export class SharedRun {
  readonly #members: readonly PoolWorker[];
  readonly #losses = new Losses();

  /** Of these workers, the best first, the first one, two or four. */
  constructor(workers: readonly PoolWorker[]) {
    const most = Math.min(workers.length, partsOfStep);
    this.#members = workers.slice(0, 2 ** Math.floor(Math.log2(most)));
  }

  has(worker: PoolWorker): boolean {
    return this.#members.includes(worker);
  }

  async run<M extends RunCallName>(method: M, request: OfRun, control: Control): Promise<Calls[M]['result']> {
    if (method === 'advanceRun') return (await this.#advance(request as AdvanceRun, control)) as Calls[M]['result'];
    const ask = ({ client }: PoolWorker): Promise<Calls[M]['result']> =>
      client.run(method, request as Calls[M]['request'], control);
    const all = method === 'openRun' || method === 'closeRun' ? this.#members : this.#members.slice(0, 1);
    return (await this.#each(all, ask))[0]!;
  }

  /** An abort is noticed between two steps, where all members are at the same. */
  async #advance({ run, until, told }: AdvanceRun, control: Control): Promise<AdvancedRun> {
    const share = (update: readonly StepPart[] | undefined, goesOn: boolean) =>
      this.#each(this.#members, ({ client }, member) => {
        const make = goesOn
          ? Array.from({ length: partsOfStep }, (_, k) => k).filter((k) => this.#maker(k) === member)
          : [];
        // a copy for each: what is moved is gone here, and what is not would be cloned more slowly
        const given = update
          ?.filter(({ part }) => this.#maker(part) !== member)
          .map((one) => ({ ...one, gradient: one.gradient.slice() }));
        const moved = given?.map(({ gradient }) => gradient.buffer) ?? [];
        return client.run('shareRun', { run, update: given, make }, {}, moved);
      });
    const state = async () => (await this.#members[0]!.client.run('runState', { run }, {})).state;
    const pacer = new Pacer({ cost: 1, mostRows: 1 }, control);
    let now = await state();
    const first = now.step;
    this.#losses.forget(told);
    const goesOn = (): boolean => now.step + 1 < until && now.step + 1 < now.steps;
    let made = now.step < until && !now.done ? await share(undefined, true) : [];
    while (made.length > 0) {
      throwIfAborted(control.signal);
      pacer.next(1);
      const further = goesOn();
      made = await share(
        made.flatMap((one) => one.parts),
        further,
      );
      now = made[0]!.state;
      this.#losses.add(now);
      pacer.due(now.done ? 1 : (now.step - first) / Math.max(1, until - first));
      if (!further) made = [];
    }
    return { state: now, losses: this.#losses.all() };
  }

  #maker(part: number): number {
    return part % this.#members.length;
  }

  /** Of all members; where one fails, when the others are through. */
  async #each<T>(
    members: readonly PoolWorker[],
    ask: (worker: PoolWorker, member: number) => Promise<T>,
  ): Promise<T[]> {
    for (const worker of members) worker.running++;
    const settled = await Promise.allSettled(members.map(ask));
    for (const worker of members) worker.running--;
    return settled.map((one) => {
      if (one.status === 'rejected') throw one.reason;
      return one.value;
    });
  }
}
