/** Training seen eigenmode by eigenmode: half times, the limit of the learning rate, prediction beside a real run. */
import type { ReadonlySignal } from '@preact/signals-core';
import { computed, effect, signal } from '@preact/signals-core';
import type { Matrix } from '../../lib/types/posenc.js';
import { fill, h } from '../widgets/dom.js';
import { failureOf } from '../widgets/errors.js';
import { datum, short } from '../widgets/format.js';
import { job } from '../widgets/job.js';
import { keyOf } from '../widgets/key.js';
import { numberField } from '../widgets/number-field.js';
import { seriesView } from '../widgets/series-view.js';
import type { Context } from './context.js';
import type { Finite } from './figures.js';
import { limitColour, networkColour, digits, distance, fact } from './figures.js';
import type { Measured, Predicted, Prediction } from './mode-residual.js';
import { knownMode, modeResidual } from './mode-residual.js';
import { durationOf, paced } from './pace.js';
import { mostRate, mostSteps, fitsRate, fitsSteps } from './state.js';

const records = 60;

export function mountModes(
  root: HTMLElement,
  { pe, state, update }: Context,
  found: ReadonlySignal<Finite | undefined>,
): void {
  const rateField = numberField({
    name: 'rate',
    label: 'learning rate, as a share of its limit',
    doc: 'η over 2/λ_max. Above 1 gradient descent diverges.',
    ...{ min: 0.02, max: mostRate },
    onInput: (value, final) => {
      const wrong =
        value !== undefined && fitsRate(value) ? undefined : `the share must be above 0 and at most ${mostRate}`;
      rateField.setError(wrong);
      if (wrong === undefined) update({ rate: value! }, final);
    },
  });
  const stepsField = numberField({
    name: 'steps',
    label: 'steps',
    ...{ min: 10, max: mostSteps, log: true, integer: true },
    onInput: (value, final) => {
      const wrong =
        value !== undefined && fitsSteps(value) ? undefined : `steps must be a whole number from 1 to ${mostSteps}`;
      stepsField.setError(wrong);
      if (wrong === undefined) update({ steps: value! }, final);
    },
  });
  const prediction = job('Predicting the training');
  const training = job('Training the network');
  const fault = h('p', { class: 'fault', role: 'alert', hidden: true });
  const unstable = h('p', { class: 'warned', role: 'status', hidden: true, 'data-unstable': '' });
  const run = h('button', { type: 'button', class: 'primary', on: { click: start } });
  const facts = h('dl', { class: 'comparison-facts' });
  const halfTimes = seriesView({
    name: 'Half times of the eigenmodes',
    file: () => 'half-times',
    onChoose: (mode) => update({ mode }),
  });
  const predicted = signal<Predicted>();
  const measured = signal<Measured>();
  const left = modeResidual(
    computed(() => state.value.mode),
    predicted,
    measured,
  );
  root.append(
    h('h3', {}, 'Training, eigenmode by eigenmode'),
    h(
      'p',
      { class: 'explained' },
      'Each step multiplies the part of the residual along an eigenvector by 1 − ηλ, so ln 2 / (ηλ) small steps halve it. Loss ½Σ(f − y)², plain gradient descent from the same f₀.',
    ),
    h('div', { class: 'field-pair' }, rateField.element, stepsField.element),
    unstable,
    facts,
    prediction.element,
    fault,
    h('div', { class: 'toolbar' }, run),
    training.element,
    h(
      'div',
      { class: 'linked-charts bias-charts' },
      h('figure', { 'data-chart': 'half-times' }, h('h3', {}, 'Half times'), halfTimes.element),
      left.figure,
    ),
    left.caveat,
  );

  const rate = computed(() => state.value.rate);
  const steps = computed(() => state.value.steps);
  effect(() => rateField.set(rate.value));
  effect(() => stepsField.set(steps.value));
  let last: readonly unknown[] = [];
  effect(() => {
    const of = found.value;
    const key = keyOf([rate.value, steps.value]);
    if (of === undefined || (last[0] === of && last[1] === key)) return;
    last = [of, key];
    training.cancel();
    const share = rate.peek();
    const every = Math.max(1, Math.round(steps.peek() / records));
    const list = recorded(steps.peek(), every);
    prediction.run(
      async (abort) => {
        const control = { signal: abort };
        const y = { data: of.data.y, rows: of.data.y.length, cols: 1 };
        const f0 = of.network.networkOutputs;
        const limit = 2 / of.own.eigenvalues[0]!;
        const learningRate = share * limit;
        const predict = (kernel: Matrix<Float64Array>, largest: number): Promise<Prediction> =>
          pe.analyse(
            {
              analysis: 'training-prediction',
              learningRate,
              times: list,
              ...(learningRate * largest <= 2 ? { steps: list } : {}),
            },
            { kernel, y, f0 },
            control,
          );
        return {
          ...{ of, steps: list, rate: learningRate, limit, descends: share <= 1 },
          own: await predict(of.network.ntk, of.own.eigenvalues[0]!),
          infinite: await predict(of.infinite, of.limit.eigenvalues[0]!),
        };
      },
      (result) => {
        fault.hidden = true;
        measured.value = undefined;
        predicted.value = result;
        root.dataset['predicted'] = key;
      },
      fail,
    );
  });
  const cost = (of: Finite): number => 3 * of.network.ntk.rows * of.network.parameterCount * steps.value;
  effect(() => {
    const of = found.value;
    run.disabled = of === undefined || predicted.value === undefined;
    fill(
      run,
      `Train the network for ${short(steps.value)} steps${of === undefined ? '' : ` (${durationOf(cost(of))})`}`,
    );
  });

  function start(): void {
    const of = predicted.peek();
    if (of === undefined) return;
    const { data, layers, network } = of.of;
    const count = steps.peek();
    const began = performance.now();
    fault.hidden = true;
    training.run(
      async (abort, onProgress) => {
        const result = await pe.analyse(
          {
            ...{ analysis: 'train-network', layers: [...layers], steps: count, learningRate: of.rate },
            recordEvery: Math.max(1, Math.round(count / records)),
          },
          { x: data.x, y: { data: data.y, rows: data.y.length, cols: 1 } },
          { signal: abort, onProgress: (done) => onProgress(0.97 * done) },
        );
        paced(cost(of.of), performance.now() - began);
        const after = await pe.analyse(
          { analysis: 'empirical-ntk', layers: [...layers] },
          { x: data.x, parameters: result.parameters },
          { signal: abort },
        );
        return { of, run: result, moved: distance(after.ntk.data, network.ntk.data) };
      },
      (result) => {
        measured.value = result;
        root.dataset['trained'] = String(count);
      },
      fail,
    );
  }
  function fail(error: unknown): void {
    last = [];
    fault.hidden = false;
    fill(fault, failureOf(error).message);
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
        `η = ${digits(now.rate)} is above 2/λ₁ = ${digits(limit)}: each step multiplies eigenmode 1 by 1 − ηλ₁ = ${digits(1 - now.rate * largest)}, so gradient descent on this kernel diverges. Take a smaller learning rate; gradient flow is shown instead. A real network may survive, by leaving its kernel behind.`,
      );
    fill(
      facts,
      fact('rate', 'η', datum(now.rate, digits(now.rate))),
      fact('limit', '2/λ₁, this network', datum(limit, digits(limit))),
      fact(
        'infinite-limit',
        '2/λ₁, infinite width',
        datum(infinite.learningRateLimit ?? NaN, digits(infinite.learningRateLimit ?? NaN)),
        limitColour,
      ),
    );
    const most = Math.max(own.halfTimes.length, infinite.halfTimes.length);
    halfTimes.show({
      x: Float64Array.from({ length: most }, (_, m) => m + 1),
      xTitle: 'm',
      yTitle: 'steps until half is left',
      logY: true,
      series: [
        { name: 'this network', colour: networkColour, values: own.halfTimes },
        { name: 'infinite width', colour: limitColour, dashed: true, values: infinite.halfTimes },
      ],
      rules: [
        {
          value: list[list.length - 1]!,
          text: `${short(list[list.length - 1]!)} steps: below is half learned`,
          below: true,
        },
      ],
      describe: (m) =>
        `m = ${m + 1}: half left after ${digits(own.halfTimes[m] ?? NaN, 3)} steps; infinite width ${digits(infinite.halfTimes[m] ?? NaN, 3)}`,
    });
  });
  effect(() =>
    halfTimes.choose(predicted.value === undefined ? undefined : knownMode(predicted.value, state.value.mode)),
  );
}

/** What train-network records: every so many steps, and the last one. */
export function recorded(steps: number, every: number): number[] {
  const list = Array.from({ length: Math.ceil(steps / every) }, (_, k) => k * every);
  return [...list, steps];
}
