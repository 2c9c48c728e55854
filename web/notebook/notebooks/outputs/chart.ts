/**
 * A chart of a cell: described by the sandbox, drawn by its function of posenc/charts, which throws on invalid data. Only
 * the code of this chart is loaded.
 */
import kinds from 'virtual:chart-kinds';
import { type SharedCursor, sharedCursor } from '../../../lib/charts/core/shared-cursor.js';
import type { Output } from '../protocol.js';

const cursors = new Map<number, SharedCursor>();
function cursorOf(serial: number): SharedCursor {
  const known = cursors.get(serial) ?? sharedCursor();
  cursors.set(serial, known);
  return known;
}

type ChartOutput = Extract<Output, { kind: 'chart' }>;

export async function chartElement({ chart, data, options, cursor }: ChartOutput): Promise<HTMLElement> {
  const load = Object.hasOwn(kinds, chart) ? kinds[chart] : undefined;
  if (!load) throw new Error(`there is no chart ${chart}`);
  const make = await load();
  return make(data, cursor === undefined ? options : { ...(options as object), cursor: cursorOf(cursor) });
}
