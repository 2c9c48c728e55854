/** The list of runs with visibility, progress and actions, and loading a run from a file. */
import { saveFile } from '../widgets/save.js';
import { failureOf } from '../kit/errors.js';
import { button as makeButton } from '../kit/elements.js';
import { h, html } from '../kit/html.js';
import { signal } from '@preact/signals-core';
import { headline } from './measures.js';
import { mostKept, type OneRun, type Runs } from './runs.js';

/** Larger files are rejected before they are read; no checkpoint is that large. */
const largestFile = 256 * 1024 * 1024;

/** @param closer opens the details of a run */
export function runsView(runs: Runs, closer: (run: OneRun) => void): HTMLElement {
  const wrong = signal('');
  const saying = (work: () => Promise<void>) => (): void => {
    wrong.value = '';
    work().catch((error: unknown) => (wrong.value = failureOf(error).message));
  };
  const read = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    if (file.size > largestFile) throw new Error(`${file.name} is no checkpoint: it has ${file.size} bytes.`);
    await runs.load(new Uint8Array(await file.arrayBuffer()));
  };
  const save = async (run: OneRun): Promise<void> => {
    const bytes = await runs.checkpoint(run);
    saveFile(bytes, `lab-${run.experiment.task.id}.posenc-run`);
  };
  const toggle = (run: OneRun): void => {
    const { shown } = runs;
    run.recall();
    shown.value = shown.value.includes(run.id) ? shown.value.filter((one) => one !== run.id) : [...shown.value, run.id];
  };
  const button = (name: string, about: string, work: () => void, disabled = (): boolean => false) =>
    makeButton(name, work, { 'aria-label': `${name}, ${about}`, disabled });
  const heading = html`<h3 tabindex="-1">Runs</h3>`;
  const remove = (id: string): void => {
    void runs.remove(id);
    heading.focus(); // its button was removed
  };
  const row = (run: OneRun): HTMLElement => {
    const { title, phase, step, steps, records } = run;
    const state = (): string => {
      const last = records.value.at(-1);
      if (phase.value === 'failed') return `stopped: ${failureOf(run.error.value).message}`;
      const at = `step ${step.value.toLocaleString('en')} of ${steps.toLocaleString('en')}`;
      return last === undefined ? at : `${at}, ${headline(last)}`;
    };
    const running = (): boolean => phase.value === 'running' || phase.value === 'opening';
    const [hasFailed, atStart] = [() => phase.value === 'failed', () => step.value === 0];
    const [look, keep] = [() => closer(run), saying(() => save(run))];
    const verb = (): string => (running() ? 'Pause' : 'Go on');
    const goOn = makeButton(verb, () => (running() ? run.pause() : run.play()), {
      hidden: () => !running() && (step.value >= steps || hasFailed()),
      'aria-label': () => `${verb()}, ${title}`,
    });
    return html`<li
      class="flow"
      data-phase=${() => phase.value}
      data-weights=${() => records.value.at(-1)?.evaluation.weightsHash}
    >
      <label
        ><input type="checkbox" checked=${() => runs.shown.value.includes(run.id)} onchange=${() => toggle(run)} />
        ${title}</label
      >
      <span class="lab-state aside">${state}</span>
      <span class="toolbar">
        ${goOn}${button('Look closer', title, look, hasFailed)}${button('Save checkpoint', title, keep, atStart)}
        ${button('Remove', title, () => remove(run.id))}
      </span>
    </li>`;
  };
  const torn = (id: string, error: unknown): HTMLElement =>
    html`<li class="flow" data-phase="failed">
      <span class="lab-state aside">A run that this browser kept cannot be read: ${failureOf(error).message}.</span>
      <span class="toolbar">${button('Remove', 'unreadable run', () => remove(id))}</span>
    </li>`;
  const file: HTMLInputElement = h('input', {
    ...{ type: 'file', name: 'checkpoint', accept: '.posenc-run' },
    onchange: saying(() => read(file.files?.[0]).finally(() => (file.value = ''))),
  });
  return html`<div class="lab-runs">
    ${heading}
    <ul class="stack gap-2">
      ${() => runs.all.value.map(row)}${() => runs.unreadable.value.map(({ id, error }) => torn(id, error))}
    </ul>
    <p class="means" hidden=${() => runs.all.value.length > 0 || !runs.keeps.value}>
      Runs that you train stand here. This browser keeps the latest ${mostKept}, also while the page is closed.
    </p>
    <label class="lab-file">Open a checkpoint that was saved here: ${file}</label>
    <p class="field-error" role="alert">${() => wrong.value}</p>
  </div>`;
}
