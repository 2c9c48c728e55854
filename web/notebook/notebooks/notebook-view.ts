/** A notebook on the page: its cells, its bar, and the address that holds what the reader changed. */
import { effect } from '@preact/signals-core';
import { framed } from '../embed-mode.js';
import { say } from '../say.js';
import { fill, h } from '../widgets/dom.js';
import { messageOf } from '../widgets/errors.js';
import { addFormulas } from '../widgets/formulas.js';
import { saveText } from '../widgets/save.js';
import { bar } from './bar.js';
import { addProgress, copyAs } from './carry.js';
import { CellView, type Shown } from './cell-view.js';
import { countsOf } from './counts.js';
import type { Compiled } from './compile-cell.js';
import { isSolution } from './exercise-cells.js';
import { fileName } from './file-name.js';
import { type Cell, type Notebook, writeNotebook } from './format.js';
import { fontFor } from './late-tex.js';
import { type InputValues, fragmentOf } from './link.js';
import { Model, sameCell } from './model.js';
import { addProse } from './outputs/output.js';
import { paced } from './pace.js';
import type { Built } from './prepare.js';
import { type Done, keepProgress, progress } from './progress.js';
import { review } from './review.js';
import { Runner } from './runner.js';
import type { Tree } from './tree.js';
import { openInTab } from './plain-sight.js';
import { isTrusted, trust } from './trust.js';

export interface Opened {
  readonly notebook: Notebook;
  readonly inputs: InputValues;
  /** The page's own, as the build prepared it. */
  readonly original: Built | undefined;
  /** Where it came from, as the reader is told; undefined for the page's own. */
  readonly source: string | undefined;
  /** Under which the reader's progress is kept. */
  readonly name: string;
}

const failed = (what: string) => (error: unknown) => say(`${what} failed: ${messageOf(error)}`);

/** A file that is opened by itself shows a sentence; what reads notebooks begins at their element. */
const forPeople = (text: string): string =>
  text.replace(
    '\n',
    `\n<meta charset="utf-8" />\n<p>This file is a notebook. Open it at ${location.origin}${location.pathname} with File, Open a notebook.</p>\n`,
  );

/** Changes are in the address when the reader pauses. */
const quietMs = 300;

export async function showNotebook(
  root: HTMLElement,
  opened: Opened,
  openFile: (file: File) => void,
): Promise<() => void> {
  const { original, inputs, source, name } = opened;
  const recorded = original?.recorded;
  addFormulas({ ...original?.formulas, ...recorded?.formulas });
  addProse(recorded?.prose ?? {});
  const model = new Model(opened.notebook, original);
  const ready = new Map(original?.compiled.map((one) => [one.id, one]));
  const isOriginal = (cell: Cell): boolean => {
    const before = model.originalOf(cell.id);
    return before !== undefined && sameCell(cell, before);
  };
  const views = new Map<number, CellView>();
  const list = h('div', { class: 'nb-cells' });
  const front = h('div', { class: 'nb-front' });
  let consented = source === undefined || (await isTrusted(opened.notebook));
  /** Shown is what came with the page; the first touch runs the cells. */
  let asItCame = recorded !== undefined && source === undefined && inputs.size === 0;
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
        tools.ended(why);
        say(why);
        count();
      },
      silent: (seconds) => tools.silent(seconds),
    },
    (cell): Compiled | 'idle' | undefined => (isOriginal(cell) ? (ready.get(cell.id) ?? 'idle') : undefined),
    inputs,
  );

  const actions = {
    commit: (id: number, value: string): void => {
      if (framed && !consented) return openInTab();
      const before = model.cell(id);
      model.edit(id, value);
      const cell = model.cell(id);
      // What changed was run by draw(); what did not change runs as well, for the reader asked for it.
      if (cell && (cell === before || !runner.started)) void show(cell, consented);
      if (!consented) say('Nothing of this notebook has run. “Run this notebook” runs all of it.');
    },
    set: (id: number, index: number, value: Parameters<Runner['set']>[2]): void => {
      runner.set(id, index, value);
      wake();
      tools.changed();
      later();
    },
    answer: (id: number, index: number, given: string): void => {
      runner.answer(id, index, given);
      if (asItCame || !runner.started) void runAll();
    },
    done: (key: string): Done | undefined => progress()[name]?.[key],
    judged: (key: string, { given, passes }: { given: string; passes: boolean }): void => {
      const before = progress();
      const solved = passes || before[name]?.[key]?.solved === true;
      keepProgress({ ...before, [name]: { ...before[name], [key]: { given, solved } } });
      count();
    },
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
      model.remove(id);
      say(`Cell ${id} was deleted. Undo brings it back.`);
    },
    names: () => [...ready.values()].flatMap(({ outputs }) => outputs),
    say,
  };

  const tools = bar({
    model,
    runAll: () => void runAll(),
    stop: () => runner.stop('Stopped by the reader.'),
    reset: () => {
      runner.forgetInputs();
      model.reset();
      tools.changed();
      void runAll();
    },
    inputsSet: () => runner.inputs.size > 0,
    save: () => {
      const notebook = model.notebook.peek();
      saveText(forPeople(writeNotebook(notebook)), `${fileName(notebook.title)}.html`, 'text/html');
    },
    open: openFile,
    copyAs: (kind) => {
      const shown = (cell: Cell): Shown => views.get(cell.id)?.shown ?? { prose: undefined, drawn: [] };
      copyAs(kind, model.notebook.peek(), shown).catch(failed('The copy'));
    },
    openProgress: (file) => void bringProgress(file).catch(failed('The file')),
  });
  for (const type of ['pointerover', 'focusin', 'pointerdown'] as const)
    list.addEventListener(type, ({ target }) => {
      if (target instanceof Element && target.closest('.nb-input, .nb-exercise')) wake();
    });

  fill(root, front, tools.element, list);
  const before = new Map<number, Cell>();
  const stop = effect(() => {
    const { cells } = model.notebook.value;
    draw(cells);
  });
  if (asItCame) {
    for (const turn of recorded!.turns) views.get(turn.id)?.turn(turn);
    count();
  } else if (consented) await runAll();
  else askFirst();
  return () => {
    over = true;
    stop();
    clearTimeout(timer);
    runner.stop('');
  };

  /** Brings what is shown in line with the model; runs what changed. */
  function draw(cells: readonly Cell[]): void {
    const ids = new Set(cells.map((cell) => cell.id));
    for (const [id, view] of views) {
      if (ids.has(id)) continue;
      view.element.remove();
      views.delete(id);
      before.delete(id);
      runner.remove(id);
    }
    const elements = cells.map((cell) => {
      const view = views.get(cell.id) ?? new CellView(cell, actions);
      views.set(cell.id, view);
      return view.element;
    });
    elements.forEach((element, i) => {
      const there = list.children[i];
      if (!there) list.append(element);
      else if (there !== element) there.before(element);
    });
    for (const cell of cells) {
      const known = before.get(cell.id);
      if (known && sameCell(known, cell)) continue;
      before.set(cell.id, cell);
      const view = views.get(cell.id)!;
      view.update(cell, original !== undefined && !isOriginal(cell));
      void show(cell, consented && runner.started);
    }
    tools.changed();
    // what stands there is of other cells
    if (model.changed.peek()) wake();
    later();
  }

  /** Prose at once, code when it may run. */
  async function show(cell: Cell, run: boolean): Promise<void> {
    const trees = await proseTrees(cell);
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
    if (cell.value.trim() === '') return view.turn({ id: cell.id, state: 'done', outputs: [] });
    if (!runner.started) tools.started();
    await runner.run(cell, model.notebook.peek().cells);
    void trust(model.notebook.peek());
  }

  async function proseTrees(cell: Cell): Promise<readonly Tree[] | undefined> {
    if (cell.mode !== 'md' && cell.mode !== 'tex') return undefined;
    if (isOriginal(cell)) return original?.prose[cell.id];
    const { proseOf } = await import('./prepare.js');
    await paced();
    const trees = proseOf(cell);
    fontFor(trees ?? []);
    return trees;
  }

  /** What stands there begins to live. */
  function wake(): void {
    if (asItCame) void runAll();
  }

  /** @param seen in a frame, what came with a link runs by the one button that must be seen (plain-sight.ts) */
  async function runAll(seen = !framed): Promise<void> {
    if (!consented && !seen) return openInTab();
    consented = true;
    asItCame = false;
    front.replaceChildren();
    list.removeAttribute('data-unrun');
    tools.started();
    for (const view of views.values()) view.showSource();
    const { cells } = model.notebook.peek();
    for (const { id, mode } of cells) if (mode === 'js') views.get(id)?.state('running');
    count();
    await runner.runAll(cells);
    if (source !== undefined) void trust(model.notebook.peek());
  }

  async function bringProgress(file: File): Promise<void> {
    await addProgress(file);
    // they are drawn again, with what is known of them now
    for (const view of views.values()) view.forgetExercises();
    if (consented) await runAll();
    say('The progress of the file was added.');
  }

  function askFirst(): void {
    const open = original && (() => location.assign(`${location.pathname}${location.search}`));
    list.setAttribute('data-unrun', '');
    for (const view of views.values()) view.showSource(true);
    fill(
      front,
      review(source ?? 'a link', model.notebook.peek(), original, {
        run: () => void runAll(true),
        original: open || undefined,
      }),
    );
  }

  function count(): void {
    const counts = countsOf(list, asItCame);
    tools.count(counts);
    root.dataset['running'] = String(counts.running);
  }

  var timer: ReturnType<typeof setTimeout> | undefined;
  function later(): void {
    if (!consented) return;
    clearTimeout(timer);
    timer = setTimeout(() => void write(), quietMs);
  }
  async function write(): Promise<void> {
    const fragment = await fragmentOf({ notebook: model.notebook.peek(), inputs: runner.inputs }, original);
    if (over) return;
    tools.linkable(fragment !== undefined);
    const address = `${location.pathname}${location.search}${fragment ?? ''}`;
    if (address !== `${location.pathname}${location.search}${location.hash}`) history.replaceState(null, '', address);
  }
}
