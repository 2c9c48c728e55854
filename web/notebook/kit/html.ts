/**
 * Elements written as markup: html`<p class="note">${text}</p>` makes them once, and a function in place of a value
 * (`class=${() => …}`, `${() => …}`) is asked again whenever a signal that it read has changed. Texts become text nodes and
 * attributes are set one by one, so nothing that a reader supplies can become markup, and trusted types allow all of it.
 */
import htm from 'htm';
import { type Attributes, type Given, h } from './dom.js';

export { type Content, fill, freshId, h } from './dom.js';

/** @returns the element; several side by side are a list, which is content of another */
export const html = htm.bind(function (this: unknown[], tag: 'div', given: Attributes | null, ...content) {
  this[0] = 3; // htm would give the same element to all who ask, where nothing in its markup changes
  return h(tag, given ?? {}, ...content);
} as typeof h) as (strings: TemplateStringsArray, ...values: readonly Given[]) => HTMLElement;
