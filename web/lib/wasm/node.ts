/**
 * Where the modules are in Node: files of the package, read without the network.
 */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { browserSource, packagedUrl } from './browser.js';
import { compile, type Source } from './load.js';

export const nodeSource: Source = {
  packaged: (file) => readModule(packagedUrl[file]()),
  at: (url, signal) => (/^https?:/i.test(String(url)) ? browserSource.at(url, signal) : readModule(url)),
  // one letter before a colon is a drive
  absolute: (url) =>
    url instanceof URL || /^[a-z][a-z\d+.-]+:/i.test(url) ? String(url) : pathToFileURL(resolve(url)).href,
};

/** A path or a file: URL. */
async function readModule(place: string | URL): Promise<WebAssembly.Module> {
  const path = typeof place === 'string' && place.startsWith('file:') ? new URL(place) : place;
  return compile(await readFile(path), String(place));
}
