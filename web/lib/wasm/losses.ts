/**
 * The losses of a run's steps until its caller has been told of them: one that aborts hears of the steps that were made by then
 * with its next call.
 */
import type { RawRunState } from '../types/train-module.js';

export class Losses {
  #all: { readonly step: number; readonly loss: number }[] = [];

  /** Those up to this step have been told. */
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
