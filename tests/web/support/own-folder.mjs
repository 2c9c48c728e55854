/** A folder of the test file, removed when the process exits. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const folder = mkdtempSync(join(tmpdir(), 'posenc-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

/** A new folder in it. */
export const newFolder = () => mkdtempSync(join(folder, 'new-'));

/** The path of a file in the folder, written if `content` is given. */
export function file(name, content) {
  const path = join(folder, name);
  if (content !== undefined) writeFileSync(path, content);
  return path;
}
