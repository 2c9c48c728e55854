/**
 * posenc identify: finds the spec or mistake that produced given numbers.
 */
import { PosencError } from '../lib/checks/errors.js';
import { create, type Identification, type IdentifyCandidate, type NumbersToIdentify } from '../lib/node.js';
import { columns, short, wrap } from './columns.js';
import { type Arguments, type Command, misuse, positionals } from './command.js';
import { numbersOf, tableOf } from './identify-input.js';
import { named } from './input.js';
import { oneSource } from './inputs/expand.js';
import { type Model, readSource } from './inputs/model.js';
import { jsonLine } from './json.js';
import { inLines } from './harmless.js';
import { contextOption } from './length.js';
import { print } from './output.js';

/** Maximum printed explanations; --json prints all. */
const most = 8;

export const identify: Command = {
  help: `Finds the spec that gives these numbers within the rounding of their type, or the known mistake that does: YaRN with its betas
swapped, a base that was ignored, a scaling skipped or applied twice, positions off by one, angles in bf16, and others. If
several explanations fit equally well, all are listed. If none fits, it says so and prints the closest.

FILE is a .npy or .safetensors file (FILE#NAME for one of several tensors), a GGUF file, whose factors are applied, or a text
file with the numbers as Python prints them; '-' is standard input. Frequencies (inv_freq) are one list; a table of cosines or
sines has one row per position. If a .safetensors file has cos and sin, both are used.

  --config CONFIG   the config.json or GGUF file that the numbers should follow
  --sin FILE        the table of sines, if FILE has only the cosines
  --context N       the context length the numbers were made for, for scalings that depend on it
  --first N         position of the first row of a table; 0 by default
  --json            everything as one JSON object

Exit status: 0 if a spec gives the numbers (with --config: the spec of the config), 1 if a mistake, another spec or nothing
known does, 2 if a file could not be read.

  posenc identify inv_freq.npy --config config.json
  posenc identify "1.0, 0.1, 0.01, 0.001"
  posenc identify model.gguf --config config.json`,
  options: {
    config: { type: 'string' },
    sin: { type: 'string' },
    context: { type: 'string' },
    first: { type: 'string' },
    json: { type: 'boolean' },
  },
  async run(args) {
    const [path] = positionals(args, ['FILE']);
    const { values } = args;
    const config = values['config'] === undefined ? {} : { config: await modelOf(String(values['config'])) };
    const options = { ...config, ...contextOption(values['context']), ...firstOption(values['first']) };
    const given = await numbersOf(path);
    const numbers = values['sin'] === undefined ? given : withSines(given, await tableOf(String(values['sin'])));
    const pe = await create();
    const result = await pe.identify(numbers, options).catch((thrown: unknown) => {
      const ofConfig = thrown instanceof PosencError && thrown.field.startsWith('options.config');
      return named(ofConfig ? String(values['config']) : path, () => Promise.reject(thrown as Error));
    });
    const untold = result.explanations.length === 0 && result.numbers === 'table' ? untoldOf(values) : '';
    await print(values['json'] ? jsonLine(result) : [identificationText(result), untold]);
    return result.verdict === 'expected' || result.verdict === 'spec' ? 0 : 1;
  },
};

/** Names the options for facts that a table lacks. */
function untoldOf(values: Arguments['values']): string {
  const lines = [
    ...(values['first'] === undefined ? ['  --first N     if the first row is not position 0'] : []),
    ...(values['sin'] === undefined ? ['  --sin FILE    if the sines are in another file'] : []),
  ];
  return lines.length === 0 ? '' : `  what may help:\n${lines.map((line) => `  ${line}\n`).join('')}`;
}

function firstOption(value: string | boolean | undefined): { firstPosition?: number } {
  if (value === undefined) return {};
  if (typeof value === 'string' && /^[0-9]{1,15}$/.test(value)) return { firstPosition: Number(value) };
  throw misuse('--first', '--first must be a position, a whole number of at least 0');
}

function withSines(cosines: NumbersToIdentify, sin: Awaited<ReturnType<typeof tableOf>>): NumbersToIdentify {
  if (typeof cosines === 'object' && 'rows' in cosines && 'data' in cosines) return { cos: cosines, sin };
  throw misuse('--sin', '--sin needs one table of cosines in a .npy or .safetensors file');
}

/** Formats an identification. */
export function identificationText(given: Identification): string {
  const { sentence, explanations, nearest, numbers, format, expected } = inLines(given);
  const list = explanations.length > 0 ? explanations : nearest ? [nearest] : [];
  const kind = format === 'text' ? 'a text' : `${format} numbers`;
  const head = ['', 'spec', 'residual', 'of rounding'];
  const rows = list
    .slice(0, most)
    .map((each) => [
      each.mistakes.length > 0 ? each.mistakes.map(({ id }) => id).join(' + ') : 'no mistake',
      `${each.layer === undefined ? '' : `${each.layer}: `}${each.description}`,
      short(each.residual),
      each.parts ? '' : short(each.ofRounding),
    ]);
  const left = list.length - rows.length;
  return [
    wrap(sentence, ''),
    '',
    `  ${numbers === 'table' ? 'a table' : 'frequencies'}, ${kind}${list[0] ? `: ${list[0].form}` : ''}`,
    ...(rows.length > 0 ? [columns([head, ...rows])] : []),
    ...(left > 0 ? [`  and ${left} more; --json has all`] : []),
    ...sourcesOf(explanations),
    ...(expected?.parts ? [`  the config: ${expected.agreement}`] : []),
    '',
  ].join('\n');
}

/** Sources in which each mistake was found before. */
const sourcesOf = (explanations: readonly IdentifyCandidate[]): string[] => {
  const mistakes = new Map(explanations.flatMap((each) => each.mistakes).map((mistake) => [mistake.id, mistake]));
  return [...mistakes.values()].map(({ title, sources }) => wrap(`${title} [${sources.join(', ')}]`, '  '));
};

/** Reads a file, or the only model of a folder or a Hub repository. */
async function modelOf(argument: string): Promise<Model['content']> {
  return (await readSource(await oneSource(argument, { gguf: true }))).content;
}
