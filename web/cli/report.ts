/**
 * posenc report: the effect of a published config.json on positions.
 */
import { oneOf } from '../lib/checks/show.js';
import { idOf } from '../lib/engines/release.js';
import { standingText } from '../lib/engines/standing.js';
import { layerRowCells, layerRowHead } from '../lib/hf/layer-row-text.js';
import { num } from '../lib/hf/number-text.js';
import type { LayerRow } from '../lib/types/config.js';
import type { Assumption } from '../lib/types/assumption.js';
import {
  type ConfigReport,
  create,
  type EngineId,
  engineIds,
  type IndexerRotary,
  type PairReport,
  type Posenc,
  type QueryScale,
  type RopeReport,
} from '../lib/node.js';
import { axialText } from './axial.js';
import { columns, short } from './columns.js';
import { type Command, misuse } from './command.js';
import { engineTable } from './engine-table.js';
import { inLines } from './harmless.js';
import { ofEach, type Said } from './inputs/each.js';
import { sourcesOf } from './inputs/expand.js';
import { inputsHelp } from './inputs/help.js';
import type { Model } from './inputs/model.js';
import { readSource } from './inputs/model.js';
import { lengthOf } from './length.js';
import { print } from './output.js';
import { programs, reproduction } from './reproduce.js';
import { roundingTable } from './rounding-table.js';
import { towersText } from './towers.js';
import { warningLines } from './warning-lines.js';

export const report: Command = {
  help: `Reads a Hugging Face config.json or the header of a GGUF file of any size ('-' is standard input). Prints the frequency,
wavelength and number of turns of every pair of channels, and warns if well-known engines read this config differently. A
GGUF file is read as llama.cpp reads it. For a transformer/config.json of diffusers (Flux, Wan, HunyuanVideo, …) it prints
the axes and the number of frames or pixels after which each pair repeats.

${inputsHelp}

  --context N   context length: 131072, 128k or 1M; by default the largest that the config names;
                for a video model the number of frames
  --engine E    report the file as an inference engine reads it (${engineIds.join(', ')});
                'all' compares them: which agree with transformers 5, which differ and by how much, which reject it
  --precision N with --engine: the error that float32 causes in the angles at position N, by step of each engine
  --reproduce   with --engine: a Python program that prints what the engine's own code computes of the file, for
                ${Object.keys(programs).join(', ')}
  --json        the whole report as one JSON object`,
  options: {
    context: { type: 'string' },
    engine: { type: 'string' },
    json: { type: 'boolean' },
    precision: { type: 'string' },
    reproduce: { type: 'boolean' },
  },
  async run(args) {
    const { values } = args;
    const contextLength = lengthOf('--context', values['context']);
    const named = values['engine'] as EngineId | 'all' | undefined;
    const engine = named === undefined ? undefined : (idOf(named) ?? named);
    const position = lengthOf('--precision', values['precision']);
    if (position !== undefined && engine === undefined) throw misuse('--precision', '--precision needs --engine');
    // in a folder of configs and GGUF files, engines are compared on the configs only
    const sources = await sourcesOf(args.positionals, 'config.json', {
      gguf: position === undefined && engine !== 'all',
    });
    const pe = await create();
    const json = values['json'] === true;
    if (values['reproduce'] === true) {
      const [source, second] = sources;
      if (engine === undefined || engine === 'all') throw misuse('--reproduce', '--reproduce needs one --engine');
      if (second || json || position !== undefined)
        throw misuse('--reproduce', '--reproduce takes one file, and neither --json nor --precision');
      const { content } = await readSource(source!);
      return print([await programOf(pe, textIn(content, '--reproduce'), { contextLength, engine })]);
    }
    if (position !== undefined)
      return ofEach(sources, { what: 'precision', json, head: ['engines'] }, ({ content }) =>
        precisionOf(pe, textIn(content, '--precision'), position, { contextLength, engine: engine! }),
      );
    if (engine === 'all')
      return ofEach(sources, { what: 'engines', json, head: ['agree', 'differ', 'refuse'] }, ({ content }) =>
        enginesOf(pe, textIn(content, '--engine'), contextLength),
      );
    const head = ['model', 'scaling', 'base', 'L', 'context', 'angles beyond L', 'warnings'];
    return ofEach(sources, { what: 'report', json, head }, ({ content }) =>
      reportOf(pe, content, { contextLength, engine }),
    );
  },
};

/** Returns the text of a config.json; throws for a GGUF file. */
function textIn(content: Model['content'], option: string): string {
  if (typeof content === 'string') return content;
  const what =
    option === '--engine' ? '--engine all compares readings of a config.json' : `${option} reads a config.json`;
  throw misuse(option, what);
}

async function programOf(
  pe: Posenc,
  text: string,
  { contextLength, engine }: { contextLength: number | undefined; engine: EngineId },
): Promise<string> {
  const answers = await pe.engines(text, { contextLength, engines: [engine] });
  const program = reproduction(answers.find((answer) => answer.engine === engine)!);
  if (program === undefined)
    throw misuse(
      '--reproduce',
      `there is no short program for ${engine}; there is one for ${oneOf(Object.keys(programs))}`,
    );
  return program;
}

async function precisionOf(
  pe: Posenc,
  text: string,
  position: number,
  { contextLength, engine }: { contextLength: number | undefined; engine: EngineId | 'all' },
): Promise<Said> {
  const engines = engine === 'all' ? undefined : [engine];
  const asked = await pe.engines(text, { contextLength, engines, precisionAt: position });
  const answers = asked.filter((answer) => engines === undefined || answer.engine === engine);
  return {
    text: [`${roundingTable(answers, position, engines !== undefined)}\n`],
    json: answers,
    row: [String(answers.length)],
  };
}

async function enginesOf(pe: Posenc, text: string, contextLength: number | undefined): Promise<Said> {
  const answers = await pe.engines(text, { contextLength });
  const refuse = answers.filter(({ error }) => error).length;
  const differ = answers.filter(({ difference }) => difference).length;
  const row = [answers.length - refuse - differ, differ, refuse].map(String);
  return { text: [`${engineTable(answers)}\n`], json: answers, row };
}

async function reportOf(
  pe: Posenc,
  content: Model['content'],
  options: { contextLength: number | undefined; engine: EngineId | undefined },
): Promise<Said> {
  const result = await pe.report(content, options);
  return { text: reportText(result), json: result, row: rowOf(inLines(result)) };
}

/** Formats a report. */
export function reportText(given: ConfigReport): string[] {
  const result = inLines(given);
  if (result.axes) return [axialText(result)];
  const text = result.instead
    ? [`${withAssumption(result.instead.text, result)}\n`]
    : layersOf(result).map(([name, layer]) => `${describe(layer, name)}\n`);
  return [...text, ...towersText(result.towers)];
}

const layersOf = (result: ConfigReport): (readonly [string | undefined, RopeReport])[] =>
  result.layers ? Object.entries(result.layers) : [[undefined, result]];

function rowOf(result: ConfigReport): string[] {
  const other = result.axes ? 'axes' : result.instead ? 'none' : undefined;
  if (other !== undefined) return [result.modelType ?? '', other, '', '', '', '', ''];
  return cells(layersOf(result).map(([, layer]) => layer));
}

/** For a model with several kinds of layers, lists each distinct value. */
function cells(layers: readonly RopeReport[]): string[] {
  const each = (value: (layer: RopeReport) => string | number): string =>
    [...new Set(layers.map((layer) => String(value(layer))))].join(' / ');
  return [
    layers[0]!.modelType ?? '',
    each(({ type }) => type),
    each(({ base }) => base),
    each(({ trainedContext }) => trainedContext),
    each(({ contextLength }) => contextLength),
    each(({ pairs, pairsWithUnseenAngles }) => `${pairsWithUnseenAngles} of ${pairs.length}`),
    String(new Set(layers.flatMap(({ warnings }) => warnings.flatMap(({ note, code }) => (note ? [] : [code])))).size),
  ];
}

function describe(layer: RopeReport, name: string | undefined): string {
  const facts: [string, string][] = [
    ['scaling', layer.regime ? `${layer.type}, ${layer.regime}` : layer.type],
    ['base', String(layer.base)],
    [
      'head dim',
      layer.rotaryDim === layer.headDim
        ? String(layer.headDim)
        : `${layer.headDim}, of which ${layer.rotaryDim} are rotated`,
    ],
    [`L, ${lengthNames[layer.trainedContextIs]}`, String(layer.trainedContext)],
    ['context', String(layer.contextLength)],
    ...(layer.slidingWindow === undefined ? [] : [['sliding window', String(layer.slidingWindow)] as [string, string]]),
    ...(layer.mropeSection === undefined
      ? []
      : [
          [
            'mrope sections',
            `${layer.mropeSection.join(', ')} pairs of ${(layer.mropeAxes ?? ['time', 'height', 'width']).join(', ')}${layer.mropeOrder ? `, ${layer.mropeOrder}` : ''}`,
          ] as [string, string],
        ]),
    ['attention factor', String(layer.attentionFactor)],
    ['softmax multiplier', String(layer.softmaxMultiplier)],
    ...(layer.queryScale === undefined ? [] : [['queries', queryText(layer.queryScale)] as [string, string]]),
    ...(layer.indexer === undefined ? [] : [['indexer', indexerText(layer.indexer)] as [string, string]]),
    ...(layer.unrotatedLayers === undefined
      ? []
      : [['layers without', layerText(layer.unrotatedLayers)] as [string, string]]),
    ...(layer.derotate ? [['output', derotated] as [string, string]] : []),
    ['pairs', pairCounts(layer)],
    ...engineFacts(layer),
  ];
  const named = [layer.modelType ?? 'rotary encoding', name].filter(Boolean).join(', ');
  const title = withAssumption(named, layer);
  const byLayer = layer.byLayer === undefined ? [] : [layersTable(layer.byLayer), ''];
  return [
    title,
    columns(facts),
    '',
    ...byLayer,
    pairTable(layer.pairs),
    '',
    ...warningLines(layer.warnings),
    ...sources(layer),
  ].join('\n');
}

/** Adds the assumption to the first line, so that every reader sees it. */
const withAssumption = (line: string, { assumption }: Assumption): string =>
  assumption === undefined ? line : `${line}: ${assumption}`;

/** Names of the length L by which turns and angles are counted; files do not state the training length. */
const lengthNames = {
  'before scaling': 'length before scaling',
  named: 'length of the file',
  unknown: 'length of the file (it names none before scaling)',
} as const;
const beyondWhat = {
  'before scaling': 'the positions before scaling',
  named: 'the positions that the file names',
  unknown: 'the positions that the file names, unscaled,',
} as const;

const derotated =
  'rotated back by the inverse rotation at the position of its query, as values carry the rotation of keys';

const layersTable = (rows: readonly LayerRow[]): string =>
  columns([layerRowHead, ...rows.map((row) => layerRowCells(row))]);

const queryText = ({ formula, layers, at }: QueryScale): string =>
  `multiplied by ${formula} ${layers === 'all' ? 'in every layer' : 'in the layers that do not rotate'}: ${at
    .map(({ position, factor }) => `${num(factor)} at position ${position}`)
    .join(', ')}`;
const layerText = (layers: readonly number[]): string =>
  layers.length === 0
    ? 'none: each rotates'
    : `${layers.length} layer${layers.length === 1 ? '' : 's'} without positions: ${layers.join(', ')}`;
const indexerText = ({ rotaryDim, layout }: IndexerRotary): string =>
  `rotates ${rotaryDim} channels by these angles, ${layout === 'half' ? `pairs (i, i + ${rotaryDim / 2})` : 'neighbouring channels as pairs'}`;

function engineFacts({ engine }: RopeReport): [string, string][] {
  if (!engine) return [];
  return [
    ['engine', `${engine.id}, ${engine.version}; ${standingText(engine, new Date())}`],
    ['serves', `${engine.served} positions when started without a length`],
    ...(engine.rows === undefined ? [] : [['table', `${engine.rows} rows`] as [string, string]]),
    ...engine.notes.map((note) => ['note', note] as [string, string]),
  ];
}

function pairCounts(layer: RopeReport): string {
  const bands = Object.entries(layer.bands)
    .filter(([, n]) => n > 0)
    .map(([band, n]) => `${n} ${band}`);
  const beyond = `${layer.pairsWithUnseenAngles} reach angles that ${beyondWhat[layer.trainedContextIs]} do not`;
  return `${layer.pairs.length}: ${bands.join(', ')}; ${layer.pairsWithFullTurn} complete a turn in the context, ${beyond}`;
}

function pairTable(pairs: readonly PairReport[]): string {
  const head = ['pair', 'rad/position', 'wavelength', 'turns in L', 'turns, context', 'band', 'angles'];
  const rows = pairs.map((pair) => [
    String(pair.index),
    short(pair.frequency),
    pair.wavelength === null ? '–' : short(pair.wavelength),
    short(pair.turnsTrained),
    short(pair.turnsContext),
    pair.band,
    pair.unseenAngles ? 'beyond L' : '',
  ]);
  return columns([head, ...rows]);
}

function sources(layer: RopeReport): string[] {
  return [
    'read from',
    columns([['', ''], ...Object.entries(layer.readFrom)])
      .split('\n')
      .slice(1)
      .join('\n'),
  ];
}
