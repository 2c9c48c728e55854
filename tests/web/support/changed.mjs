/** Files of the current change. */
import { spawnSync } from 'node:child_process';

let files;
/** Returns whether a file with `part` in its path has changed since the commit before the last, or is new. */
export function changed(part) {
  const git = (...args) => spawnSync('git', args, { cwd: import.meta.dirname, encoding: 'utf8' }).stdout ?? '';
  files ??=
    git('diff', '--name-only', 'HEAD~1') + git('ls-files', '--others', '--exclude-standard', '--full-name', ':/');
  return files.split('\n').some((file) => file.includes(part));
}
