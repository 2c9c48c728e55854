/** A bar that trains several experiments together: one button, progress and results so far. */
import { computed, type ReadonlySignal } from '@preact/signals-core';
import type { Experiment } from 'posenc';
import { button as makeButton } from '../kit/elements.js';
import { html } from '../kit/html.js';
import { failureOf } from '../kit/errors.js';
import { inWords } from '../widgets/in-words.js';
import { durationOf } from './duration.js';
import { headline } from './measures.js';
import type { OneRun, Runs } from './runs.js';

interface TrainingOptions {
  /** Object of the button label. */
  readonly what: () => string;
  /** Returns true if the run is, or will be, visible next to the button. */
  readonly isShown: (run: OneRun) => boolean;
}

export function trainingOf(
  runs: Runs,
  asked: ReadonlySignal<readonly Experiment[]>,
  { what, isShown }: TrainingOptions,
) {
  /** Runs of the experiments that were started. */
  const now = computed(() => asked.value.flatMap((one) => runs.of(one) ?? []));
  const running = computed(() => now.value.filter(({ phase }) => /running|opening/.test(phase.value)));
  const done = computed(
    () =>
      asked.value.length > 0 &&
      now.value.length === asked.value.length &&
      now.value.every(({ phase }) => phase.value === 'done'),
  );
  const words = computed(() => {
    if (running.value.length > 0) return 'Pause';
    if (now.value.some(({ step, phase }) => step.value > 0 && phase.value !== 'done')) return `Go on with ${what()}`;
    if (!done.value) return `Train ${what()}`;
    return now.value.every(isShown) ? 'Done' : `Show ${what()}`;
  });
  const toggle = (): void => {
    if (running.peek().length > 0) running.peek().forEach((run) => run.pause());
    else runs.train(asked.peek());
  };
  const status = (): string => {
    if (asked.value.length === 0) return 'Choose the files of the task. They are read in this page and sent nowhere.';
    if (now.value.some(({ phase }) => phase.value === 'opening')) return 'making the data …';
    const each = now.value.map(({ title, step, steps, records }) => {
      const last = records.value.at(-1);
      return `${title}: step ${step.value.toLocaleString('en')} of ${steps.toLocaleString('en')}${last ? `, ${headline(last)}` : ''}`;
    });
    return [...each, ...timeLeft(running.value)].join('; ');
  };
  const isOff = (): boolean => asked.value.length === 0 || words.value === 'Done';
  /** Creates a new button on each call. */
  const button = (): HTMLElement => makeButton(() => words.value, toggle, { class: 'primary', disabled: isOff });
  const share = (): number =>
    now.value.reduce((sum, { step, steps }) => sum + step.value / Math.max(1, steps), 0) / (now.value.length || 1);
  const failure = computed(() => {
    const error = now.value.map((run) => run.error.value).find((one) => one !== undefined);
    return error === undefined ? undefined : failureOf(error);
  });
  return {
    ...{ button, now, running, done, failure },
    element: html`<div class="toolbar lab-run">
      ${button()}<progress
        max="1"
        value=${share}
        hidden=${() => now.value.length === 0}
        aria-label="Training: progress"
      ></progress>
      <p class="lab-status aside">${status}</p>
    </div>`,
  };
}

function timeLeft(running: readonly OneRun[]): string[] {
  const left = running.flatMap(
    ({ step, steps, pace, run }) => durationOf(steps - step.value, pace.value, run.value?.facts.cost) ?? [],
  );
  return left.length === 0 ? [] : [`${inWords(Math.max(...left))} to go`];
}
