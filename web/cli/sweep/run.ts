/** Trains the missing runs of a study, several at a time, and stores each as soon as it is done. */
import { join } from 'node:path';
import { PosencError } from '../../lib/checks/errors.js';
import { printable } from '../../lib/checks/show.js';
import { type RunRecord, type StageRecord, stageRecord } from '../../lib/studies/numbers.js';
import { armOf } from '../../lib/studies/verdict.js';
import { type Patch, type StageNode, type StageTree, type Study, treesOf } from '../../lib/studies/study.js';
import { askedOf, costFile, readCosts, readResults, sorted, writeLines, writeResults } from './results.js';
import { choosing } from './choose.js';
import { claim, locked, release, tidy } from './shared.js';
import { doneBefore, folderNamed, type Trainer } from './trainer.js';

export interface Sweep {
  readonly study: Study;
  readonly arms: readonly string[];
  readonly seeds: readonly number[];
  readonly more: Patch | undefined;
  /** [i, n]: every n-th run to do, from the i-th, counted from 0. */
  readonly shard: readonly [number, number];
  /** Path of the results file. */
  readonly results: string;
  readonly lanes: number;
  readonly trainer: Trainer;
  readonly signal: AbortSignal;
  readonly onProgress: (fraction: number) => void;
  /** Called when a run is done. */
  readonly onRun: (run: RunRecord) => void;
}

/** A trial with hardly any work must not replace runs that took hours. */
function refuseToReplace({ study, results, more }: Sweep): void {
  if (more === undefined) return;
  const real = readResults(results).filter(
    ({ study: id, arm, seed, asked }) =>
      id === study.id &&
      study.arms.some(({ name }) => name === arm) &&
      asked === askedOf(study, arm, seed) &&
      asked !== askedOf(study, arm, seed, more),
  );
  if (real.length === 0) return;
  const have = `${printable(results, 200)} has ${real.length} ${real.length === 1 ? 'run' : 'runs'} of the whole study`;
  throw new PosencError(
    'bad_argument',
    '--toy',
    `${have}, which those of --toy would replace; give another folder by --out`,
  );
}

/** Resolves with all runs of the file, in order, after adding those of this sweep. */
export async function sweep(of: Sweep): Promise<readonly RunRecord[]> {
  const { study, results, signal } = of;
  const trainer = choosing(of.trainer);
  const asked = (arm: string, seed: number): string => askedOf(study, arm, seed, of.more);
  // ignores runs of an older form of the study
  const inFile = (): RunRecord[] =>
    readResults(results).filter(
      ({ study: id, arm, seed, asked: key }) =>
        id === study.id && study.arms.some(({ name }) => name === arm) && key === asked(arm, seed),
    );
  refuseToReplace(of);
  let runs = inFile();
  const [first, every] = of.shard;
  const has = (arm: string, seed: number): boolean => runs.some((run) => run.arm === arm && run.seed === seed);
  const arms = of.arms.map((name) => armOf(study, name));
  const left = of.seeds
    .flatMap((seed) => treesOf(study, arms, [seed], of.more))
    .filter((_, i) => i % every === first)
    .filter(({ root, seed }) => endsOf(root).some((arm) => !has(arm, seed)));
  const work = `${results}.work`;
  const shares = new Map<StageTree, number>(left.map((tree) => [tree, 0]));
  const progress = (tree: StageTree, fraction: number): void => {
    shares.set(tree, fraction);
    of.onProgress([...shares.values()].reduce((sum, one) => sum + one, 0) / shares.size);
  };
  // Another lane, or another process with other arms, may have written since.
  const lock = `${results}.lock`;
  const own: RunRecord[] = [];
  const merge = async (): Promise<void> => {
    const there = inFile();
    runs = sorted(study, [...there, ...own]);
    if (runs.length > there.length) await writeResults(results, runs);
  };
  const keep = (run: RunRecord, cpuSeconds: number | undefined): Promise<void> =>
    locked(lock, async () => {
      own.push(run);
      await merge();
      if (cpuSeconds !== undefined) {
        const others = readCosts(results).filter(({ arm, seed }) => has(arm, seed));
        const cost = { arm: run.arm, seed: run.seed, cpuSeconds: Math.round(10 * cpuSeconds) / 10 };
        await writeLines(costFile(results), [...others, cost]);
      }
      of.onRun(run);
    });
  const queue = [...left];
  const lane = async (): Promise<void> => {
    for (let tree = queue.shift(); tree; tree = queue.shift()) {
      const { root, seed } = tree;
      if (endsOf(root).every((arm) => has(arm, seed))) continue; // done meanwhile by another process
      const folders: string[] = [];
      const count = countOf(tree.root);
      let done = 0;
      const visit = async (
        node: StageNode,
        before: readonly StageRecord[],
        from?: string,
        spent = 0,
      ): Promise<void> => {
        signal.throwIfAborted();
        const named = folderNamed(work, node.experiment, from);
        const folder = await locked(lock, () => claim(named, { seed: tree.seed, arms: endsOf(node) }));
        folders.push(folder);
        const order = {
          ...{ experiment: node.experiment, from, folder, signal, wantsWeights: node.next.length > 0 },
          onProgress: (fraction: number) => progress(tree, (done + fraction) / count),
        };
        // only the search knows which candidate it chose
        const made = (node.experiment.choose ? undefined : doneBefore(order)) ?? (await trainer(order));
        progress(tree, ++done / count);
        const stages = [...before, stageRecord(made.evaluations, study.curves, made.chosen)];
        const cost = made.cpuSeconds === undefined ? undefined : spent + made.cpuSeconds;
        for (const arm of node.ends)
          if (!has(arm, tree.seed))
            await keep({ study: study.id, arm, seed: tree.seed, asked: asked(arm, tree.seed), stages }, cost);
        // skips arms that are already in the file
        for (const next of node.next)
          if (endsOf(next).some((arm) => !has(arm, tree.seed))) await visit(next, stages, made.weights, cost);
      };
      await visit(root, []);
      for (const folder of folders) release(folder);
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, Math.min(of.lanes, left.length)) }, lane));
  return locked(lock, async () => {
    await merge();
    tidy(work, has);
    return runs;
  });
}

const endsOf = (node: StageNode): string[] => [...node.ends, ...node.next.flatMap(endsOf)];
const countOf = (node: StageNode): number => 1 + node.next.reduce((sum, next) => sum + countOf(next), 0);
export const nameOfShard = ([i, n]: readonly [number, number], study: Study, out: string): string =>
  join(out, n === 1 ? `${study.id}.jsonl` : `${study.id}.${i + 1}of${n}.jsonl`);
