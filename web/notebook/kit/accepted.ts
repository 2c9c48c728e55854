/** Validates the spec being edited: the last valid one, or the failure of the newest. */
import { batch, computed, effect, type ReadonlySignal, signal } from '@preact/signals-core';
import type { EncodingSpec, Shape } from '../../lib/types/posenc.js';
import type { Posenc } from '../library.js';
import { asSpec, type DraftSpec } from '../state.js';
import { type Failure, failureOf } from './errors.js';

export interface Accepted {
  readonly spec: EncodingSpec;
  readonly shape: Shape;
}
export interface Judged {
  readonly accepted: ReadonlySignal<Accepted | undefined>;
  readonly failure: ReadonlySignal<Failure | undefined>;
}

/** @param draft re-evaluated when a signal changes; undefined while there is none */
export function judged(pe: Posenc, draft: () => DraftSpec | undefined): Judged {
  const newest = computed(draft);
  const accepted = signal<Accepted>();
  const failure = signal<Failure>();
  effect(() => {
    const asked = newest.value;
    if (!asked) return;
    const spec = asSpec(asked);
    const answer = (next: Accepted | undefined, wrong: Failure | undefined): void => {
      if (asked !== newest.peek()) return;
      batch(() => {
        if (next) accepted.value = next;
        failure.value = wrong;
      });
    };
    pe.shape(spec).then(
      (shape) => answer({ spec, shape }, undefined),
      (error: unknown) => answer(undefined, failureOf(error)),
    );
  });
  return { accepted, failure };
}
