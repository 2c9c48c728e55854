/** A chart of a cell: described by the sandbox, drawn by posenc/charts, which throws on invalid data. */
import { type SharedCursor, charts, sharedCursor } from 'posenc/charts';
import type { Output } from '../protocol.js';

type Make = (data: unknown, options: unknown) => HTMLElement;

const cursors = new Map<number, SharedCursor>();
function cursorOf(serial: number): SharedCursor {
  const known = cursors.get(serial) ?? sharedCursor();
  cursors.set(serial, known);
  return known;
}

export function chartElement({ chart, data, options, cursor }: Extract<Output, { kind: 'chart' }>): HTMLElement {
  const row = charts.find(({ id }) => id === chart);
  if (!row) throw new Error(`there is no chart ${chart}`);
  return (row.make as unknown as Make)(
    data,
    cursor === undefined ? options : { ...(options as object), cursor: cursorOf(cursor) },
  );
}
