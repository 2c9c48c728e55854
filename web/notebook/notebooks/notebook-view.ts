/** A notebook on the page: its cells, its bar, and the address that holds what the reader changed. */
import { effect } from '@preact/signals-core';
import { say } from '../say.js';
import { fill, h } from '../widgets/dom.js';
import { addFormulas } from '../widgets/formulas.js';
import { saveText } from '../widgets/save.js';
import { bar } from './bar.js';
import { CellView } from './cell-view.js';
import type { Compiled } from './compile-cell.js';
import { fileName } from './file-name.js';
import { type Cell, type Notebook, writeNotebook } from './format.js';
import { type InputValues, fragmentOf } from './link.js';
import { Model, sameCell } from './model.js';
import type { Prepared } from './prepare.js';
import { review } from './review.js';
import { Runner } from './runner.js';
import type { Tree } from './tree.js';
import { isTrusted, trust } from './trust.js';

export interface Opened {
  readonly notebook: Notebook;
  readonly inputs: InputValues;
  /** The page's own, as the build prepared it. */
  readonly original: Prepared | undefined;
  /** Where it came from, as the reader is told; undefined for the page's own. */
  readonly source: string | undefined;
}

/** Changes are in the address when the reader pauses. */
const quietMs = 300;

export async function showNotebook(
  root: HTMLElement,
  opened: Opened,
  openFile: (file: File) => void,
): Promise<() => void> {
  const { original, inputs, source } = opened;
  addFormulas(original?.formulas ?? {});
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
      model.edit(id, value);
      // also where nothing changed: the reader asked for it
      const cell = model.cell(id);
      if (cell) void show(cell, true);
    },
    set: (id: number, index: number, value: Parameters<Runner['set']>[2]): void => {
      runner.set(id, index, value);
      later();
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
      void runAll();
    },
    save: () => {
      const notebook = model.notebook.peek();
      saveText(writeNotebook(notebook), `${fileName(notebook.title)}.html`, 'text/html');
    },
    open: openFile,
    link: () => location.href,
  });

  fill(root, front, tools.element, list);
  const before = new Map<number, Cell>();
  const stop = effect(() => {
    const { cells } = model.notebook.value;
    draw(cells);
  });
  if (consented) await runAll();
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
    if (!run) return;
    if (cell.value.trim() === '') return view.turn({ id: cell.id, state: 'done', outputs: [] });
    await runner.run(cell, model.notebook.peek().cells);
    void trust(model.notebook.peek());
  }

  async function proseTrees(cell: Cell): Promise<readonly Tree[] | undefined> {
    if (cell.mode !== 'md' && cell.mode !== 'tex') return undefined;
    if (isOriginal(cell)) return original?.prose[cell.id];
    const { proseOf } = await import('./prepare.js');
    return proseOf(cell);
  }

  async function runAll(): Promise<void> {
    consented = true;
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

  function askFirst(): void {
    const open = original && (() => location.assign(`${location.pathname}${location.search}`));
    list.setAttribute('data-unrun', '');
    for (const view of views.values()) view.showSource(true);
    fill(
      front,
      review(source ?? 'a link', model.notebook.peek(), original, {
        run: () => void runAll(),
        original: open || undefined,
      }),
    );
  }

  function count(): void {
    const checks = [...list.querySelectorAll<HTMLElement>('.nb-check')];
    const failed = [...views.values()].filter(({ element }) => element.dataset['state'] === 'failed').length;
    const running = [...views.values()].filter(({ element }) => element.dataset['state'] === 'running').length;
    tools.count({
      checks: checks.length,
      hold: checks.filter((one) => one.dataset['passes'] === 'true').length,
      failed,
      running,
    });
    root.dataset['running'] = String(running);
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
