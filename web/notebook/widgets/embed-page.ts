/** The footer button that copies the code of a frame with this page in its current state. */
import { frameSnippet } from '../../lib/charts/snippet/html.js';
import { byId } from '../say.js';
import { copyButton } from '../kit/elements.js';

/** Initial height of the frame, which scrolls; docs/embed.md has a script that fits it to the page. */
const mostHigh = 600;

/** The address for embedding. @param more such as `only=spectrum` */
export function embedAddress(more = ''): string {
  const address = new URL(location.href);
  address.searchParams.set('embed', '1');
  for (const [name, value] of new URLSearchParams(more)) address.searchParams.set(name, value);
  if (more !== '') address.hash = '';
  return address.href;
}

export function embedPageButton(): void {
  const code = (): string => {
    const all = Math.ceil(byId('main').getBoundingClientRect().height);
    return frameSnippet({ name: document.title, height: Math.min(all, mostHigh) }, embedAddress());
  };
  const copied = (): string => 'The code of a frame with this page as it stands was copied.';
  document.getElementById('embed-page')?.replaceWith(copyButton('Embed this page', code, copied, () => ''));
}
