/**
 * posenc fix: rewrites a config.json so that engines read it alike, and verifies that they do.
 */
import { create, type EngineAnswer, type Posenc, PosencError } from '../lib/node.js';
import type { EngineId } from '../lib/types/engines.js';
import { enginesOf } from './check.js';
import { type EngineChoice, isAsked } from './check-config.js';
import { differenceText } from '../lib/engines/difference-text.js';
import { type Command, misuse, positionals } from './command.js';
import { fixCandidates } from './fix-candidates.js';
import { inLines } from './harmless.js';
import { named } from './input.js';
import { oneSource } from './inputs/expand.js';
import { configIn, readSource } from './inputs/model.js';
import { contextOption } from './length.js';
import { lineDiff } from '../lib/compare/line-diff.js';
import { print, writeFile } from './output.js';

export const fix: Command = {
  help: `Rewrites the rope fields of a config.json in every form that engines look for: as rope_parameters and as rope_scaling, with
base, original length and rotated fraction written out. Prints the difference. The positions stay those that transformers 5
computes from the original file. The result is checked for each engine. If no form makes them agree, nothing is written and
the remaining differences are printed.

  --engine NAMES   engines that must agree; the default is the one of posenc check (see its --help)
  --context N      the context length that the engines are started with
  --out FILE       the new file; without --out or --in-place only the difference is printed
  --in-place       overwrite the file

Exit status: 0 if the engines agree. If they agreed before, nothing is changed, FILE is a copy and the last line says so.
1 if they cannot be made to agree: nothing is written, and the last line is what to do next. 2 if the file could not be read.

  posenc fix config.json --engine transformers-4,vllm,llama-cpp --out fixed.json`,
  options: {
    engine: { type: 'string' },
    context: { type: 'string' },
    out: { type: 'string' },
    'in-place': { type: 'boolean' },
  },
  async run(args) {
    const [path] = positionals(args, ['config.json']);
    const { values } = args;
    const engines = enginesOf(values['engine']);
    const options = {
      ...contextOption(values['context']),
      ...(engines && { engines }),
      every: values['engine'] === 'all',
    };
    const source = await oneSource(path, { gguf: false });
    const out = values['in-place'] ? (source.path ?? '-') : values['out'];
    if (values['in-place'] && values['out'] !== undefined)
      throw misuse('--out', '--out and --in-place exclude each other');
    if (out === '-' || (values['out'] !== undefined && out === source.path))
      throw misuse(
        '--out',
        values['out'] === undefined
          ? 'what is no file of this machine has no place'
          : '--out is the file itself; --in-place overwrites it',
      );
    const given = configIn((await readSource(source)).content, source);
    const text = given.replace(/^\ufeff/, '');
    const pe = await create();
    const result = await named(source.name, () => fixed(pe, text, options));
    if ('left' in result) {
      await print(inLines(result.left).map((line) => `${line}\n`));
      return 1;
    }
    const changed = result.text !== given;
    const mark = text === given ? '' : "without its byte order mark, which Python's json refuses: ";
    const place =
      changed || typeof out !== 'string'
        ? ''
        : `; ${out === source.path ? 'nothing was changed' : `${out} is an unchanged copy`}`;
    const said = inLines(`${mark}${result.said}${place}`);
    await print([result.text === text ? '' : `${lineDiff(text, result.text)}\n`, `${said}\n`]);
    if (typeof out === 'string' && (changed || out !== source.path)) await writeFile(out, bytesOf(result.text));
    return 0;
  },
};

async function* bytesOf(text: string): AsyncGenerator<Uint8Array, void, undefined> {
  yield new TextEncoder().encode(text);
}

interface Options extends EngineChoice {
  readonly contextLength?: number;
}
/** Options for the library calls. */
const forCall = ({ contextLength, engines }: Options): { contextLength?: number; engines?: readonly EngineId[] } => ({
  ...(contextLength !== undefined && { contextLength }),
  ...(engines && { engines }),
});
/** A text that the engines read alike, or the remaining differences. */
type Result = { readonly text: string; readonly said: string } | { readonly left: readonly string[] };

export async function fixed(pe: Posenc, text: string, options: Options): Promise<Result> {
  const imported = await pe.importConfig(text);
  const answers = await pe.engines(text, forCall(options));
  const reference = answers[0]!;
  // unless named, engines that do not support the model need not agree: no form of the file would help
  const asked = answers.filter(({ engine }) => isAsked(engine, options));
  const lacking = options.engines ? [] : asked.filter(({ error }) => error?.lacksModel);
  const unknown = asked.filter(({ basis }) => basis === 'unknown');
  const named = asked.filter((each) => !lacking.includes(each) && !unknown.includes(each));
  const without = [
    ...lacking.map(({ title }) => `; ${title} has no code for this model`),
    ...unknown.map(({ title }) => `; what ${title} computes is not known`),
  ].join('');
  const names = named.map(({ engine }) => engine).join(', ');
  if (named.length === 0 || reference.basis === 'unknown')
    return {
      left: [
        `nothing was compared, and nothing was written${without}`,
        '  next step: posenc report, which shows the positions that the file describes',
      ],
    };
  if (disagreeing(named).length === 0) return { text, said: `read alike as it is: ${names}${without}` };
  let best = named;
  const spelled = Object.values(imported.layers).some(({ warnings }) =>
    warnings.some(({ code }) => code === 'number_as_text'),
  );
  const start = spelled ? unquoted(text) : text;
  for (const candidate of [...(spelled ? [start] : []), ...fixCandidates(start, imported)]) {
    const after = await meaningTheSame(pe, { text, candidate, reference, options });
    const found = after?.filter(({ engine }) => named.some((each) => each.engine === engine)) ?? best;
    if (after && disagreeing(found).length === 0)
      return { text: candidate, said: `read alike, computed again: ${names}${without}` };
    if (disagreeing(found).length < disagreeing(best).length) best = found;
  }
  return { left: leftOver(best) };
}

/** Unquotes numbers written as strings, except versions. */
const unquoted = (text: string): string =>
  text.replace(/("(?!\w*version)\w+"\s*:\s*)"\s*(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)\s*"/g, '$1$2');

const disagreeing = (answers: readonly EngineAnswer[]): EngineAnswer[] =>
  answers.filter(({ error, difference }) => error !== undefined || difference !== undefined);

interface Attempt {
  readonly text: string;
  readonly candidate: string;
  readonly reference: EngineAnswer;
  readonly options: Options;
}

/**
 * Returns the engines' readings of a candidate; undefined if its meaning changed for the importer or, if the reference
 * accepts the original file, for the reference.
 */
async function meaningTheSame(pe: Posenc, attempt: Attempt): Promise<EngineAnswer[] | undefined> {
  const { text, candidate, reference, options } = attempt;
  const { contextLength } = options;
  try {
    const diff = await pe.diffConfigs(text, candidate, contextLength === undefined ? {} : { contextLength });
    if (!diff.same) return undefined;
    const after = await pe.engines(candidate, forCall(options));
    const refused = after[0]!.error && !after[0]!.error.lacksModel;
    return refused || !sameNumbers(reference, after[0]!) ? undefined : after;
  } catch (thrown) {
    if (thrown instanceof PosencError) return undefined; // the candidate lacks a required key
    throw thrown;
  }
}

const sameNumbers = (before: EngineAnswer, after: EngineAnswer): boolean =>
  Object.entries(before.layers).every(([name, layer]) => {
    const other = after.layers[name];
    return (
      other?.attentionFactor === layer.attentionFactor &&
      other.frequencies.length === layer.frequencies.length &&
      other.frequencies.every((value, i) => value === layer.frequencies[i])
    );
  });

function leftOver(answers: readonly EngineAnswer[]): string[] {
  const differing = disagreeing(answers);
  const agreed = answers.filter((answer) => !differing.includes(answer)).map(({ engine }) => engine);
  return [
    'no form of this file is read alike by all of them; nothing was written',
    ...differing.map((answer) => `  ${answer.title}${whyLeft(answer)}`),
    agreed.length > 1
      ? `  next step: serve the model with engines that can be made to agree, and name only them: --engine ${agreed.join(',')}`
      : '  next step: posenc check, which says for each engine what it computes or why it refuses the file',
  ];
}

function whyLeft({ error, difference }: EngineAnswer): string {
  if (error) return ` refuses it: ${error.kind}: ${error.message}${error.todo === undefined ? '' : `; ${error.todo}`}`;
  return `: ${differenceText(difference!)}`;
}
