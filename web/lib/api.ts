/**
 * The public interface over any backend: checks every argument, copies what the caller may change,
 * and hands plain requests on. The same object in process and in a worker.
 */
import type { Backend, Calls } from './calls.js';
import { OnGpuApi } from './api-on-gpu.js';
import { Caller, computed } from './caller.js';
import { namedError, pairsByHeads, readComparison, rowsOf, wordsOf } from './compare-specs.js';
import { checkAnalysis } from './analysis.js';
import {
  analyses,
  type AnalysisId,
  type AnalysisInputs,
  type AnalysisResults,
  type AnalysisSpec,
} from './generated/analyses.js';
import { encodings } from './generated/encodings.js';
import { atContext, readConfig } from './hf/config-argument.js';
import { booleanOption, controlOf, dtypeOf, readOptions, sideOf, throwIfAborted, wholeOption } from './options.js';
import type {
  AttentionScores,
  BiasOptions,
  BlockOptions,
  CallOptions,
  CompareOptions,
  Comparison,
  ConfigReport,
  EncodingSpec,
  Fact,
  GramOptions,
  ImportedConfig,
  ImportedLayer,
  Matrix,
  Posenc,
  Positions,
  Precision,
  PrecisionOptions,
  RotateOptions,
  ScoresOptions,
  Shape,
  ComputedMatrix,
  ComputedBlock,
  TableOptions,
} from './posenc.js';
import { biasRequest, onPairs, onPositions } from './requests.js';
import { checkPositions, checkRange, type PositionPlan } from './positions.js';
import { assemblePrecision, methodsOf } from './precision.js';
import { readFloatRows, readRows } from './rows.js';
import { checkSpec, plainSpec } from './spec.js';

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
    return this.#calls.run('frequencies', () => ({
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
    return this.#calls.into('table', () => {
      const entries = readOptions(options, ['dtype', 'into', 'transfer']);
      const dtype = dtypeOf(entries);
      const request = { ...onPositions('table', spec, positions), dtype };
      return { request, entries, dtype };
    });
  }

  tableBlocks(spec: EncodingSpec, positions: Positions, options?: BlockOptions): AsyncIterableIterator<ComputedBlock> {
    return this.#calls.blocks(() => {
      const entries = readOptions(options, ['dtype', 'blockRows']);
      const blockRows = wholeOption(entries, 'blockRows');
      const request = { ...onPositions('table', spec, positions), dtype: dtypeOf(entries) };
      return {
        request: blockRows === undefined ? request : { ...request, blockRows },
        control: controlOf(entries),
      };
    });
  }

  derivative(spec: EncodingSpec, positions: Positions, options?: DerivativeOptions): Promise<Matrix<Float64Array>> {
    return this.#calls.run('derivative', () => {
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
    const made = await this.#calls.run('gram', () => {
      const entries = readOptions(options, ['dtype']);
      const dtype = dtypeOf(entries, 'f64');
      const request = { ...onPositions('gram', spec, positions), dtype };
      return { request, control: controlOf(entries) };
    });
    return computed(made);
  }

  channelGram(
    spec: EncodingSpec,
    positions: number | { readonly start?: number; readonly step?: number; readonly count: number },
    options?: CallOptions,
  ): Promise<Matrix<Float64Array>> {
    return this.#calls.run('channelGram', () => ({
      request: { spec: checkSpec(spec, 'gram'), positions: checkRange(positions) },
      control: controlOf(readOptions(options, [])),
    }));
  }

  kernelProfile(spec: EncodingSpec, offsets: Positions, options?: CallOptions): Promise<Float64Array> {
    return this.#calls.run('kernelProfile', () => ({
      request: onPositions('kernelProfile', spec, offsets, 'offsets'),
      control: controlOf(readOptions(options, [])),
    }));
  }

  decayBound(spec: EncodingSpec, offsets: Positions, options?: CallOptions): Promise<Float64Array> {
    return this.#calls.run('decayBound', () => ({
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
    return this.#calls.into('rotate', () => {
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

  attentionBias(
    spec: EncodingSpec,
    nQuery: number,
    nKey: number,
    options?: BiasOptions,
  ): Promise<ComputedMatrix<Float32Array>> {
    return this.#calls.into('attentionBias', () => {
      const entries = readOptions(options, ['head', 'into', 'transfer']);
      return { request: biasRequest('attentionBias', spec, nQuery, nKey, entries), entries, dtype: 'f32' };
    });
  }

  biasVector(spec: EncodingSpec, nQuery: number, nKey: number, options?: HeadOptions): Promise<Matrix<Float32Array>> {
    return this.#calls.run('biasVector', () => {
      const entries = readOptions(options, ['head']);
      return { request: biasRequest('biasVector', spec, nQuery, nKey, entries), control: controlOf(entries) };
    });
  }

  relativeMap(spec: EncodingSpec, nQuery: number, nKey: number, options?: CallOptions): Promise<Matrix<Float64Array>> {
    return this.#calls.run('relativeMap', () => ({
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
    return this.#calls.run('attentionScores', () => {
      const entries = readOptions(options, ['queryPositions', 'keyPositions', 'head']);
      const raw = checkSpec(spec, 'attentionScores');
      const positionsOf = (name: string): PositionPlan | undefined =>
        entries.has(name) ? checkPositions(entries.get(name), `options.${name}`) : undefined;
      const [queryPositions, keyPositions] = [positionsOf('queryPositions'), positionsOf('keyPositions')];
      const rows = (plan: PositionPlan | undefined, name: string) => plan && { count: plan.count, of: name };
      const queries = readRows(q, { field: 'q', rows: rows(queryPositions, 'queryPositions') });
      const keys = readRows(k, { field: 'k', rows: rows(keyPositions, 'keyPositions'), cols: queries.cols });
      const head = wholeOption(entries, 'head', 0);
      const request = { spec: raw, q: queries, k: keys, queryPositions, keyPositions, head };
      return { request, control: controlOf(entries) };
    });
  }

  facts(spec: EncodingSpec, options?: CallOptions): Promise<readonly Fact[]> {
    return this.#calls.run('facts', () => ({
      request: { spec: checkSpec(spec, 'facts') },
      control: controlOf(readOptions(options, [])),
    }));
  }

  shape(spec: EncodingSpec, options?: CallOptions): Promise<Shape> {
    return this.#calls.run('shape', () => ({
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
    const { compareTables } = await import('./compare.js');
    return compareTables(a, b, rowsOf(plan), tolerance, wordsOf[stage]);
  }

  async precision(spec: EncodingSpec, positions: Positions, options?: PrecisionOptions): Promise<Precision> {
    let methods: number[] = [];
    const raw = await this.#calls.run('precision', () => {
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
