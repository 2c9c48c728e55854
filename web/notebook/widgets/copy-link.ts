/** Copies the address, which holds everything that was set on the page. */
import type { Attributes } from '../kit/dom.js';
import { copyButton } from '../kit/elements.js';
import { say } from '../say.js';

export function copyLink(address = () => location.href, given?: Attributes): HTMLButtonElement {
  const copied = (): void => say('The link to this page as it stands was copied.');
  const blocked = (): void => say('This browser allows no copying by a button: copy the address instead.');
  const attributes = { title: 'Everything on this page is in the link.', ...given };
  return copyButton('Copy link', address, copied, blocked, attributes);
}
