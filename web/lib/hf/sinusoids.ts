/** Sinusoids of model types whose table is computed, read in models/<name>/modeling_<name>.py of transformers. */
import type { SinusoidalSpec } from '../generated/encodings.js';
import type { ConfigFile } from './config-file.js';
import { firstNumber, positiveInteger } from './fields.js';
import { readModel } from './import.js';

type Denominator = NonNullable<SinusoidalSpec['denominator']>;
const groups: readonly (readonly [Denominator, string])[] = [
  ['d/2', 'marian pegasus'],
  ['d/2-1', 'whisper m2m_100 nllb-moe xglm'],
];
const denominators = new Map(
  groups.flatMap(([denominator, types]) => types.split(' ').map((type) => [type, denominator] as const)),
);

/** The sinusoids of a file; for Whisper, those of its encoder. */
export function sinusoidsOf(file: ConfigFile): SinusoidalSpec | undefined {
  if (file.importGguf) return undefined;
  const { text, modelType } = readModel(file);
  const denominator = modelType === undefined ? undefined : denominators.get(modelType);
  const dim = denominator && firstNumber(text, ['d_model', 'hidden_size'], positiveInteger)?.value;
  return dim === undefined || dim % 2 !== 0 ? undefined : { encoding: 'sinusoidal', dim, denominator, layout: 'half' };
}
