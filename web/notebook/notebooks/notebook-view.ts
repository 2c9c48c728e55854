/** A notebook on the page: its cells, its bar, and the address that holds what the reader changed. */
import { effect, signal } from '@preact/signals-core';
import { framed } from '../embed-mode.js';
import { whenSeen } from '../widgets/when-seen.js';
import { say } from '../say.js';
import { fill, html } from '../kit/html.js';
import { messageOf } from '../widgets/errors.js';
import { addFormulas } from '../widgets/formulas.js';
import { saveText } from '../widgets/save.js';
import { type Heading, anchors, goTo } from './anchors.js';
import { bar } from './bar.js';
import { addProgress, copyAs } from './transfer.js';
import { CellView, type CellContent } from './cell-view.js';
import { contents } from './contents.js';
import { countsOf } from './counts.js';
import type { Compiled } from './compile-cell.js';
import { isSolution } from './exercise-cells.js';
import { fileName } from './file-name.js';
import { type Cell, type Notebook, writeNotebook } from './format.js';
import { fontFor } from './late-tex.js';
import { type InputValues, type Linked, fragmentOf } from './link.js';
import { Model, sameCell } from './model.js';
import { addProse } from './outputs/output.js';
import { paced } from './pace.js';
import { pairs } from './pairs.js';
import { placeIn, withPlace } from './place.js';
import type { Built } from './prepare.js';
import { type Done, keepProgress, progress, studentNumber } from './progress.js';
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
  /** Keeps what the reader made of it, where the address does not. */
  readonly keep?: ((now: Linked) => void) | undefined;
}

export interface ShownNotebook {
  /** To a heading or note, as soon as it is there and while the reader has not gone elsewhere. */
  goTo(id: string): void;
  leave(): void;
  /** As slides. */
  present(): Promise<void>;
}

/** Its references must be there for whoever follows a citation. */
const cites = (cells: readonly Cell[]): boolean => cells.some(({ value }) => value.includes('[@'));

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
): Promise<ShownNotebook> {
  const { original, inputs, source, name, keep } = opened;
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
  const list = html`<div class="nb-cells"></div>`;
  const front = html`<div class="nb-front"></div>`;
  const references = html`<section class="nb-references" aria-label="References"></section>`;
  const page = html`<div class="nb-column">${list}${references}</div>`;
  const headings = signal<readonly Heading[]>([]);
  const places = contents(headings);
  const counts = signal(countsOf(list, false));
  const editors = signal(0);
  const inputsSet = signal(inputs.size > 0);
  const told = signal('');
  const link = signal<string | undefined>(location.href);
  let consented = source === undefined || (await isTrusted(opened.notebook));
  /** Shown is what came with the page; the first touch runs the cells. */
  /** What came with the page is for the number 0. */
  const seeded = original?.compiled.some((one) => one.inputs.includes('seeded')) ?? false;
  let asItCame =
    recorded !== undefined && source === undefined && inputs.size === 0 && !(seeded && studentNumber() > 0);
  let over = false;
  let arranging = false;
  let wanted: string | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
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

  /** Where it changes, by Undo, too. After a stop that is the cell that was stopped: with another text it ends, perhaps. */
  const runs = (id: number): boolean => runner.started || runner.halted(id);
  const actions = {
    commit: (id: number, value: string): void => {
      if (framed && !consented) return openInTab();
      const [before, drawn] = [model.cell(id), runs(id)];
      model.edit(id, value);
      const cell = model.cell(id);
      // What changed was run by draw(); what did not change runs as well, for the reader asked for it.
      if (cell && (cell === before || !drawn)) void show(cell, consented);
      if (!consented) say('Nothing of this notebook has run. “Run this notebook” runs all of it.');
    },
    set: (id: number, index: number, value: Parameters<Runner['set']>[2]): void => {
      runner.set(id, index, value);
      inputsSet.value = true;
      // after a stop, too
      if (asItCame || (consented && !runner.started)) void runAll();
      later();
    },
    tell: (id: number, index: number, value: Parameters<Runner['tell']>[2]): void => runner.tell(id, index, value),
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
    opened: (by: 1 | -1): void => void (editors.value += by),
    say,
  };

  const tools = bar({
    model,
    counts,
    editors,
    inputsSet,
    told,
    link,
    contents: places.links,
    runAll: () => void runAll(),
    stop: () => runner.stop('Stopped by the reader.'),
    reset: () => {
      runner.forgetInputs();
      inputsSet.value = false;
      model.reset();
      void runAll();
    },
    save: () => {
      const notebook = model.notebook.peek();
      saveText(forPeople(writeNotebook(notebook)), `${fileName(notebook.title)}.html`, 'text/html');
    },
    open: openFile,
    copyAs: (kind) => {
      const contentOf = (cell: Cell): CellContent => views.get(cell.id)?.content ?? { prose: undefined, drawn: [] };
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

  page.addEventListener('click', follow);
  places.element.addEventListener('click', follow);
  tools.addEventListener('click', follow);
  fill(root, front, tools, html`<div class="nb-page">${places.element}${page}</div>`);
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
  arrange();
  if (original && !cites(original.cells)) whenSeen().watch(references, showReferences);
  const changes = new MutationObserver(arrange);
  changes.observe(list, { childList: true, subtree: true });
  for (const type of ['wheel', 'keydown', 'pointerdown']) root.addEventListener(type, () => (wanted = undefined));
  return {
    goTo: (id) => {
      anchors(list);
      wanted = goTo(page, id) ? undefined : id;
    },
    present: presentIt,
    leave: () => {
      over = true;
      stop();
      changes.disconnect();
      clearTimeout(timer);
      runner.stop('');
    },
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
    const viewOf = (cell: Cell): CellView => {
      const view = views.get(cell.id) ?? new CellView(cell, actions);
      views.set(cell.id, view);
      return view;
    };
    const elements = pairs(cells).map(([cell, python]) => {
      const view = viewOf(cell);
      view.pair(python && viewOf(python));
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
      void show(cell, consented && runs(cell.id));
    }
    if (cites(cells)) void showReferences();
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
    if (!runner.started) told.value = '';
    await runner.run(cell, model.notebook.peek().cells);
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

  async function presentIt(): Promise<void> {
    const { present } = await import('./present/present.js');
    present({ cells: model.notebook.peek().cells, elementOf: (id) => views.get(id)?.element, say });
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

  /** What stands there begins to live. */
  function wake(): void {
    if (asItCame) void runAll();
  }

  /** @param seen in a frame, what came with a link runs by the one button that must be seen (plain-sight.ts) */
  async function runAll(seen = !framed): Promise<void> {
    if (!consented && !seen) return openInTab();
    if (!consented) void trust(model.notebook.peek());
    consented = true;
    asItCame = false;
    front.replaceChildren();
    list.removeAttribute('data-unrun');
    told.value = '';
    for (const view of views.values()) view.showSource();
    const { cells } = model.notebook.peek();
    for (const { id, mode } of cells) if (mode === 'js') views.get(id)?.state('running');
    count();
    later();
    await runner.runAll(cells);
  }

  async function bringProgress(file: File): Promise<void> {
    await addProgress(file);
    runner.student(studentNumber());
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
    counts.value = countsOf(list, asItCame);
    const { running } = counts.value;
    root.dataset['running'] = String(running);
    if (running === 0 && told.value.startsWith('A cell has been busy')) told.value = '';
  }

  /** Headings and footnotes, once for all that changes now. */
  function arrange(): void {
    if (arranging) return;
    arranging = true;
    setTimeout(() => {
      arranging = false;
      const found = anchors(list);
      if (wanted !== undefined && goTo(list, wanted)) wanted = undefined;
      if (JSON.stringify(found) === JSON.stringify(headings.peek())) return;
      headings.value = found;
      places.watch(list);
    });
  }

  /** A link to a place of the notebook leads there, and stands in the address behind what was changed. */
  function follow(event: Event): void {
    const target = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[href^="#"]');
    const id = target && placeIn(target.hash);
    if (!id || !goTo(page, id)) return;
    event.preventDefault();
    history.pushState(null, '', withPlace(location.hash, id) || location.pathname);
  }

  function later(): void {
    if (!consented) return;
    clearTimeout(timer);
    timer = setTimeout(() => void write(), quietMs);
  }
  async function write(): Promise<void> {
    const now = { notebook: model.notebook.peek(), inputs: runner.inputs };
    // the reader has agreed to it, or made it
    if (source !== undefined || model.changed.peek()) void trust(now.notebook);
    const fragment = await fragmentOf(now, original);
    if (over) return;
    const whole = location.pathname + (keep ? '' : location.search);
    link.value = fragment === undefined ? undefined : new URL(whole + fragment, location.href).href;
    if (keep) return keep(now);
    const hash = withPlace(fragment ?? '', placeIn(location.hash));
    if (hash !== location.hash) history.replaceState(null, '', whole + hash);
  }
}
