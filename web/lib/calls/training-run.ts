/**
 * The public object of a training run.
 */
import {
  choiceOption,
  controlOf,
  readOptions,
  signalAlone,
  throwIfAborted,
  whole,
  wholeOption,
} from '../checks/options.js';
import type { RawEvaluation, RawRunFacts } from '../types/train-module.js';
import type {
  CallOptions,
  Evaluation,
  Experiment,
  KnownPlaces,
  NamedTensor,
  RunFacts,
  TrainingRun,
} from '../types/posenc.js';
import { droppedRuns, type HeldRun } from './held-run.js';

export function runOf(held: HeldRun, experiment: Experiment, raw: RawRunFacts, places: KnownPlaces): TrainingRun {
  const control = (options: unknown) => controlOf(readOptions(options, []));
  const short = (options: unknown) => ({ signal: signalAlone(readOptions(options, [])) });
  /** Step of the next evaluation, or the last step. */
  const nextEvaluation = (): number =>
    Math.min(raw.steps, (Math.floor(held.step / raw.evaluateEvery) + 1) * raw.evaluateEvery);

  const run: TrainingRun = {
    experiment,
    facts: factsOf(raw, places),
    get step() {
      return held.step;
    },
    async advance(steps, options) {
      held.refuseClosed();
      const wanted = steps === undefined ? undefined : whole(steps, 'steps', 0);
      const request = () => ({
        until: wanted === undefined ? nextEvaluation() : held.step + wanted,
        told: held.told,
      });
      const { state, losses } = await held.ask('advanceRun', request, control(options));
      held.step = held.told = state.step;
      return { step: state.step, losses, done: state.done };
    },
    async evaluate(options) {
      held.refuseClosed();
      return evaluationOf(await held.ask('evaluateRun', {}, control(options)), raw);
    },
    evaluations(options) {
      held.refuseClosed();
      return evaluationsOf(run, nextEvaluation, raw, control(options));
    },
    async checkpoint(options) {
      held.refuseClosed();
      const { bytes } = await held.ask('saveRun', { note: held.note }, short(options));
      held.keep(bytes);
      return Uint8Array.from(bytes); // a copy, so that the caller cannot change the kept bytes
    },
    async table(block, options) {
      held.refuseClosed();
      const request = { block: whole(block, 'block', 0) };
      return (await held.ask('runTable', request, short(options))).table;
    },
    async attention(block, options) {
      held.refuseClosed();
      const entries = readOptions(options, ['split', 'sample', 'head']);
      const names = raw.splits.map(({ name }) => name) as [string, ...string[]];
      const split = entries.has('split')
        ? names.indexOf(choiceOption(entries, 'split', names))
        : names.length > 1
          ? 1
          : 0;
      const sample = wholeOption(entries, 'sample', 0) ?? 0;
      const head = wholeOption(entries, 'head', 0) ?? 0;
      const request = { split, sample, block: whole(block, 'block', 0), head };
      return (await held.ask('runAttention', request, { signal: signalAlone(entries) })).attention;
    },
    async weights(options) {
      held.refuseClosed();
      const { weights } = await held.ask('runWeights', {}, short(options));
      return raw.tensors.map(({ name, axes: given, cols, first }, i): NamedTensor => {
        const data = weights.slice(first, raw.tensors[i + 1]?.first);
        const axes = given === '' ? [] : given.split(',');
        const rows = cols === 0 ? 0 : data.length / cols;
        return { name, shape: axes.length === 0 ? [] : axes.length === 1 ? [cols] : [rows, cols], axes, data };
      });
    },
    close() {
      droppedRuns.unregister(run);
      held.close();
    },
  };
  if (typeof Symbol.dispose === 'symbol') Object.defineProperty(run, Symbol.dispose, { value: run.close });
  droppedRuns.register(run, closeOf(held), run);
  return Object.freeze(run);
}

/** A separate function, so that the closure does not reference the owner. */
const closeOf = (held: HeldRun) => (): void => held.close();

async function* evaluationsOf(
  run: TrainingRun,
  nextEvaluation: () => number,
  { steps, evaluateEvery: every }: RawRunFacts,
  { signal, onProgress }: CallOptions,
): AsyncGenerator<Evaluation, void, undefined> {
  let sum = 0;
  let counted = 0;
  for (;;) {
    const { step: first } = run;
    if (first % every === 0 || first >= steps) {
      const { step, trainLoss, ...measured } = await run.evaluate({ signal });
      await run.checkpoint({ signal }); // lets the run continue from here after a crash
      const mean = counted > 0 ? { meanTrainLoss: sum / counted } : {};
      [sum, counted] = [0, 0];
      yield { step, trainLoss, ...mean, ...measured };
    }
    if (first >= steps) return;
    throwIfAborted(signal);
    const many = nextEvaluation() - first;
    const report = onProgress && ((fraction: number) => onProgress((first + fraction * many) / steps));
    const { losses } = await run.advance(many, { signal, onProgress: report });
    for (const loss of losses) sum += loss;
    counted += losses.length;
  }
}

function factsOf(raw: RawRunFacts, places: KnownPlaces): RunFacts {
  const { parameters, cost, tokens, blocks, heads, queries, gridHeight, gridWidth, conditions, splits } = raw;
  const bySplit = (numbers: Float64Array): Record<string, number> =>
    Object.fromEntries([...numbers].map((x, i) => [splits[i]!.name, x]));
  return {
    steps: raw.steps,
    evaluateEvery: raw.evaluateEvery,
    parameters,
    cost,
    tokens,
    blocks,
    heads,
    queries,
    grid: gridHeight > 0 ? [gridHeight, gridWidth] : undefined,
    conditions,
    splits,
    leastLoss: bySplit(raw.leastLoss),
    leastLossError: bySplit(raw.leastLossError),
    leastLossIsEstimated: raw.leastLossIsEstimated,
    loss: raw.regression ? 'squared-error' : 'cross-entropy',
    places,
    tensors: raw.taken && { taken: raw.taken, new: raw.fresh ?? [], dropped: raw.dropped ?? [] },
  };
}

function evaluationOf({ step, trainLoss, splits, ...rest }: RawEvaluation, { conditions }: RawRunFacts): Evaluation {
  return {
    step,
    trainLoss: step === 0 ? undefined : trainLoss,
    splits: splits.map(({ accuracyByCondition, lossByPosition, accuracyByPosition, ...split }) => ({
      ...split,
      accuracyByCondition: Object.fromEntries([...accuracyByCondition].map((share, i) => [conditions[i]!, share])),
      ...(lossByPosition && { lossByPosition: [...lossByPosition] }),
      ...(accuracyByPosition && { accuracyByPosition: [...accuracyByPosition] }),
    })),
    ...rest,
  };
}
