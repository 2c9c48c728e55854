/** Copies the address, which holds everything that was set on the page. */
import { say } from '../say.js';
import { h } from './dom.js';

export function copyLink(address = () => location.href): HTMLButtonElement {
  const copy = h(
    'button',
    {
      type: 'button',
      class: 'quiet',
      title: 'Everything on this page is in the link.',
      on: {
        click: () => {
          navigator.clipboard.writeText(address()).then(
            () => {
              copy.textContent = 'Copied';
              say('The link to this page as it stands was copied.');
              setTimeout(() => {
                copy.textContent = 'Copy link';
              }, 1500);
            },
            () => say('This browser allows no copying by a button: copy the address instead.'),
          );
        },
      },
    },
    'Copy link',
  );
  return copy;
}
