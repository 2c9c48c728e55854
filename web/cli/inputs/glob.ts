/**
 * Expands path patterns that no shell has expanded (on Windows, in quotes, in YAML): `*` and `?` within a path segment,
 * `[ab]`, `{a,b}`, and `**` for any folders. Only patterns with a leading dot match names with one.
 */
import { readdir } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { PosencError } from '../../lib/checks/errors.js';
import { printable } from '../../lib/checks/show.js';
import { misuse } from '../command.js';
import { byNumbers } from './choose.js';

export const hasWildcard = (text: string): boolean => /[*?[{]/.test(text);

/** Maximum folders to visit, and alternatives of braces. */
const maxFolders = 100_000;
const maxAlternatives = 256;
const maxDepth = 32;

/** Returns the matching files and folders, without duplicates. */
export async function matching(pattern: string): Promise<string[]> {
  const found = new Set<string>();
  const budget = { folders: maxFolders };
  for (const each of alternatives(sep === '/' ? pattern : pattern.replaceAll(sep, '/'))) {
    const absolute = /^(\/|[A-Za-z]:\/)/.exec(each)?.[0] ?? '';
    const parts = each
      .slice(absolute.length)
      .split('/')
      .filter((part) => part !== '' && part !== '.');
    await walk(absolute, parts, 0, found, budget);
  }
  return [...found].sort(byNumbers);
}

async function walk(
  folder: string,
  [part, ...rest]: readonly string[],
  depth: number,
  found: Set<string>,
  budget: { folders: number },
): Promise<void> {
  if (part === undefined || depth > maxDepth) return;
  if (!hasWildcard(part)) {
    const path = join(folder, part);
    if (rest.length > 0) return walk(path, rest, depth + 1, found, budget);
    const names = await readdir(folder === '' ? '.' : folder).catch((): string[] => []);
    if (names.includes(part) || part === '..') found.add(path);
    return;
  }
  if (--budget.folders < 0)
    throw new PosencError('too_large', 'glob', `the pattern visits more than ${maxFolders} folders`);
  const entries = await readdir(folder === '' ? '.' : folder, { withFileTypes: true }).catch(() => []);
  if (part === '**') await walk(folder, rest.length > 0 ? rest : ['*'], depth, found, budget);
  const meets = part === '**' ? undefined : expression(part);
  for (const entry of entries) {
    const { name } = entry;
    const path = join(folder, name);
    const shown = !name.startsWith('.') || part.startsWith('.');
    if (!shown) continue;
    if (part === '**') {
      if (entry.isDirectory() && name !== 'node_modules') await walk(path, [part, ...rest], depth + 1, found, budget);
    } else if (meets!.test(name)) {
      if (rest.length === 0) found.add(path);
      else if (entry.isDirectory() || entry.isSymbolicLink()) await walk(path, rest, depth + 1, found, budget);
    }
  }
}

/** Expands `a{b,c}d` to abd and acd, also if nested. */
export function alternatives(pattern: string): string[] {
  const done: string[] = [];
  const open = [pattern];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [all, inner] = /\{([^{}]*)\}/.exec(next) ?? [];
    if (all === undefined) done.push(next);
    else for (const word of inner!.split(',')) open.push(next.replace(all, () => word));
    if (done.length + open.length > maxAlternatives)
      throw misuse('glob', `${printable(pattern)} has more than ${maxAlternatives} alternatives`);
  }
  return done;
}

/** Converts one path segment to a regular expression. */
export function expression(part: string): RegExp {
  const source = part.replace(
    /\*+|\?|\[(!|\^)?([^\]]+)\]|[^*?[]+|\[/g,
    (piece, not: string | undefined, set: string | undefined) => {
      if (piece.startsWith('*')) return '[^/]*';
      if (piece === '?') return '[^/]';
      if (set !== undefined) return `[${not === undefined ? '' : '^'}${set.replace(/[\\\]^[]/g, '\\$&')}]`;
      return piece.replace(/[\\^$.|+()[\]{}]/g, '\\$&');
    },
  );
  try {
    return new RegExp(`^${source}$`, 'u');
  } catch (cause) {
    throw new PosencError('bad_argument', 'glob', `${printable(part)} is not a supported pattern`, {
      cause,
    });
  }
}
