/**
 * Wavelength of every pair on a log axis, against the trained and the extended context.
 * A pair under a line completes at least one turn inside that context; a pair above it never does.
 * Filled points: after scaling, coloured by band. Thin line: before scaling. Shaded columns: bands.
 */
import { axisBottom, axisLeft } from 'd3-axis';
import { scaleLinear, scaleLog } from 'd3-scale';
import { select } from 'd3-selection';
import type { Band } from '../../../lib/types/posenc.js';
import { attachCursor } from './cursor.js';
import { svg } from './svg.js';
import { decades, shortNumber } from '../../../lib/charts/core/ticks.js';

export interface WavelengthPair {
  readonly index: number;
  /** Positions per turn; undefined for a pair that does not turn. */
  readonly wavelength: number | undefined;
  readonly unscaledWavelength: number;
  readonly band?: Band;
}
export interface WavelengthData {
  readonly pairs: readonly WavelengthPair[];
  readonly trainedContext?: number | undefined;
  readonly contextLength?: number | undefined;
}
export interface WavelengthOptions {
  readonly width: number;
  readonly height?: number;
  readonly label: string;
  readonly describe: (pair: WavelengthPair) => string;
  readonly onCursor?: (pair: WavelengthPair | undefined) => void;
}

const margin = { top: 26, right: 16, bottom: 42, left: 58 };

export function wavelengthChart(data: WavelengthData, options: WavelengthOptions): SVGSVGElement {
  const { pairs } = data;
  const { width, height = 380 } = options;
  const right = width - margin.right;
  const bottom = height - margin.bottom;
  const turning = pairs.flatMap((p) =>
    p.wavelength === undefined ? [p.unscaledWavelength] : [p.wavelength, p.unscaledWavelength],
  );
  const marks = [data.trainedContext, data.contextLength].filter((v): v is number => v !== undefined && v > 0);
  const lowest = Math.min(...turning, ...marks);
  const highest = Math.max(...turning, ...marks);
  // Indices are evenly spaced, but not always by one: a long series comes thinned.
  const stride = (pairs[1]?.index ?? 1) - (pairs[0]?.index ?? 0);
  const end = pairs[pairs.length - 1]?.index ?? 0;
  const x = scaleLinear([-0.5 * stride, end + 0.5 * stride], [margin.left, right]);
  const y = scaleLog([lowest / 1.6, highest * 1.6], [bottom, margin.top]);

  const root = svg('svg', {
    class: 'chart wavelengths',
    width,
    height,
    viewBox: `0 0 ${width} ${height}`,
    'aria-label': options.label,
  });
  root.append(bandColumns(), axes(), contextLines(), unscaledLine(), scaledPoints());
  const hair = svg('line', { class: 'cursor-line', y1: margin.top, y2: bottom, visibility: 'hidden' });
  const ring = svg('circle', { class: 'cursor-ring', r: 6, visibility: 'hidden' });
  root.append(hair, ring);
  attachCursor(root, {
    count: pairs.length,
    itemAt: (px) => Math.round(x.invert(px) / stride),
    describe: (i) => options.describe(pairs[i] as WavelengthPair),
    show: (i) => {
      const pair = i === undefined ? undefined : pairs[i];
      hair.setAttribute('visibility', pair ? 'visible' : 'hidden');
      ring.setAttribute('visibility', pair ? 'visible' : 'hidden');
      if (pair) {
        hair.setAttribute('x1', String(x(pair.index)));
        hair.setAttribute('x2', String(x(pair.index)));
        ring.setAttribute('cx', String(x(pair.index)));
        ring.setAttribute('cy', String(heightOf(pair)));
      }
      options.onCursor?.(pair);
    },
  });
  return root;

  /** A pair that does not turn sits on the top edge. */
  function heightOf(pair: WavelengthPair): number {
    return pair.wavelength === undefined ? margin.top + 5 : y(pair.wavelength);
  }

  function bandColumns(): SVGGElement {
    const group = svg('g', { class: 'bands' });
    for (const run of runs(pairs)) {
      const x0 = x(run.from - 0.5 * stride);
      const x1 = x(run.to + 0.5 * stride);
      group.append(
        svg('rect', {
          class: `band-area ${run.band}`,
          x: x0,
          y: margin.top,
          width: x1 - x0,
          height: bottom - margin.top,
        }),
      );
      if (x1 - x0 > 7 * run.band.length) {
        group.append(
          svg('text', { class: 'band-name', x: (x0 + x1) / 2, y: margin.top - 9, 'text-anchor': 'middle' }, run.band),
        );
      }
    }
    return group;
  }

  function axes(): SVGGElement {
    const group = svg('g', { class: 'axes' });
    const ticks = decades(lowest / 1.6, highest * 1.6);
    const rows = svg('g', { transform: `translate(${margin.left},0)` });
    select<SVGGElement, unknown>(rows).call(
      axisLeft(y)
        .tickValues(ticks)
        .tickFormat((v) => shortNumber(v.valueOf()))
        .tickSizeInner(-(right - margin.left))
        .tickSizeOuter(0)
        .tickPadding(8),
    );
    const columns = svg('g', { transform: `translate(0,${bottom})` });
    const whole = x
      .ticks(Math.max(2, Math.min(pairs.length, width / 70)))
      .filter((t) => Number.isInteger(t) && t >= 0 && t <= end);
    select<SVGGElement, unknown>(columns).call(
      axisBottom(x)
        .tickValues(whole)
        .tickFormat((v) => String(v))
        .tickSizeOuter(0)
        .tickPadding(6),
    );
    rows.classList.add('grid');
    group.append(
      rows,
      columns,
      svg('text', { class: 'axis-title', x: right, y: height - 6, 'text-anchor': 'end' }, 'pair index →'),
      svg('text', { class: 'axis-title', x: 4, y: 12 }, '↑ positions per turn'),
    );
    return group;
  }

  function contextLines(): SVGGElement {
    const group = svg('g', { class: 'contexts' });
    const same = data.trainedContext === data.contextLength;
    const lines: readonly [string, number | undefined, string][] = same
      ? [['trained', data.trainedContext, 'trained context']]
      : [
          ['trained', data.trainedContext, 'trained context'],
          ['context', data.contextLength, 'context length'],
        ];
    for (const [kind, value, name] of lines) {
      if (value === undefined || value <= 0) continue;
      group.append(
        svg('line', { class: `context-line ${kind}`, x1: margin.left, x2: right, y1: y(value), y2: y(value) }),
        svg(
          'text',
          { class: `context-name ${kind}`, x: margin.left + 8, y: y(value) - 6 },
          `${name} ${value.toLocaleString('en')}`,
        ),
      );
    }
    return group;
  }

  function unscaledLine(): SVGPathElement {
    const d = pairs
      .map((p, i) => `${i === 0 ? 'M' : 'L'}${x(p.index).toFixed(2)},${y(p.unscaledWavelength).toFixed(2)}`)
      .join('');
    return svg('path', { class: 'unscaled', d, fill: 'none' });
  }

  function scaledPoints(): SVGGElement {
    const group = svg('g', { class: 'points' });
    const radius = Math.max(1.2, Math.min(4, (right - margin.left) / pairs.length / 2.4));
    pairs.forEach((pair) => {
      group.append(
        svg('circle', {
          class: `point ${pair.band ?? 'plain'}`,
          cx: x(pair.index).toFixed(2),
          cy: heightOf(pair).toFixed(2),
          r: radius,
        }),
      );
    });
    return group;
  }
}

/** Neighbouring pairs of the same band, as one column. */
function runs(pairs: readonly WavelengthPair[]): { band: Band; from: number; to: number }[] {
  const out: { band: Band; from: number; to: number }[] = [];
  let before: Band | undefined;
  for (const pair of pairs) {
    const last = out[out.length - 1];
    if (last && pair.band === before) last.to = pair.index;
    else if (pair.band !== undefined) out.push({ band: pair.band, from: pair.index, to: pair.index });
    before = pair.band;
  }
  return out;
}
