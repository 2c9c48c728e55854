/** The button that shows the code for embedding a chart in other pages. The generator is loaded on first use. */
import { h } from './elements.js';
import type { Kind } from './kind.js';
import type { Embedded } from '../snippet/snippet.js';

export function embedControl(json: Kind<never, never>['json'], chart: () => Omit<Embedded, 'json'>) {
  const panel = h('div', { class: 'embed', role: 'region', 'aria-label': 'Embed this chart' });
  panel.hidden = true;
  const button = h('button', { type: 'button', 'aria-expanded': 'false' }, 'Embed');
  button.addEventListener('click', () => void toggle());
  panel.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    void toggle();
    button.focus();
  });
  return { button, panel };

  async function toggle(): Promise<void> {
    panel.hidden = !panel.hidden;
    button.setAttribute('aria-expanded', String(!panel.hidden));
    if (panel.hidden) return panel.replaceChildren();
    if (json === undefined) return;
    const [{ embedPanel }, data] = await Promise.all([import('../snippet/panel.js'), json()]);
    panel.replaceChildren(...embedPanel(() => ({ ...chart(), json: data })));
  }
}
