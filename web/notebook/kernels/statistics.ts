/** The kernel in numbers, a sentence each, and the invariances that it has. */
import { effect } from '@preact/signals-core';
import { saveText } from '../widgets/save.js';
import type { Child } from '../widgets/dom.js';
import { fill, h } from '../widgets/dom.js';
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
    fill(badges, ...invariances(found).map(badge));
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

function badge({ id, name, holds, means }: Invariance): HTMLElement {
  return h(
    'li',
    { class: holds ? 'badge holds' : 'badge', 'data-badge': id, 'data-holds': String(holds) },
    h('span', { class: 'badge-sign', 'aria-hidden': 'true' }, holds ? '✓' : '–'),
    h('span', {}, h('b', {}, holds ? name : `not ${name}`), h('span', { class: 'means' }, means)),
  );
}

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

function table(found: Kernel): HTMLElement {
  const { spectrum: of, stationarity } = found;
  const rows: [string, string, Child[], string][] = [
    [
      'effectiveRank',
      'effective rank',
      [datum(of.effectiveRank)],
      'exp(−Σ p ln p): the number of equally strong directions that have the same entropy.',
    ],
    [
      'participationRatio',
      'participation ratio',
      [datum(of.participationRatio)],
      '(Σλ)² / Σλ²: the same with squares in place of the entropy, so weak directions count less.',
    ],
    ['stableRank', 'stable rank', [datum(of.stableRank)], 'Σλ / λ₁: the sum of all eigenvalues over the largest one.'],
    ['numericalRank', 'numerical rank', [datum(of.numericalRank)], 'Eigenvalues above a thousandth of the largest.'],
    [
      'resolvedRank',
      'resolved rank',
      [datum(of.resolvedRank)],
      `Eigenvalues above ${short(of.floor)}, which is what float64 can tell from zero here.`,
    ],
    [
      'effectiveDimensions',
      'effective dimensions',
      Array.from(of.effectiveDimensions).flatMap((x, i) => [i > 0 ? ', ' : '', datum(x)]),
      'Σ λ/(λ + τ): directions that a ridge of τ = 0.001, 0.1, 1, 10 leaves to learn.',
    ],
    ...(of.conditionNumber === undefined
      ? []
      : [
          [
            'conditionNumber',
            'condition number',
            [datum(of.conditionNumber)],
            `λ₁ / λₖ with k = ${short(of.resolvedRank)}, the last one that is resolved.`,
          ] as [string, string, Child[], string],
        ]),
    ...decay('powerDecay', 'power decay', of.powerDecay, of.powerDecayFit, 'Slope of ln λ over ln m'),
    ...decay(
      'exponentialDecay',
      'exponential decay',
      of.exponentialDecay,
      of.exponentialDecayFit,
      'Slope of ln λ over m',
    ),
    [
      'stationarity',
      'stationarity',
      [datum(stationarity.stationarity)],
      'Share of ‖K‖² that depends on the offset alone; 1 is stationary.',
    ],
    [
      'normSpread',
      'spread of the norms',
      [datum(stationarity.normSpread)],
      'Standard deviation of K(x, x) over its mean.',
    ],
  ];
  const json = (): string => {
    const { eigenvectors: _, ...rest } = of;
    const plain = Object.fromEntries(
      Object.entries({ ...stationarity, ...rest }).map(([key, value]) => [
        key,
        value instanceof Float64Array ? Array.from(value) : value,
      ]),
    );
    return `${JSON.stringify({ spec: found.spec, positions: found.places.count, normalised: found.normalised, ...plain }, null, 2)}\n`;
  };
  return h(
    'div',
    { class: 'result-numbers' },
    h(
      'table',
      { class: 'statistics' },
      h('caption', { class: 'visually-hidden' }, 'Summary statistics of the kernel'),
      h(
        'tbody',
        {},
        ...rows.map(([id, name, value, means]) =>
          h(
            'tr',
            { 'data-fact': id },
            h('th', { scope: 'row' }, name),
            h('td', { class: 'value' }, ...value),
            h('td', { class: 'means' }, means),
          ),
        ),
      ),
    ),
    toolbar(
      'Numbers as a file',
      [
        {
          label: 'JSON',
          hint: 'all statistics, the profile and the spectrum',
          run: () => saveText(json(), `${found.spec.encoding}-kernel.json`, 'application/json'),
        },
      ],
      say,
    ),
  );
}

function decay(
  id: string,
  name: string,
  slope: number | undefined,
  fit: number | undefined,
  what: string,
): [string, string, Child[], string][] {
  if (slope === undefined || fit === undefined) return [];
  return [
    [id, name, [datum(slope)], `${what}, over all resolved eigenvalues; R² = ${short(Number(fit.toPrecision(3)))}.`],
  ];
}
