/** Which frequencies a network learns first: Fourier features whose amplitudes fall as j^-p. */
import { computed, effect, signal } from '@preact/signals-core';
import type { AnalysisResults } from 'posenc';
import { fill, html } from '../kit/html.js';
import { datum, short } from '../widgets/format.js';
import { signalColour } from '../widgets/quantity-colours.js';
import { fourierRegression } from './asked.js';
import type { Context } from './context.js';
import { mountExperiment, rowOf } from './experiment.js';
import { chartAt, digits, headOf, keyOfPairs, measuredAndPredicted, places, readingOf, upTo } from './figures.js';
import stored from './generated/fourier-regression.json';
import { trainingCost } from './pace.js';
import { recorded } from './recorded.js';

type Results = AnalysisResults['fourier-regression'];
type Spectra = Pick<Results, 'decays' | 'kernelSpectra'>;

const colours = [0, 2, 4, 5, 1, 3];
/** 64 is equivalent to ∞: one frequency. */
const infinite = 64;
const hiddenLayers = 3;

export function mountFourierRegression(root: HTMLElement, ctx: Context): void {
  const { state, update } = ctx;
  const chooseFrequency = (frequency: number): void => update({ frequency });
  const chooseRecord = (item: number): void => void (at.value = item);
  const spectra = chartAt('first-spectra', chooseFrequency);
  const after = chartAt('first-after', chooseFrequency);
  const over = chartAt('first-over', chooseRecord);
  const errors = chartAt('first-errors', chooseRecord);
  const fits = chartAt('first-fits');
  const caveat = root.querySelector('.caveat-place')!;

  const shown = signal<{ of: Spectra; trained: Results | undefined; width: number }>();
  const trained = computed(() => shown.value?.trained);
  const at = signal(0);
  mountExperiment(root, ctx, {
    ...fourierRegression,
    front: ['width', 'steps', 'points', 'seed'],
    recorded: recorded(stored),
    cost: (values) => {
      const points = values.number('points');
      const widths = [points, ...Array<number>(hiddenLayers).fill(values.number('width')), 1];
      return (values.list('decays')?.length ?? 3) * trainingCost(widths, points, values.number('steps'));
    },
    verb: (values) => `Train ${values.list('decays')?.length ?? 3} networks`,
    show(of, run, values) {
      if (run) at.value = run.steps.length - 1;
      shown.value = { of, trained: run, width: values.number('width') };
    },
  });

  const each = <T>(of: Spectra, make: (name: string, colour: number, i: number) => T[]): T[] =>
    Array.from(of.decays, (p, i) =>
      make(`p = ${p >= infinite ? '∞' : short(p)}`, colours[i % colours.length]!, i),
    ).flat();

  effect(() => {
    const of = shown.value?.of;
    if (of === undefined) return;
    const series = each(of, (name, colour, i) => [{ name, colour, values: rowOf(of.kernelSpectra, i) }]);
    spectra.show({
      x: upTo(of.kernelSpectra.cols),
      xTitle: 'frequency, waves per unit',
      yTitle: 'eigenvalue',
      logY: true,
      series,
      describe: readingOf((f) => `frequency ${f}`, series),
    });
    root.querySelector<HTMLElement>('.trained')!.hidden = trained.value === undefined;
  });
  const frequency = computed(() => state.value.frequency);
  effect(() => {
    const of = trained.value;
    spectra.choose(frequency.value);
    if (of === undefined) return;
    const item = of.frequencies.indexOf(frequency.value ?? -1);
    after.choose(item < 0 ? undefined : item);
    over.element.hidden = item < 0;
    fill(
      headOf('first-over'),
      item < 0 ? 'Over training: choose a frequency' : `Frequency ${frequency.value} over training`,
    );
    if (item < 0) return;
    const records = of.steps.length;
    const curve = ({ data, cols }: { data: Float64Array; cols: number }, i: number): Float64Array =>
      Float64Array.from({ length: records }, (_, r) => data[(i * records + r) * cols + item]!);
    const series = each(of, (name, colour, i) =>
      measuredAndPredicted(name, colour, curve(of.measured, i), curve(of.predicted, i)),
    );
    over.show({
      x: of.steps,
      xTitle: 'step',
      yTitle: 'left in the residual',
      logY: true,
      series,
      keyNote: keyOfPairs,
      describe: readingOf((r) => `step ${short(of.steps[r]!)}`, series),
    });
    over.choose(at.peek());
  });
  effect(() => {
    const of = trained.value;
    const r = at.value;
    if (of === undefined || r >= of.steps.length) return;
    const line = (matrix: Results['measured'], i: number): Float64Array => rowOf(matrix, i * of.steps.length + r);
    const series = each(of, (name, colour, i) =>
      measuredAndPredicted(name, colour, line(of.measured, i), line(of.predicted, i)),
    );
    fill(headOf('first-after'), `All frequencies after ${short(of.steps[r]!)} steps`);
    after.show({
      x: of.frequencies,
      xTitle: 'frequency, waves per unit',
      yTitle: 'left in the residual',
      logY: true,
      series,
      keyNote: keyOfPairs,
      describe: readingOf((k) => `frequency ${short(of.frequencies[k]!)}`, series),
    });
    over.choose(r);
    errors.choose(r);
  });
  effect(() => {
    const of = trained.value;
    if (of === undefined) return;
    const n = of.target.length;
    const outputs = [
      ...each(of, (name, colour, i) => [{ name, colour, values: rowOf(of.measuredOutputs, i) }]),
      { name: 'signal', colour: signalColour, dashed: true, values: of.target },
    ];
    fits.show({
      x: places(n),
      xTitle: 'x',
      yTitle: 'signal',
      series: outputs,
      describe: readingOf((i) => `x = ${digits(i / n)}`, outputs),
    });
    const tests = each(of, (name, colour, i) =>
      measuredAndPredicted(name, colour, rowOf(of.measuredTestError, i), rowOf(of.predictedTestError, i)),
    );
    errors.show({
      x: of.steps,
      xTitle: 'step',
      yTitle: 'mean square error',
      logY: true,
      series: tests,
      keyNote: keyOfPairs,
      describe: readingOf((r) => `step ${short(of.steps[r]!)}`, tests),
    });
  });
  effect(() => {
    const of = trained.value;
    const f = frequency.value;
    const i = of?.decays.indexOf(1) ?? -1;
    if (of === undefined || f === undefined || i < 0 || f >= of.kernelSpectra.cols) return fill(caveat);
    const speed = of.learningRate * rowOf(of.kernelSpectra, i)[f]! * of.steps[of.steps.length - 1]!;
    const end = i * of.steps.length + of.steps.length - 1;
    const low = (matrix: Results['measured']): number => rowOf(matrix, end)[of.frequencies.indexOf(1)] ?? NaN;
    const [ours, theirs] = [Math.exp(-speed), Math.exp(-speed / of.kernelRows.cols)];
    const kept = low(of.measured);
    fill(
      caveat,
      html`<div class="note" role="note" aria-label="About the published “theory” curve">
        <p class="note-title">About the published “theory” curve</p>
        <p>
          ${'The notebook of the paper predicts from the output at the iteration that it compares with, and divides the kernel by the number of points. Its dashed curve is the measured one times e^(−ηtλ/n): at p = 1 and frequency '}
          ${`${f} that is `}${datum(theirs, digits(theirs, 3))}${' at the end, so it follows the measured curve, whatever the network has learned. Here the prediction starts from f₀ with the kernel as it is: the same wave is to shrink to '}${datum(ours, digits(ours, 3))}${' of its start.'}
        </p>
        <p>
          ${`At frequency 1 the network (p = 1, width ${short(shown.peek()!.width)}) keeps `}${datum(kept, digits(kept, 2))}${`, where infinite width predicts ${digits(low(of.predicted), 2)} and the very network’s own kernel ${digits(low(of.predictedEmpirical), 2)}. A finite kernel mixes the waves, so what is learned first does not vanish before the rest.`}
        </p>
      </div>`,
    );
  });
}
