/** The page Encodings: all rows of the registry as a list, and one row in detail. */
import '../style/gallery.css';
import { computed } from '@preact/signals-core';
import type { Posenc } from '../library.js';
import { store as keep } from '../history.js';
import { fill } from '../kit/dom.js';
import { begin, listAndOne, plainly } from '../kit/list-and-one.js';
import { byId, startPage } from '../page.js';
import { encodingList } from './list.js';
import { encodingsLink } from './state.js';

void startPage(mount);

async function mount(pe: Posenc): Promise<void> {
  const store = await keep(encodingsLink(pe.encodings));
  const { state, update } = store;
  const place = byId('row');
  fill(byId('encodings'), encodingList(pe, store));
  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest<HTMLElement>('[data-open]');
    if (link) plainly(() => update({ row: link.dataset['open'] || undefined }))(event);
  });

  const row = computed(() => pe.encodings.find(({ id }) => id === state.value.row));
  let shown: Promise<void> | undefined;
  listAndOne(row, place, 'data-open', (info, from) => {
    place.dataset['row'] = info.id;
    shown = import('./row.js').then(async ({ rowView }) => {
      const view = await rowView(pe, info);
      if (row.peek() !== info) return;
      fill(place, view);
      if (from !== info) begin(place);
    });
  });
  await shown;
}
