/**
 * `posenc/charts` as cells have it: `(data, options) => chart`. A cell makes the description of a chart, which the page
 * draws by the function of the same name (outputs/chart.ts).
 */
import ids from 'virtual:chart-names';
import { type Made, type Output, type Plain, most } from '../protocol.js';
import { here } from './thrown.js';

/** What is shown as it is; a cell cannot make one that the page would not read again. */
export class ReadyOutput {
  constructor(readonly output: Output) {}
}

/** What stands in the page for a cursor that charts share. */
class Cursor {
  constructor(readonly serial: number) {}
}
let cursors = 0;

/** The names of posenc/charts, each with the id of its chart in the list there. */
export const charts = Object.freeze({
  ...Object.fromEntries(
    Object.entries(ids).map(([name, chart]) => [
      name,
      (data: unknown, options: object = {}): ReadyOutput => {
        const { cursor, half, ...others } = options as { cursor?: unknown; half?: unknown };
        return new ReadyOutput({
          kind: 'chart',
          chart,
          data: plain(data, name),
          options: plain(others, name),
          ...(cursor instanceof Cursor ? { cursor: cursor.serial } : {}),
          ...(half === true ? { half } : {}),
          ...madeHere(),
        });
      },
    ]),
  ),
  sharedCursor: () => new Cursor(++cursors),
});

/** Where the cell is that makes it: the page tells it where it cannot be drawn. */
export function madeHere(): { readonly made?: Made } {
  const place = here();
  return place ? { made: [place.id, place.line] } : {};
}

/** A copy of what can be sent. */
export function plain(value: unknown, place: string, depth = 0): Plain {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string') return value.slice(0, most.text);
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  if (value instanceof Float32Array) return new Float32Array(value);
  if (ArrayBuffer.isView(value) && !(value instanceof DataView)) return Float64Array.from(value as never, Number);
  if (typeof value !== 'object' || depth > most.nested)
    throw new TypeError(`${place} is ${typeof value}: what a cell gives a chart are numbers, texts and lists of them`);
  if (!Array.isArray(value))
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [name, plain(one, `${place}.${name}`, depth + 1)]),
    );
  // a short list stays one: pairs to be drawn are gone through as a list
  return value.length > most.items && value.every((one) => typeof one === 'number')
    ? Float64Array.from(value as number[])
    : value.map((one, i) => plain(one, `${place}[${i}]`, depth + 1));
}
