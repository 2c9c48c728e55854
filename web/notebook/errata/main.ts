/** The errata page: one document at a time, its statements filtered by verdict. */
import '../style/errata.css';
import { effect, signal } from '@preact/signals-core';
import type { Posenc } from '../library.js';
import { fill, html } from '../kit/html.js';
import { byId, say, startPage } from '../page.js';
import { messageOf } from '../kit/errors.js';
import { pills } from '../widgets/pills.js';
import { scrollToAnchor } from '../widgets/section-links.js';
import { whenSeen } from '../widgets/when-seen.js';
import { count, documents, type Entry } from './documents.js';
import { type Verdict, meanings, verdicts } from '../generated/verdicts.js';
import { erratumView } from './view.js';

void startPage(mount, { tools: [] });

async function mount(pe: Posenc): Promise<void> {
  const seen = whenSeen();
  const chosen = signal<Verdict | 'all'>('all');
  const open = signal(documents[0]!);
  const made = new Map<Entry, Promise<HTMLElement>>();
  const countAll = (verdict = chosen.value): number => documents.reduce((sum, one) => sum + count(one, verdict), 0);
  const words = Object.entries(meanings).filter(([word]) => countAll(word as Verdict) > 0);

  const link = (one: Entry): HTMLElement =>
    html`<a href=${`#${one.id}`} aria-current=${() => (open.value === one ? 'true' : undefined)}>${one.name}</a>`;
  const item = (one: Entry): HTMLElement =>
    html`<li class=${() => (count(one, chosen.value) === 0 ? 'none' : '')}>
      ${link(one)} <span class="count">${() => count(one, chosen.value)}</span>
    </li>`;
  fill(
    byId('list'),
    html`<ul>
      ${documents.map(item)}
    </ul>`,
  );
  const filter = pills(
    'Show statements by verdict',
    (['all', ...words.map(([word]) => word)] as (Verdict | 'all')[]).map((id) => ({
      id,
      label: id,
      count: countAll(id),
    })),
    (id) => void choose(id as Verdict | 'all'),
  );
  byId('filter').append(filter.element);
  byId('verdicts').append(
    ...words.map(
      ([word, meaning]) =>
        html`<div>
          <dt class="verdict" data-verdict=${word}>${word}</dt>
          <dd>${meaning}</dd>
        </div>`,
    ),
  );
  effect(() => filter.set(chosen.value));
  addEventListener('hashchange', () => void show());
  await show();

  /** Shows what the address names: a document, or a statement in one. */
  async function show(): Promise<void> {
    const id = decodeURIComponent(location.hash.slice(1));
    const named = documents.find((one) => one.id === id || id.startsWith(`${one.prefix}.`));
    if (id !== '' && named === undefined && made.size > 0) return;
    await turnTo(named ?? documents[0]!);
    if (document.getElementById(id)?.hidden) chosen.value = 'all';
    scrollToAnchor(); // the target exists only now
  }

  async function turnTo(one: Entry): Promise<void> {
    open.value = one;
    let section = made.get(one);
    if (section === undefined) made.set(one, (section = sectionOf(one)));
    try {
      const element = await section;
      if (open.value === one) fill(byId('documents'), element);
    } catch (error) {
      made.delete(one);
      fill(byId('documents'), html`<p class="fault" role="alert">${messageOf(error)}</p>`);
    }
  }

  async function sectionOf(one: Entry): Promise<HTMLElement> {
    const { id, title, about, rows } = await one.load();
    const next = documents[documents.indexOf(one) + 1];
    const views = rows.map((row) => {
      const element = erratumView(row, pe, seen);
      effect(() => void (element.hidden = chosen.value !== 'all' && chosen.value !== verdicts[row.id]));
      return element;
    });
    return html`<section id=${id} class="cell errata" aria-labelledby=${`${id}-title`}>
      <header class="cell-head">
        <h2 id=${`${id}-title`}>${title}</h2>
        <p class="purpose">${about}</p>
      </header>
      ${views} ${next && html`<p class="next-document">Next: ${link(next)}</p>`}
    </section>`;
  }

  /** If no statement of the open document has this verdict, the first document with one opens. */
  async function choose(verdict: Verdict | 'all'): Promise<void> {
    chosen.value = verdict;
    if (count(open.value, verdict) === 0) await turnTo(documents.find((one) => count(one, verdict) > 0) ?? open.value);
    say(`${count(open.value, verdict)} of ${countAll()} statements are shown: ${open.value.name}.`);
  }
}
