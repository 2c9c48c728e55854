/**
 * Lists the files of a folder and its subfolders that identify models.
 */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { errorAbout, type PosencError, reason } from '../../lib/checks/errors.js';
import { printable } from '../../lib/checks/show.js';
import { isTelling } from './choose.js';

/** Maximum entries and depth: ends early if given a home folder by mistake. */
const maxEntries = 200_000;
const maxDepth = 12;

/** Paths relative to the folder, with slashes. Follows links to files, as in the Hub's cache, but not to folders. */
export async function filesIn(folder: string): Promise<string[]> {
  const found: string[] = [];
  let entries = 0;
  const open: { path: string; depth: number }[] = [{ path: '', depth: 0 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { path, depth } = next;
    for (const entry of await entriesOf(join(folder, path), depth === 0)) {
      if (++entries > maxEntries) throw tooMany(folder);
      const below = path === '' ? entry.name : `${path}/${entry.name}`;
      const isFolder = entry.isDirectory();
      if (isFolder && depth < maxDepth && !isHidden(entry.name)) open.push({ path: below, depth: depth + 1 });
      else if (
        isTelling(entry.name) &&
        (entry.isFile() || (entry.isSymbolicLink() && (await isFile(join(folder, below)))))
      )
        found.push(below);
    }
  }
  return found;
}

const isHidden = (name: string): boolean => name.startsWith('.') || name === 'node_modules';

/** Skips an unreadable subfolder; throws for the named folder. */
async function entriesOf(path: string, named: boolean) {
  try {
    return await readdir(path, { withFileTypes: true });
  } catch (cause) {
    if (!named) return [];
    throw errorAbout('io', printable(path, 200), `could not be read: ${reason(cause)}`, { cause });
  }
}

const isFile = async (path: string): Promise<boolean> => (await stat(path).catch(() => undefined))?.isFile() ?? false;

const tooMany = (folder: string): PosencError =>
  errorAbout(
    'too_large',
    printable(folder, 200),
    `has more than ${maxEntries} files and folders, the most that are looked at; name one below`,
  );
