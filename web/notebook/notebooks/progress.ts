/**
 * The reader's solved exercises and answers, stored only in this browser, and portable as a file. An answer from a file
 * is shown, but submitted only when the reader presses Check.
 */
import { keepText, keptText } from '../kept-texts.js';
import { most } from './protocol.js';

export interface Done {
  readonly given: string;
  readonly solved: boolean;
}
export type Notebooks = Readonly<Record<string, Readonly<Record<string, Done>>>>;

const place = 'posenc-progress';
const version = 1;
const [mostNotebooks, mostExercises, longestFile] = [200, 500, 4_000_000];

export class ProgressError extends Error {}

/** The progress of all notebooks; invalid parts are dropped. */
export const readProgress = (text: string): Notebooks => readProgressFile(text).notebooks;

/** Includes the student number, if set. */
export function readProgressFile(text: string): { readonly notebooks: Notebooks; readonly student: number } {
  let value: unknown;
  try {
    value = text.length > longestFile ? undefined : JSON.parse(text);
  } catch {
    value = undefined;
  }
  const { posenc, version: found, notebooks, number } = Object(value) as Readonly<Record<string, unknown>>;
  if (posenc !== 'progress' || found !== version) throw new ProgressError('it holds no progress of this version');
  return { notebooks: progressOf(notebooks), student: studentOf(number) ?? 0 };
}

/** Validates progress. */
export const progressOf = (value: unknown): Notebooks =>
  recordOf(value, mostNotebooks, (one) => recordOf(one, mostExercises, doneOf));

function recordOf<T>(value: unknown, longest: number, read: (one: unknown) => T | undefined): Record<string, T> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {};
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, longest)
      .flatMap(([name, one]) => {
        const made = name.length <= 80 && name !== '__proto__' ? read(one) : undefined;
        return made === undefined ? [] : [[name, made]];
      }),
  );
}

function doneOf(value: unknown): Done | undefined {
  const { given, solved } = Object(value) as Readonly<Record<string, unknown>>;
  return typeof given === 'string' ? { given: given.slice(0, most.answer), solved: solved === true } : undefined;
}

export const writeProgress = (notebooks: Notebooks, student = 0): string =>
  `${JSON.stringify({ posenc: 'progress', version, ...(student > 0 ? { number: student } : {}), notebooks }, null, 1)}\n`;

/** Number of exercises a student has solved; a key that ends with # and a number belongs to that student's variant. */
export const solvedBy = (student: number, exercises: Readonly<Record<string, Done>> = {}): number =>
  Object.entries(exercises).filter(
    ([key, { solved }]) => solved && Number(/#(\d+)$/.exec(key)?.[1] ?? student) === student,
  ).length;

/** The largest student number. */
export const mostStudent = 999_999;
export const studentOf = (value: unknown): number | undefined =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= mostStudent ? (value as number) : undefined;

/** Exercises solved in either stay solved. */
export function merged(a: Notebooks, b: Notebooks): Notebooks {
  const both = { ...a };
  for (const [name, exercises] of Object.entries(b)) {
    const one = { ...both[name] };
    for (const [key, done] of Object.entries(exercises)) if (!one[key]?.solved || done.solved) one[key] = done;
    both[name] = one;
  }
  return both;
}

export function progress(): Notebooks {
  try {
    return readProgress(keptText(place) ?? '');
  } catch {
    return {};
  }
}

export const keepProgress = (notebooks: Notebooks): void => keepText(place, writeProgress(notebooks));

const numberPlace = 'posenc-student-number';
/** Used while the browser has no storage. */
let unkept = 0;

/** The number from which exercises derive individual numbers; 0 before it is set. */
export const studentNumber = (): number => studentOf(Number(keptText(numberPlace) ?? unkept)) ?? 0;

export function keepStudentNumber(number: number): void {
  unkept = number;
  keepText(numberPlace, number === 0 ? undefined : String(number));
}
