/** Summarizes the engines' readings of a file at a length: a sentence on all of them, and a row for each. */
import { grouped } from './cache-text.js';
import type { EngineAdvice, ExtensionAdvice, MethodAdvice } from '../types/advice.js';

/** One engine, or several of its versions with equal results. */
export interface VerdictRow extends Omit<EngineAdvice, 'engine' | 'version' | 'asOf'> {
  /** The engine without its version: vllm, transformers. */
  readonly family: string;
  readonly versions: readonly Pick<EngineAdvice, 'version' | 'asOf'>[];
}
export interface Verdict {
  /** All engines serve it, some, or none; 'not known' if none is known to. */
  readonly answer: 'yes' | 'in part' | 'no' | 'not known';
  readonly text: string;
  readonly rows: readonly VerdictRow[];
}

/**
 * @param method that extends the file, if its own length is too short
 * @param family of the engine, if only one was requested
 */
export function verdictOn(
  {
    engines,
    contextLength,
    servedContext,
    assumption,
  }: Pick<ExtensionAdvice, 'engines' | 'contextLength' | 'servedContext' | 'assumption'>,
  method?: Pick<MethodAdvice, 'title' | 'engines'>,
  family?: string,
): Verdict {
  const all = method?.engines ?? engines;
  const every = alike(all).filter((row) => family === undefined || row.family === family);
  const rows = every.filter(({ trains }) => !trains);
  const because = (why: EngineAdvice['why']): VerdictRow[] => rows.filter((row) => !row.supported && row.why === why);
  const yes = rows.filter(({ supported }) => supported);
  const [differs, ends, refuses, unknown, flagless] = [
    because('differs'),
    because('ends'),
    because('refuses'),
    because('unknown'),
    because(undefined),
  ];
  /** If there are only trainers, the verdict is on training. */
  const judged = rows.length > 0 ? rows : every;
  const served = judged.filter(({ supported }) => supported);
  const none = judged.some(({ why }) => why === 'unknown') ? 'not known' : 'no';
  const answer = served.length === 0 ? none : served.length === judged.length ? 'yes' : 'in part';
  const at = `at ${grouped(contextLength)} positions`;
  /** The reference, if the caller included it. */
  const reference = all.find(({ engine }) => engine === 'transformers-5');
  const known = reference?.supported === true;
  const agree = known && yes.length > 1 ? ', with the same frequencies' : '';
  const verb = (some: readonly VerdictRow[], one: string, several: string): string =>
    `${listed(some)} ${named(some).length > 1 || / and /.test(listed(some)) ? several : one}`;
  const otherwise = 'other angles or amplitudes';
  /** If one engine does not serve it, the reason follows; for all engines, a sentence that none does. */
  const [opens, before] =
    yes.length > 0
      ? [`${verb(yes, 'serves', 'serve')} it ${at}${agree}`, 'before that']
      : family === undefined
        ? [`no engine ${unknown.length > 0 ? 'is known to serve' : 'serves'} it ${at}`, 'before that']
        : [
            differs.length > 0 && `${verb(differs, 'computes', 'compute')} ${otherwise} ${at}`,
            `before ${grouped(contextLength)} positions`,
          ];
  const flagged = yes.filter(({ needs }) => needs !== undefined);
  const main = [
    every.length === 0
      ? `no method here extends it to ${grouped(contextLength)}`
      : method && rows.length > 0 && opens !== false
        ? `with ${method.title}, ${opens}`
        : rows.length > 0 && opens,
    ends.length > 0 && `${verb(ends, 'ends', 'end')} ${before}`,
    refuses.length > 0 &&
      `${verb(refuses, 'refuses', 'refuse')} the ${method ? 'changed ' : ''}file, as ${theirs(refuses)}`,
    unknown.length > 0 && `what ${verb(unknown, 'computes', 'compute')} is not known`,
    flagless.length > 0 && `${verb(flagless, 'has', 'have')} no flag for it`,
  ];
  // an engine that alone reads the file this way may be the wrong one
  const serving = alike(all).filter(({ trains, supported }) => !trains && supported);
  const alone = (reference && !known) || new Set(serving.map((row) => row.family)).size < 2;
  const own = contextLength > servedContext && `by its file it has ${grouped(servedContext)} positions`;
  const opening = [own, ...main].filter(Boolean).join('; ');
  const sentences = [
    opening && `${opening}.`,
    flagged.length > 0 &&
      `${listed(flagged)} ${named(flagged).length > 1 ? 'do' : 'does'} so with the flags of ${flagged.length > 1 ? 'their rows' : 'its row'}.`,
    differs.length > 0 &&
      (alone || yes.length === 0
        ? `Of ${listed(differs)} the angles or amplitudes differ from those ${known || !reference ? 'of transformers 5' : 'that transformers 5 would compute'}. Which ones the model was trained with, the file does not say.`
        : `Prefer ${named(yes).length > 1 ? 'them' : 'it'} to ${verb(differs, `, which computes ${otherwise}`, `, which compute ${otherwise}`).replace(' ,', ',')}.`),
    reference &&
      !known &&
      yes.length > 1 &&
      'Whether they agree is not known: transformers 5, the reference, is not among them.',
    trained(
      every.filter(({ trains }) => trains),
      known,
    ),
  ];
  const words = { yes: 'Yes', 'in part': 'In part', no: 'No', 'not known': 'Not known' }[answer];
  const first = assumption === undefined ? '' : `${assumption[0]!.toUpperCase()}${assumption.slice(1)}. `;
  return { answer, text: `${first}${words}: ${sentences.filter(Boolean).join(' ')}`, rows: every };
}

/** Describes trainers, which serve nothing: whether they train with the angles used in serving. */
function trained(rows: readonly VerdictRow[], known: boolean): string | undefined {
  if (rows.length === 0) return undefined;
  const said = (some: readonly VerdictRow[], one: string, several: string): string | false =>
    some.length > 0 && `${listed(some)} ${some.length > 1 ? several : one}`;
  const [yes, differs, unknown, others] = [
    rows.filter(({ supported }) => supported),
    rows.filter(({ why }) => why === 'differs'),
    rows.filter(({ why }) => why === 'unknown'),
    rows.filter(({ supported, why }) => !supported && why !== 'differs' && why !== 'unknown'),
  ];
  const same = known ? ' the same frequencies' : ' it';
  const parts = [
    said(yes, `has${same}`, `have${same}`),
    said(differs, 'has other angles or amplitudes', 'have other angles or amplitudes'),
    said(others, 'cannot be set so', 'cannot be set so'),
    unknown.length > 0 && `what ${said(unknown, 'has', 'have')} is not known`,
  ];
  return `In training, ${parts.filter(Boolean).join('; ')}.`;
}

const theirs = (rows: readonly VerdictRow[]): string => (rows.length > 1 ? 'their rows say' : 'its row says');

/** One name for an engine with several rows. */
function named(rows: readonly VerdictRow[]): string[] {
  const names = new Map<string, string>();
  for (const { family, title } of rows) {
    const other = names.get(family);
    names.set(family, other === undefined ? title : together(other, title));
  }
  return [...names.values()];
}

function listed(rows: readonly VerdictRow[]): string {
  const names = named(rows);
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/** Merges versions of one engine with equal results into one row. */
function alike(engines: readonly EngineAdvice[]): VerdictRow[] {
  const rows: (VerdictRow & { readonly key: string })[] = [];
  for (const { engine, title, version, asOf, ...answer } of engines) {
    const family = engine.replace(/(-\d+|@.+)$/, '');
    const key = JSON.stringify([family, answer]);
    const at = rows.findIndex((row) => row.key === key);
    const found = rows[at];
    const release = { version, ...(asOf !== undefined && { asOf }) };
    if (!found) rows.push({ ...answer, family, title, versions: [release], key });
    else rows[at] = { ...found, title: together(found.title, title), versions: [...found.versions, release] };
  }
  return rows.map(({ key: _, ...row }) => row);
}

/** "transformers 5 and 4"; "vLLM" for several of its releases. */
function together(first: string, second: string): string {
  const [name = '', number] = first.split(' ');
  if (number === undefined) return name;
  return `${first} and ${second.slice(name.length + 1)}`;
}
