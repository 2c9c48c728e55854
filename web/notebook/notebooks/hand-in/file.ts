/**
 * What a student hands in: a file with a name, the time at which it was made, and which exercises are solved. Its checksum
 * tells a file that was edited or damaged from one that was not. It is no proof: whoever can read this can compute one.
 */
import { type Notebooks, ProgressError, progressOf, studentOf } from '../progress.js';

export interface HandIn {
  readonly student: string;
  /** That the student has set; 0 when left out. */
  readonly number?: number | undefined;
  /** ISO 8601, of the student's clock. */
  readonly made: string;
  readonly notebooks: Notebooks;
}

const version = 1;
const longestName = 120;
const longestFile = 4_000_000;

const body = ({ student, number, made, notebooks }: HandIn): object => ({
  posenc: 'hand-in',
  version,
  student,
  ...(number ? { number } : {}),
  made,
  notebooks,
});

/** Of the same content the same, however it is laid out. */
async function checksum(handIn: HandIn): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(body(handIn)));
  const digest = await crypto.subtle.digest('SHA-256', bytes);
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export async function writeHandIn(handIn: HandIn): Promise<string> {
  return `${JSON.stringify({ ...body(handIn), checksum: await checksum(handIn) }, null, 1)}\n`;
}

/** @returns with whether it is as it was written */
export async function readHandIn(text: string): Promise<HandIn & { readonly untouched: boolean }> {
  let value: unknown;
  try {
    value = text.length > longestFile ? undefined : JSON.parse(text);
  } catch {
    value = undefined;
  }
  const given = Object(value) as Readonly<Record<string, unknown>>;
  const { student, made } = given;
  if (given['posenc'] !== 'hand-in' || given['version'] !== version)
    throw new ProgressError('it is no file that was handed in from here');
  if (typeof student !== 'string' || typeof made !== 'string' || Number.isNaN(Date.parse(made)))
    throw new ProgressError('it says neither who made it nor when');
  const number = studentOf(given['number']);
  const handIn = {
    student: student.slice(0, longestName),
    ...(number ? { number } : {}),
    made,
    notebooks: progressOf(given['notebooks']),
  };
  return { ...handIn, untouched: given['checksum'] === (await checksum(handIn)) };
}
