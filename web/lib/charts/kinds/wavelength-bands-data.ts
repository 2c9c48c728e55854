/** Data of the wavelengths of pairs, compatible with a report. */
import { type FieldsOf, finite, list, maybe, oneOf, orNull, record, whole } from '../../checks/schema.js';
import type { Band, EncodingSpec, PairReport, Posenc } from '../../types/posenc.js';
import { bandOf, lengthsOf } from '../core/bands.js';
import type { ChartOptions, FixedAxisOptions } from '../core/kind.js';
import { fixedAxis, kindData, optionsOf } from '../core/kind-data.js';

/** A row of a report's pairs, reduced to the fields used here. */
export interface WavelengthPair {
  readonly index: number;
  /** Positions per turn; not a number for a pair that does not rotate. */
  readonly wavelength: PairReport['wavelength'] | undefined;
  /** Radians per position, before scaling; 0 for a pair that does not rotate. */
  readonly unscaledFrequency: number;
  readonly band?: Band | undefined;
}
export interface WavelengthData {
  readonly pairs: readonly WavelengthPair[];
  readonly trainedContext?: number | undefined;
  readonly contextLength?: number | undefined;
}
export interface WavelengthOptions extends ChartOptions {
  /** The pairs. */
  readonly x?: FixedAxisOptions | undefined;
  /** Positions per turn, always logarithmic. */
  readonly y?: FixedAxisOptions | undefined;
  /** Additional text about a pair in the reading. */
  readonly describe?: ((pair: WavelengthPair) => string) | undefined;
}

/** Before and after a context extension. A wave over several axes uses the norm of its frequencies. */
async function pairsOf(pe: Posenc, spec: EncodingSpec): Promise<WavelengthPair[]> {
  const speeds = async (of: EncodingSpec): Promise<Float64Array> => {
    const [frequencies, { axes }] = [await pe.frequencies(of), await pe.shape(of)];
    return Float64Array.from({ length: frequencies.length / axes }, (_, pair) =>
      Math.hypot(...frequencies.subarray(pair * axes, (pair + 1) * axes)),
    );
  };
  const scaled = 'scaling' in spec && spec.scaling !== undefined;
  const [now, before] = [await speeds(spec), scaled ? await speeds({ ...spec, scaling: undefined }) : undefined];
  return Array.from(now, (speed, index) => ({
    index,
    wavelength: speed === 0 ? undefined : (2 * Math.PI) / speed,
    unscaledFrequency: before?.[index] ?? speed,
    ...(before && { band: bandOf(spec, speed, before[index]!) }),
  }));
}

export const wavelengthData = kindData<WavelengthData, WavelengthOptions>({
  data: record<FieldsOf<WavelengthData>>({
    pairs: list(
      record<FieldsOf<WavelengthPair>>({
        index: whole,
        wavelength: maybe(orNull),
        unscaledFrequency: finite,
        band: maybe(oneOf('kept', 'blended', 'scaled', 'off')),
      }),
    ),
    trainedContext: maybe(finite),
    contextLength: maybe(finite),
  }),
  smallest: '{"pairs":[{"index":0,"wavelength":6.28,"unscaledFrequency":1}]}',
  options: optionsOf<WavelengthOptions>({ x: maybe(fixedAxis), y: maybe(fixedAxis) }),
  /** Also accepts a model's config.json. */
  ofSpec: async (pe, { spec }) => [
    'encoding' in spec ? { pairs: await pairsOf(pe, spec), ...lengthsOf(spec) } : await pe.report(spec as object),
  ],
});
