/**
 * A small plot of values that a reader draws or picks from (predict-curve.ts, point.ts), also for exports. It is a list
 * of parts, from which the page makes elements and an export text. Parts have colours, which the page's style
 * overrides.
 */
import type { Curve } from '../protocol.js';
import { short } from '../../widgets/format.js';

export interface PlotData {
  /** In ascending order. */
  readonly xs: readonly number[];
  readonly min: number;
  readonly max: number;
  /** Label of x. */
  readonly label: string;
  /** Spaces places evenly, independent of their values. */
  readonly even?: boolean;
}
/** True if some places would be too close on a linear axis to be used or read. */
export const crowded = (xs: readonly number[]): boolean => {
  const gaps = xs.slice(1).map((x, i) => x - xs[i]!);
  return Math.max(...gaps) > 4 * Math.min(...gaps);
};
/** Maximum number of labelled places. */
const mostLabels = 6;
/** A plot that shows all values of a curve. */
export function plotOf({ xs, values, label }: Curve): PlotData {
  const [min, max] = [Math.min(...values), Math.max(...values)];
  return min < max ? { xs, min, max, label } : { xs, min: min - 1, max: max + 1, label };
}
export type Part = readonly [
  tag: 'path' | 'text' | 'circle',
  attributes: Readonly<Record<string, string | number>>,
  text?: string,
];

export const plotHeight = 220;
const [left, right, top, bottom] = [52, 14, 12, 40];
const [axis, ink] = ['#767676', '#1b55c9'];

export class Plot {
  readonly data: PlotData;
  readonly width: number;

  constructor(data: PlotData, width: number) {
    this.data = data;
    this.width = Math.max(width, left + right + 50);
  }

  /** Pixel position of a place, by value or evenly spaced. */
  xAt(index: number): number {
    const { xs, even } = this.data;
    const [first, last] = [xs[0]!, xs.at(-1)!];
    const share = even ? index / (xs.length - 1) : (xs[index]! - first) / (last - first);
    return left + share * (this.width - left - right);
  }
  y(value: number): number {
    const { min, max } = this.data;
    return plotHeight - bottom - ((value - min) / (max - min)) * (plotHeight - top - bottom);
  }
  /** The nearest place. */
  indexAt(x: number): number {
    const off = this.data.xs.map((_, i) => Math.abs(this.xAt(i) - x));
    return off.indexOf(Math.min(...off));
  }
  valueAt(y: number): number {
    const { min, max } = this.data;
    const value = min + ((plotHeight - bottom - y) / (plotHeight - top - bottom)) * (max - min);
    return Math.min(max, Math.max(min, value));
  }

  axes(): Part[] {
    const { xs, min, max, label } = this.data;
    const middle = Math.floor((xs.length - 1) / 2);
    const named = xs.length <= mostLabels ? xs.keys() : [0, middle, xs.length - 1];
    const text = (x: number, y: number, anchor: string, value: string): Part => [
      'text',
      { class: 'nb-plot-text', x, y, 'text-anchor': anchor, 'font-size': 12, fill: axis },
      value,
    ];
    const line = (y: number): Part => [
      'path',
      { class: 'nb-plot-axis', d: `M${left} ${y}H${this.width - right}`, fill: 'none', stroke: axis },
    ];
    return [
      ...[min, (min + max) / 2, max].flatMap((value) => [
        line(this.y(value)),
        text(left - 6, this.y(value) + 4, 'end', short(value)),
      ]),
      ...[...new Set(named)].map((i) => {
        const last = i === xs.length - 1;
        const x = last ? this.width - 2 : this.xAt(i);
        return text(x, plotHeight - bottom + 16, last ? 'end' : 'middle', short(xs[i]!));
      }),
      text((left + this.width - right) / 2, plotHeight - 6, 'middle', label),
    ];
  }

  curve(values: readonly number[]): Part {
    const d = values.map((value, i) => `${i === 0 ? 'M' : 'L'}${this.#at(i, value)}`).join('');
    return ['path', { class: 'nb-plot-curve', d, fill: 'none', stroke: ink, 'stroke-width': 2 }];
  }
  dot(i: number, value: number, chosen = false): Part {
    const [cx, cy] = this.#at(i, value).split(' ') as [string, string];
    return ['circle', { class: chosen ? 'nb-plot-dot chosen' : 'nb-plot-dot', cx, cy, r: chosen ? 7 : 4, fill: ink }];
  }
  #at(i: number, value: number): string {
    return `${this.xAt(i).toFixed(1)} ${this.y(value).toFixed(1)}`;
  }
}

const namespace = 'http://www.w3.org/2000/svg';

/** A plot that follows its width. Nearby controls provide the accessible alternative. */
export class PlotElement {
  readonly element = document.createElementNS(namespace, 'svg');
  plot: Plot;
  readonly #draw: (plot: Plot) => readonly Part[];

  constructor(data: PlotData, draw: (plot: Plot) => readonly Part[]) {
    this.#draw = draw;
    this.plot = new Plot(data, 480);
    this.element.setAttribute('class', 'nb-plot-picture');
    this.element.setAttribute('aria-hidden', 'true');
    new ResizeObserver(() => {
      const { width } = this.element.getBoundingClientRect();
      if (width === 0 || width === this.plot.width) return;
      this.plot = new Plot(data, width);
      this.draw();
    }).observe(this.element);
  }

  draw(): void {
    this.element.setAttribute('viewBox', `0 0 ${this.plot.width} ${plotHeight}`);
    this.element.replaceChildren(
      ...[...this.plot.axes(), ...this.#draw(this.plot)].map(([tag, attributes, text]) => {
        const made = document.createElementNS(namespace, tag);
        for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
        if (text !== undefined) made.textContent = text;
        return made;
      }),
    );
  }

  /**
   * Follows a pointer from where it is pressed.
   * @param to called with its place, and the previous one of the drag
   * @param left called when it is released
   */
  follow(to: (place: Place, before: Place | undefined) => void, left?: (place: Place) => void): void {
    const { element } = this;
    let before: Place | undefined;
    let down: number | undefined;
    const move = (event: PointerEvent): void => {
      if (event.pointerId !== down) return;
      const { left: from, top: y } = element.getBoundingClientRect();
      const x = event.clientX - from;
      const place = { x, index: this.plot.indexAt(x), value: this.plot.valueAt(event.clientY - y) };
      to(place, before);
      before = place;
    };
    const end = (): void => {
      if (before) left?.(before);
      down = before = undefined;
    };
    element.addEventListener('pointerdown', (event) => {
      if (event.button !== 0 || down !== undefined) return;
      event.preventDefault();
      down = event.pointerId;
      element.setPointerCapture(down);
      move(event);
    });
    element.addEventListener('pointermove', move);
    element.addEventListener('pointerup', end);
    element.addEventListener('pointercancel', end);
  }
}
export interface Place {
  /** In pixels of the picture. */
  readonly x: number;
  /** Index of the nearest place. */
  readonly index: number;
  readonly value: number;
}
