/**
 * Requests of several methods, read from their arguments.
 */
import type { BiasRequest, OnPositions } from './calls.js';
import { wholeOption, whole } from '../checks/options.js';
import { checkPositions } from '../checks/positions.js';
import type { Entries } from '../checks/record.js';
import type { Stage } from '../types/registry.js';
import { checkSpec } from './spec.js';
import type { RawSpec } from '../types/core.js';

/** The spec of a call, which must have that stage (null: whatever it has). */
export type SpecOf = (stage: Stage | null) => RawSpec;

/** One that comes with the call. */
export const given =
  (spec: unknown): SpecOf =>
  (stage) =>
    checkSpec(spec, stage);

/** @param field what the positions are called */
export const onPositions = (stage: Stage, spec: SpecOf, positions: unknown, field = 'positions'): OnPositions => ({
  spec: spec(stage),
  positions: checkPositions(positions, field),
});

export const onPairs = (stage: Stage, spec: SpecOf, nQuery: unknown, nKey: unknown) => ({
  spec: spec(stage),
  nQuery: whole(nQuery, 'nQuery', 0),
  nKey: whole(nKey, 'nKey', 0),
});

export const biasRequest = (
  stage: 'attentionBias' | 'biasVector',
  spec: SpecOf,
  nQuery: unknown,
  nKey: unknown,
  entries: Entries,
): BiasRequest => ({ ...onPairs(stage, spec, nQuery, nKey), head: wholeOption(entries, 'head', 0) });
