/** The analyses of a kernel, loaded together on the first user action. */
import { type AnalysisResults, analyses } from 'posenc';
import { stepped } from '../calls.js';
import type { EncodingSpec } from '../../lib/types/posenc.js';
import type { Posenc } from '../library.js';
import { type Kernel, type KernelMatrix, mostVectors } from './kernel.js';
import type { Offsets } from './offsets.js';

export async function kernelOf(
  pe: Posenc,
  found: KernelMatrix,
  signal: AbortSignal,
  onProgress: (fraction: number) => void,
): Promise<Kernel> {
  const { spec, places, offsets, gridRows, table, bias, matrix } = found;
  const stages = pe.encodings.find((info) => info.id === spec.encoding)?.stages ?? [];
  const control = { signal };
  onProgress(0.05);
  const stationarity = await pe.analyse({ analysis: 'stationarity', gridRows }, { kernel: matrix }, control);
  onProgress(0.3);
  const vectors = Math.min(places.count, mostVectors);
  const spectrum =
    table === undefined
      ? await pe.analyse({ analysis: 'spectrum', vectors, exponential: true }, { kernel: bias! }, control)
      : await pe.analyse({ analysis: 'spectrum', vectors }, { table }, control);
  onProgress(0.8);
  let circulants: Kernel['circulants'] = undefined;
  if (stationarity.isStationary === 1 && !offsets.grid) {
    const { strang, chan } =
      table === undefined ? spectrum : await pe.analyse({ analysis: 'spectrum' }, { kernel: matrix }, control);
    if (strang && chan) circulants = { strang, chan };
  }
  const limit =
    offsets.grid || !stages.includes('precision') ? undefined : await limitOf(pe, spec, offsets, stationarity, control);
  return {
    ...found,
    ...{ stationarity, spectrum, circulants, limit },
    profile: offsets.sorted(stationarity.profileMean),
    spread: offsets.sorted(stationarity.profileSpread),
  };
}

/** Returns undefined for a context extension, or for a base outside the range of the formula. */
async function limitOf(
  pe: Posenc,
  spec: EncodingSpec,
  offsets: Offsets,
  { profileMean }: AnalysisResults['stationarity'],
  control: { signal: AbortSignal },
): Promise<Float64Array | undefined> {
  const given = spec as unknown as Readonly<Record<string, unknown>>;
  const params = pe.encodings.find((info) => info.id === spec.encoding)?.params ?? [];
  const value = (name: string): unknown => given[name] ?? params.find((param) => param.name === name)?.initial;
  const base = Number(value('base') ?? value('maxPeriod'));
  const scale = Number(value('scale') ?? 1);
  const info = analyses.find(({ id }) => id === 'continuous-profile')?.params.find(({ name }) => name === 'base');
  if (given['scaling'] !== undefined || !(base >= (info?.min ?? 0) && base <= (info?.max ?? 0))) return undefined;
  const data = Float64Array.from(offsets.distances, (distance) => distance * scale);
  const { profile } = await pe.analyse(
    { analysis: 'continuous-profile', base },
    { offsets: { data, rows: data.length, cols: 1 } },
    control,
  );
  return stepped('times', profile, profileMean[0]!);
}
