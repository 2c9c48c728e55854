/** One statement: printed and correct side by side, with the live numbers below. */
import type { Posenc } from '../library.js';
import { type Content, fill, h, html } from '../kit/html.js';
import { row, table, withRoles } from '../kit/tables.js';
import { datum, short } from '../widgets/format.js';
import { reachable } from '../widgets/reachable.js';
import { rich } from '../widgets/rich.js';
import { sourceLinks } from '../widgets/source.js';
import { telling, type WhenSeen } from '../widgets/when-seen.js';
import type { Erratum, Figure } from './erratum.js';
import { verdicts } from '../generated/verdicts.js';

export function erratumView(erratum: Erratum, pe: Posenc, seen: WhenSeen): HTMLElement {
  const place = erratum.live ? h('div', { class: 'live', 'data-state': 'waiting' }, 'Computing …') : undefined;
  const { live, figures } = erratum;
  if (place && live) {
    place.style.setProperty('--figures', String(figures));
    const draw = telling(place, place, async (signal) => {
      fill(place, figuresOf(erratum, await live(pe, signal)));
      reachable(place, `Figures of ${erratum.id}`);
    });
    seen.watch(place, draw);
  }
  const { id, title, judgement, correct, sources, unconfirmed } = erratum;
  const verdict = verdicts[id];
  const doubt = unconfirmed && html`<span class="unconfirmed"> Unconfirmed: ${unconfirmed}.</span>`;
  return html`<article id=${id} class="erratum stack" data-verdict=${verdict} aria-labelledby=${`${id}-title`}>
    <header class="erratum-head flow">
      <h3 id=${`${id}-title`}><a class="erratum-id" href=${`#${id}`}>${id}</a> ${title}</h3>
      <p class="judged aside">
        <span class="verdict">${verdict}</span>${judgement && html`<span class="judgement">${judgement}</span>`}
      </p>
    </header>
    <div class="sides">
      <div class="printed">${said(erratum)}</div>
      <div class="correct">
        <h4>${verdict === 'holds' ? 'Checked' : 'Correct'}</h4>
        <p>${rich(correct)}</p>
      </div>
    </div>
    ${place}
    <p class="erratum-sources fine">Source: ${sourceLinks(sources)}.${doubt}</p>
  </article>`;
}

/** Renders quotations as such and labels paraphrases. */
function said({ quoted, paraphrased }: Erratum): HTMLElement[] {
  if (quoted === undefined) return [h('h4', {}, 'Printed, in our words'), h('p', {}, ...rich(paraphrased))];
  return [h('h4', {}, 'Printed'), ...quoted.map((passage) => h('blockquote', {}, h('p', {}, ...marked(passage))))];
}

/** Omits quotation marks next to a display formula, where one would be alone on its line. */
function marked(passage: string): Content[] {
  const bare = passage.startsWith('$$') || passage.endsWith('$$');
  return bare ? rich(passage) : ['“', ...rich(passage), '”'];
}

function figuresOf({ columns }: Erratum, figures: readonly Figure[]): HTMLElement {
  const [printed, computed] = columns ?? ['as the text implies', 'computed here'];
  const two = figures.some((figure) => figure.printed !== undefined);
  const cell = (kind: string, column: string, value: Content): HTMLElement =>
    h('td', { class: kind, 'data-column': value === undefined ? undefined : column }, value);
  const rows = figures.map((figure) => {
    const claimed = two ? [cell('claimed', printed, number(figure.printed, figure))] : [];
    return row([rich(figure.what), ...claimed, cell('found', computed, number(figure.computed, figure))]);
  });
  const head = [html`<span class="visually-hidden">Quantity</span>`, ...(two ? [printed] : []), computed];
  return withRoles(table(head, { class: columns ? 'figures' : 'figures judged-figures', rows }));
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
