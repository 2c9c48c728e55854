/**
 * `exercise({ question, answer, hints, check })`: a question for the reader. The answer and the check stay in the
 * sandbox; the page receives question, hints, and a verdict with its reason.
 */
import { type AnswerKind, type Output, type Verdict, most } from '../protocol.js';
import { Ordering } from './ordering.js';
import { type PointOptions, Pointing } from './pointing.js';
import { readNumber } from './read-number.js';
import { asText } from './ready-outputs.js';

export interface ExerciseOptions {
  /** Markdown with TeX, as a string or md`…`. */
  readonly question: unknown;
  /** The right answer: a number, a string, one of the choices, or code. Throws if the check rejects it. */
  readonly answer?: unknown;
  readonly choices?: readonly unknown[];
  /** Instead of an answer: items in the right order. They are shown shuffled, and `check` receives the list. */
  readonly order?: readonly unknown[];
  /** The reader picks a point of this curve; `answer` and the argument of `check` are its x. */
  readonly point?: PointOptions;
  /** Largest accepted difference of a number. */
  readonly tolerance?: number;
  /** Words that may follow the number, such as "positions". */
  readonly units?: readonly string[];
  /** The answer is a JavaScript expression; `check` receives its value. */
  readonly code?: boolean;
  /** Values that the reader's code may use. */
  readonly names?: Readonly<Record<string, unknown>>;
  /** Shown one at a time. */
  readonly hints?: readonly unknown[];
  /** Returns true, or the reason why not; the default compares with the answer. */
  readonly check?: (given: unknown) => unknown;
  /** Shown when it is solved. */
  readonly explain?: unknown;
  /** Key for the reader's progress; defaults to its cell and index. */
  readonly key?: string;
}

type Posed = Extract<Output, { kind: 'exercise' }>;

export class Exercise {
  output: Posed;
  readonly #options: ExerciseOptions;
  readonly #choices: readonly unknown[];
  readonly #ordering: Ordering | undefined;
  readonly #pointing: Pointing | undefined;
  /** Created when the cell poses it, so that its stack has the position. */
  readonly #refused = new Error();

  /** @param own suffix of the key if the exercise differs by student */
  constructor(options: ExerciseOptions, index: number, place: string, own = '') {
    const { question, answer, choices, order, point, hints = [] } = Object(options) as ExerciseOptions;
    const key = String(Object(options).key ?? place).slice(0, 80);
    if (question === undefined || (answer === undefined && order === undefined))
      throw new TypeError('an exercise has a question and an answer: exercise({ question, answer })');
    refuseUnused(options);
    if (hints.length > most.hints) throw new RangeError(`an exercise has at most ${most.hints} hints`);
    this.#options = options;
    this.#ordering = order && new Ordering(order, key);
    this.#pointing = point && new Pointing(point);
    if (point && !Number.isFinite(answer)) throw new TypeError('the answer of a place on a curve is its x, a number');
    this.#choices = this.#ordering?.shown ?? [...(choices ?? [])];
    if (this.#choices.length > most.choices) throw new RangeError(`an exercise has at most ${most.choices} choices`);
    if (choices && !this.#choices.includes(answer)) throw new RangeError('the answer is none of the choices');
    this.output = {
      kind: 'exercise',
      index,
      key: `${key.slice(0, 80 - own.length)}${own}`,
      question: asText(question),
      answer: kindOf(options),
      choices: this.#choices.map(asText),
      ...(this.#pointing ? { curve: this.#pointing.shown } : {}),
      hints: hints.map(asText),
      verdict: undefined,
    };
  }

  /** Checks the author's answer like a reader's. */
  async prove(): Promise<void> {
    const { answer } = this.#options;
    const given =
      this.#ordering?.answer ??
      this.#pointing?.nearest(answer as number) ??
      (this.output.answer === 'choice' ? this.#choices.indexOf(answer) : answer);
    const { passes, reason } = await this.judge(String(given));
    if (passes) return;
    this.#refused.message = `the exercise rejects its own answer ${String(given)}: ${reason}`;
    throw this.#refused;
  }

  async judge(given: string): Promise<Verdict> {
    const { code, names = {} } = this.#options;
    const told = await this.#tell(given).catch((error: unknown) =>
      code ? faultOfCode(error, Object.keys(names)) : error instanceof Error ? plainly(error) : String(error),
    );
    const passes = told === true;
    const why = told === false ? '' : asText(told);
    const power = code && /[^\^]\^[^\^]/.test(given) ? ' The sign ^ is no power here: write **.' : '';
    const reason = passes ? asText(this.#options.explain ?? '') : `${why}${power}`.trim();
    return { given: given.slice(0, most.answer), passes, reason };
  }

  /** Result of the check. */
  async #tell(given: string): Promise<unknown> {
    const { check, answer, tolerance = this.#pointing?.within ?? 0 } = this.#options;
    const value = await this.#read(given);
    if (check) return check(value);
    if (this.#ordering) return this.#ordering.judge(value as readonly unknown[]);
    if (this.output.answer === 'number' || this.#pointing) {
      const off = (value as number) - (answer as number);
      return Math.abs(off) <= tolerance || `${given.trim()} is too ${off > 0 ? 'large' : 'small'}.`;
    }
    return this.output.answer === 'text' ? plain(value) === plain(answer) : Object.is(value, answer);
  }

  async #read(given: string): Promise<unknown> {
    switch (this.output.answer) {
      case 'point':
      case 'number': {
        const value = readNumber(given, this.#options.units);
        if (Number.isNaN(value)) {
          const comma = /\b0,\d|\d,(?!\d{3}\b)\d/.test(given) ? ' Write a point, not a comma: 0.5.' : '';
          const unit = /^(.*[\d)])\s*([\p{L}]+)$/u.exec(given.trim());
          const { units = [] } = this.#options;
          if (unit && !Number.isNaN(readNumber(unit[1]!)))
            throw new Error(
              `“${unit[2]}” is not asked for: write the number alone${units.map((one) => `, or in ${one}`).join('')}.`,
            );
          throw new Error(`“${given.trim()}” is no number.${comma}`);
        }
        return value;
      }
      case 'order':
        return this.#ordering!.read(given);
      case 'choice':
        return this.#choices[Number(given)];
      case 'code': {
        const { names = {} } = this.#options;
        // sees the sandbox's globals and the names from the author
        const run = (0, eval)(`(async (${Object.keys(names).join(', ')}) => (\n${given}\n))`) as (
          ...values: unknown[]
        ) => Promise<unknown>;
        return run(...Object.values(names));
      }
      case 'text':
        return given;
    }
  }
}

const plainly = ({ name, message }: Error): string => `${name === 'Error' ? '' : `${name}: `}${message}`;

/** A helpful message for an error in a student's code. @param names names that it may use */
function faultOfCode(error: unknown, names: readonly string[]): string {
  if (!(error instanceof Error)) return String(error);
  const unknown = error instanceof ReferenceError && /^(\S+) is not defined$/.exec(error.message)?.[1];
  if (unknown && Object.hasOwn(Math, unknown)) return `${unknown} is not known here: write Math.${unknown}.`;
  if (unknown)
    return `${unknown} is not known here.${names.length > 0 ? ` Your code may use ${names.join(', ')}.` : ' Is it an argument of your function?'}`;
  if (error instanceof SyntaxError)
    return `This is not a JavaScript expression (${error.message}): is a sign such as * or a bracket missing?`;
  return plainly(error);
}

function kindOf({ order, point, choices, code, answer }: ExerciseOptions): AnswerKind {
  if (order) return 'order';
  if (point) return 'point';
  if (choices) return 'choice';
  if (code) return 'code';
  return typeof answer === 'number' ? 'number' : 'text';
}

const ofEvery = ['question', 'hints', 'check', 'explain', 'key'] as const;
/** Options of each kind of answer, in addition to those of every exercise. */
const used: { readonly [K in AnswerKind]: readonly (keyof ExerciseOptions)[] } = {
  order: ['order'],
  point: ['point', 'answer'],
  choice: ['choices', 'answer'],
  code: ['code', 'names', 'answer'],
  number: ['answer', 'tolerance', 'units'],
  text: ['answer'],
};

/** Throws on options without effect: an answer next to an order, a tolerance of a string. */
function refuseUnused(options: ExerciseOptions): void {
  const kind = kindOf(options);
  const may: readonly string[] = [...ofEvery, ...used[kind]];
  const other = Object.entries(options).find(([name, value]) => value !== undefined && !may.includes(name));
  if (!other) return;
  const known = Object.values(used).some((names) => (names as readonly string[]).includes(other[0]));
  throw new TypeError(
    `an exercise ${known ? `whose answer is ${said[kind]} does not use` : 'has no'} ${other[0].slice(0, 60)}; it may have ${may.join(', ')}`,
  );
}
const said: { readonly [K in AnswerKind]: string } = {
  order: 'an order',
  point: 'a place on a curve',
  choice: 'one of its choices',
  code: 'code',
  number: 'a number',
  text: 'a text',
};

/** Strings are compared without case and extra space. */
const plain = (value: unknown): string => String(value).trim().toLowerCase().replace(/\s+/g, ' ');
