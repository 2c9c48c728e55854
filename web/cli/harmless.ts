/**
 * Text of files of strangers, as a terminal and the log of a GitHub workflow may get it. Output passes here at its end
 * (print in output.ts, errors in posenc.ts), so that no other place has to think of it.
 */
import { randomBytes } from 'node:crypto';

/** Control characters, those that turn the direction of a text, and halves of surrogate pairs; the two of plain text stay. */
const driving = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu;
const unlike = /[^\n\t\x20-\x7e]|::|##\[/;
/**
 * Workflow commands: `::error …` behind blanks at the beginning of a line, and `##[error]` anywhere
 * (actions/runner, src/Runner.Common/ActionCommand.cs).
 */
const commanding = /^[^\S\n]*::/gm;

/** Stands before what this program itself has to say to a terminal or a workflow. A file cannot know it. */
const mark = `\u001b${randomBytes(8).toString('hex')}`;
/** @param sequence of colour, or `::` of a workflow command */
export const ours = (sequence: string): string => mark + sequence.replace('\u001b', '');
const begins = /^(?:\[[\d;]*m|::)/;

/** @param atStart whether the text begins a line */
export function harmless(text: string, atStart = true): string {
  if (!unlike.test(text)) return text;
  const [first, ...marked] = text.split(mark);
  const pieces = marked.map((piece) => {
    const own = begins.exec(piece)?.[0] ?? '';
    return `${own.startsWith('[') ? '\u001b' : ''}${own}${cleaned(piece.slice(own.length), false)}`;
  });
  return cleaned(first!, atStart) + pieces.join('');
}

const cleaned = (text: string, atStart: boolean): string =>
  text
    .replace(driving, (sign) => (sign === '\n' || sign === '\t' ? sign : '·'))
    .replaceAll('##[', '##·[')
    .replace(commanding, (found, at: number) => (at === 0 && !atStart ? found : `·${found}`));

/** A value whose texts, names of properties too, are told within a line: a line end in one of them would begin another line. */
export function inLines<T>(value: T): T {
  if (typeof value === 'string') return value.replace(driving, '·') as T;
  if (typeof value !== 'object' || !value || ArrayBuffer.isView(value)) return value;
  if (Array.isArray(value)) return value.map(inLines) as T;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [inLines(key), inLines(item)])) as T;
}

/** JSON of the same value that harmless leaves as it is. */
export const jsonText = (value: unknown, indent?: number): string =>
  (JSON.stringify(value, undefined, indent) ?? 'null')
    .replace(driving, (sign) => (sign === '\n' ? sign : escapedUnits(sign)))
    .replaceAll('##[', '#\\u0023[');

const escapedUnits = (sign: string): string =>
  Array.from({ length: sign.length }, (_, i) => `\\u${sign.charCodeAt(i).toString(16).padStart(4, '0')}`).join('');
