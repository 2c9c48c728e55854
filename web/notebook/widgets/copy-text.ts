/** A command with a button that copies it. */
import { copyButton } from '../kit/elements.js';
import { html } from '../kit/html.js';
import { say } from '../say.js';

export function copyText(text: string, what: string): HTMLElement {
  const copied = (): void => say(`${what} was copied.`);
  const blocked = (): void => say('This browser allows no copying by a button: select the text instead.');
  const copy = copyButton('Copy', () => text, copied, blocked, { 'aria-label': `Copy ${what}` });
  return html`<div class="command">
    <pre tabindex="0"><code>${text}</code></pre>
    ${copy}
  </div>`;
}
