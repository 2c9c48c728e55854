/** The fault of a cell with its position. */
import { columnBefore } from '../edits.js';
import type { CellFault } from '../protocol.js';
import type { Placed } from './evaluation.js';
import { inspect } from './inspect.js';
import { placeOf } from './thrown.js';

/** An awaited promise may have failed elsewhere; then the position is the awaiting statement. */
export function faultOf(error: unknown, { compiled: { id, moves }, line: waiting }: Placed): CellFault {
  const place = placeOf(error, id);
  const name = error instanceof Error && error.name !== 'Error' ? `${error.name}: ` : '';
  const message = `${name}${error instanceof Error ? error.message : inspected(error)}`.slice(0, 2000);
  if (place?.id !== id) return { message, ...(waiting > 0 ? { line: waiting } : {}) };
  return { message, line: place.line, column: columnBefore(moves, place.line, place.column) };
}
function inspected(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  const { text, entries = [] } = inspect(value);
  return `${text} { ${entries.map(([name, one]) => `${name}: ${one.text}`).join(', ')} }`.trim();
}
