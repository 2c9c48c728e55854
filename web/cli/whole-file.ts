/**
 * Files that appear completely or not at all, even on power failure: written to a temporary file in the same folder,
 * synced, and renamed when complete. The next writer of a file removes leftovers of killed processes: only those of
 * this machine's processes that have ended, or unchanged for a day. The temporary name is random, and an existing file
 * of that name is not opened (CWE-377).
 */
import { createHash, randomBytes } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { type FileHandle, lstat, open, readdir, readlink, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { hasEnded, me } from './owner.js';

const day = 86_400_000;

/** Shortens long names, since most file systems allow at most 255 bytes. */
const longest = 40;
function stem(target: string): string {
  const signs = Array.from(basename(target));
  const name = signs.slice(0, longest).join('');
  const digest = createHash('sha256').update(basename(target)).digest('hex').slice(0, 8);
  return signs.length > longest ? `${name}-${digest}.` : `${name}.`;
}

/** Returns the temporary name for `target`; different on each call. */
export const partialOf = (target: string): string =>
  join(dirname(target), `${stem(target)}${me()}-${randomBytes(8).toString('hex')}.posenc-partial`);

/** Creates a new file; fails if it exists. @param like copies this file's mode and owner, if permitted */
export async function openNew(path: string, like?: Stats): Promise<FileHandle> {
  const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW = 0 } = constants; // Windows has no O_NOFOLLOW
  const file = await open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, like ? 0o600 : 0o666);
  if (!like) return file;
  const own = await file.stat();
  if (own.uid !== like.uid || own.gid !== like.gid) await file.chown(like.uid, like.gid).catch(() => undefined);
  await file.chmod(like.mode & 0o7777);
  return file;
}

/** Resolves a link, even if its target does not exist yet. */
export async function followed(path: string, hops = 40): Promise<string> {
  const real = await realpath(path).catch(() => undefined);
  if (real !== undefined) return real;
  const link = await readlink(path).catch(() => undefined);
  if (link === undefined || hops === 0) return path;
  return followed(resolve(await realpath(dirname(path)), link), hops - 1);
}

/**
 * Replaces `path`, or the target of this link, with the chunks once all are available. The file keeps its mode and
 * owner; another hard link to it keeps the old content.
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

/** Syncs the folder, which stores the file's name. Windows cannot open folders, and some file systems ignore this. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r').catch(() => undefined);
  await folder?.sync().catch(() => undefined);
  await folder?.close();
}

export const writeWholeText = (target: string, text: string): Promise<void> => writeWhole(target, once(text));

/** Appends a line to a log; a kill may truncate the last line, which readers skip. */
export async function appendLine(target: string, line: string): Promise<void> {
  const { O_WRONLY, O_CREAT, O_APPEND, O_NOFOLLOW = 0 } = constants;
  await fill(await open(target, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW), once(`${line}\n`));
}

export async function* once(content: string | Uint8Array): AsyncGenerator<Uint8Array> {
  yield typeof content === 'string' ? new TextEncoder().encode(content) : content;
}

/** @param lasting sync to disk before closing */
export async function fill(file: FileHandle, chunks: AsyncIterable<Uint8Array>, lasting = false): Promise<void> {
  try {
    for await (const chunk of chunks) await file.writeFile(chunk);
    if (lasting) await file.sync();
  } finally {
    await file.close();
  }
}

/** Removes leftovers of writers of `target` that have ended. Files that cannot be removed stay. */
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
      // another process removed it first, or it belongs to another user
    }
  }
}
