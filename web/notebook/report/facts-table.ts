/** Tables of facts: a head, rows that begin with what they are about; what is wider than its place scrolls. */
import { type Content, html } from '../kit/html.js';
import { reachable } from '../widgets/reachable.js';

export interface FactRow {
  readonly cells: readonly Content[];
  readonly kind?: string;
  readonly engine?: string;
}

export function factsTable(
  name: string,
  head: readonly string[],
  rows: readonly FactRow[],
  kind = 'engines',
): HTMLElement {
  const place = html`<div class="facts-scroll">
    <table class=${kind} aria-label=${name}>
      <thead>
        <tr>
          ${head.map((title) => html`<th scope="col">${title}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ({ cells: [first, ...rest], kind: of, engine }) =>
            html`<tr class=${of} data-engine=${engine}>
              <th scope="row">${first}</th>
              ${rest.map((cell) => html`<td>${cell}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
  reachable(place, name);
  return place;
}
