/**
 * Presents a notebook: one slide at a time in large type, with live cells. Keys turn the slides, as remote controls
 * send them. Notes, next slide and a clock are in a separate window.
 */
import { effect, signal } from '@preact/signals-core';
import { html } from '../../kit/html.js';
import { say } from '../../say.js';
import type { Cell } from '../format.js';
import { clock } from './clock.js';
import { fitFigures } from './fit.js';
import { notesWindow } from './notes-window.js';
import { slidesOf } from './slides.js';

/** Keys for the next or previous slide; Home and End go to the first and last. */
const steps: Readonly<Record<string, 1 | -1>> = {
  PageDown: 1,
  ArrowRight: 1,
  ' ': 1,
  PageUp: -1,
  ArrowLeft: -1,
};
/** Share of the window height to scroll per step, so that pages overlap. */
const screen = 0.8;
/** Elements that use arrows, letters and space themselves; PageUp and PageDown still turn slides. */
const typing = 'input, textarea, select, button, summary, [contenteditable], [role="slider"], posenc-chart';

export function present(cells: readonly Cell[], elementOf: (id: number) => HTMLElement | undefined): void {
  const page = document.documentElement;
  if (page.dataset['presenting'] !== undefined) return;
  const slides = slidesOf(cells);
  const at = signal(0);
  const blank = signal(false);
  const seconds = signal(0);
  const began = performance.now();
  const ticks = setInterval(() => (seconds.value = Math.floor((performance.now() - began) / 1000)), 1000);
  const notes = notesWindow({ slides, at, seconds, turn: step });
  const button = (label: string, run: () => void): HTMLElement =>
    html`<button type="button" class="quiet" onclick=${run}>${label}</button>`;
  const tools = html`<section class="nb-presenter flow" aria-label="Slides">
    ${button('Back', () => step(-1))} ${button('Next', () => step(1))}
    <p role="status">${() => `${at.value + 1} of ${slides.length}`}</p>
    <p>${() => clock(seconds.value)}</p>
    ${button('Notes', openNotes)} ${button('Blank', () => (blank.value = !blank.peek()))}
    ${button('Full screen', fullScreen)} ${button('Leave', leave)}
  </section>`;
  const curtain = html`<div
    class="nb-curtain"
    hidden=${() => !blank.value}
    onclick=${() => (blank.value = false)}
  ></div>`;
  const stop = effect(() => {
    const here = new Set(slides[at.value]!.cells);
    for (const { id } of cells) elementOf(id)?.toggleAttribute('data-here', here.has(id));
    const focused = document.activeElement;
    if (focused instanceof HTMLElement && focused.closest('.nb-cell:not([data-here])')) focused.blur(); // it is hidden
    scrollTo(0, 0);
  });
  page.dataset['presenting'] = '';
  document.body.append(tools, curtain);
  const list = elementOf(cells[0]?.id ?? 0)?.parentElement;
  const unfit = list ? fitFigures(list, tools) : () => undefined;
  addEventListener('keydown', keyed);
  say('Presenting: arrow keys turn the slides, N opens the notes, B blanks, Escape leaves.');

  function turn(to: number): void {
    blank.value = false;
    at.value = Math.min(slides.length - 1, Math.max(0, to));
  }

  /** Scrolls a long slide before turning it. */
  function step(by: 1 | -1): void {
    const left = by > 0 ? page.scrollHeight - innerHeight - scrollY : scrollY;
    if (left > 1 && !blank.peek()) scrollBy({ top: by * screen * innerHeight, behavior: 'instant' });
    else turn(at.peek() + by);
  }

  function keyed(event: KeyboardEvent): void {
    const { key, target, ctrlKey, altKey, metaKey } = event;
    if (ctrlKey || altKey || metaKey) return;
    const inside = target instanceof Element && target.closest(typing) !== null;
    if (key === 'Escape') return document.fullscreenElement ? undefined : leave();
    if (inside && !key.startsWith('Page')) return;
    const by = Object.hasOwn(steps, key) ? steps[key] : undefined;
    const ends: Readonly<Record<string, number>> = { Home: 0, End: slides.length - 1 };
    const letters: Readonly<Record<string, () => void>> = {
      n: openNotes,
      b: () => (blank.value = !blank.peek()),
      f: fullScreen,
    };
    const letter = Object.hasOwn(letters, key.toLowerCase()) ? letters[key.toLowerCase()] : undefined;
    if (!by && !(key in ends) && !letter) return;
    event.preventDefault();
    if (by) step(by);
    else if (letter) letter();
    else turn(ends[key]!);
  }

  function openNotes(): void {
    if (!notes.open()) say('This browser keeps the window of notes shut: allow pop-ups for this page.');
  }

  function fullScreen(): void {
    if (document.fullscreenElement) void document.exitFullscreen();
    else page.requestFullscreen().catch(() => say('This browser has no full screen for pages.'));
  }

  function leave(): void {
    const [first] = slides[at.peek()]!.cells;
    clearInterval(ticks);
    stop();
    unfit();
    notes.close();
    removeEventListener('keydown', keyed);
    tools.remove();
    curtain.remove();
    delete page.dataset['presenting'];
    for (const { id } of cells) elementOf(id)?.removeAttribute('data-here');
    if (document.fullscreenElement) void document.exitFullscreen();
    elementOf(first!)?.scrollIntoView({ block: 'start' });
    say('The slides are over.');
  }
}
