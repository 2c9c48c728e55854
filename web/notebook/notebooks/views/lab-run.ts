/**
 * A lab run in a cell. The reader starts and pauses it. It is stored with the runs of the Lab, so it reappears when the
 * notebook is opened again. Its cell receives every evaluation.
 */
import '../../style/kernels.css';
import '../../style/spectral-bias.css';
import '../../style/lab.css';
import { computed, effect, signal } from '@preact/signals-core';
import type { Experiment } from 'posenc';
import { PosencError } from '../../../lib/checks/errors.js';
import { isRecord } from '../../../lib/checks/schema.js';
import { html } from '../../kit/html.js';
import { runView } from '../../lab/run-view.js';
import { makeRuns, type OneRun, type Runs, titleOf } from '../../lab/runs.js';
import { trainingOf } from '../../lab/training.js';
import type { RunNow } from '../protocol.js';
import type { MakeView, Tell } from './given.js';

/** One list for all cells. */
let runs: Runs | undefined;

export const make: MakeView = (pe, { experiment: given }, tell) => {
  const named = isRecord(given) && isRecord(given['task']) && typeof given['task']['id'] === 'string';
  if (!named)
    throw new PosencError('bad_argument', 'experiment.task.id', 'experiment.task.id must name a task of the lab');
  const experiment = given as unknown as Experiment;
  const list = (runs ??= makeRuns());
  const training = trainingOf(list, signal([experiment]), { what: () => titleOf(experiment), isShown: () => true });
  const run = computed(() => training.now.value[0]);
  const view = runView(
    pe,
    () => `lab-${experiment.task.id}`,
    () => titleOf(experiment),
    true,
  );
  const root = html`<div class="lab-cell">
    ${training.element}
    <p class="fault" role="alert" hidden=${() => training.failure.value === undefined}>
      ${() => training.failure.value?.message}
    </p>
    ${view.element}
  </div>`;
  effect(() => {
    const now = run.value;
    if (!now) return;
    view.watch(now);
    if (now.phase.peek() === 'done' || now.step.peek() > 0) void now.open(); // loads its stored state
  });
  effect(() => {
    if (run.value) follow(run.value, root, tell);
  });
  return root;
};

function follow(run: OneRun, root: HTMLElement, tell: Tell): void {
  const { step, steps, records, phase } = run;
  const now: RunNow = {
    ...{ step: step.value, steps, done: phase.value === 'done' },
    records: records.value.map(({ step: at, evaluation: { splits } }) => ({
      step: at,
      splits: splits.map(({ split, loss, accuracy }) => ({ split, loss, accuracy })),
    })),
  };
  if (phase.peek() === 'running' && !root.isConnected) run.pause(); // its cell has another output
  tell(now);
}
