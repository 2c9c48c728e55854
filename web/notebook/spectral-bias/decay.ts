/** Which decay of amplitudes suits which signal: features should decay about like the signal. */
import { effect, signal } from '@preact/signals-core';
import type { AnalysisResults } from 'posenc';
import { fill, html } from '../kit/html.js';
import { datum, short } from '../widgets/format.js';
import { note } from '../widgets/section.js';
import type { Context } from './context.js';
import { mountExperiment, rowOf, type Values } from './experiment.js';
import { chartAt, digits, figureOf, keyOfPairs, measuredAndPredicted, readingOf } from './figures.js';
import { trainingCost } from './pace.js';

type Results = AnalysisResults['amplitude-decay'];

const colours = [0, 2, 5, 1, 3, 4];
const hiddenLayers = 3;
/** Equivalent to p = ∞, which has no place on the axis and is listed under the chart. */
const infinite = 64;
/** The published networks have width 1024 and take 1000 steps for each of 18 decays. */
const reduced = {
  ...{ decays: [0, 0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, infinite], powers: [0.5, 1, 2] },
  ...{ steps: 500, width: 128, points: 64, time: 0.5 },
} as const;
const networks = (values: Values): number =>
  (values.list('powers') ?? reduced.powers).length * (values.list('decays') ?? reduced.decays).length;

export function mountDecay(root: HTMLElement, ctx: Context): void {
  const [predicted, measured] = [chartAt('decay-predicted'), chartAt('decay-measured')];
  const shown = signal<Results>();
  mountExperiment(root, ctx, {
    id: 'amplitude-decay',
    front: ['steps', 'width', 'points', 'time'],
    start: reduced,
    predictOnly: { steps: 0 },
    cost: (values) => {
      const points = values.number('points');
      const widths = [points, ...Array<number>(hiddenLayers).fill(values.number('width')), 1];
      return networks(values) * trainingCost(widths, points, values.number('steps'));
    },
    verb: (values) => `Train ${networks(values)} networks`,
    show: (of) => (shown.value = of),
  });

  effect(() => {
    const of = shown.value;
    if (of === undefined) return;
    const items = [...of.decays.keys()].filter((i) => of.decays[i]! < infinite);
    const last = of.decays.findIndex((p) => p >= infinite);
    const nameOf = (p: number): string => (p >= infinite ? '∞' : short(p));
    const each = <T>(make: (name: string, a: number, colour: number) => T): T[] =>
      Array.from(of.powers, (alpha, a) => make(`α = ${short(alpha)}`, a, colours[a % colours.length]!));
    const curve = (matrix: Results['predicted'], a: number): number[] => items.map((i) => rowOf(matrix, a)[i]!);
    const atInfinity = (matrix: Results['predicted']): string =>
      last < 0
        ? ''
        : ` At p = ∞, one frequency alone: ${each((name, a) => `${name}: ${digits(rowOf(matrix, a)[last]!, 3)}`).join('; ')}.`;
    const common = {
      x: items.map((i) => of.decays[i]!),
      xTitle: 'decay p of the features',
      yTitle: 'test error / variance',
      logY: true,
    };
    const decayAt = (i: number): string => `p = ${short(common.x[i]!)}`;
    const means = each((name, a, colour) => ({ name, colour, values: curve(of.predicted, a) }));
    predicted.show({
      ...common,
      series: means,
      describe: readingOf(decayAt, means),
      summary: () =>
        `Least error: ${each((name, a) => `${name} at p = ${nameOf(of.bestDecays[a]!)}`).join('; ')}.${atInfinity(of.predicted)}`,
    });
    const { measured: real, predictedOfFirst: foreseen } = of;
    const caveat = root.querySelector('.caveat-place')!;
    figureOf('decay-measured').hidden = real === undefined;
    if (real === undefined || foreseen === undefined) return fill(caveat);
    const pairs = each((name, a, colour) =>
      measuredAndPredicted(name, colour, curve(real, a), curve(foreseen, a)),
    ).flat();
    measured.show({
      ...common,
      series: pairs,
      keyNote: keyOfPairs,
      describe: readingOf(decayAt, pairs),
      summary: () => atInfinity(real),
    });
    // Geometric mean of the ratio over all networks.
    let sum = 0;
    real.data.forEach((value, k) => (sum += Math.log(value / foreseen.data[k]!)));
    const ratio = Math.exp(sum / real.data.length);
    const best = (matrix: Results['predicted'], a: number): string => {
      const row = rowOf(matrix, a);
      return nameOf(of.decays[row.indexOf(row.reduce((least, error) => Math.min(least, error), Infinity))]!);
    };
    fill(
      caveat,
      note(
        'How close',
        html`<p>
          ${`Measured errors of ${real.data.length} networks are `}${datum(ratio, digits(ratio, 2))}${` times the predicted ones in the geometric mean: ${ratio < 1 ? 'at this width the networks learn faster than infinitely wide ones' : 'at this width the networks learn more slowly than infinitely wide ones'}. The least error lies at p = ${each((name, a) => `${best(real, a)} for ${name} (predicted ${best(foreseen, a)})`).join(', ')}. One signal is one draw: the mean of many, as in the paper, is the other chart.`}
        </p>`,
      ),
    );
  });
}
