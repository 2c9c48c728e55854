/**
 * Trains a stage, resuming after a kill: the evaluations and the last checkpoint are in the stage's folder until it is
 * done.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Evaluation, type NamedTensor, type Posenc, weightsBytes } from '../../lib/node.js';
import { openTensors } from '../../lib/files/read-tensors.js';
import { isPicture, pictureEvaluations } from '../../lib/studies/picture.js';
import type { Experiment } from '../../lib/studies/study.js';
import { withTaskFiles } from '../task-files.js';
import { appendLine, once, writeWhole, writeWholeText } from '../whole-file.js';

export interface Trained {
  readonly evaluations: readonly Evaluation[];
  /** Path of a .safetensors file, if requested. */
  readonly weights: string | undefined;
  /** Processor time; undefined if several runs share the process. */
  readonly cpuSeconds: number | undefined;
  /** Index of the chosen candidate, from 0. */
  readonly chosen?: number | undefined;
}
export interface StageOrder {
  readonly experiment: Experiment;
  /** A .safetensors file with the initial weights. */
  readonly from: string | undefined;
  readonly wantsWeights: boolean;
  readonly folder: string;
  readonly signal: AbortSignal;
  readonly onProgress: (fraction: number) => void;
}
export type Trainer = (order: StageOrder) => Promise<Trained>;

/** Hash of a stage's experiment and initial weights. */
export function digestOf(asked: unknown, from: string | undefined): string {
  const hash = createHash('sha256').update(JSON.stringify(asked));
  if (from !== undefined) hash.update(readFileSync(from));
  return hash.digest('hex').slice(0, 16);
}
/** Path of a stage's folder. */
export const folderNamed = (work: string, experiment: Experiment, from: string | undefined): string =>
  join(work, digestOf(experiment, from));

const checkpointEvery = 60_000;
const paths = (folder: string) => ({
  lines: join(folder, 'evaluations.jsonl'),
  checkpoint: join(folder, 'checkpoint.posenc'),
  weights: join(folder, 'weights.safetensors'),
});

/** Reads evaluations up to that step; those after the checkpoint, or on a truncated line, will be repeated. */
function readEvaluations(path: string, upTo = Infinity): Evaluation[] {
  if (!existsSync(path)) return [];
  const read: Evaluation[] = [];
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    try {
      const one = JSON.parse(line) as Evaluation;
      if (one.step <= upTo && one.step > (read.at(-1)?.step ?? -1)) read.push(one);
    } catch {
      break;
    }
  }
  return read;
}

const textOf = (evaluations: readonly Evaluation[]): string =>
  evaluations.map((one) => `${JSON.stringify(one)}\n`).join('');

export const trainHere =
  (pe: Posenc, alone: boolean): Trainer =>
  async ({ experiment, from, wantsWeights, folder, signal, onProgress }) => {
    const at = paths(folder);
    const before = process.cpuUsage();
    if (isPicture(experiment)) {
      const evaluations: Evaluation[] = [];
      for await (const one of pictureEvaluations(pe, experiment, { signal, onProgress })) evaluations.push(one);
      return { evaluations, weights: undefined, cpuSeconds: secondsSince(before) };
    }
    const filled = { ...experiment, task: (await withTaskFiles(experiment.task)) as typeof experiment.task };
    const weights = from === undefined ? undefined : await namedTensors(from);
    const checkpoint = existsSync(at.checkpoint) ? readFileSync(at.checkpoint) : undefined;
    const run = await pe.train(filled, { checkpoint, weights, signal });
    try {
      const evaluations = checkpoint ? readEvaluations(at.lines, run.step) : [];
      await writeWholeText(at.lines, textOf(evaluations));
      let kept = performance.now();
      for await (const evaluation of run.evaluations({ signal, onProgress })) {
        if (evaluation.step <= (evaluations.at(-1)?.step ?? -1)) continue;
        evaluations.push(evaluation);
        await appendLine(at.lines, JSON.stringify(evaluation));
        if (performance.now() - kept < checkpointEvery) continue;
        await writeWhole(at.checkpoint, once(await run.checkpoint({ signal })));
        kept = performance.now();
      }
      if (wantsWeights) await writeWhole(at.weights, once(weightsBytes(await run.weights(), {})));
      return { evaluations, weights: wantsWeights ? at.weights : undefined, cpuSeconds: secondsSince(before) };
    } finally {
      run.close();
    }

    function secondsSince(begin: NodeJS.CpuUsage): number | undefined {
      const { user, system } = process.cpuUsage(begin);
      return alone ? (user + system) / 1e6 : undefined;
    }
  };

async function namedTensors(path: string): Promise<NamedTensor[]> {
  const tensors = await openTensors(new Blob([readFileSync(path)]));
  return Promise.all(
    tensors.map(async ({ name, shape, data }) => ({ name, shape, data: Float32Array.from(await data()) })),
  );
}

/** Returns the result of a stage finished before a kill; undefined if it is not done. */
export function doneBefore({ experiment, wantsWeights, folder }: StageOrder): Trained | undefined {
  const at = paths(folder);
  const evaluations = readEvaluations(at.lines);
  const done = evaluations.length > 0 && evaluations.at(-1)!.step === experiment.steps;
  if (!done || (wantsWeights && !existsSync(at.weights))) return undefined;
  return { evaluations, weights: wantsWeights ? at.weights : undefined, cpuSeconds: undefined };
}

export const forget = (folder: string): void => rmSync(folder, { recursive: true, force: true });
