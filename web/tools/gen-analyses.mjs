/**
 * Generates web/lib/generated/analyses.ts: the spec, inputs and result of every analysis, and the layers.
 */
import { bare } from './gen-texts.mjs';
import { array, list, literals, quote, record } from './layout.mjs';
import { member, pascal, specInterface, union } from './typescript.mjs';

const header = `/**
 * Written by web/tools/gen.mjs from the C++ registries (src/analyses/analyses.cpp, layers.cpp). Do not edit.
 */
import type { MatrixInput } from '../types/inputs.js';
import type { Matrix } from '../types/posenc.js';
import type { AnalysisInfo, AnalysisOutput, LayerInfo } from '../types/registry.js';
`;
const layered = ['  /** The network, input side first. */', '  readonly layers: readonly LayerSpec[];'];
const types = { scalar: 'number', vector: 'Float64Array', matrix: 'Matrix<Float64Array>' };
const outputKinds = `const output =
  (kind: AnalysisOutput['kind']) =>
  (name: string, optional = false): AnalysisOutput => ({ name, kind, optional });
const [scalar, vector, matrix] = [output('scalar'), output('vector'), output('matrix')];
`;
const outputs = (all) =>
  array(all.map(({ name, kind, optional }) => `${kind}(${quote(name)}${optional ? ', true' : ''})`));

export function analysesSource({ analyses, layers }) {
  const written = { params: literals, inputs: literals, outputs };
  const rows = (all) => all.map((row) => record(bare(row), written, '  '));
  return [
    header,
    ...layers.map((row) => specInterface(row, 'layer', 'Layer')),
    union('LayerSpec', layers, 'Layer'),
    `export type LayerId = LayerSpec['layer'];\n`,
    ...analyses.flatMap((row) => [
      specInterface(row, 'analysis', 'Analysis', row.layered ? layered : []),
      members(`${pascal(row.id)}Inputs`, row.inputs, ({ required }) => ['MatrixInput', required]),
      members(`${pascal(row.id)}Result`, row.outputs, ({ kind, optional }) => [types[kind], !optional]),
    ]),
    union('AnalysisSpec', analyses, 'Analysis'),
    `export type AnalysisId = AnalysisSpec['analysis'];`,
    byId('AnalysisInputs', analyses, 'Inputs'),
    byId('AnalysisResults', analyses, 'Result'),
    outputKinds,
    list('/** Layers of networks, in display order. */\nexport const layers: readonly LayerInfo[]', rows(layers)),
    list('/** Every analysis, in display order. */\nexport const analyses: readonly AnalysisInfo[]', rows(analyses)),
  ].join('\n');
}

function members(name, items, typed) {
  return [
    `export interface ${name} {`,
    ...items.map((item) => member([item.doc], item.name, ...typed(item))),
    '}\n',
  ].join('\n');
}

function byId(name, rows, suffix) {
  return [
    `export interface ${name} {`,
    ...rows.map((row) => `  readonly ${quote(row.id)}: ${pascal(row.id)}${suffix};`),
    '}\n',
  ].join('\n');
}
