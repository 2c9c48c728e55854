/**
 * posenc diff: the differences in positions between two model files.
 */
import { type ConfigDiff, create, type FieldChange, type LayerDiff, type PairChange } from '../lib/node.js';
import { printable } from '../lib/checks/show.js';
import { columns, short } from './columns.js';
import { inLines } from './harmless.js';
import { type Command, positionals } from './command.js';
import { named } from './input.js';
import { oneSource } from './inputs/expand.js';
import { readSource, tellNotes } from './inputs/model.js';
import { contextOption } from './length.js';
import { jsonLine } from './json.js';
import { print } from './output.js';

/** Maximum rows of the table: the pairs that differ most. */
const mostPairs = 16;

export const diff: Command = {
  help: `Compares the positions of two model files. Each is a config.json, a GGUF file of any size, a folder with one model, or a model
on the Hub (hf:org/name@revision); one of them may be '-', standard input. Prints the fields that changed, with the place of
each value, and the frequencies by pair and by context length. A GGUF file is read as llama.cpp reads it. Differences within
float32 rounding are ignored.

  --context N   context length; by default the trained and the largest length of both files
  --json        everything as one JSON object, with all pairs

Exit status: 0 if the positions are the same, 1 if they differ, 2 if a file could not be read.

  posenc diff base/config.json tuned/config.json
  posenc diff config.json model.gguf`,
  options: { context: { type: 'string' }, json: { type: 'boolean' } },
  async run(args) {
    const [pathA, pathB] = positionals(args, ['a', 'b']);
    const options = contextOption(args.values['context']);
    const { content: a, notes: ofA } = await readSource(await oneSource(pathA, { gguf: true }));
    const { content: b, notes: ofB } = await readSource(await oneSource(pathB, { gguf: true }));
    tellNotes([...ofA, ...ofB]);
    const pe = await create();
    const result = await pe.diffConfigs(a, b, options).catch(async (thrown: unknown) => {
      for (const [path, model] of [
        [pathA, a],
        [pathB, b],
      ] as const)
        await named(path, () => pe.importConfig(model));
      throw thrown;
    });
    const title = `${printable(pathA, 200)} → ${printable(pathB, 200)}`;
    await print(args.values['json'] ? jsonLine(result) : [`${title}\n`, diffText(result)]);
    return result.same ? 0 : 1;
  },
};

/** Formats the differences, without the names of the files. */
export function diffText(result: ConfigDiff): string {
  const { layers, onlyA, onlyB, same } = inLines(result);
  const only = [
    ...onlyA.map((name) => `only in the first: ${name}`),
    ...onlyB.map((name) => `only in the second: ${name}`),
  ];
  const parts = layers.map((layer) => describeLayer(layer, layers.length > 1));
  return `${[...parts.filter((part) => part !== ''), ...only, ...(same ? ['the positions are the same'] : [])].join('\n')}\n`;
}

function describeLayer(layer: LayerDiff, named: boolean): string {
  const { layerA, layerB, changes, contexts, same, pairs } = layer;
  const name = layerA === layerB ? layerA : `${layerA}, ${layerB}`;
  const lines = [...(named ? [name] : [])];
  if (changes.length > 0)
    lines.push(columns([['field', 'first', 'second', 'read from', ''], ...changes.map(fieldRow)]));
  if (same || contexts.length === 0) return lines.join('\n');
  const head = [
    'context',
    'pairs that differ',
    'most, relative',
    'pair',
    'angle, rad',
    'pair',
    'amplitude, first',
    'second',
  ];
  const rows = contexts.map((at) => [
    String(at.contextLength),
    String(at.pairsDiffering),
    short(at.relative),
    at.pairsDiffering === 0 ? '' : String(at.pair),
    short(at.angle),
    at.pairsDiffering === 0 ? '' : String(at.anglePair),
    ...at.attentionFactor.map(short),
  ]);
  const [a, b] = contexts.at(-1)!.queryFactor;
  const queries =
    a === b ? [] : [`queries at the end of the last context are multiplied by ${short(a)} and ${short(b)}`, ''];
  return [...lines, '', columns([head, ...rows]), '', ...queries, pairTable(pairs)].join('\n');
}

const fieldRow = ({ field, a, b, fromA, fromB }: FieldChange): string[] => [
  field,
  shown(a),
  shown(b),
  fromA ?? '',
  fromB === undefined || fromB === fromA ? '' : fromB,
];

const shown = (value: FieldChange['a']): string =>
  value === null ? '–' : Array.isArray(value) ? `${value.length} numbers` : String(value);

function pairTable(pairs: readonly PairChange[]): string {
  const differing = pairs.filter(
    ({ a, b, relative }) => a === null || b === null || (relative ?? (a === b ? 0 : 1)) > 1e-6,
  );
  const most = [...differing].sort((x, y) => (y.relative ?? 1) - (x.relative ?? 1)).slice(0, mostPairs);
  if (most.length === 0) return '';
  const rows = most
    .sort((x, y) => x.index - y.index)
    .map(({ index, a, b, relative }) => [
      String(index),
      a === null ? '–' : short(a),
      b === null ? '–' : short(b),
      relative === null ? '' : short(relative),
    ]);
  const rest = differing.length - most.length;
  const more = rest > 0 ? `\n  and ${rest} pairs that differ less; --json has all` : '';
  return columns([['pair', 'first, rad/position', 'second', 'relative'], ...rows]) + more;
}
