/**
 * The source of web/lib/generated/analyses.ts: spec, inputs and result of every analysis, and the layers.
 */
import { bare } from './gen-texts.mjs';
import { comment, literal, pascal, quote, specInterface, union } from './typescript.mjs';

const header = `/**
 * Written by web/tools/gen.mjs from the C++ registries (src/analyses/analyses.cpp, layers.cpp). Do not edit.
 */
import type { MatrixInput } from '../types/inputs.js';
import type { Matrix } from '../types/posenc.js';
import type { AnalysisInfo, LayerInfo } from '../types/registry.js';
`;
const layered = ['  /** The network, input side first. */', '  readonly layers: readonly LayerSpec[];'];
const types = { scalar: 'number', vector: 'Float64Array', matrix: 'Matrix<Float64Array>' };

export function analysesSource({ analyses, layers }) {
  return [
    header,
    ...layers.map((row) => specInterface(row, 'layer', 'Layer')),
    union('LayerSpec', layers, 'Layer'),
    `export type LayerId = LayerSpec['layer'];\n`,
    ...analyses.flatMap((row) => [
      specInterface(row, 'analysis', 'Analysis', row.layered ? layered : []),
      members(`${pascal(row.id)}Inputs`, row.inputs, ({ required }) => [required ? '' : '?', 'MatrixInput', required]),
      members(`${pascal(row.id)}Result`, row.outputs, ({ kind, optional }) => [
        optional ? '?' : '',
        types[kind],
        !optional,
      ]),
    ]),
    union('AnalysisSpec', analyses, 'Analysis'),
    `export type AnalysisId = AnalysisSpec['analysis'];`,
    byId('AnalysisInputs', analyses, 'Inputs'),
    byId('AnalysisResults', analyses, 'Result'),
    `/** Layers of networks, in display order. */\nexport const layers: readonly LayerInfo[] = ${literal(layers.map(bare))};\n`,
    `/** Every analysis, in display order. */\nexport const analyses: readonly AnalysisInfo[] = [`,
    ...analyses.map((row) => `  ${literal(bare(row), 1)},`),
    `];\n`,
  ].join('\n');
}

function members(name, items, typed) {
  return [
    `export interface ${name} {`,
    ...items.flatMap((item) => {
      const [mark, type, required] = typed(item);
      return [comment([item.doc], '  '), `  readonly ${item.name}${mark}: ${type}${required ? '' : ' | undefined'};`];
    }),
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
