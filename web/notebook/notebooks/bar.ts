/**
 * The bar of a notebook. Reading: title, contents, validity and solved exercises. Editing or running: also undo and
 * stop.
 */
import type { ReadonlySignal } from '@preact/signals-core';
import { button, fileInput } from '../kit/elements.js';
import { type Content, fill, h, html } from '../kit/html.js';
import { copyLink } from '../widgets/copy-link.js';
import { saveProgress } from './transfer.js';
import type { Counts } from './counts.js';
import type { FileKind } from './exports/files.js';
import { menu } from './menu.js';
import type { Model } from './model.js';

export interface BarOptions {
  readonly model: Model;
  readonly counts: ReadonlySignal<Counts>;
  /** Number of open editors. */
  readonly editors: ReadonlySignal<number>;
  /** True if the reader has set any input. */
  readonly inputsSet: ReadonlySignal<boolean>;
  /** Status of cells that were stopped, or are about to be. */
  readonly told: ReadonlySignal<string>;
  /** The address that holds the whole notebook, if possible. */
  readonly link: ReadonlySignal<string | undefined>;
  readonly contents: () => Content;
  /** Goes to the first cell that failed. */
  toFailed(): void;
  runAll(): void;
  stop(): void;
  reset(): void;
  save(): void;
  open(file: File): void;
  copyAs(kind: FileKind): void;
  openProgress(file: File): void;
  /** Student number, from which cells take individual numbers. */
  student(number: number): void;
  present(): void;
}

const asItCame =
  'The outputs came with the page. Cells run in this browser if you change an input, answer an exercise, edit a cell or press Run all.';

/** Query parameter for authors (docs/notebooks.md). */
const forAuthors = new URLSearchParams(location.search).has('solutions');

export function bar(options: BarOptions): HTMLElement {
  const { model, counts, editors, inputsSet, told, link, copyAs } = options;
  const file = fileInput('Open a notebook', '.html,text/html', options.open);
  const progressFile = fileInput('Open a file of progress', '.json,application/json', options.openProgress);
  const files = menu('File', 'File', [
    button('Save as a notebook', options.save),
    button('Open a notebook…', () => file.click()),
    button('Copy as a page to read, without scripts', () => copyAs('page')),
    button('Copy for LaTeX', () => copyAs('latex')),
    button('Copy for Jupyter, in JavaScript', () => copyAs('jupyter-javascript')),
    button('Copy for Jupyter, in Python', () => copyAs('jupyter-python')),
    ...(forAuthors ? [button('Copy with solutions, in Python', () => copyAs('jupyter-python-solutions'))] : []),
    button('Present as slides', options.present),
    button('Print, or make a PDF', () => print()),
  ]);
  const solved = html`<span class=${() => (counts.value.solved === counts.value.posed ? 'holds' : '')}
    >${() => `${counts.value.solved} of ${counts.value.posed} solved`}</span
  >`;
  const number = html`<div></div>`;
  const exercises = menu(solved, 'Exercises', [
    button('Save progress as a file', saveProgress),
    button('Hand in…', () => void import('./hand-in/save.js').then(({ askForHandIn }) => askForHandIn())),
    button('Add progress from a file…', () => progressFile.click()),
    number,
  ]);
  exercises.addEventListener('toggle', () => {
    if (!(exercises as HTMLDetailsElement).open) return;
    void import('./student-number.js').then(({ studentNumberBox }) => fill(number, studentNumberBox(options.student)));
  });
  const contents = menu('Contents', 'Contents', [html`<div>${options.contents}</div>`]);
  contents.classList.add('nb-contents-menu');
  /** Reading mode: there is nothing to undo. */
  const reads = (): boolean => editors.value === 0 && !model.canUndo.value && !model.canRedo.value && !inputsSet.value;
  const title = (): Content =>
    model.original
      ? html`<p class="nb-title">${() => model.notebook.value.title}</p>`
      : h('input', {
          ...{ class: 'nb-title text-box', 'aria-label': 'Title of the notebook' },
          value: () => model.notebook.value.title,
          onchange: ({ target }) => model.rename((target as HTMLInputElement).value),
        });
  const figures = (): Content => {
    const { checks, hold, running, recorded } = counts.value;
    return [
      checks > 0 && html`<span class=${hold === checks ? 'holds' : 'wrong'}>${hold} of ${checks} claims hold</span>`,
      running > 0 && html`<span>running …</span>`,
      recorded && html`<span class="nb-as-built" title=${asItCame}>as built, not yet run here</span>`,
    ];
  };
  /** The element is kept, so that it does not lose focus. */
  const failed = button(
    () => `${counts.value.failed} ${counts.value.failed === 1 ? 'cell' : 'cells'} failed`,
    options.toFailed,
    { class: 'quiet wrong', hidden: () => counts.value.failed === 0, title: 'To the first of them' },
  );
  const isTooLong = (): boolean => link.value === undefined;
  const tooLong = 'This notebook is too long for a link: save it as a file.';
  const copy = copyLink(() => link.value ?? location.href, {
    ...{ disabled: isTooLong, title: () => (isTooLong() ? tooLong : 'The link holds the notebook as it stands.') },
  });
  const isUntouched = (): boolean => !model.changed.value && !model.canUndo.value && !inputsSet.value;
  return html`<div class="nb-bar flow">
    ${title()} ${contents}
    <div class="toolbar" role="group" aria-label="Changes" hidden=${reads}>
      ${button('Undo', () => model.undo(), { disabled: () => !model.canUndo.value })}
      ${button('Redo', () => model.redo(), { disabled: () => !model.canRedo.value })}
      ${model.original && button('Reset', options.reset, { disabled: isUntouched })}
    </div>
    <p class="nb-counts fine">${figures}</p>
    ${failed}
    <div class="toolbar nb-main" role="group" aria-label="Notebook">
      ${button('Stop', options.stop, { disabled: () => counts.value.running === 0 })}
      ${button('Run all', options.runAll)} ${copy}
    </div>
    <div class="nb-posed" hidden=${() => counts.value.posed === 0}>${exercises}</div>
    ${files} ${file} ${progressFile}
    <p class="nb-told" role="status">${() => told.value}</p>
  </div>`;
}
