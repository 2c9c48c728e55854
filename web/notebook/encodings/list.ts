/** The list of encodings with search, family filter, order, and two check marks for comparison. */
import { computed, effect, signal } from '@preact/signals-core';
import type { EncodingInfo } from '../../lib/types/registry.js';
import type { Posenc } from '../library.js';
import { choiceControl } from '../kit/choice-control.js';
import { toggle } from '../kit/elements.js';
import { freshId, h, html } from '../kit/html.js';
import { acceptedDraft } from '../start-values.js';
import { whenSeen } from '../widgets/when-seen.js';
import { card, type Card } from './card.js';
import { comparisonOf } from './links.js';
import { all, type EncodingsState, type EncodingsStore, orders } from './state.js';

export function encodingList(pe: Posenc, store: EncodingsStore): HTMLElement {
  const { state } = store;
  const seen = whenSeen();
  const cards = pe.encodings.map((info) => card(info, pe, seen, store));
  // Citations are needed only by the search, so they load with it.
  const sources = signal<((info: EncodingInfo) => string) | undefined>();
  effect(() => {
    if (state.value.search === '' || sources.peek()) return;
    void import('../documented/citations.js').then(({ citationOf }) => (sources.value = citationOf));
  });
  const wordsOf = ({ info, words }: Card): string => `${words} ${sources.value?.(info).toLowerCase() ?? ''}`;
  const shown = computed(() => {
    const { search, family } = state.value;
    const asked = search.toLowerCase().split(/\s+/).filter(Boolean);
    return cards.filter((one) => {
      const words = wordsOf(one);
      return (family === all || one.info.family === family) && asked.every((word) => words.includes(word));
    });
  });
  const order = computed(() => state.value.order);
  return html`<div class="stack gap-5">
    ${filter(pe, store, () => shown.value.length)}
    <p class="calm" hidden=${() => shown.value.length > 0}>No encoding matches.</p>
    <div class="families stack gap-5">${() => ordered(shown.value, order.value).map(group)}</div>
    ${comparison(pe, store)}
  </div>`;
}

interface Group {
  readonly title: string;
  readonly cards: readonly Card[];
}

function ordered(cards: readonly Card[], order: EncodingsState['order']): Group[] {
  if (order === 'family')
    return [...new Set(cards.map(({ info }) => info.family))].map((family) => ({
      title: family.charAt(0).toUpperCase() + family.slice(1),
      cards: cards.filter(({ info }) => info.family === family),
    }));
  const byName = (a: Card, b: Card): number => a.info.title.localeCompare(b.info.title, 'en');
  const byYear = (a: Card, b: Card): number => (b.year ?? 0) - (a.year ?? 0) || byName(a, b);
  return [{ title: `By ${orders[order]}`, cards: [...cards].sort(order === 'name' ? byName : byYear) }];
}

function group({ title, cards }: Group): HTMLElement {
  const id = freshId('family');
  return html`<section class="cell" aria-labelledby=${id} hidden=${cards.length === 0}>
    <header class="cell-head"><h2 id=${id}>${title}</h2></header>
    <div class="cards">${cards.map(({ element }) => element)}</div>
  </section>`;
}

function filter(pe: Posenc, store: EncodingsStore, count: () => number): HTMLElement {
  const { state, update } = store;
  const id = freshId('search');
  const of = (family: string): number => pe.encodings.filter((info) => info.family === family).length;
  const pill = ([family, size]: readonly [string, number]): HTMLElement =>
    toggle(
      [family, html`<span class="count">${size}</span>`],
      () => state.value.family === family,
      () => update({ family }),
    );
  const families = [...new Set(pe.encodings.map(({ family }) => family))];
  const type = ({ target, type: event }: Event): void =>
    update({ search: (target as HTMLInputElement).value }, event === 'change');
  const box = h('input', {
    ...{ id, type: 'search', class: 'search-box', placeholder: 'author, model, parameter', autocomplete: 'off' },
    ...{ maxlength: 80, value: () => state.value.search, oninput: type, onchange: type },
  });
  return html`<div class="gallery-filter flow">
    <div class="pills" role="group" aria-label="Show encodings by family">
      ${[[all, pe.encodings.length] as const, ...families.map((one) => [one, of(one)] as const)].map(pill)}
    </div>
    <div class="gallery-order flow">
      ${choiceControl(store, 'order', 'Sort by', orders)}
      <div class="search"><label for=${id}>Search</label>${box}</div>
    </div>
    <p class="visually-hidden" role="status">${() => `${count()} of ${pe.encodings.length} encodings are shown.`}</p>
  </div>`;
}

/** The selected encodings, and a link to their comparison. */
function comparison(pe: Posenc, { state, update }: EncodingsStore): HTMLElement {
  // in the order of selection: the first is A
  const ticked = computed(() => state.value.ticked.flatMap((id) => pe.encodings.filter((info) => info.id === id)));
  const titleOf = (id: string | undefined): string => pe.encodings.find((info) => info.id === id)?.title ?? '';
  let before: readonly string[] = [];
  /** Reports which selection a third one replaced. */
  const replaced = computed((): string => {
    const now = state.value.ticked;
    const gone = before.length === now.length ? before.find((id) => !now.includes(id)) : undefined;
    before = now;
    return gone === undefined
      ? ''
      : ` Two are compared at a time: ${titleOf(now.at(-1))} took the place of ${titleOf(gone)}.`;
  });
  const names = (): string => ticked.value.map(({ title }) => title).join(' with ');
  const open = async (event: Event): Promise<void> => {
    event.preventDefault();
    const specs = await Promise.all(ticked.peek().map((info) => acceptedDraft(pe, info, { encoding: info.id })));
    location.href = comparisonOf(specs);
  };
  const link = (): HTMLElement =>
    html`<a class="compare-link" href=${comparisonOf(ticked.value.map(({ id }) => ({ encoding: id })))} onclick=${open}
      >Compare in Variants</a
    >`;
  return html`<div
    class="compare-bar flow"
    role="region"
    aria-label="Compare two encodings"
    hidden=${() => ticked.value.length === 0}
  >
    <p role="status">
      ${() => `${ticked.value.length === 1 ? `${names()}: tick one more to compare it with.` : `${names()}.`}${replaced.value}`}
    </p>
    ${() => ticked.value.length === 2 && link()}
    <button type="button" class="quiet" onclick=${() => update({ ticked: [] })}>Clear</button>
  </div>`;
}
