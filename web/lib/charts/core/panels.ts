/** Small plots with common axes, in rows and columns. Each has a title; only the outer ones have labels. */
import { crisp } from './plot.js';
import { type Box, type SceneNode, segment } from './scene.js';
import { type Scale, linearScale, logScale } from './scales.js';
import { fitted, textWidth } from './text-width.js';

export interface PanelsSpec {
  readonly width: number;
  readonly height: number;
  /** Room for the overall title and key. */
  readonly top: number;
  readonly titles: readonly string[];
  readonly columns: number;
  readonly x: {
    readonly domain: readonly [number, number];
    readonly log?: boolean | undefined;
    readonly title?: string | undefined;
  };
  readonly y: { readonly domain: readonly [number, number]; readonly log?: boolean | undefined };
}
export interface Panel {
  readonly area: Box;
  readonly x: Scale;
  readonly y: Scale;
  readonly under: readonly SceneNode[];
  readonly over: readonly SceneNode[];
}

const gap = 14;
const titleRoom = 18;
const bottomRoom = 18;

export function panels({ width, height, top, titles, columns, x, y }: PanelsSpec): Panel[] {
  const rows = Math.ceil(titles.length / columns);
  const bottom = height - bottomRoom - (x.title ? 15 : 0);
  const tall = (bottom - top) / rows;
  const scale = (
    axis: { readonly domain: readonly [number, number]; readonly log?: boolean | undefined },
    range: readonly [number, number],
  ): Scale => (axis.log ? logScale : linearScale)(axis.domain, range);
  const labels = scale(y, [tall - titleRoom, 0]).ticks(Math.max(2, (tall - titleRoom) / 34));
  const left = Math.max(24, ...labels.map(({ label }) => textWidth(label) + 12));
  const wide = (width - left - 12 - gap * (columns - 1)) / columns;
  return titles.map((title, i) => {
    const [row, column] = [Math.floor(i / columns), i % columns];
    const area = {
      x: left + column * (wide + gap),
      y: top + row * tall + titleRoom,
      width: wide,
      height: tall - titleRoom - 6,
    };
    const right = area.x + wide;
    const base = area.y + area.height;
    const sx = scale(x, [area.x, right]);
    const sy = scale(y, [base, area.y]);
    const lowest = i + columns >= titles.length;
    const ticks = sx.ticks(Math.max(2, wide / 70));
    const under: SceneNode[] = sy.ticks(Math.max(2, area.height / 34)).flatMap(({ value, label }): SceneNode[] => {
      const at = sy.at(value);
      return [
        segment(area.x, crisp(at), right, crisp(at), { stroke: 'rule' }),
        ...(column === 0 ? [{ kind: 'text', x: left - 7, y: at + 4, text: label, anchor: 'end' } as const] : []),
      ];
    });
    const over: SceneNode[] = [
      { kind: 'text', x: area.x, y: area.y - 6, text: fitted(title, wide, 12, true), bold: true, fill: 'ink' },
      segment(area.x, crisp(base), right, crisp(base), { stroke: 'edge' }),
      ...ticks.map(({ value }) =>
        segment(crisp(sx.at(value)), base + 1, crisp(sx.at(value)), base + 4, { stroke: 'edge' }),
      ),
      ...(lowest
        ? spread(
            ticks.map(({ value, label }) => ({ at: sx.at(value), label })),
            right,
          ).map(({ at, label }) => ({ kind: 'text', x: at, y: base + 17, text: label, anchor: 'middle' }) as const)
        : []),
    ];
    if (x.title && i === titles.length - 1)
      over.push({ kind: 'text', x: right, y: height - 4, text: `${x.title} →`, anchor: 'end' });
    return { area, x: sx, y: sy, under, over };
  });
}

/** Drops labels that would touch, and keeps the last one inside its panel. */
function spread(labels: readonly { readonly at: number; readonly label: string }[], right: number) {
  let end = -Infinity;
  return labels.flatMap(({ at, label }) => {
    const half = textWidth(label) / 2;
    const middle = Math.min(at, right + 8 - half);
    if (middle - half < end + 8) return [];
    end = middle + half;
    return [{ at: middle, label }];
  });
}
