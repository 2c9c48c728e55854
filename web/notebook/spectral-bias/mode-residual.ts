/** The rest of one eigenmode of the residual: measured and predicted, and how far the prediction holds. */
import { stepped } from '../calls.js';
import type { ReadonlySignal } from '@preact/signals-core';
import { effect } from '@preact/signals-core';
import type { AnalysisResults } from 'posenc';
import type { Matrix } from '../../lib/types/posenc.js';
import { fill, html } from '../kit/html.js';
import { datum, lowered, short } from '../widgets/format.js';
import { limitColour, networkColour } from '../widgets/quantity-colours.js';
import { note } from '../widgets/section.js';
import type { Finite } from './figures.js';
import { chartAt, digits, distance, headOf, readingOf, vector } from './figures.js';

export type Prediction = AnalysisResults['training-prediction'];
export interface Predicted {
  readonly of: Finite;
  readonly steps: readonly number[];
  /** η, and the largest rate for which gradient descent stays bounded. */
  readonly rate: number;
  readonly limit: number;
  /** Predictions by the network's kernel and by that of infinite width; by gradient descent if it stays bounded. */
  readonly own: Prediction;
  readonly infinite: Prediction;
  readonly descends: boolean;
}
export interface Measured {
  readonly of: Predicted;
  readonly run: AnalysisResults['train-network'];
  /** Relative change of the kernel: ‖Θ̂_T − Θ̂_0‖ / ‖Θ̂_0‖. */
  readonly moved: number;
}

const measuredColour = 1;

/** The mode, if this network has it. */
export const knownMode = ({ own }: Predicted, mode: number | undefined): number | undefined =>
  mode !== undefined && mode < own.halfTimes.length ? mode : undefined;

export function modeResidual(
  root: HTMLElement,
  mode: ReadonlySignal<number | undefined>,
  predicted: ReadonlySignal<Predicted | undefined>,
  measured: ReadonlySignal<Measured | undefined>,
): void {
  const residual = chartAt('mode-residual');
  const title = headOf('mode-residual');
  const caveat = root.querySelector('.caveat-place')!;
  effect(() => {
    const now = predicted.value;
    const m = mode.value;
    const real = measured.value?.of === now ? measured.value : undefined;
    if (now === undefined) return;
    const known = knownMode(now, m);
    const along = known === undefined ? undefined : vector(now.of.own, known);
    residual.element.hidden = along === undefined;
    fill(title, along === undefined ? 'What is left: choose an eigenmode' : `What is left of eigenmode ${known! + 1}`);
    if (along === undefined) return;
    const left = (outputs: Matrix<Float64Array> | undefined): Float64Array =>
      outputs === undefined ? missing(now.steps) : stepped('left', outputs, along, now.of.data.y);
    const dashed = true;
    const series = [
      ...(real ? [{ name: 'measured', colour: measuredColour, values: left(real.run.trainOutputs) }] : []),
      {
        ...{ colour: networkColour, dashed },
        name: now.descends ? 'predicted by the network’s kernel' : 'gradient flow, the network’s kernel',
        values: left(now.descends ? now.own.stepTrain : now.own.flowTrain),
      },
      {
        ...{ name: 'predicted by infinite width', colour: limitColour, dashed },
        values: left(now.infinite.stepTrain ?? now.infinite.flowTrain),
      },
    ];
    residual.show({
      x: now.steps,
      xTitle: 'step',
      yTitle: `|⟨v${lowered(known! + 1)}, f − y⟩| / √n`,
      logY: true,
      series,
      describe: readingOf((r) => `step ${short(now.steps[r]!)}`, series),
    });
  });
  effect(() => {
    const real = measured.value;
    if (real === undefined || real.of !== predicted.value) return fill(caveat);
    const { run: result, of, moved } = real;
    const end = result.trainOutputs.rows - 1;
    const n = result.trainOutputs.cols;
    const outputs = result.trainOutputs.data.subarray(end * n, (end + 1) * n);
    const foreseen = (of.own.stepTrain ?? of.own.flowTrain)?.data.subarray(end * n, (end + 1) * n);
    const share = of.own.stepLoss?.[end] ?? of.own.flowLoss?.[end] ?? NaN;
    fill(
      caveat,
      note(
        'How far the prediction carries',
        html`<p>
          ${'The kernel is taken as fixed, and it is not: training has moved it by '}${datum(moved, `${digits(100 * moved, 3)} %`)}${` (‖Θ̂ after − before‖ / ‖before‖). Loss after ${short(of.steps[end]!)} steps: measured ${digits(result.loss[end]!, 3)}, predicted by the kernel at the start ${digits(share, 3)}.`}${foreseen && ` Outputs differ by ${digits(100 * distance(outputs, foreseen), 3)} % of their norm.`}
        </p>`,
      ),
    );
  });
}

const missing = (list: readonly unknown[]): Float64Array => new Float64Array(list.length).fill(NaN);
