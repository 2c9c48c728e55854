/**
 * Results files: one line of JSON per run, ordered by seed and arm, so that the same runs give the same bytes however
 * they were divided. Costs are in a separate file, since they differ between machines.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { PosencError, reason } from '../../lib/checks/errors.js';
import { printable } from '../../lib/checks/show.js';
import type { RunRecord } from '../../lib/studies/numbers.js';
import { readRun } from '../../lib/studies/read-run.js';
import { stagesOf, type Patch, type Study } from '../../lib/studies/study.js';
import { writeWhole } from '../whole-file.js';

const digest = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16);

/** Hash of a run's experiments, which rejects results of other experiments with the same name. */
export const askedOf = (study: Study, name: string, seed: number, more?: Patch): string =>
  digest(
    stagesOf(
      study,
      study.arms.find((arm) => arm.name === name)!,
      seed,
      more,
    ),
  );

/** Hash of the whole study, stored with recorded results. */
export const gridOf = (study: Study): string => digest([study.base, study.arms, study.seeds, study.curves]);

/** Reads the runs of a file; none if it does not exist. Skips a line that a kill truncated. */
export function readResults(path: string): RunRecord[] {
  if (!existsSync(path)) return [];
  const lines = textOf(path).split('\n');
  const torn = lines.pop()!; // empty after a complete line
  return [...lines, ...(isWhole(torn) ? [torn] : [])].map((line, i) => {
    try {
      return readRun(line);
    } catch (cause) {
      const where = `${printable(path, 200)} has no result in line ${i + 1}: ${reason(cause)}`;
      throw new PosencError('bad_json', 'results', where, { cause });
    }
  });
}
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw new PosencError('io', 'results', `${printable(path, 200)} could not be read: ${reason(cause)}`, { cause });
  }
}
function isWhole(line: string): boolean {
  try {
    return JSON.parse(line) instanceof Object;
  } catch {
    return false;
  }
}

/** Sorts in the order of the study. Throws for conflicting results of a run, other studies and unknown arms. */
export function sorted(study: Study, runs: readonly RunRecord[]): RunRecord[] {
  const order = new Map(study.arms.map(({ name }, i) => [name, i]));
  const kept = new Map<string, RunRecord>();
  for (const run of runs) {
    if (run.study !== study.id || !order.has(run.arm)) {
      const what = `${printable(run.study, 60)}, ${printable(run.arm, 60)}`;
      throw new PosencError('bad_argument', 'results', `a run of ${what} is not part of the study ${study.id}`);
    }
    const key = `${run.seed} ${run.arm}`;
    const there = kept.get(key);
    if (there && JSON.stringify(there) !== JSON.stringify(run)) {
      const what = `${printable(run.arm, 60)}, seed ${run.seed}`;
      throw new PosencError('bad_argument', 'results', `two results of ${what} differ`);
    }
    kept.set(key, run);
  }
  return [...kept.values()].sort((a, b) => a.seed - b.seed || order.get(a.arm)! - order.get(b.arm)!);
}

const linesOf = (values: readonly object[]): string => values.map((value) => `${JSON.stringify(value)}\n`).join('');

export async function writeResults(path: string, runs: readonly RunRecord[]): Promise<void> {
  await writeLines(path, runs);
}

export interface Cost {
  readonly arm: string;
  readonly seed: number;
  /** Processor time, user and system. */
  readonly cpuSeconds: number;
}
export const costFile = (results: string): string => `${results.replace(/\.jsonl$/, '')}.cost.jsonl`;

/** Reads the stored costs; a truncated file is replaced, since no result depends on it. */
export function readCosts(results: string): readonly Cost[] {
  const path = costFile(results);
  if (!existsSync(path)) return [];
  try {
    return textOf(path)
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Cost);
  } catch {
    return [];
  }
}

export async function writeLines(path: string, values: readonly object[]): Promise<void> {
  async function* whole(): AsyncGenerator<Uint8Array> {
    yield new TextEncoder().encode(linesOf(values));
  }
  await writeWhole(path, whole());
}
