/**
 * Requests shared by several methods, and how they are read from the arguments. Requests are plain, checked data that
 * can be posted.
 */
import { whole } from '../checks/options.js';
import { checkPositions, type RawPositions } from '../checks/positions.js';
import type { RawSpec } from '../types/core.js';
import type { Stage } from '../types/registry.js';
import { checkSpec } from './spec.js';

/** Returns the spec of a call; throws if it lacks the given stage. */
export type SpecOf = (stage?: Stage) => RawSpec;

/** A spec passed with the call. */
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
/** Rows first, first + 1, … of a result: the share of one worker of a pool. */
export interface Part {
  readonly first: number;
  readonly rows: number;
}
export interface OnPairs extends OnSpec {
  readonly nQuery: number;
  readonly nKey: number;
  /** Only these rows; for a bias, these rows of each head, one head after the other: (rows, nKey). */
  readonly part?: Part;
}
/** Requests that accept the caller's array for the result. */
export interface Into {
  /** Length of the caller's array, if there is one. */
  readonly intoLength?: number;
}

/** @param field name of the positions in errors */
export const onPositions = (stage: Stage, spec: SpecOf, positions: unknown, field = 'positions'): OnPositions => ({
  spec: spec(stage),
  positions: checkPositions(positions, field),
});

export const onPairs = (stage: Stage, spec: SpecOf, nQuery: unknown, nKey: unknown): OnPairs => ({
  spec: spec(stage),
  nQuery: whole(nQuery, 'nQuery', 0),
  nKey: whole(nKey, 'nKey', 0),
});
