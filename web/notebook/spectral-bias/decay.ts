/** Which decay of amplitudes suits which signal: the features should fall about as the signal does. */
import { effect, signal } from '@preact/signals-core';
import type { AnalysisResults } from 'posenc';
import { fill, h } from '../widgets/dom.js';
import { datum, short } from '../widgets/format.js';
import { note } from '../widgets/section.js';
import { seriesView } from '../widgets/series-view.js';
import type { Context } from './context.js';
import type { Values } from './experiment.js';
import { mountExperiment, rowOf } from './experiment.js';
import { digits } from './figures.js';
import { trainingCost } from './pace.js';

type Results = AnalysisResults['amplitude-decay'];

const colours = [0, 2, 5, 1, 3, 4];
const hiddenLayers = 3;
/** p = ∞ stands at this place of the axis. */
const infinite = 64;
const axisEnd = 2.25;
/** The published networks have width 1024 and take 1000 steps for each of 18 decays. */
const reduced = {
  ...{ decays: [0, 0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, infinite], powers: [0.5, 1, 2] },
  ...{ steps: 500, width: 128, points: 64, time: 0.5 },
} as const;
const networks = (values: Values): number =>
  (values.list('powers') ?? reduced.powers).length * (values.list('decays') ?? reduced.decays).length;

export function mountDecay(root: HTMLElement, ctx: Context): void {
  const predicted = seriesView({ name: 'Predicted error over the decay', file: () => 'decay-predicted' });
  const measured = seriesView({ name: 'Measured error over the decay', file: () => 'decay-measured' });
  const figure = h(
    'figure',
    { 'data-chart': 'decay-measured', hidden: true },
    h('h3', {}, 'One signal each: measured, and predicted from f₀'),
    measured.element,
  );
  const caveat = h('div', { class: 'caveat-place' });
  const body = h(
    'div',
    {},
    h(
      'div',
      { class: 'linked-charts bias-charts' },
      h(
        'figure',
        { 'data-chart': 'decay-predicted' },
        h('h3', {}, 'Predicted, mean of many signals'),
        predicted.element,
      ),
      figure,
    ),
    caveat,
  );
  const shown = signal<Results>();
  mountExperiment(root, ctx, {
    id: 'amplitude-decay',
    title: 'How fast should amplitudes fall?',
    purpose:
      'Signals whose spectrum falls as $f^{-\\alpha}$, features whose amplitudes fall as $j^{-p}$. If the amplitudes decay too slowly, the network fits noise between the points; if they decay too fast, it does not learn the fine waves.',
    front: ['steps', 'width', 'points', 'time'],
    start: reduced,
    predictOnly: { steps: 0 },
    cost: (values) => {
      const [width, points] = [values.number('width'), values.number('points')];
      return (
        networks(values) *
        trainingCost([points, ...Array<number>(hiddenLayers).fill(width), 1], points, values.number('steps'))
      );
    },
    verb: (values) => `Train ${networks(values)} networks`,
    body,
    show(of) {
      shown.value = of;
    },
  });

  effect(() => {
    const of = shown.value;
    if (of === undefined) return;
    const x = of.decays.map((p) => Math.min(p, axisEnd));
    const nameOf = (p: number): string => (p >= infinite ? '∞' : short(p));
    const decayText = (i: number): string => nameOf(of.decays[i]!);
    const withInfinite = of.decays.some((p) => p >= infinite);
    const colour = (a: number): number => colours[a % colours.length]!;
    const common = {
      x,
      xTitle: 'decay p of the features',
      marks: withInfinite ? [{ value: axisEnd, text: 'p = ∞' }] : [],
      yTitle: 'test error / variance',
      logY: true,
    };
    const means = Array.from(of.powers, (alpha, a) => ({
      name: `α = ${short(alpha)}`,
      colour: colour(a),
      values: rowOf(of.predicted, a),
    }));
    predicted.show({
      ...common,
      series: means,
      describe: (i) =>
        `p = ${decayText(i)}: ${means.map(({ name, values }) => `${name}: ${digits(values[i]!, 3)}`).join('; ')}`,
      summary: () =>
        `Least error: ${Array.from(of.powers, (alpha, a) => `α = ${short(alpha)} at p = ${nameOf(of.bestDecays[a]!)}`).join('; ')}.`,
    });
    const { measured: real, predictedOfFirst: foreseen } = of;
    figure.hidden = real === undefined;
    if (real === undefined || foreseen === undefined) {
      fill(caveat);
      return;
    }
    const pairs = Array.from(of.powers, (alpha, a) => [
      { name: `α = ${short(alpha)}, measured`, colour: colour(a), values: rowOf(real, a) },
      {
        name: `α = ${short(alpha)}, predicted`,
        keyed: false,
        colour: colour(a),
        dashed: true,
        values: rowOf(foreseen, a),
      },
    ]).flat();
    measured.show({
      ...common,
      series: pairs,
      keyNote: 'Solid: measured. Dashed: predicted.',
      describe: (i) =>
        `p = ${decayText(i)}: ${pairs.map(({ name, values }) => `${name} ${digits(values[i]!, 3)}`).join('; ')}`,
    });
    // The geometric mean of the ratio, over all networks.
    let sum = 0;
    real.data.forEach((value, k) => (sum += Math.log(value / foreseen.data[k]!)));
    const ratio = Math.exp(sum / real.data.length);
    const best = (matrix: Results['predicted'], a: number): string => {
      const row = rowOf(matrix, a);
      return decayText(row.indexOf(row.reduce((least, error) => Math.min(least, error), Infinity)));
    };
    fill(
      caveat,
      note(
        'How close',
        h(
          'p',
          {},
          `Measured errors of ${real.data.length} networks are `,
          datum(ratio, digits(ratio, 2)),
          ` times the predicted ones in the geometric mean: ${ratio < 1 ? 'at this width the networks learn faster than infinitely wide ones' : 'at this width the networks learn more slowly than infinitely wide ones'}. The least error lies at p = ${Array.from(of.powers, (alpha, a) => `${best(real, a)} for α = ${short(alpha)} (predicted ${best(foreseen, a)})`).join(', ')}. One signal is one draw: the mean of many, as in the paper, is the other chart.`,
        ),
      ),
    );
  });
}
