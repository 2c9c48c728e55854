/** The reader's own signal, mapping and network: trains it and shows which waves are learned first. */
import { analysisTexts } from '../documented/analyses.js';
import { computed, effect, signal } from '@preact/signals-core';
import { analyses, type AnalysisResults, type LayerSpec } from 'posenc';
import type { Matrix } from '../../lib/types/posenc.js';
import { fill, html } from '../kit/html.js';
import { task } from '../kit/section.js';
import { short } from '../widgets/format.js';
import { keyOf } from '../key.js';
import { asLayers } from '../widgets/layers-editor.js';
import { matrixView } from '../widgets/matrix-view.js';
import { paramForm } from '../widgets/param-form.js';
import type { Context } from './context.js';
import { updateParams } from './context.js';
import { chartAt, digits, figureOf, headOf, places, readingOf, upTo } from './figures.js';
import type { Data } from './inputs.js';
import { finer, dataOf } from './inputs.js';
import { durationOf, paced, trainingCost } from './pace.js';
import { frequencyColour, networkColour, signalColour, testColour, trainColour } from '../widgets/quantity-colours.js';
import { scrubber } from '../widgets/scrubber.js';
import { setupControls } from './setup-controls.js';
import type { Setup } from './state.js';
import { amplitudes, difference } from './waves.js';

interface Trained {
  readonly data: Data;
  readonly points: number;
  readonly run: AnalysisResults['train-network'];
  /** Amplitudes of the target (frequencies), and of the residual at each record (frequencies, records). */
  readonly target: Float64Array;
  readonly left: Matrix<Float64Array>;
}

const analysisId = 'train-network';
const shown = ['optimizer', 'learningRate', 'steps', 'seed'];
const startValues = { optimizer: 'adam', learningRate: 0.001, steps: 500 } as const;
const mostRecords = 80;

export function mountOwnNetwork(root: HTMLElement, ctx: Context): void {
  const { pe, state, update } = ctx;
  const info = analyses.find(({ id }) => id === analysisId);
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

  const body = root.querySelector<HTMLElement>('.lab-body')!;
  const fit = chartAt('own-fit');
  const components = chartAt('own-components', (frequency) => update({ frequency }));
  const over = chartAt('own-training', (record) => void (at.value = record));
  const map = matrixView({
    name: 'what is left of each wave',
    file: () => 'own-waves',
    height: 300,
    onChoose: ({ row, col }) => {
      at.value = col;
      update({ frequency: row });
    },
  });
  figureOf('own-waves').append(map.element);
  const scrub = scrubber('step', (record) => (at.value = record));
  fill(root.querySelector('.scrub-place')!, scrub.element);
  fill(root.querySelector('.setup-place')!, controls.element);
  fill(
    root.querySelector('.run-form')!,
    form.element,
    html`<div class="toolbar">
      <button type="button" class="primary" onclick=${start}>Train</button>
      <span class="duration aside">${() => durationOf(cost(setup.value))}</span>
    </div>`,
  );
  const work = task({
    at: body,
    doing: 'Training',
    fail(failure) {
      form.clearErrors();
      return !controls.setFailure(failure) && !(failure && form.setError(failure.field, failure.message));
    },
  });

  const trained = signal<Trained>();
  const at = signal(0);
  function cost(of: Setup): number {
    const dense = of.layers.filter(({ layer }) => layer === 'dense').map(({ width }) => Number(width ?? 1024));
    return trainingCost([64, ...dense.slice(0, -1), 1], of.points, Number(values.value.steps ?? 0));
  }
  // Dims results that belong to another network.
  effect(() => void body.classList.toggle('stale', root.dataset['trained'] !== keyOf([setup.value, values.value])));

  function start(): void {
    const now = setup.peek();
    const chosen = Object.fromEntries(Object.entries(values.peek()).filter(([, value]) => value !== undefined));
    const key = keyOf([now, values.peek()]);
    const began = performance.now();
    work.run(
      async (signal, onProgress): Promise<Trained> => {
        const data = dataOf(now, pe.encodings);
        const column = (list: Float64Array) => ({ data: list, rows: list.length, cols: 1 });
        const run = await pe.analyse(
          {
            ...chosen,
            analysis: analysisId,
            layers: asLayers(now.layers) as unknown as LayerSpec[],
            recordEvery: Math.max(1, Math.round(Number(chosen['steps']) / mostRecords) || 1),
          },
          { x: data.x, y: column(data.y), xTest: data.fine, yTest: column(data.fineTarget) },
          { signal, onProgress },
        );
        const target = amplitudes(data.y);
        const largest = target.reduce((most, size) => Math.max(most, size), 0) || 1;
        const records = run.steps.length;
        const left = new Float64Array(target.length * records);
        for (let r = 0; r < records; r++) {
          const f = run.trainOutputs.data.subarray(r * now.points, (r + 1) * now.points);
          amplitudes(difference(f, data.y)).forEach((size, k) => (left[k * records + r] = size / largest));
        }
        return { data, points: now.points, run, target, left: { data: left, rows: target.length, cols: records } };
      },
      (result) => {
        paced(cost(now), performance.now() - began);
        body.hidden = false;
        root.dataset['trained'] = key;
        at.value = result.run.steps.length - 1;
        trained.value = result;
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
    const both = (network: Float64Array, signal: Float64Array) => [
      { name: `network at step ${step}`, colour: networkColour, values: network },
      { name: 'signal', colour: signalColour, dashed: true, values: signal },
    ];
    fit.show({
      x: places(fine),
      xTitle: 'x',
      yTitle: 'signal',
      series: both(outputs, data.fineTarget),
      describe: (i) =>
        `x = ${digits(i / fine)}: network ${digits(outputs[i]!)}, signal ${digits(data.fineTarget[i]!)}${i % finer === 0 ? ', a training point' : ''}`,
      summary: () =>
        `Step ${step}: off by ${digits(off.train[r]!, 3)} at the ${points} points, by ${digits(off.test[r]!, 3)} on and between them (root mean square).`,
    });
    const f = result.trainOutputs.data.subarray(r * points, (r + 1) * points);
    const waves = both(amplitudes(f), now.target);
    components.show({
      x: upTo(now.target.length),
      xTitle: 'frequency, waves per unit',
      yTitle: 'amplitude',
      series: waves,
      describe: readingOf((k) => `frequency ${k}`, waves),
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
      ...(wave === undefined ? [] : [{ name: `left of frequency ${known!}`, colour: frequencyColour, values: wave }]),
      { name: 'error at the points', colour: trainColour, dashed: true, values: off.train },
      { name: 'error on and between them', colour: testColour, dashed: true, values: off.test },
    ];
    fill(headOf('own-training'), known === undefined ? 'Over training' : `Frequency ${known} over training`);
    over.show({
      x: result.steps,
      xTitle: 'step',
      yTitle: 'left, or error',
      logY: true,
      series,
      describe: readingOf((r) => `step ${short(result.steps[r]!)}`, series),
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
