/** The notebooks of the site as cards, lessons first. */
import { type Content, fill, html } from '../../kit/html.js';
import type { Listed } from '../prepare.js';
import { progress, solvedBy, studentNumber } from '../progress.js';
import { treeNode } from '../tree.js';
import { isLesson } from './lessons.js';
import { search } from './search.js';

export function showList(place: HTMLElement, notebooks: readonly Listed[]): void {
  const known = progress();
  const student = studentNumber();
  const card = ({ name, title, lede, minutes, exercises }: Listed): Content => {
    const solved = solvedBy(student, known[name]);
    const facts = [
      minutes !== undefined && `About ${minutes} minutes`,
      solved > 0 && `${Math.min(solved, exercises)} of ${exercises} exercises solved`,
    ].filter(Boolean);
    return html`<li>
      <h3><a href="?name=${name}">${title}</a></h3>
      ${facts.length > 0 && html`<p>${facts.join(', ')}</p>`} ${lede.map(treeNode)}
    </li>`;
  };
  const group = (title: string, some: readonly Listed[]): Content =>
    some.length > 0 && [
      html`<h2>${title}</h2>`,
      html`<ul class="nb-index">
        ${some.map(card)}
      </ul>`,
    ];
  fill(
    place,
    search(new Map(notebooks.map(({ name, title }) => [name, title]))),
    group('A course in lessons', notebooks.filter(isLesson)),
    group(
      'Other notebooks',
      notebooks.filter((one) => !isLesson(one)),
    ),
    folded('Glossary', glossary),
    folded('For teachers: a table of what was handed in', async () =>
      (await import('../hand-in/teacher.js')).handIns(notebooks),
    ),
  );
}

/** Content that is created when it is first expanded. */
function folded(title: string, make: () => Promise<HTMLElement>): Content {
  const opened = async ({ target }: Event): Promise<void> => {
    const details = target as HTMLDetailsElement;
    if (details.open && details.children.length === 1) details.append(await make());
  };
  return html`<details ontoggle=${(event: Event) => void opened(event)}>
    <summary>${title}</summary>
  </details>`;
}

async function glossary(): Promise<HTMLElement> {
  const { default: terms } = await import('virtual:notebook-terms');
  const sorted = [...terms].sort((a, b) => a.term.localeCompare(b.term, 'en', { sensitivity: 'base' }));
  return html`<dl class="nb-terms">
    ${sorted.map(({ term, means }) => [html`<dt>${term}</dt>`, html`<dd>${means}</dd>`])}
  </dl>`;
}
