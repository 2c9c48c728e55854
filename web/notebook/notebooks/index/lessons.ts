/** The lessons of the course and their order. */
import { type Content, fill, html } from '../../kit/html.js';
import type { Listed } from '../prepare.js';

/** Lessons have a number in their title. */
export const isLesson = ({ title }: Listed): boolean => /^\d+\. /.test(title);

/** Links to the previous and next lesson. */
export function showNeighbours(place: HTMLElement, notebooks: readonly Listed[], name: string): void {
  const lessons = notebooks.filter(isLesson);
  const at = lessons.findIndex((one) => one.name === name);
  const to = (which: number, rel: string, said: string): Content => {
    const one = at < 0 ? undefined : lessons[which];
    return one && html`<a href=${`?name=${one.name}`} rel=${rel}><span>${said}</span> ${one.title}</a>`;
  };
  const links = [to(at - 1, 'prev', 'The lesson before'), to(at + 1, 'next', 'The next lesson')];
  place.hidden = at < 0;
  fill(place, ...links);
}
