/**
 * The Vite plugin that writes service-worker.js with the digests of the pages' files and their version, a digest of the
 * worker and this list. Vite's development server has no service worker, since a cache would hide changes.
 */
import { createHash } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { filesBelow } from './fresh.mjs';

/** Files below this size and core.wasm are cached first; larger files when the browser is idle. */
const large = 100_000;
const isFirst = (file, size) => (size < large && !file.startsWith('docs')) || /^assets\/core-[^/]*\.wasm$/.test(file);
/** Not cached: copies of modules in JavaScript, since the pages have the files, and files that are not needed offline. */
const leftOut = /^assets\/inline(-\w+)?-[^/]*\.js$|^licences\.txt$|^service-worker\.js$/;

const digestOf = (data) => createHash('sha256').update(data).digest();

/** @param entry web/notebook/offline/service-worker.ts */
export function offline(entry) {
  return { name: 'offline', apply: 'build', writeBundle: ({ dir }) => writeServiceWorker(dir, entry) };
}

/** Writes the service worker of the pages in `dir`; `paths` are the files that it caches. */
export async function writeServiceWorker(dir, entry, paths = filesBelow([dir])) {
  const lists = { firstFiles: {}, otherFiles: {} };
  for (const path of paths.toSorted()) {
    const file = relative(dir, path).split(sep).join('/');
    const list = isFirst(file, statSync(path).size) ? lists.firstFiles : lists.otherFiles;
    if (!leftOut.test(file)) list[file] = digestOf(readFileSync(path)).subarray(0, 16).toString('base64');
  }
  const code = await bundled(entry);
  const version = digestOf(JSON.stringify([code, lists]))
    .toString('hex')
    .slice(0, 12);
  const values = Object.entries({ pagesVersion: version, ...lists });
  const head = values.map(([name, value]) => `const ${name}=${JSON.stringify(value)};\n`).join('');
  writeFileSync(join(dir, 'service-worker.js'), head + code);
}

async function bundled(input) {
  const { rolldown } = await import('rolldown');
  const bundle = await rolldown({ input, platform: 'browser' });
  const { output } = await bundle.generate({ format: 'iife', minify: true, codeSplitting: false });
  await bundle.close();
  return output[0].code;
}
