/** Bands and lengths of a context extension, from a spec and its frequencies. */
import type { ScalingSpec } from '../../generated/encodings.js';
import type { Band, EncodingSpec } from '../../types/posenc.js';

interface Lengths {
  readonly trainedContext?: number;
  readonly contextLength?: number;
}

const scalingOf = (spec: EncodingSpec): ScalingSpec | undefined => ('scaling' in spec ? spec.scaling : undefined);

/** The band of a report, from the frequencies before and after (src/encodings/scaling/common.hpp). */
export function bandOf(spec: EncodingSpec, now: number, before: number): Band {
  const scaling = scalingOf(spec);
  const same = (a: number, b: number): boolean => Math.abs(a - b) <= 1e-12 * Math.abs(b);
  if (now === 0) return 'off';
  if (same(now, before)) return 'kept';
  if (scaling?.type === 'longrope') return 'scaled';
  return scaling && 'factor' in scaling && same(now * (scaling.factor ?? 1), before) ? 'scaled' : 'blended';
}

/** The lengths before and after, if the extension names them. */
export function lengthsOf(spec: EncodingSpec): Lengths {
  const scaling = scalingOf(spec);
  if (!scaling || !('originalContext' in scaling)) return {};
  const trainedContext = scaling.originalContext;
  const extended = scaling.factor === undefined ? undefined : scaling.factor * trainedContext;
  const contextLength = 'contextLength' in scaling ? scaling.contextLength : extended;
  return { trainedContext, ...(contextLength !== undefined && { contextLength }) };
}
