/** Details of one run: all measurements step by step, and its files. */
import { effect, signal } from '@preact/signals-core';
import { weightsBytes } from 'posenc';
import { button } from '../kit/elements.js';
import { fill, html } from '../kit/html.js';
import type { Posenc } from '../library.js';
import { saveFile } from '../widgets/save.js';
import { toolbar } from '../widgets/section.js';
import { csvOf } from './records-csv.js';
import { runView } from './run-view.js';
import type { OneRun } from './runs.js';

/** @returns a function that shows a run */
export function mountCloser(root: HTMLElement, pe: Posenc): (run: OneRun) => void {
  const watched = signal<OneRun>();
  const name = (): string => `lab-${watched.peek()?.experiment.task.id ?? ''}`;
  const view = runView(pe, name, () => watched.peek()?.title ?? '');
  const csv = (): void => saveFile(csvOf(watched.peek()?.records.peek() ?? []), `${name()}.csv`, 'text/csv');
  const weights = async (): Promise<void> => {
    const run = watched.peek();
    const tensors = await run?.run.peek()?.weights();
    if (!run || !tensors) return;
    const bytes = weightsBytes(tensors, { experiment: JSON.stringify(run.experiment) });
    saveFile(bytes, `${name()}.safetensors`);
  };
  const isPaused = (): boolean => watched.value?.phase.value === 'paused';
  const step = button('One step', () => watched.peek()?.stepOnce(), { disabled: () => !isPaused() });
  const files = [
    { label: 'CSV', hint: 'all evaluations', run: csv },
    { label: 'Weights', hint: '.safetensors', run: weights },
  ];
  fill(
    root,
    html`<h3 id="closer-title" tabindex="-1">${() => `The run ${watched.value?.title ?? ''}`}</h3>`,
    step,
    view.element,
    toolbar('The run as a file', files),
  );
  effect(() => void (root.hidden = watched.value === undefined));
  return (run) => {
    watched.value = run;
    view.watch(run);
    void run.open();
  };
}
