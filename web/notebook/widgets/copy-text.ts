/** A command with a copy button. */
import '../style/command.css';
import { copyButton } from '../kit/elements.js';
import { html } from '../kit/html.js';

export function copyText(text: string, what: string): HTMLElement {
  const [copied, instead] = [() => `${what} was copied.`, () => ': select the text instead'];
  const copy = copyButton('Copy', () => text, copied, instead, { 'aria-label': `Copy ${what}` });
  return html`<div class="command">
    <pre tabindex="0"><code>${text}</code></pre>
    ${copy}
  </div>`;
}
