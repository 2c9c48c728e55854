/**
 * An edited notebook in the fragment `#v=1&nb=…`, as deflated JSON; for notebooks of the site only the differences.
 * Links are untrusted: unpacking is bounded (pack.ts), fields are validated, and cells do not run without consent.
 */
import { packText, unpackText } from '../pack.js';
import { type Cell, type Mode, type Notebook, cellTypes, legible, longestCell, mostCells } from './format.js';
import { sameCell } from './model.js';
import { valueOf } from './outputs/read-controls.js';
import type { InputValue } from './protocol.js';

/** Keyed by `<cell>/<index>`. */
export type InputValues = ReadonlyMap<string, InputValue>;
export interface Linked {
  readonly notebook: Notebook;
  readonly inputs: InputValues;
}

const version = '1';
const longestFragment = 16_384;
const mostInputs = 1000;

/** Inputs in a link; bytes of files are left out. */
export const carried = (inputs: InputValues): [string, InputValue][] =>
  [...inputs].filter(([, value]) => typeof value !== 'object' || Array.isArray(value));

/** Empty if nothing differs; undefined if it is too long for a link. */
export async function fragmentOf(now: Linked, original: Notebook | undefined): Promise<string | undefined> {
  const { notebook, inputs } = now;
  const known = new Map(original?.cells.map((cell) => [cell.id, cell]));
  const same = (cell: Cell): boolean => known.has(cell.id) && sameCell(cell, known.get(cell.id)!);
  const cells = notebook.cells.map((cell) => (same(cell) ? cell.id : cell));
  const untouched = original?.cells.length === cells.length && cells.every((cell, i) => cell === original.cells[i]!.id);
  const set = carried(inputs);
  const named = notebook.title === original?.title;
  if (untouched && named && set.length === 0) return '';
  const text = JSON.stringify({
    ...(named ? {} : { title: notebook.title }),
    ...(untouched ? {} : { cells }),
    ...(set.length > 0 ? { inputs: Object.fromEntries(set) } : {}),
  });
  const packed = await packText(text);
  return packed === undefined ? undefined : `#v=${version}&nb=${packed}`;
}

/** Returns undefined if the fragment holds no valid notebook of this version. */
export async function linked(fragment: string, original: Notebook | undefined): Promise<Linked | undefined> {
  if (fragment.length < 2 || fragment.length > longestFragment) return undefined;
  const given = new URLSearchParams(fragment.slice(1));
  if (given.get('v') !== version) return undefined;
  const text = await unpackText(given.get('nb') ?? '');
  if (text === undefined) return undefined;
  try {
    return readLinked(JSON.parse(text), original);
  } catch {
    return undefined;
  }
}

function readLinked(value: unknown, original: Notebook | undefined): Linked | undefined {
  if (!isRecord(value)) return undefined;
  const { title, cells, inputs } = own(value, ['title', 'cells', 'inputs']);
  const read = cells === undefined ? original?.cells : cellsOf(cells, original);
  if (!read) return undefined;
  const named = typeof title === 'string' ? legible(title).slice(0, 200) : original?.title;
  return { notebook: { title: named ?? 'Untitled', cells: read }, inputs: inputsOf(inputs) };
}

function cellsOf(value: unknown, original: Notebook | undefined): Cell[] | undefined {
  if (!Array.isArray(value) || value.length > mostCells) return undefined;
  const known = new Map(original?.cells.map((cell) => [cell.id, cell]));
  const cells = (value as unknown[]).map((one) => (typeof one === 'number' ? known.get(one) : cellOf(one)));
  const ids = new Set(cells.map((cell) => cell?.id));
  return cells.every((cell) => cell !== undefined) && ids.size === cells.length ? (cells as Cell[]) : undefined;
}

function cellOf(value: unknown): Cell | undefined {
  if (!isRecord(value)) return undefined;
  const { id, mode, value: text, pinned, hidden } = own(value, ['id', 'mode', 'value', 'pinned', 'hidden']);
  const whole = Number.isInteger(id) && (id as number) > 0 && (id as number) < 1e9;
  const known = typeof mode === 'string' && Object.hasOwn(cellTypes, mode);
  if (!whole || !known || typeof text !== 'string' || text.length > longestCell) return undefined;
  return { id: id as number, mode: mode as Mode, value: text, pinned: pinned === true, hidden: hidden === true };
}

function inputsOf(value: unknown): InputValues {
  const found = new Map<string, InputValue>();
  if (!isRecord(value)) return found;
  for (const [key, one] of Object.entries(value).slice(0, mostInputs))
    if (/^\d{1,9}\/\d{1,3}$/.test(key) && (typeof one !== 'object' || Array.isArray(one))) found.set(key, valueOf(one));
  return found;
}

const isRecord = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const own = (value: object, names: readonly string[]): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    names.flatMap((name) => (Object.hasOwn(value, name) ? [[name, (value as Record<string, unknown>)[name]]] : [])),
  );
