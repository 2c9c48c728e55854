/**
 * Writes to standard output with back-pressure, and to files (through whole-file.ts).
 */
import { once } from 'node:events';
import { access, constants, open, rm, stat } from 'node:fs/promises';
import { PosencError, reason } from '../lib/checks/errors.js';
import { printable } from '../lib/checks/show.js';
import { harmless, inLines } from './harmless.js';
import { fill, followed, openNew, partialOf, removeStale, writeWhole } from './whole-file.js';

/** Prints to standard output, sanitized for terminals and workflows. No piece ends within a character. */
export async function print(pieces: Iterable<string>): Promise<void> {
  let held = '';
  let atStart = true;
  for (const piece of pieces) {
    held += harmless(piece, atStart);
    atStart = piece === '' ? atStart : piece.endsWith('\n');
    if (held.length < 65536) continue;
    await write(held);
    held = '';
  }
  await write(held);
}

async function write(text: string): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain');
}

/** Prints a line to standard error. */
export function tell(line: string): void {
  process.stderr.write(harmless(`${inLines(line)}\n`));
}

/**
 * Writes a temporary file in the same folder and renames it when complete; follows links. Writes devices and pipes
 * directly; `-` is standard output. Errors name `field`.
 */
export async function writeFile(path: string, chunks: AsyncIterable<Uint8Array>, field = '--out'): Promise<void> {
  if (path === '-') {
    // waits for the write: the next chunk may reuse the memory
    for await (const chunk of chunks) await new Promise((written) => process.stdout.write(chunk, written));
    return;
  }
  try {
    const there = await stat(path).catch(() => undefined);
    if (there && !there.isFile()) await fill(await open(path, 'w'), chunks);
    else await writeWhole(path, chunks);
  } catch (thrown) {
    // Only file-system errors have a system-call name; all others concern the table.
    if (!(thrown instanceof Error && 'syscall' in thrown)) throw thrown;
    throw unwritable(path, field, thrown);
  }
}

/** Fails early if `writeFile` could not write later, and removes incomplete files from earlier writers. */
export async function checkWritable(path: string, field = '--out'): Promise<void> {
  if (path === '-') return;
  try {
    const there = await stat(path).catch(() => undefined);
    // opening and closing a pipe would end it for its reader
    if (there && !there.isFile() && !there.isDirectory()) return await access(path, constants.W_OK);
    if (there?.isDirectory()) return await (await open(path, 'w')).close();
    const target = await followed(path);
    await removeStale(target);
    const partial = partialOf(target);
    await (await openNew(partial)).close();
    await rm(partial, { force: true });
  } catch (thrown) {
    throw unwritable(path, field, thrown);
  }
}

function unwritable(path: string, field: string, cause: unknown): PosencError {
  return new PosencError('io', field, `${printable(path, 200)} could not be written: ${reason(cause)}`, { cause });
}
