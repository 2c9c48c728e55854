/**
 * The public interface over any backend: checks every argument, copies what the caller may change,
 * and hands plain requests on. The same object in process and in a worker.
 */
import type { Floats } from './arrays.js';
import type {
  Backend,
  BlocksRequest,
  Calls,
  Computed,
  Control,
  Method,
  OnGpuCalls,
  OnGpuMethod,
  OnGpuTarget,
} from './calls.js';
import { compareTables } from './compare.js';
import { namedError, pairsByHeads, readComparison, rowsOf, wordsOf } from './compare-specs.js';
import { PosencError, asPosencError } from './errors.js';
import { checkAnalysis, checkInputs, checkNetwork } from './analysis.js';
import {
  analyses,
  type AnalysisId,
  type AnalysisInputs,
  type AnalysisResults,
  type AnalysisSpec,
} from './generated/analyses.js';
import { encodings } from './generated/encodings.js';
import { readGpuMatrix, targetBeside, targetOf } from './gpu-arguments.js';
import { atContext, readConfig } from './hf/config-argument.js';
import { assembleConfigReport, assembleReport, exportConfig, importConfig } from './hf/index.js';
import {
  booleanOption,
  choiceOption,
  controlOf,
  dtypeOf,
  intoOf,
  readOptions,
  sideOf,
  takenOver,
  throwIfAborted,
  wholeOption,
} from './options.js';
import type {
  AttentionScores,
  BiasOnGpuOptions,
  BiasOptions,
  BlockOptions,
  CallOptions,
  CompareOptions,
  Comparison,
  ConfigReport,
  DType,
  EncodingSpec,
  Fact,
  GramOptions,
  GpuDevice,
  GpuInput,
  GpuMatrix,
  ImportedConfig,
  ImportedLayer,
  Matrix,
  Network,
  NetworkKernelOptions,
  OnGpuOptions,
  Posenc,
  Positions,
  Precision,
  PrecisionOptions,
  RotateOnGpuOptions,
  RotateOptions,
  ScoresOptions,
  Shape,
  ComputedMatrix,
  ComputedBlock,
  ComputedBy,
  TableOptions,
} from './posenc.js';
import { biasRequest, onPairs, onPositions } from './requests.js';
import { checkPositions, checkRange, type PositionPlan } from './positions.js';
import { assemblePrecision, methodsOf } from './precision.js';
import type { Entries } from './record.js';
import { readFloatRows, readRows } from './rows.js';
import { checkSpec, plainSpec } from './spec.js';

type ReportOptions = CallOptions & { contextLength?: number | undefined };
type HeadOptions = CallOptions & { head?: number | undefined };
type DerivativeOptions = CallOptions & { axis?: number | undefined };
type ExportOptions = CallOptions & { legacy?: boolean | undefined; maxPositionEmbeddings?: number | undefined };
/** A checked call, ready for the backend. */
interface Ready<R> {
  readonly request: R;
  readonly control: Control;
}

export class Api implements Posenc {
  readonly encodings = encodings;
  readonly analyses = analyses;
  #backend: Backend; // private at run time, too: behind it lies the module's memory
  #disposed = false;
  readonly #dropped = new FinalizationRegistry<AsyncGenerator>((blocks) => void blocks.return(undefined));

  constructor(backend: Backend) {
    this.#backend = backend;
    if (typeof Symbol.dispose === 'symbol') {
      Object.defineProperty(this, Symbol.dispose, { value: () => this.dispose() });
    }
  }

  frequencies(spec: EncodingSpec, options?: CallOptions): Promise<Float64Array> {
    return this.#call('frequencies', () => ({
      request: { spec: checkSpec(spec, 'frequencies') },
      control: controlOf(readOptions(options, [])),
    }));
  }

  table(
    spec: EncodingSpec,
    positions: Positions,
    options: TableOptions & { dtype: 'f64' },
  ): Promise<ComputedMatrix<Float64Array>>;
  table(
    spec: EncodingSpec,
    positions: Positions,
    options?: TableOptions & { dtype?: 'f32' | undefined },
  ): Promise<ComputedMatrix<Float32Array>>;
  table(spec: EncodingSpec, positions: Positions, options?: TableOptions): Promise<ComputedMatrix>;
  table(spec: EncodingSpec, positions: Positions, options?: TableOptions): Promise<ComputedMatrix> {
    return this.#callInto('table', () => {
      const entries = readOptions(options, ['dtype', 'into', 'transfer']);
      const dtype = dtypeOf(entries);
      const request = { ...onPositions('table', spec, positions), dtype };
      return { request, entries, dtype };
    });
  }

  tableBlocks(spec: EncodingSpec, positions: Positions, options?: BlockOptions): AsyncIterableIterator<ComputedBlock> {
    // Arguments are read now, as by every other method; what is wrong with them, next() tells.
    const ready = settled((): Ready<BlocksRequest> => {
      const entries = readOptions(options, ['dtype', 'blockRows']);
      const blockRows = wholeOption(entries, 'blockRows');
      const request = { ...onPositions('table', spec, positions), dtype: dtypeOf(entries) };
      return {
        request: blockRows === undefined ? request : { ...request, blockRows },
        control: controlOf(entries),
      };
    });
    return this.#watched(this.#blocks(ready));
  }

  tableOnGpu<D extends GpuDevice = GpuDevice>(
    spec: EncodingSpec,
    positions: Positions,
    options?: OnGpuOptions<D>,
  ): Promise<GpuMatrix<D>> {
    return this.#onGpu('table', options, [], () => onPositions('table', spec, positions));
  }

  derivative(spec: EncodingSpec, positions: Positions, options?: DerivativeOptions): Promise<Matrix<Float64Array>> {
    return this.#call('derivative', () => {
      const entries = readOptions(options, ['axis']);
      const axis = wholeOption(entries, 'axis', 0) ?? 0;
      const request = { ...onPositions('derivative', spec, positions), axis };
      return { request, control: controlOf(entries) };
    });
  }

  gram(
    spec: EncodingSpec,
    positions: Positions,
    options: GramOptions & { dtype: 'f32' },
  ): Promise<ComputedMatrix<Float32Array>>;
  gram(
    spec: EncodingSpec,
    positions: Positions,
    options?: GramOptions & { dtype?: 'f64' | undefined },
  ): Promise<ComputedMatrix<Float64Array>>;
  gram(spec: EncodingSpec, positions: Positions, options?: GramOptions): Promise<ComputedMatrix>;
  async gram(spec: EncodingSpec, positions: Positions, options?: GramOptions): Promise<ComputedMatrix> {
    const made = await this.#call('gram', () => {
      const entries = readOptions(options, ['dtype']);
      const dtype = dtypeOf(entries, 'f64');
      const request = { ...onPositions('gram', spec, positions), dtype };
      return { request, control: controlOf(entries) };
    });
    return computed(made);
  }

  gramOnGpu<D extends GpuDevice = GpuDevice>(
    spec: EncodingSpec,
    positions: Positions,
    options?: OnGpuOptions<D>,
  ): Promise<GpuMatrix<D>> {
    return this.#onGpu('gram', options, [], () => onPositions('gram', spec, positions));
  }

  channelGram(
    spec: EncodingSpec,
    positions: number | { readonly start?: number; readonly step?: number; readonly count: number },
    options?: CallOptions,
  ): Promise<Matrix<Float64Array>> {
    return this.#call('channelGram', () => ({
      request: { spec: checkSpec(spec, 'gram'), positions: checkRange(positions) },
      control: controlOf(readOptions(options, [])),
    }));
  }

  kernelProfile(spec: EncodingSpec, offsets: Positions, options?: CallOptions): Promise<Float64Array> {
    return this.#call('kernelProfile', () => ({
      request: onPositions('kernelProfile', spec, offsets, 'offsets'),
      control: controlOf(readOptions(options, [])),
    }));
  }

  kernelProfileOnGpu<D extends GpuDevice = GpuDevice>(
    spec: EncodingSpec,
    offsets: Positions,
    options?: OnGpuOptions<D>,
  ): Promise<GpuMatrix<D>> {
    return this.#onGpu('kernelProfile', options, [], () => onPositions('kernelProfile', spec, offsets, 'offsets'));
  }

  decayBound(spec: EncodingSpec, offsets: Positions, options?: CallOptions): Promise<Float64Array> {
    return this.#call('decayBound', () => ({
      request: onPositions('decayBound', spec, offsets, 'offsets'),
      control: controlOf(readOptions(options, [])),
    }));
  }

  rotate(
    spec: EncodingSpec,
    x: Matrix | readonly (readonly number[])[],
    positions: Positions,
    options: RotateOptions & { dtype: 'f32' },
  ): Promise<ComputedMatrix<Float32Array>>;
  rotate(
    spec: EncodingSpec,
    x: Matrix | readonly (readonly number[])[],
    positions: Positions,
    options?: RotateOptions & { dtype?: 'f64' | undefined },
  ): Promise<ComputedMatrix<Float64Array>>;
  rotate(
    spec: EncodingSpec,
    x: Matrix | readonly (readonly number[])[],
    positions: Positions,
    options?: RotateOptions,
  ): Promise<ComputedMatrix>;
  rotate(
    spec: EncodingSpec,
    x: Matrix | readonly (readonly number[])[],
    positions: Positions,
    options?: RotateOptions,
  ): Promise<ComputedMatrix> {
    return this.#callInto('rotate', () => {
      const entries = readOptions(options, ['side', 'dtype', 'into', 'transfer']);
      const dtype = dtypeOf(entries, 'f64');
      const raw = checkSpec(spec, 'rotate');
      const plan = checkPositions(positions);
      const rows = { count: plan.count, of: 'positions' };
      const request = {
        spec: raw,
        positions: plan,
        x: readFloatRows(x, { field: 'x', rows, cols: raw.numbers['dim'] }),
        side: sideOf(entries),
        dtype,
      };
      return { request, entries, dtype };
    });
  }

  rotateOnGpu<D extends GpuDevice = GpuDevice>(
    spec: EncodingSpec,
    x: GpuInput<D>,
    positions: Positions,
    options?: RotateOnGpuOptions<D>,
  ): Promise<GpuMatrix<D>> {
    return this.#onGpu(
      'rotate',
      options,
      ['side', 'into'],
      (entries) => ({
        ...onPositions('rotate', spec, positions),
        x: readGpuMatrix(x, 'x'),
        side: sideOf(entries),
      }),
      (entries, request) => targetBeside(entries, request.x),
    );
  }

  attentionBias(
    spec: EncodingSpec,
    nQuery: number,
    nKey: number,
    options?: BiasOptions,
  ): Promise<ComputedMatrix<Float32Array>> {
    return this.#callInto('attentionBias', () => {
      const entries = readOptions(options, ['head', 'into', 'transfer']);
      return { request: biasRequest('attentionBias', spec, nQuery, nKey, entries), entries, dtype: 'f32' };
    });
  }

  attentionBiasOnGpu<D extends GpuDevice = GpuDevice>(
    spec: EncodingSpec,
    nQuery: number,
    nKey: number,
    options?: BiasOnGpuOptions<D>,
  ): Promise<GpuMatrix<D>> {
    return this.#onGpu('attentionBias', options, ['head'], (entries) =>
      biasRequest('attentionBias', spec, nQuery, nKey, entries),
    );
  }

  biasVector(spec: EncodingSpec, nQuery: number, nKey: number, options?: HeadOptions): Promise<Matrix<Float32Array>> {
    return this.#call('biasVector', () => {
      const entries = readOptions(options, ['head']);
      return { request: biasRequest('biasVector', spec, nQuery, nKey, entries), control: controlOf(entries) };
    });
  }

  relativeMap(spec: EncodingSpec, nQuery: number, nKey: number, options?: CallOptions): Promise<Matrix<Float64Array>> {
    return this.#call('relativeMap', () => ({
      request: onPairs('relativeMap', spec, nQuery, nKey),
      control: controlOf(readOptions(options, [])),
    }));
  }

  attentionScores(
    spec: EncodingSpec,
    q: Matrix | readonly (readonly number[])[],
    k: Matrix | readonly (readonly number[])[],
    options?: ScoresOptions,
  ): Promise<AttentionScores> {
    return this.#call('attentionScores', () => {
      const entries = readOptions(options, ['queryPositions', 'keyPositions', 'head']);
      const raw = checkSpec(spec, 'attentionScores');
      const positionsOf = (name: string): PositionPlan | undefined =>
        entries.has(name) ? checkPositions(entries.get(name), `options.${name}`) : undefined;
      const [queryPositions, keyPositions] = [positionsOf('queryPositions'), positionsOf('keyPositions')];
      const rows = (plan: PositionPlan | undefined, name: string) => plan && { count: plan.count, of: name };
      const queries = readRows(q, { field: 'q', rows: rows(queryPositions, 'queryPositions') });
      const keys = readRows(k, { field: 'k', rows: rows(keyPositions, 'keyPositions'), cols: queries.cols });
      const head = wholeOption(entries, 'head', 0) ?? 0;
      const request = { spec: raw, q: queries, k: keys, queryPositions, keyPositions, head };
      return { request, control: controlOf(entries) };
    });
  }

  facts(spec: EncodingSpec, options?: CallOptions): Promise<readonly Fact[]> {
    return this.#call('facts', () => ({
      request: { spec: checkSpec(spec, 'facts') },
      control: controlOf(readOptions(options, [])),
    }));
  }

  shape(spec: EncodingSpec, options?: CallOptions): Promise<Shape> {
    return this.#call('shape', () => ({
      request: { spec: checkSpec(spec, null) },
      control: controlOf(readOptions(options, [])),
    }));
  }

  async compare(
    specA: EncodingSpec,
    specB: EncodingSpec,
    positions: Positions,
    options?: CompareOptions,
  ): Promise<Comparison> {
    this.#refuseDisposed();
    const plan = settled(() => readComparison(specA, specB, positions, options))();
    const { stage, specs, tolerance, control } = plan;
    const { count } = plan.positions;
    const matrix = async (i: 0 | 1): Promise<Matrix> => {
      const half = { ...control, onProgress: (done: number) => control.onProgress?.((i + done) / 2) };
      const run = <M extends typeof stage>(method: M, request: Calls[M]['request']) =>
        this.#call(method, () => ({ request, control: half }));
      const [spec, pairs] = [specs[i], { nQuery: count, nKey: count }];
      try {
        switch (stage) {
          case 'table':
            return await run('table', { spec, positions: plan.positions, dtype: 'f64' });
          case 'attentionBias':
            return pairsByHeads(await run('attentionBias', { spec, ...pairs, head: undefined }));
          case 'relativeMap':
            return { data: (await run('relativeMap', { spec, ...pairs })).data, rows: count * count, cols: 1 };
        }
      } catch (thrown) {
        throw namedError(i === 0 ? 'specA' : 'specB', thrown);
      }
    };
    const [a, b] = [await matrix(0), await matrix(1)];
    return compareTables(a, b, rowsOf(plan), tolerance, wordsOf[stage]);
  }

  async precision(spec: EncodingSpec, positions: Positions, options?: PrecisionOptions): Promise<Precision> {
    let methods: number[] = [];
    const raw = await this.#call('precision', () => {
      const entries = readOptions(options, ['methods', 'scores']);
      methods = methodsOf(entries);
      const request = {
        spec: checkSpec(spec, 'precision'),
        positions: checkPositions(positions),
        methods,
        scores: booleanOption(entries, 'scores') ?? true,
      };
      return { request, control: controlOf(entries) };
    });
    return assemblePrecision(raw, methods);
  }

  async analyse<Id extends AnalysisId>(
    spec: AnalysisSpec & { readonly analysis: Id },
    inputs: AnalysisInputs[Id],
    options?: CallOptions,
  ): Promise<AnalysisResults[Id]> {
    const result = await this.#call('analyse', () => {
      const { raw, info } = checkAnalysis(spec);
      const kinds = Object.fromEntries(info.outputs.map(({ name, kind }) => [name, kind]));
      const request = { analysis: raw, inputs: checkInputs(inputs, info), kinds };
      return { request, control: controlOf(readOptions(options, [])) };
    });
    return result as AnalysisResults[Id];
  }

  networkKernelOnGpu<D extends GpuDevice = GpuDevice>(
    network: Network,
    spec: EncodingSpec,
    positions: Positions,
    options?: NetworkKernelOptions<D>,
  ): Promise<GpuMatrix<D>> {
    return this.#onGpu('networkKernel', options, ['kernel'], (entries) => ({
      ...onPositions('table', spec, positions),
      analysis: checkNetwork(network),
      kernel: choiceOption(entries, 'kernel', ['ntk', 'nngp']),
    }));
  }

  async importConfig(configJson: string | object, options?: CallOptions): Promise<ImportedConfig> {
    this.#refuseDisposed();
    const { value, control } = settled(() => ({
      control: controlOf(readOptions(options, [])),
      value: importConfig(readConfig(configJson)),
    }))();
    throwIfAborted(control.signal);
    return value;
  }

  async exportConfig(spec: EncodingSpec, options?: ExportOptions): Promise<Record<string, unknown>> {
    let value: Record<string, unknown> = {};
    // The core is asked for the frequencies: it refuses what is wrong between parameters, such as list lengths.
    await this.#call('frequencies', () => {
      const entries = readOptions(options, ['legacy', 'maxPositionEmbeddings']);
      const raw = checkSpec(spec, 'report');
      value = exportConfig(plainSpec(raw), {
        legacy: booleanOption(entries, 'legacy'),
        maxPositionEmbeddings: wholeOption(entries, 'maxPositionEmbeddings'),
      });
      return { request: { spec: raw }, control: controlOf(entries) };
    });
    return value;
  }

  async report(configJson: string | object, options?: ReportOptions): Promise<ConfigReport> {
    let layers: [string, ImportedLayer, number][] = [];
    const raw = await this.#call('report', () => {
      const entries = readOptions(options, ['contextLength']);
      const contextLength = wholeOption(entries, 'contextLength');
      layers = Object.entries(importConfig(readConfig(configJson)).layers).map(([key, layer]) => {
        const length = contextLength ?? layer.maxContext;
        return [key, { ...layer, spec: atContext(layer.spec, length) }, length];
      });
      const request = layers.map(([, layer, length]) => ({
        spec: checkSpec(layer.spec, 'report'),
        trainedContext: layer.trainedContext,
        contextLength: length,
      }));
      return { request, control: controlOf(entries) };
    });
    return assembleConfigReport(
      Object.fromEntries(layers.map(([key, layer, length], i) => [key, assembleReport(layer, raw[i]!, length)])),
    );
  }

  dispose(): void {
    this.#disposed = true;
    this.#backend.dispose();
  }

  async #onGpu<M extends OnGpuMethod, D extends GpuDevice>(
    method: M,
    options: OnGpuOptions<D> | undefined,
    names: readonly string[],
    prepare: (entries: Entries) => OnGpuCalls[M],
    place: (entries: Entries, request: OnGpuCalls[M]) => OnGpuTarget = targetOf,
  ): Promise<GpuMatrix<D>> {
    this.#refuseDisposed();
    const { request, control, target } = settled(() => {
      const entries = readOptions(options, ['device', 'usage', ...names]);
      const request = prepare(entries);
      return { request, control: controlOf(entries), target: place(entries, request) };
    })();
    throwIfAborted(control.signal);
    if (!this.#backend.onGpu) {
      const { GpuBackend } = await import('./gpu/backend.js');
      if (!this.#backend.onGpu) this.#backend = new GpuBackend(this.#backend, 'wasm', undefined);
    }
    return (await this.#backend.onGpu!(method, request, target, control)) as GpuMatrix<D>;
  }

  /** A call whose result may be the caller's array. Memory is taken over last, so that a bad argument leaves it. */
  async #callInto<M extends 'table' | 'rotate' | 'attentionBias'>(
    method: M,
    prepare: () => { request: Calls[M]['request']; entries: Entries; dtype: DType },
  ): Promise<Calls[M]['result'] & { readonly backend: ComputedBy }> {
    let given: Floats | undefined;
    const result = await this.#call(method, () => {
      const { request, entries, dtype } = prepare();
      const control = controlOf(entries);
      const into = intoOf(entries, dtype);
      if (!into) return { request, control };
      const { transfer } = into;
      if (!transfer) given = into.given;
      const view = transfer ? takenOver(into.view) : into.view;
      return { request: { ...request, intoLength: view.length }, control: { ...control, into: view, transfer } };
    });
    return computed(given ? { ...result, data: given } : result);
  }

  async #call<M extends Method>(method: M, prepare: () => Ready<Calls[M]['request']>): Promise<Calls[M]['result']> {
    this.#refuseDisposed();
    const { request, control } = settled(prepare)();
    throwIfAborted(control.signal);
    const result = await this.#backend.run(method, request, control);
    throwIfAborted(control.signal); // also where the work was done before it could notice
    return result;
  }

  async *#blocks(ready: () => Ready<BlocksRequest>): AsyncGenerator<ComputedBlock, void, undefined> {
    this.#refuseDisposed();
    const { request, control } = ready();
    throwIfAborted(control.signal);
    for await (const block of this.#backend.blocks(request, control)) yield computed(block);
  }

  /** An iterator that is dropped before its end is closed when it is collected: a net, not a promise. */
  #watched(blocks: AsyncGenerator<ComputedBlock, void, undefined>): AsyncIterableIterator<ComputedBlock> {
    const outer: AsyncIterableIterator<ComputedBlock> = {
      next: () => blocks.next(),
      return: () => blocks.return(),
      [Symbol.asyncIterator]: () => outer,
    };
    this.#dropped.register(outer, blocks);
    return outer;
  }

  #refuseDisposed(): void {
    if (this.#disposed) throw new PosencError('disposed', '', 'dispose() was called; create() makes a new instance');
  }
}

/** Says what computed it. */
const computed = <T>(made: Computed<T>): T & { readonly backend: ComputedBy } => ({ backend: 'wasm', ...made });

/** Runs `body` now; the function returned gives its result or throws its error, as a PosencError. */
function settled<T>(body: () => T): () => T {
  try {
    const value = body();
    return () => value;
  } catch (thrown) {
    const error = asPosencError(thrown, 'reading the arguments');
    return () => {
      throw error;
    };
  }
}
