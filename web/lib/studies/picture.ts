/**
 * A picture learned from half of its pixels: a ReLU network gets each pixel's coordinates in some form and is trained
 * on its grey value by full-batch gradient descent (Tancik et al. 2020, arXiv:2006.10739, at small scale). Its
 * infinite-width tangent kernel predicts the result from this network's initial outputs, for comparison.
 */
import { errorAbout } from '../checks/errors.js';
import { finite, isRecord, list, maybe, record, whole } from '../checks/schema.js';
import type { EncodingSpec } from '../generated/encodings.js';
import type { LayerSpec as Layer } from '../generated/analyses.js';
import type { Evaluation } from '../types/training.js';
import type { Posenc } from '../types/posenc.js';
import type { CallOptions, Matrix } from '../types/values.js';

/** Input of the network: the coordinates, one input per pixel, or an encoding of the coordinates in [0, 1). */
export type PictureFeatures = 'coordinates' | 'pixel' | EncodingSpec;

export interface PictureExperiment {
  /** `pixels`: grey values row by row, 0 to 1; defaults to a drawn picture. */
  readonly picture: { readonly side: number; readonly pixels?: readonly number[] | undefined };
  readonly features: PictureFeatures;
  /** Units in each of the two hidden layers. */
  readonly width: number;
  /** Steps of gradient descent, each half as long as the kernel's limit allows. */
  readonly steps: number;
  readonly evaluateEvery: number;
  readonly seed?: number | undefined;
  /** Chooses the training pixels. */
  readonly taskSeed?: number | undefined;
}
export const isPicture = (experiment: object): experiment is PictureExperiment => 'picture' in experiment;

type Computes = Pick<Posenc, 'analyse' | 'table'>;

/** Its splits have mean squared errors; `predicted` has those that the kernel predicts. */
export interface PictureEvaluation extends Evaluation {
  readonly predicted: { readonly train: number; readonly test: number };
}

const mostSide = 64;
const schema = record({
  picture: record({ side: whole, pixels: maybe(list(finite)) }),
  features: {
    read(value: unknown, field: string): PictureFeatures {
      if (value === 'coordinates' || value === 'pixel' || isRecord(value)) return value as PictureFeatures;
      throw errorAbout('bad_argument', field, `must be 'coordinates', 'pixel' or a spec`);
    },
    write: () => undefined,
  },
  width: whole,
  steps: whole,
  evaluateEvery: whole,
  seed: maybe(whole),
  taskSeed: maybe(whole),
});

/** A disc on a grey gradient, stripes two pixels wide and a chequered corner: slow and fast changes in one picture. */
function drawn(side: number): number[] {
  return Array.from({ length: side * side }, (_, i) => {
    const [row, col] = [Math.floor(i / side), i % side];
    const [y, x] = [(row + 0.5) / side, (col + 0.5) / side];
    if (y > 0.65 && x > 0.45) return Math.floor(row / 2) % 2 === 0 ? 0.1 : 0.85;
    if (y < 0.3 && x > 0.7) return (Math.floor(row / 2) + Math.floor(col / 2)) % 2 === 0 ? 0.2 : 0.8;
    return (x - 0.35) ** 2 + (y - 0.4) ** 2 < 0.06 ? 0.9 : 0.2 + 0.3 * x;
  });
}

/** Shuffles the pixels; the first half is the training set. Integer arithmetic only, so the same on every platform. */
function shuffled(count: number, seed: number): number[] {
  let state = Math.imul(seed + 1, 0x9e3779b1) >>> 0;
  const below = (n: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
  const order = Array.from({ length: count }, (_, i) => i);
  for (let i = count - 1; i > 0; i--) {
    const j = below(i + 1);
    [order[i], order[j]] = [order[j]!, order[i]!];
  }
  return order;
}

/** Each run draws its own frequencies, if they are drawn at random. */
function withSeed(features: PictureFeatures, seed: number): PictureFeatures {
  if (typeof features === 'string' || features.encoding !== 'fourier-features') return features;
  return (features.mapping ?? 'gaussian') === 'gaussian' && !features.frequencies ? { seed, ...features } : features;
}

async function inputs(
  pe: Computes,
  features: PictureFeatures,
  pixels: readonly number[],
  side: number,
): Promise<Matrix> {
  const rows = pixels.length;
  const at = Float64Array.from(pixels.flatMap((pixel) => [Math.floor(pixel / side) / side, (pixel % side) / side]));
  if (features === 'coordinates') return { data: at, rows, cols: 2 };
  if (features !== 'pixel') return pe.table(features, { data: at, rows, cols: 2 }, { dtype: 'f64' });
  // scaled so that each input has the norm of a vector with unit variance per channel
  const cols = side * side;
  const data = new Float64Array(rows * cols);
  pixels.forEach((pixel, row) => (data[row * cols + pixel] = side));
  return { data, rows, cols };
}

export async function* pictureEvaluations(
  pe: Computes,
  given: PictureExperiment,
  { signal, onProgress }: CallOptions,
): AsyncGenerator<PictureEvaluation> {
  const of = schema.read(given, 'experiment');
  const { side } = of.picture;
  if (side < 2 || side > mostSide)
    throw errorAbout('bad_argument', 'picture.side', `must be from 2 to ${mostSide}, got ${side}`);
  const grey = of.picture.pixels ?? drawn(side);
  if (grey.length !== side * side)
    throw errorAbout('bad_argument', 'picture.pixels', `must have side² = ${side * side} numbers, got ${grey.length}`);
  const order = shuffled(side * side, of.taskSeed ?? 0);
  const half = Math.ceil(order.length / 2);
  const [trained, unseen] = [order.slice(0, half), order.slice(half)];
  const targets = (pixels: readonly number[]): Matrix<Float64Array> => ({
    ...{ data: Float64Array.from(pixels, (pixel) => grey[pixel]! - 0.5), rows: pixels.length, cols: 1 },
  });
  const seed = of.seed ?? 0;
  const features = withSeed(of.features, seed);
  const [x, xTest] = [await inputs(pe, features, trained, side), await inputs(pe, features, unseen, side)];
  const [y, yTest] = [targets(trained), targets(unseen)];
  const hidden: Layer = { layer: 'dense', width: of.width, weightStd: Math.SQRT2, biasStd: 0.1 };
  const layers: Layer[] = [hidden, { layer: 'relu' }, hidden, { layer: 'relu' }, { layer: 'dense', width: 1 }];

  const { ntk: kernel } = await pe.analyse({ analysis: 'network-kernel', layers }, { x }, { signal });
  const { ntk: testKernel } = await pe.analyse(
    { analysis: 'network-kernel', layers },
    { x: xTest, other: x },
    { signal },
  );
  const limits = await pe.analyse({ analysis: 'training-prediction', times: [0] }, { kernel, y }, { signal });
  const learningRate = limits.learningRateLimit! / 2;
  const recordEvery = Math.max(1, of.evaluateEvery);
  const run = await pe.analyse(
    { analysis: 'train-network', layers, seed, learningRate, steps: of.steps, recordEvery },
    { x, y, xTest, yTest },
    { signal, onProgress },
  );
  const steps = [...run.steps];
  const begun = (outputs: Matrix<Float64Array>): Matrix<Float64Array> => ({
    ...{ data: outputs.data.subarray(0, outputs.cols), rows: outputs.cols, cols: 1 },
  });
  const prediction = await pe.analyse(
    { analysis: 'training-prediction', learningRate, steps },
    { kernel, y, testKernel, f0: begun(run.trainOutputs), f0Test: begun(run.testOutputs!) },
    { signal },
  );
  const weightsHash = hashOf(run.parameters);
  for (const [k, step] of steps.entries()) {
    const error = ({ data, cols }: Matrix<Float64Array>, { data: target }: Matrix<Float64Array>): number =>
      target.reduce((sum, value, i) => sum + (data[k * cols + i]! - value) ** 2, 0) / cols;
    const loss = error(run.trainOutputs, y);
    yield {
      ...{ step, trainLoss: loss, blocks: [], weightsHash },
      splits: [
        { split: 'train', loss, accuracyByCondition: {} },
        { split: 'test', loss: error(run.testOutputs!, yTest), accuracyByCondition: {} },
      ],
      predicted: { train: error(prediction.stepTrain!, y), test: error(prediction.stepTest!, yTest) },
    };
  }
}

/** FNV-1a, 64 bits, of the values' bytes, like the hash of a run's weights. */
function hashOf(numbers: Float64Array): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new Uint8Array(numbers.slice().buffer))
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return String(hash);
}
