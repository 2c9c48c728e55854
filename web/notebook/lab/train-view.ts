/** Trains two runs with one button, side by side, with their experiment and the details of one run. */
import { computed, effect, signal } from '@preact/signals-core';
import type { Experiment } from 'posenc';
import { fill, html } from '../kit/html.js';
import { byId, say } from '../page.js';
import type { Failure } from '../kit/errors.js';
import { saveJson } from '../widgets/save.js';
import { compareView } from './compare-view.js';
import type { Context } from './context.js';
import type { ExperimentForm } from './experiment-form.js';
import { headline } from './measures.js';
import { makeRuns, type OneRun } from './runs.js';
import { runsView } from './runs-view.js';
import { experimentOf } from './state.js';
import { trainingOf } from './training.js';

/** Initial sizes of a learned table to compare. */
const [small, large] = [0.4, 2];

/** The experiment, and for a learned table of a given size also one with the other size. */
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
  const shown = computed(() => runs.shown.value.flatMap((id) => runs.all.value.find((run) => run.id === id) ?? []));
  const training = trainingOf(runs, asked, {
    what() {
      const sigmas = asked.value.map(({ positions: [one] = [] }) => (one as { sigma?: number } | undefined)?.sigma);
      return asked.value.length === 2 ? `σ = ${sigmas[0]} and σ = ${sigmas[1]}` : 'the model';
    },
    isShown: ({ id }) => runs.shown.value.includes(id),
  });
  const { now, running, done, failure, button } = training;
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

  fill(byId('together'), training.element, fault, compareView(shown, ctx));
  fill(byId('found'), () => foundBy(shown.value));
  fill(
    byId('runs'),
    runsView(runs, (run) => void lookCloser(run)),
    closer,
    change,
  );

  function saveExperiment(): void {
    saveJson(experimentOf(ctx.state.peek(), ctx.data.peek()?.files), `lab-${ctx.state.peek().task}`);
  }

  let form: Promise<ExperimentForm> | undefined;
  async function openForm(): Promise<void> {
    form ??= import('./experiment-form.js').then(({ experimentForm, refusalOf }) => {
      let typing = false;
      const update: Context['update'] = (patch, final = true) => {
        typing = !final;
        ctx.update(patch, final);
      };
      const made = experimentForm(ctx.pe, update, (given) => (ctx.data.value = given));
      fill(change.querySelector('.lab-form')!, made.element);
      effect(() => made.set(ctx.state.value));
      /** Shown when a field loses focus, and cleared as soon as it is valid. */
      const refusal = signal<Failure>();
      effect(() => {
        const now = experiment.value;
        if (!typing || refusal.peek()) refusal.value = refusalOf(now);
      });
      effect(() => void made.setFailure(failure.value ?? refusal.value));
      return made;
    });
    await form;
  }
  effect(() => {
    fault.hidden = failure.value === undefined;
    fill(fault, failure.value?.message);
    if (failure.value) change.open = true; // also shows it next to its control
  });
  effect(() => {
    if (ctx.experiment.value === undefined) change.open = true; // the files are chosen there
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

/** Summary of finished runs that are compared. */
function foundBy(shown: readonly OneRun[]): string {
  if (shown.length < 2 || shown.some(({ phase }) => phase.value !== 'done')) return '';
  const each = shown.flatMap(({ title, steps, records }) => {
    const last = records.value.at(-1);
    return last ? `${title} after ${steps.toLocaleString('en')} steps: ${headline(last)}` : [];
  });
  return `Your runs: ${each.join('; ')}.`;
}
