/** Training by eigenmode: half times, the limit of the learning rate, and predictions compared with a real run. */
import { computed, effect, type ReadonlySignal, signal } from '@preact/signals-core';
import type { Matrix } from '../../lib/types/posenc.js';
import { numberControl } from '../widgets/controls.js';
import { fill, html } from '../kit/html.js';
import { section, task } from '../kit/section.js';
import { datum, short } from '../widgets/format.js';
import { keyOf } from '../key.js';
import { limitColour, networkColour } from '../widgets/quantity-colours.js';
import type { Context } from './context.js';
import type { Finite } from './figures.js';
import { chartAt, digits, distance, fact, figureOf, readingOf, upTo } from './figures.js';
import type { Measured, Predicted, Prediction } from './mode-residual.js';
import { knownMode, modeResidual } from './mode-residual.js';
import { durationOf, paced } from './pace.js';
import { type BiasState, fitsRate, fitsSteps, mostRate, mostSteps } from './state.js';

const records = 60;

export function mountModes(root: HTMLElement, ctx: Context, found: ReadonlySignal<Finite | undefined>): void {
  const { pe, state, update } = ctx;
  fill(
    root.querySelector('.field-pair')!,
    numberControl<BiasState>(ctx, {
      ...{ name: 'rate', label: 'learning rate, as a share of its limit', min: 0.02, max: mostRate },
      doc: 'η over 2/λ_max. Above 1 gradient descent diverges.',
      fits: fitsRate,
    }),
    numberControl<BiasState>(ctx, {
      ...{ name: 'steps', label: 'steps', min: 10, max: mostSteps, log: true, integer: true },
      fits: fitsSteps,
    }),
  );
  const unstable = root.querySelector<HTMLElement>('[data-unstable]')!;
  const halfTimes = chartAt('half-times', (mode) => update({ mode }));
  const predicted = signal<Predicted>();
  const measured = signal<Measured>();
  const mode = computed(() => state.value.mode);
  modeResidual(root, mode, predicted, measured);

  const steps = computed(() => state.value.steps);
  /** Numbers networks by identity, so that equal ones give equal inputs. */
  const networks = new WeakMap<Finite, number>();
  let count = 0;
  const training = task({ at: figureOf('mode-residual'), doing: 'Training the network' });
  section({
    at: figureOf('half-times'),
    doing: 'Predicting the training',
    inputs() {
      const of = found.value;
      if (of && !networks.has(of)) networks.set(of, ++count);
      return of && { network: networks.get(of), share: state.value.rate, steps: steps.value };
    },
    async compute({ share, steps: last }, signal): Promise<Predicted> {
      const of = found.peek()!;
      const list = recorded(last, Math.max(1, Math.round(last / records)));
      const y = { data: of.data.y, rows: of.data.y.length, cols: 1 };
      const f0 = of.network.networkOutputs;
      const limit = 2 / of.own.eigenvalues[0]!;
      const rate = share * limit;
      const predict = (kernel: Matrix<Float64Array>, largest: number): Promise<Prediction> =>
        pe.analyse(
          {
            ...{ analysis: 'training-prediction', learningRate: rate, times: list },
            ...(rate * largest <= 2 ? { steps: list } : {}),
          },
          { kernel, y, f0 },
          { signal },
        );
      return {
        ...{ of, steps: list, rate, limit, descends: share <= 1 },
        own: await predict(of.network.ntk, of.own.eigenvalues[0]!),
        infinite: await predict(of.infinite, of.limit.eigenvalues[0]!),
      };
    },
    draw(result, { share, steps: last }) {
      measured.value = undefined;
      predicted.value = result;
      root.dataset['predicted'] = keyOf([share, last]);
    },
  });
  const cost = (of: Finite): number => 3 * of.network.ntk.rows * of.network.parameterCount * steps.value;
  fill(
    root.querySelector('.toolbar')!,
    html`<button type="button" class="primary" disabled=${() => predicted.value === undefined} onclick=${start}>
      ${() => `Train the network for ${short(steps.value)} steps`}
    </button>`,
    html`<span class="duration aside">${() => found.value && durationOf(cost(found.value))}</span>`,
  );

  function start(): void {
    const of = predicted.peek();
    if (of === undefined) return;
    const { data, layers, network } = of.of;
    const last = steps.peek();
    const began = performance.now();
    training.run(
      async (signal, onProgress): Promise<Measured> => {
        const run = await pe.analyse(
          {
            ...{ analysis: 'train-network', layers: [...layers], steps: last, learningRate: of.rate },
            recordEvery: Math.max(1, Math.round(last / records)),
          },
          { x: data.x, y: { data: data.y, rows: data.y.length, cols: 1 } },
          { signal, onProgress: (done) => onProgress(0.97 * done) },
        );
        paced(cost(of.of), performance.now() - began);
        const after = await pe.analyse(
          { analysis: 'empirical-ntk', layers: [...layers] },
          { x: data.x, parameters: run.parameters },
          { signal },
        );
        return { of, run, moved: distance(after.ntk.data, network.ntk.data) };
      },
      (result) => {
        measured.value = result;
        root.dataset['trained'] = String(last);
      },
    );
  }

  effect(() => {
    const now = predicted.value;
    if (now === undefined) return;
    const { limit, own, infinite, steps: list } = now;
    const largest = now.of.own.eigenvalues[0]!;
    unstable.hidden = now.descends;
    if (!now.descends)
      fill(
        unstable,
        `η = ${digits(now.rate)} is above 2/λ₁ = ${digits(limit)}. Each step multiplies eigenmode 1 by 1 − ηλ₁ = ${digits(1 - now.rate * largest)}, so gradient descent on this kernel diverges. Take a smaller learning rate; gradient flow is shown instead. A real network may survive, by leaving its kernel behind.`,
      );
    const value = (x: number): HTMLElement => datum(x, digits(x));
    fill(
      root.querySelector('.comparison-facts')!,
      fact('rate', 'η', value(now.rate)),
      fact('limit', '2/λ₁, this network', value(limit)),
      fact('infinite-limit', '2/λ₁, infinite width', value(infinite.learningRateLimit ?? NaN), limitColour),
    );
    const series = [
      { name: 'this network', colour: networkColour, values: own.halfTimes },
      { name: 'infinite width', colour: limitColour, dashed: true, values: infinite.halfTimes },
    ];
    const last = list[list.length - 1]!;
    halfTimes.show({
      x: upTo(Math.max(own.halfTimes.length, infinite.halfTimes.length), 1),
      xTitle: 'm',
      yTitle: 'steps until half is left',
      logY: true,
      series,
      rules: [{ value: last, text: `${short(last)} steps: below is half learned`, below: true }],
      describe: readingOf((m) => `m = ${m + 1}, steps until half is left`, series),
    });
  });
  effect(() => halfTimes.choose(predicted.value === undefined ? undefined : knownMode(predicted.value, mode.value)));
}

/** The steps that train-network records: every `every` steps, and the last one. */
export function recorded(steps: number, every: number): number[] {
  const list = Array.from({ length: Math.ceil(steps / every) }, (_, k) => k * every);
  return [...list, steps];
}
