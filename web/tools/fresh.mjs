/** Build stages that run only when the content of their inputs changed, or an output is gone. */
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
 * Gives files the rights that they have in the package: npm packs them as they are, and what was made under another umask would be
 * unreadable where an administrator installs it, and other bytes.
 */
export function readableByAll(paths) {
  for (const file of filesBelow(paths)) chmodSync(file, statSync(file).mode & 0o100 ? 0o755 : 0o644);
}

/** SHA-256 of `extra` and of all files below `paths`, by content and by name relative to the checkout: a copied checkout stays fresh. */
export function digest(paths, extra = '') {
  const hash = createHash('sha256').update(extra);
  for (const file of filesBelow(paths)) hash.update(`\0${relative(root, file)}\0`).update(readFileSync(file));
  return hash.digest('hex');
}

/**
 * Runs `work` unless the stamp file holds the digest of the inputs and all outputs are there.
 * Gives true when it ran.
 */
export async function whenStale({ stamp, inputs, outputs, extra = '' }, work) {
  const now = digest(inputs, extra);
  const old = existsSync(stamp) ? readFileSync(stamp, 'utf8') : '';
  if (old === now && outputs.every((path) => existsSync(path))) return false;
  rmSync(stamp, { force: true });
  await work();
  mkdirSync(dirname(stamp), { recursive: true });
  // the inputs as they are now: a stage may rewrite one of them (gen)
  writeFileSync(stamp, digest(inputs, extra));
  return true;
}

/**
 * Removes what CMake configured in `folder` for sources in another place, or with a compiler that is gone: a checkout
 * that was moved or copied, which CMake refuses to build. Gives true when it did.
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
