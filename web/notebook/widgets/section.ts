/** Parts of a section: rows of small buttons, and remarks. */
import { button } from '../kit/elements.js';
import { type Content, html } from '../kit/html.js';
import { say } from '../say.js';
import { messageOf } from '../kit/errors.js';

export interface Action {
  readonly label: string;
  readonly hint?: string;
  readonly run: () => void | Promise<void>;
}

/** A row of small buttons; failures are announced. */
export function toolbar(name: string, actions: readonly Action[]): HTMLElement {
  const made = ({ label, hint, run }: Action): HTMLElement => {
    const failing = (error: unknown): void => say(messageOf(error));
    return button(label, () => void Promise.resolve().then(run).catch(failing), { title: hint });
  };
  return html`<div class="toolbar" role="group" aria-label=${name}>${actions.map(made)}</div>`;
}

/** A remark next to a figure. */
export function note(title: string, ...content: readonly Content[]): HTMLElement {
  return html`<div class="note" role="note" aria-label=${title}>
    <p class="note-title">${title}</p>
    ${content}
  </div>`;
}
