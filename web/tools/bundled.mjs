/**
 * Which packages of others are in the pages, as the bundlers saw them: Vite for the pages, Rolldown for the worker of the
 * notebooks' cells, which is a text in them. Writes licences.txt next to the pages, and build/bundled.json for the test of
 * the licences.
 */
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Modules of the workers that Vite bundles, in the same process and before the pages are written. */
const ofWorkers = new Set();

/** The plugin that sees them. */
export const bundledInWorker = () => ({
  name: 'bundled-in-worker',
  generateBundle() {
    for (const id of this.getModuleIds()) ofWorkers.add(id);
  },
});

/** What no bundler saw: the fonts that a style sheet names, what makes the markup and the style of formulas. */
const byStyle = ['@fontsource/stix-two-math', 'temml'];

/** Modules of a bundler's own that it puts beside ours. */
const helpers = [
  { name: 'vite', mark: /^\0vite\// },
  { name: 'rolldown', mark: /^\0rolldown\// },
];

/** [{ name, version, licence, folder }] of the packages that modules belong to, by name. */
export function packagesOf(ids, root) {
  const folders = new Set();
  for (const id of ids) {
    const folder = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id.replace(/^\0/, ''))?.[0];
    if (folder) folders.add(folder);
    for (const { name, mark } of helpers) if (mark.test(id)) folders.add(join(root, 'node_modules', name));
  }
  return [...folders]
    .map((folder) => {
      const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
      return { name, version, licence: license, folder };
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The text of a package's licence; some have it in lower case, or with an ending. */
function licenceText(folder) {
  const file = readdirSync(folder).find((name) => /^licen[cs]e(\.(md|txt))?$/i.test(name));
  return file && readFileSync(join(folder, file), 'utf8').trim();
}

/** The plugin of Vite. @param root of the repository  @param apart modules of texts in the pages, which were bundled before */
export function bundled(root, apart) {
  return {
    name: 'bundled',
    apply: 'build',
    generateBundle(_, bundle) {
      if (Object.keys(bundle).length === 0) return;
      const styles = byStyle.map((name) => join(root, 'node_modules', name, 'package.json'));
      const packages = packagesOf([...this.getModuleIds(), ...ofWorkers, ...apart, ...styles], root);
      const texts = packages.map(({ name, version, folder }) => {
        const text = licenceText(folder);
        if (text === undefined) this.error(`${name} is in the pages, and has no licence that could be shown`);
        return `${name} ${version}\n\n${text}\n`;
      });
      this.emitFile({ type: 'asset', fileName: 'licences.txt', source: texts.join(`\n${'-'.repeat(80)}\n\n`) });
      const list = packages.map(({ name, version, licence }) => ({ name, version, licence }));
      const file = join(root, 'build/bundled.json');
      if (!existsSync(dirname(file))) mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, `${JSON.stringify(list, undefined, 1)}\n`);
    },
  };
}
