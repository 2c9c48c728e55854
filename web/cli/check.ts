/**
 * posenc check: for CI. Reports whether inference engines read a config.json alike, and what a GGUF conversion lost.
 */
import { create, type ImportedConfig, type Posenc } from '../lib/node.js';
import { asPosencError } from '../lib/checks/errors.js';
import { oneOf, printable, suggestion } from '../lib/checks/show.js';
import { idOf, knownReleases } from '../lib/engines/release.js';
import { byNameOnly, type EngineId, engineIds } from '../lib/generated/engines.js';
import { checkConfig } from './check-config.js';
import { checkDraft } from './check-draft.js';
import { checkGguf } from './check-gguf.js';
import { columns } from './columns.js';
import { type Command, misuse } from './command.js';
import { type Checked, type Finding, formats, type Level, levels } from './finding.js';
import { named } from './input.js';
import { errorText } from './inputs/each.js';
import { oneSource, sourcesOf } from './inputs/expand.js';
import { inputsHelp } from './inputs/help.js';
import { configIn, type Model, readSource } from './inputs/model.js';
import type { Source } from './inputs/source.js';
import { contextOption } from './length.js';
import { print } from './output.js';

export const check: Command = {
  help: `Reports which inference engines reject a config.json or compute positions other than those of transformers 5, and fields that
contradict each other. Prints one line per finding, with the line and column of the field. For a GGUF file it reports what
the conversion from config.json lost, as llama.cpp reads it.

${inputsHelp}
A GGUF file in a folder is compared with the config.json in the same folder.

  --engine NAMES     a list of ${engineIds.join(', ')};
                     'all' means all of them; the default is
                     all but ${[...byNameOnly].join(', ')}
  --context N        the context length that the engines are started with
  --strict           warnings fail the check, not only errors
  --against CONFIG   for a GGUF file: the config.json that it was made from
                     (posenc diff compares two configs)
  --target CONFIG    for the config.json of a draft model: that of the model for which it drafts tokens (speculative decoding)
  --format FORM      text, json, github (workflow annotations) or sarif (2.1.0)

Exit status: 0 if the check passes, 1 if it fails, 2 if a file could not be checked. Errors fail it; warnings only with
--strict; notes never. A warning about engines that --engine leaves out is printed as a note. A model without rotary positions
is a warning. So is a file that was found in a folder and cannot be checked, unless none can be checked. The last line of
the text is "ok", "fails" or "not checked".

  posenc check config.json --engine vllm,llama-cpp --context 131072
  posenc check model.gguf --against config.json
  posenc check models --strict
  posenc check config.json --format sarif > posenc.sarif`,
  options: {
    engine: { type: 'string' },
    context: { type: 'string' },
    strict: { type: 'boolean' },
    against: { type: 'string' },
    target: { type: 'string' },
    format: { type: 'string' },
  },
  async run(args) {
    const { values } = args;
    const form = formatOf(values['format']);
    const asked: Asked = {
      engines: enginesOf(values['engine']),
      every: values['engine'] === 'all',
      options: contextOption(values['context']),
      against: values['against'] === undefined ? undefined : String(values['against']),
      target: values['target'] === undefined ? undefined : await targetIn(String(values['target'])),
    };
    const sources = await sourcesOf(args.positionals, 'config.json', { gguf: true });
    if (asked.against !== undefined && sources.length > 1 && !sources.some(isGguf))
      throw misuse('--against', againstHelp(asked.against, sources[0]!.name));
    const pe = await create();
    const strict = values['strict'] === true;
    const text = values['format'] === undefined || values['format'] === 'text';
    if (sources.length === 1) {
      const [source] = sources as [Source];
      const checked = judged(source.name, await findingsOf(pe, source, asked), strict);
      await print([form([checked]), text ? `${verdictOf(checked)}\n` : '']);
      return checked.status;
    }
    const all: { source: Source; findings: readonly Finding[] }[] = [];
    for (const source of sources) all.push({ source, findings: await oneOfMany(pe, source, asked) });
    const none = all.every(({ findings }) => isUnchecked(findings));
    const checked = all.map(({ source, findings }) =>
      judged(source.name, source.found && !none ? findings.map(asFound) : findings, strict),
    );
    await print([form(checked)]);
    if (text) await print([`${tableOf(checked)}\n`]);
    return Math.max(...checked.map(({ status }) => status));
  },
};

export interface Asked {
  readonly engines: readonly EngineId[] | undefined;
  readonly every: boolean;
  readonly options: { contextLength?: number };
  /** Path of the config.json to compare a GGUF file with. */
  readonly against: string | undefined;
  /** The text of the config.json of a draft's target. */
  readonly target?: string | undefined;
}
async function targetIn(path: string): Promise<string> {
  const source = await oneSource(path, { gguf: false });
  return configIn((await readSource(source)).content, source);
}
interface Judged extends Checked {
  readonly findings: readonly Finding[];
  readonly status: 0 | 1 | 2;
  readonly verdict: string;
}

/** The findings on one model. A file that cannot be checked is an error; a model without rotary positions is a warning. */
export async function findingsOf(pe: Posenc, source: Source, asked: Asked): Promise<Finding[]> {
  const model = await readSource(source);
  try {
    return await allFindingsOf(pe, source, model, asked);
  } catch (thrown) {
    return [await uncheckedFinding(pe, source, model, thrown)];
  }
}

async function uncheckedFinding(pe: Posenc, source: Source, { content }: Model, thrown: unknown): Promise<Finding> {
  const { code, message } = asPosencError(thrown, 'checking');
  if (code !== 'unsupported_config') throw thrown;
  const about = `${printable(source.name, 200)}: `; // the line begins with it
  const told = { message: message.replace(about, '') };
  const report = await pe.report(content).catch(() => undefined);
  return report?.instead && !report.instead.scheme.startsWith('rotary')
    ? { rule: 'no_rotary_positions', level: 'warning', ...told }
    : { rule: 'not_checked', level: 'error', ...told };
}

/** A file that a folder or pattern brought need not be a model. */
const asFound = (finding: Finding): Finding =>
  finding.rule === 'not_checked' ? { ...finding, level: 'warning' } : finding;

const isGguf = ({ file }: Source): boolean => /\.gguf$/i.test(file);
const againstHelp = (original: string, changed: string): string =>
  `--against needs a GGUF file; posenc diff ${printable(original, 200)} ${printable(changed, 200)} compares two configs and exits with 1 if their positions differ`;

async function allFindingsOf(
  pe: Posenc,
  source: Source,
  { content, notes }: Model,
  { engines, every, options, against, target }: Asked,
): Promise<Finding[]> {
  const told = notes.map((message) => ({ rule: 'gguf_parts', level: 'note' as const, message }));
  if (typeof content === 'string') {
    if (against !== undefined) throw misuse('--against', againstHelp(against, source.name));
    const found = await named(source.name, () => checkConfig(pe, content, { ...options, engines, every }));
    const ofDraft = target === undefined ? [] : await checkDraft(pe, content, target, { ...options, engines, every });
    return [...told, ...found, ...ofDraft];
  }
  if (target !== undefined) throw misuse('--target', '--target needs the config.json of a draft, not a GGUF file');
  const config = against === undefined ? source.beside : await oneSource(against, { gguf: false });
  if (config === undefined)
    throw misuse('--against', 'a GGUF file needs --against, the config.json that it was made from');
  if (engines) throw misuse('--engine', 'only llama.cpp reads GGUF files');
  const text = configIn((await readSource(config)).content, config);
  return [...told, ...(await checkGguf(pe, content, text, options, source.path))];
}

/** If one of several models cannot be read, reports that as a finding and checks the others. */
async function oneOfMany(pe: Posenc, source: Source, asked: Asked): Promise<Finding[]> {
  const lone = isGguf(source) && asked.against === undefined && source.beside === undefined;
  try {
    if (lone) return await findingsOfLone(pe, source);
    // engines read the configs; llama.cpp reads the GGUF files
    const { engines: _, ...ofGguf } = asked;
    return await findingsOf(
      pe,
      source,
      isGguf(source) ? { ...ofGguf, engines: undefined } : { ...asked, against: undefined },
    );
  } catch (thrown) {
    return [{ rule: 'not_read', level: 'error', message: errorText(asPosencError(thrown, 'checking')) }];
  }
}

/** Reports only the reader's warnings for a GGUF file without a config.json to compare with. */
async function findingsOfLone(pe: Posenc, source: Source): Promise<Finding[]> {
  const model = await readSource(source);
  const { content, notes } = model;
  let layers: ImportedConfig['layers'];
  try {
    ({ layers } = await named(source.name, () => pe.importConfig(content)));
  } catch (thrown) {
    return [await uncheckedFinding(pe, source, model, thrown)];
  }
  const warnings = Object.values(layers).flatMap(({ warnings: list }) => list);
  const lost =
    'there is no config.json next to the file, which would show what the conversion lost; name one by --against';
  return [
    ...notes.map((message) => ({ rule: 'gguf_parts', level: 'note' as const, message })),
    { rule: 'gguf_alone', level: 'note', message: lost },
    ...new Map(
      warnings.map(({ code, message, source: from, note }) => [
        message,
        { rule: code, level: note ? ('note' as const) : ('warning' as const), message, source: from },
      ]),
    ).values(),
  ];
}

const isUnchecked = (findings: readonly Finding[]): boolean =>
  findings.some(({ rule }) => rule === 'not_checked' || rule === 'not_read');

/** Adds the exit status for the findings, and its word. */
export function judged(path: string, findings: readonly Finding[], strict: boolean): Judged {
  const has = (wanted: Level): boolean => findings.some(({ level }) => level === wanted);
  const unchecked = isUnchecked(findings);
  const fails = has('error') || (has('warning') && strict);
  const status = !fails ? 0 : unchecked && has('error') ? 2 : 1;
  const unread = findings.some(({ rule }) => rule === 'not_read');
  const verdict = unread ? 'not read' : unchecked ? 'not checked' : fails ? 'fails' : 'passes';
  return { path, findings, passes: !fails && !unchecked, status, verdict };
}

/** The last line of the text: the reason for the exit status. */
export function verdictOf({ path, findings, verdict }: Judged): string {
  const counts = levels.flatMap((level) => {
    const count = findings.filter((finding) => finding.level === level).length;
    return count === 0 ? [] : [`${count} ${level}${count === 1 ? '' : 's'}`];
  });
  return `${printable(path, 200)}: ${[verdict === 'passes' ? 'ok' : verdict, ...counts].join(', ')}`;
}

function tableOf(checked: readonly Judged[]): string {
  const rows = checked.map(({ path, findings, verdict }) => {
    const count = (wanted: Level): string => String(findings.filter(({ level }) => level === wanted).length);
    return [printable(path, 200), ...levels.map(count), verdict];
  });
  return `\n${columns([['file', ...levels.map((level) => `${level}s`), ''], ...rows])}`;
}

function formatOf(value: string | boolean | undefined): (typeof formats)[string] {
  const found = formats[String(value ?? 'text')];
  if (found) return found;
  const names = oneOf(Object.keys(formats));
  throw misuse('--format', `--format must be ${names}, but '${printable(String(value))}' was given`);
}

/** Returns the named engines; undefined means all. */
export function enginesOf(value: string | boolean | undefined, field = '--engine'): EngineId[] | undefined {
  if (value === undefined || value === 'all') return undefined;
  return String(value)
    .split(',')
    .map((name) => {
      const found = idOf(name.trim());
      if (found) return found;
      if (name.trim() === 'all') throw misuse(field, "'all' means every engine; give it alone, without other names");
      const release = knownReleases(name.trim());
      if (release !== undefined) throw misuse(field, `there is no '${printable(name.trim())}'; ${release}`);
      throw misuse(
        field,
        `there is no engine '${printable(name)}'${suggestion(name, engineIds)}; give all or some of ${oneOf(engineIds)}`,
      );
    });
}
