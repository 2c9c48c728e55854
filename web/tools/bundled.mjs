/**
 * Lists the third-party packages in the pages, as reported by the bundlers. Vite bundles the pages, and Rolldown the
 * worker of notebook cells, which the pages contain as a string. Writes licences.txt next to the pages, and
 * build/bundled.json for the test of the licences.
 */
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Modules of workers. Vite bundles them in the same process, before it writes the pages. */
const ofWorkers = new Set();

/** The plugin that collects these modules. */
export const bundledInWorker = () => ({
  name: 'bundled-in-worker',
  generateBundle() {
    for (const id of this.getModuleIds()) ofWorkers.add(id);
  },
});

/** Packages that no bundler reports: the font that a style sheet names, and the renderer of formulas. */
const byStyle = ['@fontsource/stix-two-math', 'temml'];

/** Helper modules that the bundlers add. */
const helpers = [
  { name: 'vite', mark: /^\0vite\// },
  { name: 'rolldown', mark: /^\0rolldown\// },
];

/** Returns [{ name, version, licence, folder }] of the packages that contain the modules, sorted by name. */
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

/** Returns the text of a package's licence file, whose name may be in lower case or have an extension. */
function licenceText(folder) {
  const file = readdirSync(folder).find((name) => /^licen[cs]e(\.(md|txt))?$/i.test(name));
  return file && readFileSync(join(folder, file), 'utf8').trim();
}

/** The Vite plugin. @param root of the repository  @param apart modules that were bundled before, into strings */
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
