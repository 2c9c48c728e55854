/**
 * The findings on a GGUF file: differences between llama.cpp's reading of it and its config.json in transformers 5, and
 * whether llama.cpp's current converter loses the same values.
 */
import type { ConfigDiff, EngineAnswer, FieldChange, LayerDiff, PairChange, Posenc } from '../lib/node.js';
import type { GgufHeader } from '../lib/types/gguf.js';
import { short } from './columns.js';
import type { Finding } from './finding.js';
import { repairOf } from './gguf-repair.js';

/** Fields to compare; those of the scaling only if both have the same type. */
const widths: readonly string[] = [
  ...['base', 'headDim', 'rotaryDim'],
  ...['mropeSection', 'mropeOrder', 'unrotatedLayers', 'slidingWindow'],
];
const ofScaling: readonly string[] = ['factor', 'originalContext'];
/** Possible types of a file without scaling keys and without tensors of factors. */
const unscaled: readonly unknown[] = ['default', 'linear'];

export async function checkGguf(
  pe: Posenc,
  header: GgufHeader,
  config: string,
  options: { contextLength?: number },
  path = 'model.gguf',
): Promise<Finding[]> {
  const diff = await pe.diffConfigs(config, header, options);
  const findings = diff.layers.flatMap((layer) => ofLayer(layer, diff.layers.length > 1));
  const [inConfig, inFile] = diff.served;
  if (inConfig !== inFile) {
    const message = `the file names ${inFile} positions, the config ${inConfig}`;
    findings.push({ rule: 'conversion_context', level: 'warning', message, field: 'context_length' });
  }
  if (diff.same && inConfig === inFile) return findings;
  const repair = await repairOf(pe, path, config, header, diff, options);
  // the converter is not run for differences in sections and layers only
  const turned = diff.layers.some(({ contexts }) =>
    contexts.some(({ pairsDiffering, attentionFactor: [a, b] }) => pairsDiffering > 0 || a !== b),
  );
  if (diff.same || !turned) return [...findings, ...repair];
  const [answer] = (await pe.engines(config, { ...options, engines: ['llama-cpp'] })).slice(-1);
  const advice = answer ? await adviceOf(answer, diff, header) : [];
  return [...findings, ...advice, ...repair];
}

function ofLayer(layer: LayerDiff, named: boolean): Finding[] {
  if (layer.same) return [];
  const where = named ? `${layer.layerB}: ` : '';
  const worst = layer.contexts.reduce((most, at) => (at.relative > most.relative ? at : most));
  const findings: Finding[] = layer.changes
    .filter(
      ({ field, a, b }) =>
        (widths.includes(field) && a !== null && b !== null) ||
        (field === 'type' && unscaled.includes(b)) ||
        (ofScaling.includes(field) && layer.changes.every((change) => change.field !== 'type')),
    )
    .map((change) => ({
      rule: `conversion_${change.field === 'type' ? 'scaling' : snake(change.field)}`,
      level: 'error',
      ...changeText(change, where),
    }));
  if (worst.pairsDiffering > 0) {
    const { a, b } = layer.pairs[worst.pair]!;
    const speed =
      a !== null && b !== null && a > 0 && b > 0
        ? `, ${short(Math.max(a, b) / Math.min(a, b))} times too ${b > a ? 'fast' : 'slow'}`
        : '';
    const message = `${where}${worst.pairsDiffering} of ${layer.pairs.length} frequencies are not those of the config; most at pair ${worst.pair}: ${shown(b)} instead of ${shown(a)} rad/position${speed}`;
    findings.push({ rule: 'conversion_frequencies', level: 'error', message });
  }
  const [inConfig, inFile] = worst.attentionFactor;
  if (Math.abs(inFile - inConfig) > 1e-6 * inConfig) {
    const message = `${where}cos and sin are multiplied by ${short(inFile)} instead of ${short(inConfig)}`;
    findings.push({ rule: 'conversion_amplitude', level: 'error', message });
  }
  const queries = layer.contexts.filter(({ queryFactor: [a, b] }) => Math.abs(b - a) > 1e-6 * a).at(-1);
  if (queries) {
    const [wanted, found] = queries.queryFactor;
    const last = `queries at position ${queries.contextLength - 1}`;
    const message = `${where}${last} are multiplied by ${short(found)} instead of ${short(wanted)}: the file has another scale by position than the config, or none`;
    findings.push({ rule: 'conversion_query_scale', level: 'error', message });
  }
  return findings;
}

const shown = (value: PairChange['a']): string => (value === null ? 'none' : short(value));
const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function changeText({ field, a, b, fromA, fromB }: FieldChange, where: string): Pick<Finding, 'message' | 'field'> {
  const of = (value: FieldChange['a'], from: string | undefined): string =>
    `${value === null ? 'nothing' : String(value)}${from === undefined ? '' : ` (${from})`}`;
  return {
    message: `${where}${field} is ${of(b, fromB)} in the file, ${of(a, fromA)} in the config`,
    ...(fromB !== undefined && { field: fromB }),
  };
}

/** Reports whether the supported version of the converter would write the same values. */
async function adviceOf(answer: EngineAnswer, diff: ConfigDiff, header: GgufHeader): Promise<Finding[]> {
  const name = answer.title;
  const source = `${answer.version}, ${answer.source}`;
  const common = { rule: 'conversion_advice', level: 'note', source } as const;
  if (answer.error) {
    const message = `the converter of ${name} refuses this config: ${answer.error.kind}: ${answer.error.message}`;
    return [{ ...common, message }];
  }
  const wanted = Object.values(answer.layers).map(({ frequencies }) => frequencies);
  const written = diff.layers.map(({ pairs }) => pairs.map(({ b }) => b ?? 0));
  const alike = written.every((list) => wanted.some((other) => sameNumbers(list, other)));
  if (alike)
    return [
      {
        ...common,
        message: `the converter of ${name} writes it so: converting again does not help; see posenc check config.json --engine llama-cpp`,
      },
    ];
  if (answer.difference) return [];
  const tensors = Object.keys(header.factors);
  const has = tensors.length > 0 ? `it has ${tensors.join(', ')}` : 'it has no tensor of frequency factors';
  return [{ ...common, message: `the converter of ${name} keeps them: convert again (${has})` }];
}

const sameNumbers = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((value, i) => Math.abs(value - b[i]!) <= 1e-5 * Math.max(Math.abs(value), 1e-20));
