/**
 * What a command of `posenc` is. The list of them stands in commands.ts.
 */
import { readFileSync } from 'node:fs';
import type { ParseArgsConfig } from 'node:util';
import { PosencError } from '../lib/checks/errors.js';

export interface Arguments {
  readonly values: Readonly<Record<string, string | boolean | undefined>>;
  readonly positionals: readonly string[];
}
export interface Command {
  /** The rest of `posenc <name> --help`. */
  readonly help: string;
  readonly options: NonNullable<ParseArgsConfig['options']>;
  /** Options of which the value is one of a few words. */
  readonly choices?: Readonly<Record<string, readonly string[]>>;
  /** Gives the exit status where it is not 0; a failure is thrown. */
  run(args: Arguments): Promise<number | void>;
}

/** A command in the list. */
export interface Offer {
  readonly name: string;
  /** After the name: `config.json [--context N]`. */
  readonly usage: string;
  /** One line of the overview. */
  readonly summary: string;
  load(): Promise<Command>;
}

/** A wrong command line. */
export const misuse = (field: string, message: string): PosencError => new PosencError('bad_argument', field, message);

/** Exactly these positional arguments. */
export function positionals<const N extends readonly string[]>(
  { positionals: given }: Arguments,
  names: N,
): { [I in keyof N]: string } {
  if (given.length < names.length) throw misuse(names[given.length]!, `${names[given.length]} is missing`);
  if (given.length > names.length)
    throw misuse('arguments', `too many arguments: ${names.length} expected, ${given.length} given`);
  return given as unknown as { [I in keyof N]: string };
}

/** The version of this package. */
export function version(): string {
  const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  return manifest.version;
}
