/**
 * A model that a command line names: a file of this machine, standard input, or a file elsewhere.
 */
import { basename, dirname, join } from 'node:path';
import { printable } from '../../lib/checks/show.js';
import type { Stored } from '../../lib/files/stored.js';
import { StoredStream, withFile } from '../stored-file.js';

export interface Source {
  /** As it is told to the reader, and named in findings. */
  readonly name: string;
  /** Where the name leaves out what distinguishes it, such as a query. */
  readonly id?: string;
  /** The last part of the name, by which parts of a GGUF file are known. */
  readonly file: string;
  /** Where it is on this machine, if it is. */
  readonly path?: string;
  /** The config.json of the folder in which a GGUF file was found. */
  readonly beside?: Source;
  /** Opens it for as long as `use` takes. What goes wrong names it. */
  open<T>(use: (file: Stored, name: string) => Promise<T>): Promise<T>;
  /** Another file of the same folder. */
  sibling(file: string): Source;
}

export interface Wanted {
  /** Whether the command reads GGUF files: of a folder or a repository they are left out where it does not. */
  readonly gguf: boolean;
}

export const input: Source = {
  name: '-',
  file: '-',
  open: (use) => use(new StoredStream(process.stdin), 'standard input'),
  sibling: () => input,
};

export function localFile(path: string, beside?: Source): Source {
  return {
    name: path,
    path,
    file: basename(path),
    ...(beside && { beside }),
    open: (use) => withFile(path, (file) => use(file, printable(path, 200))),
    sibling: (file) => localFile(join(dirname(path), file)),
  };
}
