/** The kernel in numbers, with an explanation each, and its invariances. */
import { effect } from '@preact/signals-core';
import { saveJson } from '../widgets/save.js';
import { type Content, fill, html } from '../kit/html.js';
import { row, table } from '../kit/tables.js';
import { readable } from '../widgets/readable.js';
import { datum, short } from '../widgets/format.js';
import { toolbar } from '../widgets/section.js';
import type { Context } from './context.js';
import type { Kernel } from './kernel.js';

/** Tolerance relative to k(0): float64 rounding of equal numbers. */
const equal = 1e-12;

export function mount({ kernel }: Context, root: HTMLElement): void {
  const [badges, place] = [root.querySelector('.badges')!, root.querySelector('.statistics-place')!];
  effect(() => {
    const found = kernel.value;
    if (found === undefined) return;
    fill(badges, invariances(found).map(badge));
    fill(place, numbersOf(found));
  });
}

type Invariance = readonly [name: string, holds: boolean, means: string, meansNot: string];

function invariances(found: Kernel): Invariance[] {
  const { stationarity, offsets } = found;
  const varies = `K varies by up to ${short(Number(stationarity.largestSpread.toPrecision(3)))} of k(0) at one offset`;
  const stationary = stationarity.isStationary === 1;
  const list: Invariance[] = [
    ['stationary', stationary, 'K depends on the offset alone', varies],
    [
      ...(['constant norm', stationarity.normSpread <= equal] as const),
      ...(['every position has a row of the same length', 'rows differ in length'] as const),
    ],
  ];
  if (!offsets.grid) return list;
  const distances = ['K depends on the distance alone', 'equal distances differ in similarity'] as const;
  const sum = ['K is a sum of a kernel of rows and one of columns', 'rows and columns act together'] as const;
  return [
    ...list,
    ['isotropic', stationary && isIsotropic(found), ...distances],
    ['additive', stationary && isAdditive(found), ...sum],
  ];
}

const badge = ([name, holds, means, meansNot]: Invariance): HTMLElement =>
  html`<li class=${holds ? 'badge holds' : 'badge'} data-badge=${name.replace(' ', '-')} data-holds=${String(holds)}>
    <span class="badge-sign" aria-hidden="true">${holds ? '✓' : '–'}</span>
    <span><b>${holds ? name : `not ${name}`}</b><span class="means">${holds ? means : meansNot}</span></span>
  </li>`;

function isIsotropic({ offsets, profile }: Kernel): boolean {
  const top = Math.abs(profile[0]!);
  for (let k = 1; k < offsets.count; k++) {
    const apart = Math.abs(offsets.distances[k]! - offsets.distances[k - 1]!);
    if (apart < 1e-9 && Math.abs(profile[k]! - profile[k - 1]!) > equal * top) return false;
  }
  return true;
}

/** True if k(a, b) - k(a, 0) - k(0, b) + k(0, 0) = 0 for all offsets. */
function isAdditive({ offsets, profile }: Kernel): boolean {
  const at = new Map(Array.from(profile, (value, k) => [offsets.vector(k).map(Math.abs).join(), value]));
  const top = profile[0]!;
  for (let k = 0; k < offsets.count; k++) {
    const [down = 0, right = 0] = offsets.vector(k).map(Math.abs);
    const sum = at.get(`${down},0`)! + at.get(`0,${right}`)! - top;
    if (Math.abs(profile[k]! - sum) > 4 * equal * Math.abs(top)) return false;
  }
  return true;
}

type Row = readonly [id: string, name: string, value: Content, means: string];

function numbersOf(found: Kernel): HTMLElement {
  const { spectrum: of, stationarity, places } = found;
  const dimensions = Array.from(of.effectiveDimensions).flatMap((x, i) => [i > 0 && ', ', datum(x)]);
  const means = {
    effectiveRank: 'exp(−Σ p ln p): the number of equally strong directions that have the same entropy.',
    participationRatio: '(Σλ)² / Σλ²: the same with squares in place of the entropy, so weak directions count less.',
    stableRank: 'Σλ / λ₁: the sum of all eigenvalues over the largest one.',
    numericalRank: 'Eigenvalues above a thousandth of the largest.',
    // Float64 finds no lower rank: 32 rows of 64 sinusoids have rank 32, but only 17 eigenvalues above the floor.
    resolvedRank: `${short(places.count)} eigenvalues in all; this many are above ${short(of.floor)}, where float64 can tell them from zero.`,
    effectiveDimensions: 'Σ λ/(λ + τ): directions that a ridge of τ = 0.001, 0.1, 1, 10 leaves to learn.',
    conditionNumber: `λ₁ / λₖ with k = ${short(of.resolvedRank)}, the last one that is resolved.`,
    stationarity: 'Share of ‖K‖² that depends on the offset alone; 1 is stationary.',
    normSpread: 'Standard deviation of K(x, x) over its mean.',
  };
  const named = (id: keyof typeof means, value: number | Content[] | undefined, name = readable(id)): Row[] =>
    value === undefined ? [] : [[id, name, typeof value === 'number' ? datum(value) : value, means[id]]];
  const rows: readonly Row[] = [
    ...named('effectiveRank', of.effectiveRank),
    ...named('participationRatio', of.participationRatio),
    ...named('stableRank', of.stableRank),
    ...named('numericalRank', of.numericalRank),
    ...named('resolvedRank', of.resolvedRank, 'directions above the precision'),
    ...named('effectiveDimensions', dimensions),
    ...named('conditionNumber', of.conditionNumber),
    ...decay('power', of.powerDecay, of.powerDecayFit, 'ln λ over ln m'),
    ...decay('exponential', of.exponentialDecay, of.exponentialDecayFit, 'ln λ over m'),
    ...named('stationarity', stationarity.stationarity),
    ...named('normSpread', stationarity.normSpread, 'spread of the norms'),
  ];
  const save = (): void => saveJson(everything(found), `${found.spec.encoding}-kernel`, listed);
  const rowOf = ([id, name, value, means]: Row): HTMLElement =>
    row([name, html`<td class="value">${value}</td>`, html`<td class="means">${means}</td>`], { 'data-fact': id });
  const numbers = { caption: 'Summary statistics of the kernel', class: 'statistics by-row', rows: rows.map(rowOf) };
  const files = [{ label: 'JSON', hint: 'all statistics, the profile and the spectrum', run: save }];
  return html`<div class="result-numbers stack">${table([], numbers)}${toolbar('Numbers as a file', files)}</div>`;
}

function everything({ spec, places, normalised, spectrum, stationarity }: Kernel): object {
  const { eigenvectors: _, ...rest } = spectrum;
  return { spec, positions: places.count, normalised, ...stationarity, ...rest };
}
const listed = (_: string, value: unknown): unknown => (value instanceof Float64Array ? Array.from(value) : value);

const decay = (name: string, slope: number | undefined, fit: number | undefined, of: string): Row[] =>
  slope === undefined || fit === undefined
    ? []
    : [
        [
          ...([`${name}Decay`, `${name} decay`, datum(slope)] as const),
          `Slope of ${of}, over all resolved eigenvalues; R² = ${short(Number(fit.toPrecision(3)))}.`,
        ],
      ];
