/**
 * Elements as markup: html`<p class="note">${text}</p>` creates them once. A function as a value (`class=${() => …}`,
 * `${() => …}`) is re-evaluated when a signal it reads changes. Strings become text nodes or attributes, so user input
 * cannot become markup, and trusted types allow it.
 */
import htm from 'htm';
import { type Attributes, type Given, h } from './dom.js';

export { type Content, fill, freshId, h } from './dom.js';

/** @returns the element, or a list of elements, which can be content of another */
export const html = htm.bind(function (this: unknown[], tag: 'div', given: Attributes | null, ...content) {
  this[0] = 3; // disables caching: htm would return the same element for static markup
  return h(tag, given ?? {}, ...content);
} as typeof h) as (strings: TemplateStringsArray, ...values: readonly Given[]) => HTMLElement;
