/**
 * Updates the translation files next to the notebooks from the texts of the notebooks, or starts a new file:
 *
 *   node web/tools/translations.mjs                              all existing files
 *   node web/tools/translations.mjs 2-sinusoidal-step-by-step zh    a new language of a lesson
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { root } from './setup.mjs';

const place = join(root, 'build/tools/translations.mjs');

/** Imports the functions that the build of the pages uses for translations. */
export async function translationParts() {
  const input = join(root, 'web/notebook/notebooks/build/translations.ts');
  const bundle = await rolldown({ input, external: /^(node:|gettext-parser)/, platform: 'node' });
  await bundle.write({ file: place, format: 'esm', codeSplitting: false });
  await bundle.close();
  return import(pathToFileURL(place).href);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { notebookPaths } = await import('../../tests/web/support/notebook-files.mjs');
  const { translationsOf, updated } = await translationParts();
  const [name, language] = process.argv.slice(2);
  const chosen = name === undefined ? [...notebookPaths.values()] : [notebookPaths.get(name)];
  for (const path of chosen) {
    if (!path) throw new Error(`there is no notebook ${name}`);
    const file = join(root, path);
    const begun = language ? [{ language, file: join(dirname(file), `${name}.${language}.po`) }] : translationsOf(file);
    for (const { language: into, file: po } of begun)
      writeFileSync(po, updated(existsSync(po) ? readFileSync(po, 'utf8') : '', readFileSync(file, 'utf8'), into));
  }
}
