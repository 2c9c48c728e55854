/** The bar of a notebook: run, stop, undo, the link, files, and how many of its checks hold. */
import { effect } from '@preact/signals-core';
import { copyLink } from '../widgets/copy-link.js';
import { fill, h } from '../widgets/dom.js';
import type { Model } from './model.js';

export interface BarActions {
  readonly model: Model;
  runAll(): void;
  stop(): void;
  reset(): void;
  save(): void;
  open(file: File): void;
  link(): string;
}
export interface Counts {
  readonly checks: number;
  readonly hold: number;
  readonly failed: number;
  readonly running: number;
}
export interface Bar {
  readonly element: HTMLElement;
  changed(): void;
  started(): void;
  silent(seconds: number): void;
  ended(why: string): void;
  count(counts: Counts): void;
  /** Whether the address holds all of the notebook. */
  linkable(is: boolean): void;
}

export function bar(actions: BarActions): Bar {
  const { model } = actions;
  const button = (label: string, run: () => void, kind = 'quiet'): HTMLButtonElement =>
    h('button', { type: 'button', class: kind, on: { click: run } }, label);
  const run = button('Run all', actions.runAll);
  const stop = button('Stop', actions.stop);
  const undo = button('Undo', () => model.undo());
  const redo = button('Redo', () => model.redo());
  const reset = button('Reset', actions.reset);
  const copy = copyLink();
  const file = h('input', {
    type: 'file',
    accept: '.html,text/html',
    class: 'visually-hidden',
    tabindex: -1,
    'aria-label': 'Open a notebook',
  });
  file.addEventListener('change', () => {
    const [chosen] = file.files ?? [];
    if (chosen) actions.open(chosen);
    file.value = '';
  });
  const counted = h('p', { class: 'nb-counts' });
  const told = h('p', { class: 'nb-told', role: 'status' });
  stop.disabled = true;
  effect(() => {
    undo.disabled = !model.canUndo.value;
    redo.disabled = !model.canRedo.value;
    reset.hidden = model.original === undefined;
    reset.disabled = !model.changed.value && !model.canUndo.value;
  });
  return {
    element: h(
      'div',
      { class: 'nb-bar' },
      h(
        'div',
        { class: 'toolbar', role: 'group', 'aria-label': 'Notebook' },
        run,
        stop,
        undo,
        redo,
        reset,
        copy,
        button('Save', actions.save),
        button('Open…', () => file.click()),
        file,
      ),
      counted,
      told,
    ),
    changed() {
      if (model.original) reset.disabled = !model.changed.peek();
    },
    started: () => fill(told),
    silent: (seconds) => fill(told, `A cell has been busy for ${seconds} s; Stop ends it.`),
    ended: (why) => fill(told, `${why} Run all starts the notebook again, without the cell that was stopped.`),
    count({ checks, hold, failed, running }) {
      stop.disabled = running === 0;
      fill(
        counted,
        checks > 0 && h('span', { class: hold === checks ? 'holds' : 'wrong' }, `${hold} of ${checks} checks hold`),
        failed > 0 && h('span', { class: 'wrong' }, `${failed} ${failed === 1 ? 'cell' : 'cells'} failed`),
        running > 0 && h('span', {}, 'running …'),
      );
      if (running === 0 && told.textContent?.startsWith('A cell has been busy')) fill(told);
    },
    linkable(is) {
      copy.disabled = !is;
      copy.title = is
        ? 'The link holds the notebook as it stands.'
        : 'This notebook is too long for a link: save it as a file.';
    },
  };
}
