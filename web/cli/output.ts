/**
 * Standard output with back-pressure, and files that appear whole or not at all.
 */
import { once } from 'node:events';
import { type FileHandle, access, constants, open, realpath, rename, rm, stat } from 'node:fs/promises';
import { PosencError, reason } from '../lib/checks/errors.js';
import { printable } from '../lib/checks/show.js';

export async function print(pieces: Iterable<string>): Promise<void> {
  let held = '';
  for (const piece of pieces) {
    held += piece;
    if (held.length < 65536) continue;
    await write(held);
    held = '';
  }
  await write(held);
}

async function write(text: string): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain');
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
    const target = await realpath(path).catch(() => path);
    const there = await stat(target).catch(() => undefined);
    if (there && !there.isFile()) await fill(await open(target, 'w'), chunks);
    else await replace(target, chunks);
  } catch (thrown) {
    // Only the file system gives errors a system-call name; all others are about the table.
    if (!(thrown instanceof Error && 'syscall' in thrown)) throw thrown;
    throw unwritable(path, field, thrown);
  }
}

/** Refuses now what `writeFile` could not write after long work. */
export async function checkWritable(path: string, field = '--out'): Promise<void> {
  if (path === '-') return;
  try {
    const target = await realpath(path).catch(() => path);
    const there = await stat(target).catch(() => undefined);
    // a pipe that is opened and closed again has ended for who reads it
    if (there && !there.isFile() && !there.isDirectory()) return await access(target, constants.W_OK);
    if (there?.isDirectory()) return await (await open(target, 'w')).close();
    await (await open(partialOf(target), 'w')).close();
    await rm(partialOf(target), { force: true });
  } catch (thrown) {
    throw unwritable(path, field, thrown);
  }
}

const partialOf = (target: string): string => `${target}.${process.pid}.partial`;

function unwritable(path: string, field: string, cause: unknown): PosencError {
  return new PosencError('io', field, `${printable(path, 200)} could not be written: ${reason(cause)}`, { cause });
}

async function replace(target: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  const partial = partialOf(target);
  await rm(partial, { force: true }); // of a process of this number that was killed
  try {
    await fill(await open(partial, 'wx'), chunks);
    await rename(partial, target);
  } catch (thrown) {
    await rm(partial, { force: true }).catch(() => undefined);
    throw thrown;
  }
}

async function fill(file: FileHandle, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  try {
    for await (const chunk of chunks) await file.writeFile(chunk);
  } finally {
    await file.close();
  }
}
