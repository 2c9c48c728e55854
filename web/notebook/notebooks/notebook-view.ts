/** A notebook on the page: cells, bar, and the address with the reader's changes. */
import { effect, signal } from '@preact/signals-core';
import { framed } from '../embed-mode.js';
import { whenSeen } from '../widgets/when-seen.js';
import { say } from '../say.js';
import { fill, html } from '../kit/html.js';
import { messageOf } from '../kit/errors.js';
import { addFormulas } from '../kit/formulas.js';
import { addressOf } from './address.js';
import { goTo } from './anchors.js';
import { Arrival } from './arrival.js';
import { bar } from './bar.js';
import { addProgress, copyAs, saveNotebook } from './transfer.js';
import { CellView } from './cell-view.js';
import { numberCells, numberOf } from './cell-numbers.js';
import { CellViews } from './cell-views.js';
import { countsOf, failedCells } from './counts.js';
import type { Compiled } from './compile-cell.js';
import { isSolution } from './exercise-cells.js';
import type { ContentOf } from './exports/standalone.js';
import type { Cell } from './format.js';
import { exercisesDone } from './exercises-done.js';
import { Model, sameCell } from './model.js';
import { addProse } from './outputs/output.js';
import type { Opened, ShownNotebook } from './opened.js';
import { studentNumber } from './progress.js';
import { proseTrees } from './prose-trees.js';
import { review } from './review.js';
import { Runner } from './runner.js';
import { isSettled, openInTab } from './plain-sight.js';
import { isTrusted, trust } from './trust.js';
import { whereabouts } from './whereabouts.js';

/** Citations need the list of references. */
const cites = (cells: readonly Cell[]): boolean => cells.some(({ value }) => value.includes('[@'));

const failed = (what: string) => (error: unknown) => say(`${what} failed: ${messageOf(error)}`);

export async function showNotebook(
  root: HTMLElement,
  opened: Opened,
  openFile: (file: File) => void,
): Promise<ShownNotebook> {
  const { original, inputs, source, name, keep } = opened;
  const recorded = original?.recorded;
  addFormulas({ ...original?.formulas, ...recorded?.formulas });
  addProse(recorded?.prose ?? {});
  const model = new Model(opened.notebook, original);
  numberCells(model.notebook);
  const ready = new Map(original?.compiled.map((one) => [one.id, one]));
  const isOriginal = (cell: Cell): boolean => {
    const before = model.originalOf(cell.id);
    return before !== undefined && sameCell(cell, before);
  };
  const views = new CellViews();
  const { list } = views;
  const front = html`<div class="nb-front"></div>`;
  const references = html`<section class="nb-references" aria-label="References"></section>`;
  const page = html`<div class="nb-column">${list}${references}</div>`;
  const places = whereabouts(page, list);
  const counts = signal(countsOf(list, false));
  const [editors, inputsSet, told] = [signal(0), signal(inputs.size > 0), signal('')];
  let consented = source === undefined || (await isTrusted(opened));
  /** Recorded outputs are those of student number 0. */
  const seeded = original?.compiled.some((one) => one.inputs.includes('seeded')) ?? false;
  /** Shows the recorded outputs; the first user action runs the cells. */
  let asItCame =
    recorded !== undefined && source === undefined && inputs.size === 0 && !(seeded && studentNumber() > 0);
  const arrival = new Arrival(asItCame);
  let over = false;
  const runner = new Runner(
    {
      turn: (turn) => {
        views.get(turn.id)?.turn(turn);
        count();
      },
      failed: (id, fault) => {
        views.get(id)?.fault(fault);
        count();
      },
      idle: (id) => {
        if (model.cell(id)?.mode === 'js') views.get(id)?.turn({ id, state: 'done', outputs: [] });
      },
      ended: (why) => {
        if (over || why === '') return;
        told.value = `${why} Run all starts the notebook again, without the cell that was stopped.`;
        say(why);
        count();
      },
      silent: (seconds) => (told.value = `A cell has been busy for ${seconds} s; Stop ends it.`),
    },
    (cell): Compiled | 'idle' | undefined => (isOriginal(cell) ? (ready.get(cell.id) ?? 'idle') : undefined),
    inputs,
    studentNumber(),
  );

  const { link, ...address } = addressOf(
    original,
    () => {
      if (!consented) return undefined;
      const now = { notebook: model.notebook.peek(), inputs: runner.inputs };
      // the reader has consented to it, or made it
      if (source !== undefined || model.changed.peek()) void trust(now);
      return now;
    },
    keep,
  );
  /** True if an edit (or undo) re-runs the cell. After a stop this includes the stopped cell, which may now end. */
  const runs = (id: number): boolean => runner.started || runner.halted(id);
  const actions = {
    commit: (id: number, value: string): void => {
      if (framed && !consented) return openInTab();
      const [before, drawn] = [model.cell(id), runs(id)];
      model.edit(id, value);
      const cell = model.cell(id);
      // draw() has run a changed cell. An unchanged cell runs too, because the reader requested it.
      if (cell && (cell === before || !drawn)) void show(cell, consented);
      if (!consented) say('Nothing of this notebook has run. “Run this notebook” runs all of it.');
    },
    set: (id: number, index: number, value: Parameters<Runner['set']>[2]): void => {
      runner.set(id, index, value);
      inputsSet.value = true;
      // also after a stop
      if (asItCame || (consented && !runner.started)) void runAll();
      address.later();
    },
    tell: (id: number, index: number, value: Parameters<Runner['tell']>[2]): void => runner.tell(id, index, value),
    answer: (id: number, index: number, given: string): void => {
      runner.answer(id, index, given);
      if (asItCame || !runner.started) void runAll();
    },
    ...exercisesDone(name, count),
    insert: (after: number, mode: Cell['mode']): void => {
      const id = model.insert(after, mode);
      if (id !== undefined) void views.get(id)?.open();
    },
    move: (id: number, by: number): void => {
      model.move(id, by);
      views.get(id)?.element.scrollIntoView({ block: 'nearest' });
    },
    reset: (id: number): void => model.resetCell(id),
    remove: (id: number): void => {
      const number = numberOf(id);
      model.remove(id);
      say(`Cell ${number} was deleted. Undo brings it back.`);
    },
    names: () => [...ready.values()].flatMap(({ outputs }) => outputs),
    opened: (by: 1 | -1): void => void (editors.value += by),
  };

  const tools = bar({
    model,
    counts,
    editors,
    inputsSet,
    told,
    link,
    contents: places.links,
    toFailed: () => void goTo(list, list.querySelector(failedCells)?.id ?? ''),
    runAll: () => void runAll(),
    stop: () => runner.stop('Stopped by the reader.'),
    reset: () => {
      runner.forgetInputs();
      inputsSet.value = false;
      model.reset();
      void runAll();
    },
    save: () => saveNotebook(model.notebook.peek()),
    open: openFile,
    copyAs: (kind) => {
      const contentOf: ContentOf = ({ id }) => views.get(id)?.outputs.content ?? { prose: undefined, drawn: [] };
      copyAs(kind, model.notebook.peek(), contentOf).catch(failed('The copy'));
    },
    student: (number) => {
      runner.student(number);
      if (asItCame && seeded) void runAll();
    },
    openProgress: (file) => void bringProgress(file).catch(failed('The file')),
    present: () => void presentIt().catch(failed('Presenting')),
  });
  for (const type of ['pointerover', 'focusin', 'pointerdown'] as const)
    list.addEventListener(type, ({ target }) => {
      if (target instanceof Element && target.closest('.nb-input, .nb-exercise')) wake();
    });

  for (const one of [page, places.element, tools]) one.addEventListener('click', places.follow);
  const stop = effect(() => draw(model.notebook.value.cells, arrival.count.value));
  if (asItCame) await arrival.make(opened.notebook.cells, views, recorded!.turns).then(count);
  fill(root, front, tools, html`<div class="nb-page">${places.element}${page}</div>`);
  places.begin();
  if (asItCame) await arrival.show();
  else if (consented) await runAll();
  else askFirst();
  if (original && !cites(original.cells)) whenSeen().watch(references, showReferences);
  for (const type of ['wheel', 'keydown', 'pointerdown']) root.addEventListener(type, places.stay);
  return {
    goTo: places.goTo,
    present: presentIt,
    leave: () => {
      over = true;
      stop();
      places.leave();
      address.leave();
      runner.stop('');
    },
  };

  /** Updates the page from the model and runs changed cells. */
  function draw(all: readonly Cell[], come: number): void {
    const cells = all.slice(0, come);
    const make = (cell: Cell): CellView => new CellView(cell, actions);
    for (const cell of views.arrange(cells, make, (id) => runner.remove(id))) {
      views.get(cell.id)!.update(cell, original !== undefined && !isOriginal(cell));
      void show(cell, consented && runs(cell.id));
    }
    if (cells.length === all.length && cites(all)) void showReferences();
    // recorded outputs do not match the changed cells
    if (model.changed.peek()) wake();
    address.later();
  }

  /** Shows prose immediately, and runs code if allowed. */
  async function show(cell: Cell, run: boolean): Promise<void> {
    const trees = await proseTrees(cell, isOriginal(cell) ? original : undefined);
    const view = views.get(cell.id);
    if (!view || model.cell(cell.id) !== cell) return;
    if (trees) {
      view.prose(trees);
      if (cell.mode === 'md') runner.remove(cell.id);
      return;
    }
    if (cell.mode === 'python') return view.companion(isSolution(cell, model.notebook.peek().cells));
    if (!run) return;
    if (asItCame) return runAll();
    if (cell.value.trim() === '') {
      // its outputs and names are removed
      runner.remove(cell.id);
      return view.turn({ id: cell.id, state: 'done', outputs: [] });
    }
    if (!runner.started) told.value = '';
    await runner.run(cell, model.notebook.peek().cells);
  }

  async function presentIt(): Promise<void> {
    const { present } = await import('./present/present.js');
    present(model.notebook.peek().cells, (id) => views.get(id)?.element);
  }

  async function showReferences(): Promise<void> {
    const { cells } = model.notebook.peek();
    const itself = original && {
      title: original.title,
      address: `${location.origin}${location.pathname}?name=${name}`,
    };
    const { fillReferences } = await import('./citations/reference-list.js');
    fillReferences(references, cells, itself);
  }

  /** Replaces recorded outputs by a live run. */
  function wake(): void {
    if (asItCame) void runAll();
  }

  /** @param seen the click was in plain sight (plain-sight.ts), which a notebook from a link needs to run */
  async function runAll(seen = isSettled()): Promise<void> {
    if (!consented && !seen)
      return framed ? openInTab() : say('Press it again: this page has only just come to the front.');
    if (!consented) void trust({ notebook: model.notebook.peek(), inputs: runner.inputs });
    consented = true;
    asItCame = false;
    arrival.all();
    front.replaceChildren();
    list.removeAttribute('data-unrun');
    told.value = '';
    for (const view of views.values()) view.showSource();
    const { cells } = model.notebook.peek();
    for (const { id, mode } of cells) if (mode === 'js' && !runner.halted(id)) views.get(id)?.state('running');
    count();
    address.later();
    await runner.runAll(cells);
  }

  async function bringProgress(file: File): Promise<void> {
    await addProgress(file);
    runner.student(studentNumber());
    // redraws them with the new progress
    for (const view of views.values()) view.outputs.forgetExercises();
    if (consented) await runAll();
    say('The progress of the file was added.');
  }

  function askFirst(): void {
    const open = original && (() => location.assign(`${location.pathname}${location.search}`));
    list.setAttribute('data-unrun', '');
    for (const view of views.values()) view.showSource(true);
    const actions = { run: () => void runAll(true), original: open || undefined };
    fill(front, review(source ?? 'a link', model.notebook.peek(), original, actions));
  }

  function count(): void {
    counts.value = countsOf(list, asItCame);
    const { running } = counts.value;
    root.dataset['running'] = String(running);
    if (running === 0 && told.value.startsWith('A cell has been busy')) told.value = '';
  }
}
