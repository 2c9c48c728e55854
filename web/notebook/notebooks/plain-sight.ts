/**
 * A click that counts only where the reader saw what was clicked. In a frame another page may lay something over a button,
 * or make it transparent, and let the reader press it unseen. Where the browser can tell (IntersectionObserver with
 * `trackVisibility`), the button must have stood there for all to see; elsewhere the page is opened in a tab of its own,
 * which nobody covers. A page that is uncovered, or brought to the front, between the two presses of a double click was
 * not seen before the second: as in the prompts of browsers, a press counts once nothing has changed for half a second.
 */
import { framed } from '../embed-mode.js';

/** Not in the types of the DOM yet. */
interface Tracking extends IntersectionObserverInit {
  readonly trackVisibility: boolean;
  readonly delay: number;
}
const tracks = 'IntersectionObserverEntry' in self && 'isVisible' in IntersectionObserverEntry.prototype;
/** Of a second: the least between two reports that browsers allow. */
const delay = 100;

/** How long a button is in sight, and its page in focus, before a press counts. */
const rest = 500;

/** When this page came to the front, or left it; at its beginning it was loaded by whoever reads it. */
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
/** A page of its own is brought to the front by the press itself, which is a turn. */
const inFront = (): boolean => document.visibilityState === 'visible' && (!framed || document.hasFocus());

/** Whether the page itself has been in front for long enough, and no other page shows it. */
export const isSettled = (): boolean => !framed && inFront() && performance.now() - turned >= rest;

/**
 * A button that does its work in plain sight, once it has been there for a while; where the browser cannot tell, it says
 * that it opens a tab.
 */
export function inPlainSight(button: HTMLButtonElement, name: string, work: () => void): HTMLButtonElement {
  let [seen, armed, early] = [!framed, false, false];
  /** The page that is no frame was seen while it was loaded. */
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

/** The same page, without a frame around it. */
export function openInTab(): void {
  const address = new URL(location.href);
  for (const name of ['embed', 'hide', 'only']) address.searchParams.delete(name);
  open(address, '_blank', 'noopener');
}
