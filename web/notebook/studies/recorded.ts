/** Recorded results of the studies, written by `npm run studies`. */
import index from './generated/index.json';
import type { Verdict } from '../../lib/studies/verdict.js';

export interface RecordedClaim {
  readonly text: string;
  readonly verdict: Verdict;
  readonly evidence: string;
  readonly primary: boolean;
  /** The sign test of its median, with two corrections: over the study and over all. */
  readonly tests: string;
}
export interface RecordedStudy {
  readonly id: string;
  readonly title: string;
  readonly question: string;
  /** Number of recorded runs. */
  readonly seeds: number;
  readonly claims: readonly RecordedClaim[];
}
export const recorded = index.studies as readonly RecordedStudy[];
/** Sentences about the claims of all studies. */
export const totals: readonly string[] = index.totals;

export interface RecordedRuns {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** True if the curves run over stages instead of steps. */
  readonly staged: boolean;
  /** The steps, or the document length of each stage. */
  readonly at: readonly number[];
  /** Curves of the seeds, by quantity and arm. */
  readonly curves: Readonly<Record<string, readonly (readonly (readonly number[])[])[]>>;
}
const files = import.meta.glob<RecordedRuns>(['./generated/*.json', '!./generated/index.json'], { import: 'default' });

export const runsOf = (id: string): Promise<RecordedRuns> => files[`./generated/${id}.json`]!();
