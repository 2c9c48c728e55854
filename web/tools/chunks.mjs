/**
 * What the pages load at once, as files: the library that most of them start, and what all have around their content, are
 * one file each. It is transferred in fewer bytes than many, and with fewer requests. The rest is divided by the bundler.
 */
import { fileURLToPath } from 'node:url';
import { pages } from '../notebook/frame.ts';

/** Whether every page loads a module before anything is asked for. */
function isOfAll(id, context) {
  const found = new Set();
  const seen = new Set();
  const visit = (one) => {
    if (seen.has(one)) return;
    seen.add(one);
    if (pages.some(({ file }) => one.endsWith(`/${file}`))) found.add(one);
    for (const importer of context.getModuleInfo(one)?.importers ?? []) visit(importer);
  };
  visit(id);
  return found.size === pages.length;
}

/** Whether the library as pages start it needs a module at once, and not with the first call of a method. */
function isOfLibrary(id, context) {
  const needed = new Set();
  const visit = (one) => {
    if (needed.has(one)) return;
    needed.add(one);
    for (const next of context.getModuleInfo(one)?.importedIds ?? []) visit(next);
  };
  starts.forEach(visit);
  return needed.has(id);
}
/** The pages compute in workers. */
const starts = ['on-demand.js', 'pool/pool.js', 'wasm/module-cache.js'].map((file) =>
  fileURLToPath(new URL(`../../dist/lib/${file}`, import.meta.url)),
);

/** What is needed of the library where it is not loaded: by charts, and by who says that it cannot run. */
const errors = /\/dist\/lib\/(checks\/(errors|record|show)|generated\/error-codes|wasm\/compile)\.js$/;

export const chunks = [
  { name: 'errors', test: errors, priority: 3 },
  // with the bundler's own helper, which is no part of the library
  {
    test: /\/web\/notebook\/.*\.ts$|preload-helper/,
    priority: 2,
    name: (id, context) => (isOfAll(id, context) ? 'frame' : null),
  },
  { test: /\/dist\/lib\//, priority: 1, name: (id, context) => (isOfLibrary(id, context) ? 'library' : null) },
];
