/**
 * A warning rule: a small function that gives the message for this very config, or nothing, beside the
 * code it is known by and the place the statement comes from. A statement that was not confirmed by
 * running the engine says so in its message.
 */
import type { RopeSpec, ScalingSpec } from '../../generated/encodings.js';
import type { ImportedLayer, ReportWarning } from '../../types/posenc.js';
import type { RawReport } from '../../types/core.js';
import type { LayerFacts } from '../facts.js';
import type { WarningCode } from './codes.js';

export interface ReportFacts {
  readonly layer: ImportedLayer;
  readonly spec: RopeSpec;
  readonly scaling: ScalingSpec;
  readonly raw: RawReport;
  readonly contextLength: number;
}

export interface Rule<Facts> {
  readonly code: WarningCode;
  readonly source: string;
  /** True of every model of a kind: told, and no warning, for no change of the file would end it. */
  readonly note?: true;
  readonly check: (facts: Facts) => string | undefined;
}
export type ConfigRule = Rule<LayerFacts>;
export type ReportRule = Rule<ReportFacts>;

export function applyRules<Facts>(rules: readonly Rule<Facts>[], facts: Facts): ReportWarning[] {
  return rules.flatMap(({ code, source, note, check }) => {
    const message = check(facts);
    return message === undefined ? [] : [{ code, message, source, ...(note && { note }) }];
  });
}

/** The validators and readers of transformers that a rule repeats. */
export const transformersRope =
  'https://github.com/huggingface/transformers/blob/main/src/transformers/modeling_rope_utils.py';
