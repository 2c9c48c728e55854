/** Searches sections of the notebooks for all words of a query; the sections load on the first input. */
import { signal } from '@preact/signals-core';
import { type Content, html } from '../../kit/html.js';
import type { Section } from './sections.js';

const most = 12;
/** Characters around the first match. */
const around = 70;

interface Found {
  readonly section: Section;
  readonly excerpt: string;
}

/** Matches word prefixes; sections with more matches in their heading come first. */
export function find(sections: readonly Section[], asked: string): Found[] {
  const words = asked.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  if (words.length === 0) return [];
  const begins = words.map((word) => new RegExp(`(?<![\\p{L}\\p{N}])${word}`, 'iu'));
  return sections
    .flatMap((section) => {
      const { heading, text } = section;
      const inHeading = begins.filter((word) => word.test(heading)).length;
      if (!begins.every((word) => word.test(heading) || word.test(text))) return [];
      const at = Math.max(0, ...begins.slice(0, 1).map((word) => text.search(word) - around));
      return [{ section, inHeading, excerpt: `${at > 0 ? '… ' : ''}${text.slice(at, at + 2 * around)} …` }];
    })
    .sort((a, b) => b.inHeading - a.inHeading);
}

/** @param titles titles of the notebooks by name */
export function search(titles: ReadonlyMap<string, string>): HTMLElement {
  const asked = signal('');
  const sections = signal<readonly Section[] | undefined>(undefined);
  const typed = async ({ target }: Event): Promise<void> => {
    asked.value = (target as HTMLInputElement).value;
    if (asked.value !== '' && !sections.peek()) sections.value = (await import('virtual:notebook-sections')).default;
  };
  const row = ({ section: { name, id, heading }, excerpt }: Found): Content =>
    html`<li>
      <a href=${`?name=${name}#${encodeURIComponent(id)}`}>${heading}</a> <span>${titles.get(name)}</span>
      <p>${excerpt}</p>
    </li>`;
  const results = (): Content => {
    if (asked.value.trim() === '' || !sections.value) return '';
    const found = find(sections.value, asked.value);
    const count = found.length === 0 ? 'No section has all of these words.' : `${found.length} sections`;
    return [
      html`<p role="status">${found.length > most ? `${count}, of which these are the first ${most}` : count}</p>`,
      html`<ul class="stack gap-4">
        ${found.slice(0, most).map(row)}
      </ul>`,
    ];
  };
  return html`<div class="nb-search stack" role="search">
    <label class="flow gap-3">
      Search the notebooks
      <input type="search" class="text-box" autocomplete="off" oninput=${(e: Event) => void typed(e)} />
    </label>
    ${results}
  </div>`;
}
