/** The page Encodings: all rows of the registry as a list, and one of them with all that is known of it. */
import '../style/gallery.css';
import { computed, effect } from '@preact/signals-core';
import type { Posenc } from '../library.js';
import { store as keep } from '../history.js';
import { fill } from '../kit/dom.js';
import { byId, startPage } from '../page.js';
import { copyLink } from '../widgets/copy-link.js';
import { themeButton } from '../widgets/theme.js';
import { encodingList } from './list.js';
import { encodingsLink, formerly } from './state.js';

void startPage(mount);

async function mount(pe: Posenc): Promise<void> {
  byId('tools').append(copyLink(), themeButton());
  const former = formerly(location.search);
  if (former !== '') history.replaceState(null, '', `${location.pathname}${location.hash || former}`);
  const store = await keep(encodingsLink(pe.encodings));
  const { state, update } = store;
  const [list, place, title] = [byId('list'), byId('row'), document.title];
  fill(byId('encodings'), encodingList(pe, store));
  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest<HTMLElement>('[data-open]');
    if (link === null || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    update({ row: link.dataset['open'] || undefined });
  });

  const row = computed(() => pe.encodings.find(({ id }) => id === state.value.row));
  let before = row.peek();
  let shown: Promise<void> | undefined;
  effect(() => {
    const info = row.value;
    list.hidden = info !== undefined;
    place.hidden = info === undefined;
    document.title = info === undefined ? title : `${info.title} · Encodings · posenc`;
    const from = before;
    before = info;
    if (info === undefined) {
      const opened = from && list.querySelector<HTMLElement>(`[data-open="${from.id}"]`);
      opened?.focus({ preventScroll: true });
      opened?.closest('.card')?.scrollIntoView({ block: 'center' });
      return;
    }
    place.dataset['row'] = info.id;
    shown = import('./row.js').then(async ({ rowView }) => {
      const view = await rowView(pe, info);
      if (row.peek() !== info) return;
      fill(place, view);
      scrollTo(0, 0);
      if (from !== info) place.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
    });
  });
  await shown;
}
