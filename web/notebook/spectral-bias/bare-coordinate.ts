/** A network on the bare coordinate: ten waves, learned from the low frequencies upward. */
import { computed, effect, signal } from '@preact/signals-core';
import type { AnalysisResults } from 'posenc';
import { fill, h } from '../widgets/dom.js';
import { datum, short } from '../widgets/format.js';
import { matrixView } from '../widgets/matrix-view.js';
import { note } from '../widgets/section.js';
import { seriesView } from '../widgets/series-view.js';
import type { Context } from './context.js';
import { column, mountExperiment, nearest } from './experiment.js';
import { digits, places } from './figures.js';
import { trainingCost } from './pace.js';

type Results = AnalysisResults['rahaman'];

const points = 200;
/** A wave is learned when this much of it stands in the output. */
const learnedShare = 0.5;

export function mountBareCoordinate(root: HTMLElement, ctx: Context): void {
  const { state, update } = ctx;
  const shown = signal<{ of: Results; measured: boolean }>();
  const choose = (item: number): void => {
    const frequency = shown.peek()?.of.frequencies[item];
    if (frequency !== undefined) update({ frequency });
  };
  const rates = seriesView({
    name: 'Speeds of the waves',
    file: () => 'rahaman-speeds',
    onChoose: choose,
  });
  const flow = seriesView({ name: 'Predicted components', file: () => 'rahaman-predicted' });
  const real = seriesView({ name: 'Measured components', file: () => 'rahaman-measured' });
  const fit = seriesView({ name: 'Signal and network', file: () => 'rahaman-fit' });
  const map = matrixView({
    name: 'the measured components',
    file: () => 'rahaman-components',
    height: 280,
    onChoose: ({ row }) => choose(row),
  });
  const figure = (id: string, title: string, ...children: HTMLElement[]): HTMLElement =>
    h('figure', { 'data-chart': id }, h('h3', {}, title), ...children);
  const trained = h(
    'div',
    { class: 'linked-charts bias-charts', hidden: true },
    figure('bare-measured', 'Measured: share of each wave in the output, Adam', real.element),
    figure('bare-fit', 'Signal and trained network', fit.element),
    figure('bare-map', 'The same as a map', map.element),
  );
  const caveat = h('div', { class: 'caveat-place' });
  const body = h(
    'div',
    {},
    h(
      'div',
      { class: 'linked-charts bias-charts' },
      figure('bare-rates', 'How fast each wave falls at first', rates.element),
      figure('bare-predicted', 'Predicted: share of each wave, gradient flow', flow.element),
    ),
    trained,
    caveat,
  );
  mountExperiment(root, ctx, {
    id: 'rahaman',
    title: 'A bare coordinate',
    purpose:
      'Without features a ReLU network has to make the sum of ten waves of frequencies 5, 10, … 50 from one number. It finds them one after the other, from the lowest on.',
    front: ['amplitudes', 'steps', 'width', 'learningRate'],
    predictOnly: { steps: 1 },
    cost: (values) => {
      const width = values.number('width');
      return trainingCost(
        [1, ...Array<number>(values.number('hiddenLayers')).fill(width), 1],
        points,
        values.number('steps'),
      );
    },
    verb: () => 'Train the network',
    body,
    show(of, measured) {
      shown.value = { of, measured };
    },
  });

  effect(() => {
    const now = shown.value;
    if (now === undefined) return;
    const { of, measured } = now;
    const { frequencies } = of;
    rates.show({
      x: frequencies,
      xTitle: 'frequency, waves per unit',
      yTitle: 'vᵀKv / vᵀv',
      logY: true,
      series: [{ name: 'speed', colour: 2, values: of.decayRates }],
      describe: (i) =>
        `frequency ${short(frequencies[i]!)}: ${digits(of.decayRates[i]!, 3)}${i === 0 ? '' : `, ${digits(of.decayRates[0]! / of.decayRates[i]!, 3)} times slower than frequency ${short(frequencies[0]!)}`}`,
    });
    trained.hidden = !measured;
    fill(caveat);
    if (!measured) return;
    const n = of.target.length;
    fit.show({
      x: places(n),
      xTitle: 'x',
      yTitle: 'signal',
      series: [
        { name: 'network', colour: 0, values: of.measuredOutputs },
        { name: 'signal', colour: 6, dashed: true, values: of.target },
      ],
      describe: (i) =>
        `x = ${digits(i / n)}: network ${digits(of.measuredOutputs[i]!, 3)}, signal ${digits(of.target[i]!, 3)}`,
    });
    map.show({
      matrix: transposed(of.measured),
      rowTitle: 'frequency',
      colTitle: 'step',
      rowLabel: (row) => short(frequencies[row]!),
      colLabel: (col) => short(of.steps[col]!),
    });
    const half = Array.from(frequencies, (_, i) => column(of.measured, i).findIndex((share) => share >= learnedShare));
    const learned = half.filter((r) => r >= 0);
    const ordered =
      learned.every((r, i) => i === 0 || r >= learned[i - 1]!) && half.slice(0, learned.length).every((r) => r >= 0);
    fill(
      caveat,
      note(
        'What was measured',
        h(
          'p',
          {},
          'Half of a wave was in the output after: ',
          Array.from(
            frequencies,
            (f, i) => `${short(f)}: ${half[i]! < 0 ? 'never' : `step ${short(of.steps[half[i]!]!)}`}`,
          ).join(', '),
          `. ${ordered ? 'Low frequencies came first, in order.' : 'The order is not quite from low to high in this run: another seed gives another.'} Predicted was gradient flow, measured is Adam, which has no such clock: the order can be compared, the times cannot. The paper trained six layers of width 256 for 60 000 steps; the highest wave here stands at `,
          datum(
            of.measured.data[of.measured.data.length - 1]!,
            digits(of.measured.data[of.measured.data.length - 1]!, 2),
          ),
          ' at the end.',
        ),
      ),
    );
  });
  const frequency = computed(() => state.value.frequency);
  effect(() => {
    const now = shown.value;
    if (now === undefined) return;
    const { of, measured } = now;
    const { frequencies } = of;
    const item = nearest(frequencies, frequency.value);
    const exact = item !== undefined && frequencies[item] === frequency.value ? item : undefined;
    rates.choose(exact);
    const components = (matrix: Results['measured']) =>
      Array.from(frequencies, (f, i) => ({
        name: `frequency ${short(f)}`,
        colour: i,
        strong: i === exact,
        values: column(matrix, i),
      }));
    const describe = (word: string, x: Float64Array, matrix: Results['measured']) => (r: number) =>
      `${word} ${digits(x[r]!, 3)}: ${Array.from(frequencies, (f, i) => `${short(f)}: ${digits(matrix.data[r * matrix.cols + i]!, 2)}`).join(', ')}`;
    flow.show({
      x: of.times,
      xTitle: 'time η·t',
      yTitle: 'share in the output',
      logX: true,
      series: components(of.predicted),
      describe: describe('time', of.times, of.predicted),
    });
    if (!measured) return;
    map.mark(exact === undefined ? [] : [{ from: [exact, 0], to: [exact, of.steps.length - 1] }]);
    real.show({
      x: of.steps,
      xTitle: 'step',
      yTitle: 'share in the output',
      series: components(of.measured),
      describe: describe('step', of.steps, of.measured),
    });
  });
}

function transposed({ data, rows, cols }: Results['measured']): Results['measured'] {
  const out = new Float64Array(data.length);
  for (let r = 0; r < rows; r++) for (let c = 0; c < cols; c++) out[c * rows + r] = data[r * cols + c]!;
  return { data: out, rows: cols, cols: rows };
}
