/** A network on the bare coordinate: ten waves, learned from the low frequencies upward. */
import { computed, effect, signal } from '@preact/signals-core';
import type { AnalysisResults } from 'posenc';
import { fill, html } from '../kit/html.js';
import { datum, short } from '../widgets/format.js';
import { matrixView } from '../widgets/matrix-view.js';
import { networkColour, signalColour } from '../widgets/quantity-colours.js';
import { note } from '../widgets/section.js';
import type { Context } from './context.js';
import { column, mountExperiment, nearest } from './experiment.js';
import { chartAt, digits, figureOf, places, sharedDomain, readingOf } from './figures.js';
import { trainingCost } from './pace.js';

type Results = AnalysisResults['rahaman'];

const points = 200;
/** A wave counts as learned when this share of it is in the output. */
const learnedShare = 0.5;

export function mountBareCoordinate(root: HTMLElement, ctx: Context): void {
  const { state, update } = ctx;
  const shown = signal<{ of: Results; measured: boolean }>();
  const choose = (item: number): void => {
    const frequency = shown.peek()?.of.frequencies[item];
    if (frequency !== undefined) update({ frequency });
  };
  const rates = chartAt('bare-rates', choose);
  const [flow, real, fit] = [chartAt('bare-predicted'), chartAt('bare-measured'), chartAt('bare-fit')];
  const map = matrixView({
    name: 'the measured components',
    file: () => 'bare-map',
    height: 280,
    onChoose: ({ row }) => choose(row),
  });
  figureOf('bare-map').append(map.element);
  mountExperiment(root, ctx, {
    id: 'rahaman',
    front: ['amplitudes', 'steps', 'width', 'learningRate'],
    predictOnly: { steps: 1 },
    cost: (values) => {
      const hidden = Array<number>(values.number('hiddenLayers')).fill(values.number('width'));
      return trainingCost([1, ...hidden, 1], points, values.number('steps'));
    },
    verb: () => 'Train the network',
    show: (of, trained) => (shown.value = { of, measured: trained !== undefined }),
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
    root.querySelector<HTMLElement>('.trained')!.hidden = !measured;
    const caveat = root.querySelector('.caveat-place')!;
    if (!measured) return fill(caveat);
    const n = of.target.length;
    const outputs = [
      { name: 'network', colour: networkColour, values: of.measuredOutputs },
      { name: 'signal', colour: signalColour, dashed: true, values: of.target },
    ];
    fit.show({
      x: places(n),
      xTitle: 'x',
      yTitle: 'signal',
      series: outputs,
      describe: readingOf((i) => `x = ${digits(i / n)}`, outputs),
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
    const highest = of.measured.data[of.measured.data.length - 1]!;
    fill(
      caveat,
      note(
        'What was measured',
        html`<p>
          ${'Half of a wave was in the output after: '}${Array.from(frequencies, (f, i) => `${short(f)}: ${half[i]! < 0 ? 'never' : `step ${short(of.steps[half[i]!]!)}`}`).join(', ')}${`. ${ordered ? 'Low frequencies came first, in order.' : 'The order is not quite from low to high in this run: another seed gives another.'} Predicted was gradient flow, measured is Adam, which has no such clock: the order can be compared, the times cannot. The paper trained six layers of width 256 for 60,000 steps; the highest wave here stands at `}${datum(highest, digits(highest, 2))}${' at the end.'}
        </p>`,
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
    const components = (matrix: Results['measured'], x: Float64Array, word: string) => {
      const series = Array.from(frequencies, (f, i) => ({
        name: `frequency ${short(f)}`,
        colour: i,
        strong: i === exact,
        values: column(matrix, i),
      }));
      return { x, series, describe: readingOf((r) => `${word} ${digits(x[r]!, 3)}`, series, 2) };
    };
    const yTitle = 'share in the output';
    const yDomain = sharedDomain(false, of.predicted.data, measured ? of.measured.data : []);
    flow.show({ ...components(of.predicted, of.times, 'time'), xTitle: 'time η·t', yTitle, yDomain, logX: true });
    if (!measured) return;
    map.mark(exact === undefined ? [] : [{ from: [exact, 0], to: [exact, of.steps.length - 1] }]);
    real.show({ ...components(of.measured, of.steps, 'step'), xTitle: 'step', yTitle, yDomain });
  });
}

function transposed({ data, rows, cols }: Results['measured']): Results['measured'] {
  const out = new Float64Array(data.length);
  for (let r = 0; r < rows; r++) for (let c = 0; c < cols; c++) out[c * rows + r] = data[r * cols + c]!;
  return { data: out, rows: cols, cols: rows };
}
