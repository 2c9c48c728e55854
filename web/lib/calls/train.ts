/**
 * train and resumeTraining: a run that is kept between calls, by whatever does the work.
 */
import { PosencError } from '../checks/errors.js';
import { parseJson } from '../checks/json.js';
import { readOptions, signalAlone, wholeOption } from '../checks/options.js';
import { shown } from '../checks/show.js';
import { noteOf } from '../files/read-checkpoint.js';
import { checkExperiment, plainExperiment } from '../requests/experiment.js';
import type { Posenc, TrainingRun } from '../types/posenc.js';
import type { Caller } from './caller.js';
import type { Composed } from './composed.js';
import { HeldRun } from './held-run.js';
import { runOf } from './training-run.js';

export const train: Composed<'train'> = {
  takes: ['experiment'],
  make: (calls) => (experiment, options) =>
    opened(calls, () => {
      const entries = readOptions(options, ['checkpoint']);
      const given = entries.get('checkpoint');
      const checkpoint = given === undefined ? undefined : bytesOf(given, 'options.checkpoint');
      return { experiment, checkpoint, signal: signalAlone(entries) };
    }),
};

export const resumeTraining: Composed<'resumeTraining'> = {
  takes: ['checkpoint'],
  make: (calls) => (given, options) =>
    opened(calls, () => {
      const entries = readOptions(options, ['steps']);
      const steps = wholeOption(entries, 'steps', 0);
      const checkpoint = bytesOf(given, 'checkpoint');
      const experiment = parseJson(noteOf(checkpoint)) as Parameters<Posenc['train']>[0];
      return {
        experiment: steps === undefined ? experiment : { ...experiment, steps },
        checkpoint,
        signal: signalAlone(entries),
      };
    }),
};

interface Asked {
  readonly experiment: unknown;
  readonly checkpoint: Uint8Array | undefined;
  readonly signal: AbortSignal | undefined;
}

async function opened(calls: Caller, read: () => Asked): Promise<TrainingRun> {
  const { raw, checkpoint, signal } = calls.read(() => {
    const asked = read();
    return { ...asked, raw: checkExperiment(asked.experiment) };
  });
  const plain = plainExperiment(raw);
  const held = new HeldRun(calls, raw, JSON.stringify(plain), checkpoint);
  const { facts, similarities } = await held.open({ signal });
  return runOf(held, plain, facts, similarities);
}

/** A copy: the caller may change his own. */
function bytesOf(given: unknown, field: string): Uint8Array<ArrayBuffer> {
  if (given instanceof Uint8Array) return Uint8Array.from(given);
  if (given instanceof ArrayBuffer) return new Uint8Array(given.slice(0));
  throw new PosencError(
    'bad_argument',
    field,
    `${field} must be a Uint8Array or an ArrayBuffer, but ${shown(given)} was given`,
  );
}