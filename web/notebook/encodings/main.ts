/** The gallery: a card for each row of the registry, by family, filtered by family and by words. */
import '../style/gallery.css';
import type { Posenc } from '../../lib/types/posenc.js';
import { byId, say, startPage } from '../page.js';
import { freshId, h } from '../widgets/dom.js';
import { encodingFormulas } from '../widgets/formulas.js';
import { pills } from '../widgets/pills.js';
import { scrollToAnchor } from '../widgets/section-links.js';
import { themeButton } from '../widgets/theme.js';
import { whenSeen } from '../widgets/when-seen.js';
import { card, words } from './card.js';

const all = 'all';

void startPage(mount, { first: encodingFormulas });

function mount(pe: Posenc): void {
  byId('tools').append(themeButton());
  const seen = whenSeen();
  const families = [...new Set(pe.encodings.map((info) => info.family))];
  const sections = families.map((family) => {
    const titleId = freshId('family');
    const cards = pe.encodings
      .filter((info) => info.family === family)
      .map((info) => ({ words: words(info), element: card(info, pe, seen) }));
    const element = h(
      'section',
      { class: 'cell gallery', 'aria-labelledby': titleId },
      h('header', { class: 'cell-head' }, h('h2', { id: titleId }, capital(family))),
      h('div', { class: 'cards' }, ...cards.map((one) => one.element)),
    );
    return { family, cards, element };
  });
  byId('families').append(...sections.map((section) => section.element));

  // The filter lives in the query, so that a link carries it and the hash stays free for a card.
  const query = new URLSearchParams(location.search);
  let family = families.find((name) => name === query.get('family')) ?? all;
  const searchId = freshId('search');
  const search = h('input', {
    id: searchId,
    type: 'search',
    class: 'search-box',
    placeholder: 'name, author, parameter',
    autocomplete: 'off',
    value: (query.get('q') ?? '').slice(0, 80),
    on: { input: () => show(true) },
  });
  const filter = pills(
    'Show encodings by family',
    [
      { id: all, label: all, count: pe.encodings.length },
      ...sections.map((s) => ({ id: s.family, label: s.family, count: s.cards.length })),
    ],
    (id) => {
      family = id;
      show(true);
    },
  );
  byId('filter').append(filter.element, h('div', { class: 'search' }, h('label', { for: searchId }, 'Search'), search));
  show(false);
  scrollToAnchor();

  function show(changed: boolean): void {
    const asked = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    let count = 0;
    for (const section of sections) {
      let open = 0;
      for (const one of section.cards) {
        const fits = (family === all || section.family === family) && asked.every((word) => one.words.includes(word));
        one.element.hidden = !fits;
        if (fits) open++;
      }
      section.element.hidden = open === 0;
      count += open;
    }
    filter.set(family);
    byId('none').hidden = count > 0;
    if (!changed) return;
    const next = new URLSearchParams();
    if (family !== all) next.set('family', family);
    if (search.value !== '') next.set('q', search.value);
    history.replaceState(null, '', next.size > 0 ? `?${next.toString()}` : location.pathname);
    say(`${count} of ${pe.encodings.length} encodings are shown.`);
  }
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
