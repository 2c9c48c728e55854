/** Helpers of several kinds for data from an encoding. */
import { PosencError } from '../../checks/errors.js';
import type { EncodingSpec, Posenc } from '../../types/posenc.js';
import type { Stage } from '../../types/registry.js';
import type { SpecRequest } from './kind.js';

export const has = (pe: Posenc, spec: EncodingSpec, stage: Stage): boolean =>
  pe.encodings.find(({ id }) => id === spec.encoding)?.stages.includes(stage) === true;

export const numbered = (count: number): Float64Array => Float64Array.from({ length: count }, (_, i) => i);

/** First principal coordinates of the positions in their table: Gram modes times square roots of eigenvalues. */
export async function principal(
  pe: Posenc,
  { spec, positions }: SpecRequest,
  count: number,
): Promise<readonly Float64Array[]> {
  const { eigenvalues, atSamples } = await pe.analyse(
    { analysis: 'mercer', modes: count },
    { table: { spec, positions } },
  );
  if (eigenvalues.length < count)
    throw new PosencError(
      'bad_argument',
      'spec',
      `the positions of this spec lie in ${eigenvalues.length} principal directions, the chart shows ${count}`,
    );
  const { data, cols } = atSamples;
  return Array.from({ length: count }, (_, k) =>
    data.slice(k * cols, (k + 1) * cols).map((value) => value * Math.sqrt(eigenvalues[k]!)),
  );
}
