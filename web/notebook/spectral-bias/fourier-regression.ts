/** Which frequencies a network learns first: Fourier features whose amplitudes fall as j^-p. */
import { computed, effect, signal } from '@preact/signals-core';
import type { AnalysisResults } from 'posenc';
import { fill, h } from '../widgets/dom.js';
import { datum, short } from '../widgets/format.js';
import { note } from '../widgets/section.js';
import { seriesView } from '../widgets/series-view.js';
import type { Context } from './context.js';
import { mountExperiment, rowOf } from './experiment.js';
import { digits, places } from './figures.js';
import { trainingCost } from './pace.js';

type Results = AnalysisResults['fourier-regression'];

const initialDecays = [0, 0.5, 1, 1.5, 2, 64];
const colours = [0, 2, 4, 5, 1, 3];
/** 64 is as good as ∞: one frequency. */
const infinite = 64;
const hiddenLayers = 3;
const pairs = 'Solid: measured. Dashed: predicted.';
/** A time in which nothing is learned, so that any step is short enough. */
const almostNothing = 1e-9;

export function mountFourierRegression(root: HTMLElement, ctx: Context): void {
  const { state, update } = ctx;
  const choose = (frequency: number): void => update({ frequency });
  const spectra = seriesView({
    name: 'Kernel spectra',
    file: () => 'fourier-kernel-spectra',
    onChoose: choose,
  });
  const after = seriesView({
    name: 'What is left of each frequency',
    file: () => 'fourier-residual',
    onChoose: choose,
  });
  const over = seriesView({
    name: 'What is left of one frequency',
    file: () => 'fourier-training',
    onChoose: (item) => (at.value = item),
  });
  const errors = seriesView({
    name: 'Test error',
    file: () => 'fourier-test-error',
    onChoose: (item) => (at.value = item),
  });
  const overTitle = h('h3', {});
  const afterTitle = h('h3', {});
  const fits = seriesView({ name: 'Signal and networks', file: () => 'fourier-fits' });
  const trained = h(
    'div',
    { class: 'linked-charts bias-charts', hidden: true },
    h('figure', { 'data-chart': 'first-over' }, overTitle, over.element),
    h('figure', { 'data-chart': 'first-after' }, afterTitle, after.element),
    h('figure', { 'data-chart': 'first-fits' }, h('h3', {}, 'Signal and trained networks'), fits.element),
    h('figure', { 'data-chart': 'first-errors' }, h('h3', {}, 'Mean square error between the points'), errors.element),
  );
  const caveat = h('div', { class: 'caveat-place' });
  const body = h(
    'div',
    {},
    h(
      'figure',
      { 'data-chart': 'first-spectra' },
      h('h3', {}, 'Eigenvalue of each frequency: how fast it is learned'),
      spectra.element,
    ),
    trained,
    caveat,
  );

  const shown = signal<{ of: Results; measured: boolean; width: number }>();
  const at = signal(0);
  mountExperiment(root, ctx, {
    id: 'fourier-regression',
    title: 'Which frequencies are learned first?',
    purpose:
      'Features of the frequencies $j = 1, 2, \\dots$ with amplitudes $j^{-p}$ under a ReLU network. A wave of frequency $f$ is an eigenvector of the kernel, and its eigenvalue is the speed at which it is learned: the decay $p$ chooses between all at once and the low ones first.',
    front: ['width', 'steps', 'points', 'seed'],
    start: { decays: initialDecays },
    predictOnly: { steps: 1, time: almostNothing },
    cost: (values) => {
      const width = values.number('width');
      const points = values.number('points');
      const networks = values.list('decays')?.length ?? 3;
      return (
        networks * trainingCost([points, ...Array<number>(hiddenLayers).fill(width), 1], points, values.number('steps'))
      );
    },
    verb: (values) => `Train ${values.list('decays')?.length ?? 3} networks`,
    body,
    withDefaults: (values) => ({
      ...values,
      frequencies:
        values['frequencies'] ??
        Array.from({ length: Math.floor(Number(values['points'] ?? 32) / 2) + 1 }, (_, f) => f),
    }),
    show(of, measured, values) {
      at.value = of.steps.length - 1;
      shown.value = { of, measured, width: values.number('width') };
    },
  });

  const name = (of: Results, i: number): string => {
    const p = of.decays[i]!;
    return `p = ${p >= infinite ? '∞' : short(p)}`;
  };
  const colour = (i: number): number => colours[i % colours.length]!;
  const each = <T>(of: Results, make: (i: number) => T[]): T[] => Array.from(of.decays, (_, i) => make(i)).flat();

  effect(() => {
    const now = shown.value;
    if (now === undefined) return;
    const { of } = now;
    const series = each(of, (i) => [{ name: name(of, i), colour: colour(i), values: rowOf(of.kernelSpectra, i) }]);
    spectra.show({
      x: Float64Array.from({ length: of.kernelSpectra.cols }, (_, f) => f),
      xTitle: 'frequency, waves per unit',
      yTitle: 'eigenvalue',
      logY: true,
      series,
      describe: (f) =>
        `frequency ${f}: ${series.map(({ name: text, values }) => `${text}: ${digits(values[f]!, 3)}`).join('; ')}`,
    });
    trained.hidden = !now.measured;
    if (!now.measured) fill(caveat);
  });
  const frequency = computed(() => state.value.frequency);
  effect(() => {
    const now = shown.value;
    spectra.choose(frequency.value);
    if (now === undefined || !now.measured) return;
    const { of } = now;
    const item = of.frequencies.indexOf(frequency.value ?? -1);
    after.choose(item < 0 ? undefined : item);
    over.element.hidden = item < 0;
    fill(overTitle, item < 0 ? 'Over training: choose a frequency' : `Frequency ${frequency.value} over training`);
    if (item < 0) return;
    const records = of.steps.length;
    const curve = ({ data, cols }: { data: Float64Array; cols: number }, i: number): Float64Array =>
      Float64Array.from({ length: records }, (_, r) => data[(i * records + r) * cols + item]!);
    const series = each(of, (i) => [
      { name: `${name(of, i)}, measured`, colour: colour(i), values: curve(of.measured, i) },
      {
        name: `${name(of, i)}, predicted`,
        keyed: false,
        colour: colour(i),
        dashed: true,
        values: curve(of.predicted, i),
      },
    ]);
    over.show({
      x: of.steps,
      xTitle: 'step',
      yTitle: 'left in the residual',
      logY: true,
      series,
      keyNote: pairs,
      describe: (r) =>
        `step ${short(of.steps[r]!)}: ${each(of, (i) => [`${name(of, i)}: ${digits(curve(of.measured, i)[r]!, 3)} (predicted ${digits(curve(of.predicted, i)[r]!, 3)})`]).join('; ')}`,
    });
    over.choose(at.peek());
  });
  effect(() => {
    const now = shown.value;
    const r = at.value;
    if (now === undefined || !now.measured || r >= now.of.steps.length) return;
    const { of } = now;
    const step = short(of.steps[r]!);
    const records = of.steps.length;
    const line = (matrix: Results['measured'], i: number): Float64Array => rowOf(matrix, i * records + r);
    const series = each(of, (i) => [
      { name: `${name(of, i)}, measured`, colour: colour(i), values: line(of.measured, i) },
      {
        name: `${name(of, i)}, predicted`,
        keyed: false,
        colour: colour(i),
        dashed: true,
        values: line(of.predicted, i),
      },
    ]);
    fill(afterTitle, `All frequencies after ${step} steps`);
    after.show({
      x: of.frequencies,
      xTitle: 'frequency, waves per unit',
      yTitle: 'left in the residual',
      logY: true,
      series,
      keyNote: pairs,
      describe: (k) =>
        `frequency ${short(of.frequencies[k]!)}: ${each(of, (i) => [`${name(of, i)}: ${digits(line(of.measured, i)[k]!, 3)} (predicted ${digits(line(of.predicted, i)[k]!, 3)})`]).join('; ')}`,
    });
    over.choose(r);
    errors.choose(r);
  });
  effect(() => {
    const now = shown.value;
    if (now === undefined || !now.measured) return;
    const { of } = now;
    const n = of.target.length;
    const outputs = each(of, (i) => [{ name: name(of, i), colour: colour(i), values: rowOf(of.measuredOutputs, i) }]);
    fits.show({
      x: places(n),
      xTitle: 'x',
      yTitle: 'signal',
      series: [...outputs, { name: 'signal', colour: 6, dashed: true, values: of.target }],
      describe: (i) =>
        `x = ${digits(i / n)}: signal ${digits(of.target[i]!, 3)}; ${outputs.map(({ name: text, values }) => `${text}: ${digits(values[i]!, 3)}`).join('; ')}`,
    });
    const tests = each(of, (i) => [
      { name: `${name(of, i)}, measured`, colour: colour(i), values: rowOf(of.measuredTestError, i) },
      {
        name: `${name(of, i)}, predicted`,
        keyed: false,
        colour: colour(i),
        dashed: true,
        values: rowOf(of.predictedTestError, i),
      },
    ]);
    errors.show({
      x: of.steps,
      xTitle: 'step',
      yTitle: 'mean square error',
      logY: true,
      series: tests,
      keyNote: pairs,
      describe: (r) =>
        `step ${short(of.steps[r]!)}: ${tests
          .filter(({ name: text }) => text.endsWith('measured'))
          .map(({ name: text, values }) => `${text} ${digits(values[r]!, 3)}`)
          .join('; ')}`,
    });
  });
  effect(() => {
    const now = shown.value;
    const f = frequency.value;
    if (now === undefined || !now.measured) return;
    const { of } = now;
    const i = of.decays.indexOf(1);
    if (f === undefined || i < 0 || f >= of.kernelSpectra.cols) {
      fill(caveat);
      return;
    }
    const points = of.kernelRows.cols;
    const steps = of.steps[of.steps.length - 1]!;
    const speed = of.learningRate * rowOf(of.kernelSpectra, i)[f]! * steps;
    const end = i * of.steps.length + of.steps.length - 1;
    const low = (matrix: Results['measured']): number => rowOf(matrix, end)[of.frequencies.indexOf(1)] ?? NaN;
    const [ours, theirs] = [Math.exp(-speed), Math.exp(-speed / points)];
    fill(
      caveat,
      note(
        'About the published “theory” curve',
        h(
          'p',
          {},
          'The notebook of the paper predicts from the output at the very iteration that it compares with, and divides the kernel by the number of points. Its dashed curve is the measured one times e^(−ηtλ/n): at p = 1 and frequency ',
          `${f} that is `,
          datum(theirs, digits(theirs, 3)),
          ' at the end, so it follows the measured curve, whatever the network has learned. Here the prediction starts from f₀ with the kernel as it is: the same wave is to shrink to ',
          datum(ours, digits(ours, 3)),
          ' of its start.',
        ),
        h(
          'p',
          {},
          `At frequency 1 the network (p = 1, width ${short(now.width)}) keeps `,
          datum(low(of.measured), digits(low(of.measured), 2)),
          `, where infinite width predicts ${digits(low(of.predicted), 2)} and the very network’s own kernel ${digits(low(of.predictedEmpirical), 2)}: a finite kernel mixes the waves, so what is learned first does not vanish before the rest.`,
        ),
      ),
    );
  });
}
