/**
 * Opens a training run, for `train` and for `resumeTraining`, whose checkpoint contains the experiment.
 */
import { mustBe } from '../checks/errors.js';
import { guarded } from '../checks/record.js';
import { checkExperiment, plainExperiment } from '../requests/experiment.js';
import type { TrainingRun } from '../types/posenc.js';
import type { RawGivenTensor } from '../types/train-module.js';
import type { Caller } from './caller.js';

interface OpenArguments {
  readonly experiment: unknown;
  readonly checkpoint: Uint8Array | undefined;
  readonly weights?: readonly RawGivenTensor[] | undefined;
  readonly signal: AbortSignal | undefined;
}

export async function openRun(calls: Caller, read: () => OpenArguments): Promise<TrainingRun> {
  const { raw, checkpoint, weights, signal } = calls.read(() => {
    const given = read();
    return { ...given, raw: checkExperiment(given.experiment) };
  });
  const plain = plainExperiment(raw);
  const [{ HeldRun }, { runOf }] = await Promise.all([import('./held-run.js'), import('./training-run.js')]);
  const held = new HeldRun(calls, raw, JSON.stringify(plain), checkpoint, weights);
  const { facts, places } = await held.open({ signal });
  return runOf(held, plain, facts, places);
}

/** Copies the bytes: the caller may change them. */
export function checkpointOf(given: unknown, field: string): Uint8Array {
  const what = 'a Uint8Array or an ArrayBuffer';
  return guarded({ code: 'bad_argument', field, what }, () => {
    if (given instanceof Uint8Array) return Uint8Array.from(given);
    if (given instanceof ArrayBuffer) return new Uint8Array(given.slice(0));
    throw mustBe('bad_argument', field, what, given);
  });
}
