/**
 * Requests of several methods, read from their arguments.
 */
import type { BiasRequest, OnPositions } from './calls.js';
import { wholeOption, whole } from './options.js';
import { checkPositions } from './positions.js';
import type { Entries } from './record.js';
import type { Stage } from './registry.js';
import { checkSpec } from './spec.js';

/** @param field what the positions are called */
export const onPositions = (stage: Stage, spec: unknown, positions: unknown, field = 'positions'): OnPositions => ({
  spec: checkSpec(spec, stage),
  positions: checkPositions(positions, field),
});

export const onPairs = (stage: Stage, spec: unknown, nQuery: unknown, nKey: unknown) => ({
  spec: checkSpec(spec, stage),
  nQuery: whole(nQuery, 'nQuery', 0),
  nKey: whole(nKey, 'nKey', 0),
});

export const biasRequest = (
  stage: 'attentionBias' | 'biasVector',
  spec: unknown,
  nQuery: unknown,
  nKey: unknown,
  entries: Entries,
): BiasRequest => ({ ...onPairs(stage, spec, nQuery, nKey), head: wholeOption(entries, 'head', 0) });
