/** How wide Fourier features should be: the test error over their standard deviation is a U. */
import { computed, effect, signal } from '@preact/signals-core';
import type { AnalysisResults } from 'posenc';
import { fill, h } from '../widgets/dom.js';
import { datum } from '../widgets/format.js';
import { reachable } from '../widgets/reachable.js';
import { note } from '../widgets/section.js';
import type { SeriesView } from '../widgets/series-view.js';
import { seriesView } from '../widgets/series-view.js';
import type { Context } from './context.js';
import { mountExperiment, nearest, rowOf } from './experiment.js';
import { digits } from './figures.js';
import { trainingCost } from './pace.js';
import { fourierFeatures } from './state.js';

type Results = AnalysisResults['bandwidth-sweep'];

const families = [
  { name: 'Gaussian', colour: 0 },
  { name: 'uniform', colour: 2 },
  { name: 'log-uniform', colour: 1 },
  { name: 'Laplace', colour: 4 },
] as const;
/** Deviations where the registry has none of the reader's: points · 2^-10 … points · 2^-1. */
const usual = 10;

export function mountBandwidth(root: HTMLElement, ctx: Context): void {
  const { state, update } = ctx;
  const chosen = signal<Results>();
  const choose = (item: number): void => {
    const sigma = chosen.peek()?.deviations[item];
    if (sigma !== undefined) update({ sigma });
  };
  const view = (name: string, file: string): SeriesView => seriesView({ name, file: () => file, onChoose: choose });
  const predicted = view('Predicted test error', 'bandwidth-predicted');
  const measured = view('Measured test error', 'bandwidth-measured');
  const measuredFigure = h(
    'figure',
    { 'data-chart': 'bandwidth-measured', hidden: true },
    h('h3', {}, 'Measured: trained networks'),
    measured.element,
  );
  const table = h('div', { class: 'methods-scroll' });
  reachable(table, 'Best standard deviations');
  const use = h('button', {
    type: 'button',
    on: {
      click: () => {
        const { sigma, own } = state.peek();
        if (sigma !== undefined) update({ own: { ...own, spec: fourierFeatures(sigma) } });
        document.getElementById('own')?.scrollIntoView();
      },
    },
  });
  const caveat = h('div', { class: 'caveat-place' });
  const body = h(
    'div',
    {},
    h(
      'div',
      { class: 'linked-charts bias-charts' },
      h(
        'figure',
        { 'data-chart': 'bandwidth-predicted' },
        h('h3', {}, 'Predicted: ridge regression with the infinite network’s kernel'),
        predicted.element,
      ),
      measuredFigure,
    ),
    h('div', { class: 'toolbar' }, use),
    table,
    caveat,
  );
  const isMeasured = signal(false);
  mountExperiment(root, ctx, {
    id: 'bandwidth-sweep',
    title: 'How wide should features be?',
    purpose:
      'Frequencies are drawn with a standard deviation $\\sigma$. Too narrow, and the network cannot follow the signal; too wide, and it fits noise between the points. The error is a U, and its minimum lies at about the same $\\sigma$ for four quite different distributions: the spread counts, not the shape.',
    front: ['power', 'points', 'features', 'steps'],
    predictOnly: { steps: 0 },
    cost: (values) => {
      const width = values.number('width');
      const deviations = values.list('deviations')?.length ?? usual;
      const widths = [2 * values.number('features'), width, width, width, values.number('signals')];
      return families.length * deviations * trainingCost(widths, values.number('points'), values.number('steps'));
    },
    verb: (values) => `Train ${families.length * (values.list('deviations')?.length ?? usual)} networks`,
    body,
    show(of, trained) {
      isMeasured.value = trained && of.measured !== undefined;
      chosen.value = of;
    },
  });

  const curves = (matrix: NonNullable<Results['measured']>, of: Results) => ({
    x: of.deviations,
    xTitle: 'standard deviation σ of the frequencies',
    yTitle: 'test error / variance',
    logX: true,
    logY: true,
    series: families.map(({ name, colour }, i) => ({ name, colour, values: rowOf(matrix, i) })),
    describe: (k: number) =>
      `σ = ${digits(of.deviations[k]!)}: ${families.map(({ name }, i) => `${name} ${digits(rowOf(matrix, i)[k]!, 3)}`).join('; ')}`,
  });
  effect(() => {
    const of = chosen.value;
    if (of === undefined) return;
    const trained = isMeasured.value;
    predicted.show(curves(of.predicted, of));
    measuredFigure.hidden = !isMeasured.value || of.measured === undefined;
    if (of.measured !== undefined && isMeasured.value) measured.show(curves(of.measured, of));
    fill(table, bestOf(of, isMeasured.value));
    // At the deviation where most families are best, how much worse is the worst of them than its own best?
    const matrix = trained ? of.measured : of.predicted;
    const bests = Array.from((trained ? of.bestMeasured : of.bestPredicted) ?? []);
    if (matrix === undefined) return;
    const common = [...bests].sort((a, b) => a - b)[bests.length >> 1]!;
    const item = of.deviations.indexOf(common);
    const excess = Math.max(...families.map((_, i) => rowOf(matrix, i)[item]! / least(matrix, i) - 1));
    fill(
      caveat,
      note(
        'What is the same, and what is not',
        h(
          'p',
          {},
          `${trained ? 'Measured' : 'Predicted'} minima lie at σ = ${families.map(({ name }, i) => `${digits(bests[i]!)} (${name})`).join(', ')}, on a grid of factors of two. At σ = ${digits(common)} every family is within `,
          datum(excess, `${digits(100 * excess, 2)} %`),
          ' of its own least error. The log-uniform family is flat on the left, since it has low frequencies at every σ. The prediction has a ridge in place of a training time, and that choice moves the left side of the U.',
        ),
      ),
    );
  });
  const sigma = computed(() => state.value.sigma);
  effect(() => {
    const of = chosen.value;
    const item = of === undefined ? undefined : nearest(of.deviations, sigma.value, true);
    predicted.choose(item);
    measured.choose(item);
    use.hidden = sigma.value === undefined;
    fill(use, `Try σ = ${sigma.value === undefined ? '' : digits(sigma.value)} on your own signal`);
  });
}

function least(matrix: Results['predicted'], family: number): number {
  return rowOf(matrix, family).reduce((a, b) => Math.min(a, b), Infinity);
}

function bestOf(of: Results, isMeasured: boolean): HTMLElement {
  const heads = [
    'frequencies',
    'best σ, predicted',
    'its error',
    ...(isMeasured ? ['best σ, measured', 'its error'] : []),
  ];
  return h(
    'table',
    { class: 'spectra narrow-table' },
    h('caption', { class: 'visually-hidden' }, 'Best standard deviation of each family'),
    h('thead', {}, h('tr', {}, ...heads.map((text) => h('th', { scope: 'col' }, text)))),
    h(
      'tbody',
      {},
      ...families.map(({ name }, i) =>
        h(
          'tr',
          { 'data-family': name },
          h('th', { scope: 'row' }, name),
          h('td', { 'data-best': 'predicted' }, datum(of.bestPredicted[i]!)),
          h('td', {}, datum(least(of.predicted, i), digits(least(of.predicted, i), 3))),
          ...(isMeasured && of.measured !== undefined && of.bestMeasured !== undefined
            ? [
                h('td', { 'data-best': 'measured' }, datum(of.bestMeasured[i]!)),
                h('td', {}, datum(least(of.measured, i), digits(least(of.measured, i), 3))),
              ]
            : []),
        ),
      ),
    ),
  );
}
