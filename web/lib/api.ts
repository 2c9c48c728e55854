/**
 * The public interface over any backend: checks every argument, copies what the caller may change,
 * and hands plain requests on. The same object in process and in a worker.
 */
import type { Backend, Calls } from './requests/calls.js';
import { readBlocks, readers } from './requests/arguments.js';
import { OnGpuApi } from './api-on-gpu.js';
import { Caller, computed } from './caller.js';
import { namedError, pairsByHeads, readComparison, rowsOf, wordsOf } from './requests/compare-specs.js';
import { checkAnalysis } from './requests/analysis.js';
import {
  analyses,
  type AnalysisId,
  type AnalysisInputs,
  type AnalysisResults,
  type AnalysisSpec,
} from './generated/analyses.js';
import { encodings } from './generated/encodings.js';
import { atContext, readConfig } from './hf/config-argument.js';
import { booleanOption, controlOf, readOptions, throwIfAborted, wholeOption } from './checks/options.js';
import type {
  AttentionScores,
  BiasOptions,
  BlockOptions,
  CallOptions,
  CompareOptions,
  Comparison,
  ConfigReport,
  EncodingSpec,
  EvenPositions,
  Fact,
  GramOptions,
  ImportedConfig,
  ImportedLayer,
  Matrix,
  Posenc,
  Positions,
  Precision,
  PrecisionOptions,
  Prepared,
  RotateOptions,
  ScoresOptions,
  Shape,
  ComputedMatrix,
  ComputedBlock,
  TableOptions,
  Vectors,
} from './types/posenc.js';
import { given } from './requests/requests.js';
import { assemblePrecision } from './requests/precision.js';
import { preparedOf } from './prepared.js';
import { newNumber } from './requests/prepared-number.js';
import { checkSpec, plainSpec } from './requests/spec.js';

type ReportOptions = CallOptions & { contextLength?: number | undefined };
type HeadOptions = CallOptions & { head?: number | undefined };
type DerivativeOptions = CallOptions & { axis?: number | undefined };
type ExportOptions = CallOptions & { legacy?: boolean | undefined; maxPositionEmbeddings?: number | undefined };

export class Api extends OnGpuApi implements Posenc {
  readonly encodings = encodings;
  readonly analyses = analyses;
  readonly #calls: Caller; // private at run time, too: behind it lies the module's memory

  constructor(backend: Backend) {
    const calls = new Caller(backend);
    super(calls);
    this.#calls = calls;
    if (typeof Symbol.dispose === 'symbol') {
      Object.defineProperty(this, Symbol.dispose, { value: () => this.dispose() });
    }
  }

  frequencies(spec: EncodingSpec, options?: CallOptions): Promise<Float64Array> {
    return this.#calls.run('frequencies', () => readers.frequencies(given(spec), options));
  }

  table(
    spec: EncodingSpec,
    positions: Positions,
    options: TableOptions & { dtype: 'f64' },
  ): Promise<ComputedMatrix<Float64Array>>;
  table<A extends Float32Array | Float64Array>(
    spec: EncodingSpec,
    positions: Positions,
    options: TableOptions & { dtype?: undefined; into: A },
  ): Promise<ComputedMatrix<A>>;
  table(
    spec: EncodingSpec,
    positions: Positions,
    options?: TableOptions & { dtype?: 'f32' | undefined },
  ): Promise<ComputedMatrix<Float32Array>>;
  table(spec: EncodingSpec, positions: Positions, options?: TableOptions): Promise<ComputedMatrix>;
  async table(spec: EncodingSpec, positions: Positions, options?: TableOptions): Promise<ComputedMatrix> {
    return computed(await this.#calls.run('table', () => readers.table(given(spec), positions, options)));
  }

  tableBlocks(spec: EncodingSpec, positions: Positions, options?: BlockOptions): AsyncIterableIterator<ComputedBlock> {
    return this.#calls.blocks(() => readBlocks(given(spec), positions, options));
  }

  derivative(spec: EncodingSpec, positions: Positions, options?: DerivativeOptions): Promise<Matrix<Float64Array>> {
    return this.#calls.run('derivative', () => readers.derivative(given(spec), positions, options));
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
    return computed(await this.#calls.run('gram', () => readers.gram(given(spec), positions, options)));
  }

  channelGram(spec: EncodingSpec, positions: EvenPositions, options?: CallOptions): Promise<Matrix<Float64Array>> {
    return this.#calls.run('channelGram', () => readers.channelGram(given(spec), positions, options));
  }

  kernelProfile(spec: EncodingSpec, offsets: Positions, options?: CallOptions): Promise<Float64Array> {
    return this.#calls.run('kernelProfile', () => readers.kernelProfile(given(spec), offsets, options));
  }

  decayBound(spec: EncodingSpec, offsets: Positions, options?: CallOptions): Promise<Float64Array> {
    return this.#calls.run('decayBound', () => readers.decayBound(given(spec), offsets, options));
  }

  rotate(
    spec: EncodingSpec,
    x: Vectors,
    positions: Positions,
    options: RotateOptions & { dtype: 'f32' },
  ): Promise<ComputedMatrix<Float32Array>>;
  rotate(
    spec: EncodingSpec,
    x: Vectors,
    positions: Positions,
    options: RotateOptions & { dtype: 'f64' },
  ): Promise<ComputedMatrix<Float64Array>>;
  rotate<A extends Float32Array | Float64Array>(
    spec: EncodingSpec,
    x: Vectors,
    positions: Positions,
    options: RotateOptions & { dtype?: undefined; into: A },
  ): Promise<ComputedMatrix<A>>;
  rotate<A extends Float32Array | Float64Array = Float64Array>(
    spec: EncodingSpec,
    x: Vectors<A>,
    positions: Positions,
    options?: RotateOptions & { dtype?: undefined; into?: undefined },
  ): Promise<ComputedMatrix<A>>;
  rotate(spec: EncodingSpec, x: Vectors, positions: Positions, options?: RotateOptions): Promise<ComputedMatrix>;
  async rotate(spec: EncodingSpec, x: Vectors, positions: Positions, options?: RotateOptions): Promise<ComputedMatrix> {
    return computed(await this.#calls.run('rotate', () => readers.rotate(given(spec), x, positions, options)));
  }

  async attentionBias(
    spec: EncodingSpec,
    nQuery: number,
    nKey: number,
    options?: BiasOptions,
  ): Promise<ComputedMatrix<Float32Array>> {
    return computed(
      await this.#calls.run('attentionBias', () => readers.attentionBias(given(spec), nQuery, nKey, options)),
    );
  }

  biasVector(spec: EncodingSpec, nQuery: number, nKey: number, options?: HeadOptions): Promise<Matrix<Float32Array>> {
    return this.#calls.run('biasVector', () => readers.biasVector(given(spec), nQuery, nKey, options));
  }

  relativeMap(spec: EncodingSpec, nQuery: number, nKey: number, options?: CallOptions): Promise<Matrix<Float64Array>> {
    return this.#calls.run('relativeMap', () => readers.relativeMap(given(spec), nQuery, nKey, options));
  }

  attentionScores(spec: EncodingSpec, q: Vectors, k: Vectors, options?: ScoresOptions): Promise<AttentionScores> {
    return this.#calls.run('attentionScores', () => readers.attentionScores(given(spec), q, k, options));
  }

  facts(spec: EncodingSpec, options?: CallOptions): Promise<readonly Fact[]> {
    return this.#calls.run('facts', () => readers.facts(given(spec), options));
  }

  shape(spec: EncodingSpec, options?: CallOptions): Promise<Shape> {
    return this.#calls.run('shape', () => readers.shape(given(spec), options));
  }

  async prepare(spec: EncodingSpec, options?: CallOptions): Promise<Prepared> {
    const raw = this.#calls.read(() => ({ ...checkSpec(spec, null), prepared: newNumber() }));
    const shape = await this.#calls.run('shape', () => readers.shape(() => raw, options));
    return preparedOf(this.#calls, raw, shape);
  }

  async compare(
    specA: EncodingSpec,
    specB: EncodingSpec,
    positions: Positions,
    options?: CompareOptions,
  ): Promise<Comparison> {
    const plan = this.#calls.read(() => readComparison(specA, specB, positions, options));
    const { stage, specs, tolerance, control } = plan;
    const { count } = plan.positions;
    const matrix = async (i: 0 | 1): Promise<Matrix> => {
      const half = { ...control, onProgress: (done: number) => control.onProgress?.((i + done) / 2) };
      const run = <M extends typeof stage>(method: M, request: Calls[M]['request']) =>
        this.#calls.run(method, () => ({ request, control: half }));
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
    const { compareTables } = await import('./compare/compare.js');
    return compareTables(a, b, rowsOf(plan), tolerance, wordsOf[stage]);
  }

  async precision(spec: EncodingSpec, positions: Positions, options?: PrecisionOptions): Promise<Precision> {
    let methods: readonly number[] = [];
    const raw = await this.#calls.run('precision', () => {
      const ready = readers.precision(given(spec), positions, options);
      ({ methods } = ready.request);
      return ready;
    });
    return assemblePrecision(raw, methods);
  }

  async analyse<Id extends AnalysisId>(
    spec: AnalysisSpec & { readonly analysis: Id },
    inputs: AnalysisInputs[Id],
    options?: CallOptions,
  ): Promise<AnalysisResults[Id]> {
    const result = await this.#calls.run('analyse', () => {
      const { raw, info, inputs: plans } = checkAnalysis(spec, inputs);
      const kinds = Object.fromEntries(info.outputs.map(({ name, kind }) => [name, kind]));
      const request = { analysis: raw, inputs: plans, kinds };
      return { request, control: controlOf(readOptions(options, [])) };
    });
    return result as AnalysisResults[Id];
  }

  async importConfig(configJson: string | object, options?: CallOptions): Promise<ImportedConfig> {
    const { config, control } = this.#calls.read(() => ({
      control: controlOf(readOptions(options, [])),
      config: readConfig(configJson),
    }));
    const { importConfig } = await configs();
    throwIfAborted(control.signal);
    return this.#calls.read(() => importConfig(config));
  }

  async exportConfig(spec: EncodingSpec, options?: ExportOptions): Promise<Record<string, unknown>> {
    const { raw, how, control } = this.#calls.read(() => {
      const entries = readOptions(options, ['legacy', 'maxPositionEmbeddings']);
      const how = {
        legacy: booleanOption(entries, 'legacy'),
        maxPositionEmbeddings: wholeOption(entries, 'maxPositionEmbeddings'),
      };
      return { raw: checkSpec(spec, 'report'), how, control: controlOf(entries) };
    });
    const { exportConfig } = await configs();
    const value = this.#calls.read(() => exportConfig(plainSpec(raw), how));
    // The core is asked for the frequencies: it refuses what is wrong between parameters, such as list lengths.
    await this.#calls.run('frequencies', () => ({ request: { spec: raw }, control }));
    return value;
  }

  async report(configJson: string | object, options?: ReportOptions): Promise<ConfigReport> {
    const { config, contextLength, control } = this.#calls.read(() => {
      const entries = readOptions(options, ['contextLength']);
      const contextLength = wholeOption(entries, 'contextLength');
      return { config: readConfig(configJson), contextLength, control: controlOf(entries) };
    });
    const { assembleConfigReport, assembleReport, importConfig } = await configs();
    let layers: [string, ImportedLayer, number][] = [];
    const raw = await this.#calls.run('report', () => {
      layers = Object.entries(importConfig(config).layers).map(([key, layer]) => {
        const length = contextLength ?? layer.maxContext;
        return [key, { ...layer, spec: atContext(layer.spec, length) }, length];
      });
      const request = layers.map(([, layer, length]) => ({
        spec: checkSpec(layer.spec, 'report'),
        trainedContext: layer.trainedContext,
        contextLength: length,
      }));
      return { request, control };
    });
    return assembleConfigReport(
      Object.fromEntries(layers.map(([key, layer, length], i) => [key, assembleReport(layer, raw[i]!, length)])),
    );
  }

  dispose(): void {
    this.#calls.dispose();
  }
}

/** Reading and writing of configurations, loaded when the first of them is asked for. */
const configs = () => import('./hf/index.js');
