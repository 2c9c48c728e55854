/** A folder of the test file's own, which goes with its process. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const folder = mkdtempSync(join(tmpdir(), 'posenc-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

/** A new folder in it. */
export const newFolder = () => mkdtempSync(join(folder, 'new-'));

/** The path of a file in it, with the content where one is given. */
export function file(name, content) {
  const path = join(folder, name);
  if (content !== undefined) writeFileSync(path, content);
  return path;
}
