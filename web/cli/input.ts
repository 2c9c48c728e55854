/**
 * Reads text from a file or, for `-`, from standard input, with a bounded size. inputs/model.ts reads models.
 */
import { PosencError } from '../lib/checks/errors.js';
import { maxJsonLength } from '../lib/checks/limits.js';
import { printable } from '../lib/checks/show.js';
import { bytesOf, type Stored } from '../lib/files/stored.js';
import { StoredStream, withFile } from './stored-file.js';

/** UTF-8 bytes that the longest JSON text may need. */
const maxBytes = 4 * maxJsonLength;

/** Reads the text of a file or of standard input. */
export const readText = (path: string): Promise<string> => withInput(path, textOf);

/** Returns a JSON argument; `-` reads standard input. */
export const readArgument = async (argument: string): Promise<string> => (argument === '-' ? readText('-') : argument);

/** Adds the file's name to errors. */
export async function named<T>(path: string, use: () => Promise<T>): Promise<T> {
  try {
    return await use();
  } catch (thrown) {
    if (!(thrown instanceof PosencError)) throw thrown;
    const name = path === '-' ? 'standard input' : printable(path, 200);
    throw new PosencError(thrown.code, thrown.field, `${name}: ${thrown.message}`, { cause: thrown });
  }
}

function withInput<T>(path: string, use: (file: Stored, name: string) => Promise<T>): Promise<T> {
  if (path === '-') return use(new StoredStream(process.stdin), 'standard input');
  return withFile(path, (file) => use(file, printable(path, 200)));
}

/** Reads text of bounded length. */
export async function textOf(file: Stored, name: string): Promise<string> {
  const bytes = await bytesOf(file, 0, maxBytes + 1);
  if (bytes.length <= maxBytes) return decoded(bytes, name);
  throw new PosencError('too_large', name, `more than ${maxBytes} bytes, the limit for JSON`);
}

/** Keeps a byte order mark: Python's json rejects it, and `check` reports that. */
function decoded(bytes: Uint8Array, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    const wide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
    throw new PosencError('io', name, `it is ${wide ? 'UTF-16' : 'no UTF-8 text'}; save it as UTF-8`, { cause });
  }
}
