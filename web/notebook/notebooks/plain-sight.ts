/**
 * A click that counts only where the reader saw what was clicked. In a frame another page may lay something over a button,
 * or make it transparent, and let the reader press it unseen. Where the browser can tell (IntersectionObserver with
 * `trackVisibility`), the button must have stood there for all to see; elsewhere the page is opened in a tab of its own,
 * which nobody covers.
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

/** A button that does its work in plain sight, always where the page is no frame, and else says that it opens a tab. */
export function inPlainSight(button: HTMLButtonElement, name: string, work: () => void): HTMLButtonElement {
  let seen = !framed;
  const show = (): void => void (button.textContent = seen ? name : 'Open it in a tab of its own');
  show();
  button.addEventListener('click', () => (seen ? work() : openInTab()));
  if (!framed || !tracks) return button;
  const options: Tracking = { threshold: [0.95], trackVisibility: true, delay };
  const sight = new IntersectionObserver((entries) => {
    const last = entries.at(-1) as (IntersectionObserverEntry & { readonly isVisible?: boolean }) | undefined;
    seen = last?.isVisible === true;
    show();
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
