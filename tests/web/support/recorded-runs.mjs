/** The recorded runs of tests/studies, by what the claims of lessons ask of them. */
import { join } from 'node:path';
import { readResults } from '../../../dist/cli/sweep/results.js';
import { studies } from '../../../dist/lib/studies/list.js';
import { interval, median } from '../../../dist/lib/studies/statistics.js';
import { armOf, judge, measured } from '../../../dist/lib/studies/verdict.js';
import { root } from './posenc.mjs';

export const undecided = 'not decided at this budget';

export const studyOf = (id) => studies.find((one) => one.id === id);

const read = new Map();
/** All runs of a study. */
export function recordedRuns(id) {
  if (!read.has(id)) read.set(id, readResults(join(root, `tests/studies/${id}.jsonl`)));
  return read.get(id);
}
/** Of one arm, by seed. */
export const runsOf = (id, arm) =>
  recordedRuns(id)
    .filter((run) => run.arm === arm)
    .sort((a, b) => a.seed - b.seed);

/** By seed, what a stage of an arm ends with; where no stage is named, the last. A number that is not recorded is an error. */
export const ends = (id, arm, measure, stage) =>
  runsOf(id, arm).map((run) => {
    const value = measured({ of: measure, stage }, armOf(studyOf(id), arm), run);
    if (Number.isNaN(value)) throw new Error(`${id}, ${arm}: no ${measure} of stage ${stage}`);
    return value;
  });

/** Of two arms the differences, by seed. */
export function minus(a, b) {
  if (a.length !== b.length) throw new Error(`${a.length} seeds against ${b.length}`);
  return a.map((x, seed) => x - b[seed]);
}

/** [median, low, high]: the numbers that a lesson quotes. */
export const spread = (values) => [median(values), ...interval(values)];

/** What the runs say of the one claim of a study that begins so. */
export function judged(id, begins) {
  const found = studyOf(id).claims.filter(({ text }) => text.startsWith(begins));
  if (found.length !== 1) throw new Error(`${id}: ${found.length} claims begin with ${begins}`);
  return judge(studyOf(id), found[0], recordedRuns(id));
}
