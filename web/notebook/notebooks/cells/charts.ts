/**
 * `posenc/charts` for cells: `(data, options) => chart`. It returns the description of a chart, which the page draws
 * with the function of the same name (outputs/chart.ts).
 */
import ids from 'virtual:chart-names';
import { type Made, type Output, type Plain, most } from '../protocol.js';
import { here } from './thrown.js';

/** An output in final form; cells cannot construct one that the page would reject. */
export class ReadyOutput {
  constructor(readonly output: Output) {}
}

/** Placeholder for a cursor that charts share. */
class Cursor {
  constructor(readonly serial: number) {}
}
let cursors = 0;

/** Functions by the names of posenc/charts, each with the id of its chart. */
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

/** The position of the calling cell, for errors when the page cannot draw. */
export function madeHere(): { readonly made?: Made } {
  const place = here();
  return place ? { made: [place.id, place.line] } : {};
}

/** A copy restricted to data that can be sent. */
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
  // short lists stay arrays: pairs to draw are iterated as lists
  return value.length > most.items && value.every((one) => typeof one === 'number')
    ? Float64Array.from(value as number[])
    : value.map((one, i) => plain(one, `${place}[${i}]`, depth + 1));
}
