/** Points with two values each, coloured by group or by a third value. */
import { type Chart, chart } from '../core/chart.js';
import { checkAxes, checkLists } from '../core/checks.js';
import { dotOpacity, dotPaths, dotSize } from '../core/dots.js';
import { columns, lengthText, spanText } from '../core/items.js';
import type { Kind } from '../core/kind.js';
import { plot, reading, shown } from '../core/plot.js';
import { pointColours, pointKey, pointPlaces } from '../core/points.js';
import { grown, isInside, within } from '../core/scene.js';
import { itemsIn, rowsOfTable } from '../core/select.js';
import { padded, spanOf } from '../core/scales.js';
import type { ScatterData, ScatterOptions } from './scatter-data.js';
import { axis, numbers, points, text } from '../core/shape.js';

export const scatterKind: Kind<ScatterData, ScatterOptions> = {
  id: 'scatter',
  json: async () => (await import('./scatter-data.js')).scatterData,
  name: 'scatter plot',
  takes: {
    data: { x: numbers, y: numbers, ...points },
    options: { 'x?': axis, 'y?': axis, 'item?': text },
  },
  check({ x, y, group, value }, options) {
    checkAxes(options);
    checkLists('y', [y], ['x', x]);
    for (const [name, list] of Object.entries({ group, value })) if (list) checkLists(name, [list], ['x', x]);
  },
  height: (_, __, width) => Math.round(Math.min(380, Math.max(260, width * 0.6))),
  draw(data, options, { width, height }, view) {
    const count = data.x.length;
    const across = options.x?.link ?? options.x?.title ?? 'x';
    const along = options.y?.link ?? options.y?.title ?? 'y';
    const frame = plot({
      width,
      height,
      title: options.title,
      key: pointKey(data),
      x: {
        title: options.x?.title,
        log: options.x?.log,
        grid: true,
        domain: shown(options.x, view.x, () => padded(spanOf([data.x], options.x?.log), options.x?.log === true)),
      },
      y: {
        title: options.y?.title,
        log: options.y?.log,
        domain: shown(options.y, view.y, () => padded(spanOf([data.y], options.y?.log), options.y?.log === true)),
      },
    });
    const { area, x, y } = frame;
    const size = dotSize(count);
    const colour = pointColours(data);
    const inside = (px: number, py: number): boolean => isInside(grown(area, size), px, py);
    function* dots() {
      for (let i = 0; i < count; i++) {
        const [px, py] = [x.at(data.x[i]!), y.at(data.y[i]!)];
        if (inside(px, py)) yield { x: px, y: py, colour: colour(i) };
      }
    }
    return {
      width,
      height,
      nodes: [...frame.under, within(area, dotPaths(dots(), size, dotOpacity(count))), ...frame.over],
      plots: [{ area, x, y }],
      selects: {
        areas: [{ area, x: { name: across, scale: x }, y: { name: along, scale: y } }],
        at: ([i = 0]) => ({ [across]: data.x[i]!, [along]: data.y[i]! }),
        table: (ranges) =>
          rowsOfTable(scatterKind.table(data, options), itemsIn({ [across]: data.x, [along]: data.y }, ranges)),
      },
      places:
        count === 0
          ? undefined
          : pointPlaces(data, {
              count,
              link: options.item ?? 'point',
              at(i) {
                const [px, py] = [x.at(data.x[i]!), y.at(data.y[i]!)];
                return inside(px, py) ? [px, py] : [NaN, NaN];
              },
              coordinates: (i) => [
                { name: options.x?.title ?? 'x', value: reading(data.x[i]!) },
                { name: options.y?.title ?? 'y', value: reading(data.y[i]!) },
              ],
            }),
    };
  },
  summary: ({ x, y, groups }, options) =>
    `${lengthText(x.length, 'point', 'points')}${groups ? ` in ${groups.length} groups (${groups.join(', ')})` : ''}, ${options.x?.title ?? 'x'} ${spanText([x])}, ${options.y?.title ?? 'y'} ${spanText([y])}.`,
  table: (data, options) => ({
    columns: [
      ...(data.labels ? [{ name: options.item ?? 'point', values: data.labels }] : []),
      { name: options.x?.title ?? 'x', values: data.x },
      { name: options.y?.title ?? 'y', values: data.y },
      ...(data.group ? [{ name: 'group', values: Array.from(data.group, (g) => data.groups?.[g] ?? g) }] : []),
      ...(data.value ? [{ name: data.valueName ?? 'value', values: data.value }] : []),
    ],
  }),
  numbers: ({ x, y }) => columns([x, y]),
};

/** Points in a plane. */
export const scatter: Chart<ScatterData, ScatterOptions> = /* @__PURE__ */ chart(scatterKind);
