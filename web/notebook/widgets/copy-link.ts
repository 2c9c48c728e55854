/** Copies the address, which contains the state of the page. */
import type { Attributes } from '../kit/dom.js';
import { copyButton } from '../kit/elements.js';

export function copyLink(address = () => location.href, given?: Attributes): HTMLButtonElement {
  const copied = (): string => 'The link to this page as it stands was copied.';
  const instead = (): string => ': copy the address instead';
  const attributes = { title: 'Everything on this page is in the link.', ...given };
  return copyButton('Copy link', address, copied, instead, attributes);
}
