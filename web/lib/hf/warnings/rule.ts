/**
 * A warning rule: a function that returns the message for a config, or undefined, with its code and the source of the
 * statement. A message says so if its statement was not confirmed by running the engine.
 */
import type { RopeSpec, ScalingSpec } from '../../generated/encodings.js';
import type { ImportedLayer, ReportWarning } from '../../types/posenc.js';
import type { RawReport } from '../../types/core.js';
import type { EngineId } from '../../types/engines.js';
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
  /** A note, not a warning: it is true of every model of a kind, and no change of the file would remove it. */
  readonly note?: true;
  /** The engines that a warning is about, if the file is not at fault. */
  readonly engines?: (facts: Facts) => readonly EngineId[];
  readonly check: (facts: Facts) => string | undefined;
}
export type ConfigRule = Rule<LayerFacts>;
export type ReportRule = Rule<ReportFacts>;

export function applyRules<Facts>(rules: readonly Rule<Facts>[], facts: Facts): ReportWarning[] {
  return rules.flatMap(({ code, source, note, engines, check }) => {
    const message = check(facts);
    return message === undefined
      ? []
      : [{ code, message, source, ...(note && { note }), ...(engines && { engines: engines(facts) }) }];
  });
}

/** The validators and readers of transformers that a rule repeats. */
export const transformersRope =
  'https://github.com/huggingface/transformers/blob/main/src/transformers/modeling_rope_utils.py';
