/** One run of the reader's own experiment: pressed, watched, paused, gone on with after a reload, gone through afterwards. */
import { computed, effect, signal } from '@preact/signals-core';
import { type Experiment, type TrainingRun, weightsBytes } from 'posenc';
import { say } from '../page.js';
import { fill, h } from '../widgets/dom.js';
import { failureOf } from '../widgets/errors.js';
import { keyOf } from '../widgets/key.js';
import { saveBlob, saveText } from '../widgets/save.js';
import { toolbar } from '../widgets/section.js';
import type { Context } from './context.js';
import { durationOf } from './duration.js';
import { experimentForm } from './experiment-form.js';
import { type LiveOptions, type LiveRun, liveRun } from './live-run.js';
import { headline } from './measures.js';
import { dataOf } from './own-data.js';
import type { Record } from './record.js';
import { csvOf } from './records-csv.js';
import { runStore } from './run-store.js';
import { runView } from './run-view.js';
import { experimentOf, stateOf } from './state.js';

/** Controls that follow each other sooner are one change. */
const settledMs = 350;

export function mountTrain(root: HTMLElement, ctx: Context): void {
  const { pe, state, data, experiment, update } = ctx;
  const form = experimentForm(pe, update, (given) => (data.value = given));
  const view = runView(() => `lab-${state.peek().task}`);
  const fault = h('p', { class: 'fault', role: 'alert', hidden: true });
  const status = h('p', { class: 'lab-status', role: 'status' });
  const bar = h('progress', { max: 1, value: 0, 'aria-label': 'Training: progress' });
  const run = h('button', { type: 'button', class: 'primary', on: { click: () => toggle() } }, 'Run');
  const step = h(
    'button',
    { type: 'button', class: 'quiet', on: { click: () => live.peek()?.stepOnce() } },
    'One step',
  );
  const again = h('button', { type: 'button', class: 'quiet', on: { click: () => restart() } }, 'From the beginning');
  const kept = h('div', { class: 'lab-kept', hidden: true });
  const live = signal<LiveRun>();
  const store = runStore();
  /** The one that is offered to go on with. */
  let left: TrainingRun | undefined;
  /** What the run that is shown was made of. */
  let key = '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** The controls say something else than what is shown, for a moment. */
  const settling = signal(false);

  root.append(
    h(
      'div',
      { class: 'beside' },
      h('div', { class: 'lab' }, form.element),
      h(
        'div',
        { class: 'lab' },
        kept,
        h('div', { class: 'toolbar lab-run' }, run, step, again, bar, status),
        fault,
        view.element,
        toolbar(
          'The run as a file',
          [
            { label: 'CSV', hint: 'all evaluations', run: () => saveEvaluations() },
            { label: 'Weights', hint: '.safetensors', run: () => saveWeights() },
            { label: 'Checkpoint', hint: 'posenc train goes on from it', run: () => saveCheckpoint() },
            { label: 'Experiment', hint: 'JSON for posenc train', run: () => saveExperiment() },
          ],
          say,
        ),
      ),
    ),
  );

  effect(() => form.set(state.value));
  // What is shown is what the controls say: another experiment is opened as soon as they rest.
  effect(() => {
    const now = experiment.value;
    const wanted = keyOf([now]);
    clearTimeout(timer);
    settling.value = wanted !== key;
    if (now && wanted !== key) timer = setTimeout(() => open(wanted, now), key === '' ? 0 : settledMs);
  });
  effect(() => {
    const now = live.value;
    if (now === undefined) return;
    const error = now.error.value;
    const failure = error === undefined ? undefined : failureOf(error);
    const shown = form.setFailure(failure);
    fault.hidden = failure === undefined || shown;
    fill(fault, failure?.message ?? '');
  });
  effect(() => {
    const now = live.value;
    run.disabled = step.disabled = again.disabled = now === undefined || settling.value;
    if (now === undefined) return;
    const phase = now.phase.value;
    const steps = now.run.value?.facts.steps ?? 0;
    bar.value = steps === 0 ? 0 : now.step.value / steps;
    run.disabled ||= phase === 'failed' || phase === 'done';
    step.disabled ||= phase !== 'paused';
    const left = steps - now.step.value;
    const takes = durationOf(left, now.pace.value, now.run.value?.facts.cost);
    const idle = now.step.value > 0 ? `Go on (${takes})` : `Run (${takes})`;
    fill(run, phase === 'running' ? 'Pause' : phase === 'done' ? 'Done' : idle);
  });
  const statusText = computed(() => {
    if (experiment.value === undefined)
      return 'Choose the files of the task. They are read in this page and sent nowhere.';
    const now = live.value;
    if (now === undefined) return '';
    const phase = now.phase.value;
    if (phase === 'opening') return 'making the data …';
    if (phase === 'failed') return 'stopped';
    const last = now.records.value.at(-1);
    const right = last === undefined ? '' : `, ${headline(last)}`;
    const pace = now.pace.value;
    return `step ${now.step.value.toLocaleString('en')} of ${(now.run.value?.facts.steps ?? 0).toLocaleString('en')}${right}${pace === undefined ? '' : `, ${pace.toFixed(1)} ms a step`}`;
  });
  effect(() => fill(status, statusText.value));
  effect(() => {
    root.dataset['weights'] = live.value?.records.value.at(-1)?.evaluation.weightsHash ?? '';
  });
  void offerKept();

  function open(wanted: string, experiment: Experiment, from?: Pick<LiveOptions, 'opened' | 'records'>): LiveRun {
    key = wanted;
    settling.value = false;
    live.peek()?.close();
    let first = from === undefined;
    const made = liveRun(pe, experiment, {
      ...from,
      async keep(checkpoint, record) {
        if (made.phase.peek() === 'opening') return; // nothing was trained yet: what is kept is another run's
        const place = await store;
        if (first) await place?.clear();
        first = false;
        await place?.keep({ step: record.step, checkpoint, at: Date.now() }, record);
      },
      onKeepFailure: (error) => say(`This browser keeps no checkpoint: ${failureOf(error).message}`),
    });
    live.value = made;
    view.watch(made);
    return made;
  }

  function toggle(): void {
    const now = live.peek();
    if (now === undefined) return;
    if (now.phase.peek() === 'running') return now.pause();
    closeOffer();
    now.play();
  }

  function restart(): void {
    const now = experiment.peek();
    if (now === undefined) return;
    open(key, now);
    say('The run begins anew.');
  }

  /** A run that was under way when the page was left. */
  async function offerKept(): Promise<void> {
    const place = await store;
    const [slots, records] = await Promise.all([place?.slots() ?? [], place?.records<Record>() ?? []]);
    for (const slot of slots) {
      const opened = await pe.resumeTraining(slot.checkpoint).catch(() => undefined);
      if (opened === undefined) continue; // torn: the other slot
      const { experiment: its, facts, step: at } = opened;
      if (at >= facts.steps) return opened.close();
      left = opened;
      const resume = h(
        'button',
        {
          type: 'button',
          class: 'primary',
          on: {
            click: () => {
              kept.hidden = true;
              left = undefined;
              update(stateOf(its, state.peek()));
              data.value = dataOf(its);
              clearTimeout(timer);
              const seen = records.filter((one) => one.step <= at);
              open(keyOf([experiment.peek()]), its, { opened, records: seen }).play();
            },
          },
        },
        'Go on',
      );
      const drop = h('button', { type: 'button', class: 'quiet', on: { click: () => discard() } }, 'Discard');
      fill(
        kept,
        h(
          'p',
          {},
          `A run on ${its.task.id} was left at step ${at.toLocaleString('en')} of ${facts.steps.toLocaleString('en')}, ${new Date(slot.at).toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short' })}.`,
        ),
        h('div', { class: 'toolbar' }, resume, drop),
      );
      kept.hidden = false;
      return;
    }
  }

  function closeOffer(): void {
    kept.hidden = true;
    left?.close();
    left = undefined;
  }
  async function discard(): Promise<void> {
    closeOffer();
    await (await store)?.clear();
    say('Discarded.');
  }

  function saveEvaluations(): void {
    const records = live.peek()?.records.peek() ?? [];
    saveText(csvOf(records), `${fileName()}.csv`, 'text/csv');
  }
  async function saveWeights(): Promise<void> {
    const now = live.peek();
    const tensors = await now?.run.peek()?.weights();
    if (!now || !tensors) return;
    const bytes = weightsBytes(tensors, { experiment: JSON.stringify(now.experiment) });
    saveBlob(new Blob([bytes as Uint8Array<ArrayBuffer>]), `${fileName()}.safetensors`);
  }
  async function saveCheckpoint(): Promise<void> {
    const bytes = await live.peek()?.run.peek()?.checkpoint();
    if (bytes) saveBlob(new Blob([bytes as Uint8Array<ArrayBuffer>]), `${fileName()}.posenc-run`);
  }
  function saveExperiment(): void {
    saveText(
      `${JSON.stringify(experimentOf(state.peek(), data.peek()?.files), null, 2)}\n`,
      `${fileName()}.json`,
      'application/json',
    );
  }
  function fileName(): string {
    return `lab-${state.peek().task}`;
  }
}
