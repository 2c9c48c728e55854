/**
 * Parts of the figures of lessons: a figure, its words in two languages, sliders on whatever can be dragged, and plays
 * that run once in view and stop at the first touch.
 */
import '../style/figures.css';
import '../style/figures-more.css';
import '../style/figures-table.css';
import '../style/figures-arcs.css';
import { h } from '../kit/dom.js';
import type { Posenc } from '../library.js';

export type Given = Readonly<Record<string, unknown>>;
/** @param library starts it, if it has not begun @param of options that the cell gives */
export type MakeFigure = (library: () => Promise<Posenc>, of: Given) => HTMLElement | Promise<HTMLElement>;

/** Picks the words of the notebook's language. */
export const inLanguage = <W>(words: { readonly en: W; readonly de: W }): W =>
  document.getElementById('notebook')?.lang === 'de' ? words.de : words.en;

/** A number with a minus sign and exactly `places` decimals. */
export const fixed = (value: number, places: number): string =>
  value
    .toFixed(places)
    .replace(/^-(?=[0.]*$)/, '')
    .replace('-', '−');
/** A whole number with its digits grouped. */
export const grouped = (value: number): string =>
  value.toLocaleString('en-GB').replaceAll(',', inLanguage({ en: ',', de: '\u202f' }));

/** Colour of a clock; four clocks have one each, from fast to slow. Others lie between two of these. */
export function colourOfClock(index: number, count = 4): string {
  const at = count === 4 ? index : (index * 3) / Math.max(1, count - 1);
  const below = Math.min(2, Math.floor(at));
  const share = Math.round(100 * (at - below));
  if (share === 0) return `var(--clock-${below})`;
  return `color-mix(in oklab, var(--clock-${below + 1}) ${share}%, var(--clock-${below}))`;
}

/** True if the reader wants no motion: figures then show the end of their play. */
export const isStill = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Calls `draw` with the share of the time, from 0 to 1. @returns a function that ends it where it is */
export function animate(ms: number, draw: (share: number) => void): () => void {
  if (isStill()) {
    draw(1);
    return () => undefined;
  }
  let frame = 0;
  let begun: number | undefined;
  const step = (now: number): void => {
    begun ??= now;
    const share = Math.min(1, (now - begun) / ms);
    frame = share < 1 ? requestAnimationFrame(step) : 0;
    draw(share);
  };
  frame = requestAnimationFrame(step);
  return () => cancelAnimationFrame(frame);
}

/** Slow at both ends. */
export const eased = (share: number): number => share * share * (3 - 2 * share);

/** Controls of figures. A finger that scrolls past elsewhere does not stop a play. */
const controls = 'button, input, canvas, .fig-track, .fig-long, [role="slider"], [role="button"]';

/**
 * Plays once, when half of `root` is in view. A press, a key or the focus of a control stops it.
 * @param settle leaves no state between two that have a meaning
 */
export function playOnce(
  root: HTMLElement,
  ms: number,
  draw: (share: number) => void,
  settle: () => void = () => undefined,
): void {
  if (isStill()) return draw(1);
  draw(0);
  let end = (): void => undefined;
  const seen = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      seen.disconnect();
      end = animate(ms, draw);
    },
    { threshold: 0.5 },
  );
  seen.observe(root);
  const off = new AbortController();
  const stop = (): void => {
    off.abort();
    seen.disconnect();
    end();
    settle();
  };
  const touch = (event: Event): void => {
    const scrolls = event instanceof PointerEvent && event.pointerType === 'touch';
    if (!scrolls || (event.target instanceof Element && event.target.closest(controls))) stop();
  };
  const { signal } = off;
  for (const type of ['pointerdown', 'keydown', 'focusin'])
    root.addEventListener(type, touch, { capture: true, signal });
  addEventListener(
    'beforeprint',
    () => {
      stop();
      if (root.isConnected) draw(1);
    },
    { signal },
  );
}

export interface Held {
  readonly label: string;
  readonly min: number;
  readonly max: number;
  readonly step?: number;
  /** Steps of PageUp and PageDown; ten by default. */
  readonly page?: number;
  readonly get: () => number;
  readonly text?: (value: number) => string;
  readonly set: (value: number) => void;
}

/** Makes an element a slider for the keyboard and for screen readers. @returns a function that tells its value anew */
export function asSlider(element: Element, { label, min, max, step = 1, page = 10, get, text, set }: Held): () => void {
  const tell = (): void => {
    const value = get();
    element.setAttribute('aria-valuenow', String(value));
    if (text) element.setAttribute('aria-valuetext', text(value));
  };
  const given = { role: 'slider', tabindex: 0, 'aria-label': label, 'aria-valuemin': min, 'aria-valuemax': max };
  for (const [name, value] of Object.entries(given)) element.setAttribute(name, String(value));
  const by: Readonly<Record<string, number>> = {
    ...{ ArrowRight: step, ArrowUp: step, ArrowLeft: -step, ArrowDown: -step },
    ...{ PageUp: step * page, PageDown: -step * page, Home: -Infinity, End: Infinity },
  };
  element.addEventListener('keydown', (event) => {
    const { key, altKey, ctrlKey, metaKey } = event as KeyboardEvent;
    const more = by[key];
    if (more === undefined || altKey || ctrlKey || metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    const next = Math.max(min, Math.min(max, get() + more));
    set(step < 1 ? Number(next.toPrecision(12)) : next);
    tell();
  });
  tell();
  return tell;
}

/** Calls `move` with the place of a pressed pointer in `within`, as shares of its width and height. */
export function dragged(element: Element, within: Element, move: (x: number, y: number, isFirst: boolean) => void) {
  const at = (event: Event, isFirst: boolean): void => {
    const { clientX, clientY } = event as PointerEvent;
    const { left, top, width, height } = within.getBoundingClientRect();
    move((clientX - left) / width, (clientY - top) / height, isFirst);
  };
  element.addEventListener('pointerdown', (event) => {
    const { pointerId, button } = event as PointerEvent;
    if (button !== 0) return;
    element.setPointerCapture(pointerId);
    at(event, true);
  });
  element.addEventListener('pointermove', (event) => {
    if (element.hasPointerCapture((event as PointerEvent).pointerId)) at(event, false);
  });
}

export interface Track {
  readonly element: HTMLElement;
  /** Moves the knob to the current value. */
  readonly tell: () => void;
}
/** A line with a knob that carries its value. */
export function track(held: Held, shown: (value: number) => string = String): Track {
  const knob = h('div', { class: 'fig-knob' });
  const element = h('div', { class: 'fig-track' }, h('div', { class: 'fig-rail' }), knob);
  const { min, max, step = 1, get, set } = held;
  const place = (): void => {
    knob.style.left = `${(100 * (get() - min)) / (max - min)}%`;
    knob.textContent = shown(get());
  };
  const tellValue = asSlider(knob, { text: shown, ...held });
  const tell = (): void => {
    place();
    tellValue();
  };
  const rail = element.firstElementChild!;
  dragged(element, rail, (x) => {
    const value = min + Math.round((x * (max - min)) / step) * step;
    set(Number(Math.max(min, Math.min(max, value)).toPrecision(12)));
    tell();
    knob.focus({ preventScroll: true });
  });
  place();
  return { element, tell };
}

/** The frame of a figure. @param label its name for screen readers */
export const figureOf = (name: string, label: string, ...content: readonly (Node | string | false)[]): HTMLElement =>
  h('figure', { class: 'fig', 'data-figure': name, 'aria-label': label }, ...content);

/** A whole number that a cell gives, if it lies within its limits. */
export function asked(of: Given, name: string, min: number, max: number): number | undefined {
  const value = of[name];
  return typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max ? value : undefined;
}

/** The colour of a custom property, for a canvas. */
export function resolved(canvas: HTMLCanvasElement, name: string): string {
  canvas.style.color = `var(${name})`;
  return getComputedStyle(canvas).color;
}
