/** Runs a build stage only if the content of its inputs changed or an output is missing. */
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, isAbsolute, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Every file below the given files and folders, sorted. */
export function filesBelow(paths) {
  const files = [];
  const visit = (path) => {
    if (!existsSync(path)) return;
    if (statSync(path).isDirectory()) for (const name of readdirSync(path).sort()) visit(join(path, name));
    else files.push(path);
  };
  for (const path of [...paths].sort()) visit(path);
  return files;
}

/**
 * Sets file permissions to 644 or 755. npm packs the permissions of files, so a different umask would change the
 * package or make files unreadable after an installation by an administrator.
 */
export function readableByAll(paths) {
  for (const file of filesBelow(paths)) chmodSync(file, statSync(file).mode & 0o100 ? 0o755 : 0o644);
}

/** SHA-256 of `extra` and of the content and name of all files below `paths`; names are relative to the checkout. */
export function digest(paths, extra = '') {
  const hash = createHash('sha256').update(extra);
  for (const file of filesBelow(paths)) hash.update(`\0${relative(root, file)}\0`).update(readFileSync(file));
  return hash.digest('hex');
}

/**
 * Runs `work` unless the stamp file contains the digest of the inputs and all outputs exist.
 * Returns true if it ran.
 */
export async function whenStale({ stamp, inputs, outputs, extra = '' }, work) {
  const now = digest(inputs, extra);
  const old = existsSync(stamp) ? readFileSync(stamp, 'utf8') : '';
  if (old === now && outputs.every((path) => existsSync(path))) return false;
  rmSync(stamp, { force: true });
  await work();
  mkdirSync(dirname(stamp), { recursive: true });
  // a stage may have rewritten one of its inputs (gen)
  writeFileSync(stamp, digest(inputs, extra));
  return true;
}

/**
 * Removes `folder` if CMake configured it for sources in another place or with a compiler that no longer exists.
 * CMake does not build in such a folder. Returns true if it was removed.
 */
export function removeForeignBuild(folder, source) {
  const cache = join(folder, 'CMakeCache.txt');
  if (!existsSync(cache)) return false;
  const text = readFileSync(cache, 'utf8');
  const value = (name) => new RegExp(`^${name}(?::[A-Z]+)?=(.*)$`, 'm').exec(text)?.[1] ?? '';
  const same = (path, wanted) => existsSync(path) && realpathSync(path) === realpathSync(wanted);
  const compiler = value('CMAKE_CXX_COMPILER');
  if (
    same(value('CMAKE_HOME_DIRECTORY'), source) &&
    same(value('CMAKE_CACHEFILE_DIR'), folder) &&
    (!isAbsolute(compiler) || existsSync(compiler))
  )
    return false;
  rmSync(folder, { recursive: true });
  return true;
}
