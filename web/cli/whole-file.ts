/**
 * Files that appear whole or not at all, also where the power fails: written under another name beside where they belong,
 * handed to the disk, and renamed when they are complete. What a process that was killed has left, the next that writes the
 * same file takes away: only what a process of this machine began that runs no more, or what nobody has changed for a day.
 * The other name cannot be guessed, and what has it already is not opened (CWE-377).
 */
import { createHash, randomBytes } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { type FileHandle, lstat, open, readdir, readlink, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { hasEnded, me } from './owner.js';

const day = 86_400_000;

/** Of a long name a part, since a name has at most 255 bytes on most file systems. */
const longest = 40;
function stem(target: string): string {
  const signs = Array.from(basename(target));
  const name = signs.slice(0, longest).join('');
  const digest = createHash('sha256').update(basename(target)).digest('hex').slice(0, 8);
  return signs.length > longest ? `${name}-${digest}.` : `${name}.`;
}

/** Where this process writes what is to become `target`; another name each time. */
export const partialOf = (target: string): string =>
  join(dirname(target), `${stem(target)}${me()}-${randomBytes(8).toString('hex')}.posenc-partial`);

/** A file that was not there before. @param like it has the rights and the owner of this one, as far as they can be given */
export async function openNew(path: string, like?: Stats): Promise<FileHandle> {
  const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW = 0 } = constants; // Windows has no O_NOFOLLOW
  const file = await open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, like ? 0o600 : 0o666);
  if (!like) return file;
  const own = await file.stat();
  if (own.uid !== like.uid || own.gid !== like.gid) await file.chown(like.uid, like.gid).catch(() => undefined);
  await file.chmod(like.mode & 0o7777);
  return file;
}

/** Where a link leads, also where nothing is there yet. */
export async function followed(path: string, hops = 40): Promise<string> {
  const real = await realpath(path).catch(() => undefined);
  if (real !== undefined) return real;
  const link = await readlink(path).catch(() => undefined);
  if (link === undefined || hops === 0) return path;
  return followed(resolve(await realpath(dirname(path)), link), hops - 1);
}

/**
 * Replaces `path`, or the file that this link leads to, by what the chunks are, once they are all there. The file keeps its
 * rights and its owner; another hard link to it keeps the former content.
 */
export async function writeWhole(path: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  const target = await followed(path);
  await removeStale(target);
  const partial = partialOf(target);
  const there = await stat(target).catch(() => undefined);
  const file = await openNew(partial, there?.isFile() ? there : undefined);
  try {
    await fill(file, chunks, true);
    await rename(partial, target);
  } catch (thrown) {
    await rm(partial, { force: true }).catch(() => undefined);
    throw thrown;
  }
  await syncFolder(dirname(target));
}

/** The name of a file is kept by its folder. Windows opens none, and some file systems have nothing to do. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r').catch(() => undefined);
  await folder?.sync().catch(() => undefined);
  await folder?.close();
}

export const writeWholeText = (target: string, text: string): Promise<void> => writeWhole(target, once(text));

/** A line more of a record that grows; a kill may tear the last one, which its reader passes over. */
export async function appendLine(target: string, line: string): Promise<void> {
  const { O_WRONLY, O_CREAT, O_APPEND, O_NOFOLLOW = 0 } = constants;
  await fill(await open(target, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW), once(`${line}\n`));
}

export async function* once(content: string | Uint8Array): AsyncGenerator<Uint8Array> {
  yield typeof content === 'string' ? new TextEncoder().encode(content) : content;
}

/** @param lasting whether it has to be on the disk before it is closed */
export async function fill(file: FileHandle, chunks: AsyncIterable<Uint8Array>, lasting = false): Promise<void> {
  try {
    for await (const chunk of chunks) await file.writeFile(chunk);
    if (lasting) await file.sync();
  } finally {
    await file.close();
  }
}

/** Takes away what writers of `target` that run no more have left beside it. What cannot be removed stays. */
export async function removeStale(target: string): Promise<void> {
  const begin = stem(target);
  const names = await readdir(dirname(target)).catch(() => []);
  for (const name of names) {
    const owner =
      name.startsWith(begin) &&
      /^([0-9a-f]{8}-[1-9][0-9]{0,9})-[0-9a-f]{16}\.posenc-partial$/.exec(name.slice(begin.length))?.[1];
    if (!owner) continue;
    const path = join(dirname(target), name);
    try {
      const { mtimeMs } = await lstat(path);
      if (hasEnded(owner) ?? Date.now() - mtimeMs > day) await rm(path);
    } catch {
      // another process was sooner, or it is not ours to remove
    }
  }
}
