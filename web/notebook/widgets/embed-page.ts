/** The button of the footer that copies the code of a frame with this page as it stands. */
import { frameSnippet } from '../../lib/charts/snippet/html.js';
import { byId, say } from '../say.js';
import { h } from './dom.js';

/** A frame that is as high as a window scrolls; that it follows the page is a script of the page around it (docs/embed.md). */
const mostHigh = 600;

/** The address of this page as part of another. @param more as `only=spectrum` */
export function embedAddress(more = ''): string {
  const address = new URL(location.href);
  address.searchParams.set('embed', '1');
  for (const [name, value] of new URLSearchParams(more)) address.searchParams.set(name, value);
  if (more !== '') address.hash = '';
  return address.href;
}

export function embedPageButton(): void {
  const place = document.getElementById('embed-page');
  if (!place) return;
  const button = h('button', { type: 'button', class: 'quiet', on: { click: () => void copy() } }, 'Embed this page');
  place.replaceWith(button);

  async function copy(): Promise<void> {
    const all = Math.ceil(byId('main').getBoundingClientRect().height);
    const frame = { name: document.title, height: Math.min(all, mostHigh) };
    try {
      await navigator.clipboard.writeText(frameSnippet(frame, embedAddress()));
      say('The code of a frame with this page as it stands was copied.');
      button.textContent = 'Copied';
      setTimeout(() => (button.textContent = 'Embed this page'), 1500);
    } catch {
      say('This browser allows no copying by a button.');
    }
  }
}
