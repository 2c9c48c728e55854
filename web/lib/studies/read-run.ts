/** Reads a line of a results file, written by a sweep on any machine. */
import { parseJson } from '../checks/json.js';
import { finite, list, maybe, named, orNull, record, text, whole } from '../checks/schema.js';
import type { RunRecord } from './numbers.js';

const stage = record({
  step: whole,
  weightsHash: text,
  start: named(finite),
  end: named(finite),
  last: maybe(named(finite)),
  steps: list(whole),
  curves: named(list(orNull)),
  chosen: maybe(whole),
});
const run = record({ study: text, arm: text, seed: whole, asked: text, stages: list(stage) });

export const readRun = (line: string): RunRecord => run.read(parseJson(line, { field: 'results' }), 'run') as RunRecord;
