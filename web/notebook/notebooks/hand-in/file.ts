/**
 * The file that a student hands in: name, time, and solved exercises. The checksum detects edited or damaged files. It
 * is no proof, since anyone can compute one.
 */
import { type Notebooks, ProgressError, progressOf, studentOf } from '../progress.js';

export interface HandIn {
  readonly student: string;
  /** Student number; 0 if omitted. */
  readonly number?: number | undefined;
  /** ISO 8601, from the student's clock. */
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

/** Independent of the layout of the file. */
async function checksum(handIn: HandIn): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(body(handIn)));
  const digest = await crypto.subtle.digest('SHA-256', bytes);
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export async function writeHandIn(handIn: HandIn): Promise<string> {
  return `${JSON.stringify({ ...body(handIn), checksum: await checksum(handIn) }, null, 1)}\n`;
}

/** @returns the content; `untouched` is true if the checksum matches */
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
