/**
 * Chunks that the pages load at once. The library that most pages start, and the frame that all pages share, are one
 * file each. This takes fewer bytes and requests than many files. The bundler divides the rest.
 */
import { fileURLToPath } from 'node:url';
import { pages } from '../notebook/frame.ts';

/** Returns true if every page imports the module statically. */
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

/** Returns true if the library, as pages start it, imports the module statically. */
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
/** Entry points of the library in pages, which compute in workers. */
const starts = ['on-demand.js', 'pool/pool.js', 'wasm/module-cache.js'].map((file) =>
  fileURLToPath(new URL(`../../dist/lib/${file}`, import.meta.url)),
);

/** Modules that pages need without the rest of the library: for charts, and to report that the library cannot run. */
const errors = /\/dist\/lib\/(checks\/(errors|record|show)|generated\/error-codes|wasm\/compile)\.js$/;

export const chunks = [
  { name: 'errors', test: errors, priority: 3 },
  // includes the bundler's helper
  {
    test: /\/web\/notebook\/.*\.ts$|preload-helper/,
    priority: 2,
    name: (id, context) => (isOfAll(id, context) ? 'frame' : null),
  },
  { test: /\/dist\/lib\//, priority: 1, name: (id, context) => (isOfLibrary(id, context) ? 'library' : null) },
];
