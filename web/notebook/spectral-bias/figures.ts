/** What the sections of this page share: a finite network beside its limit, and how figures are written. */
import type { AnalysisResults, LayerSpec, Matrix } from 'posenc';
import { derived } from '../../lib/charts/core/origin.js';
import { h } from '../widgets/dom.js';
import { short } from '../widgets/format.js';
import type { Data } from './inputs.js';

export interface Finite {
  readonly data: Data;
  readonly layers: readonly LayerSpec[];
  readonly infinite: Matrix<Float64Array>;
  readonly network: AnalysisResults['empirical-ntk'];
  /** Of the infinite kernel, and of the network's own. */
  readonly limit: AnalysisResults['spectrum'];
  readonly own: AnalysisResults['spectrum'];
}

/** Colours of the limit and of the network. */
export const limitColour = 4;
export const networkColour = 0;

export function vector(of: AnalysisResults['spectrum'], m: number): Float64Array | undefined {
  const { eigenvalues, eigenvectors } = of;
  if (eigenvectors === undefined || m >= eigenvectors.rows || !((eigenvalues[m] ?? 0) > 0)) return undefined;
  return derived('times', derived('row', eigenvectors, m), Math.sqrt(eigenvectors.cols));
}

export function fact(id: string, title: string, value: Node | string, colour?: number): HTMLElement {
  return h(
    'div',
    { 'data-fact': id, class: colour === undefined ? undefined : `series-${colour}` },
    h('dt', {}, title),
    h('dd', { class: 'value' }, value),
  );
}
export function digits(value: number, count = 4): string {
  return short(Number(value.toPrecision(count)));
}

export function places(n: number): Float64Array {
  return Float64Array.from({ length: n }, (_, i) => i / n);
}

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
