/** A command with a button that copies it. */
import { h } from './dom.js';

export function copyText(text: string, what: string, say: (text: string) => void): HTMLElement {
  const copy = h(
    'button',
    {
      type: 'button',
      class: 'quiet',
      'aria-label': `Copy ${what}`,
      on: {
        click: () => {
          navigator.clipboard.writeText(text).then(
            () => {
              copy.textContent = 'Copied';
              say(`${what} was copied.`);
              setTimeout(() => (copy.textContent = 'Copy'), 1500);
            },
            () => say('This browser allows no copying by a button: select the text instead.'),
          );
        },
      },
    },
    'Copy',
  );
  return h('div', { class: 'command' }, h('pre', { tabindex: 0 }, h('code', {}, text)), copy);
}
