/** The kernel in numbers, a sentence each, and the invariances that it has. */
import { effect } from '@preact/signals-core';
import { saveText } from '../widgets/save.js';
import { type Content, fill, html } from '../kit/html.js';
import { datum, short } from '../widgets/format.js';
import { toolbar } from '../widgets/section.js';
import { say } from '../page.js';
import type { Context } from './context.js';
import type { Kernel } from './kernel.js';

/** Relative to k(0): what float64 leaves of equal numbers. */
const equal = 1e-12;

export function mountStatistics(root: HTMLElement, { kernel }: Context): void {
  const [badges, place] = [root.querySelector('.badges')!, root.querySelector('.statistics-place')!];
  effect(() => {
    const found = kernel.value;
    if (found === undefined) return;
    fill(badges, invariances(found).map(badge));
    fill(place, table(found));
  });
}

interface Invariance {
  readonly id: string;
  readonly name: string;
  readonly holds: boolean;
  readonly means: string;
}

function invariances(found: Kernel): Invariance[] {
  const { stationarity, offsets, spectrum, places } = found;
  const list: Invariance[] = [
    {
      id: 'stationary',
      name: 'stationary',
      holds: stationarity.isStationary === 1,
      means:
        stationarity.isStationary === 1
          ? 'K depends on the offset alone'
          : `K varies by up to ${short(Number(stationarity.largestSpread.toPrecision(3)))} of k(0) at one offset`,
    },
    {
      id: 'constant-norm',
      name: 'constant norm',
      holds: stationarity.normSpread <= equal,
      means: stationarity.normSpread <= equal ? 'every position has a row of the same length' : 'rows differ in length',
    },
    {
      id: 'full-rank',
      name: 'full rank',
      holds: spectrum.resolvedRank === places.count,
      means: `${short(spectrum.resolvedRank)} of ${short(places.count)} directions above the precision`,
    },
  ];
  if (offsets.grid) {
    const isotropic = stationarity.isStationary === 1 && isIsotropic(found);
    const additive = stationarity.isStationary === 1 && isAdditive(found);
    list.push(
      {
        id: 'isotropic',
        name: 'isotropic',
        holds: isotropic,
        means: isotropic ? 'K depends on the distance alone' : 'equal distances differ in similarity',
      },
      {
        id: 'additive',
        name: 'additive',
        holds: additive,
        means: additive ? 'K is a sum of a kernel of rows and one of columns' : 'rows and columns act together',
      },
    );
  }
  return list;
}

const badge = ({ id, name, holds, means }: Invariance): HTMLElement =>
  html`<li class=${holds ? 'badge holds' : 'badge'} data-badge=${id} data-holds=${String(holds)}>
    <span class="badge-sign" aria-hidden="true">${holds ? '✓' : '–'}</span>
    <span><b>${holds ? name : `not ${name}`}</b><span class="means">${means}</span></span>
  </li>`;

function isIsotropic({ offsets, profile }: Kernel): boolean {
  const top = Math.abs(profile[0]!);
  for (let k = 1; k < offsets.count; k++) {
    const apart = Math.abs(offsets.distances[k]! - offsets.distances[k - 1]!);
    if (apart < 1e-9 && Math.abs(profile[k]! - profile[k - 1]!) > equal * top) return false;
  }
  return true;
}

/** k(a, b) - k(a, 0) - k(0, b) + k(0, 0) = 0 for all offsets. */
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

function table(found: Kernel): HTMLElement {
  const { spectrum: of, stationarity } = found;
  const rows: readonly Row[] = [
    [
      ...(['effectiveRank', 'effective rank', datum(of.effectiveRank)] as const),
      'exp(−Σ p ln p): the number of equally strong directions that have the same entropy.',
    ],
    [
      ...(['participationRatio', 'participation ratio', datum(of.participationRatio)] as const),
      '(Σλ)² / Σλ²: the same with squares in place of the entropy, so weak directions count less.',
    ],
    ['stableRank', 'stable rank', datum(of.stableRank), 'Σλ / λ₁: the sum of all eigenvalues over the largest one.'],
    ['numericalRank', 'numerical rank', datum(of.numericalRank), 'Eigenvalues above a thousandth of the largest.'],
    [
      ...(['resolvedRank', 'resolved rank', datum(of.resolvedRank)] as const),
      `Eigenvalues above ${short(of.floor)}, which is what float64 can tell from zero here.`,
    ],
    [
      ...(['effectiveDimensions', 'effective dimensions'] as const),
      Array.from(of.effectiveDimensions).flatMap((x, i) => [i > 0 && ', ', datum(x)]),
      'Σ λ/(λ + τ): directions that a ridge of τ = 0.001, 0.1, 1, 10 leaves to learn.',
    ],
    ...(of.conditionNumber === undefined
      ? []
      : [
          [
            ...(['conditionNumber', 'condition number', datum(of.conditionNumber)] as const),
            `λ₁ / λₖ with k = ${short(of.resolvedRank)}, the last one that is resolved.`,
          ] as const,
        ]),
    ...decay('power', of.powerDecay, of.powerDecayFit, 'ln λ over ln m'),
    ...decay('exponential', of.exponentialDecay, of.exponentialDecayFit, 'ln λ over m'),
    [
      ...(['stationarity', 'stationarity', datum(stationarity.stationarity)] as const),
      'Share of ‖K‖² that depends on the offset alone; 1 is stationary.',
    ],
    [
      ...(['normSpread', 'spread of the norms', datum(stationarity.normSpread)] as const),
      'Standard deviation of K(x, x) over its mean.',
    ],
  ];
  const save = (): void => saveText(json(found), `${found.spec.encoding}-kernel.json`, 'application/json');
  return html`<div class="result-numbers">
    <table class="statistics">
      <caption class="visually-hidden">
        Summary statistics of the kernel
      </caption>
      <tbody>
        ${rows.map(
          ([id, name, value, means]) =>
            html`<tr data-fact=${id}>
              <th scope="row">${name}</th>
              <td class="value">${value}</td>
              <td class="means">${means}</td>
            </tr>`,
        )}
      </tbody>
    </table>
    ${toolbar(
      'Numbers as a file',
      [{ label: 'JSON', hint: 'all statistics, the profile and the spectrum', run: save }],
      say,
    )}
  </div>`;
}

function json({ spec, places, normalised, spectrum, stationarity }: Kernel): string {
  const { eigenvectors: _, ...rest } = spectrum;
  const listed = (_key: string, value: unknown): unknown => (value instanceof Float64Array ? Array.from(value) : value);
  const all = { spec, positions: places.count, normalised, ...stationarity, ...rest };
  return `${JSON.stringify(all, listed, 2)}\n`;
}

const decay = (name: string, slope: number | undefined, fit: number | undefined, of: string): Row[] =>
  slope === undefined || fit === undefined
    ? []
    : [
        [
          ...([`${name}Decay`, `${name} decay`, datum(slope)] as const),
          `Slope of ${of}, over all resolved eigenvalues; R² = ${short(Number(fit.toPrecision(3)))}.`,
        ],
      ];
