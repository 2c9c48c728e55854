/** Tables of facts with row headers; wide ones scroll. */
import type { Content } from '../kit/dom.js';
import { row, table } from '../kit/tables.js';
import { scroller } from './reachable.js';

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
  const made = rows.map(({ cells, kind: of, engine }) => row(cells, { class: of, 'data-engine': engine }));
  const facts = table(head, { class: kind, rows: made });
  facts.ariaLabel = name;
  return scroller('facts-scroll', name, facts);
}
