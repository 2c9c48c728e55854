/** The chart gallery: every chart of the package with its example and the source that produced it. */
import '../style/chart-gallery.css';
import titles from 'virtual:chart-titles';
import type { ChartElement } from '../../lib/charts/index.js';
import { sharedCursor } from 'posenc/charts';
import { byId, startPage } from '../page.js';
import { codeView } from '../widgets/code-view.js';
import { fill, h } from '../kit/dom.js';
import { embedAddress } from '../widgets/embed-page.js';
import { telling, whenSeen } from '../widgets/when-seen.js';

const programs = import.meta.glob<{ default: ChartElement }>('../../../examples/charts/*.mjs');
const texts = import.meta.glob<string>('../../../examples/charts/*.mjs', { query: '?raw', import: 'default' });
const exampleOf = (id: string): string => `../../../examples/charts/${id}.mjs`;

void startPage(mount, { tools: [] });

function mount(): void {
  const seen = whenSeen();
  const cursor = sharedCursor();
  fill(
    byId('gallery'),
    ...titles.map(({ id, title, purpose, lines }) => {
      const place = h('figure', { class: 'gallery-chart', 'data-state': 'waiting', 'aria-label': title });
      const code = codeView(`Program of ${title}`);
      code.element.style.setProperty('--lines', String(lines));
      const draw = telling(place, place, async () => {
        const [program, text] = await Promise.all([programs[exampleOf(id)]?.(), texts[exampleOf(id)]?.()]);
        if (program === undefined || text === undefined) throw new Error(`there is no example of ${id}`);
        program.default.update(undefined, { cursor, embed: { frame: embedAddress(`only=${id}`) } });
        fill(place, program.default);
        code.set({ JavaScript: text });
      });
      seen.watch(place, draw);
      const head = h('header', { class: 'cell-head' }, h('h2', { id: `${id}-title` }, title));
      head.append(h('p', { class: 'purpose' }, purpose));
      const pair = h('div', { class: 'gallery-pair stack gap-5' }, place, code.element);
      return h('section', { id, class: 'cell gallery-cell', 'aria-labelledby': `${id}-title` }, head, pair);
    }),
  );
}
