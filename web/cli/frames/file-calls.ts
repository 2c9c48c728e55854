/**
 * Calls on model files in addition to the API's methods: `posenc check`, `posenc fix`, printed results, and the single
 * encoding by which a model rotates.
 */
import { engineNames } from '../../lib/calls/engines.js';
import { mustBe } from '../../lib/checks/errors.js';
import { readOptions, wholeOption } from '../../lib/checks/options.js';
import type { Entries } from '../../lib/checks/record.js';
import { oneOf, shown } from '../../lib/checks/show.js';
import {
  type ConfigDiff,
  type ConfigReport,
  type EngineAnswer,
  type ExtensionAdvice,
  type GgufHeader,
  type Identification,
  type Posenc,
  PosencError,
} from '../../lib/node.js';
import { enginesOf, findingsOf, judged, verdictOf } from '../check.js';
import { diffText } from '../diff.js';
import { engineTable } from '../engine-table.js';
import { extensionText } from '../extend.js';
import { type Finding, formats } from '../finding.js';
import { fixed } from '../fix.js';
import { harmless, inLines } from '../harmless.js';
import { identificationText } from '../identify.js';
import { configIn, readSource } from '../inputs/model.js';
import type { Source } from '../inputs/source.js';
import { reportText } from '../report.js';

/** A model: the text of a config.json, or its source. */
type Model = string | Source;

/** Wraps a text as a file. */
function sourceOf(model: unknown, field: string): Source {
  if (typeof model === 'object' && model !== null && 'open' in model) return model as Source;
  if (typeof model !== 'string') throw mustBe('bad_argument', field, 'a config.json', model);
  const file: Source = {
    name: 'config.json',
    file: 'config.json',
    open: (use) => use(new Blob([model]), 'config.json'),
    sibling: () => file,
  };
  return file;
}

const engineOption = (entries: Entries) => enginesOf(engineNames(entries)?.join(','), 'options.engines');

function flag(entries: Entries, name: string): boolean {
  const value = entries.get(name) ?? false;
  if (typeof value === 'boolean') return value;
  throw mustBe('bad_argument', `options.${name}`, 'true or false', value);
}

/** Options equivalent to `--context` and `--engine`. */
function startOptions(entries: Entries) {
  const contextLength = wholeOption(entries, 'contextLength');
  const engines = engineOption(entries);
  return { contextLength, engines, every: flag(entries, 'every') };
}

interface Verdict {
  readonly file: string;
  readonly findings: readonly Finding[];
  /** True if no finding counts as a failure, and the file could be checked. */
  readonly passes: boolean;
}

async function check(pe: Posenc, model: Model, options: unknown): Promise<Verdict> {
  const entries = readOptions(options, ['engines', 'every', 'contextLength', 'strict', 'against']);
  const { contextLength, ...asked } = startOptions(entries);
  const strict = flag(entries, 'strict');
  const against = entries.get('against');
  const source = sourceOf(model, 'config');
  const beside = against === undefined ? source : { ...source, beside: sourceOf(against, 'options.against') };
  const findings = await findingsOf(pe, beside, {
    ...asked,
    options: contextLength === undefined ? {} : { contextLength },
    against: undefined,
  });
  return { file: source.name, findings, passes: judged(source.name, findings, strict).passes };
}

/** Returns `text` and its description, or the reasons why no form of the file is read alike. */
async function fix(pe: Posenc, model: Model, options: unknown): Promise<object> {
  const { contextLength, engines, every } = startOptions(readOptions(options, ['engines', 'every', 'contextLength']));
  const source = sourceOf(model, 'config');
  const text = configIn((await readSource(source)).content, source).replace(/^\ufeff/, '');
  return fixed(pe, text, { every, ...(contextLength !== undefined && { contextLength }), ...(engines && { engines }) });
}

/** The encoding of a model's layers, with the factor of cosines and sines; an extension may need the length. */
async function rotary(pe: Posenc, content: string | GgufHeader, options: unknown): Promise<object> {
  const entries = readOptions(options, ['layer', 'contextLength']);
  const contextLength = wholeOption(entries, 'contextLength');
  const report = await pe.report(content, { contextLength });
  if (report.instead && !report.axes) throw new PosencError('unsupported_config', 'config', report.instead.text);
  const layers = Object.entries(report.layers ?? { default: report });
  const asked = entries.get('layer');
  const [name, layer] =
    asked === undefined && layers.length === 1 ? layers[0]! : (layers.find(([key]) => key === asked) ?? []);
  if (!layer) {
    const names = oneOf(layers.map(([key]) => key));
    const what = `options.layer must be ${names}, the kinds of layers of this model, but ${shown(asked)} was given`;
    throw new PosencError('bad_argument', 'options.layer', what);
  }
  return { layer: name, spec: layer.spec, attentionFactor: report.axes ? 1 : layer.attentionFactor };
}

/** Formats results like the command line. */
const texts: Readonly<Record<string, (result: never) => string>> = {
  report: (result: ConfigReport) => reportText(result).join(''),
  engines: (answers: readonly EngineAnswer[]) => `${engineTable(answers)}\n`,
  diff: (result: ConfigDiff) => diffText(result),
  extend: (advice: ExtensionAdvice) => extensionText(advice),
  identify: (result: Identification) => identificationText(result),
  fix: (result: Awaited<ReturnType<typeof fixed>>) =>
    inLines('left' in result ? result.left : [result.said])
      .map((line) => `${line}\n`)
      .join(''),
  check: ({ file, findings, passes }: Verdict) =>
    `${formats['text']!([{ path: file, findings, passes }])}${verdictOf(judged(file, findings, !passes))}\n`,
};
const text = async (_: Posenc, kind: string, result: never): Promise<string> => harmless(texts[kind]!(result));

export const fileCalls = { check, fix, rotary, text } as const;
/** Calls that need the model's location in addition to its content. */
export const onSources: readonly string[] = ['check', 'fix'];
