/**
 * Text from a file or, for `-`, from standard input; bounded before it is held.
 */
import { open } from 'node:fs/promises';
import { PosencError, reason } from '../lib/checks/errors.js';
import { maxJsonLength } from '../lib/checks/limits.js';
import { printable } from '../lib/checks/show.js';

/** Bytes of UTF-8 that the longest JSON text may need. */
const maxBytes = 4 * maxJsonLength;

/** The text of a file, or of standard input. */
export async function readText(path: string): Promise<string> {
  if (path === '-') return collect(process.stdin, 'standard input');
  const name = printable(path, 200);
  try {
    const file = await open(path);
    try {
      const { size } = await file.stat();
      if (size > maxBytes) throw tooLarge(name);
      return await collect(file.createReadStream({ autoClose: false }), name);
    } finally {
      await file.close();
    }
  } catch (thrown) {
    if (thrown instanceof PosencError) throw thrown;
    throw new PosencError('io', name, `${name} could not be read: ${reason(thrown)}`, { cause: thrown });
  }
}

/** An argument that is JSON itself; `-` reads standard input. */
export const readArgument = async (argument: string): Promise<string> => (argument === '-' ? readText('-') : argument);

async function collect(stream: AsyncIterable<Buffer>, name: string): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of stream) {
    bytes += part.length;
    if (bytes > maxBytes) throw tooLarge(name);
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

const tooLarge = (name: string): PosencError =>
  new PosencError('too_large', name, `${name} is larger than ${maxBytes} bytes, more than any JSON this program reads`);
