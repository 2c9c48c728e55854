/** Common parts of scatter plots: colours by group or value, nearest point, reading. */
import { colourMaps } from '../heatmap/colour-maps.js';
import { colourOf } from '../heatmap/colours.js';
import { decimalLabel } from './ticks.js';
import type { Move, Place, Places, Reading } from './kind.js';
import type { KeyItem } from './plot.js';
import type { PointsData } from './points-data.js';
import { circle } from './scene.js';
import { spanOf } from './scales.js';
import { type Paint, seriesToken } from './theme.js';

/** Number of colour steps for values. */
const steps = 32;
const colours = (): Paint[] => {
  const map = colourMaps.find(({ id }) => id === 'viridis');
  return map ? Array.from({ length: steps + 1 }, (_, k) => colourOf(map, k / steps)) : [];
};

export function pointColours({ group, value }: PointsData): (i: number) => Paint {
  if (value) {
    const [lo, hi] = spanOf([value]) ?? [0, 1];
    const stops = colours();
    return (i) => {
      const share = (value[i]! - lo) / (hi - lo || 1);
      return Number.isFinite(share) ? (stops[Math.round(share * steps)] ?? 'muted') : 'muted';
    };
  }
  return (i) => seriesToken(group?.[i] ?? 0);
}

export function pointKey({ groups = [], value, valueName = 'value' }: PointsData): KeyItem[] {
  if (value) {
    const [lo, hi] = spanOf([value]) ?? [0, 1];
    const name = `${valueName} ${decimalLabel(lo)} to ${decimalLabel(hi)}`;
    return [{ name, colour: 'muted', shape: 'area', stops: colours() }];
  }
  return groups.length < 2 ? [] : groups.map((name, i) => ({ name, colour: seriesToken(i), shape: 'dot' }));
}

export interface PointsRead {
  readonly count: number;
  /** The pixel of a point; NaN if it is not in view. */
  readonly at: (i: number) => readonly [number, number];
  readonly coordinates: (i: number) => Reading['rows'];
  readonly link: string;
}

/** A pointer reads points within this many pixels. */
const reach = 24;

export function pointPlaces(data: PointsData, { count, at, coordinates, link }: PointsRead): Places {
  const clamp = (i: number): number => Math.max(0, Math.min(count - 1, i));
  const far = Math.max(1, Math.round(count / 10));
  const moves: Readonly<Record<Move, (i: number) => number>> = {
    left: (i) => i - 1,
    right: (i) => i + 1,
    down: (i) => i - 1,
    up: (i) => i + 1,
    farLeft: (i) => i - far,
    farRight: (i) => i + far,
    first: () => 0,
    last: () => count - 1,
  };
  return {
    near(x, y): Place | undefined {
      let best = -1;
      let least = reach * reach;
      for (let i = 0; i < count; i++) {
        const [px, py] = at(i);
        const apart = (px - x) ** 2 + (py - y) ** 2;
        if (apart <= least) [best, least] = [i, apart];
      }
      return best < 0 ? undefined : [best];
    },
    move: (place, move) => [clamp(place === undefined ? 0 : moves[move](place[0]!))],
    read([i = 0]) {
      const [x, y] = at(i);
      const group = data.group?.[i];
      const marks = Number.isFinite(x) ? [circle(x, y, 6, { stroke: 'ink', lineWidth: 2 })] : [];
      return {
        title: data.labels?.[i] ?? `${link} ${i}`,
        rows: [
          ...(group === undefined || !data.groups
            ? []
            : [{ name: 'group', value: data.groups[group] ?? String(group), colour: seriesToken(group) }]),
          ...coordinates(i),
          ...(data.value ? [{ name: data.valueName ?? 'value', value: decimalLabel(data.value[i]!) }] : []),
        ],
        marks,
        at: [Number.isFinite(x) ? x : 0, Number.isFinite(y) ? y : 0],
      };
    },
    values: ([i = 0]) => ({ [link]: i }),
    from(values) {
      const i = values[link];
      return i !== undefined && Number.isInteger(i) && i >= 0 && i < count ? [i] : undefined;
    },
    slider: { count, index: ([i = 0]) => i },
  };
}
