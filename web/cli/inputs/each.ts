/**
 * Runs a command on several models: each under its name, then a table of all, and one exit status. One unreadable model
 * does not stop the others.
 */
import { asPosencError, type PosencError } from '../../lib/checks/errors.js';
import { printable } from '../../lib/checks/show.js';
import { coloured, columns } from '../columns.js';
import { jsonLine } from '../json.js';
import { print } from '../output.js';
import { readSource, tellNotes, type Model } from './model.js';
import type { Source } from './source.js';

/** The output for one model. */
export interface Said {
  readonly text: Iterable<string>;
  readonly json: unknown;
  /** Its cells in the final table, without its name. */
  readonly row: readonly string[];
}

export interface Saying {
  /** Name of the output in JSON, such as `report`. */
  readonly what: string;
  readonly json: boolean;
  /** Headings of the table, without the first column. */
  readonly head: readonly string[];
}

/** Prints the output of `say` for each model; returns status 2 if one could not be read, as for a single model. */
export async function ofEach(
  sources: readonly Source[],
  { what, json, head }: Saying,
  say: (model: Model, source: Source) => Promise<Said>,
): Promise<number> {
  const read = async (source: Source): Promise<Said> => {
    const model = await readSource(source);
    tellNotes(model.notes);
    return say(model, source);
  };
  if (sources.length === 1) {
    const said = await read(sources[0]!);
    await print(json ? jsonLine(said.json) : said.text);
    return 0;
  }
  const rows: (readonly string[])[] = [];
  let failed = false;
  for (const source of sources) {
    const name = printable(source.name, 200);
    const said = await read(source).catch((thrown: unknown) => asPosencError(thrown, 'running'));
    if (said instanceof Error) {
      failed = true;
      rows.push([name, errorText(said)]);
      await print(
        json ? jsonLine({ file: source.name, error: fields(said) }) : [title(name), `${errorText(said)}\n\n`],
      );
    } else {
      rows.push([name, ...said.row]);
      await print(json ? jsonLine({ file: source.name, [what]: said.json }) : [title(name), ...said.text, '\n']);
    }
  }
  if (!json) await print([`${coloured('bold', `${sources.length} models`)}\n`, `${table(head, rows)}\n`]);
  return failed ? 2 : 0;
}

const title = (name: string): string => `${coloured('bold', `== ${name}`)}\n`;
export const errorText = ({ code, field, message }: PosencError): string =>
  printable(`error ${code}${field === '' ? '' : ` (${field})`}: ${message}`, 2000);
export const fields = ({ code, field, message }: PosencError): object => ({ code, field, message });

/** An error row contains a sentence instead of cells; it does not widen columns. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const whole = rows.filter((row) => row.length === head.length + 1);
  const lines = columns([['file', ...head], ...rows.map((row) => (whole.includes(row) ? row : row.slice(0, 1)))]).split(
    '\n',
  );
  return lines
    .map((line, i) => {
      const row = rows[i - 1];
      if (row === undefined || whole.includes(row)) return line;
      const width = Math.max(4, ...rows.map(([name = '']) => name.length));
      return `  ${row[0]!.padEnd(width)}  ${row[1]!.slice(0, 120)}`;
    })
    .join('\n');
}
