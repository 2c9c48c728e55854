/** One statement on the page: printed and correct side by side, the live numbers under them. */
import type { Posenc } from '../library.js';
import type { Child } from '../widgets/dom.js';
import { fill, h } from '../widgets/dom.js';
import { messageOf } from '../widgets/errors.js';
import { datum, short } from '../widgets/format.js';
import { reachable } from '../widgets/reachable.js';
import { rich } from '../widgets/rich.js';
import { sourceLinks } from '../widgets/source.js';
import type { WhenSeen } from '../widgets/when-seen.js';
import type { Erratum, Figure } from './erratum.js';

export function erratumView(row: Erratum, pe: Posenc, seen: WhenSeen): HTMLElement {
  const place = row.live ? h('div', { class: 'live', 'data-state': 'waiting' }, 'Computing …') : undefined;
  const { live, figures } = row;
  if (place && live) {
    place.style.setProperty('--figures', String(figures));
    seen.watch(place, async (signal) => {
      try {
        const figures = await live(pe, signal);
        fill(place, table(row, figures));
        reachable(place, `Figures of ${row.id}`);
        place.dataset['state'] = 'done';
      } catch (error) {
        if (signal.aborted) throw error;
        place.dataset['state'] = 'failed';
        fill(place, h('p', { class: 'fault', role: 'alert' }, messageOf(error)));
      }
    });
  }
  return h(
    'article',
    { id: row.id, class: 'erratum', 'data-verdict': row.verdict, 'aria-labelledby': `${row.id}-title` },
    h(
      'header',
      { class: 'erratum-head' },
      h('h3', { id: `${row.id}-title` }, h('a', { class: 'erratum-id', href: `#${row.id}` }, row.id), ' ', row.title),
      h(
        'p',
        { class: 'judged' },
        h('span', { class: 'verdict' }, row.verdict),
        row.judgement && h('span', { class: 'judgement' }, row.judgement),
      ),
    ),
    h(
      'div',
      { class: 'sides' },
      h('div', { class: 'printed' }, ...said(row)),
      h(
        'div',
        { class: 'correct' },
        h('h4', {}, row.verdict === 'correct' ? 'Checked' : 'Correct'),
        h('p', {}, ...rich(row.correct)),
      ),
    ),
    place,
    h(
      'p',
      { class: 'erratum-sources' },
      'Source: ',
      sourceLinks(row.sources),
      '.',
      row.unconfirmed && h('span', { class: 'unconfirmed' }, ` Unconfirmed: ${row.unconfirmed}.`),
    ),
  );
}

/** A quotation is set as one; what is not is labelled. */
function said(row: Erratum): HTMLElement[] {
  if (row.quoted === undefined) return [h('h4', {}, 'Printed, in our words'), h('p', {}, ...rich(row.paraphrased))];
  return [h('h4', {}, 'Printed'), ...row.quoted.map((passage) => h('blockquote', {}, h('p', {}, ...marked(passage))))];
}

/** Quotation marks stand where words begin and end: beside a formula on a line of its own they would stand alone. */
const marked = (passage: string): Child[] => [
  !passage.startsWith('$$') && '“',
  ...rich(passage),
  !passage.endsWith('$$') && '”',
];

/** The roles stay when a narrow screen lays the rows out as a grid. */
function table(row: Erratum, figures: readonly Figure[]): HTMLElement {
  const [printed, computed] = row.columns ?? ['as printed', 'computed here'];
  const two = figures.some((figure) => figure.printed !== undefined);
  const head = (text: Child): HTMLElement => h('th', { scope: 'col', role: 'columnheader' }, text);
  const cell = (kind: string, column: string, value: Child): HTMLElement =>
    h('td', { class: kind, role: 'cell', 'data-column': value === undefined ? undefined : column }, value);
  return h(
    'table',
    { class: row.columns ? 'figures' : 'figures judged-figures', role: 'table' },
    h(
      'thead',
      { role: 'rowgroup' },
      h(
        'tr',
        { role: 'row' },
        head(h('span', { class: 'visually-hidden' }, 'Quantity')),
        two && head(printed),
        head(computed),
      ),
    ),
    h(
      'tbody',
      { role: 'rowgroup' },
      ...figures.map((figure) =>
        h(
          'tr',
          { role: 'row' },
          h('th', { scope: 'row', role: 'rowheader' }, ...rich(figure.what)),
          two && cell('claimed', printed, number(figure.printed, figure)),
          cell('found', computed, number(figure.computed, figure)),
        ),
      ),
    ),
  );
}

function number(value: Figure['computed'] | undefined, { digits = 6, factor }: Figure): Child {
  const sign = factor ? '×\u202f' : '';
  if (value === undefined) return undefined;
  if (typeof value === 'string') return `${sign}${value}`;
  return datum(
    value,
    sign + (digits === 6 ? short(value) : String(Number(value.toPrecision(digits))).replace('-', '−')),
  );
}
