/** A signal, a mapping and a network of the reader's own: train it and watch which waves come first. */
import { analysisTexts } from '../documented/analyses.js';
import { computed, effect, signal } from '@preact/signals-core';
import type { AnalysisResults, LayerSpec } from 'posenc';
import type { Matrix } from '../../lib/types/posenc.js';
import { fill, h } from '../widgets/dom.js';
import { failureOf } from '../widgets/errors.js';
import { short } from '../widgets/format.js';
import { job } from '../widgets/job.js';
import { keyOf } from '../widgets/key.js';
import { asLayers } from '../widgets/layers-editor.js';
import { matrixView } from '../widgets/matrix-view.js';
import { paramForm } from '../widgets/param-form.js';
import { seriesView } from '../widgets/series-view.js';
import type { Context } from './context.js';
import { updateParams } from './context.js';
import { digits, places } from './figures.js';
import type { Data } from './inputs.js';
import { finer, dataOf } from './inputs.js';
import { durationOf, paced } from './pace.js';
import { scrubber } from '../widgets/scrubber.js';
import { setupControls } from './setup-controls.js';
import type { Setup } from './state.js';
import { amplitudes, difference } from './waves.js';

interface Trained {
  readonly data: Data;
  readonly points: number;
  readonly run: AnalysisResults['train-network'];
  /** Of the target, and of the residual at each record: (frequencies) and (frequencies, records). */
  readonly target: Float64Array;
  readonly left: Matrix<Float64Array>;
}

const analysisId = 'train-network';
const shown = ['optimizer', 'learningRate', 'steps', 'seed'];
const startValues = { optimizer: 'adam', learningRate: 0.001, steps: 500 } as const;
const mostRecords = 80;
const [targetColour, fitColour, testColour] = [6, 0, 1];

export function mountOwnNetwork(root: HTMLElement, ctx: Context): void {
  const { pe, state, update } = ctx;
  const info = pe.analyses.find(({ id }) => id === analysisId);
  if (info === undefined) throw new Error(`the registry has no ${analysisId}`);
  const controls = setupControls(ctx, 'own');
  const form = paramForm(
    analysisTexts,
    info.params.filter(({ name }) => shown.includes(name)),
    (name, value, final) => updateParams(ctx, analysisId, { [name]: value }, final),
  );
  const setup = computed(() => state.value.own);
  const values = computed(() => ({ ...startValues, ...state.value.params[analysisId] }));
  effect(() => form.set(values.value));

  const work = job('Training');
  const fault = h('p', { class: 'fault', role: 'alert', hidden: true });
  const run = h('button', { type: 'button', class: 'primary', on: { click: start } });
  const fit = seriesView({ name: 'Signal and network', file: () => 'own-fit' });
  const components = seriesView({
    name: 'Waves of signal and network',
    file: () => 'own-components',
    onChoose: (frequency) => update({ frequency }),
  });
  const over = seriesView({
    name: 'Loss and the chosen wave over training',
    file: () => 'own-training',
    onChoose: (record) => (at.value = record),
  });
  const overTitle = h('h3', {}, 'Over training');
  const map = matrixView({
    name: 'what is left of each wave',
    file: () => 'own-waves',
    height: 300,
    onChoose: ({ row, col }) => {
      at.value = col;
      update({ frequency: row });
    },
  });
  const scrub = scrubber('step', (record) => (at.value = record));
  const body = h(
    'div',
    { class: 'lab-body', hidden: true },
    scrub.element,
    h('figure', { 'data-chart': 'own-fit' }, h('h3', {}, 'Signal and network'), fit.element),
    h(
      'div',
      { class: 'linked-charts bias-charts' },
      h('figure', { 'data-chart': 'own-components' }, h('h3', {}, 'Waves at this step'), components.element),
      h('figure', { 'data-chart': 'own-training' }, overTitle, over.element),
    ),
    h(
      'figure',
      { 'data-chart': 'own-waves' },
      h(
        'h3',
        {},
        'What is left of each wave',
        h('span', { class: 'means' }, 'of the largest in the signal; rows are frequencies, columns records'),
      ),
      map.element,
    ),
  );
  root.append(
    h(
      'header',
      { class: 'cell-head' },
      h('h2', { id: 'own-title' }, 'Your own'),
      h(
        'p',
        { class: 'purpose' },
        'Draw a signal, choose what turns a point into the network’s input, and watch which waves are learned first. With a bare coordinate the fine ones stay; with features that are too fine, what lies between the points goes wrong.',
      ),
    ),
    h(
      'div',
      { class: 'beside' },
      h(
        'div',
        { class: 'lab' },
        controls.element,
        h('div', { class: 'run-form' }, form.element, h('div', { class: 'toolbar' }, run)),
      ),
      h('div', { class: 'lab' }, work.element, fault, body),
    ),
  );

  const trained = signal<Trained>();
  const at = signal(0);
  const cost = (of: Setup): number => {
    const dense = of.layers.filter(({ layer }) => layer === 'dense').map(({ width }) => Number(width ?? 1024));
    const widths = [64, ...dense.slice(0, -1), 1];
    let weights = 0;
    for (let i = 1; i < widths.length; i++) weights += widths[i - 1]! * widths[i]!;
    return 3 * of.points * weights * Number(values.value.steps ?? 0);
  };
  effect(() => fill(run, `Train (${durationOf(cost(setup.value))})`));
  // A drawing under another network would be misread.
  effect(() => {
    body.classList.toggle('stale', root.dataset['trained'] !== keyOf([setup.value, values.value]));
  });

  function start(): void {
    const now = setup.peek();
    const chosen = Object.fromEntries(Object.entries(values.peek()).filter(([, value]) => value !== undefined));
    const key = keyOf([now, values.peek()]);
    const began = performance.now();
    work.run(
      async (abort, onProgress): Promise<Trained> => {
        const data = dataOf(now, pe.encodings);
        const column = (list: Float64Array) => ({ data: list, rows: list.length, cols: 1 });
        const result = await pe.analyse(
          {
            ...chosen,
            analysis: analysisId,
            layers: asLayers(now.layers) as unknown as LayerSpec[],
            recordEvery: Math.max(1, Math.round(Number(chosen['steps']) / mostRecords) || 1),
          },
          { x: data.x, y: column(data.y), xTest: data.fine, yTest: column(data.fineTarget) },
          { signal: abort, onProgress },
        );
        const target = amplitudes(data.y);
        const largest = target.reduce((most, size) => Math.max(most, size), 0) || 1;
        const records = result.steps.length;
        const left = new Float64Array(target.length * records);
        for (let r = 0; r < records; r++) {
          const f = result.trainOutputs.data.subarray(r * now.points, (r + 1) * now.points);
          amplitudes(difference(f, data.y)).forEach((size, k) => (left[k * records + r] = size / largest));
        }
        return {
          data,
          points: now.points,
          run: result,
          target,
          left: { data: left, rows: target.length, cols: records },
        };
      },
      (result) => {
        paced(cost(now), performance.now() - began);
        controls.setFailure(undefined);
        form.clearErrors();
        fault.hidden = true;
        body.hidden = false;
        body.classList.remove('stale');
        root.dataset['trained'] = key;
        at.value = result.run.steps.length - 1;
        trained.value = result;
      },
      (error) => {
        const failure = failureOf(error);
        form.clearErrors();
        if (controls.setFailure(failure) || form.setError(failure.field, failure.message)) return;
        fault.hidden = false;
        fill(fault, failure.message);
      },
    );
  }

  effect(() => {
    const now = trained.value;
    const r = at.value;
    if (now === undefined || r >= now.run.steps.length) return;
    scrub.set(now.run.steps, r);
    const { data, run: result, points } = now;
    const fine = finer * points;
    const outputs = result.testOutputs!.data.subarray(r * fine, (r + 1) * fine);
    const step = short(result.steps[r]!);
    const off = rms(now);
    fit.show({
      x: places(fine),
      xTitle: 'x',
      yTitle: 'signal',
      series: [
        { name: `network at step ${step}`, colour: fitColour, values: outputs },
        { name: 'signal', colour: targetColour, dashed: true, values: data.fineTarget },
      ],
      describe: (i) =>
        `x = ${digits(i / fine)}: network ${digits(outputs[i]!)}, signal ${digits(data.fineTarget[i]!)}${i % finer === 0 ? ', a training point' : ''}`,
      summary: () =>
        `Step ${step}: off by ${digits(off.train[r]!, 3)} at the ${points} points, by ${digits(off.test[r]!, 3)} on and between them (root mean square).`,
    });
    const f = result.trainOutputs.data.subarray(r * points, (r + 1) * points);
    const learned = amplitudes(f);
    components.show({
      x: Float64Array.from(now.target, (_, k) => k),
      xTitle: 'frequency, waves per unit',
      yTitle: 'amplitude',
      series: [
        { name: `network at step ${step}`, colour: fitColour, values: learned },
        { name: 'signal', colour: targetColour, dashed: true, values: now.target },
      ],
      describe: (k) => `frequency ${k}: network ${digits(learned[k]!, 3)}, signal ${digits(now.target[k]!, 3)}`,
    });
    over.choose(r);
  });
  const frequency = computed(() => state.value.frequency);
  effect(() => {
    const now = trained.value;
    const k = frequency.value;
    if (now === undefined) return;
    const known = k !== undefined && k < now.target.length ? k : undefined;
    const { left, run: result } = now;
    const records = left.cols;
    components.choose(known);
    const wave = known === undefined ? undefined : left.data.slice(known * records, (known + 1) * records);
    const off = rms(now);
    const series = [
      ...(wave === undefined ? [] : [{ name: `left of frequency ${known!}`, colour: 2, values: wave }]),
      { name: 'error at the points', colour: fitColour, dashed: true, values: off.train },
      { name: 'error on and between them', colour: testColour, dashed: true, values: off.test },
    ];
    fill(overTitle, known === undefined ? 'Over training' : `Frequency ${known} over training`);
    over.show({
      x: result.steps,
      xTitle: 'step',
      yTitle: 'left, or error',
      logY: true,
      series,
      describe: (r) =>
        `step ${short(result.steps[r]!)}: ${series.map(({ name, values: of }) => `${name} ${digits(of[r]!, 3)}`).join('; ')}`,
    });
    over.choose(at.peek());
  });
  effect(() => {
    const now = trained.value;
    if (now === undefined) return;
    map.show({
      matrix: now.left,
      rowTitle: 'frequency',
      colTitle: 'step',
      colLabel: (col) => short(now.run.steps[col]!),
    });
  });
  effect(() => {
    const now = trained.value;
    const k = frequency.value;
    if (now === undefined) return;
    map.mark(k === undefined || k >= now.left.rows ? [] : [{ from: [k, 0], to: [k, now.left.cols - 1] }]);
  });
}

/** Root mean square errors at each record, from losses ½Σ(f − y)². */
function rms({ run: { loss, testLoss }, points }: Trained): { train: Float64Array; test: Float64Array } {
  return {
    train: loss.map((value) => Math.sqrt((2 * value) / points)),
    test: testLoss!.map((value) => Math.sqrt((2 * value) / (finer * points))),
  };
}
