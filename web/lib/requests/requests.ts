/**
 * Requests of several methods: what they are, and how they are read from the arguments. Requests are plain data, already
 * checked, and can be posted.
 */
import { whole } from '../checks/options.js';
import { checkPositions, type RawPositions } from '../checks/positions.js';
import type { RawSpec } from '../types/core.js';
import type { Stage } from '../types/registry.js';
import { checkSpec } from './spec.js';

/** The spec of a call, which must have that stage (left out: whatever it has). */
export type SpecOf = (stage?: Stage) => RawSpec;

/** One that comes with the call. */
export const given =
  (spec: unknown): SpecOf =>
  (stage) =>
    checkSpec(spec, stage);

export interface OnSpec {
  readonly spec: RawSpec;
}
export interface OnPositions extends OnSpec {
  readonly positions: RawPositions;
}
/** Rows first, first + 1, … of a result: what one worker of a pool is asked for. */
export interface Part {
  readonly first: number;
  readonly rows: number;
}
export interface OnPairs extends OnSpec {
  readonly nQuery: number;
  readonly nKey: number;
  /** These rows alone; of a bias, rows of all heads, one head below the other: (rows, nKey). */
  readonly part?: Part;
}
/** Where the caller may give the array to write to. */
export interface Into {
  /** Length of the caller's own array, where there is one. */
  readonly intoLength?: number;
}

/** @param field what the positions are called */
export const onPositions = (stage: Stage, spec: SpecOf, positions: unknown, field = 'positions'): OnPositions => ({
  spec: spec(stage),
  positions: checkPositions(positions, field),
});

export const onPairs = (stage: Stage, spec: SpecOf, nQuery: unknown, nKey: unknown): OnPairs => ({
  spec: spec(stage),
  nQuery: whole(nQuery, 'nQuery', 0),
  nKey: whole(nKey, 'nKey', 0),
});
