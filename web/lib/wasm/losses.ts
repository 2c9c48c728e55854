/** Losses of a run's steps until they are reported. After an aborted call, the next call reports its steps, too. */
import type { RawRunState } from '../types/train-module.js';

export class Losses {
  #all: { readonly step: number; readonly loss: number }[] = [];

  /** Drops the losses up to this step, which were reported. */
  forget(told: number): void {
    this.#all = this.#all.filter(({ step }) => step > told);
  }

  add({ step, loss }: RawRunState): void {
    this.#all.push({ step, loss });
  }

  all(): Float64Array {
    return Float64Array.from(this.#all, ({ loss }) => loss);
  }
}
