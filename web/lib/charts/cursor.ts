/**
 * A cursor over the items of a chart, as an ARIA slider: hover or touch chooses the nearest item,
 * arrows step, PageUp/PageDown jump a tenth, Home/End go to the ends, Escape lets go.
 */
export interface CursorOptions {
  readonly count: number;
  /** Nearest item to a horizontal position in the element's own pixels. */
  readonly itemAt: (x: number) => number;
  /** Draws the cursor; null hides it. */
  readonly show: (item: number | null) => void;
  /** The sentence that a screen reader speaks. */
  readonly describe: (item: number) => string;
}

export function attachCursor(element: SVGElement | HTMLElement, options: CursorOptions): void {
  const { count, itemAt, show, describe } = options;
  if (count === 0) return;
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
    if (document.activeElement !== element) show(null);
  });
  element.addEventListener('focus', () => {
    if (element.matches(':focus-visible')) move(item);
  });
  element.addEventListener('blur', () => show(null));
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
                  : null;
    if (key === 'Escape') show(null);
    if (target === null) return;
    event.preventDefault();
    move(target);
  });

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
