/**
 * Files that appear whole or not at all: written under another name beside where they belong, and renamed when they are
 * complete. A process that is killed meanwhile leaves what it has written so far; the next that writes the same file removes
 * it. The name says whose it is: only what a process of this machine began that runs no more, or what nobody has changed for
 * a day, is taken away.
 */
import { createHash } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import { type FileHandle, lstat, open, readdir, rename, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';

const day = 86_400_000;

/** Numbers of processes mean something among those of one machine, and there of one container. */
function place(): string {
  let namespace = '';
  try {
    namespace = readlinkSync('/proc/self/ns/pid');
  } catch {
    // not Linux, where every process of a machine sees the same numbers
  }
  return createHash('sha256').update(`${hostname()} ${namespace}`).digest('hex').slice(0, 8);
}

/** Where this process writes what is to become `target`. */
export const partialOf = (target: string): string => `${target}.${place()}-${process.pid}.posenc-partial`;

/** Replaces `target` by what the chunks are, once they are all there. */
export async function writeWhole(target: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  const partial = partialOf(target);
  await removeStale(target);
  await rm(partial, { force: true }); // of a process of this number that was killed
  try {
    await fill(await open(partial, 'wx'), chunks);
    await rename(partial, target);
  } catch (thrown) {
    await rm(partial, { force: true }).catch(() => undefined);
    throw thrown;
  }
}

export const writeWholeText = (target: string, text: string): Promise<void> => writeWhole(target, once(text));

/** A line more of a record that grows; a kill may tear the last one, which its reader passes over. */
export async function appendLine(target: string, line: string): Promise<void> {
  await fill(await open(target, 'a'), once(`${line}\n`));
}

export async function* once(content: string | Uint8Array): AsyncGenerator<Uint8Array> {
  yield typeof content === 'string' ? new TextEncoder().encode(content) : content;
}

export async function fill(file: FileHandle, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  try {
    for await (const chunk of chunks) await file.writeFile(chunk);
  } finally {
    await file.close();
  }
}

/** Takes away what writers of `target` that run no more have left beside it. What cannot be removed stays. */
export async function removeStale(target: string): Promise<void> {
  const begin = `${basename(target)}.`;
  const names = await readdir(dirname(target)).catch(() => []);
  for (const name of names) {
    const [, where, number] =
      (name.startsWith(begin) && /^([0-9a-f]{8})-([1-9][0-9]{0,9})\.posenc-partial$/.exec(name.slice(begin.length))) ||
      [];
    if (where === undefined) continue;
    const path = join(dirname(target), name);
    try {
      const { mtimeMs } = await lstat(path);
      const ended = where === place() && !isRunning(Number(number));
      if (ended || Date.now() - mtimeMs > day) await rm(path);
    } catch {
      // another process was sooner, or it is not ours to remove
    }
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0); // asks, and does nothing
    return true;
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
