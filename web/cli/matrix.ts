/**
 * posenc matrix: which engines serve which models at which lengths, and with what.
 */
import { type Answer, answerOf } from '../lib/advice/answer.js';
import { create, type EngineAdvice, type ExtensionAdvice, type MethodAdvice } from '../lib/node.js';
import { enginesOf } from './check.js';
import { columns } from './columns.js';
import { type Command, misuse } from './command.js';
import { inLines } from './harmless.js';
import { named } from './input.js';
import { ofEach } from './inputs/each.js';
import { sourcesOf } from './inputs/expand.js';
import { inputsHelp } from './inputs/help.js';
import { lengthOf } from './length.js';

const usual = '8k,32k,128k,1M';

/** Words of a cell, and what they mean. */
const answers = {
  yes: 'serves it with the positions of transformers 5',
  flags: 'serves it so with the flags that --json lists',
  other: 'computes other angles or amplitudes',
  ends: 'ends before that length',
  refuses: 'refuses the file',
  'no flag': 'has no flag or setting for the method',
  unknown: 'not known',
} as const satisfies Record<Answer, string>;

interface Cell {
  readonly engine: string;
  readonly version: string;
  readonly asOf?: string;
  readonly answer: Answer;
  /** Flags without which the command would compute other angles. */
  readonly needs?: string;
  readonly commands: readonly string[];
  readonly notes: readonly string[];
}
interface Column {
  readonly contextLength: number;
  /** The method that extends the file to this length; absent if the file has it. */
  readonly method?: string;
  /** Why no method extends it. */
  readonly refused?: string;
  readonly cells: readonly Cell[];
}

export const matrix: Command = {
  help: `Reads config.json and GGUF files, and prints for each engine and each length whether it serves the model there:

${Object.entries(answers)
  .map(([word, meaning]) => `  ${word.padEnd(9)}${meaning}`)
  .join('\n')}

A length beyond that of the file is answered for the first method that extends the file, which is in the head of its column
(posenc extend prints all methods).

${inputsHelp}

  --context LIST   lengths; the default is ${usual}
  --engine A,B     only these engines
  --json           one object for each model, with the commands and flags of each cell

  posenc matrix models --context 32k,128k`,
  options: { context: { type: 'string' }, engine: { type: 'string' }, json: { type: 'boolean' } },
  async run(args) {
    const lengths = lengthsOf(String(args.values['context'] ?? usual));
    const engines = enginesOf(args.values['engine']);
    const sources = await sourcesOf(args.positionals, 'config.json', { gguf: true });
    const pe = await create();
    const head = lengths.map(({ text }) => text);
    return ofEach(
      sources,
      { what: 'answer', json: args.values['json'] === true, head },
      async ({ content }, source) => {
        const found: Column[] = [];
        for (const { length } of lengths) {
          const options = engines === undefined ? {} : { engines };
          found.push(columnOf(await named(source.name, () => pe.extendContext(content, length, options))));
        }
        const told = inLines(found);
        return { text: [`${tableOf(told, lengths)}\n`], json: { columns: found }, row: rowOf(told) };
      },
    );
  },
};

interface Length {
  readonly text: string;
  readonly length: number;
}
function lengthsOf(list: string): Length[] {
  const lengths = list.split(',').map((text) => ({ text: text.trim(), length: lengthOf('--context', text.trim())! }));
  if (new Set(lengths.map(({ length }) => length)).size < lengths.length)
    throw misuse('--context', '--context names a length twice');
  return lengths;
}

function columnOf({ contextLength, servedContext, engines, methods }: ExtensionAdvice): Column {
  const cells = (rows: readonly EngineAdvice[]): Cell[] => rows.filter(({ trains }) => !trains).map(cellOf);
  if (contextLength <= servedContext) return { contextLength, cells: cells(engines) };
  const method: MethodAdvice | undefined = methods.find(({ refused }) => refused === undefined);
  if (method) return { contextLength, method: method.id, cells: cells(method.engines) };
  return { contextLength, refused: methods[0]?.refused ?? 'no method extends this encoding', cells: [] };
}

function cellOf(advice: EngineAdvice): Cell {
  const { engine, version, asOf, needs, commands, notes } = advice;
  return {
    engine,
    version,
    ...(asOf !== undefined && { asOf }),
    answer: answerOf(advice),
    ...(needs !== undefined && { needs }),
    commands,
    notes,
  };
}

function tableOf(found: readonly Column[], lengths: readonly Length[]): string {
  const engines = [...new Set(found.flatMap(({ cells }) => cells.map(({ engine }) => engine)))];
  const head = found.map(({ method }, i) =>
    method === undefined ? lengths[i]!.text : `${lengths[i]!.text}, ${method}`,
  );
  const cell = ({ cells }: Column, engine: string): string =>
    cells.find((one) => one.engine === engine)?.answer ?? 'no method';
  const rows = engines.map((engine) => [engine, ...found.map((each) => cell(each, engine))]);
  const reasons = found.flatMap(({ refused }, i) =>
    refused === undefined ? [] : [`  ${lengths[i]!.text}: no method: ${refused}`],
  );
  return [columns([['engine', ...head], ...rows]), ...reasons].join('\n');
}

/** For several models: how many engines serve each length. */
const rowOf = (found: readonly Column[]): string[] =>
  found.map(({ cells }) => {
    const served = cells.filter(({ answer }) => answer === 'yes' || answer === 'flags').length;
    return cells.length === 0 ? 'no method' : `${served} of ${cells.length}`;
  });
