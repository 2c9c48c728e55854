/** Files that are loaded together with a built file. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The files that are loaded together with `entry`, and the text of each. */
export function graph(entry, found = new Map()) {
  const text = readFileSync(entry, 'utf8');
  found.set(entry, text);
  for (const [, path] of text.matchAll(/^\s*(?:import|export)\b[^'"();]*['"](\.[^'"]+)['"]/gm)) {
    const file = join(dirname(entry), path);
    if (!found.has(file)) graph(file, found);
  }
  return found;
}
