/**
 * Standard output with back-pressure, and files (whole-file.ts writes them).
 */
import { once } from 'node:events';
import { access, constants, open, rm, stat } from 'node:fs/promises';
import { PosencError, reason } from '../lib/checks/errors.js';
import { printable } from '../lib/checks/show.js';
import { harmless, inLines } from './harmless.js';
import { fill, followed, openNew, partialOf, removeStale, writeWhole } from './whole-file.js';

/** Standard output: whatever the pieces hold, they drive no terminal and no workflow. No piece ends within a character. */
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

/** A line of standard error. */
export function tell(line: string): void {
  process.stderr.write(harmless(`${inLines(line)}\n`));
}

/**
 * Writes a file under another name beside it and renames it when it is complete; where `path` is a link, the file that
 * it leads to. What is there and is no file (a device, a pipe) is written itself; `-` is standard output. `field` is what
 * errors name.
 */
export async function writeFile(path: string, chunks: AsyncIterable<Uint8Array>, field = '--out'): Promise<void> {
  if (path === '-') {
    // written when it is told: the next chunk may be in the same memory
    for await (const chunk of chunks) await new Promise((written) => process.stdout.write(chunk, written));
    return;
  }
  try {
    const there = await stat(path).catch(() => undefined);
    if (there && !there.isFile()) await fill(await open(path, 'w'), chunks);
    else await writeWhole(path, chunks);
  } catch (thrown) {
    // Only the file system gives errors a system-call name; all others are about the table.
    if (!(thrown instanceof Error && 'syscall' in thrown)) throw thrown;
    throw unwritable(path, field, thrown);
  }
}

/** Refuses now what `writeFile` could not write after long work, and takes away what was left there half written. */
export async function checkWritable(path: string, field = '--out'): Promise<void> {
  if (path === '-') return;
  try {
    const there = await stat(path).catch(() => undefined);
    // a pipe that is opened and closed again has ended for who reads it
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
