/**
 * The findings on a config.json: engines that reject it or differ from the reference, and the importer's warnings.
 */
import { differenceText } from '../lib/engines/difference-text.js';
import { byNameOnly, type EngineId } from '../lib/generated/engines.js';
import { type EngineAnswer, type ImportedConfig, type Posenc, PosencError } from '../lib/node.js';
import type { Finding } from './finding.js';
import { jsonSpans, lineColumnAt, type Span } from './json-spans.js';

export interface EngineChoice {
  readonly engines?: readonly EngineId[] | undefined;
  /** --engine all: includes engines that are otherwise used only by name. */
  readonly every?: boolean;
}
/** True for the engines that check and fix consider. */
export const isAsked = (engine: EngineId, { engines, every = false }: EngineChoice): boolean =>
  engines ? engines.includes(engine) : every || !byNameOnly.has(engine);

interface Options extends EngineChoice {
  readonly contextLength?: number;
}

export async function checkConfig(pe: Posenc, text: string, options: Options): Promise<Finding[]> {
  const { layers, fault } = await imported(pe, text);
  const { every: _, engines, ...started } = options;
  const answers = await pe.engines(text, { ...started, ...(engines && { engines }) });
  const asked = answers.filter(({ engine }) => isAsked(engine, options));
  const first = Object.values(layers)[0];
  const dictionary = /^(.*rope_(?:parameters|scaling))\b/.exec(first?.readFrom['type'] ?? fault?.field ?? '')?.[1];
  const about = dictionary ?? first?.readFrom['base'] ?? '';
  const warnings = Object.values(layers).flatMap((layer) =>
    layer.warnings.map(({ code, message, source, note, engines: ofEngines }) => ({
      rule: code,
      level: note || ofEngines?.every((id) => !isAsked(id, options)) ? ('note' as const) : ('warning' as const),
      message,
      source,
    })),
  );
  const found = [
    ...(text.startsWith('\ufeff') ? [marked] : []),
    ...(fault ? [fault] : []),
    ...warnings.filter(({ rule }) => rule === 'unknown_model_type'),
    ...asked.flatMap((answer) => ofEngine(answer, about, options)),
    ...warnings,
  ];
  const spans = jsonSpans(text);
  return unique(found).map((finding) => located(finding, text, spans));
}

interface Imported {
  readonly layers: ImportedConfig['layers'];
  /** A rope type that is unknown here; the engines say what they do with it. */
  readonly fault?: Finding;
}
async function imported(pe: Posenc, text: string): Promise<Imported> {
  try {
    return await pe.importConfig(text);
  } catch (thrown) {
    if (!(thrown instanceof PosencError && thrown.code === 'unsupported_config')) throw thrown;
    const { field, message } = thrown;
    if (!/(?:^|\.)(?:rope_)?type$/.test(field)) throw thrown;
    return { layers: {}, fault: { rule: 'unknown_rope_type', level: 'error', message, field } };
  }
}

/** RFC 8259, section 8.1: a writer must not add a byte order mark, and a reader may reject it. */
const marked: Finding = {
  rule: 'byte_order_mark',
  level: 'error',
  message: "the file begins with a byte order mark: Python's json refuses it, and with it all of these engines",
  source: 'https://www.rfc-editor.org/rfc/rfc8259#section-8.1',
  field: '',
};

/** An engine that was not named and does not support the model yields a note: the file is not at fault. */
function ofEngine(answer: EngineAnswer, about: string, { contextLength, engines }: Options): Finding[] {
  const { title, version, source, basis, asOf, assumed, error, difference, notes, served } = answer;
  const common = { source: `${version}, ${source}`, ...(asOf !== undefined && { asOf }), field: about };
  const findings: Finding[] = [];
  // one finding covers all engines if the class is unknown
  if (basis === 'unknown') {
    if (!assumed)
      findings.push({
        ...common,
        rule: 'engine_unknown',
        level: 'note',
        message: `${title}: ${oneLine(notes.join('; '))}`,
      });
    return findings;
  }
  if (error) {
    const message = `${title} refuses this file: ${error.kind}: ${oneLine(error.message)}${error.todo === undefined ? '' : `; ${oneLine(error.todo)}`}`;
    const level = error.lacksModel && !engines ? 'note' : 'error';
    findings.push({ ...common, rule: error.lacksModel ? 'engine_lacks_model' : 'engine_refuses', level, message });
  }
  if (difference) {
    const message = `${title} computes other positions than transformers 5: ${differenceText(difference)}`;
    findings.push({ ...common, rule: 'engine_differs', level: 'error', message });
  }
  if (contextLength !== undefined && served !== undefined && served < contextLength) {
    const message = `${title} serves ${served} positions when it is started without flags; ${contextLength} were asked for`;
    findings.push({ ...common, rule: 'engine_context', level: 'warning', message });
  }
  for (const note of notes)
    findings.push({ ...common, rule: 'engine_note', level: 'note', message: `${title}: ${oneLine(note)}` });
  return findings;
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Merges equal warnings of several layer types. */
const unique = (findings: readonly Finding[]): Finding[] => [
  ...new Map(findings.map((finding) => [`${finding.rule} ${finding.message}`, finding] as const)).values(),
];

/** Uses the first field named in the message, else the field of the finding. */
function located(finding: Finding, text: string, spans: ReadonlyMap<string, Span>): Finding {
  const named = (finding.message.match(/[A-Za-z_][\w.[\]]*/g) ?? []).find(
    (word) => finding.field === undefined && spans.has(word),
  );
  const field = named ?? finding.field;
  const span = field === undefined ? undefined : (spans.get(field) ?? spans.get(''));
  return {
    ...finding,
    ...(field !== undefined && { field }),
    ...(span && { place: lineColumnAt(text, span.begin) }),
  };
}
