/** Handed-in files as a table, and as CSV. The data stay on the machine. */
import { csvField } from '../../../lib/files/csv-field.js';
import type { Listed } from '../prepare.js';
import { solvedBy } from '../progress.js';
import type { HandIn } from './file.js';

export interface Row {
  readonly file: string;
  readonly student: string;
  readonly number: number;
  readonly made: string;
  /** Number of solved exercises for each of `Table.notebooks`. */
  readonly solved: readonly number[];
  readonly untouched: boolean;
  /** The same student has a later file. */
  readonly older: boolean;
}
export interface Table {
  readonly notebooks: readonly Listed[];
  readonly rows: readonly Row[];
}

/** Sorted by student, the latest first. @param notebooks those with exercises become columns */
export function tableOf(
  files: readonly (HandIn & { file: string; untouched: boolean })[],
  notebooks: readonly Listed[],
): Table {
  const columns = notebooks.filter(({ exercises }) => exercises > 0);
  const solvedIn = ({ number = 0, notebooks: done }: HandIn) =>
    columns.map(({ name, exercises }) => Math.min(exercises, solvedBy(number, done[name])));
  const sorted = [...files].sort(
    (a, b) => a.student.localeCompare(b.student) || Date.parse(b.made) - Date.parse(a.made),
  );
  const rows = sorted.map(({ file, student, made, untouched, ...rest }, i) => ({
    file,
    student,
    number: rest.number ?? 0,
    made,
    untouched,
    solved: solvedIn({ student, made, ...rest }),
    older: sorted[i - 1]?.student === student,
  }));
  return { notebooks: columns, rows };
}

export function csvOf({ notebooks, rows }: Table): string {
  const head = [
    'student',
    'number',
    'made',
    'file',
    'as written',
    ...notebooks.map(({ title, exercises }) => `${title} (of ${exercises})`),
  ];
  const lines = rows.map(({ student, number, made, file, untouched, solved }) => [
    student,
    number,
    made,
    file,
    untouched ? 'yes' : 'no',
    ...solved,
  ]);
  return [head, ...lines].map((line) => `${line.map(field).join(',')}\r\n`).join('');
}

const field = (value: string | number): string => (typeof value === 'number' ? String(value) : csvField(value));
