/** The headings of a notebook as links, next to its text if there is room; marks the current one. */
import { type ReadonlySignal, signal } from '@preact/signals-core';
import { type Content, html } from '../kit/html.js';
import type { Heading } from './anchors.js';

const noticed = { rootMargin: '-15% 0px -75% 0px' };

export function contents(headings: ReadonlySignal<readonly Heading[]>) {
  const read = signal('');
  const seen = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) if (isIntersecting) read.value = target.id;
  }, noticed);
  const link = ({ id, text, level }: Heading): HTMLElement =>
    html`<li class="level-${level}">
      <a href="#${encodeURIComponent(id)}" aria-current=${() => String(read.value === id)}>${text}</a>
    </li>`;
  const listed = (): readonly Heading[] => headings.value.filter(({ level }) => level === 2 || level === 3);
  const links = (): Content =>
    html`<ol>
      ${listed().map(link)}
    </ol>`;
  return {
    /** Placed on the page next to the text. */
    element: html`<nav class="nb-contents" aria-label="Contents" hidden=${() => listed().length < 2}>${links}</nav>`,
    links,
    /** Observes the current headings. */
    watch(cells: Element): void {
      seen.disconnect();
      for (const { id } of headings.peek()) {
        const heading = document.getElementById(id);
        if (heading && cells.contains(heading)) seen.observe(heading);
      }
    },
  };
}
