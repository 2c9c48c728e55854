/** Two runs by one button, beside each other; the experiment that they are of, and one of them more closely. */
import { computed, effect, signal } from '@preact/signals-core';
import type { Experiment } from 'posenc';
import { fill, html } from '../kit/html.js';
import { byId, say } from '../page.js';
import { failureOf } from '../widgets/errors.js';
import { inWords } from '../widgets/in-words.js';
import { saveText } from '../widgets/save.js';
import { compareView } from './compare-view.js';
import type { Context } from './context.js';
import { durationOf } from './duration.js';
import type { ExperimentForm } from './experiment-form.js';
import { headline } from './measures.js';
import { makeRuns, type OneRun } from './runs.js';
import { runsView } from './runs-view.js';
import { experimentOf } from './state.js';

/** Sizes with which a learned table begins, beside each other. */
const [small, large] = [0.4, 2];

/** The experiment, and the same with the other size, where its table is learned from numbers of a size. */
export function pairOf(experiment: Experiment): readonly Experiment[] {
  const [position] = experiment.positions ?? [];
  if (position?.encoding !== 'learned' || position.init !== 'small-norm' || position.sigma === undefined)
    return [experiment];
  const other = position.sigma < 1 ? large : small;
  const pair = [experiment, { ...experiment, positions: [{ ...position, sigma: other }] }];
  return position.sigma < other ? pair : pair.reverse();
}

export function mountTrain(ctx: Context): void {
  const { experiment } = ctx;
  const runs = makeRuns();
  const asked = computed(() => (experiment.value === undefined ? [] : pairOf(experiment.value)));
  /** Of what the controls say, where it was begun. */
  const now = computed(() => asked.value.flatMap((one) => runs.of(one) ?? []));
  const shown = computed(() => runs.shown.value.flatMap((id) => runs.all.value.find((run) => run.id === id) ?? []));
  const running = computed(() => now.value.filter(({ phase }) => /running|opening/.test(phase.value)));
  const done = computed(
    () =>
      asked.value.length > 0 &&
      now.value.length === asked.value.length &&
      now.value.every(({ phase }) => phase.value === 'done'),
  );
  const allShown = computed(() => now.value.every(({ id }) => runs.shown.value.includes(id)));
  const words = computed(() => {
    const sigmas = asked.value.map(({ positions: [one] = [] }) => (one as { sigma?: number } | undefined)?.sigma);
    const what = asked.value.length === 2 ? `σ = ${sigmas[0]} and σ = ${sigmas[1]}` : 'the model';
    if (running.value.length > 0) return 'Pause';
    if (now.value.some(({ step, phase }) => step.value > 0 && phase.value !== 'done')) return `Go on with ${what}`;
    if (!done.value) return `Train ${what}`;
    return allShown.value ? 'Done' : `Show ${what}`;
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
  const button = (): HTMLElement =>
    html`<button
      type="button"
      class="primary"
      disabled=${() => asked.value.length === 0 || words.value === 'Done'}
      onclick=${toggle}
    >
      ${() => words.value}
    </button>`;
  const share = (): number =>
    now.value.reduce((sum, { step, steps }) => sum + step.value / Math.max(1, steps), 0) / (now.value.length || 1);
  const fault = html`<p class="fault" role="alert" hidden></p>`;
  const closer = html`<div class="lab-closer" hidden></div>`;
  const files = html`<button type="button" class="quiet" title="for posenc train" onclick=${saveExperiment}>
    Save as JSON
  </button>`;
  const change = html`<details class="settings lab-change" ontoggle=${() => void openForm()}>
    <summary>Change the experiment</summary>
    <div class="lab-form"></div>
    <div class="toolbar">${button()}${files}</div>
  </details>` as HTMLDetailsElement;

  fill(
    byId('together'),
    html`<div class="toolbar lab-run">
      ${button()}<progress max="1" value=${share} aria-label="Training: progress"></progress>
      <p class="lab-status">${status}</p>
    </div>`,
    fault,
    compareView(shown),
  );
  fill(byId('found'), () => foundBy(shown.value));
  fill(
    byId('runs'),
    runsView(runs, (run) => void lookCloser(run)),
    closer,
    change,
  );

  function saveExperiment(): void {
    const text = JSON.stringify(experimentOf(ctx.state.peek(), ctx.data.peek()?.files), null, 2);
    saveText(`${text}\n`, `lab-${ctx.state.peek().task}.json`, 'application/json');
  }

  let form: Promise<ExperimentForm> | undefined;
  async function openForm(): Promise<void> {
    form ??= import('./experiment-form.js').then(({ experimentForm }) => {
      const made = experimentForm(ctx.pe, ctx.update, (given) => (ctx.data.value = given));
      fill(change.querySelector('.lab-form')!, made.element);
      effect(() => made.set(ctx.state.value));
      effect(() => void made.setFailure(failure.value));
      return made;
    });
    await form;
  }
  const failure = computed(() => {
    const error = now.value.map((run) => run.error.value).find((one) => one !== undefined);
    return error === undefined ? undefined : failureOf(error);
  });
  effect(() => {
    fault.hidden = failure.value === undefined;
    fill(fault, failure.value?.message);
    if (failure.value) change.open = true; // beside its control, too
  });
  effect(() => {
    if (ctx.experiment.value === undefined) change.open = true; // its files are asked for there
  });
  let trained = false;
  effect(() => {
    if (running.value.length > 0) trained = true;
    else if (done.value && trained) {
      trained = false;
      say(
        `Done: ${now
          .peek()
          .map(({ title }) => title)
          .join(' and ')}.`,
      );
    }
  });

  const viewed = signal<OneRun>();
  let closely: Promise<(run: OneRun) => void> | undefined;
  async function lookCloser(run: OneRun): Promise<void> {
    closely ??= import('./closer.js').then(({ mountCloser }) => mountCloser(closer, ctx.pe));
    (await closely)(run);
    viewed.value = run;
    closer.scrollIntoView({ block: 'start' });
  }
  effect(() => {
    if (viewed.value && !runs.all.value.includes(viewed.value)) closer.hidden = true; // it was removed
  });
}

/** What runs that are done came to, which are compared. */
function foundBy(shown: readonly OneRun[]): string {
  if (shown.length < 2 || shown.some(({ phase }) => phase.value !== 'done')) return '';
  const each = shown.flatMap(({ title, steps, records }) => {
    const last = records.value.at(-1);
    return last ? `${title} after ${steps.toLocaleString('en')} steps: ${headline(last)}` : [];
  });
  return `Your runs: ${each.join('; ')}.`;
}

function timeLeft(running: readonly OneRun[]): string[] {
  const left = running.flatMap(
    ({ step, steps, pace, run }) => durationOf(steps - step.value, pace.value, run.value?.facts.cost) ?? [],
  );
  return left.length === 0 ? [] : [`${inWords(Math.max(...left))} to go`];
}
