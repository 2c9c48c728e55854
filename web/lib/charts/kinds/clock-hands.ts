/**
 * A dial per pair, whose hand shows the angle at the position: fast pairs rotate, slow ones hardly move. The slider, or
 * a shared cursor over positions, turns them. Zero points right and angles grow counterclockwise, as in the plane of
 * cosine and sine.
 */
import { errorAbout } from '../../checks/errors.js';
import { type Chart, chart } from '../core/chart.js';
import { columns, lengthText } from '../core/items.js';
import type { Kind, Move, Place } from '../core/kind.js';
import { type KeyItem, keyLayout, reading } from '../core/plot.js';
import { circle, path, type SceneNode, segment, short } from '../core/scene.js';
import { titleOf } from '../core/title.js';
import { cosineColour, sineColour } from '../core/theme.js';
import type { ClockData, ClockOptions } from './clock-hands-data.js';
import { number, numbers } from '../core/shape.js';

const mostDials = 256;
const labelRoom = 20;
const key: readonly KeyItem[] = [
  { name: 'sine', colour: sineColour, shape: 'line' },
  { name: 'cosine', colour: cosineColour, shape: 'line' },
];
const keyRoom = 22;
const turn = 2 * Math.PI;

const pairsOf = ({ frequencies, pairs }: ClockData): readonly number[] =>
  pairs ?? Array.from({ length: frequencies.length }, (_, i) => i);
const frequencyOf = ({ frequencies }: ClockData, pair: number): number => frequencies[pair]!;

function dialsAt(count: number, width: number): { readonly perRow: number; readonly size: number } {
  const wanted = count > 64 ? 52 : count > 24 ? 68 : 88;
  const most = Math.max(1, Math.min(count, Math.floor(width / wanted)));
  const perRow = Math.ceil(count / Math.max(1, Math.ceil(count / most)));
  return { perRow: Math.max(1, perRow), size: Math.min(120, width / Math.max(1, perRow)) };
}

export const clockKind: Kind<ClockData, ClockOptions> = {
  id: 'clock-hands',
  json: async () => (await import('./clock-hands-data.js')).clockData,
  name: 'frequency clocks',
  takes: {
    data: { frequencies: numbers, 'pairs?': numbers },
    options: { 'position?': number, 'positions?': number },
  },
  check(data) {
    const pairs = pairsOf(data);
    if (pairs.length > mostDials)
      throw errorAbout(
        'too_large',
        'pairs',
        `has ${pairs.length} entries, at most ${mostDials} are drawn; choose some of them`,
      );
    pairs.forEach((pair, i) => {
      if (!Number.isFinite(frequencyOf(data, pair)))
        throw errorAbout(
          'bad_argument',
          `pairs[${i}]`,
          `must be the number of one of ${data.frequencies.length} finite frequencies, got ${pair}`,
        );
    });
  },
  height(data, { title }, width) {
    const count = pairsOf(data).length;
    const { perRow, size } = dialsAt(count, width);
    return Math.round(titleOf(title, width).height + keyRoom + Math.ceil(count / perRow) * (size + labelRoom));
  },
  player: (_, { position = 0, positions = 64 }) => ({
    name: 'position',
    link: 'position',
    from: position,
    to: Math.max(position + 1, positions),
    step: 1,
  }),
  draw(data, options, { width, height }, view) {
    const pairs = pairsOf(data);
    const { perRow, size } = dialsAt(pairs.length, width);
    const heading = titleOf(options.title, width);
    const top = heading.height + keyRoom;
    const position = view.at ?? options.position ?? 0;
    const radius = size / 2 - 6;
    const centre = (i: number): [number, number] => [
      (i % perRow) * size + size / 2,
      top + Math.floor(i / perRow) * (size + labelRoom) + size / 2,
    ];
    const angleOf = (pair: number): number => position * frequencyOf(data, pair);
    const dials = pairs.flatMap((pair, i) => dial(...centre(i), radius, angleOf(pair), size, `pair ${pair}`));
    const clamp = (i: number): number => Math.max(0, Math.min(pairs.length - 1, i));
    const steps: Readonly<Record<Move, (i: number) => number>> = {
      left: (i) => i - 1,
      right: (i) => i + 1,
      up: (i) => i - perRow,
      down: (i) => i + perRow,
      farLeft: (i) => i - perRow,
      farRight: (i) => i + perRow,
      first: () => 0,
      last: () => pairs.length - 1,
    };
    return {
      width,
      height,
      nodes: [...heading.nodes, ...keyLayout(key, 2, width).nodes(top - 8), ...dials],
      plots: [],
      places:
        pairs.length === 0
          ? undefined
          : {
              near(x, y): Place | undefined {
                const i = Math.floor((y - top) / (size + labelRoom)) * perRow + Math.floor(x / size);
                return i >= 0 && i < pairs.length && x < perRow * size ? [i] : undefined;
              },
              move: (place, move) => [clamp(place === undefined ? 0 : steps[move](place[0]!))],
              read([i = 0]) {
                const pair = pairs[i]!;
                const frequency = frequencyOf(data, pair);
                const angle = angleOf(pair);
                const [x, y] = centre(i);
                return {
                  title: `pair ${pair} at position ${reading(Number(position.toFixed(2)))}`,
                  rows: [
                    { name: 'angle', value: `${((((angle % turn) + turn) % turn) * (360 / turn)).toFixed(1)}°` },
                    { name: 'whole turns', value: reading(Math.floor(angle / turn)) },
                    {
                      name: 'positions per turn',
                      value: frequency === 0 ? 'does not turn' : reading(turn / Math.abs(frequency)),
                    },
                  ],
                  marks: [circle(x, y, radius + 3, { stroke: 'ink', lineWidth: 1.5 })],
                  at: [x + radius * 0.6, y],
                };
              },
              // The position belongs to the slider; the reader points at a pair.
              values: ([i = 0]) => ({ ...options.cursor?.value, pair: pairs[i]! }),
              from(values) {
                const i = pairs.indexOf(values['pair'] ?? -1);
                return i < 0 ? undefined : [i];
              },
              slider: { count: pairs.length, index: ([i = 0]) => i },
            },
    };
  },
  summary: (data, { positions = 64 }) =>
    `${lengthText(pairsOf(data).length, 'dial', 'dials')}, one for each pair. Their hands turn with the position, from 0 to ${positions}.`,
  table: (data, { position = 0 }) => {
    const pairs = pairsOf(data);
    return {
      columns: [
        { name: 'pair', values: pairs },
        { name: 'radians per position', values: pairs.map((pair) => frequencyOf(data, pair)) },
        { name: 'positions per turn', values: pairs.map((pair) => turn / frequencyOf(data, pair)) },
        {
          name: `turns at position ${position}`,
          values: pairs.map((pair) => (position * frequencyOf(data, pair)) / turn),
        },
      ],
    };
  },
  numbers: (data) => columns([pairsOf(data), pairsOf(data).map((pair) => frequencyOf(data, pair))]),
};

/** A dial per pair, turned by the position. */
export const clockHands: Chart<ClockData, ClockOptions> = /* @__PURE__ */ chart(clockKind);

/** Angles for display only: the hand is correct to a hundredth of a pixel. */
function dial(x: number, y: number, r: number, angle: number, size: number, name: string): SceneNode[] {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const [hx, hy] = [x + r * 0.86 * cos, y - r * 0.86 * sin];
  const part = ((angle % turn) + turn) % turn;
  const wedge =
    part > 1e-6
      ? `M${short(x)},${short(y)}L${short(x + r)},${short(y)}A${short(r)},${short(r)},0,${part > Math.PI ? 1 : 0},0,${short(x + r * cos)},${short(y - r * sin)}Z`
      : '';
  const marks = [0, 1, 2, 3].map((k) => {
    const [c, s] = [[1, 0, -1, 0][k]!, [0, 1, 0, -1][k]!];
    return segment(x + r * c, y - r * s, x + (r - 4) * c, y - (r - 4) * s, { stroke: 'edge' });
  });
  return [
    circle(x, y, r, { fill: 'surface', stroke: 'rule' }),
    path(wedge, { fill: 'muted', fillOpacity: 0.16 }),
    ...marks,
    // its two coordinates, which are the two channels
    segment(x, y, hx, y, { stroke: cosineColour, lineWidth: 2, opacity: 0.9 }),
    segment(hx, y, hx, hy, { stroke: sineColour, lineWidth: 2, opacity: 0.9 }),
    segment(x, y, hx, hy, { stroke: 'ink', lineWidth: 2.25 }),
    circle(x, y, 2.5, { fill: 'ink' }),
    { kind: 'text', x, y: y + r + 18, text: size < 60 ? name.replace('pair ', '') : name, anchor: 'middle' },
  ];
}
