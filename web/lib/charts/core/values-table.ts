/** Values as an HTML table and as CSV. */
import { csvField } from '../../files/csv-field.js';
import { h } from './elements.js';
import type { Table } from './kind.js';
import { decimalLabel } from './ticks.js';

const mostRows = 200;
const mostColumns = 24;

export const rowsOf = ({ rows, columns }: Table): number =>
  rows ?? Math.max(0, ...columns.map(({ values }) => values.length));

/** All rows, or an evenly spaced selection; the caption says which. */
export function valuesTable(table: Table): HTMLTableElement {
  const rows = rowsOf(table);
  const count = Math.min(rows, mostRows);
  const columns = table.columns.slice(0, mostColumns);
  const picked = Array.from({ length: count }, (_, k) => Math.round((k * (rows - 1)) / Math.max(1, count - 1)));
  const cell = (value: number | string | undefined): string =>
    value === undefined ? '' : typeof value === 'number' ? decimalLabel(value) : value;
  const left = [
    count < rows && `${count} of ${rows} rows`,
    columns.length < table.columns.length && `${columns.length} of ${table.columns.length} columns`,
  ].filter((part) => part !== false);
  return h(
    'table',
    {},
    ...(left.length ? [h('caption', {}, `${left.join(', ')}; the CSV file has all of them.`)] : []),
    h('thead', {}, h('tr', {}, ...columns.map(({ name }) => h('th', { scope: 'col' }, name)))),
    h(
      'tbody',
      {},
      ...picked.map((i) =>
        h(
          'tr',
          {},
          ...columns.map(({ values }, c) =>
            c === 0 ? h('th', { scope: 'row' }, cell(values[i])) : h('td', {}, cell(values[i])),
          ),
        ),
      ),
    ),
  );
}

/** Numbers are written as the shortest decimals that round-trip. Strings are quoted and escaped against formulas. */
export function csvText(table: Table): string {
  const quoted = (value: number | string | undefined): string =>
    typeof value === 'number' ? (Object.is(value, -0) ? '-0' : String(value)) : csvField(value ?? '');
  const lines = [table.columns.map(({ name }) => quoted(name)).join(',')];
  const rows = rowsOf(table);
  const columns = table.columns.map(({ values }) => values);
  for (let i = 0; i < rows; i++)
    lines.push(columns.map((values) => (i < values.length ? quoted(values[i]) : '')).join(','));
  return `${lines.join('\n')}\n`;
}
