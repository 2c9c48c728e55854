/** The bar of a notebook: run, stop, undo, the link, files, and how many of its checks hold. */
import { effect } from '@preact/signals-core';
import { copyLink } from '../widgets/copy-link.js';
import { fill, h } from '../widgets/dom.js';
import { saveProgress } from './carry.js';
import type { Counts } from './counts.js';
import type { FileKind } from './exports/files.js';
import { menu } from './menu.js';
import type { Model } from './model.js';

export interface BarActions {
  readonly model: Model;
  runAll(): void;
  stop(): void;
  reset(): void;
  /** Whether the reader has set any. */
  inputsSet(): boolean;
  save(): void;
  open(file: File): void;
  copyAs(kind: FileKind): void;
  openProgress(file: File): void;
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

const asItCame =
  'What the cells show came with the page. They run in this browser when an input is changed, an exercise answered, a cell edited, or by Run all.';

/** Of the address, as docs/notebooks.md has it. */
const forAuthors = new URLSearchParams(location.search).has('solutions');

function fileInput(label: string, accept: string, open: (file: File) => void): HTMLInputElement {
  const file = h('input', { type: 'file', accept, class: 'visually-hidden', tabindex: -1, 'aria-label': label });
  file.addEventListener('change', () => {
    const [chosen] = file.files ?? [];
    if (chosen) open(chosen);
    file.value = '';
  });
  return file;
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
  const file = fileInput('Open a notebook', '.html,text/html', actions.open);
  const progressFile = fileInput('Open a file of progress', '.json,application/json', actions.openProgress);
  const exercises = h('span', {});
  const progress = menu(exercises, 'Exercises', [
    button('Save progress as a file', saveProgress),
    button('Add progress from a file…', () => progressFile.click()),
  ]);
  progress.hidden = true;
  const files = menu('File', 'File', [
    button('Save as a notebook', actions.save),
    button('Open a notebook…', () => file.click()),
    button('Copy as a page to read, without scripts', () => actions.copyAs('page')),
    button('Copy for Jupyter, in JavaScript', () => actions.copyAs('jupyter-javascript')),
    button('Copy for Jupyter, in Python', () => actions.copyAs('jupyter-python')),
    ...(forAuthors ? [button('Copy with solutions, in Python', () => actions.copyAs('jupyter-python-solutions'))] : []),
    button('Print, or make a PDF', () => print()),
  ]);
  const counted = h('p', { class: 'nb-counts' });
  const told = h('p', { class: 'nb-told', role: 'status' });
  stop.disabled = true;
  effect(() => {
    undo.disabled = !model.canUndo.value;
    redo.disabled = !model.canRedo.value;
    reset.hidden = model.original === undefined;
    reset.disabled = !model.changed.value && !model.canUndo.value && !actions.inputsSet();
  });
  return {
    element: h(
      'div',
      { class: 'nb-bar' },
      h(
        'div',
        { class: 'toolbar nb-main', role: 'group', 'aria-label': 'Notebook' },
        run,
        stop,
        undo,
        redo,
        reset,
        copy,
      ),
      files,
      progress,
      file,
      progressFile,
      counted,
      told,
    ),
    changed() {
      if (model.original) reset.disabled = !model.changed.peek() && !actions.inputsSet();
    },
    started: () => fill(told),
    silent: (seconds) => fill(told, `A cell has been busy for ${seconds} s; Stop ends it.`),
    ended: (why) => fill(told, `${why} Run all starts the notebook again, without the cell that was stopped.`),
    count({ checks, hold, posed, solved, failed, running, recorded }) {
      stop.disabled = running === 0;
      fill(
        counted,
        checks > 0 && h('span', { class: hold === checks ? 'holds' : 'wrong' }, `${hold} of ${checks} checks hold`),
        failed > 0 && h('span', { class: 'wrong' }, `${failed} ${failed === 1 ? 'cell' : 'cells'} failed`),
        running > 0 && h('span', {}, 'running …'),
        recorded && h('span', { title: asItCame }, 'as built, not yet run here'),
      );
      progress.hidden = posed === 0;
      fill(exercises, `${solved} of ${posed} solved`);
      exercises.className = solved === posed ? 'holds' : '';
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
