/**
 * Sanitizes text of untrusted files for terminals and the logs of GitHub workflows. All output passes through here last
 * (print in output.ts, errors in posenc.ts), so that no other code has to.
 */
import { randomBytes } from 'node:crypto';

/** Control characters, bidirectional controls and lone surrogates; tab and newline are kept. */
const driving = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu;
const unlike = /[^\n\t\x20-\x7e]|::|##\[/;
/**
 * Workflow commands: `::error …` after blanks at the start of a line, and `##[error]` anywhere (actions/runner,
 * src/Runner.Common/ActionCommand.cs).
 */
const commanding = /^[^\S\n]*::/gm;

/** Marks this program's own control sequences. Random, so that a file cannot contain it. */
const mark = `\u001b${randomBytes(8).toString('hex')}`;
/** @param sequence a colour sequence, or `::` of a workflow command */
export const ours = (sequence: string): string => mark + sequence.replace('\u001b', '');
const begins = /^(?:\[[\d;]*m|::)/;

/** @param atStart true if the text begins a line */
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

/** Replaces control characters in all strings and property names of a value, so that each stays on one line. */
export function inLines<T>(value: T): T {
  if (typeof value === 'string') return value.replace(driving, '·') as T;
  if (typeof value !== 'object' || !value || ArrayBuffer.isView(value)) return value;
  if (Array.isArray(value)) return value.map(inLines) as T;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [inLines(key), inLines(item)])) as T;
}

/** JSON of the same value, which harmless leaves unchanged. */
export const jsonText = (value: unknown, indent?: number): string =>
  (JSON.stringify(value, undefined, indent) ?? 'null')
    .replace(driving, (sign) => (sign === '\n' ? sign : escapedUnits(sign)))
    .replaceAll('##[', '#\\u0023[');

const escapedUnits = (sign: string): string =>
  Array.from({ length: sign.length }, (_, i) => `\\u${sign.charCodeAt(i).toString(16).padStart(4, '0')}`).join('');
