/**
 * Explains why a cell of the graph cannot be computed, with the responsible cells and the line. A name is undefined,
 * defined twice, or circular.
 */
import type { Compiled } from '../compile-cell.js';
import { type CellFault, idMark } from '../protocol.js';
import { nearest } from './near.js';

type Cells = readonly Compiled[];

const giving = (cells: Cells, name: string): Cells => cells.filter(({ outputs }) => outputs.includes(name));
const at = ({ places }: Compiled, name: string): Pick<CellFault, 'line' | 'column'> => {
  const [line, column] = (Object.hasOwn(places, name) ? places[name] : undefined) ?? [];
  return line === undefined ? {} : { line, column: column! };
};
const named = (id: number): string => idMark + id;
const listed = (ids: readonly string[]): string => `${ids.slice(0, -1).join(', ')} and ${ids.at(-1)}`;

/** Fault of a cell that defines or uses a name with several definitions. */
export function givenTwice(cell: Compiled, cells: Cells, names: readonly string[]): CellFault | undefined {
  for (const name of names) {
    const ids = giving(cells, name).map(({ id }) => named(id));
    if (ids.length > 1)
      return {
        message: `${name} is defined in cells ${listed(ids)}; only one cell can give a name`,
        ...at(cell, name),
      };
  }
  return undefined;
}

/** Names other than those defined by cells. */
export interface Known {
  /** Available in every cell. */
  readonly names: readonly string[];
  /** Returns the module that exports a name. */
  readonly module: (name: string) => string | undefined;
}

/** @param input the name for which the runtime reported `message` */
export function diagnosis(
  cell: Compiled,
  cells: Cells,
  known: Known,
  message: string,
  input: string | undefined,
): CellFault {
  const twice = givenTwice(cell, cells, [...cell.outputs, ...cell.inputs]);
  if (twice) return twice;
  const missing = / is not defined$/.test(message) ? message.slice(0, -' is not defined'.length) : undefined;
  if (missing !== undefined && cell.inputs.includes(missing))
    return { message: message + meant(missing, cells, known), ...at(cell, missing) };
  const circle = circleThrough(cell, cells);
  if (circle) return { message: told(circle), ...at(cell, circle[0]!.name) };
  if (input === undefined) return { message };
  const [source] = giving(cells, input);
  const around = source && circleThrough(source, cells);
  return {
    message: around ? told(around) : message,
    of: source ? `${input} of cell ${named(source.id)}` : input,
    ...at(cell, input),
  };
}

function meant(name: string, cells: Cells, { names, module }: Known): string {
  const from = module(name);
  if (from !== undefined) return `; a cell has it by import { ${name} } from "${from}"`;
  const near =
    nearest(name, [...cells.flatMap(({ outputs }) => outputs), ...names]) ??
    nearest(name, Object.getOwnPropertyNames(globalThis));
  return near === undefined ? '' : `; did you mean ${near}?`;
}

interface Link {
  readonly from: number;
  readonly name: string;
  readonly to: number;
}
const told = (circle: readonly Link[]): string =>
  `circular definition: ${circle.map(({ from, name, to }) => `cell ${named(from)} needs ${name} of cell ${named(to)}`).join(', ')}`;

/** A cycle of names from a cell back to itself. */
function circleThrough(start: Compiled, cells: Cells): readonly Link[] | undefined {
  const seen = new Set<Compiled>();
  const search = (cell: Compiled, way: readonly Link[]): readonly Link[] | undefined => {
    for (const name of cell.inputs)
      for (const next of giving(cells, name)) {
        const further = [...way, { from: cell.id, name, to: next.id }];
        if (next === start) return further;
        if (seen.has(next)) continue;
        seen.add(next);
        const found = search(next, further);
        if (found) return found;
      }
    return undefined;
  };
  return search(start, []);
}
