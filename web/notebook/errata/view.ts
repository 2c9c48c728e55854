/** One statement on the page: printed and correct side by side, the live numbers under them. */
import type { Posenc } from '../library.js';
import { type Content, fill, h, html } from '../kit/html.js';
import { datum, short } from '../widgets/format.js';
import { reachable } from '../widgets/reachable.js';
import { rich } from '../widgets/rich.js';
import { sourceLinks } from '../widgets/source.js';
import { telling, type WhenSeen } from '../widgets/when-seen.js';
import type { Erratum, Figure } from './erratum.js';

export function erratumView(row: Erratum, pe: Posenc, seen: WhenSeen): HTMLElement {
  const place = row.live ? h('div', { class: 'live', 'data-state': 'waiting' }, 'Computing …') : undefined;
  const { live, figures } = row;
  if (place && live) {
    place.style.setProperty('--figures', String(figures));
    const draw = telling(place, place, async (signal) => {
      fill(place, table(row, await live(pe, signal)));
      reachable(place, `Figures of ${row.id}`);
    });
    seen.watch(place, draw);
  }
  const { id, title, verdict, judgement, correct, sources, unconfirmed } = row;
  const doubt = unconfirmed && html`<span class="unconfirmed"> Unconfirmed: ${unconfirmed}.</span>`;
  return html`<article id=${id} class="erratum" data-verdict=${verdict} aria-labelledby=${`${id}-title`}>
    <header class="erratum-head">
      <h3 id=${`${id}-title`}><a class="erratum-id" href=${`#${id}`}>${id}</a> ${title}</h3>
      <p class="judged">
        <span class="verdict">${verdict}</span>${judgement && html`<span class="judgement">${judgement}</span>`}
      </p>
    </header>
    <div class="sides">
      <div class="printed">${said(row)}</div>
      <div class="correct">
        <h4>${verdict === 'correct' ? 'Checked' : 'Correct'}</h4>
        <p>${rich(correct)}</p>
      </div>
    </div>
    ${place}
    <p class="erratum-sources">Source: ${sourceLinks(sources)}.${doubt}</p>
  </article>`;
}

/** A quotation is set as one; what is not is labelled. */
function said(row: Erratum): HTMLElement[] {
  if (row.quoted === undefined) return [h('h4', {}, 'Printed, in our words'), h('p', {}, ...rich(row.paraphrased))];
  return [h('h4', {}, 'Printed'), ...row.quoted.map((passage) => h('blockquote', {}, h('p', {}, ...marked(passage))))];
}

/** Beside a formula on a line of its own a quotation mark would stand alone, and without its partner at the other end. */
function marked(passage: string): Content[] {
  const bare = passage.startsWith('$$') || passage.endsWith('$$');
  return bare ? rich(passage) : ['“', ...rich(passage), '”'];
}

/** The roles stay when a narrow screen lays the rows out as a grid. */
function table(row: Erratum, figures: readonly Figure[]): HTMLElement {
  const [printed, computed] = row.columns ?? ['as printed', 'computed here'];
  const two = figures.some((figure) => figure.printed !== undefined);
  const head = (text: Content): HTMLElement => h('th', { scope: 'col', role: 'columnheader' }, text);
  const cell = (kind: string, column: string, value: Content): HTMLElement =>
    h('td', { class: kind, role: 'cell', 'data-column': value === undefined ? undefined : column }, value);
  const rowOf = (figure: Figure): HTMLElement =>
    html`<tr role="row">
      <th scope="row" role="rowheader">${rich(figure.what)}</th>
      ${two && cell('claimed', printed, number(figure.printed, figure))}
      ${cell('found', computed, number(figure.computed, figure))}
    </tr>`;
  return html`<table class=${row.columns ? 'figures' : 'figures judged-figures'} role="table">
    <thead role="rowgroup">
      <tr role="row">
        ${head(html`<span class="visually-hidden">Quantity</span>`)} ${two && head(printed)} ${head(computed)}
      </tr>
    </thead>
    <tbody role="rowgroup">
      ${figures.map(rowOf)}
    </tbody>
  </table>`;
}

function number(value: Figure['computed'] | undefined, { digits = 6, factor }: Figure): Content {
  const sign = factor ? '×\u202f' : '';
  if (value === undefined) return undefined;
  if (typeof value === 'string') return `${sign}${value}`;
  return datum(
    value,
    sign + (digits === 6 ? short(value) : String(Number(value.toPrecision(digits))).replace('-', '−')),
  );
}
