/** Tests of the types: compiled, never run. A line under @ts-expect-error that compiles is itself an error. */
import {
  create,
  type EncodingSpec,
  type ErrorCode,
  type Matrix,
  openTensors,
  PosencError,
  type Prepared,
  readTensors,
  type ScalingId,
  type ScalingSpec,
  type Tensor,
  type WarningCode,
} from 'posenc';

export const specs: EncodingSpec[] = [
  { encoding: 'sinusoidal', dim: 512 },
  {
    encoding: 'sinusoidal',
    dim: 7,
    layout: 'half-flipped',
    denominator: 'd/2-1',
    oddRule: 'pad-drop',
    scale: 2,
    paddingIndex: 1,
  },
  { encoding: 'timestep', dim: 320, flipSinToCos: true, downscaleFreqShift: 0 },
  { encoding: 'rope', dim: 128, base: 500000, scaling: { type: 'llama3', factor: 8, originalContext: 8192 } },
  {
    encoding: 'rope',
    dim: 96,
    scaling: {
      type: 'longrope',
      originalContext: 4096,
      factor: 32,
      shortFactor: [1],
      longFactor: new Float64Array(48),
    },
  },
  { encoding: 'rope', dim: 128, base: undefined },
  { encoding: 'alibi', heads: 8, rule: 'geometric' },
];

export const wrong: EncodingSpec[] = [
  // @ts-expect-error alibi has no base
  { encoding: 'alibi', heads: 8, base: 3 },
  // @ts-expect-error alibi has no dim
  { encoding: 'alibi', dim: 8, heads: 8 },
  // @ts-expect-error heads is required
  { encoding: 'alibi' },
  // @ts-expect-error dim is required
  { encoding: 'rope' },
  // @ts-expect-error not a number
  { encoding: 'rope', dim: '128' },
  // @ts-expect-error null is not a value
  { encoding: 'rope', dim: null },
  // @ts-expect-error no such encoding
  { encoding: 'ropes', dim: 128 },
  // @ts-expect-error no such layout
  { encoding: 'rope', dim: 128, layout: 'half-flipped' },
  // @ts-expect-error only rope takes a scaling
  { encoding: 'sinusoidal', dim: 128, scaling: { type: 'linear', factor: 2 } },
  // @ts-expect-error factor is required
  { encoding: 'rope', dim: 128, scaling: { type: 'linear' } },
  // @ts-expect-error linear has no alpha
  { encoding: 'rope', dim: 128, scaling: { type: 'linear', factor: 2, alpha: 1 } },
];

// @ts-expect-error no such code
export const code: ErrorCode = 'not_a_code';
export const scaling: ScalingSpec['type'] = 'yarn-paper';

export async function use(): Promise<void> {
  const pe = await create({
    worker: true,
    modules: { analysis: new URL('analysis.wasm', 'https://example.org/'), train: new Uint8Array(0) },
    wasmUrl: '/core.wasm',
  });
  // @ts-expect-error there is no such module
  await create({ modules: { kernel: 'kernel.wasm' } });
  const single: Matrix<Float32Array> = await pe.table(specs[0]!, 16);
  const double: Matrix<Float64Array> = await pe.table(specs[0]!, [0.5, 1], { dtype: 'f64' });
  // @ts-expect-error f64 tables are Float64Array
  const mixed: Matrix<Float32Array> = await pe.table(specs[0]!, 16, { dtype: 'f64' });
  // @ts-expect-error positions are numbers
  await pe.table(specs[0]!, ['0']);
  const x = { data: new Float32Array(4), rows: 1, cols: 4 };
  const turned: Matrix<Float64Array> = await pe.rotate(specs[0]!, [[1, 2, 3, 4]], 1);
  const turned32: Matrix<Float32Array> = await pe.rotate(specs[0]!, x, 1, { side: 'k' });
  const turned64: Matrix<Float64Array> = await pe.rotate(specs[0]!, x, 1, { dtype: 'f64' });
  // @ts-expect-error float32, as x is
  const mixed64: Matrix<Float64Array> = await pe.rotate(specs[0]!, x, 1);
  const into: Matrix<Float64Array> = await pe.table(specs[0]!, 1, { into: new Float64Array(4) });
  const prepared: Prepared = await pe.prepare(specs[0]!);
  const row: Matrix<Float32Array> = prepared.sync.table([7]);
  const row64: Matrix<Float64Array> = await prepared.table([7], { dtype: 'f64' });
  const turnedNow: Matrix<Float32Array> = prepared.sync.rotate(x, 1, { into: x.data });
  const frequencies: Float64Array = prepared.sync.frequencies();
  // @ts-expect-error the spec is given once
  prepared.sync.table(specs[0]!, [7]);
  const gram: Matrix<Float64Array> = await pe.gram(specs[0]!, 4);
  const gram32: Matrix<Float32Array> = await pe.gram(specs[0]!, 4, { dtype: 'f32' });
  // @ts-expect-error float64 by default
  const mixedGram: Matrix<Float32Array> = await pe.gram(specs[0]!, 4);
  // @ts-expect-error a result cannot be assigned to
  single.rows = 3;
  const { mapping, at } = await pe.compare(specs[0]!, specs[1]!, { grid: [4, 4] }, { tolerance: 1e-9 });
  const order: Int32Array | undefined = mapping?.permutation;
  const pool = await create({ workers: 2 });
  const own: Matrix<Float32Array> = await pool.table(specs[0]!, 16, { into: single.data, transfer: true });
  await pool.attentionBias(specs[6]!, 4, 4, { into: own.data, head: 0 });
  // @ts-expect-error a bias is float32
  await pool.attentionBias(specs[6]!, 4, 4, { into: double.data });
  // @ts-expect-error a number
  await create({ workers: '2' });
  // @ts-expect-error nothing may differ
  const channel: number = at.channel;
  const tensor: Tensor = readTensors(new Uint8Array(8))[0]!;
  const stored: Promise<Float32Array | Float64Array> = (await openTensors(new Blob([])))[0]!.data();
  // @ts-expect-error bytes, not a path
  readTensors('model.safetensors');
  for await (const block of pe.tableBlocks(specs[0]!, { count: 1e9 }, { blockRows: 1024 }))
    double.data.set(block.data, block.firstRow);
  try {
    const report = await pe.report('{}', { contextLength: 8192 });
    const scaling: ScalingId = report.type;
    const codes: WarningCode[] = report.warnings.map(({ code }) => code);
    // @ts-expect-error no such context extension: the list is closed
    const misspelt = report.type === 'yarrn';
    // @ts-expect-error no such warning: the list is closed
    const unknown = codes[0] === 'slidingWindow';
    void [scaling, misspelt, unknown];
  } catch (error) {
    if (error instanceof PosencError && error.code === 'bad_json') throw error;
  }
  pe.dispose();
  return void [mixed, order, channel, tensor.data(), stored];
}

/** The type of cosines and sines depends on the layout: which arrays exist. */
export async function cached(pe: Awaited<ReturnType<typeof create>>, prepared: Prepared) {
  const { cos }: { cos: Float32Array } = await pe.cosSin({ encoding: 'rope', dim: 8 }, 0, 4);
  const { data }: { data: Uint16Array } = prepared.sync.cosSin(0, 4, { dtype: 'bf16', layout: 'concatenated' });
  const halves = await prepared.cosSin(0, 4, { dtype: 'f16', layout: 'doubled' });
  // @ts-expect-error two arrays
  void halves.data;
  // @ts-expect-error no such layout
  void pe.cosSin({ encoding: 'rope', dim: 8 }, 0, 4, { layout: 'interleaved' });
  return [cos[0]! + data[0]! + halves.sin[0]!];
}
