/**
 * The interface of a command of `posenc`. commands.ts lists the commands.
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
  /** Options whose value must be one of a few words. */
  readonly choices?: Readonly<Record<string, readonly string[]>>;
  /** Returns the exit status if it is not 0; throws on failure. */
  run(args: Arguments): Promise<number | void>;
}

/** An entry of the list of commands. */
export interface Offer {
  readonly name: string;
  /** Arguments after the name: `config.json [--context N]`. */
  readonly usage: string;
  /** One line of the overview. */
  readonly summary: string;
  load(): Promise<Command>;
}

/** The error for an invalid command line. */
export const misuse = (field: string, message: string): PosencError => new PosencError('bad_argument', field, message);

/** Requires exactly these positional arguments. */
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
