/**
 * A stage chosen among candidates: each evaluates other samples of the task with the stage's initial weights, without
 * training, and the stage uses the candidate with the smallest value. The choice is thus independent of the reported
 * samples. LongRoPE searches its factors in this way (Ding et al. 2024, arXiv:2402.13753, section 3.2), by evolution if
 * there are too many candidates to try each.
 */
import { mkdirSync } from 'node:fs';
import { PosencError } from '../../lib/checks/errors.js';
import { printable } from '../../lib/checks/show.js';
import type { Experiment as Training } from '../../lib/types/training.js';
import { numbersOf } from '../../lib/studies/numbers.js';
import { patched } from '../../lib/studies/study.js';
import { digestOf, folderNamed, forget, type StageOrder, type Trained, type Trainer } from './trainer.js';

/** Offset of the seed that draws samples for choices, to differ from those of all runs. */
export const seedsApart = 1_000_000;

export function choosing(trainer: Trainer): Trainer {
  // Arms that differ only after the same choice share it.
  const known = new Map<string, number>();
  return async (order) => {
    const { choose, ...experiment } = order.experiment;
    if (choose === undefined) return trainer(order);
    // An evaluation without training depends on none of these.
    const { steps, evaluateEvery, learningRate, weightDecay, ...rest } = experiment as Training;
    const taskSeed = seedsApart + (experiment.taskSeed ?? 0);
    const looked = { ...rest, steps: 0, taskSeed };
    const key = digestOf([looked, choose], order.from);
    let [best, cpuSeconds] = [known.get(key), 0];
    if (best === undefined) {
      let least = Infinity;
      for (const [k, candidate] of choose.among.entries()) {
        const made = await tryOne({ ...order, experiment: patched(looked, candidate) }, trainer);
        const found = numbersOf(made.evaluations.at(-1)!)[choose.least];
        // a candidate without a finite value, such as one whose loss overflows, is not chosen
        if (found !== undefined && found < least) [best, least] = [k, found];
        cpuSeconds += made.cpuSeconds ?? 0;
        order.onProgress((k + 1) / choose.among.length / 2);
      }
      if (best === undefined) {
        const message = `no candidate of the choice has a finite ${printable(choose.least, 60)}`;
        throw new PosencError('bad_argument', 'choose.least', message);
      }
      known.set(key, best);
    }
    const made = await trainer({
      ...order,
      experiment: patched(experiment, choose.among[best]),
      onProgress: (fraction) => order.onProgress((1 + fraction) / 2),
    });
    const cost = made.cpuSeconds === undefined ? undefined : made.cpuSeconds + cpuSeconds;
    return { ...made, chosen: best, cpuSeconds: cost };
  };
}

async function tryOne(order: StageOrder, trainer: Trainer): Promise<Trained> {
  const folder = folderNamed(order.folder, order.experiment, undefined);
  mkdirSync(folder, { recursive: true });
  try {
    return await trainer({ ...order, folder, wantsWeights: false, onProgress: () => undefined });
  } finally {
    forget(folder);
  }
}
