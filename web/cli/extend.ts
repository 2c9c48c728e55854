/**
 * posenc extend: the methods that give a model a longer context, and the commands for each engine.
 */
import { cacheText, grouped } from '../lib/advice/cache-text.js';
import { jsonText } from '../lib/advice/text.js';
import { verdictOn } from '../lib/advice/verdict.js';
import { ageText } from '../lib/engines/standing.js';
import {
  create,
  type EngineAdvice,
  type ExtensionAdvice,
  type ExtensionCriteria,
  type MethodAdvice,
} from '../lib/node.js';
import { enginesOf } from './check.js';
import { coloured, columns, short, wrap } from './columns.js';
import { type Command, misuse } from './command.js';
import { named } from './input.js';
import { ofEach } from './inputs/each.js';
import { sourcesOf } from './inputs/expand.js';
import { inputsHelp } from './inputs/help.js';
import { inLines } from './harmless.js';
import { lengthOf } from './length.js';

export const extend: Command = {
  help: `Reads a Hugging Face config.json, or a GGUF file as llama.cpp reads it ('-' is standard input). Prints which engines can
serve the model at N positions, the command or setting for each, and the memory of the KV cache if the file determines it.
Beyond the trained length it also prints what each extension method does to each pair of channels.

${inputsHelp}

  --context N      the context length you want: 131072, 128k or 1M
  --method ID      print the commands of this method; by default the first that the file allows
  --engine A,B     only these engines
  --json           all methods and engines as one JSON object`,
  options: {
    context: { type: 'string' },
    method: { type: 'string' },
    engine: { type: 'string' },
    json: { type: 'boolean' },
  },
  async run(args) {
    const length = lengthOf('--context', args.values['context']);
    if (length === undefined)
      throw misuse('--context', '--context is missing; give the length that you want, such as 128k');
    const engines = enginesOf(args.values['engine']);
    const sources = await sourcesOf(args.positionals, 'config.json', { gguf: true });
    const pe = await create();
    const head = ['model', 'positions', 'wanted', 'smallest factor', 'engines that serve it'];
    const json = args.values['json'] === true;
    return ofEach(sources, { what: 'extend', json, head }, async ({ content }, source) => {
      const found = await named(source.name, () =>
        pe.extendContext(content, length, engines === undefined ? {} : { engines }),
      );
      const advice = inLines(found);
      const chosen = methodOf(advice, args.values['method']);
      return { text: [described(advice, chosen)], json: found, row: rowOf(advice, chosen) };
    });
  },
};

function rowOf(advice: ExtensionAdvice, chosen: MethodAdvice | undefined): string[] {
  const { modelType, servedContext, contextLength, factor, methods } = advice;
  const served = contextLength <= servedContext ? advice.engines : (chosen?.engines ?? methods[0]?.engines ?? []);
  const count = served.filter(({ supported }) => supported).length;
  const able = served.length === 0 ? 'no way is known' : `${count} of ${served.length}`;
  return [modelType ?? '', String(servedContext), String(contextLength), short(factor), able];
}

function methodOf({ methods }: ExtensionAdvice, id: string | boolean | undefined): MethodAdvice | undefined {
  if (id === undefined) return methods.find(({ refused }) => refused === undefined);
  const found = methods.find((method) => method.id === id);
  if (found) return found;
  throw misuse('--method', `--method must be one of ${methods.map((method) => method.id).join(', ')}`);
}

/** Formats the advice, with the commands of the chosen method or else of the first that the file allows. */
export function extensionText(given: ExtensionAdvice): string {
  const advice = inLines(given);
  return described(advice, methodOf(advice, undefined));
}

function described(advice: ExtensionAdvice, chosen: MethodAdvice | undefined): string {
  const { modelType, servedContext, trainedContext, contextLength, factor, methods, assumption } = advice;
  const assumed = assumption === undefined ? [] : [assumption];
  if (contextLength <= servedContext)
    return [verdictOn(advice).text, '', ...cacheLines(advice), ...advice.engines.flatMap(engineLines)].join('\n');
  const trained = trainedContext === servedContext ? '' : `, trained on ${trainedContext} before that`;
  const title = `${modelType ?? 'rotary encoding'}: ${servedContext} positions${trained}; ${contextLength} wanted, ${short(factor)} times as many`;
  const rows = [
    ['method', 'layers', 'angles beyond L', 'kept / blended / scaled', 'amplitude', 'resolution'],
    ...criteriaRows('as it is', advice.unchanged),
    ...methods.flatMap(({ id, layers, refused }) => (refused === undefined ? criteriaRows(id, layers) : [])),
  ];
  const refusals = methods.flatMap(({ id, refused }) =>
    refused === undefined ? [] : [wrap(`${id}: ${refused}`, '  ')],
  );
  return [
    ...assumed,
    title,
    wrap(smallest(advice, chosen), ''),
    '',
    ...cacheLines(advice),
    columns(rows),
    '',
    ...refusals,
    '',
    ...(chosen ? commands(chosen) : []),
  ].join('\n');
}

/** The requirement that every listed method meets. */
function smallest(
  { servedContext, trainedContext, contextLength }: ExtensionAdvice,
  chosen: MethodAdvice | undefined,
): string {
  const reached = `The file reaches ${grouped(servedContext)} positions.`;
  const needed = `${grouped(contextLength)} need a factor of ${short(contextLength / trainedContext)} over the ${grouped(trainedContext)} that it was trained on.`;
  const own = chosen?.lengthOnly ? ' It already has that factor: only its length has to change.' : '';
  return `${reached} ${needed}${own}`;
}

function cacheLines(advice: ExtensionAdvice): string[] {
  const text = cacheText(advice);
  return text === undefined ? [] : [wrap(text, ''), ''];
}

const criteriaRows = (name: string, layers: Readonly<Record<string, ExtensionCriteria>>): string[][] =>
  Object.entries(layers).map(([layer, { pairs, pairsWithUnseenAngles, bands, attentionFactor, resolution }]) => [
    name,
    layer,
    `${pairsWithUnseenAngles} of ${pairs}`,
    `${bands.kept} / ${bands.blended} / ${bands.scaled}`,
    short(attentionFactor),
    short(resolution),
  ]);

/** The fields to write, and those to remove: a dictionary under the other name would take precedence. */
function inTheFile(config: NonNullable<MethodAdvice['config']>, form: 'current' | 'legacy'): string[] {
  const gone = config.without[form];
  const schema = form === 'current' ? 'transformers 5' : 'versions before';
  const out = gone.length === 0 ? '' : `; take ${gone.join(' and ')} out`;
  return [
    `config.json${config.at === '' ? '' : `, under ${config.at}`}, as in ${schema}${out}:`,
    `  ${jsonText(config[form])}`,
  ];
}

function commands({ id, title, source, training, refused, engines, config }: MethodAdvice): string[] {
  if (refused !== undefined) return [`${title}: ${refused}`, ''];
  const fields = config && [
    ...(['current', 'legacy'] as const).flatMap((form) => (config[form] ? inTheFile(config, form) : [])),
    '',
  ];
  return [
    `${title} (--method ${id}) [${source}]`,
    wrap(training, '  '),
    '',
    ...(fields ?? []),
    ...engines.flatMap(engineLines),
  ];
}

const engineLines = (engine: EngineAdvice): string[] => [
  coloured(
    engine.supported ? 'bold' : 'dim',
    `${engine.title} ${engine.version}${ageText(engine.asOf, new Date())}${engine.supported ? '' : ': no'}`,
  ),
  ...engine.commands.map((command) => `  ${command}`),
  ...engine.notes.map((note) => `  - ${note}`),
  '',
];
