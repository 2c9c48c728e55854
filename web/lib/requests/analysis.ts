/**
 * Checks the arguments of `analyse`: a spec from the registry of analyses, its layers, and its inputs, which are
 * matrices or the table of an encoding at some positions.
 */
import { errorAbout, PosencError } from '../checks/errors.js';
import { analyses, type AnalysisId, type AnalysisSpec, layers } from '../generated/analyses.js';
import { whole } from '../checks/options.js';
import { checkPositions, checkRange } from '../checks/positions.js';
import { type Entries, guarded, isPlain, readRecord, refuseUnknown } from '../checks/record.js';
import type { AnalysisInfo, InputForm, Stage } from '../types/registry.js';
import { readRows } from '../checks/rows.js';
import { checkSpec, findRow, readParams } from './spec.js';
import { oneOf, shown } from '../checks/show.js';
import { typedArrayName } from '../checks/typed-array-name.js';
import type { RawAnalysis } from '../types/analysis-module.js';
import { isDerived, type RawInput } from './analysis-input.js';

export type { AnalysisId, AnalysisSpec };

/** The stage of an encoding that each input form needs. */
const stageOf: Record<InputForm, Stage> = {
  table: 'table',
  derivative: 'derivative',
  gram: 'gram',
  channelGram: 'gram',
  kernelProfile: 'kernelProfile',
  frequencies: 'frequencies',
  attentionBias: 'attentionBias',
};
const forms = Object.keys(stageOf) as InputForm[];

const mostLayers = 256;

export interface ReadAnalysis {
  readonly info: AnalysisInfo;
  readonly raw: RawAnalysis;
  readonly inputs: Readonly<Record<string, RawInput>>;
}

export function checkAnalysis(spec: unknown, inputs: unknown): ReadAnalysis {
  const entries = readRecord(spec, {
    code: 'bad_argument',
    field: 'spec',
    what: "an object such as { analysis: 'stationarity' }",
  });
  const info = findRow(analyses, entries.get('analysis'), 'analysis', 'unknown_method');
  const extra = info.layered ? ['analysis', 'layers'] : ['analysis'];
  const given = readRecord(inputs, { code: 'bad_argument', field: 'inputs', what: 'an object of matrices' });
  const names = info.inputs.map(({ name }) => name).filter((name) => given.get(name) !== undefined);
  const values = readParams(info.params, entries, extra, info.id, '', names);
  return {
    info,
    raw: { analysis: info.id, ...values, layers: info.layered ? checkLayers(entries.get('layers')) : [] },
    inputs: checkInputs(given, info),
  };
}

/** An infinitely wide network: the parameters of network-kernel without inputDim, for inputs from elsewhere. */
export function checkNetwork(network: unknown): RawAnalysis {
  const field = 'network';
  const what = "an object such as { layers: [{ layer: 'dense' }, { layer: 'relu' }] }";
  const entries = readRecord(network, { code: 'bad_argument', field, what });
  const { id, params } = findRow(analyses, 'network-kernel', field, 'unknown_method');
  const own = params.filter(({ name }) => name !== 'inputDim');
  const values = readParams(own, entries, ['layers'], field, '');
  return { analysis: id, ...values, layers: checkLayers(entries.get('layers')) };
}

function checkLayers(given: unknown): RawAnalysis['layers'] {
  const field = 'layers';
  return guarded({ code: 'bad_param', field, what: 'a list of layers' }, () => {
    if (given === undefined) throw new PosencError('missing_param', field, 'layers is missing; give a list of layers');
    if (!Array.isArray(given) || given.length > mostLayers)
      throw new PosencError(
        'bad_param',
        field,
        `layers must be a list of at most ${mostLayers} layers, but ${shown(given)} was given`,
      );
    return Array.from(given as unknown[], (layer, i) => {
      const prefix = `layers[${i}]`;
      const entries = readRecord(layer, {
        code: 'bad_param',
        field: prefix,
        what: "an object such as { layer: 'dense', weightStd: 1.5 }",
      });
      const row = findRow(layers, entries.get('layer'), `${prefix}.layer`, 'bad_param');
      return { layer: row.id, ...readParams(row.params, entries, ['layer'], `layer '${row.id}'`, `${prefix}.`) };
    });
  });
}

function checkInputs(entries: Entries, info: AnalysisInfo): Record<string, RawInput> {
  const names = info.inputs.map((input) => input.name);
  refuseUnknown(entries, names, 'bad_argument', 'inputs.', info.id);
  const read = Object.create(null) as Record<string, RawInput>;
  for (const { name, doc, required, square, form } of info.inputs) {
    const field = `inputs.${name}`;
    const value = entries.get(name);
    if (value === undefined) {
      if (required) throw new PosencError('missing_param', field, `${info.id} needs ${field}: ${doc}`);
      continue;
    }
    const input = checkInput(value, field, form);
    if (square && !isDerived(input) && input.rows !== input.cols)
      throw errorAbout('bad_shape', field, `must be square, but it is ${input.rows} x ${input.cols}`);
    read[name] = input;
  }
  return read;
}

function checkInput(value: unknown, field: string, usual: InputForm): RawInput {
  return guarded({ code: 'bad_argument', field, what: 'a matrix' }, () => {
    if (isPlain(value) && 'spec' in value) {
      const entries = readRecord(value, { code: 'bad_argument', field, what: '{ spec, positions }' });
      refuseUnknown(entries, ['spec', 'positions', 'form', 'head'], 'bad_argument', `${field}.`, field);
      const form = (entries.get('form') ?? usual) as InputForm;
      if (!forms.includes(form))
        throw errorAbout('bad_argument', `${field}.form`, `must be ${oneOf(forms)}, but ${shown(form)} was given`);
      if (entries.has('head') && form !== 'attentionBias')
        throw errorAbout('bad_argument', `${field}.head`, `is that of an attention bias, not of form '${form}'`);
      const check = form === 'channelGram' ? checkRange : checkPositions;
      return {
        spec: checkSpec(entries.get('spec'), stageOf[form]),
        positions: check(entries.get('positions'), `${field}.positions`),
        form,
        head: entries.has('head') ? whole(entries.get('head'), `${field}.head`, 0) : undefined,
      };
    }
    const numbers = ['Float64Array', 'Float32Array'].includes(typedArrayName(value) ?? '');
    const column = numbers || (Array.isArray(value) && typeof value[0] === 'number');
    if (!column) return readRows(value, { field });
    const list = Array.from(value as ArrayLike<unknown>, (item) => [item]);
    return readRows(list, { field, cols: 1 });
  });
}
