/**
 * A model named on the command line: a local file, standard input, or a remote file.
 */
import { basename, dirname, join } from 'node:path';
import { printable } from '../../lib/checks/show.js';
import type { Stored } from '../../lib/files/stored.js';
import { StoredStream, withFile } from '../stored-file.js';

export interface Source {
  /** Name for messages and findings. */
  readonly name: string;
  /** Identifier, if the name omits distinguishing parts such as a query. */
  readonly id?: string;
  /** The last part of the name, which identifies parts of a GGUF file. */
  readonly file: string;
  /** Its local path, if any. */
  readonly path?: string;
  /** The config.json in the folder of a GGUF file. */
  readonly beside?: Source;
  /** True if a folder, pattern or repository brought it, not its own name. */
  readonly found?: true;
  /** Opens it while `use` runs. Errors contain its name. */
  open<T>(use: (file: Stored, name: string) => Promise<T>): Promise<T>;
  /** Another file of the same folder. */
  sibling(file: string): Source;
}

export interface Wanted {
  /** True if the command reads GGUF files; otherwise they are ignored in folders and repositories. */
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
