/** Helpers of this page's sections: charts in the figures of the HTML, and number formats. */
import { type ReadonlySignal, signal } from '@preact/signals-core';
import type { AnalysisResults, LayerSpec, Matrix } from 'posenc';
import { stepped } from '../calls.js';
import { padded, spanOf } from '../../lib/charts/core/scales.js';
import { html } from '../kit/html.js';
import { short } from '../widgets/format.js';
import { type NamedSeries, type SeriesView, seriesView } from '../widgets/series-view.js';
import { whenSeen } from '../widgets/when-seen.js';
import type { Data } from './inputs.js';

export interface Finite {
  readonly data: Data;
  readonly layers: readonly LayerSpec[];
  readonly infinite: Matrix<Float64Array>;
  readonly network: AnalysisResults['empirical-ntk'];
  /** Spectra of the infinite kernel, and of the network's own. */
  readonly limit: AnalysisResults['spectrum'];
  readonly own: AnalysisResults['spectrum'];
}

export const figureOf = (id: string): HTMLElement => document.querySelector(`[data-chart="${id}"]`)!;
export const headOf = (id: string): HTMLElement => figureOf(id).querySelector('h3')!;

/** The chart of a figure, named by the figure's heading. */
export function chartAt(id: string, onChoose?: (item: number) => void): SeriesView {
  const view = seriesView({
    name: () => headOf(id).textContent,
    file: () => id,
    ...(onChoose && { onChoose }),
  });
  figureOf(id).append(view.element);
  return view;
}

/** "x = 0.5: network 0.123; signal 0.2": the values of all curves at an item. */
export const readingOf =
  (at: (item: number) => string, series: readonly NamedSeries[], count = 3) =>
  (item: number): string =>
    `${at(item)}: ${series.map(({ name, values }) => `${name}${/[\d∞]$/.test(name) ? ':' : ''} ${digits(values[item] ?? NaN, count)}`).join('; ')}`;

/** Two curves of one colour: measured, and predicted as a dashed line. */
export const measuredAndPredicted = (
  name: string,
  colour: number,
  measured: ArrayLike<number>,
  predicted: ArrayLike<number>,
): NamedSeries[] => [
  { name: `${name}, measured`, colour, values: measured },
  { name: `${name}, predicted`, keyed: false, colour, dashed: true, values: predicted },
];
export const keyOfPairs = 'Solid: measured. Dashed: predicted.';

/** A common range for charts that are compared. */
export const sharedDomain = (log: boolean, ...lists: readonly ArrayLike<number>[]): readonly [number, number] =>
  padded(spanOf(lists, log), log);

const once = whenSeen();
/** Becomes true when the section is visible. */
export function looked(root: Element): ReadonlySignal<boolean> {
  const seen = signal(false);
  once.watch(root, () => Promise.resolve(void (seen.value = true)));
  return seen;
}

/** √n times an eigenvector; undefined if the eigenvalue is not above the precision. */
export function vector(of: AnalysisResults['spectrum'], m: number): Float64Array | undefined {
  const { eigenvalues, eigenvectors } = of;
  if (eigenvectors === undefined || m >= eigenvectors.rows || !((eigenvalues[m] ?? 0) > 0)) return undefined;
  return stepped('times', stepped('row', eigenvectors, m), Math.sqrt(eigenvectors.cols));
}

export const fact = (id: string, title: string, value: Node, colour?: number): HTMLElement =>
  html`<div data-fact=${id} class=${colour === undefined ? '' : `series-${colour}`}>
    <dt>${title}</dt>
    <dd class="value">${value}</dd>
  </div>`;

export function digits(value: number, count = 4): string {
  return short(Number(value.toPrecision(count)));
}

export function places(n: number): Float64Array {
  return Float64Array.from({ length: n }, (_, i) => i / n);
}
export const upTo = (n: number, from = 0): Float64Array => Float64Array.from({ length: n }, (_, i) => i + from);

export function distance(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let [apart, whole] = [0, 0];
  for (let i = 0; i < a.length; i++) {
    apart += (a[i]! - b[i]!) ** 2;
    whole += b[i]! ** 2;
  }
  return Math.sqrt(apart / whole);
}

export function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}
