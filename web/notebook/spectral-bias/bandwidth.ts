/** How wide Fourier features should be: the test error over their standard deviation is U-shaped. */
import { computed, effect, signal } from '@preact/signals-core';
import type { AnalysisResults } from 'posenc';
import { fill, html } from '../kit/html.js';
import { row, table } from '../kit/tables.js';
import { datum } from '../widgets/format.js';
import { reachable } from '../widgets/reachable.js';
import { note } from '../widgets/section.js';
import { bandwidthSweep } from './asked.js';
import type { Context } from './context.js';
import { mountExperiment, nearest, rowOf } from './experiment.js';
import { chartAt, digits, figureOf, sharedDomain, readingOf } from './figures.js';
import stored from './generated/bandwidth-sweep.json';
import { trainingCost } from './pace.js';
import { recorded } from './recorded.js';
import { fourierFeatures } from './state.js';

type All = AnalysisResults['bandwidth-sweep'];
/** The predictions, and after training also the measurements. */
type Results = Pick<All, 'deviations' | 'predicted' | 'bestPredicted'> &
  Partial<Pick<All, 'measured' | 'bestMeasured'>>;

const families = [
  { name: 'Gaussian', colour: 0 },
  { name: 'uniform', colour: 2 },
  { name: 'log-uniform', colour: 1 },
  { name: 'Laplace', colour: 4 },
] as const;
/** Default number of deviations, points · 2^-10 … points · 2^-1. */
const usual = 10;

export function mountBandwidth(root: HTMLElement, ctx: Context): void {
  const { state, update } = ctx;
  const chosen = signal<Results>();
  const choose = (item: number): void => {
    const sigma = chosen.peek()?.deviations[item];
    if (sigma !== undefined) update({ sigma });
  };
  const predicted = chartAt('bandwidth-predicted', choose);
  const measured = chartAt('bandwidth-measured', choose);
  const place = root.querySelector('.methods-scroll')!;
  reachable(place, 'Best standard deviations');
  const use = root.querySelector<HTMLButtonElement>('.use')!;
  use.addEventListener('click', () => {
    const { sigma, own } = state.peek();
    if (sigma !== undefined) update({ own: { ...own, spec: fourierFeatures(sigma) } });
    document.getElementById('own')?.scrollIntoView();
  });
  mountExperiment(root, ctx, {
    ...bandwidthSweep,
    front: ['power', 'points', 'features', 'steps'],
    recorded: recorded(stored),
    cost: (values) => {
      const width = values.number('width');
      const deviations = values.list('deviations')?.length ?? usual;
      const widths = [2 * values.number('features'), width, width, width, values.number('signals')];
      return families.length * deviations * trainingCost(widths, values.number('points'), values.number('steps'));
    },
    verb: (values) => `Train ${families.length * (values.list('deviations')?.length ?? usual)} networks`,
    show: ({ deviations, predicted: matrix, bestPredicted }, trained) =>
      (chosen.value = trained ?? { deviations, predicted: matrix, bestPredicted }),
  });

  const curves = (matrix: Results['predicted'], of: Results) => {
    const series = families.map(({ name, colour }, i) => ({ name, colour, values: rowOf(matrix, i) }));
    return {
      x: of.deviations,
      xTitle: 'standard deviation σ of the frequencies',
      yTitle: 'test error / variance',
      logX: true,
      logY: true,
      yDomain: sharedDomain(true, of.predicted.data, of.measured?.data ?? []),
      series,
      describe: readingOf((k) => `σ = ${digits(of.deviations[k]!)}`, series),
    };
  };
  effect(() => {
    const of = chosen.value;
    if (of === undefined) return;
    predicted.show(curves(of.predicted, of));
    figureOf('bandwidth-measured').hidden = of.measured === undefined;
    if (of.measured) measured.show(curves(of.measured, of));
    fill(place, bestOf(of));
    // The excess of the worst family over its own best, at the deviation where most families are best.
    const matrix = of.measured ?? of.predicted;
    const bests = Array.from((of.measured && of.bestMeasured) ?? of.bestPredicted);
    const common = [...bests].sort((a, b) => a - b)[bests.length >> 1]!;
    const item = of.deviations.indexOf(common);
    const excess = Math.max(...families.map((_, i) => rowOf(matrix, i)[item]! / least(matrix, i) - 1));
    fill(
      root.querySelector('.caveat-place')!,
      note(
        'What is the same, and what is not',
        html`<p>
          ${`${of.measured ? 'Measured' : 'Predicted'} minima lie at σ = ${families.map(({ name }, i) => `${digits(bests[i]!)} (${name})`).join(', ')}, on a grid of factors of two. At σ = ${digits(common)} every family is within `}${datum(excess, `${digits(100 * excess, 2)} %`)}${' of its own least error. The log-uniform family is flat on the left, since it has low frequencies at every σ. The prediction has a ridge in place of a training time, and that choice moves the left side of the U.'}
        </p>`,
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

function bestOf({ predicted, bestPredicted, measured, bestMeasured }: Results): HTMLElement {
  const kinds = [
    { kind: 'predicted', best: bestPredicted, matrix: predicted },
    ...(measured && bestMeasured ? [{ kind: 'measured', best: bestMeasured, matrix: measured }] : []),
  ];
  const rowOf = ({ name }: (typeof families)[number], i: number): HTMLElement => {
    const cells = kinds.flatMap(({ kind, best, matrix }) => [
      html`<td data-best=${kind}>${datum(best[i]!)}</td>`,
      datum(least(matrix, i), digits(least(matrix, i), 3)),
    ]);
    return row([name, ...cells], { 'data-family': name });
  };
  const head = ['frequencies', ...kinds.flatMap(({ kind }) => [`best σ, ${kind}`, 'its error'])];
  const caption = 'Best standard deviation of each family';
  return table(head, { caption, class: 'spectra narrow-table', rows: families.map(rowOf) });
}
