/**
 * Points with three values each, in a box that is rotated by dragging or by Shift with the arrow keys. Distant points
 * are paler and smaller. There is no animation.
 */
import { type Chart, chart } from '../core/chart.js';
import { checkLists } from '../core/checks.js';
import { dotOpacity, dotPaths, dotSize } from '../core/dots.js';
import { columns, lengthText, spanText } from '../core/items.js';
import type { Kind, View } from '../core/kind.js';
import { keyLayout, reading } from '../core/plot.js';
import { pointColours, pointKey, pointPlaces } from '../core/points.js';
import { type SceneNode, segment } from '../core/scene.js';
import { padded, spanOf } from '../core/scales.js';
import { textWidth } from '../core/text-width.js';
import { titleOf } from '../core/title.js';
import type { Scatter3dData, Scatter3dOptions } from './scatter3d-data.js';
import { flag, numbers, points, text, texts } from '../core/shape.js';

type Corner = readonly [number, number, number];

const home = { yaw: 0.65, pitch: 0.42 };
/** Depth layers, painted one after the other. */
const layers = 8;
const perPixel = 0.008;
const steepest = Math.PI / 2;

export const scatter3dKind: Kind<Scatter3dData, Scatter3dOptions> = {
  id: 'scatter3d',
  json: async () => (await import('./scatter3d-data.js')).scatter3dData,
  name: 'scatter plot in space',
  takes: {
    data: { x: numbers, y: numbers, z: numbers, ...points },
    options: { 'axes?': texts, 'item?': text, 'joined?': flag },
  },
  check({ x, y, z, group, value }) {
    for (const [name, list] of Object.entries({ y, z, group, value })) if (list) checkLists(name, [list], ['x', x]);
  },
  height: (_, __, width) => Math.round(Math.min(460, Math.max(320, width * 0.75))),
  draw(data, options, { width, height }, view) {
    const count = data.x.length;
    const names = options.axes ?? ['x', 'y', 'z'];
    const key = keyLayout(pointKey(data), 2, width - 8);
    const heading = titleOf(options.title, width);
    const head = heading.height;
    const top = head + (pointKey(data).length ? key.rows * 18 + 4 : 0);
    const space = projection(view, width, top, height);
    const spans = [data.x, data.y, data.z].map((list) => padded(spanOf([list]), false, 0.02));
    /** From -1 to 1 along each axis. */
    const unit = (value: number, axis: number): number => {
      const [lo, hi] = spans[axis]!;
      return (2 * (value - lo)) / (hi - lo) - 1;
    };
    const [px, py, depth] = [new Float64Array(count), new Float64Array(count), new Float64Array(count)];
    for (let i = 0; i < count; i++)
      [px[i], py[i], depth[i]] = space([unit(data.x[i]!, 0), unit(data.y[i]!, 1), unit(data.z[i]!, 2)]);
    const colour = pointColours(data);
    const bucket = (far: number): number => Math.max(0, Math.min(layers - 1, Math.floor(((1.8 - far) / 3.6) * layers)));
    const byLayer = Array.from({ length: layers }, (): number[] => []);
    for (let i = 0; i < count; i++) if (Number.isFinite(px[i])) byLayer[bucket(depth[i]!)]?.push(i);
    const points = byLayer.flatMap((items, layer) => {
      const near = (layer + 0.5) / layers;
      return dotPaths(
        items.map((i) => ({ x: px[i]!, y: py[i]!, colour: colour(i) })),
        dotSize(count) * (0.65 + 0.6 * near),
        dotOpacity(count) * (0.45 + 0.55 * near),
      );
    });
    const line: SceneNode[] =
      options.joined && count > 1
        ? [
            {
              kind: 'path',
              d: `M${Array.from(px, (x, i) => `${x.toFixed(1)},${py[i]!.toFixed(1)}`).join('L')}`,
              stroke: 'edge',
              lineWidth: 1,
              opacity: 0.7,
            },
          ]
        : [];
    const coordinates = [data.x, data.y, data.z];
    return {
      width,
      height,
      nodes: [
        ...heading.nodes,
        ...(pointKey(data).length ? key.nodes(head + 12) : []),
        ...box(space, names, spans, width),
        ...line,
        ...points,
      ],
      plots: [],
      turn: (from, dx, dy) => ({
        ...from,
        yaw: (from.yaw ?? home.yaw) + dx * perPixel,
        pitch: Math.max(-steepest, Math.min(steepest, (from.pitch ?? home.pitch) + dy * perPixel)),
      }),
      places:
        count === 0
          ? undefined
          : pointPlaces(data, {
              count,
              link: options.item ?? 'point',
              at: (i) => [px[i]!, py[i]!],
              coordinates: (i) =>
                names.map((name, axis) => ({
                  name,
                  value: reading(coordinates[axis]![i]!),
                })),
            }),
    };
  },
  summary: ({ x, y, z, groups }, options) =>
    `${lengthText(x.length, 'point', 'points')}${groups ? ` in ${groups.length} groups (${groups.join(', ')})` : ''}, ${[
      x,
      y,
      z,
    ]
      .map((list, axis) => `${options.axes?.[axis] ?? 'xyz'[axis]} ${spanText([list])}`)
      .join(', ')}. Drag, or Shift with the arrow keys, turns it.`,
  table: (data, options) => ({
    columns: [
      ...(data.labels ? [{ name: options.item ?? 'point', values: data.labels }] : []),
      ...[data.x, data.y, data.z].map((values, axis) => ({
        name: options.axes?.[axis] ?? 'xyz'[axis]!,
        values,
      })),
      ...(data.group ? [{ name: 'group', values: Array.from(data.group, (g) => data.groups?.[g] ?? g) }] : []),
      ...(data.value ? [{ name: data.valueName ?? 'value', values: data.value }] : []),
    ],
  }),
  numbers: ({ x, y, z }) => columns([x, y, z]),
};

/** Points in space, rotated by hand. */
export const scatter3d: Chart<Scatter3dData, Scatter3dOptions> = /* @__PURE__ */ chart(scatter3dKind);

/** Maps a place in the box to a pixel and its distance; positive distances are farther away. */
function projection(
  { yaw = home.yaw, pitch = home.pitch }: View,
  width: number,
  top: number,
  height: number,
): (place: Corner) => [number, number, number] {
  const [cy, sy, cp, sp] = [Math.cos(yaw), Math.sin(yaw), Math.cos(pitch), Math.sin(pitch)];
  const size = Math.min(width - 40, height - top - 24) / 3.5;
  const [middleX, middleY] = [width / 2, (top + height) / 2];
  const camera = 7;
  return ([x, y, z]) => {
    // z points up; x and y span the ground
    const [right, away] = [cy * x - sy * y, sy * x + cy * y];
    // seen from above: distant points are higher
    const [up, far] = [cp * z + sp * away, cp * away - sp * z];
    const scale = (size * camera) / (camera + far);
    return [middleX + right * scale, middleY - up * scale, far];
  };
}

/** Shifts a label into the picture. */
function within(x: number, text: string, anchor: 'start' | 'middle' | 'end', width: number) {
  const wide = textWidth(text);
  const left = x - (anchor === 'end' ? wide : anchor === 'middle' ? wide / 2 : 0);
  return { x: Math.max(2, Math.min(width - wide - 2, left)), anchor: 'start' } as const;
}

/** The three faces behind the points, their edges and the names of the axes. */
function box(
  space: (place: Corner) => [number, number, number],
  names: readonly string[],
  spans: readonly (readonly number[])[],
  width: number,
): SceneNode[] {
  const edges: SceneNode[] = [];
  const corners: Corner[] = [-1, 1].flatMap((x) => [-1, 1].flatMap((y) => [-1, 1].map((z) => [x, y, z] as const)));
  const nearest = corners.reduce((best, corner) => (space(corner)[2] < space(best)[2] ? corner : best));
  for (const corner of corners)
    for (const axis of [0, 1, 2]) {
      if (corner[axis] !== -1) continue;
      const other = corner.map((value, i) => (i === axis ? 1 : value)) as unknown as Corner;
      // An edge at the nearest corner would cover the points.
      const hidden = [corner, other].some((end) => end.every((value, i) => value === nearest[i]));
      if (hidden) continue;
      const [[x1, y1], [x2, y2]] = [space(corner), space(other)];
      edges.push(segment(x1, y1, x2, y2, { stroke: 'rule' }));
    }
  // Each axis is named at the lowest, or outermost, of its four edges.
  const labels = names.flatMap((name, axis): SceneNode[] => {
    const ends = corners
      .filter((corner) => corner[axis] === -1)
      .map((corner) => [corner, corner.map((value, i) => (i === axis ? 1 : value)) as unknown as Corner] as const);
    const place = ([from, to]: readonly [Corner, Corner]): [number, number] => {
      const [[x1, y1], [x2, y2]] = [space(from), space(to)];
      return [(x1 + x2) / 2, (y1 + y2) / 2];
    };
    const [middle] = [space([0, 0, 0])];
    const chosen = ends.reduce((best, edge) => {
      const score = (one: typeof edge): number =>
        (axis === 2 ? -place(one)[0] : place(one)[1]) -
        (one.some((end) => end.every((v, i) => v === nearest[i])) && axis === 2 ? 1e4 : 0);
      return score(edge) > score(best) ? edge : best;
    });
    const [x, y] = place(chosen);
    const [dx, dy] = [x - middle[0], y - middle[1]];
    const long = Math.hypot(dx, dy) || 1;
    const anchor = dx > long * 0.3 ? 'start' : dx < -long * 0.3 ? 'end' : 'middle';
    const [lx, ly] = [x + (dx / long) * 12, y + (dy / long) * 12 + 4];
    const [a, b] = [space(chosen[0]), space(chosen[1])];
    // slightly inside, so that the labels of two axes do not meet
    const places = [0.05, 0.95].map((share) => [a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])] as const);
    const span = spans[axis]!;
    return [
      segment(a[0], a[1], b[0], b[1], { stroke: 'edge' }),
      { kind: 'text', ...within(lx, name, anchor, width), y: ly, text: name, fill: 'ink' },
      ...places.map(
        (end, i) =>
          ({
            kind: 'text',
            x: end[0] + (dx / long) * 10,
            y: end[1] + (dy / long) * 10 + 4,
            text: reading(Number(span[i]!.toPrecision(2))),
            anchor,
          }) as const,
      ),
    ];
  });
  return [...edges, ...labels];
}
