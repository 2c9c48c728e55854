/** The short version of a study, trained in this browser: some arms with one seed. */
import type { Signal } from '@preact/signals-core';
import { publishedSquares } from '../../lib/files/published-squares.js';
import { isPicture, pictureEvaluations } from '../../lib/studies/picture.js';
import { type Numbers, numbersOf } from '../../lib/studies/numbers.js';
import { published } from '../../lib/studies/published.js';
import { type Arm, type Patch, stagesOf, type Study } from '../../lib/studies/study.js';
import { armOf } from '../../lib/studies/verdict.js';
import type { Evaluation, NamedTensor } from '../../lib/types/posenc.js';
import { create, type Posenc } from '../library.js';
import { fill, html } from '../kit/html.js';
import { task } from '../kit/section.js';
import { inLanes } from '../kit/lanes.js';
import { ownPicture } from './own-picture.js';
import type { RecordedRuns } from './recorded.js';

interface Point {
  readonly at: number;
  readonly numbers: Numbers;
}
export interface Live {
  readonly study: string;
  /** Evaluations by arm: all so far at their steps, or the last of each stage. */
  readonly curves: ReadonlyMap<string, readonly Point[]>;
}

type Axis = Pick<RecordedRuns, 'staged' | 'at'>;

const mostWorkers = 8;

export function mountHere(root: HTMLElement, live: Signal<Live | undefined>): (study: Study, recorded: Axis) => void {
  const said = html`<p class="lab-status aside" aria-live="polite"></p>`;
  const place = html`<div></div>`;
  root.append(place);
  const { run } = task({ at: place, doing: 'Training' });
  return (study, recorded) => {
    const { arms, set } = study.inPage;
    const steps = set.steps ?? study.base.steps ?? 0;
    fill(
      said,
      `${arms.join(' and ')}, with seed 0 and ${steps.toLocaleString('en')} steps. One seed decides nothing: it shows what a run does.`,
    );
    const own = isPicture(study.base) ? ownPicture(study.base.picture.side) : undefined;
    const start = (): void =>
      run(
        async (signal, onProgress) => {
          const pixels = await own?.pixels();
          const short = { ...set, ...(pixels && { picture: { pixels } }), ...(await puzzlesOf(study)) };
          await trained(study, short, recorded, live, signal, onProgress);
          return pixels && 'They learned your picture; the recorded curves are of the drawn one.';
        },
        (note) => fill(said, `Done: ${endsOf(study, live.peek())}. One seed decides nothing. ${note ?? ''}`),
      );
    fill(
      place,
      html`<div class="toolbar">
        <button type="button" class="primary" onclick=${start}>Train ${arms.length} runs</button>
      </div>`,
      own?.element ?? '',
      said,
    );
  };
}

/** For a study on the published puzzles: replaces their name by the puzzles. */
async function puzzlesOf({ base }: Study): Promise<Patch> {
  const asked = isPicture(base) ? undefined : (base.task as { readonly cells?: unknown }).cells;
  return asked === published ? { task: { ...(await publishedSquares()) } } : {};
}

async function trained(
  study: Study,
  set: Patch,
  { staged, at: places }: Axis,
  live: Signal<Live | undefined>,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<void> {
  const { arms } = study.inPage;
  const done = arms.map(() => 0);
  const curves = new Map<string, readonly Point[]>();
  live.value = { study: study.id, curves: new Map() };
  const workers = Math.max(1, Math.min(mostWorkers, arms.length, navigator.hardwareConcurrency));
  const pe = await create({ workers, preload: [], signal });
  try {
    await inLanes(workers, arms, signal, (name, i, stop) =>
      runArm(pe, study, armOf(study, name), {
        signal: stop,
        onProgress(share) {
          done[i] = share;
          onProgress(done.reduce((sum, one) => sum + one, 0) / arms.length);
        },
        onEvaluation(evaluation, stage) {
          const at = staged ? places[stage]! : evaluation.step;
          const before = (curves.get(name) ?? []).filter((point) => point.at !== at);
          curves.set(name, [...before, { at, numbers: numbersOf(evaluation) }]);
          live.value = { study: study.id, curves: new Map(curves) };
        },
      }),
    );
  } finally {
    pe.dispose();
  }
  function runArm(on: Posenc, of: Study, arm: Arm, told: Told): Promise<void> {
    return stages(on, stagesOf(of, arm, 0, set), told);
  }
}

interface Told {
  readonly signal: AbortSignal;
  onProgress(share: number): void;
  onEvaluation(evaluation: Evaluation, stage: number): void;
}

/** Runs the stages in order, each from the weights of the previous one. */
async function stages(
  pe: Posenc,
  all: ReturnType<typeof stagesOf>,
  { signal, onProgress, onEvaluation }: Told,
): Promise<void> {
  let weights: readonly NamedTensor[] | undefined;
  for (const [k, experiment] of all.entries()) {
    if (isPicture(experiment)) {
      for await (const evaluation of pictureEvaluations(pe, experiment, { signal, onProgress }))
        onEvaluation(evaluation, k);
      continue;
    }
    const run = await pe.train(experiment, { signal, weights });
    try {
      const report = (share: number): void => onProgress((k + share) / all.length);
      for await (const evaluation of run.evaluations({ signal, onProgress: report })) onEvaluation(evaluation, k);
      weights = k + 1 < all.length ? await run.weights() : undefined;
    } finally {
      run.close();
    }
  }
}

/** The last value of each arm for the first quantity, in the study's order. */
function endsOf(study: Study, live: Live | undefined): string {
  const name = study.curves[0]!;
  return study.inPage.arms
    .map((arm) => `${arm}: ${(live?.curves.get(arm)?.at(-1)?.numbers[name] ?? NaN).toFixed(3)}`)
    .join(', ');
}
