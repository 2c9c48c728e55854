/**
 * A cursor over the items of a chart, as an ARIA slider: hover or touch reads the nearest item,
 * arrows step, PageUp/PageDown jump a tenth, Home/End go to the ends, Escape lets go. Where an item
 * can be chosen, a click and every step of the keyboard choose it.
 */
export interface CursorOptions {
  readonly count: number;
  /** Nearest item to a horizontal position in the element's own pixels. */
  readonly itemAt: (x: number) => number;
  /** Draws the cursor; undefined hides it. */
  readonly show: (item: number | undefined) => void;
  /** The sentence that a screen reader speaks. */
  readonly describe: (item: number) => string;
  readonly choose?: ((item: number) => void) | undefined;
}
export interface Cursor {
  /** The item from which the keyboard steps, when it was chosen elsewhere. */
  rest(item: number): void;
}

export function attachCursor(element: SVGElement | HTMLElement, options: CursorOptions): Cursor {
  const { count, itemAt, show, describe, choose } = options;
  if (count === 0) return { rest: () => undefined };
  let item = 0;
  element.setAttribute('role', 'slider');
  element.setAttribute('tabindex', '0');
  element.setAttribute('aria-valuemin', '0');
  element.setAttribute('aria-valuemax', String(count - 1));
  speak();

  element.addEventListener('pointermove', (event) => {
    const box = element.getBoundingClientRect();
    move(itemAt((event as PointerEvent).clientX - box.left));
  });
  element.addEventListener('pointerleave', () => {
    if (document.activeElement !== element) show(undefined);
  });
  element.addEventListener('focus', () => {
    if (element.matches(':focus-visible')) move(item);
  });
  element.addEventListener('blur', () => show(undefined));
  element.addEventListener('keydown', (event) => {
    const key = (event as KeyboardEvent).key;
    const jump = Math.max(1, Math.round(count / 10));
    const target =
      key === 'ArrowRight' || key === 'ArrowUp'
        ? item + 1
        : key === 'ArrowLeft' || key === 'ArrowDown'
          ? item - 1
          : key === 'PageUp'
            ? item + jump
            : key === 'PageDown'
              ? item - jump
              : key === 'Home'
                ? 0
                : key === 'End'
                  ? count - 1
                  : undefined;
    if (key === 'Escape') show(undefined);
    if (target === undefined) return;
    event.preventDefault();
    move(target);
    choose?.(item);
  });
  if (choose)
    element.addEventListener('click', (event) => {
      move(itemAt((event as MouseEvent).clientX - element.getBoundingClientRect().left));
      choose(item);
    });
  return {
    rest(target) {
      item = Math.max(0, Math.min(count - 1, target));
      speak();
    },
  };

  function move(target: number): void {
    item = Math.max(0, Math.min(count - 1, target));
    speak();
    show(item);
  }
  function speak(): void {
    element.setAttribute('aria-valuenow', String(item));
    element.setAttribute('aria-valuetext', describe(item));
  }
}
