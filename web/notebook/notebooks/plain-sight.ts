/**
 * Protects against clickjacking: a click counts only if the reader saw the button. In a frame, another page may cover
 * the button or make it transparent. If the browser can detect this (IntersectionObserver with `trackVisibility`), the
 * button must have been visible; otherwise the page opens in a new tab. A page could also be uncovered between the
 * presses of a double click. So a press counts only after half a second without changes, as in browser prompts.
 */
import { framed } from '../embed-mode.js';

/** Not yet in the DOM types. */
interface Tracking extends IntersectionObserverInit {
  readonly trackVisibility: boolean;
  readonly delay: number;
}
const tracks = 'IntersectionObserverEntry' in self && 'isVisible' in IntersectionObserverEntry.prototype;
/** Minimum interval in ms that browsers allow between reports. */
const delay = 100;

/** Time in ms that a button must be visible, and its page focused, before a press counts. */
const rest = 500;

/** Time of the last change of focus or visibility; 0 for the load by the reader. */
let turned = 0;
const turns = new EventTarget();
for (const [target, name] of [
  [self, 'focus'],
  [self, 'blur'],
  [document, 'visibilitychange'],
] as const)
  target.addEventListener(name, () => {
    turned = performance.now();
    turns.dispatchEvent(new Event('turn'));
  });
/** A top-level page gets focus by the press itself. */
const inFront = (): boolean => document.visibilityState === 'visible' && (!framed || document.hasFocus());

/** True for a top-level page that has been in front for long enough. */
export const isSettled = (): boolean => !framed && inFront() && performance.now() - turned >= rest;

/** A button that works only after it has been visible for a while; if the browser cannot tell, it opens a tab. */
export function inPlainSight(button: HTMLButtonElement, name: string, work: () => void): HTMLButtonElement {
  let [seen, armed, early] = [!framed, false, false];
  /** A top-level page was visible while it loaded. */
  let since = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const show = (): void => {
    button.textContent = !seen ? 'Open it in a tab of its own' : early ? 'Press again to run it' : name;
    if (seen && !armed) button.setAttribute('aria-disabled', 'true');
    else button.removeAttribute('aria-disabled');
  };
  const arm = (): void => {
    clearTimeout(timer);
    const left = Math.max(since, turned) + rest - performance.now();
    armed = seen && inFront() && left <= 0;
    if (seen && inFront() && !armed) timer = setTimeout(arm, left);
    show();
  };
  arm();
  turns.addEventListener('turn', arm);
  button.addEventListener('click', () => {
    if (!seen) return openInTab();
    if (armed) return work();
    early = true;
    show();
  });
  if (!framed || !tracks) return button;
  const options: Tracking = { threshold: [0.95], trackVisibility: true, delay };
  const sight = new IntersectionObserver((entries) => {
    const last = entries.at(-1) as (IntersectionObserverEntry & { readonly isVisible?: boolean }) | undefined;
    seen = last?.isVisible === true;
    since = performance.now();
    arm();
  }, options);
  sight.observe(button);
  return button;
}

/** Opens the page without the frame. */
export function openInTab(): void {
  const address = new URL(location.href);
  for (const name of ['embed', 'hide', 'only']) address.searchParams.delete(name);
  open(address, '_blank', 'noopener');
}
